// Package blindness proves of what came out of a project that nothing hidden
// is in it. It does not ask the code that hides things: from the whole journal
// and the rules of who may see what (sight.go) it works out, for each person,
// which texts, lists and values are hidden from them, and looks for those in
// everything that was printed or handed to them.
//
// Everything human in a project is in its journal, so that the bodies of its
// events are all there is to hide, with what was imported beside it: reviews
// by models and rankings. State cards and pools are public.
package blindness

import (
	"context"
	"fmt"

	"suffice/certificate/card"
	"suffice/review"
)

// World is everything in a project.
type World struct {
	Board  review.Board
	States []string // in order of import
	Cards  map[string]card.State
	Cases  map[string]review.Case // whole
	Events []review.Event         // the whole journal
	Signal []review.Signal
	Ranked map[string][]card.Prediction // of locked sets, by state
	Typing map[review.PersonID][]review.Typing

	// Names of prediction sets and methods; hidden where outcomes are.
	Names []string

	vocabulary *vocabulary
}

// Source is where a world is read from.
type Source interface {
	review.Repository
	review.Casework
}

// Overseer is the scope of somebody who sees everything. Only a check of
// blindness may look through it; nothing that it reads is ever printed.
func Overseer(m review.Mode) review.Scope {
	return review.Visible(review.Person{ID: "blindness", Roles: []review.Role{review.Organizer}}, m)
}

// Read reads the whole of a project. names are its prediction sets.
func Read(ctx context.Context, src Source, names []string) (*World, error) {
	p, err := src.Project(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the project whole: %w", err)
	}
	all := Overseer(p.Mode)
	w := &World{
		Cards: map[string]card.State{}, Cases: map[string]review.Case{}, Ranked: map[string][]card.Prediction{},
		Typing: map[review.PersonID][]review.Typing{}, Names: names,
	}
	if w.Board, err = src.Board(ctx, all); err != nil {
		return nil, fmt.Errorf("read the project whole: %w", err)
	}
	for k, err := range src.Cases(ctx, all) {
		if err != nil {
			return nil, fmt.Errorf("list the states: %w", err)
		}
		w.States = append(w.States, k.Course.State)
	}
	for _, id := range w.States {
		if err := w.readState(ctx, src, all, id); err != nil {
			return nil, fmt.Errorf("read %s whole: %w", id, err)
		}
	}
	for e, err := range src.Events(ctx, all, review.Filter{}) {
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		w.Events = append(w.Events, e)
	}
	if w.Signal, err = src.Signals(ctx, all); err != nil {
		return nil, fmt.Errorf("read the reviews by models: %w", err)
	}
	w.vocabulary = w.learn()
	return w, nil
}

func (w *World) readState(ctx context.Context, src Source, all review.Scope, id string) error {
	k, err := src.Case(ctx, all, id)
	if err != nil {
		return err
	}
	w.Cases[id] = k
	if w.Cards[id], err = src.State(ctx, all, id); err != nil {
		return err
	}
	if w.Ranked[id], err = src.LockedPredictions(ctx, all, id); err != nil {
		return err
	}
	for _, p := range w.Board.People {
		typed, err := src.Typing(ctx, p.ID, id)
		if err != nil {
			return err
		}
		w.Typing[p.ID] = append(w.Typing[p.ID], typed...)
	}
	return nil
}

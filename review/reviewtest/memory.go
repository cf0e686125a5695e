// Package reviewtest holds a review.Repository in memory that behaves as the
// stored one does, with failures on demand, for tests of desks and screens.
package reviewtest

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"suffice/certificate/card"
	"suffice/review"
)

// Memory is a review.Repository in memory. Safe for concurrent use.
type Memory struct {
	mu      sync.Mutex
	project review.Project
	people  []review.Person
	states  []card.State // in import order
	work    map[string]review.Work
	summary map[string]review.Summary
	events  []review.Event
	typing  map[review.PersonID][]review.Typing
	locked  map[string][]card.Prediction
	appends failures
	typings failures
	gate    chan struct{} // appends wait until it is closed; nil when they are not held
	held    int           // how many wait
	changed *sync.Cond    // on mu: held has changed
}

var _ review.Repository = (*Memory)(nil)

// NewMemory is a project with these people and states. Its journal begins with
// the events that an import by the first person would make.
func NewMemory(p review.Project, people []review.Person, states ...card.State) *Memory {
	m := &Memory{
		project: p, people: people, states: states,
		work: map[string]review.Work{}, summary: map[string]review.Summary{},
		typing: map[review.PersonID][]review.Typing{}, locked: map[string][]card.Prediction{},
	}
	m.changed = sync.NewCond(&m.mu)
	first := review.PersonID("nobody")
	if len(people) > 0 {
		first = people[0].ID
	}
	m.chain(review.ProjectCreated(first, p.Created, p))
	for _, q := range people {
		m.chain(review.PersonAdded(first, p.Created, q))
	}
	units := 0
	for _, s := range states {
		w := review.NewWork(s.Card, p)
		m.work[s.Card.ID], m.summary[s.Card.ID] = w, review.Summarize(s, w)
		units += s.Pool.Len()
	}
	if len(states) > 0 {
		m.chain(review.FileImported(first, p.Created, review.ImportBody{
			What: "items", File: "items.jsonl", Counts: map[string]int{"states": len(states), "units": units},
		}))
	}
	return m
}

// chain gives the event its place; m.mu is held or m is not shared yet.
func (m *Memory) chain(e review.Event) review.Event {
	var prev [32]byte
	if n := len(m.events); n > 0 {
		prev = m.events[n-1].Hash
	}
	e.Seq = uint64(len(m.events)) + 1
	e = review.Chain(prev, e)
	m.events = append(m.events, e)
	return e
}

// Lock gives a state locked predictions, one for each method.
func (m *Memory) Lock(state string, predictions ...card.Prediction) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.locked[state] = append(m.locked[state], predictions...)
}

// Journal is a copy of every event, whoever may see it.
func (m *Memory) Journal() []review.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.events)
}

// Project returns the project.
func (m *Memory) Project(ctx context.Context) (review.Project, error) {
	return m.project, ctx.Err()
}

// People returns everyone known to the project.
func (m *Memory) People(ctx context.Context) ([]review.Person, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.people), ctx.Err()
}

// State returns a card and its pool.
func (m *Memory) State(ctx context.Context, s review.Scope, id string) (card.State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, err := m.visible(ctx, s, id)
	if err != nil {
		return card.State{}, err
	}
	return m.states[slices.IndexFunc(m.states, func(st card.State) bool { return st.Card.ID == w.State })], nil
}

// Work returns what s may see of the work on a state.
func (m *Memory) Work(ctx context.Context, s review.Scope, id string) (review.Work, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, err := m.visible(ctx, s, id)
	if err != nil {
		return review.Work{}, err
	}
	return s.Project(w), nil
}

// visible is the whole work on a state that s may see.
func (m *Memory) visible(ctx context.Context, s review.Scope, id string) (review.Work, error) {
	if err := ctx.Err(); err != nil {
		return review.Work{}, err
	}
	w, ok := m.work[id]
	if !ok || !s.Certificate(w.Phase) {
		return review.Work{}, &review.UnknownStateError{State: id}
	}
	return w, nil
}

// Queue lists the states that s may see, in import order.
func (m *Memory) Queue(ctx context.Context, s review.Scope) ([]review.QueueRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var rows []review.QueueRow
	for _, st := range m.states {
		w := m.work[st.Card.ID]
		if s.Certificate(w.Phase) {
			rows = append(rows, review.Row(st.Card, st.Pool.Len(), s.Project(w), m.summary[st.Card.ID], s.Person()))
		}
	}
	return rows, ctx.Err()
}

// Append chains, folds and keeps an event.
func (m *Memory) Append(ctx context.Context, s review.Scope, e review.Event, wr review.Write) (review.Event, review.Work, error) {
	if err := m.wait(ctx); err != nil {
		return review.Event{}, review.Work{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.appends.next(); err != nil {
		return review.Event{}, review.Work{}, err
	}
	if e.State == "" {
		if err := s.Administer("change the project"); err != nil {
			return review.Event{}, review.Work{}, err
		}
		return m.chain(e), review.Work{}, nil
	}
	w, err := m.visible(ctx, s, e.State)
	if err != nil {
		return review.Event{}, review.Work{}, err
	}
	if wr.At != w.Revision {
		return review.Event{}, review.Work{}, &review.StaleError{State: e.State, At: wr.At, Now: w.Revision}
	}
	e.Seq = uint64(len(m.events)) + 1
	next, err := review.Fold(w, e)
	if err != nil {
		return review.Event{}, review.Work{}, err
	}
	e = m.chain(e)
	m.work[e.State] = next
	if wr.Summary != nil {
		m.summary[e.State] = *wr.Summary
	}
	if wr.Clears != "" {
		m.forget(e.Who, e.State, wr.Clears)
	}
	return e, s.Project(next), nil
}

// SaveTyping keeps or forgets text being typed.
func (m *Memory) SaveTyping(ctx context.Context, p review.PersonID, t review.Typing) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.typings.next(); err != nil {
		return err
	}
	m.forget(p, t.State, t.Field)
	if t.Text != "" {
		m.typing[p] = append(m.typing[p], t)
	}
	return ctx.Err()
}

func (m *Memory) forget(p review.PersonID, state, field string) {
	m.typing[p] = slices.DeleteFunc(m.typing[p], func(t review.Typing) bool {
		return t.State == state && t.Field == field
	})
}

// Typing returns the text that p was typing on the state.
func (m *Memory) Typing(ctx context.Context, p review.PersonID, state string) ([]review.Typing, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []review.Typing
	for _, t := range m.typing[p] {
		if t.State == state {
			found = append(found, t)
		}
	}
	return found, ctx.Err()
}

// Events walks the events that s may see.
func (m *Memory) Events(ctx context.Context, s review.Scope, f review.Filter) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		for _, e := range m.matching(s, f) {
			if err := ctx.Err(); err != nil {
				yield(review.Event{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (m *Memory) matching(s review.Scope, f review.Filter) []review.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []review.Event
	for _, e := range m.events {
		if e.Seq <= f.After || f.State != "" && e.State != f.State || f.Kind != "" && e.Kind != f.Kind {
			continue
		}
		if e, ok := s.ProjectEvent(e, m.work[e.State].Phase); ok {
			found = append(found, e)
		}
	}
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[len(found)-f.Limit:]
	}
	return found
}

// Event returns one event that s may see.
func (m *Memory) Event(ctx context.Context, s review.Scope, seq uint64) (review.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if seq == 0 || seq > uint64(len(m.events)) {
		return review.Event{}, &review.UnknownEventError{Seq: seq}
	}
	e := m.events[seq-1]
	e, ok := s.ProjectEvent(e, m.work[e.State].Phase)
	if !ok {
		return review.Event{}, &review.UnknownEventError{Seq: seq}
	}
	return e, ctx.Err()
}

// LockedPredictions returns what Lock was given, if s shows outcomes.
func (m *Memory) LockedPredictions(ctx context.Context, s review.Scope, state string) ([]card.Prediction, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, err := m.visible(ctx, s, state)
	if err != nil {
		return nil, fmt.Errorf("read locked predictions: %w", err)
	}
	if !s.Outcomes(w.Phase) {
		return nil, nil
	}
	return slices.Clone(m.locked[state]), nil
}

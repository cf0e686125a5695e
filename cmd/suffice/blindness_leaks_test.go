package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/store"
)

// leaky is a store that gives away a little more than it may. Each leak is one
// that a slip in a query could make.
type leaky struct {
	*store.Store
	how string
}

// Case tells a reviewer something of the other review.
func (l leaky) Case(ctx context.Context, s review.Scope, state string) (review.Case, error) {
	k, err := l.Store.Case(ctx, s, state)
	if err != nil || s.Whole() {
		return k, err
	}
	whole, err := l.Store.Case(ctx, overseer(), state)
	if err != nil {
		return k, err
	}
	sheet := s.Part(k.Course).Sheet
	w, ok := k.Sheets[sheet]
	if !ok {
		return k, nil
	}
	mine := w.Mine[s.Person()]
	other := review.SlotA
	if sheet == review.SheetA {
		other = review.SlotB
	}
	theirs := whole.Course.Opinions[other]
	switch l.how {
	case "reason":
		mine.Note = theirs.Reason
	case "half a reason":
		words := strings.Fields(theirs.Reason)
		mine.Note = strings.Join(words[:min(5, len(words))], " ")
	case "opinion":
		k.Course.Opinions = whole.Course.Opinions
	case "person":
		k.Course.Seats = whole.Course.Seats
	case "certificate":
		if t, ok := whole.Sheets[review.Sheet(other)]; ok && (sheet == review.SheetA || sheet == review.SheetB) {
			w.Draft = t.Draft
		}
	case "progress":
		if t, ok := whole.Sheets[review.Sheet(other)]; ok && (sheet == review.SheetA || sheet == review.SheetB) {
			w.Revision = t.Revision
		}
	}
	w.Mine = map[review.PersonID]review.Personal{s.Person(): mine}
	k.Sheets[sheet] = w
	return k, nil
}

func overseer() review.Scope {
	return review.Visible(review.Person{ID: "x", Roles: []review.Role{review.Organizer}}, review.Open)
}

// Tasks counts the groups of the other review into a row.
func (l leaky) Tasks(ctx context.Context, s review.Scope, now int64) ([]review.QueueRow, error) {
	rows, err := l.Store.Tasks(ctx, s, now)
	if err != nil || l.how != "count" || s.Whole() {
		return rows, err
	}
	for i, r := range rows {
		whole, err := l.Store.Case(ctx, overseer(), r.State)
		if err != nil {
			return nil, err
		}
		for _, w := range whole.Sheets {
			rows[i].Groups += len(w.Draft.Certificate().Groups)
			rows[i].Spent += int64(w.Revision) * 60_000
		}
	}
	return rows, nil
}

// Event shows what somebody else did when it is asked for by number.
func (l leaky) Event(ctx context.Context, s review.Scope, seq uint64) (review.Event, error) {
	if l.how == "event" {
		return l.Store.Event(ctx, overseer(), seq)
	}
	e, err := l.Store.Event(ctx, s, seq)
	if err != nil && l.how == "existence" {
		return e, &review.ForbiddenError{Act: fmt.Sprintf("see event %d", seq), Reason: "it is somebody else's"}
	}
	return e, err
}

// People's names stand beside events that must not carry any.
func (l leaky) Board(ctx context.Context, s review.Scope) (review.Board, error) {
	if l.how == "names" {
		return l.Store.Board(ctx, overseer())
	}
	return l.Store.Board(ctx, s)
}

// twoReviews is a small project with something to hide: one state with both
// reviews in, one with one of them in and the other begun.
func twoReviews(ctx context.Context, d *demo) error {
	const done, begun = "tideline-33-s003", "tideline-60-s005"
	if err := d.imports(ctx, func(state string) bool { return state == done || state == begun }); err != nil {
		return err
	}
	for _, state := range []string{done, begun} {
		for _, name := range []string{"reviewer-1", "reviewer-2"} {
			if err := d.desks[demoOrganizer].Seat(ctx, state, review.TaskReview, d.desks[name].Person().ID); err != nil {
				return err
			}
		}
		said := revise(4, "There is one more place where the fault shows, OTTER-77, and it stands in rest().", review.Plurality)
		if state == begun {
			said = accept(4)
			said.Reason = "The two units say all of it, HERON-12, and nothing else in the pool does."
			if err := d.says(ctx, "reviewer-1", state, said); err != nil {
				return err
			}
			continue
		}
		if err := d.says(ctx, "reviewer-1", state, said, accepts(0, "dispatch/worker.go", "func (w *Worker) rest"), derives); err != nil {
			return err
		}
		if err := d.says(ctx, "reviewer-2", state, accept(5)); err != nil {
			return err
		}
	}
	return d.edits(ctx, "reviewer-2", begun, func(v review.View) (certificate.Edit, error) {
		return certificate.SetRationaleEdit(v.Draft.Certificate().Groups[0].Key, "This says what BISON-5 is about, in the words of reviewer two alone."), nil
	})
}

// TestLeaksAreFound lets one field slip at a time: each must be found, and
// tell of a person and a place.
func TestLeaksAreFound(t *testing.T) {
	for _, how := range []string{"reason", "half a reason", "opinion", "person", "certificate", "progress", "count", "event", "existence", "names"} {
		t.Run(how, func(t *testing.T) {
			st := demoStore(t, how, twoReviews)
			p := replayed(t, st, leaky{st, how})
			if len(p.Leaks) == 0 {
				t.Fatal("the leak was not found")
			}
			l := p.Leaks[0]
			if l.Person == "" || l.Where == "" || l.What == "" || l.Found == "" {
				t.Errorf("the leak is told by %+v", l)
			}
			t.Logf("%d leaks, such as: %s", len(p.Leaks), l)
		})
	}
}

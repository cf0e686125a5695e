package reviewtest

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
)

// Start is the time of the first event in these tests: 2026-01-05 09:00 UTC.
const Start = int64(1767603600000)

// Calibration is an open project; Sealed(Calibration()) is the same one sealed.
func Calibration() review.Project {
	return review.Project{ID: "p1", Name: "harbour", Mode: review.Open, LabelScope: "single_state", Created: Start}
}

// Sealed is p in sealed mode.
func Sealed(p review.Project) review.Project {
	p.Mode = review.Sealed
	return p
}

// Annotator is a person who builds certificates.
func Annotator(name string) review.Person {
	return review.Person{ID: review.PersonID("id-" + name), Name: name, Roles: []review.Role{review.Annotator}}
}

// Organizer is a person who runs the project.
func Organizer(name string) review.Person {
	return review.Person{ID: review.PersonID("id-" + name), Name: name, Roles: []review.Role{review.Organizer}}
}

// State is a state with n units u1, u2, ... of ten lines each in src/a.go,
// lines 1-10, 11-20, and so on.
func State(id string, n int) card.State {
	units := make([]card.Unit, n)
	for i := range units {
		from := 10*i + 1
		var text strings.Builder
		for l := range 10 {
			fmt.Fprintf(&text, "line %d\n", from+l)
		}
		units[i] = card.Unit{
			ID: fmt.Sprintf("u%d", i+1), Path: "src/a.go", LineStart: from, LineEnd: from + 9,
			Text: text.String(), Language: "go",
		}
	}
	return card.State{
		Card: card.StateCard{
			ID: id, InstanceID: "harbour__1", Repo: "harbour/pilot",
			Boundary: card.AfterSearch, Need: "Where is the tide table read?",
		},
		Pool: card.NewPool(units),
	}
}

// Ticking is a clock that begins at Start and goes on by step milliseconds
// each time it is read. Safe for concurrent use.
func Ticking(step int64) review.Clock {
	var now atomic.Int64
	now.Store(Start)
	return func() int64 { return now.Add(step) }
}

// Desk seats p at m with a clock that ticks a second.
func Desk(t testing.TB, m review.Repository, p review.Person) *review.Desk {
	t.Helper()
	d, err := review.NewDesk(context.Background(), m, p, Ticking(1000))
	if err != nil {
		t.Fatalf("seat %s: %v", p.Name, err)
	}
	return d
}

// Edit is an edit of the group key, with after as its JSON value unless nil.
func Edit(t testing.TB, op certificate.Op, key certificate.GroupKey, unit string, after any) certificate.Edit {
	t.Helper()
	e := certificate.Edit{Op: op, Group: key, Unit: unit}
	if after != nil {
		raw, err := json.Marshal(after)
		if err != nil {
			t.Fatalf("encode %v: %v", after, err)
		}
		e.After = raw
	}
	return e
}

// Do applies edits to a state through the desk, one after the other, and
// returns the last acknowledgement.
func Do(t testing.TB, d *review.Desk, state string, edits ...certificate.Edit) review.Ack {
	t.Helper()
	var last review.Ack
	for ack, err := range d.ApplyAll(context.Background(), state, edits) {
		if err != nil {
			t.Fatalf("edit %s: %v", state, err)
		}
		last = ack
	}
	return last
}

// Label imports a certificate with one group for each list of units, as the
// organizer's desk would see it done.
func Label(t testing.TB, m *Memory, organizer *review.Desk, state string, groups ...[]string) {
	t.Helper()
	ctx, s := context.Background(), organizer.Scope()
	w, err := m.Work(ctx, s, state)
	if err != nil {
		t.Fatalf("label %s: %v", state, err)
	}
	one, retrieval, scope := 1.0, true, "single_state"
	c := certificate.Certificate{State: state, Retrieval: &retrieval, Scope: &scope, Confidence: &one}
	for _, units := range groups {
		c.Groups = append(c.Groups, certificate.Group{Role: "bug_location", Acceptable: units, Threshold: 1, Weight: 1})
	}
	e, err := review.LabelImported(s.Person(), Start, w, certificate.Edit{Op: certificate.Replace, After: certificate.Encode(c)})
	if err != nil {
		t.Fatalf("label %s: %v", state, err)
	}
	st, err := m.State(ctx, s, state)
	if err != nil {
		t.Fatalf("label %s: %v", state, err)
	}
	next, err := review.Fold(w, withSeq(e, w.LastSeq+1))
	if err != nil {
		t.Fatalf("label %s: %v", state, err)
	}
	sum := review.Summarize(st, next)
	if _, _, err := m.Append(ctx, s, e, review.Write{At: w.Revision, Summary: &sum}); err != nil {
		t.Fatalf("label %s: %v", state, err)
	}
}

func withSeq(e review.Event, seq uint64) review.Event {
	e.Seq = seq
	return e
}

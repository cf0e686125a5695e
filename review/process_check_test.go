package review_test

import (
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/review"
)

// arrows are the ways from phase to phase.
func arrows(from review.Phase) []review.Phase {
	switch from {
	case review.Annotate:
		return []review.Phase{review.Review}
	case review.Review:
		return []review.Phase{review.Annotate, review.Arbitrate, review.Closed}
	case review.Arbitrate:
		return []review.Phase{review.Closed, review.Excluded}
	case review.Closed:
		return []review.Phase{review.Arbitrate, review.Frozen}
	}
	return nil
}

// check looks at what must hold of a state at any time.
func (p *process) check(id string) {
	c := p.o.Memory.Stored(id).Course
	if was := p.phases[id]; was != c.Phase {
		if !slices.Contains(arrows(was), c.Phase) || c.Phase == review.Annotate && c.Under != 0 {
			p.Fatalf("%s goes from %s to %s", id, was, c.Phase)
		}
		p.phases[id] = c.Phase
	}
	places := map[string]bool{}
	people := map[review.PersonID]bool{}
	for _, s := range c.Seats {
		place := string(s.Task) + " " + string(s.Slot)
		if places[place] || people[s.Person] {
			p.Fatalf("%s has the seats %+v", id, c.Seats)
		}
		places[place], people[s.Person] = true, true
		if c.Duties[s.Person].Annotated || s.Task == review.TaskArbitrate && c.Duties[s.Person].Reviewed {
			p.Fatalf("%s: %s may not have the %s", id, s.Person, s.Task)
		}
	}
	if len(c.Opinions) > 2 || len(c.Seats) > 5 {
		p.Fatalf("%s has %d reviews and %d seats", id, len(c.Opinions), len(c.Seats))
	}
}

func asJSON(t interface{ Fatal(...any) }, v any) string {
	raw, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (p *process) checkJournal() {
	journal := p.o.Memory.Journal()
	each := func(yield func(review.Event, error) bool) {
		for _, e := range journal {
			if !yield(e, nil) {
				return
			}
		}
	}
	if _, n, err := review.VerifyChain(iter.Seq2[review.Event, error](each)); err != nil || n != uint64(len(journal)) {
		p.Fatalf("%d of %d events, %v", n, len(journal), err)
	}
	board := review.NewBoard(review.Project{})
	for _, e := range journal {
		var err error
		if board, err = review.FoldBoard(board, e); err != nil {
			p.Fatal(err)
		}
	}
	if a, b := asJSON(p, board), asJSON(p, p.o.Memory.StoredBoard()); a != b {
		p.Fatalf("the fold gives\n%s\nkept is\n%s", a, b)
	}
	for i, id := range processStates() {
		st, err := p.o.Memory.State(background, p.o.Olga.Scope(), id)
		if err != nil {
			p.Fatal(err)
		}
		k, err := review.RebuildCase(review.NewCase(st.Card, board.Project), each)
		if err != nil {
			p.Fatal(err)
		}
		kept := p.o.Memory.Stored(id)
		if a, b := asJSON(p, k.Course), asJSON(p, kept.Course); a != b {
			p.Fatalf("%d: the fold gives\n%s\nkept is\n%s", i, a, b)
		}
		if a, b := asJSON(p, k.Sheets), asJSON(p, kept.Sheets); a != b {
			p.Fatalf("%d: the fold gives\n%s\nkept is\n%s", i, a, b)
		}
		p.checkStored(st, kept)
	}
}

// checkStored: what is kept can be written and read again, and the summaries
// are of the certificates.
func (p *process) checkStored(st card.State, k review.Case) {
	var c review.Course
	text := asJSON(p, k.Course)
	if err := json.Unmarshal([]byte(text), &c); err != nil || asJSON(p, c) != text {
		p.Fatalf("written\n%s\nread\n%s\n%v", text, asJSON(p, c), err)
	}
	for sheet, w := range k.Sheets {
		if got, want := k.Sums[sheet], review.Summarize(st, w); got != want {
			p.Fatalf("the summary of sheet %q is %+v, want %+v", sheet, got, want)
		}
	}
}

// checkBlindness looks for anybody's words and ID in what others are shown.
func (p *process) checkBlindness() {
	for _, d := range p.desks {
		if d.Scope().Whole() {
			continue
		}
		shown := everything(p, p.o.Memory, d, processStates()...)
		for _, other := range p.desks {
			id := string(other.Person().ID)
			if other == d {
				continue
			}
			if strings.Contains(shown, "note of "+id) || strings.Contains(shown, `"`+id+`"`) {
				p.Fatalf("%s is shown %s:\n%s", d.Person().Name, id, shown)
			}
			if said := "review of " + id; strings.Contains(shown, said) && !d.Scope().Whole() && !p.arbitrates(d) {
				p.Fatalf("%s is shown the %s:\n%s", d.Person().Name, said, shown)
			}
		}
	}
}

func (p *process) arbitrates(d *review.Desk) bool {
	for _, id := range processStates() {
		for _, s := range p.o.Memory.Stored(id).Course.Seats {
			if s.Task == review.TaskArbitrate && s.Person == d.Person().ID {
				return true
			}
		}
	}
	return false
}

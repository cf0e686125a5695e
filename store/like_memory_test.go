package store

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// everybody works in these projects.
func everybody() []review.Person {
	return []review.Person{
		olga, ann, ben, rea, rob, ray, sam, sue, una, ugo,
		inRole("two", review.Reviewer, review.Senior), inRole("mix", review.Annotator, review.Reviewer),
		inRole("org", review.Organizer, review.Senior),
	}
}

// twins are the same project twice: in a file and in memory.
type twins struct {
	stored *Store
	memory *reviewtest.Memory
	clocks [2]review.Clock
}

// repository is all that a desk reads from.
type repository interface {
	review.Repository
	review.Casework
}

func (w twins) repositories() []repository { return []repository{w.stored, w.memory} }

// twinFile makes the project's file once; every round begins with a copy.
func twinFile(t *testing.T) (path string, file []byte, states []card.State) {
	t.Helper()
	ctx := context.Background()
	s, err := Create(ctx, t.TempDir()+"/suffice.db", reviewtest.Calibration(), olga)
	must(t, err)
	for _, p := range everybody()[1:] {
		must(t, s.Join(ctx, scopeOf(olga), p, reviewtest.Start))
	}
	var labels strings.Builder
	for _, id := range []string{"s1", "s2", "s3", "s9"} {
		st := reviewtest.State(id, 5)
		st.Card.Need, st.Card.Repo, st.Card.InstanceID = "Where is "+id+" read?", "harbour/"+id, "harbour__"+id
		states = append(states, st)
		fmt.Fprintln(&labels, labelOf(id, 2))
	}
	_, err = s.ImportItems(ctx, scopeOf(olga), reviewtest.Start, []Source{itemsOf(states...)})
	must(t, err)
	_, err = s.ImportLabels(ctx, scopeOf(olga), reviewtest.Start, []Source{textSource("labels.jsonl", labels.String())}, LabelOptions{})
	must(t, err)
	must(t, s.Close())
	file, err = os.ReadFile(s.Path())
	must(t, err)
	return s.Path(), file, states
}

// twinMemory is the same project in memory, event for event.
func twinMemory(t *testing.T, states []card.State) *reviewtest.Memory {
	t.Helper()
	ctx := context.Background()
	m := reviewtest.NewMemory(reviewtest.Calibration(), everybody(), states...)
	var acts []review.Act
	for _, st := range states {
		w, err := m.Work(ctx, scopeOf(olga), st.Card.ID)
		must(t, err)
		e, err := review.LabelImported(olga.ID, reviewtest.Start, w, certificate.Edit{Op: certificate.Replace, After: []byte(labelOf(st.Card.ID, 2))})
		must(t, err)
		acts = append(acts, review.Act{Event: e})
	}
	acts = append(acts, review.Act{Event: review.FileImported(olga.ID, reviewtest.Start, review.ImportBody{What: "labels"})})
	_, _, err := m.Enact(ctx, scopeOf(olga), acts)
	must(t, err)
	return m
}

// The store is the memory repository on disk: after any acts of any people,
// lawful or not, both give each of them the same answers, and the tables are
// the fold of the ledger.
func TestReviewsLikeMemory(t *testing.T) {
	alone(t)
	path, file, states := twinFile(t)
	rapid.Check(t, func(rt *rapid.T) {
		must(t, os.WriteFile(path, file, 0o644))
		stored, err := Open(context.Background(), path, Options{})
		must(t, err)
		defer stored.Close()
		w := twins{stored: stored, memory: twinMemory(t, states)}
		step := rapid.SampledFrom([]int64{700, 100_000, 5_000_000}).Draw(rt, "step")
		w.clocks = [2]review.Clock{reviewtest.Ticking(step), reviewtest.Ticking(step)}
		for _, stage := range stages()[:rapid.IntRange(0, len(stages())).Draw(rt, "stage")] {
			w.both(rt, stage)
		}
		for range rapid.IntRange(1, 15).Draw(rt, "acts") {
			w.act(rt)
		}
		w.compare(rt)
	})
}

// both takes a stage in both projects.
func (w twins) both(rt *rapid.T, do step) {
	for i, repo := range w.repositories() {
		err := do(context.Background(), func(who review.Person) *review.Desk { return w.desk(rt, repo, who, i) })
		if err != nil {
			rt.Fatal(err)
		}
	}
}

func (w twins) desk(rt *rapid.T, repo repository, who review.Person, twin int) *review.Desk {
	d, err := review.NewDesk(context.Background(), repo, who, w.clocks[twin])
	if err != nil {
		rt.Fatal(err)
	}
	return d
}

// act lets somebody do something in both projects and wants the same end of it.
func (w twins) act(rt *rapid.T) {
	ctx := context.Background()
	who := rapid.SampledFrom(everybody()).Draw(rt, "who")
	act := drawProcess(rt, who)
	var ends [2]string
	for i, repo := range w.repositories() {
		ends[i] = act(ctx, w.desk(rt, repo, who, i))
	}
	if ends[0] != ends[1] {
		rt.Fatalf("%s got\n%s\nfrom the store and\n%s\nfrom memory", who.Name, ends[0], ends[1])
	}
}

// compare asks both projects everything, as some people of all kinds.
func (w twins) compare(rt *rapid.T) {
	readers := rapid.SliceOfNDistinct(rapid.SampledFrom(everybody()), 3, 3, func(p review.Person) review.PersonID { return p.ID })
	for _, who := range readers.Draw(rt, "readers") {
		sc := w.scope(rt, who)
		a, b := everyAnswer(rt, w.stored, sc), everyAnswer(rt, w.memory, sc)
		if a != b {
			rt.Fatalf("%s sees\n%s", who.Name, firstChange(a, b))
		}
	}
	if v, err := w.stored.Verify(context.Background()); err != nil || !v.Sound() {
		rt.Fatalf("%v %v", v.Problems, err)
	}
}

// scope is what somebody may see now: roles and the report count as they are.
func (w twins) scope(rt *rapid.T, who review.Person) review.Scope {
	b := w.memory.StoredBoard()
	p, ok := b.Person(who.ID)
	if !ok {
		rt.Fatalf("%s is gone", who.Name)
	}
	return b.Scope(p)
}

// fataler is a test, drawn or not.
type fataler interface{ Fatal(...any) }

// everyAnswer is every answer of a repository to one reader, a line each. The
// hashes differ where an import was recorded otherwise, so they are left out.
func everyAnswer(rt fataler, r repository, sc review.Scope) string {
	ctx := context.Background()
	var b strings.Builder
	say := func(what string, v any, err error) {
		raw, jsonErr := json.Marshal(v, json.Deterministic(true))
		if jsonErr != nil {
			rt.Fatal(jsonErr)
		}
		fmt.Fprintf(&b, "%s: %s %v\n", what, raw, err)
	}
	board, err := r.Board(ctx, sc)
	say("board", board, err)
	for _, id := range []string{"s1", "s2", "s3", "s9", "s0"} {
		k, err := r.Case(ctx, sc, id)
		say("case "+id, plainCase(k), err)
		w, err := r.Work(ctx, sc, id)
		say("work "+id, w, err)
		st, err := r.State(ctx, sc, id)
		say("state "+id, st.Pool.Len(), err)
		typing, err := r.Typing(ctx, sc.Person(), id)
		say("typing "+id, typing, err)
		for e, err := range r.Events(ctx, sc, review.Filter{State: id, Limit: 3}) {
			say("event of "+id, e, err)
		}
	}
	for k, err := range r.Cases(ctx, sc) {
		say("one of the cases", plainCase(k), err)
	}
	for _, now := range []int64{0, reviewtest.Start + 20_000, reviewtest.Start + 1<<40} {
		rows, err := r.Tasks(ctx, sc, now)
		say("tasks", rows, err)
	}
	queue, err := r.Queue(ctx, sc)
	say("queue", queue, err)
	left, err := r.Left(ctx, sc)
	say("left", left, err)
	last := uint64(0)
	for e, err := range r.Events(ctx, sc, review.Filter{}) {
		say("event", plainEvent(e), err)
		last = e.Seq
	}
	for seq := last % 3; seq < last+3; seq += 3 {
		e, err := r.Event(ctx, sc, seq)
		say("event by number", plainEvent(e), err)
	}
	return b.String()
}

// plainEvent leaves out what only a file brings.
func plainEvent(e review.Event) review.Event {
	if e.Kind == review.Imported {
		e.Body = nil
	}
	return e
}

// plainCase is a case for comparison: nil and empty are the same.
func plainCase(k review.Case) review.Case {
	c := &k.Course
	if len(c.Seats) == 0 {
		c.Seats = nil
	}
	if len(c.Duties) == 0 {
		c.Duties = nil
	}
	if len(c.Opinions) == 0 {
		c.Opinions = nil
	}
	if len(c.Basis) == 0 {
		c.Basis = nil
	}
	if len(c.Audits) == 0 {
		c.Audits = nil
	}
	if len(k.Sheets) == 0 {
		k.Sheets = nil
	}
	return k
}

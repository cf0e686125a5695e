package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"suffice/certificate"
	"suffice/fixtures"
	"suffice/review"
	"suffice/store"
)

// TestLargeProjectIsBlind replays a project of 100 states and 12 people in
// every phase that a project can be in at once; make soak one of 200.
func TestLargeProjectIsBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a large project takes a while")
	}
	st := largeStore(t, largeStates(t))
	p := replayed(t, st, st)
	for _, l := range p.Leaks {
		t.Error(l)
	}
	t.Logf("%d people, %d states, %d commands, %d reads, %d phrases, %d acts", p.People, p.States, p.Commands, p.Reads, p.Phrases, p.Acts)
}

// largeStore is a generated project with twelve people, made through their
// desks: reviews in every state of completion, arbitrations, notes, signals.
func largeStore(t *testing.T, states int) *store.Store {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	if _, err := fixtures.Generate(ctx, dir, fixtures.Size{States: states, Units: 24, Methods: 2, Seed: 5}); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2027, 3, 4, 9, 0, 0, 0, time.UTC)
	watch := &demoTime{now.UnixMilli()}
	path := filepath.Join(dir, defaultProject)
	if _, err := initProject(ctx, path, newProject{name: "large", scope: "test", organizer: "olga", mode: review.Sealed, annotators: []string{"anna"}},
		streams{Now: func() time.Time { return now }}); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(ctx, path, store.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	b := &large{t: t, ctx: ctx, store: st, watch: watch, desks: map[string]*review.Desk{}}
	b.join()
	b.files(dir)
	b.work()
	return st
}

// large is a large project in the making.
type large struct {
	t     *testing.T
	ctx   context.Context
	store *store.Store
	watch *demoTime
	desks map[string]*review.Desk
}

func (b *large) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *large) join() {
	seat := func(p review.Person) {
		d, err := review.NewDesk(b.ctx, b.store, p, b.watch.now)
		b.must(err)
		b.desks[p.Name] = d
	}
	seat(review.Person{ID: "p1", Name: "olga"})
	seat(review.Person{ID: "p2", Name: "anna"})
	for i, who := range []struct {
		name  string
		roles []review.Role
	}{
		{"bert", []review.Role{review.Annotator, review.Reviewer}}, {"cora", []review.Role{review.Reviewer}},
		{"dirk", []review.Role{review.Reviewer}}, {"elsa", []review.Role{review.Reviewer, review.Senior}},
		{"finn", []review.Role{review.Reviewer}}, {"gita", []review.Role{review.Senior}},
		{"hugo", []review.Role{review.Senior, review.Annotator}}, {"ines", []review.Role{review.Auditor}},
		{"jens", []review.Role{review.Auditor}}, {"kaja", []review.Role{review.Organizer, review.Reviewer}},
	} {
		p := review.Person{ID: review.PersonID(fmt.Sprintf("p%d", i+3)), Name: who.name, Roles: who.roles}
		b.must(b.desks["olga"].AddPerson(b.ctx, p))
		seat(p)
	}
}

func (b *large) files(dir string) {
	organizer := b.desks["olga"].Scope()
	src := func(name string) []store.Source {
		text, err := os.ReadFile(filepath.Join(dir, name))
		b.must(err)
		return []store.Source{bytesSource(name, text)}
	}
	_, err := b.store.ImportItems(b.ctx, organizer, b.watch.now(), src("items.jsonl"))
	b.must(err)
	_, err = b.store.ImportLabels(b.ctx, organizer, b.watch.now(), src("labels.jsonl"), store.LabelOptions{})
	b.must(err)
	_, err = b.store.ImportPredictions(b.ctx, organizer, b.watch.now(), src("predictions.jsonl"), store.PredictionOptions{Set: "round-one"})
	b.must(err)
	_, err = b.store.Lock(b.ctx, organizer, b.watch.now(), "round-one")
	b.must(err)
}

// work leaves a third of the states alone and takes the others to every place
// where one can be.
func (b *large) work() {
	rows, err := b.desks["olga"].Queue(b.ctx)
	b.must(err)
	var under []string
	for i, r := range rows {
		if i%3 != 0 {
			under = append(under, r.State)
			continue
		}
		_, err := b.desks["anna"].Note(b.ctx, r.State, fmt.Sprintf("The annotator wonders about window %d-anna here.", i))
		b.must(err)
	}
	_, err = b.desks["olga"].Assign(b.ctx, review.Staffing{Task: review.TaskReview, States: under, Seed: 3})
	b.must(err)
	for _, name := range []string{"bert", "cora", "dirk", "elsa", "finn", "kaja"} {
		b.reviews(name)
	}
	_, err = b.desks["olga"].Assign(b.ctx, review.Staffing{Task: review.TaskArbitrate, Seed: 4})
	b.must(err)
	for _, name := range []string{"elsa", "gita", "hugo"} {
		b.decides(name)
	}
}

// reviews does somebody's reviews: one in four is left begun, the others are
// submitted, half of them with a change and a secret of their own.
func (b *large) reviews(name string) {
	d := b.desks[name]
	rows, err := d.Queue(b.ctx)
	b.must(err)
	n := 0
	for _, r := range rows {
		if r.Task != review.TaskReview || r.Claimable {
			continue
		}
		n++
		v, err := d.Take(b.ctx, r.State)
		b.must(err)
		g := v.Draft.Certificate().Groups[0]
		said := review.Submission{Verdict: review.VerdictAccept, Confidence: 1 + n%5, Reason: fmt.Sprintf("Fine as it stands, ZEBRA-%d says so.", 1000*len(name)+n)}
		at := v.Revision
		if n%2 == 0 {
			ack, err := d.Edit(b.ctx, r.State, at, certificate.SetRationaleEdit(g.Key, fmt.Sprintf("%s holds that OTTER-%d-%s is what matters in this group.", name, n, name)), "")
			b.must(err)
			ack, err = d.Edit(b.ctx, r.State, ack.Revision, certificate.SetWeightEdit(g.Key, g.Weight+float64(n)), "")
			b.must(err)
			at = b.quotes(d, r.State, ack.Revision)
			said.Verdict = review.VerdictRevise
		}
		b.must(d.SaveTyping(b.ctx, r.State, "note", fmt.Sprintf("half a thought of %s, HERON-%d", name, n)))
		if n%4 == 3 {
			continue
		}
		if _, err := d.Submit(b.ctx, r.State, at, said); err != nil {
			b.t.Fatalf("%s submits %s: %v", name, r.State, err)
		}
	}
	if n == 0 {
		b.t.Fatalf("%s has nothing to review", name)
	}
}

// quotes gives every group of a sheet a quotation, so that it can be handed in.
func (b *large) quotes(d *review.Desk, state string, at certificate.Revision) certificate.Revision {
	v, err := d.Take(b.ctx, state)
	b.must(err)
	for _, g := range v.Draft.Certificate().Groups {
		u := v.State.Pool.Unit(g.Acceptable[0])
		first, _, _ := strings.Cut(u.Text, "\n")
		ack, err := d.Edit(b.ctx, state, at, certificate.QuoteEdit(g.Key, certificate.Quotation{Unit: u.ID, LineStart: u.LineStart, LineEnd: u.LineStart, Text: first}), "")
		b.must(err)
		at = ack.Revision
	}
	return at
}

// decides does half of somebody's arbitrations.
func (b *large) decides(name string) {
	d := b.desks[name]
	rows, err := d.Queue(b.ctx)
	b.must(err)
	n := 0
	for _, r := range rows {
		if r.Task != review.TaskArbitrate || r.Claimable {
			continue
		}
		n++
		v, err := d.Dispute(b.ctx, r.State)
		b.must(err)
		if n%2 == 0 {
			continue
		}
		whole := review.WholeA
		if v.In.A.Verdict != review.VerdictAccept {
			whole = review.WholeB
		}
		if _, err := d.Rule(b.ctx, r.State, v.Revision, review.Ruling{Whole: whole, Reason: fmt.Sprintf("Decided by %s, BISON-%d.", name, n)}); err != nil {
			b.t.Logf("%s on %s: %v", name, r.State, err) // a change without a quotation stays open
		}
	}
}

// largeStates is how many states the large project has: SUFFICE_BLIND_STATES.
func largeStates(t *testing.T) int {
	text := os.Getenv("SUFFICE_BLIND_STATES")
	if text == "" {
		return 100
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/fixtures"
	"suffice/review"
	"suffice/store"
)

// demoStore is the demo project in a store of its own.
func demoStore(t *testing.T, name string, act func(context.Context, *demo) error) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), defaultProject)
	now := time.Date(2027, 3, 4, 15, 0, 0, 0, time.UTC)
	if act == nil {
		act = demoMiddle(func() time.Time { return now })
	}
	if err := buildDemo(t.Context(), path, name, streams{Now: func() time.Time { return now }}, act); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), path, store.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

func replayed(t *testing.T, st *store.Store, repo review.Repository) proof {
	t.Helper()
	p, err := replay{store: st, repo: repo, now: time.Now}.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p.People == 0 || p.Commands == 0 || p.Reads == 0 || p.Phrases == 0 || p.Acts == 0 {
		t.Fatalf("nothing was proved: %+v", p)
	}
	return p
}

func TestDemoIsBlind(t *testing.T) {
	for name, act := range map[string]func(context.Context, *demo) error{"middle": nil, "audited": demoAudited} {
		t.Run(name, func(t *testing.T) {
			st := demoStore(t, name, act)
			p := replayed(t, st, st)
			for _, l := range p.Leaks {
				t.Error(l)
			}
			t.Logf("%d people, %d commands, %d reads, %d phrases, %d acts", p.People, p.Commands, p.Reads, p.Phrases, p.Acts)
		})
	}
}

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

// TestEveryCommandIsReplayedOrWrites keeps the list of reading commands
// complete: a new command is replayed, or said here to do something else.
func TestEveryCommandIsReplayedOrWrites(t *testing.T) {
	others := strings.Fields(`apply arbitrate-choose arbitrate-claim arbitrate-decide arbitrate-recall arbitrate-release
		assign-arbitration assign-audit assign-review audit-judge audit-reopen audit-submit blindness completion demo freeze
		generate import-items import-labels import-predictions import-reviews init keys man
		people-add people-retire people-return people-role predictions-lock predictions-unlock reserve
		review-claim review-release review-reopen review-submit score validate version help`)
	read := map[string]bool{}
	for _, words := range readingCommands() {
		read[commandOf(words)] = true
	}
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		name := strings.Join(path, "-")
		if c.Runnable() && len(c.Commands()) == 0 && !read[name] && !slices.Contains(others, name) {
			t.Errorf("suffice %s is neither replayed nor known to write", strings.Join(path, " "))
		}
		for _, sub := range c.Commands() {
			walk(sub, append(slices.Clone(path), sub.Name()))
		}
	}
	walk(newRoot(streams{Getenv: func(string) string { return "" }}), nil)
}

// commandOf is the name of a command line without its arguments.
func commandOf(words []string) string {
	var name []string
	for _, w := range words {
		if strings.HasPrefix(w, "-") || w == statePlace || w == setPlace {
			break
		}
		name = append(name, w)
	}
	return strings.Join(name, "-")
}

// TestEveryDeskReadIsReplayed keeps the list of what is asked of desks complete.
func TestEveryDeskReadIsReplayed(t *testing.T) {
	acts := strings.Fields(`AddPerson ApplyAll ApplyKept Assign Carry Choose Claim ClaimFor DropKept Edit Finish Flag Freeze JudgeGroup
		JudgeState Keep Note Reapply Recall Redo Release Reopen ReopenAudit Retire Return Rule Sample SaveTyping Seat SetPolicy
		SetReserve SetRoles Skip Submit SubmitAudit Undo Unseat
		Person Project Scope`) // the last three are of the person themselves
	read := []string{}
	for _, r := range slices.Concat(deskReads(), stateReads("s")) {
		read = append(read, strings.Fields(r.name)[0])
	}
	desk := reflect.TypeFor[*review.Desk]()
	for i := range desk.NumMethod() {
		if name := desk.Method(i).Name; !slices.Contains(acts, name) && !slices.Contains(read, name) {
			t.Errorf("Desk.%s is neither read as every person nor known to be an act", name)
		}
	}
}

// TestLargeProjectIsBlind replays a project of 200 states and 12 people in
// every phase that a project can be in at once.
func TestLargeProjectIsBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a project of 200 states takes a while")
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

// largeStates is how many states the large project has.
func largeStates(t *testing.T) int {
	text := os.Getenv("SUFFICE_BLIND_STATES")
	if text == "" {
		return 200
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

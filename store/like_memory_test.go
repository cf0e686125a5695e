package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/audit"
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
	policy review.Policy
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

// step is how a part of the work goes when all goes well; it says how it ended.
type step func(context.Context, func(review.Person) *review.Desk) error

// stages lead from imported certificates to a finished audit. Random acts
// alone would hardly ever get that far.
func stages() []step {
	submit := func(who review.Person, state string, v review.Verdict, edits ...certificate.Edit) step {
		return func(ctx context.Context, desk func(review.Person) *review.Desk) error {
			d := desk(who)
			view, err := d.Claim(ctx, state)
			if err != nil {
				return err
			}
			at := view.Revision
			for _, e := range edits {
				ack, err := d.Edit(ctx, state, at, e, "")
				if err != nil {
					return err
				}
				at = ack.Revision
			}
			_, err = d.Submit(ctx, state, at, review.Submission{Verdict: v, Confidence: 4, Reason: "as read"})
			return err
		}
	}
	one := func(who review.Person, do func(context.Context, *review.Desk) error) step {
		return func(ctx context.Context, desk func(review.Person) *review.Desk) error { return do(ctx, desk(who)) }
	}
	judged := func(who review.Person) step {
		return one(who, func(ctx context.Context, d *review.Desk) error { return judgeAll(ctx, d, "s1", "s2", "s3") })
	}
	return []step{
		submit(rea, "s1", review.VerdictRevise, certificate.Edit{Op: certificate.AcceptUnit, Group: "g1", Unit: "u4"}),
		submit(rob, "s1", review.VerdictAccept),
		one(sam, func(ctx context.Context, d *review.Desk) error { _, err := d.Claim(ctx, "s1"); return err }),
		one(sam, func(ctx context.Context, d *review.Desk) error {
			v, err := d.Take(ctx, "s1")
			if err == nil {
				_, err = d.Rule(ctx, "s1", v.Revision, review.Ruling{Whole: review.WholeB, Reason: "as the source says"})
			}
			return err
		}),
		submit(rea, "s2", review.VerdictAccept), submit(ray, "s2", review.VerdictAccept),
		submit(rob, "s3", review.VerdictAccept), submit(ray, "s3", review.VerdictAccept),
		one(olga, func(ctx context.Context, d *review.Desk) error { return d.SetReserve(ctx, "s9", true) }),
		one(olga, func(ctx context.Context, d *review.Desk) error { _, err := d.Freeze(ctx); return err }),
		one(olga, func(ctx context.Context, d *review.Desk) error {
			_, err := d.Sample(ctx, review.Sampling{States: 3, Auditors: []review.PersonID{una.ID, ugo.ID}, Seed: 2})
			return err
		}),
		judged(una), judged(ugo),
	}
}

func judgeAll(ctx context.Context, d *review.Desk, states ...string) error {
	for _, state := range states {
		v, err := d.Audit(ctx, state)
		if err != nil {
			return err
		}
		for _, g := range v.Frozen.Groups {
			for _, f := range audit.AllFields() {
				if _, err := d.JudgeGroup(ctx, state, g, f, audit.Judgment{Answer: audit.OK}); err != nil {
					return err
				}
			}
		}
		if _, err := d.JudgeState(ctx, state, audit.Accept, 5); err != nil {
			return err
		}
		if _, err := d.SubmitAudit(ctx, state); err != nil {
			return err
		}
	}
	return nil
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

// drawProcess draws something that a person in this role does at their desk,
// and how they see it end. It need not be lawful.
func drawProcess(rt *rapid.T, who review.Person) func(context.Context, *review.Desk) string {
	kinds := map[review.Role][]string{
		review.Annotator: {"edit", "edit", "note", "finish", "undo", "claim", "skip"},
		review.Reviewer:  {"claim", "claim", "claim", "edit", "note", "undo", "redo", "submit", "submit", "submit", "reopen", "release", "typing"},
		review.Senior:    {"claim", "claim", "choose", "rule", "rule", "recall", "release", "edit", "undo", "submit"},
		review.Auditor:   {"judge", "judge", "hand in", "take back", "claim", "note"},
		review.Organizer: {"seat", "seat", "seat", "unseat", "policy", "reserve", "retire", "return", "freeze", "sample", "report", "roles", "edit"},
	}
	role := rapid.SampledFrom(who.Roles).Draw(rt, "role")
	kind := rapid.SampledFrom(kinds[role]).Draw(rt, "kind")
	p := process{
		state:   rapid.SampledFrom([]string{"s1", "s1", "s1", "s2", "s2", "s3", "s9", "s0"}).Draw(rt, "state"),
		unit:    rapid.SampledFrom([]string{"u1", "u4", "u5"}).Draw(rt, "unit"),
		verdict: rapid.SampledFrom([]review.Verdict{review.VerdictAccept, review.VerdictAccept, review.VerdictRevise, review.VerdictUnscorable}).Draw(rt, "verdict"),
		whole:   rapid.SampledFrom([]review.Whole{review.ByGroup, review.WholeA, review.WholeB, review.ReplaceState, review.WholeOwn}).Draw(rt, "whole"),
		take:    rapid.SampledFrom(review.Takes()).Draw(rt, "take"),
		other:   rapid.SampledFrom(everybody()).Draw(rt, "other"),
		task:    rapid.SampledFrom([]review.Task{review.TaskReview, review.TaskReview, review.TaskArbitrate}).Draw(rt, "task"),
		yes:     rapid.Bool().Draw(rt, "yes"),
	}
	return func(ctx context.Context, d *review.Desk) string {
		if err := p.do(ctx, d, kind); err != nil {
			if stale := new(review.StaleError); errors.As(err, &stale) {
				return fmt.Sprintf("stale at %d now %d", stale.At, stale.Now)
			}
			return err.Error()
		}
		return "done"
	}
}

// process is what a drawn act is about.
type process struct {
	state, unit string
	verdict     review.Verdict
	whole       review.Whole
	take        review.Take
	other       review.Person
	task        review.Task
	yes         bool
}

func (p process) do(ctx context.Context, d *review.Desk, kind string) error {
	switch kind {
	case "claim":
		_, err := d.Claim(ctx, p.state)
		return err
	case "release":
		return d.Release(ctx, p.state)
	case "reopen":
		_, err := d.Reopen(ctx, p.state)
		return err
	case "recall":
		_, err := d.Recall(ctx, p.state)
		return err
	case "note":
		_, err := d.Note(ctx, p.state, p.unit)
		return err
	case "skip":
		_, err := d.Skip(ctx, p.state, &p.unit)
		return err
	case "typing":
		return d.SaveTyping(ctx, p.state, "note", p.unit)
	case "edit", "undo", "redo", "finish", "submit", "choose", "rule":
		v, err := d.Take(ctx, p.state)
		if err != nil {
			return err
		}
		return p.onSheet(ctx, d, kind, v)
	case "judge", "hand in", "take back":
		return p.audit(ctx, d, kind)
	}
	return p.organize(ctx, d, kind)
}

func (p process) onSheet(ctx context.Context, d *review.Desk, kind string, v review.View) (err error) {
	at := v.Revision
	switch kind {
	case "edit":
		e := certificate.Edit{Op: certificate.AcceptUnit, Group: "g1", Unit: p.unit}
		if len(v.Draft.Certificate().Groups) == 0 {
			e = certificate.Edit{Op: certificate.AddGroup, After: []byte(`{"role":"r"}`)}
		}
		_, err = d.Edit(ctx, p.state, at, e, "note")
	case "undo":
		_, err = d.Undo(ctx, p.state, at)
	case "redo":
		_, err = d.Redo(ctx, p.state, at)
	case "finish":
		_, err = d.Finish(ctx, p.state, at, p.yes)
	case "submit":
		_, err = d.Submit(ctx, p.state, at, review.Submission{Verdict: p.verdict, Confidence: 3, Reason: "so"})
	case "choose":
		_, err = d.Choose(ctx, p.state, at, 0, &review.Choice{Take: p.take})
	case "rule":
		r := review.Ruling{Whole: p.whole, Reason: "so"}
		if p.whole == review.ReplaceState {
			r.Replacement = "s9"
		}
		_, err = d.Rule(ctx, p.state, at, r)
	}
	return err
}

func (p process) audit(ctx context.Context, d *review.Desk, kind string) (err error) {
	switch kind {
	case "judge":
		if _, err = d.JudgeState(ctx, p.state, audit.Accept, 4); err == nil {
			_, err = d.JudgeGroup(ctx, p.state, "G1", audit.AllFields()[0], audit.Judgment{Answer: audit.OK})
		}
	case "hand in":
		_, err = d.SubmitAudit(ctx, p.state)
	case "take back":
		_, err = d.ReopenAudit(ctx, p.state)
	}
	return err
}

func (p process) organize(ctx context.Context, d *review.Desk, kind string) (err error) {
	switch kind {
	case "seat":
		return d.Seat(ctx, p.state, p.task, p.other.ID)
	case "unseat":
		return d.Unseat(ctx, p.state, p.task, p.other.ID)
	case "policy":
		return d.SetPolicy(ctx, review.Policy{Lease: 60_000, Seed: 5, Settings: review.Settings{MinorToSenior: p.yes}})
	case "reserve":
		return d.SetReserve(ctx, "s9", p.yes)
	case "retire":
		return d.Retire(ctx, p.other.ID)
	case "return":
		return d.Return(ctx, p.other.ID)
	case "roles":
		return d.SetRoles(ctx, p.other.ID, p.other.Roles)
	case "freeze":
		_, err = d.Freeze(ctx)
	case "sample":
		_, err = d.Sample(ctx, review.Sampling{States: 1, Auditors: []review.PersonID{una.ID, ugo.ID}, Seed: 2})
	case "report":
		_, err = d.AuditReport(ctx, []string{"s1", "s2"}, audit.Resampling{Draws: 10}, true)
	}
	return err
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

package review_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/audit"
	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// process is some people at work on six states, doing what comes to mind.
type process struct {
	*rapid.T
	o      *reviewtest.Office
	desks  []*review.Desk
	phases map[string]review.Phase
}

func processStates() []string { return []string{"s1", "s2", "s3", "s4", "s5", "s6"} }

func newProcess(t *testing.T, rt *rapid.T) *process {
	p := reviewtest.Calibration()
	p.Mode = rapid.SampledFrom([]review.Mode{review.Open, review.Sealed}).Draw(rt, "mode")
	start := rapid.SampledFrom([]func() *reviewtest.Office{
		func() *reviewtest.Office {
			o := reviewtest.NewOffice(t, p, len(processStates()))
			o.Annotate(t, "s1")
			o.Lock("s1", "s2")
			return o
		},
		func() *reviewtest.Office { return reviewtest.MidReview(t, p) },
		func() *reviewtest.Office { o, _ := reviewtest.Disputed(t, p); return o },
		func() *reviewtest.Office { o, _ := reviewtest.Decided(t, p); return o },
		func() *reviewtest.Office { return reviewtest.CloseAll(t, p, len(processStates())) },
	}).Draw(rt, "start")
	o := start()
	all := &process{T: rt, o: o, phases: map[string]review.Phase{}}
	all.desks = append(o.Desks(), all.join(t, "Dora", review.Annotator, review.Reviewer, review.Senior), all.join(t, "Emil", review.Reviewer, review.Senior))
	for _, id := range processStates() {
		all.phases[id] = o.Memory.Stored(id).Course.Phase
	}
	return all
}

func (p *process) join(t *testing.T, name string, roles ...review.Role) *review.Desk {
	who := reviewtest.Person(name, roles...)
	if err := p.o.Olga.AddPerson(background, who); err != nil {
		p.Fatal(err)
	}
	return p.o.Sit(t, who)
}

// step lets somebody try something. What is refused leaves nothing behind.
func (p *process) step() {
	state := rapid.SampledFrom(processStates()).Draw(p.T, "state")
	d := rapid.SampledFrom(p.candidates(state)).Draw(p.T, "who")
	before := len(p.o.Memory.Journal())
	if err := p.do(d, state); err != nil && len(p.o.Memory.Journal()) != before {
		p.Fatalf("%s was refused (%v) and still is in the journal", d.Person().Name, err)
	}
	for _, id := range processStates() {
		p.check(id)
	}
}

// candidates are all people, and those at work on the state many times over.
func (p *process) candidates(state string) []*review.Desk {
	all := slices.Clone(p.desks)
	for _, s := range p.o.Memory.Stored(state).Course.Seats {
		i := slices.IndexFunc(p.desks, func(d *review.Desk) bool { return d.Person().ID == s.Person })
		all = append(all, slices.Repeat([]*review.Desk{p.desks[i]}, 5)...)
	}
	return all
}

// do draws an act and tries it.
func (p *process) do(d *review.Desk, state string) error {
	acts := []func(*review.Desk, string) error{
		p.claim, p.claim, p.claim, p.edit, p.edit, p.edit, p.submit, p.submit, p.submit, p.finish, p.rule, p.rule,
		func(d *review.Desk, s string) error { return d.Release(background, s) },
		func(d *review.Desk, s string) error { _, err := d.Reopen(background, s); return err },
		func(d *review.Desk, s string) error { _, err := d.Recall(background, s); return err },
		func(d *review.Desk, s string) error {
			_, err := d.Note(background, s, "note of "+string(d.Person().ID))
			return err
		},
		func(d *review.Desk, s string) error { _, err := d.Undo(background, s, p.at(d, s)); return err },
		func(d *review.Desk, s string) error { _, err := d.Redo(background, s, p.at(d, s)); return err },
		p.manage, p.freeze, p.audit,
	}
	return rapid.SampledFrom(acts).Draw(p.T, "act")(d, state)
}

func (p *process) at(d *review.Desk, state string) certificate.Revision {
	v, err := d.Take(background, state)
	if err != nil {
		return 0
	}
	return v.Revision
}

func (p *process) claim(d *review.Desk, state string) error {
	_, err := d.Claim(background, state)
	return err
}

func (p *process) edit(d *review.Desk, state string) error {
	unit := "u" + itoa(rapid.IntRange(1, 8).Draw(p.T, "unit"))
	e := rapid.SampledFrom([]certificate.Edit{
		certificate.AcceptEdit("g1", unit), certificate.DropEdit("g1", unit), certificate.AcceptEdit("g2", unit),
		certificate.SetThresholdEdit("g1", 2), certificate.SetWeightEdit("g2", 2),
	}).Draw(p.T, "edit")
	_, err := d.Edit(background, state, p.at(d, state), e, "")
	return err
}

func (p *process) finish(d *review.Desk, state string) error {
	if state != "s1" && len(p.o.Memory.Stored(state).Sheets[review.Main].Draft.Certificate().Groups) == 0 {
		for _, err := range d.ApplyAll(background, state, reviewtest.Sound()) {
			if err != nil {
				return nil // those before it are done
			}
		}
	}
	_, err := d.Finish(background, state, p.at(d, state), rapid.Bool().Draw(p.T, "done"))
	return err
}

func (p *process) submit(d *review.Desk, state string) error {
	v, err := d.Take(background, state)
	if err != nil {
		return err
	}
	s := review.Submission{Verdict: review.VerdictAccept, Confidence: rapid.IntRange(1, 5).Draw(p.T, "confidence"), Reason: "review of " + string(d.Person().ID)}
	if v.Touched {
		s.Verdict = review.VerdictRevise
	} else if rapid.IntRange(0, 3).Draw(p.T, "doubt") == 0 {
		s.Verdict = review.VerdictUncertain
	}
	_, err = d.Submit(background, state, v.Revision, s)
	return err
}

func (p *process) rule(d *review.Desk, state string) error {
	q, err := d.Dispute(background, state)
	if err != nil {
		return err
	}
	whole := rapid.SampledFrom([]review.Whole{review.ByGroup, review.WholeA, review.WholeOwn, review.ReplaceState}).Draw(p.T, "whole")
	r := review.Ruling{Whole: whole, Reason: "decision of " + string(d.Person().ID)}
	switch whole {
	case review.ReplaceState:
		ready := slices.DeleteFunc(processStates(), func(id string) bool { return p.o.Memory.Stored(id).Course.Under != 0 })
		r.Replacement = rapid.SampledFrom(append(ready, "s9")).Draw(p.T, "reserve")
	case review.ByGroup:
		for _, pair := range q.Open {
			take := rapid.SampledFrom(review.Takes()).Draw(p.T, "take")
			if _, err := d.Choose(background, state, q.Revision, pair, &review.Choice{Take: take}); err != nil {
				return nil // choices before it are made
			}
		}
		if len(q.Open) > 0 {
			_, _ = d.Rule(background, state, q.Revision, r) // the choices are made in any case
			return nil
		}
	}
	_, err = d.Rule(background, state, q.Revision, r)
	return err
}

// manage is what the organizer does, and time.
func (p *process) manage(*review.Desk, string) error {
	who := rapid.SampledFrom(p.desks[1:]).Draw(p.T, "whom").Person().ID
	switch rapid.IntRange(0, 4).Draw(p.T, "manage") {
	case 0:
		p.o.Pass(review.DefaultLease + 1)
		return nil
	case 1:
		return p.o.Olga.Retire(background, who)
	case 2:
		return p.o.Olga.Return(background, who)
	case 3:
		_, err := p.o.Olga.Assign(background, review.Staffing{Task: review.TaskReview, Seed: 1})
		return err
	}
	return p.o.Olga.Seat(background, processStates()[0], review.TaskArbitrate, who)
}

// freeze freezes the release and draws an audit, once everything is closed.
func (p *process) freeze(*review.Desk, string) error {
	if _, err := p.o.Olga.Freeze(background); err != nil {
		return err
	}
	_, _ = p.o.Olga.Sample(background, review.Sampling{States: 3, Seed: 2}) // may lack auditors
	return nil
}

func (p *process) audit(d *review.Desk, state string) error {
	v, err := d.Audit(background, state)
	if err != nil {
		return err
	}
	if rapid.Bool().Draw(p.T, "submit") {
		_, err = d.SubmitAudit(background, state)
		return err
	}
	f := audit.Field(rapid.IntRange(0, audit.FieldCount-1).Draw(p.T, "field"))
	_, err = d.JudgeGroup(background, state, v.Frozen.Groups[0], f, audit.Judgment{Answer: audit.OK, Note: "note of " + string(d.Person().ID)})
	return err
}

// Whatever people do: never a third reviewer, nobody on their own work, phases
// along their arrows, the journal whole, its fold equal to what is kept, and
// nothing of anybody in what somebody else is shown.
func TestProcesses(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newProcess(t, rt)
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			p.step()
		}
		p.checkJournal()
		p.checkBlindness()
	})
}

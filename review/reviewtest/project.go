package reviewtest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"suffice/audit"
	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
)

// Office is a project whose people sit at their desks: Olga runs it, Ann and
// Ben annotate, Rita, Ralf and Rosa review, Sven and Selma arbitrate, Alma and
// Abel audit. All desks share one clock that ticks a second (Clock), so a test
// may let time pass (Pass).
//
// Projects in the middle of the work come from MidReview, Disputed, Decided and
// FrozenWithAudit; each is a fresh Memory, so tests may go on from there.
type Office struct {
	Memory *Memory

	Olga, Ann, Ben, Rita, Ralf, Rosa, Sven, Selma, Alma, Abel *review.Desk

	people []review.Person
	now    *ticker
}

// ticker is a clock that can be set forward.
type ticker struct {
	tick review.Clock
	more int64
}

// Person is somebody with these roles.
func Person(name string, roles ...review.Role) review.Person {
	return review.Person{ID: review.PersonID("id-" + name), Name: name, Roles: roles}
}

// NewOffice is a project with states s1 to sn of 8 units and nothing done.
func NewOffice(t testing.TB, p review.Project, n int) *Office {
	t.Helper()
	states := make([]card.State, n)
	for i := range states {
		states[i] = State(fmt.Sprintf("s%d", i+1), 8)
		states[i].Card.InstanceID = fmt.Sprintf("harbour__%d", i+1)
		states[i].Card.Issue = fmt.Sprintf("Issue %d: the tide table is read twice.", i+1)
		states[i].Card.Need = fmt.Sprintf("Where is tide table %d read?", i+1)
	}
	o := &Office{now: &ticker{tick: Ticking(1000)}, people: []review.Person{
		Person("Olga", review.Organizer),
		Person("Ann", review.Annotator), Person("Ben", review.Annotator),
		Person("Rita", review.Reviewer), Person("Ralf", review.Reviewer), Person("Rosa", review.Reviewer),
		Person("Sven", review.Senior), Person("Selma", review.Senior),
		Person("Alma", review.Auditor), Person("Abel", review.Auditor),
	}}
	o.Memory = NewMemory(p, o.people, states...)
	for i, desk := range []**review.Desk{&o.Olga, &o.Ann, &o.Ben, &o.Rita, &o.Ralf, &o.Rosa, &o.Sven, &o.Selma, &o.Alma, &o.Abel} {
		*desk = o.Sit(t, o.people[i])
	}
	return o
}

// Sit seats somebody at a desk with the office's clock.
func (o *Office) Sit(t testing.TB, p review.Person) *review.Desk {
	t.Helper()
	d, err := review.NewDesk(context.Background(), o.Memory, p, o.Clock)
	if err != nil {
		t.Fatalf("seat %s: %v", p.Name, err)
	}
	return d
}

// Clock is the time in the office.
func (o *Office) Clock() int64 { return o.now.tick() + o.now.more }

// Pass lets time pass, in milliseconds; not while desks are at work.
func (o *Office) Pass(ms int64) { o.now.more += ms }

// Desks are all desks, in the order of the fields.
func (o *Office) Desks() []*review.Desk {
	return []*review.Desk{o.Olga, o.Ann, o.Ben, o.Rita, o.Ralf, o.Rosa, o.Sven, o.Selma, o.Alma, o.Abel}
}

// Sound is a certificate of two groups, g1 {u1, u2} and g2 {u3}, that can be finished.
func Sound() []certificate.Edit {
	confidence := 0.9
	return []certificate.Edit{
		certificate.AddGroupEdit("bug_location"),
		certificate.AcceptEdit("g1", "u1"), certificate.AcceptEdit("g1", "u2"),
		certificate.SetRationaleEdit("g1", "The table is read here."), QuoteLine("g1", "u1", 1),
		certificate.AddGroupEdit("caller"),
		certificate.AcceptEdit("g2", "u3"),
		certificate.SetRationaleEdit("g2", "It is called here."), QuoteLine("g2", "u3", 21),
		certificate.SetConfidenceEdit(&confidence),
	}
}

// QuoteLine quotes one line of a unit of State.
func QuoteLine(g certificate.GroupKey, unit string, line int) certificate.Edit {
	return certificate.QuoteEdit(g, certificate.Quotation{Unit: unit, LineStart: line, LineEnd: line, Text: fmt.Sprintf("line %d", line)})
}

// Annotate lets Ann make and finish the Sound certificate of states.
func (o *Office) Annotate(t testing.TB, states ...string) {
	t.Helper()
	for _, id := range states {
		at := Do(t, o.Ann, id, Sound()...).Revision
		if _, err := o.Ann.Finish(context.Background(), id, at, true); err != nil {
			t.Fatalf("finish %s: %v", id, err)
		}
	}
}

// Lock locks two rankings for every state: one that completes Sound at 2 and
// one that completes it at 6.
func (o *Office) Lock(states ...string) {
	for _, id := range states {
		o.Memory.Lock(id,
			card.Prediction{State: id, Method: "bm25", Ranked: []string{"u1", "u3", "u5", "u2", "u4", "u6"}},
			card.Prediction{State: id, Method: "recency", Ranked: []string{"u8", "u7", "u6", "u5", "u2", "u3"}})
	}
}

// Accepts is a review that finds nothing to change.
func Accepts() review.Submission {
	return review.Submission{Verdict: review.VerdictAccept, Confidence: 4}
}

// Revises is a review that comes with edits.
func Revises(reason string, causes ...review.Cause) review.Submission {
	return review.Submission{Verdict: review.VerdictRevise, Confidence: 3, Reason: reason, Causes: causes}
}

// Begin lets somebody claim a state and edit their sheet.
func Begin(t testing.TB, d *review.Desk, state string, edits ...certificate.Edit) review.View {
	t.Helper()
	v, err := d.Claim(context.Background(), state)
	if err != nil {
		t.Fatalf("%s claims %s: %v", d.Person().Name, state, err)
	}
	if len(edits) == 0 {
		return v
	}
	Do(t, d, state, edits...)
	if v, err = d.Take(context.Background(), state); err != nil {
		t.Fatalf("%s takes %s: %v", d.Person().Name, state, err)
	}
	return v
}

// Review lets somebody claim a state, edit their sheet and submit.
func Review(t testing.TB, d *review.Desk, state string, s review.Submission, edits ...certificate.Edit) review.View {
	t.Helper()
	v := Begin(t, d, state, edits...)
	v, err := d.Submit(context.Background(), state, v.Revision, s)
	if err != nil {
		t.Fatalf("%s reviews %s: %v", d.Person().Name, state, err)
	}
	return v
}

// MidReview is a project in the middle of review: s1 is offered, s2 is under
// work at Rita's, s3 is submitted by Rita and open at Ralf's, s4 is closed
// because both accept, s5 and s6 wait for a senior (an acceptable set and a
// threshold differ; one says unscorable), s7 is still annotated by Ann, s8 is
// untouched. s1 to s6 have locked predictions.
func MidReview(t testing.TB, p review.Project) *Office {
	t.Helper()
	o := NewOffice(t, p, 8)
	o.Annotate(t, "s1", "s2", "s3", "s4", "s5", "s6")
	o.Lock("s1", "s2", "s3", "s4", "s5", "s6")
	Do(t, o.Ann, "s7", Sound()[:5]...)
	Begin(t, o.Rita, "s2", certificate.AcceptEdit("g1", "u4"))
	Review(t, o.Rita, "s3", Revises("u4 reads it too", review.Plurality), certificate.AcceptEdit("g1", "u4"))
	Begin(t, o.Ralf, "s3")
	Review(t, o.Rita, "s4", Accepts())
	Review(t, o.Ralf, "s4", Accepts())
	Differ(t, o.Rita, o.Ralf, "s5")
	Review(t, o.Ralf, "s6", Accepts())
	Review(t, o.Rosa, "s6", review.Submission{
		Verdict: review.VerdictUnscorable, Confidence: 2, Reason: "the decision is made before anything is read",
		Causes: []review.Cause{review.ActionBoundary},
	})
	return o
}

// Differ lets two people review a Sound state so that the first accepts u4 in
// G1 too and the second wants both of G1 and also u5 for G2.
func Differ(t testing.TB, first, second *review.Desk, state string) {
	t.Helper()
	Review(t, first, state, Revises("u4 reads the table too", review.Plurality),
		certificate.AcceptEdit("g1", "u4"), QuoteLine("g1", "u4", 31))
	Review(t, second, state, Revises("one end of the table is not enough", review.JointSufficiency),
		certificate.SetThresholdEdit("g1", 2), certificate.AcceptEdit("g2", "u5"))
}

// Disputed is MidReview with s5 claimed by Sven, who has not decided anything.
func Disputed(t testing.TB, p review.Project) (o *Office, state string) {
	t.Helper()
	o = MidReview(t, p)
	Begin(t, o.Sven, "s5")
	return o, "s5"
}

// Decided is Disputed with s5 decided group by group: the union for G1, B's for
// the other difference.
func Decided(t testing.TB, p review.Project) (o *Office, state string) {
	t.Helper()
	o, state = Disputed(t, p)
	Decide(t, o.Sven, state, review.TakeUnion)
	return o, state
}

// Decide takes the same for every difference of a claimed state and rules.
func Decide(t testing.TB, senior *review.Desk, state string, take review.Take) review.Dispute {
	t.Helper()
	ctx := context.Background()
	q, err := senior.Dispute(ctx, state)
	if err != nil {
		t.Fatalf("%s opens %s: %v", senior.Person().Name, state, err)
	}
	for _, pair := range q.Open {
		if _, err := senior.Choose(ctx, state, q.Revision, pair, &review.Choice{Take: take}); err != nil {
			t.Fatalf("choose about pair %d of %s: %v", pair, state, err)
		}
	}
	q, err = senior.Rule(ctx, state, q.Revision, review.Ruling{Whole: review.ByGroup, Reason: "both readings hold", Causes: []review.Cause{review.Plurality}})
	if err != nil {
		t.Fatalf("decide on %s: %v", state, err)
	}
	return q
}

// CloseAll brings states s1 to sn to their end: annotated by Ann, accepted by
// two reviewers each, but s2 (if there is one) decided by Sven.
func CloseAll(t testing.TB, p review.Project, n int) *Office {
	t.Helper()
	o := NewOffice(t, p, n)
	for i := range n {
		id := fmt.Sprintf("s%d", i+1)
		o.Annotate(t, id)
		o.Lock(id)
		if i == 1 {
			Differ(t, o.Rita, o.Ralf, id)
			Begin(t, o.Sven, id)
			Decide(t, o.Sven, id, review.TakeUnion)
			continue
		}
		Review(t, o.Rita, id, Accepts())
		Review(t, o.Ralf, id, Accepts())
	}
	return o
}

// FrozenWithAudit is a frozen release of six states, four of them drawn for an
// audit by Alma (A) and Abel (B). Alma has submitted all but the last, which is
// half judged; Abel has submitted the first, with one judgment against it.
func FrozenWithAudit(t testing.TB, p review.Project) *Office {
	t.Helper()
	ctx := context.Background()
	o := CloseAll(t, p, 6)
	if _, err := o.Olga.Freeze(ctx); err != nil {
		t.Fatalf("freeze: %v", err)
	}
	drawn, err := o.Olga.Sample(ctx, review.Sampling{
		States: 4, Auditors: []review.PersonID{o.Alma.Person().ID, o.Abel.Person().ID}, Seed: 7,
	})
	if err != nil {
		t.Fatalf("draw the audit: %v", err)
	}
	states := drawn.Sample.States
	for _, id := range states[:3] {
		Audit(t, o.Alma, id)
	}
	v, err := o.Alma.Audit(ctx, states[3])
	if err != nil {
		t.Fatalf("open %s: %v", states[3], err)
	}
	for f := range audit.Field(4) {
		if _, err := o.Alma.JudgeGroup(ctx, states[3], v.Frozen.Groups[0], f, audit.Judgment{Answer: audit.OK}); err != nil {
			t.Fatalf("judge %s: %v", states[3], err)
		}
	}
	Audit(t, o.Abel, states[0], audit.Necessity)
	return o
}

// Audit judges and submits a state; the fields of against are not ok for the
// last group.
func Audit(t testing.TB, d *review.Desk, state string, against ...audit.Field) review.AuditView {
	t.Helper()
	ctx := context.Background()
	v, err := d.Audit(ctx, state)
	if err != nil {
		t.Fatalf("%s audits %s: %v", d.Person().Name, state, err)
	}
	for i, g := range v.Frozen.Groups {
		for _, f := range audit.AllFields() {
			j := audit.Judgment{Answer: audit.OK}
			if i == len(v.Frozen.Groups)-1 && slices.Contains(against, f) {
				j = audit.Judgment{Answer: audit.NotOK, Note: "the others imply it"}
			}
			if _, err := d.JudgeGroup(ctx, state, g, f, j); err != nil {
				t.Fatalf("judge %s: %v", state, err)
			}
		}
	}
	verdict := audit.Accept
	if len(against) > 0 {
		verdict = audit.Revise
	}
	if _, err := d.JudgeState(ctx, state, verdict, 4); err != nil {
		t.Fatalf("judge %s: %v", state, err)
	}
	if v, err = d.SubmitAudit(ctx, state); err != nil {
		t.Fatalf("submit the audit of %s: %v", state, err)
	}
	return v
}

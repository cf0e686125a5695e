package review

import (
	"context"
	"errors"

	"suffice/certificate"
)

// Submission is what a reviewer says besides the certificate on their sheet.
type Submission struct {
	Verdict    Verdict `json:"verdict"`
	Confidence int     `json:"confidence"`
	Reason     string  `json:"reason"`
	Causes     []Cause `json:"causes,omitzero"`
}

// Claim takes a free review or arbitration that this person may have, and
// opens their sheet. Errors: *TakenError when somebody was faster, *DutyError
// when a rule is in the way, *UnknownStateError for what is not offered.
func (d *Desk) Claim(ctx context.Context, state string) (View, error) {
	return d.ClaimFor(ctx, state, d.claims(ctx, state))
}

// ClaimFor is Claim for the one task that is wanted, so that a refusal is
// about that one.
func (d *Desk) ClaimFor(ctx context.Context, state string, t Task) (View, error) {
	_, err := d.onCourse(ctx, state, Claimed, Seated{Task: t, Person: d.person.ID})
	if err != nil {
		return View{}, err
	}
	return d.Take(ctx, state)
}

// claims is the task that a claim of this person on a state is for: the one
// offered, or else the first that their roles allow.
func (d *Desk) claims(ctx context.Context, state string) Task {
	switch {
	case !d.Scope().has(Senior):
		return TaskReview
	case !d.Scope().has(Reviewer):
		return TaskArbitrate
	}
	rows, err := d.repo.Tasks(ctx, d.Scope(), d.clock())
	if err != nil {
		return TaskReview // the claim itself will fail and say why
	}
	for _, r := range rows {
		if r.State == state && r.Claimable {
			return r.Task
		}
	}
	return TaskReview
}

// onCourse makes an act that is about no sheet.
func (d *Desk) onCourse(ctx context.Context, state string, k Kind, b any) (Event, error) {
	raw, err := encode(b)
	if err != nil {
		return Event{}, err
	}
	e := Event{Who: d.person.ID, At: d.clock(), Kind: k, State: state, Body: raw}
	saved, _, err := d.repo.Enact(ctx, d.Scope(), []Act{{Event: e}})
	if err != nil {
		return e, plain(state, err)
	}
	return saved[0], nil
}

// plain tells the reason of a refusal alone.
func plain(state string, err error) error {
	var unfit *FoldError
	if errors.As(err, &unfit) {
		return unfit.Err
	}
	return unsaved(state, err)
}

// Release gives my open review or arbitration back; what is on the sheet stays
// on record and reaches nobody else. Of a review that was taken back to be
// changed the last submission stands. Errors: *NoSeatError, *SubmittedError.
func (d *Desk) Release(ctx context.Context, state string) error {
	_, w, err := d.seated(ctx, state, TaskReview, TaskArbitrate)
	if err != nil {
		return err
	}
	s := w.part.Seat
	if !s.Open() {
		return &SubmittedError{state, s.Task}
	}
	_, err = d.onCourse(ctx, state, Released, Seated{Task: s.Task, Slot: s.Slot, Person: s.Person})
	return err
}

// seated opens a state on which this person has one of these tasks.
func (d *Desk) seated(ctx context.Context, state string, tasks ...Task) (*held, opened, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return nil, opened{}, err
	}
	for _, t := range tasks {
		if w.part.Holds && w.part.Seat.Task == t {
			return h, w, nil
		}
	}
	return nil, opened{}, &NoSeatError{State: state, Task: tasks[0]}
}

// Submit hands in my review of the state as my sheet has it at revision at.
// The certificate comes from the sheet. Errors: *StaleError, *NoSeatError,
// *SubmittedError, *OpinionError, *UnfinishedError, *DutyError.
func (d *Desk) Submit(ctx context.Context, state string, at certificate.Revision, s Submission) (View, error) {
	h, w, err := d.seated(ctx, state, TaskReview)
	if err != nil {
		return View{}, err
	}
	if err := d.current(ctx, w, at); err != nil {
		return View{}, err
	}
	o := Opinion{
		Verdict: s.Verdict, Confidence: s.Confidence, Reason: s.Reason, Causes: s.Causes,
		Certificate: bare(w.Draft.Certificate()),
	}
	if err := o.Check(w.Base); err != nil {
		return View{}, err
	}
	if o.Verdict.Edits() {
		if in := obstacles(h, w.Work); len(in) > 0 {
			return View{}, &UnfinishedError{in}
		}
	}
	return d.turn(ctx, h, w, Submitted, o)
}

// current refuses an act on submitted work or on an older revision.
func (d *Desk) current(ctx context.Context, w opened, at certificate.Revision) error {
	if !w.part.Seat.Open() {
		return &SubmittedError{w.State, w.part.Seat.Task}
	}
	if at != w.Revision {
		return d.stale(ctx, w, at)
	}
	return nil
}

// turn makes an act about the open sheet that does not change its certificate,
// and shows what is there now.
func (d *Desk) turn(ctx context.Context, h *held, w opened, k Kind, b any) (View, error) {
	now, err := d.turned(ctx, w, k, b)
	if err != nil {
		return View{}, err
	}
	return d.view(ctx, h, now)
}

func (d *Desk) turned(ctx context.Context, w opened, k Kind, b any) (opened, error) {
	e, err := d.event(w, k, b)
	if err != nil {
		return opened{}, err
	}
	_, now, err := d.enact(ctx, e, Write{At: e.From})
	return now, d.explain(ctx, w, err)
}

// Reopen takes my submitted review back to change it. The last submission
// counts until the next one. Errors: *NoSeatError, *NotSubmittedError.
func (d *Desk) Reopen(ctx context.Context, state string) (View, error) {
	h, w, err := d.seated(ctx, state, TaskReview)
	if err != nil {
		return View{}, err
	}
	s := w.part.Seat
	if s.Open() {
		return View{}, &NotSubmittedError{state, s.Task}
	}
	return d.turn(ctx, h, w, Reopened, Seated{Task: s.Task, Slot: s.Slot, Person: s.Person})
}

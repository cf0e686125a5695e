package review

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"suffice/audit"
)

// foldDecision takes the senior's decision in, or back.
func (c *Course) foldDecision(e Event) error {
	i := c.seatOf(TaskArbitrate, e.Who)
	if i < 0 || e.Sheet != SheetSenior {
		return &NoSeatError{State: c.State, Task: TaskArbitrate}
	}
	if e.Kind == Recalled {
		switch {
		case c.Replaced != "":
			return &ReplacedError{c.State, c.Replaced}
		case c.Phase != Closed:
			return c.unmoved()
		}
		c.Phase, c.Recalled, c.Ruling, c.Basis = Arbitrate, true, nil, maps.Clone(c.Opinions)
		c.Seats[i].Done = 0
		return nil
	}
	r, err := body[Ruling](e)
	if err != nil {
		return err
	}
	if c.Phase != Arbitrate {
		return c.unmoved()
	}
	c.Phase, c.Recalled, c.Ruling = Closed, false, &r
	c.Seats[i].Done = e.Seq
	return nil
}

// unmoved refuses a decision in another phase than that of arbitration.
func (c *Course) unmoved() error {
	if err := c.live(); err != nil {
		return err
	}
	return fmt.Errorf("it is in the phase %s", c.Phase)
}

// foldReplaced takes the old state out of the release and puts the new one
// under review.
func (c *Course) foldReplaced(k Case, e Event) error {
	r, err := body[Replacement](e)
	switch {
	case err != nil:
		return err
	case r.Old == c.State && c.Ruling != nil && c.Ruling.Replacement == r.New:
		c.Phase, c.Replaced = Excluded, r.New
		return nil
	case r.New == c.State && c.Under == 0 && c.Replaces == "":
		c.Phase, c.Under, c.Reserve = Review, k.Sheets[Main].Revision, false
		c.Replaces = r.Old
		return nil
	}
	return fmt.Errorf("%s does not replace %s here", r.New, r.Old)
}

func (c *Course) foldReserved(e Event) error {
	reserve, err := setValue(e, "whether it is a reserve", c.Reserve)
	switch {
	case err != nil:
		return err
	case c.Under != 0 || c.Replaces != "":
		return &UnderReviewError{c.State}
	}
	c.Reserve = reserve
	return nil
}

// foldSampled seats the auditors on a state of the sample.
func (c *Course) foldSampled(e Event) error {
	b, err := body[AuditBody](e)
	if err != nil {
		return err
	}
	if len(b.Auditors) != 2 || b.Auditors[0] == b.Auditors[1] {
		return errors.New("an audit is made by two auditors")
	}
	if !slices.Contains(b.Sample.States, c.State) {
		return nil
	}
	if c.Phase != Frozen {
		return &NotFrozenError{"audit " + c.State}
	}
	for i, slot := range []Slot{SlotA, SlotB} {
		c.seat(Seated{Task: TaskAudit, Slot: slot, Person: b.Auditors[i], Since: e.Seq})
	}
	return nil
}

// foldAudited keeps what an auditor has judged so far.
func (c *Course) foldAudited(e Event) error {
	s, err := body[audit.Sheet](e)
	if err != nil {
		return err
	}
	i := c.seatOf(TaskAudit, e.Who)
	if i < 0 {
		return &NoSeatError{State: c.State, Task: TaskAudit}
	}
	slot := c.Seats[i].Slot
	now := c.Audits[slot]
	switch {
	case string(s.Auditor) != string(slot) || s.State != c.State:
		return errors.New("it is another auditor's sheet, or about another state")
	case s.Revision != now.Revision+1:
		return &OutdatedError{"your audit of " + c.State}
	case now.Submitted && s.Submitted:
		return &SubmittedError{c.State, TaskAudit}
	}
	c.Seats[i].Done = 0
	if s.Submitted {
		c.Seats[i].Done = e.Seq
	}
	c.Audits = maps.Clone(c.Audits)
	if c.Audits == nil {
		c.Audits = map[Slot]audit.Sheet{}
	}
	c.Audits[slot] = s
	return nil
}

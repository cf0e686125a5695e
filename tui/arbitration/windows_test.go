package arbitration_test

import (
	"testing"
	"time"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/part"
)

// TestTwoWindowsOfOneSeniorLoseNoWords writes the reason of one decision in two
// terminals, and decides differently in both.
func TestTwoWindowsOfOneSeniorLoseNoWords(t *testing.T) {
	one := disputed(t, 120, 40)
	two := open(t, one.office, reviewtest.Desk(t, one.office.Memory, one.desk.Person()), one.state, 120, 40)
	two.Elapse(grace)
	write := func(r *rig, text string) {
		r.Keys("r")
		r.Type(text)
		r.Keys("enter")
		r.Elapse(200 * time.Millisecond)
	}
	write(one, "both ends are read")
	write(two, "second")
	two.Shows("both texts are kept", "second", "both ends are read")
	one.Send(part.ExternalChangeMsg{})
	one.Shows("second", "both ends are read")

	decide := func(r *rig, how string) {
		r.Keys("w")
		r.pick(how)
		r.Elapse(200 * time.Millisecond)
	}
	decide(one, "A as it stands")
	decide(two, "B as it stands")
	two.Shows("another window of yours says otherwise", "A as it stands")
	decide(two, "B as it stands")
	two.Shows("B as it stands")
	kept := map[string]string{}
	for _, k := range one.dispute().Typing {
		kept[k.Field] = k.Text
	}
	if kept["ruling whole"] != string(review.WholeB) || kept["ruling reason"] != "second\n\nboth ends are read" {
		t.Errorf("kept is %q", kept)
	}
}

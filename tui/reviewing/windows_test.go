package reviewing_test

import (
	"testing"
	"time"

	"suffice/review/reviewtest"
	"suffice/tui/part"
)

const soon = 200 * time.Millisecond // longer than what is typed waits until it is saved

// TestTwoWindowsOfOneReviewerLoseNoWords writes the reason of one review in two
// terminals.
func TestTwoWindowsOfOneReviewerLoseNoWords(t *testing.T) {
	one := offered(t, 120, 40)
	two := open(t, one.office, reviewtest.Desk(t, one.office.Memory, one.desk.Person()), "s1", 120, 40)
	two.Elapse(grace)
	write := func(r *rig, text string) {
		r.Keys("5 e")
		r.Type(text)
		r.Keys("enter")
		r.Elapse(soon)
	}
	write(one, "the table is read at start")
	write(two, "second")
	two.Shows("both texts are kept", "second", "the table is read at start")
	one.Hides("second")
	one.Send(part.ExternalChangeMsg{})
	one.Shows("second", "the table is read at start")

	one.Keys("e") // and while it is written
	one.Type(" sees")
	one.Elapse(soon)
	two.Keys("e")
	two.Send(part.ExternalChangeMsg{})
	two.Shows("start sees")
	two.Type("more ")
	two.Elapse(soon)
	typing := one.view().Typing // the cursor of two stayed where it was
	if len(typing) != 1 || typing[0].Text != "second\n\nthe table is read at startmore  sees" {
		t.Errorf("kept is %+v", typing)
	}
}

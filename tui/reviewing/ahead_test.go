package reviewing_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/tuitest"
)

// ahead presses keys before any command has run.
func (r *rig) ahead(keys ...string) {
	r.T.Helper()
	var cmds []tea.Cmd
	for _, k := range keys {
		var cmd tea.Cmd
		r.Model, cmd = r.Model.Update(tuitest.Press(k))
		r.Model.View()
		cmds = append(cmds, cmd)
	}
	for _, cmd := range slices.Backward(cmds) { // commands promise no order
		r.Run(cmd)
	}
}

// seated reports whether somebody reviews a state.
func seated(o *reviewtest.Office, d *review.Desk, state string) bool {
	return slices.ContainsFunc(o.Memory.Stored(state).Course.Seats, func(s review.Seated) bool {
		return s.Task == review.TaskReview && s.Person == d.Person().ID
	})
}

// The next state of the queue may be nobody's yet: going there by a key claims
// nothing unasked.
func TestTheNextStateIsClaimedByYesAlone(t *testing.T) {
	r := offered(t, 160, 50) // s1 is Rosa's now, s2 has a place free
	r.Keys("]")
	r.Shows("Claim this review?")
	if seated(r.office, r.desk, "s2") {
		t.Fatal("s2 was claimed unasked")
	}
	r.Keys("n")
	if r.Hides("Claim this review?"); seated(r.office, r.desk, "s2") {
		t.Fatal("s2 was claimed by no")
	}
	r.Keys("] y")
	if !seated(r.office, r.desk, "s2") {
		t.Error("yes did not claim s2")
	}
	r.Keys("[")
	r.Hides("Claim this review?") // s1 is hers
	r.Shows("harbour__1 · after search · 1 of 3")
}

// A key typed without waiting for the next state does nothing to the one that
// was left.
func TestKeysTypedAheadOfTheNextStateSpareThisOne(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rita, "s2", 160, 50)
	r.Elapse(grace)
	before := r.view().Revision
	r.ahead("]", "a")
	if now := r.view().Revision; now != before {
		t.Errorf("s2 went from revision %d to %d", before, now)
	}
	r.ahead("[", "n", "+")
	if now := r.view().Revision; now != before {
		t.Errorf("s2 went from revision %d to %d", before, now)
	}
	for _, key := range []string{"H", "O"} { // what covers the state, too
		r.ahead(key, "n")
		if now := r.view().Revision; now != before {
			t.Errorf("after %s s2 went from revision %d to %d", key, before, now)
		}
		r.Keys("esc")
	}
}

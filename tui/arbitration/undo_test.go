package arbitration_test

import "testing"

// Choices and the changes of my sheet are taken back in one order. What does not
// show where undo is asked for is named first.
func TestUndoAsksAboutWhatDoesNotShow(t *testing.T) {
	r := disputed(t, 160, 50)
	choices := func(want int) {
		t.Helper()
		if got := len(r.dispute().Choices); got != want {
			t.Fatalf("%d choices, want %d", got, want)
		}
	}
	r.Keys("a") // the first pair that differs
	choices(1)
	r.Keys("E u")
	r.Shows("Your latest act here is a choice between A and B", "take A for", "Take it back?")
	r.Keys("n")
	choices(1)
	r.Keys("u y")
	choices(0)
	r.Shows("undid: take A for")
	r.Keys("U")
	r.Shows("Do it again?")
	r.Keys("y")
	choices(1)

	at := r.dispute().Revision
	r.Keys(">") // on the sheet: at once, both ways
	if now := r.dispute().Revision; now != at+1 {
		t.Fatalf("revision %d after a change of %d", now, at)
	}
	r.Keys("u")
	r.Hides("Take it back?")
	r.Shows("undid: ")
	r.Keys("U")
	r.Hides("Do it again?")
	r.Keys("q")

	r.Keys("u") // beside A and B
	r.Shows("Your latest act here is no choice between A and B", "Take it back?")
	r.Keys("n")
	if now := r.dispute(); now.Revision != at+3 || now.Undo == "" {
		t.Errorf("revision %d, undo offers %q", now.Revision, now.Undo)
	}
	r.Keys("u y")
	if now := r.dispute().Revision; now != at+4 {
		t.Errorf("revision %d, want %d", now, at+4)
	}
	r.Keys("u") // the choice is next
	r.Hides("Take it back?")
	choices(0)
}

package workbench

import (
	"context"
	"errors"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/part"
)

// fullError is what a store says of a full disk.
type fullError struct{}

func (fullError) Error() string    { return "append event 7: sqlite 13: database or disk is full" }
func (fullError) NotSaved() string { return "the disk is full; free some space, then try again" }

func TestAFailedSaveIsShownAndTriedAgain(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.mem.FailAppend(fullError{}, fullError{})
	r.press("a")
	if st := r.s.Status(); st.Kind != part.Bad || st.Text != "not saved: the disk is full, retrying" {
		t.Fatalf("status %+v", st)
	}
	if got := r.told(); got != "not saved: the disk is full; free some space, then try again" {
		t.Errorf("told %q", got)
	}
	if len(r.stored().Groups[0].Acceptable) != 0 || len(r.s.cert.Groups[0].Acceptable) != 0 {
		t.Fatal("an edit that is not saved is shown as if it were")
	}
	if r.s.Unsaved() == "" {
		t.Fatal("leaving would lose the edit, but nothing says so")
	}
	r.press("j", "a") // waits behind the first
	r.tick()          // fails once more
	if r.s.Status().Kind != part.Bad {
		t.Fatalf("status %+v after the second failure", r.s.Status())
	}
	r.tick()
	if got := r.stored().Groups[0].Acceptable; len(got) != 2 {
		t.Fatalf("%d units on disk, want both", len(got))
	}
	if r.s.Status().Text != "saved ✓" || r.s.Unsaved() != "" {
		t.Errorf("status %+v, unsaved %q", r.s.Status(), r.s.Unsaved())
	}
}

func TestRetryNow(t *testing.T) {
	r := newRig(t, harbour(12))
	r.mem.FailAppend(errors.New("no space"))
	r.group("bug_location")
	r.press("ctrl+s")
	if n := len(r.stored().Groups); n != 1 {
		t.Fatalf("%d groups after trying again", n)
	}
	r.tick() // the tick that is late finds nothing to do
	if n := len(r.stored().Groups); n != 1 {
		t.Fatalf("%d groups: saved twice", n)
	}
}

func TestLeavingAsks(t *testing.T) {
	r := newRig(t, harbour(12), second())
	r.mem.FailAppend(errors.New("no space"))
	r.group("bug_location")
	r.press("]")
	if r.confirm == nil || !strings.Contains(r.confirm.Question, "new group") {
		t.Fatalf("leaving asks %+v", r.confirm)
	}
	if len(r.opened) != 0 {
		t.Fatal("left without an answer")
	}
	r.yes()
	if len(r.opened) != 1 || r.opened[0] != second().Card.ID {
		t.Errorf("opened %v", r.opened)
	}
}

// elsewhere makes an edit of the same person from another terminal.
func (r *rig) elsewhere(edits ...certificate.Edit) {
	r.t.Helper()
	other := reviewtest.Desk(r.t, r.mem, reviewtest.Annotator("ada"))
	reviewtest.Do(r.t, other, r.s.state, edits...)
}

func staleRig(t *testing.T) *rig {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("a", "j", "a")
	r.elsewhere(certificate.SetWeightEdit("g1", 4))
	r.press("+")
	return r
}

func TestStaleSave(t *testing.T) {
	t.Run("shows the difference by field", func(t *testing.T) {
		r := staleRig(t)
		r.sees("Not saved: changed in the meantime", "yours: set the threshold of G1 from 1 to 2", "G1 threshold", "G1 weight", "was    1.0", "now    4.0", "yours  2")
		if r.s.Unsaved() == "" || r.s.Status().Kind != part.Bad {
			t.Error("nothing says that the edit is not saved")
		}
		if g := r.stored().Groups[0]; g.Threshold != 1 || g.Weight != 4 {
			t.Errorf("stored %+v", g)
		}
	})
	t.Run("apply again", func(t *testing.T) {
		r := staleRig(t)
		r.press("r")
		if g := r.stored().Groups[0]; g.Threshold != 2 || g.Weight != 4 {
			t.Errorf("stored %+v, want both changes", g)
		}
		r.lacks("Not saved")
	})
	t.Run("keep and apply later", func(t *testing.T) {
		r := staleRig(t)
		r.press("k")
		if g := r.stored().Groups[0]; g.Threshold != 1 {
			t.Errorf("stored %+v", g)
		}
		r.sees("kept set the threshold")
		r.act(keptList)
		r.pick("threshold")
		r.pick("apply it now")
		if g := r.stored().Groups[0]; g.Threshold != 2 {
			t.Errorf("stored %+v after applying the kept edit", g)
		}
		r.lacks("kept set the threshold")
	})
	t.Run("keep and drop", func(t *testing.T) {
		r := staleRig(t)
		r.press("k")
		r.act(keptList)
		r.pick("threshold")
		r.pick("drop it")
		if n := len(r.s.now.Mine.Kept); n != 0 {
			t.Errorf("%d kept edits", n)
		}
	})
	t.Run("discard", func(t *testing.T) {
		r := staleRig(t)
		r.press("d")
		if g := r.stored().Groups[0]; g.Threshold != 1 || r.s.Unsaved() != "" {
			t.Errorf("stored %+v, unsaved %q", g, r.s.Unsaved())
		}
	})
	t.Run("what was pressed since still comes", func(t *testing.T) {
		r := newRig(t, harbour(12))
		r.group("bug_location")
		r.press("a", "j", "a")
		r.elsewhere(certificate.SetWeightEdit("g1", 4))
		r.hold = true
		r.press("+", "j", "a")
		r.hold = false
		r.release()
		r.press("r")
		if g := r.stored().Groups[0]; g.Threshold != 2 || len(g.Acceptable) != 3 {
			t.Errorf("stored %+v", g)
		}
	})
	t.Run("too late twice", func(t *testing.T) {
		r := staleRig(t)
		r.hold = true
		r.press("r")
		r.elsewhere(certificate.SetRoleEdit("g1", "api_contract"))
		r.hold = false
		r.release()
		r.sees("Not saved: changed in the meantime", "revision 5: set the role")
		r.press("r")
		if g := r.stored().Groups[0]; g.Threshold != 2 || g.Weight != 4 || g.Role != "api_contract" {
			t.Errorf("stored %+v, want all three changes", g)
		}
	})
	t.Run("what was typed is not lost", func(t *testing.T) {
		r := newRig(t, harbour(12))
		r.group("bug_location")
		r.press("e")
		r.typeText("mine")
		r.tick()
		r.elsewhere(certificate.SetRationaleEdit("g1", "theirs"))
		r.press("esc")
		r.sees("Not saved", "now    theirs", "yours  mine", "Both changed it")
		r.press("k")
		r.sees("kept write the rationale")
		v, _ := r.desk.Take(context.Background(), r.s.state)
		if len(v.Typing) != 0 || len(v.Mine.Kept) != 1 || v.Draft.Certificate().Groups[0].Rationale != "theirs" {
			t.Errorf("typing %v, kept %v", v.Typing, v.Mine.Kept)
		}
	})
	t.Run("mine instead", func(t *testing.T) {
		r := newRig(t, harbour(12))
		r.group("bug_location")
		r.press("e")
		r.typeText("mine")
		r.tick()
		r.elsewhere(certificate.SetRationaleEdit("g1", "theirs"))
		r.press("esc")
		r.sees("o mine instead")
		if r.try("r") {
			t.Error("an edit that cannot be applied is offered to be applied")
		}
		r.press("o")
		r.lacks("Not saved")
		v, _ := r.desk.Take(context.Background(), r.s.state)
		if got := v.Draft.Certificate().Groups[0].Rationale; got != "mine" || len(v.Typing) != 0 || r.s.Unsaved() != "" {
			t.Errorf("rationale %q, typing %v, unsaved %q", got, v.Typing, r.s.Unsaved())
		}
		r.press("u")
		if got := r.stored().Groups[0].Rationale; got != "theirs" {
			t.Errorf("undo leaves %q, want theirs", got)
		}
	})
	t.Run("the same field", func(t *testing.T) {
		r := newRig(t, harbour(12))
		r.group("bug_location")
		r.press("a", "j", "a")
		r.elsewhere(certificate.SetThresholdEdit("g1", 2))
		r.press("+")
		r.sees("It cannot be applied any more", "k keep for later")
		r.lacks("mine instead")
		if r.try("r") || r.try("o") {
			t.Error("an edit that cannot be applied is offered to be applied")
		}
		r.press("k")
		if r.s.Unsaved() != "" {
			t.Errorf("unsaved %q", r.s.Unsaved())
		}
	})
}

func TestSomeoneElsesChangeLeavesTheCursorsAlone(t *testing.T) {
	r := newRig(t, harbour(24))
	r.group("bug_location")
	r.press("a", "j", "j", "j", "j", "j")
	at, _ := r.s.pool.at()
	r.elsewhere(certificate.AddGroupEdit("api_contract"), certificate.AcceptEdit("g2", "evidence-000000000000000000000009"))
	r.run(r.s.Update(part.ExternalChangeMsg{}))
	r.sees("G2 api_contract")
	if now, _ := r.s.pool.at(); now != at {
		t.Errorf("the cursor went from unit %d to %d", at, now)
	}
	if r.s.current.key != "g1" {
		t.Errorf("the current group became %s", r.s.current.key)
	}
}

func TestTypedTextIsSavedBesideTheJournal(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("e")
	r.typeText("forty characters")
	typed := func() string {
		v, err := r.desk.Take(context.Background(), r.s.state)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Typing) == 0 {
			return ""
		}
		return v.Typing[0].Text
	}
	if len(r.later) != 1 {
		t.Fatalf("%d saves are due after 16 keys, want one", len(r.later))
	}
	r.tick()
	if got := typed(); got != "forty characters" {
		t.Fatalf("saved %q", got)
	}
	r.typeText("!")

	// Killed here: the next sitting has what was saved, and says so.
	r.tick()
	again := rigOn(t, r.mem, reviewtest.Annotator("ada"), r.s.state)
	again.sees("Rationale of G1", "forty characters!", "recovered")
	again.press("esc")
	if got := again.stored().Groups[0].Rationale; got != "forty characters!" {
		t.Errorf("rationale %q", got)
	}
	if got := typed(); got != "" {
		t.Errorf("the typed text %q is still beside the journal", got)
	}
	events := 0
	for _, e := range r.mem.Journal() {
		if e.Kind == review.Edited {
			events++
		}
	}
	if events != 2 {
		t.Errorf("%d edits in the journal, want two: the group, the rationale", events)
	}
}

func TestTypedTextThatCannotBeSavedIsTold(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.mem.FailTyping(fullError{})
	r.press("e")
	r.typeText("x")
	r.tick()
	if st := r.s.Status(); st.Kind != part.Bad || st.Text != "text not saved: the disk is full, retrying" {
		t.Fatalf("status %+v", st)
	}
	if got := r.told(); got != "text not saved: the disk is full; free some space, then try again" {
		t.Errorf("told %q", got)
	}
	if r.s.Unsaved() == "" {
		t.Error("leaving would lose the text, but nothing says so")
	}
	r.tick()
	if st := r.s.Status(); st.Kind == part.Bad {
		t.Errorf("status %+v after it could be saved", st)
	}
}

func TestLeavingTheFieldWhileASaveIsOnItsWay(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("e")
	r.typeText("abc")
	r.hold = true
	r.tick()
	r.press("esc")
	if !r.s.field.active() {
		t.Fatal("the field is left although an older text may still be written after the edit")
	}
	r.hold = false
	r.release()
	v, _ := r.desk.Take(context.Background(), r.s.state)
	if len(v.Typing) != 0 || r.stored().Groups[0].Rationale != "abc" {
		t.Errorf("typing %+v, rationale %q", v.Typing, r.stored().Groups[0].Rationale)
	}
}

func TestDiscardingTypedText(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("e")
	r.typeText("abc")
	r.tick()
	r.press("ctrl+x")
	r.yes()
	v, _ := r.desk.Take(context.Background(), r.s.state)
	if len(v.Typing) != 0 || r.stored().Groups[0].Rationale != "" || r.s.Typing() {
		t.Errorf("typing %+v, rationale %q", v.Typing, r.stored().Groups[0].Rationale)
	}
}

func TestLeaveSavesWhatIsTyped(t *testing.T) {
	r := newRig(t, harbour(12))
	r.press("N")
	r.typeText("look again")
	r.run(r.s.Leave())
	again := rigOn(t, r.mem, reviewtest.Annotator("ada"), r.s.state)
	again.sees("Note on this state", "look again")
}

func TestFinishShowsWhatIsInTheWay(t *testing.T) {
	r := newRig(t, harbour(12))
	r.press("C")
	if r.choose == nil || len(r.choose.Items) == 0 || !strings.Contains(r.choose.Title, "In the way") {
		t.Fatalf("finishing an empty certificate shows %+v", r.choose)
	}
	r.choose = nil
	r.group("bug_location")
	r.press("a", "enter", "\"", "e")
	r.typeText("needed")
	r.press("esc", "%")
	r.answer("0.9")
	r.press("esc", "C")
	if r.choose != nil {
		t.Fatalf("still in the way: %+v", r.choose.Items)
	}
	r.sees("finished ✓")
	if r.try("+") {
		t.Error("a finished certificate can be changed")
	}
	r.press("C")
	r.press("a")
	if n := len(r.stored().Groups[0].Acceptable); n != 0 {
		t.Errorf("%d units after reopening and dropping the one", n)
	}
}

func TestFlagSkipNoteCarry(t *testing.T) {
	r := newRig(t, harbour(12))
	r.press("F")
	r.answer("the pool looks cut")
	r.press("S")
	r.answer("ask first")
	r.press("N")
	r.typeText("mine")
	r.press("esc")
	r.press("c")
	r.pick("step 1")
	r.answer("same lines")
	r.sees("⚑ flagged the pool looks cut", "skipped ask first", "note mine", "carries step 1")
	r.press("F", "S")
	r.lacks("⚑ flagged", "skipped")
	r.press("u")
	r.sees("skipped ask first")
}

func second() (st cardState) {
	st = harbour(5)
	st.Card.ID = "harbour__2-s001"
	return st
}

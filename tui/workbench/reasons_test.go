package workbench

import (
	"context"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review/reviewtest"
	"suffice/tui/keys"
)

// silent are actions that need no word where they do nothing: one sees it.
func silent(a keys.Action) bool {
	return a == goBack || a == moveLeft || a == moveRight || strings.HasPrefix(string(a), "list.") ||
		strings.HasPrefix(string(a), "line.") || strings.HasPrefix(string(a), "field.") ||
		strings.HasPrefix(string(a), "text.") || strings.HasPrefix(string(a), "stale.") || a == keptList || a == labelObserved ||
		a == searchNext || a == searchPrev || a == lineStart || a == lineEnd || a == unitDown || a == unitUp
}

// explained checks that every key of the screen does something or says why not.
func (r *rig) explained(where string) {
	r.t.Helper()
	for _, b := range Bindings() {
		in := false
		for _, sc := range r.s.Scopes() {
			in = in || sc == b.Scope
		}
		if in && len(b.Keys) > 0 && !r.s.Able(b.Action) && r.s.Why(b.Action) == "" && !silent(b.Action) {
			r.t.Errorf("%s: %s (%v) is silent", where, b.Action, b.Keys)
		}
	}
}

func TestNoKeyIsSilent(t *testing.T) {
	r := newRig(t, harbour(24))
	r.explained("without a group")
	for key, want := range map[string]keys.Action{
		"there is no group yet; n makes one": weightSet,
		"that needs a second group":          groupMerge,
		"there is no group to split":         groupSplit,
		"nothing of yours to undo here":      editUndo,
	} {
		if got := r.s.Why(want); got != key {
			t.Errorf("%s: %q, want %q", want, got, key)
		}
	}
	for _, pane := range []string{"1", "3", "4", "2"} {
		r.press(pane)
		r.explained("pane " + pane)
	}
	r.press("/")
	r.s.Type(keyPress("z"))
	r.run(r.s.Type(keyPress("q")))
	r.run(r.s.Type(keyPress("j")))
	r.press("enter")
	r.explained("nothing found")
	if got := r.s.Why(unitMark); got != noUnit {
		t.Errorf("mark without a unit: %q", got)
	}
	r.press("\\", "n")
	r.pick("bug_location")
	r.press("a")
	r.explained("one group of one unit")
	if got := r.s.Why(groupSplit); got != "G1 accepts too few units to be split" {
		t.Errorf("split: %q", got)
	}
	r.press("j", "a", "j")
	if got := r.s.Why(groupSplit); got != "mark the units that leave G1 with x" {
		t.Errorf("split: %q", got)
	}
	r.press("k", "k", "x", "x")
	if got := r.s.Why(groupSplit); got != "every unit of G1 would leave; one has to stay" {
		t.Errorf("split: %q", got)
	}

	r.s.now.MayEdit, r.s.now.Finished = false, true
	r.explained("finished")
	if got := r.s.Why(weightSet); got != "the certificate is finished; C opens it again" {
		t.Errorf("finished: %q", got)
	}
}

// What is under review can be neither changed nor finished nor opened again: the
// keys say so, and nothing on the screen says that it is finished.
func TestUnderReviewIsNotFinished(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for _, state := range []string{"s2", "s3"} {
		r := rigOn(t, o.Memory, o.Ann.Person(), state)
		r.lacks("finished ✓", "C finish")
		r.sees("read only")
		r.explained("under review")
		why := "the certificate of " + state + " is under review and stays as it is until the review is decided"
		for _, a := range []keys.Action{groupNew, unitToggle, stateFinish} {
			if cmd, did := r.s.Do(a); did || cmd != nil {
				t.Errorf("%s does something to %s", a, state)
			}
			if got := r.s.Why(a); got != why {
				t.Errorf("%s: %q", a, got)
			}
		}
	}
}

// A state that closes while it is open stays on show as it was, and says so once.
func TestAStateThatClosesStaysOnShow(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := rigOn(t, o.Memory, o.Ann.Person(), "s3")
	before := r.screen(160, 48)
	ack := reviewtest.Do(t, o.Ralf, "s3", certificate.AcceptEdit("g1", "u4"))
	if _, err := o.Ralf.Submit(context.Background(), "s3", ack.Revision, reviewtest.Revises("u4 too")); err != nil {
		t.Fatal(err)
	}
	r.news()
	const why = "this state is no longer in your queue: what is shown is as it was, and nothing of it can be changed"
	if got := r.told(); got != why {
		t.Errorf("told %q", got)
	}
	if now := r.screen(160, 48); now != before {
		t.Errorf("the screen is\n%s\nand was\n%s", now, before)
	}
	r.toasts = nil
	r.news()
	if len(r.toasts) != 0 {
		t.Errorf("told again: %q", r.toasts)
	}
	for _, a := range []keys.Action{groupNew, unitToggle, stateFinish, editUndo} {
		if _, did := r.s.Do(a); did {
			t.Errorf("%s does something", a)
		}
	}
	if got := r.s.Why(unitToggle); got != why {
		t.Errorf("a key says %q", got)
	}
}

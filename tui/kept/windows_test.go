package kept

import (
	"errors"
	"strings"
	"testing"

	"suffice/tui/part"
)

// other is a second window of the same person on the same state. Both have been
// opened.
func (h *hand) other() *hand {
	o := *h
	o.later = nil
	o.drafts = New(h.drafts.env, h.drafts.state, h.drafts.names...)
	h.drafts.Load(nil)
	o.drafts.Load(nil)
	return &o
}

// say says something and saves it; it returns what the person is told.
func (h *hand) say(name, text string) string {
	h.t.Helper()
	h.drafts.Set(name, text)
	told := ""
	for cmd := h.drafts.save(); cmd != nil; {
		msg := cmd()
		if toast, ok := msg.(part.ToastMsg); ok {
			told += toast.Text
		}
		cmd = h.drafts.Update(msg)
	}
	return told
}

func TestWordsOfTwoWindowsAreBothKept(t *testing.T) {
	one := newHand(t)
	two := one.other()
	if told := one.say("reason", "a long sentence"); told != "" {
		t.Errorf("told %q with nothing in the way", told)
	}
	if told := two.say("reason", "second"); !strings.Contains(told, "both texts are kept") {
		t.Errorf("told %q", told)
	}
	const both = "second\n\na long sentence"
	if got := one.disk()["reason"]; got != both || two.drafts.Get("reason") != both || !two.drafts.Moved() {
		t.Errorf("on disk %q, shown %q", got, two.drafts.Get("reason"))
	}
	if told := two.say("reason", both+", and on"); told != "" || one.disk()["reason"] != both+", and on" {
		t.Errorf("told %q, on disk %q", told, one.disk()["reason"])
	}
	one.say("reason", "a long sentence indeed") // it has not looked since
	for _, text := range []string{"a long sentence indeed", both + ", and on"} {
		if got := one.disk()["reason"]; !strings.Contains(got, text) {
			t.Errorf("%q is lost from %q", text, got)
		}
	}
}

func TestWordsSurviveAWindowThatClears(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.say("reason", "mine")
	two.say("reason", "theirs")
	one.run(one.drafts.Clear())
	if got := one.disk()["reason"]; !strings.Contains(got, "theirs") || one.drafts.Get("reason") != got {
		t.Errorf("on disk %q, shown %q", got, one.drafts.Get("reason"))
	}
	one.run(one.drafts.Resay("reason", "handed in"))
	if got := one.drafts.Get("reason"); !strings.Contains(got, "theirs") || !strings.Contains(got, "handed in") {
		t.Errorf("taken up again: %q", got)
	}
}

// TestLeavingKeepsTheWordsOfBoth drops the answer, as a program that goes does.
func TestLeavingKeepsTheWordsOfBoth(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.say("reason", "first")
	two.drafts.Set("reason", "second")
	two.drafts.Flush()()
	if got := one.disk()["reason"]; got != "second\n\nfirst" {
		t.Errorf("on disk %q", got)
	}
}

func TestOfTwoChoicesTheSavedOneIsShown(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.say("verdict", "accept")
	if told := two.say("verdict", "revise"); !strings.Contains(told, "another window") {
		t.Errorf("told %q", told)
	}
	if got := two.drafts.Get("verdict"); got != "accept" || one.disk()["verdict"] != "accept" {
		t.Errorf("shown %q, on disk %v", got, one.disk())
	}
	if told := two.say("verdict", "revise"); told != "" || one.disk()["verdict"] != "revise" {
		t.Errorf("chosen again: told %q, on disk %v", told, one.disk())
	}
}

func TestAWindowFollowsWhatAnotherHasSaved(t *testing.T) {
	one := newHand(t)
	two := one.other()
	two.say("reason", "of the other")
	two.say("verdict", "accept")
	one.run(one.drafts.Update(part.ExternalChangeMsg{}))
	if got := one.drafts.Get("reason"); got != "of the other" || one.drafts.Get("verdict") != "accept" || !one.drafts.Moved() {
		t.Errorf("shown %q", got)
	}
	if told := one.say("reason", "changed"); told != "" || one.disk()["reason"] != "changed" {
		t.Errorf("told %q, on disk %v", told, one.disk())
	}
	two.say("verdict", "")
	one.drafts.Set("reason", "changed, and not saved yet")
	one.run(one.drafts.Update(part.ExternalChangeMsg{}))
	if got := one.drafts.Get("reason"); got != "changed, and not saved yet" || one.drafts.Get("verdict") != "" {
		t.Errorf("shown %q and %q", got, one.drafts.Get("verdict"))
	}
}

// TestWhatWasReadBeforeASaveIsReadAgain answers a reading after a save that
// went on meanwhile.
func TestWhatWasReadBeforeASaveIsReadAgain(t *testing.T) {
	one := newHand(t)
	one.other()
	one.say("reason", "old")
	late := one.drafts.Update(part.ExternalChangeMsg{})()
	one.say("reason", "new")
	one.run(one.drafts.Update(late))
	if got := one.drafts.Get("reason"); got != "new" {
		t.Errorf("an older text came back: %q", got)
	}
}

// TestALostAnswerIsNoOtherWindow saves on after a save whose answer got lost.
func TestALostAnswerIsNoOtherWindow(t *testing.T) {
	one := newHand(t)
	one.other()
	one.drafts.scribe.sends("reason", "one") // saved, and the answer never came
	if err := one.desk.SaveTyping(t.Context(), "s1", "reason", "one"); err != nil {
		t.Fatal(err)
	}
	if told := one.say("reason", "two"); told != "" || one.disk()["reason"] != "two" {
		t.Errorf("told %q, on disk %v", told, one.disk())
	}
}

// TestWordsTypedOnWhileTheSaveMeetsAnotherAreKept types on between a save and
// its answer.
func TestWordsTypedOnWhileTheSaveMeetsAnotherAreKept(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.say("reason", "first")
	two.drafts.Set("reason", "sec")
	answer := two.drafts.save()()
	two.drafts.Set("reason", "second")
	two.drafts.Update(answer)
	if got := two.drafts.Get("reason"); got != "second\n\nfirst" || !two.drafts.Saving() {
		t.Errorf("shown %q, saving %v", got, two.drafts.Saving())
	}
}

// TestAnAddedNameReadsWhatIsThere opens a text that another window is writing.
func TestAnAddedNameReadsWhatIsThere(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.run(one.drafts.Add("note", "note on this state"))
	one.say("note", "half a sent")
	two.run(two.drafts.Add("note", "note on this state"))
	if got := two.drafts.Get("note"); got != "half a sent" || !two.drafts.Moved() {
		t.Errorf("shown %q", got)
	}
	two.say("note", "half a sentence")
	if told := one.say("note", "another"); told != "you also wrote the note on this state in another window: both texts are kept, the other one last" {
		t.Errorf("told %q", told)
	}
	if got := one.disk()["note"]; got != "another\n\nhalf a sentence" {
		t.Errorf("on disk %q", got)
	}
}

func TestForgettingKeepsTheWordsOfTheOtherWindow(t *testing.T) {
	cases := []struct {
		name    string
		theirs  string // saved before, unseen
		onDisk  string
		settled bool
	}{
		{name: "dropped", onDisk: ""},
		{name: "dropped beside theirs", theirs: "second", onDisk: "second\n\nfirst"},
		{name: "settled", settled: true, onDisk: ""},
		{name: "settled beside theirs", settled: true, theirs: "second", onDisk: "second\n\nfirst"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			one := newHand(t)
			two := one.other()
			one.say("reason", "first")
			if c.theirs != "" {
				two.say("reason", c.theirs)
			}
			if c.settled {
				one.run(one.drafts.Settle("reason", "first"))
			} else {
				one.run(one.drafts.Drop("reason", "first"))
			}
			if got := one.disk()["reason"]; got != c.onDisk || one.drafts.Get("reason") != c.onDisk {
				t.Errorf("on disk %q, shown %q", got, one.drafts.Get("reason"))
			}
		})
	}
}

// TestSettledWordsStandBesideThoseTypedMeanwhile settles a text that was never
// saved while another window has saved its own.
func TestSettledWordsStandBesideThoseTypedMeanwhile(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.say("reason", "fir")
	one.drafts.Set("reason", "first")
	two.run(two.drafts.Update(part.ExternalChangeMsg{}))
	two.say("reason", "second") // in place of "fir", which it has seen
	one.run(one.drafts.Settle("reason", "first"))
	if got := one.disk()["reason"]; got != "second\n\nfirst" || one.drafts.Get("reason") != got {
		t.Errorf("on disk %q, shown %q", got, one.drafts.Get("reason"))
	}
	two.drafts.Set("reason", "third")
	two.run(two.drafts.Drop("reason", "second"))
	if got := one.disk()["reason"]; !strings.Contains(got, "third") {
		t.Errorf("typed on and lost: %q", got)
	}
}

// TestSettledWordsStandBesideThoseThatWereFollowed settles a text in whose place
// the window has shown another one meanwhile.
func TestSettledWordsStandBesideThoseThatWereFollowed(t *testing.T) {
	one := newHand(t)
	two := one.other()
	one.say("reason", "first")
	two.run(two.drafts.Update(part.ExternalChangeMsg{}))
	two.say("reason", "second")
	one.run(one.drafts.Update(part.ExternalChangeMsg{}))
	one.run(one.drafts.Settle("reason", "first"))
	if got := one.disk()["reason"]; got != "second\n\nfirst" || one.drafts.Get("reason") != got {
		t.Errorf("on disk %q, shown %q", got, one.drafts.Get("reason"))
	}
}

// TestAFailureStaysToldUntilASaveWorks looks while the next try is on its way.
func TestAFailureStaysToldUntilASaveWorks(t *testing.T) {
	one := newHand(t)
	full := errors.New("disk full")
	one.mem.FailTyping(full, full)
	one.say("reason", "x")
	due := one.drafts.Update(dueMsg{one.drafts, one.drafts.gen})
	if !strings.Contains(one.drafts.Failed(), "disk full") || !one.drafts.Flying("reason") {
		t.Errorf("told %q while the second try is on its way", one.drafts.Failed())
	}
	one.run(due)
	one.tick()
	if one.drafts.Failed() != "" || one.disk()["reason"] != "x" {
		t.Errorf("told %q, on disk %v", one.drafts.Failed(), one.disk())
	}
}

package workbench

import (
	"context"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/part"
)

// window opens one more window of the same person on the state.
func (r *rig) window() *rig {
	r.t.Helper()
	return rigOn(r.t, r.mem, reviewtest.Annotator("ada"), r.s.state)
}

// news tells a window that another process has written.
func (r *rig) news() { r.run(r.s.Update(part.ExternalChangeMsg{})) }

// onDisk is the text that is kept under a name beside the journal.
func (r *rig) onDisk(name string) string {
	r.t.Helper()
	typing, err := r.desk.Typing(context.Background(), r.s.state)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, t := range typing {
		if t.Field == name {
			return t.Text
		}
	}
	return ""
}

// written is what is typed as the rationale of the first group, or as the note.
type written struct {
	key, name, call string
	durable         func(*rig) string
}

func bothFields() []written {
	return []written{
		{"e", "rationale g1", "rationale of G1", func(r *rig) string { return r.stored().Groups[0].Rationale }},
		{"N", review.TypingNote, "note on this state", func(r *rig) string {
			v, err := r.desk.Take(context.Background(), r.s.state)
			if err != nil {
				r.t.Fatal(err)
			}
			return v.Mine.Note
		}},
	}
}

// pair opens two windows in the same field, before anything is typed in either.
func pair(t *testing.T, f written) (one, two *rig) {
	one = newRig(t, harbour(12))
	one.group("bug_location")
	two = one.window()
	one.press(f.key)
	two.press(f.key)
	return one, two
}

func TestTwoWindowsOfOnePersonLoseNoWords(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			one, two := pair(t, f)
			one.typeText("read at start")
			one.tick()
			two.typeText("second")
			two.tick()
			if got := two.told(); got != "you also wrote the "+f.call+" in another window: both texts are kept, the other one last" {
				t.Errorf("told %q", got)
			}
			const both = "second\n\nread at start"
			two.sees("second", "read at start")
			if got := one.onDisk(f.name); got != both {
				t.Errorf("on disk %q", got)
			}
			one.lacks("second")
			one.news()
			one.sees("second", "read at start")

			one.press("esc")
			if got := f.durable(one); got != both || one.onDisk(f.name) != "" {
				t.Errorf("durable %q, beside the journal %q", got, one.onDisk(f.name))
			}
			two.news()
			before := len(one.mem.Journal())
			two.press("esc")
			two.tick()
			if n := len(one.mem.Journal()) - before; n != 0 || two.onDisk(f.name) != "" {
				t.Errorf("leaving what is durable already made %d events; beside the journal %q", n, two.onDisk(f.name))
			}
		})
	}
}

func TestAFieldOpensWithWhatAnotherWindowTypesInIt(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			one := newRig(t, harbour(12))
			one.group("bug_location")
			two := one.window()
			one.press(f.key)
			one.typeText("half a sent")
			one.tick()
			two.press(f.key)
			two.sees("half a sent")
			two.typeText("ence")
			two.tick()
			if got := one.onDisk(f.name); got != "half a sentence" {
				t.Errorf("on disk %q", got)
			}
		})
	}
}

// TestWordsOutliveTheWindowThatLeavesTheField leaves the field in a window that
// has not seen what the other one has saved; then the other one is killed.
func TestWordsOutliveTheWindowThatLeavesTheField(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			one, two := pair(t, f)
			one.typeText("first")
			one.tick()
			two.typeText("second")
			two.tick()
			one.press("esc")
			if got := f.durable(one); got != "first" {
				t.Fatalf("durable %q", got)
			}
			if got := one.onDisk(f.name); got != "second\n\nfirst" {
				t.Errorf("beside the journal %q", got)
			}
			if got := one.told(); got != "you also wrote the "+f.call+" in another window: its text is kept" {
				t.Errorf("told %q", got)
			}
			again := one.window()
			again.sees("recovered", "second", "first")
			again.press("esc")
			if got := f.durable(one); got != "second\n\nfirst" || one.onDisk(f.name) != "" {
				t.Errorf("durable %q, beside the journal %q", got, one.onDisk(f.name))
			}
		})
	}
}

// TestWordsThatWereNotSavedYetOutliveToo: the first window makes its own text
// durable before the second one's is saved.
func TestWordsThatWereNotSavedYetOutliveToo(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			one, two := pair(t, f)
			two.typeText("second")
			one.typeText("first")
			one.press("esc")
			two.news()
			if got := two.told(); got != "the "+f.call+" was changed in another window: both texts are kept, the other one last" {
				t.Errorf("told %q", got)
			}
			two.sees("second", "first")
			two.press("esc")
			if got := f.durable(one); got != "second\n\nfirst" {
				t.Errorf("durable %q", got)
			}
		})
	}
}

// TestANoteTakesNoPlaceOfAnother leaves the note in a window that has not
// heard of the one made in the other.
func TestANoteTakesNoPlaceOfAnother(t *testing.T) {
	f := bothFields()[1]
	one, two := pair(t, f)
	one.typeText("first")
	two.typeText("second")
	one.press("esc")
	two.press("esc")
	if got := f.durable(one); got != "second\n\nfirst" || one.onDisk(f.name) != "" {
		t.Errorf("durable %q, beside the journal %q", got, one.onDisk(f.name))
	}
	if got := two.told(); got != "the note on this state was changed in another window: both texts are kept, the other one last" {
		t.Errorf("told %q", got)
	}
}

func TestAnUntouchedFieldFollows(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			one, two := pair(t, f)
			one.typeText("first")
			one.press("esc")
			two.news()
			two.sees("first")
			two.typeText(" and more")
			two.press("esc")
			if got := f.durable(one); got != "first and more" || len(two.toasts) != 0 {
				t.Errorf("durable %q, told %q", got, two.toasts)
			}
		})
	}
}

func TestThrowingAwayKeepsTheWordsOfTheOtherWindow(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			one, two := pair(t, f)
			one.typeText("first")
			one.tick()
			two.typeText("second")
			two.tick()
			one.press("ctrl+x")
			one.yes()
			if got := one.onDisk(f.name); got != "second\n\nfirst" {
				t.Errorf("on disk %q", got)
			}
			one.press(f.key)
			one.press("ctrl+x") // asks about what stands there now
			two.typeText("!")
			two.tick()
			one.news()
			one.yes()
			if got := one.onDisk(f.name); got != "second!\n\nfirst" {
				t.Errorf("on disk %q", got)
			}
			if got := one.told(); !strings.Contains(got, "nothing is thrown away") {
				t.Errorf("told %q", got)
			}
			one.press("ctrl+x")
			one.yes()
			if got := one.onDisk(f.name); got != "" {
				t.Errorf("thrown away, and on disk %q", got)
			}
		})
	}
}

// TestLeavingWaitsForWordsThatASaveMeets leaves the field while a save is on
// its way that finds words of another window.
func TestLeavingWaitsForWordsThatASaveMeets(t *testing.T) {
	one, two := pair(t, bothFields()[0])
	one.typeText("first")
	one.tick()
	two.typeText("second")
	two.hold = true
	two.tick()
	two.press("esc")
	two.release()
	if !two.s.field.active() {
		t.Fatal("left with words that nobody has seen there")
	}
	two.sees("second", "first")
	if got := two.stored().Groups[0].Rationale; got != "" {
		t.Errorf("durable %q", got)
	}
}

// TestOpenedAgainBeforeItIsDurable opens the field while the edit that it was
// left with is on its way, and types on.
func TestOpenedAgainBeforeItIsDurable(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("e")
	r.typeText("abcd")
	r.hold = true
	r.press("esc", "e", "backspace", "backspace")
	r.sees("Rationale of G1", "ab")
	r.release()
	if got := r.stored().Groups[0].Rationale; got != "abcd" || r.s.field.box.Value() != "ab" {
		t.Fatalf("durable %q, in the field %q", got, r.s.field.box.Value())
	}
	r.press("esc")
	r.tick()
	if got := r.stored().Groups[0].Rationale; got != "ab" || r.onDisk("rationale g1") != "" {
		t.Errorf("durable %q, beside the journal %q", got, r.onDisk("rationale g1"))
	}
}

// TestDurableTextIsNotRecovered is a sitting that ended between an edit and the
// forgetting of what was typed for it.
func TestDurableTextIsNotRecovered(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.elsewhere(certificate.SetRationaleEdit("g1", "needed"))
	if err := r.desk.SaveTyping(context.Background(), r.s.state, "rationale g1", "needed"); err != nil {
		t.Fatal(err)
	}
	again := r.window()
	again.lacks("recovered")
	if got := again.onDisk("rationale g1"); got != "" || again.s.Typing() {
		t.Errorf("beside the journal %q", got)
	}
}

func TestOfTwoTextsTheOtherComesBackToo(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	for _, f := range bothFields() {
		if err := r.desk.SaveTyping(context.Background(), r.s.state, f.name, "half "+f.name); err != nil {
			t.Fatal(err)
		}
	}
	again := r.window()
	again.press("esc")
	for _, f := range bothFields() {
		again.press(f.key)
		again.press("esc")
		if got := f.durable(again); got != "half "+f.name {
			t.Errorf("%s is %q", f.call, got)
		}
	}
}

// TestMineInsteadKeepsWhatAnotherWindowTypes decides a refused edit after
// another window has typed on.
func TestMineInsteadKeepsWhatAnotherWindowTypes(t *testing.T) {
	one, two := pair(t, bothFields()[0])
	one.typeText("mine")
	one.tick()
	one.elsewhere(certificate.SetRationaleEdit("g1", "theirs"))
	one.press("esc")
	one.sees("Not saved")
	two.typeText("second")
	two.tick()
	one.press("o")
	if got := one.stored().Groups[0].Rationale; got != "mine" || one.onDisk("rationale g1") != "second\n\nmine" {
		t.Errorf("durable %q, beside the journal %q", got, one.onDisk("rationale g1"))
	}
}

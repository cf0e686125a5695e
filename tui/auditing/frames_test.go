package auditing_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"suffice/audit"
	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/auditing"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// looks are what the frames show: keys pressed on the state half judged.
func looks() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"group", ""},
		{"against", "5 5 esc"},
		{"second", "space j j"},
		{"state", "tab"},
		{"pool", "tab tab"},
		{"unit", "enter"},
		{"filter", "/"},
		{"missing", "M"},
		{"submitted", "["},
	}
}

func TestGoldenFrames(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		for _, look := range looks() {
			r := begin(t, size[0], size[1])
			r.open(r.last()).Keys(look.keys)
			r.Elapse(2 * time.Second)
			r.CheckSize()
			r.Golden(fmt.Sprintf("%s_%dx%d", look.name, size[0], size[1]))
		}
	}
}

func TestEverySizeIsExact(t *testing.T) {
	for _, look := range looks()[1:7] {
		r := begin(t, 160, 50)
		r.open(r.last()).Keys(look.keys)
		for _, size := range tuitest.Sizes() {
			r.Resize(size[0], size[1])
			r.CheckSize()
		}
		r.Resize(120, 40)
		r.Keys("z")
		r.CheckSize()
	}
}

// hostile is text that must reach no terminal as it is.
const hostile = "a\x1b]52;c;aGk=\x07b\x1b[2J\x1b]8;;http://x\x1b\\c\u009b31md\x1bP1$r\u202ee\u200bf\x07g\r\ttab 漢字🙂\u0301\u0301\u0301 \U000e0001"

// TestHostileText puts it into roles, rationales, group IDs, quotations, notes,
// the card and the pool, and looks for it in every frame.
func TestHostileText(t *testing.T) {
	o := hostileOffice(t)
	r := sit(t, o, o.Alma, 160, 50)
	r.open("s1")
	r.Keys("1 1")
	r.Paste(hostile)
	r.Keys("enter")
	if j := r.stored("s1", review.SlotA).Groups[0].Fields[audit.RequirementValidity]; !strings.Contains(j.Note, "\x1b]52") {
		t.Errorf("the stored note is not what was typed: %q", j.Note)
	}
	for _, keys := range []string{"", "j", "j", "j j j j j j", "M", "esc", "s", "esc", "n", "esc", "tab", "l", "l", "tab", "tab", "esc", "z", "esc"} {
		r.Keys(keys)
		for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
			r.Resize(size[0], size[1])
			r.CheckSize()
			harmless(t, r.Model.View().Content)
		}
	}
}

func hostileOffice(t testing.TB) *reviewtest.Office {
	t.Helper()
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	edits := append(reviewtest.Sound(),
		certificate.SetRoleEdit("g1", hostile), certificate.SetRationaleEdit("g1", hostile+"\n"+hostile), certificate.SetGroupIDEdit("g1", "evil "+hostile))
	at := reviewtest.Do(t, o.Ann, "s1", edits...).Revision
	if _, err := o.Ann.Finish(t.Context(), "s1", at, true); err != nil {
		t.Fatal(err)
	}
	reviewtest.Review(t, o.Rita, "s1", reviewtest.Accepts())
	reviewtest.Review(t, o.Ralf, "s1", reviewtest.Accepts())
	if _, err := o.Olga.Freeze(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Olga.Sample(t.Context(), review.Sampling{States: 1, Auditors: []review.PersonID{o.Alma.Person().ID, o.Abel.Person().ID}}); err != nil {
		t.Fatal(err)
	}
	return o
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// harmless fails when a frame holds anything but text, SGR and line ends.
func harmless(t testing.TB, frame string) {
	t.Helper()
	for i, line := range strings.Split(sgr.ReplaceAllString(frame, ""), "\n") {
		for _, r := range line {
			switch {
			case r < 0x20, r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xe0000 && r <= 0xe007f:
				t.Fatalf("line %d shows %U: %q", i, r, line)
			}
		}
	}
}

// TestNothingOfTheOther: what the other auditor says, and what the reviewers
// and the senior said, changes no cell of this auditor's screens.
func TestNothingOfTheOther(t *testing.T) {
	frames := func(other bool) string {
		r := begin(t, 160, 50)
		state := r.states[1] // Alma has submitted it; Abel has not begun
		if other {
			reviewtest.Audit(t, r.office.Abel, state, audit.Necessity, audit.BranchStructure)
			r = sit(t, r.office, r.desk, 160, 50)
		}
		var out []string
		r.open(state)
		for _, keys := range []string{"", "space", "tab", "l", "l", "tab", "tab", "esc", "M", "f5", "esc"} {
			r.Keys(keys)
			out = append(out, r.Screen())
		}
		return strings.Join(out, "\n")
	}
	if a, b := frames(true), frames(false); a != b {
		t.Error("the screen tells what the other auditor did")
	}
}

// TestEveryKeyDoesSomething: every binding is an action of the screen, and none
// panics in any focus.
func TestEveryKeyDoesSomething(t *testing.T) {
	r := begin(t, 80, 24)
	for _, prefix := range []string{"", "tab tab tab"} {
		for _, b := range append(auditing.Bindings(), workbench.ReaderBindings()...) {
			if len(b.Keys) == 0 {
				t.Errorf("%s has no key", b.Action)
				continue
			}
			r.open(r.last())
			r.Keys(prefix)
			r.Keys(b.Keys[0])
			r.CheckSize()
			r.Keys("esc esc esc esc")
		}
	}
}

// TestUnknownState: what is not there, or not this person's, is said.
func TestUnknownState(t *testing.T) {
	r := begin(t, 80, 24)
	r.open("nowhere")
	r.Shows("The state could not be opened")
	r.CheckSize()
}

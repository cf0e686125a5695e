package arbitration_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/arbitration"
	"suffice/tui/part"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// looks are states of the screen, each with the keys that lead to it.
func looks() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"opened", ""},
		{"b", "2"},
		{"merged", "m 3"},
		{"unit", "4 v j"},
		{"differences", "; ; 5"},
		{"state", "6"},
		{"pool", "7"},
		{"reason", "A r"},
		{"composed", "m a 3"},
		{"whole", "w"},
		{"own", "o enter"},
		{"zoomed", "3 z"},
	}
}

func TestGoldenFrames(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		for _, look := range looks() {
			name := fmt.Sprintf("%s_%dx%d", look.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				r := disputed(t, size[0], size[1])
				r.Keys(look.keys)
				r.CheckSize()
				r.Golden(name)
			})
		}
	}
}

func TestGoldenDecided(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 50}} {
		name := fmt.Sprintf("decided_%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			o, state := reviewtest.Decided(t, reviewtest.Calibration())
			moveOn(t, o, state)
			r := open(t, o, o.Sven, state, size[0], size[1])
			r.Elapse(grace)
			r.CheckSize()
			r.Golden(name)
		})
	}
}

// moveOn lets Rita change her review of a decided state.
func moveOn(t *testing.T, o *reviewtest.Office, state string) {
	t.Helper()
	if _, err := o.Rita.Reopen(t.Context(), state); err != nil {
		t.Fatal(err)
	}
	reviewtest.Do(t, o.Rita, state, certificate.AcceptEdit("g2", "u8"))
	v, err := o.Rita.Take(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Rita.Submit(t.Context(), state, v.Revision, reviewtest.Revises("u8 calls it too")); err != nil {
		t.Fatal(err)
	}
}

func TestEverySizeIsExact(t *testing.T) {
	for _, look := range looks() {
		t.Run(look.name, func(t *testing.T) {
			r := disputed(t, 160, 50)
			r.Keys(look.keys)
			for _, size := range tuitest.Sizes() {
				r.Resize(size[0], size[1])
				r.CheckSize()
			}
			r.Resize(160, 50)
			if look.name == "reason" {
				r.Type("kept")
				r.Shows("┃ kept")
			}
		})
	}
}

// TestHostileText lets nothing that people wrote reach the terminal as it is.
func TestHostileText(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for _, d := range []*review.Desk{o.Rita, o.Ralf} {
		if _, err := d.Reopen(t.Context(), "s5"); err != nil {
			t.Fatal(err)
		}
		reviewtest.Do(t, d, "s5",
			certificate.SetRoleEdit("g1", tuitest.Hostile+d.Person().Name), certificate.SetRationaleEdit("g1", tuitest.Hostile),
			certificate.SetGroupIDEdit("g2", "id"+tuitest.Hostile))
		v, err := d.Take(t.Context(), "s5")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Submit(t.Context(), "s5", v.Revision, reviewtest.Revises(tuitest.Hostile)); err != nil {
			t.Fatal(err)
		}
	}
	for _, size := range [][2]int{{80, 24}, {160, 50}} {
		r := open(t, o, o.Sven, "s5", size[0], size[1])
		r.Elapse(grace)
		for _, keys := range []string{"1", "2", "3", "4", "5", "6", "7", "1 a", "r"} {
			r.Keys(keys)
			r.Harmless()
			r.CheckSize()
		}
		r.Paste(tuitest.Hostile)
		r.Harmless()
		r.Keys("enter s")
		r.Harmless()
		r.CheckSize()
		if _, err := o.Sven.Dispute(t.Context(), "s5"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNobodyIsNamed looks at every pane for who reviewed, and for outcomes.
func TestNobodyIsNamed(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 50}, {200, 60}} {
		r := disputed(t, size[0], size[1])
		for _, look := range looks() {
			r.Keys("esc esc 1")
			r.Keys(look.keys)
			r.Hides("Rita", "Ralf", "Rosa", "id-Rit", "id-Ral", "bm25", "recency")
			if r.Screen() == "" {
				t.Fatal("an empty screen names nobody, of course")
			}
			r.Keys("esc esc")
		}
	}
}

func TestKeysDecideOnlyAfterAMoment(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	r := open(t, o, o.Sven, state, 120, 40)
	for _, key := range strings.Fields("a b m M o x A B w c O s") {
		r.Keys(key)
		r.Shows("this state has just been opened")
	}
	r.Keys("j k 3 1")
	if n := len(r.dispute().Choices); n != 0 {
		t.Fatalf("%d choices were made by keys meant for the state before", n)
	}
	r.Elapse(grace)
	r.Keys("n a")
	if n := len(r.dispute().Choices); n != 1 {
		t.Errorf("%d choices after the moment", n)
	}
}

func TestEveryActionHasATitleAndDoesNotPanic(t *testing.T) {
	for _, b := range arbitration.Bindings() {
		if b.Title == "" {
			t.Errorf("%s has no title", b.Action)
		}
	}
	// Every key of every scope in force, from every pane.
	for _, pane := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		r := disputed(t, 120, 40)
		for _, b := range slices.Concat(arbitration.Bindings(), workbench.ReaderBindings()) {
			for _, key := range b.Keys {
				r.Keys("esc esc esc " + pane + " " + key)
				r.CheckSize()
			}
		}
	}
}

func TestHintsHaveKeys(t *testing.T) {
	r := disputed(t, 200, 50)
	for _, look := range looks() {
		r.Keys("esc esc 1 " + look.keys)
		footer := r.Lines()[49]
		if strings.TrimSpace(footer) == "" {
			t.Errorf("after %q the footer says nothing", look.keys)
		}
		r.Keys("esc esc")
	}
}

var _ part.Screen = (*arbitration.Screen)(nil)

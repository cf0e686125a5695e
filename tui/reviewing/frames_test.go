package reviewing_test

import (
	"fmt"
	"testing"

	"suffice/review/reviewtest"
	"suffice/tui/reviewing"
	"suffice/tui/tuitest"
)

func frames() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"workbench", ""},
		{"verdict", "5"},
		{"changed", "2 j j j a 3 - 5 r +"},
		{"reason", "5 r e"},
		{"accepted", "5 a + + + +"},
	}
}

func TestGoldenFrames(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		for _, f := range frames() {
			name := fmt.Sprintf("%s_%dx%d", f.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				r := offered(t, size[0], size[1])
				r.Keys(f.keys)
				r.CheckSize()
				r.Golden(name)
			})
		}
	}
}

func TestGoldenSubmitted(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rita, "s3", 160, 50)
	r.Elapse(grace)
	r.Keys("5")
	r.CheckSize()
	r.Golden("submitted_160x50")
}

func TestEverySizeIsExact(t *testing.T) {
	for _, f := range frames() {
		t.Run(f.name, func(t *testing.T) {
			r := offered(t, 160, 50)
			r.Keys(f.keys)
			for _, size := range tuitest.Sizes() {
				r.Resize(size[0], size[1])
				r.CheckSize()
			}
		})
	}
}

func TestEveryActionHasATitleAndDoesNotPanic(t *testing.T) {
	r := offered(t, 120, 40)
	for _, b := range reviewing.Bindings() {
		if b.Title == "" {
			t.Errorf("%s has no title", b.Action)
		}
		for _, key := range b.Keys {
			for _, from := range []string{"2", "5"} {
				r.Keys("esc esc esc " + from + " " + key)
				r.CheckSize()
			}
		}
	}
}

func TestTheMouseChooses(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("5")
	r.Click(5, 4) // the second verdict
	r.Click(5, 4)
	r.Shows("● revise")
	r.Wheel(5, 10, 2)
	r.CheckSize()
	r.Click(80, 5) // the pool: the panel lets go
	r.Hides("5 Review")
	r.Resize(80, 24)
	r.Click(48, 1) // its tab
	r.Shows("▌5 Review", "● revise")
	r.CheckSize()
}

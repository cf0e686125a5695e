package sensitivity_test

import (
	"fmt"
	"testing"

	"suffice/review/reviewtest"
	"suffice/tui/runs/runstest"
	"suffice/tui/tuitest"
)

func looks() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"methods", ""}, {"curve", "c"}, {"method", "enter j j"}, {"compare", "m enter"}, {"run", "r enter"}, {"unit", "enter G enter"},
		{"run_unit", "r enter G k k k k k enter"}, {"choose", "r"},
	}
}

func TestGoldenFrames(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, look := range looks() {
			s := open(t, edited(t, reviewtest.Calibration()).Ann, runstest.New(), "s1", size[0], size[1])
			s.Keys(look.keys)
			s.CheckSize()
			s.Golden(fmt.Sprintf("%s_%dx%d", look.name, size[0], size[1]))
		}
	}
}

func TestEverySizeIsExact(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	for _, look := range looks() {
		s := open(t, o.Ann, runstest.New(), "s1", 160, 50)
		s.Keys(look.keys)
		for _, size := range tuitest.Sizes() {
			s.Resize(size[0], size[1])
			s.CheckSize()
		}
	}
}

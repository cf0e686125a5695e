package runs_test

import (
	"fmt"
	"testing"
	"time"

	"suffice/scorer/methods/run"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
	"suffice/tui/tuitest"
)

func looks() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"list", ""}, {"runs", "enter"}, {"trace", "enter enter"}, {"candidates", "enter enter c"}, {"unit", "enter enter G k k enter"},
		{"filter", "/ f a i l"}, {"form", "n"}, {"failed", "/ f a i l enter enter"}, {"left", "j"},
	}
}

// live is an experiment at work in the session.
func live() runs.Live {
	return runs.Live{
		Experiment: "exp-7", Controller: "offline",
		Progress: run.Progress{
			Total: 80, Done: 30, Skipped: 2, Failed: 1, Running: 2, Elapsed: 10 * time.Second, Rate: 3.2, Left: 15 * time.Second,
			Tokens: run.Totals{Calls: 90, Missing: 90, Normalized: 4},
		},
	}
}

func TestGoldenFrames(t *testing.T) {
	o := office(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, look := range looks() {
			s := open(t, o.Olga, runstest.Busy(), size[0], size[1])
			s.Keys(look.keys)
			s.CheckSize()
			s.Golden(fmt.Sprintf("%s_%dx%d", look.name, size[0], size[1]))
		}
		f := runstest.Busy()
		f.Set(live())
		s := open(t, o.Olga, f, size[0], size[1])
		s.Elapse(2 * time.Second)
		s.CheckSize()
		s.Golden(fmt.Sprintf("live_%dx%d", size[0], size[1]))
	}
}

func TestEverySizeIsExact(t *testing.T) {
	o := office(t)
	for _, look := range looks() {
		s := open(t, o.Olga, runstest.Busy(), 160, 50)
		s.Keys(look.keys)
		for _, size := range tuitest.Sizes() {
			s.Resize(size[0], size[1])
			s.CheckSize()
		}
	}
}

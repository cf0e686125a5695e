package workbench

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// example reads the real states that stand beside the checkout, when they do.
func example(t *testing.T) []card.State {
	t.Helper()
	const file = "../../../shared/data/serbench-example/items.jsonl"
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the real example states are not here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var states []card.State
	err = card.ReadStates(context.Background(), file, f, card.NewSeen(), func(_ int, s card.State, _ [32]byte) error {
		states = append(states, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return states
}

// TestRealStates reads every part of every real state at every layout: 120
// units, spans of 1,792 lines, CRLF in the issue, Windows paths in the trace.
func TestRealStates(t *testing.T) {
	states := example(t)
	me := reviewtest.Annotator("ada")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{me}, states...)
	seen := map[int]int{65: 0, 79: 0, 120: 20}
	for _, st := range states {
		r := rigOn(t, mem, me, st.Card.ID)
		observed := 0
		for _, m := range r.s.stand {
			if m.seen != "" {
				observed++
			}
		}
		if want := seen[st.Pool.Len()]; observed != want {
			t.Errorf("%s: %d units observed, want %d", st.Card.ID, observed, want)
		}
		for _, size := range [][2]int{{80, 22}, {120, 38}, {160, 48}, {200, 58}} {
			r.press("1")
			for range tabs {
				r.press("l", "g")
				for range 400 {
					harmlessScreen(t, r, size)
					at := r.s.card.list().Cursor
					if r.s.card.tab == tabHistory {
						if row := r.s.card.row(); row.kind == cardStep && !r.s.card.open[row.step] {
							r.press("enter")
						}
					}
					r.act("list.halfdown")
					if r.s.card.list().Cursor == at {
						break
					}
				}
			}
			r.press("2", "g")
			for range st.Pool.Len() {
				harmlessScreen(t, r, size)
				r.press("j")
			}
		}
	}
}

func harmlessScreen(t *testing.T, r *rig, size [2]int) {
	t.Helper()
	screen := r.screen(size[0], size[1])
	for _, bad := range []string{"qwen3", "deepseek", "ollama", "openai_compatible", "adaptive_llm", "␍"} {
		if strings.Contains(screen, bad) {
			t.Fatalf("%q is shown:\n%s", bad, screen)
		}
	}
}

func TestRealCutExcerptSaysSo(t *testing.T) {
	for _, st := range example(t) {
		if st.Pool.Len() != 120 {
			continue
		}
		r := newRig(t, st)
		r.press("/")
		r.typeText("path:arrow.py")
		r.press("enter")
		for i := range r.s.shelf.pool.Units {
			if u := &r.s.shelf.pool.Units[i]; u.LineEnd-u.LineStart+1 == 1792 {
				r.run(r.s.showPosition(i))
				r.sees("of 1,792 lines")
				return
			}
		}
		t.Error("no unit of 1,792 lines")
	}
}

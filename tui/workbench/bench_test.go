package workbench

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// BenchmarkKeyToFrame measures from the key entering the screen until View
// returns, on a pool of 120 units at 160x50: moves through the pool, scrolls of
// the unit, toggles. Commands run outside the measured time, as they do in the
// program; the frame after an acknowledgement is measured too.
func BenchmarkKeyToFrame(b *testing.B) {
	st := harbour(120)
	me := reviewtest.Annotator("ada")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{me}, st)
	for k := range 12 {
		ids := make([]string, 0, 120)
		for i := range 120 {
			ids = append(ids, st.Pool.Units[(i*7+k)%120].ID)
		}
		mem.Lock(st.Card.ID, card.Prediction{State: st.Card.ID, Method: fmt.Sprintf("method-%d", k), Ranked: ids})
	}
	r := rigOn(b, mem, me, st.Card.ID)
	r.group("bug_location")
	keys := slices.Concat(
		slices.Repeat([]string{"j"}, 40), []string{"a", "j", "j", "a"}, slices.Repeat([]string{"J"}, 8), []string{"K", "K", "K"},
		slices.Repeat([]string{"k"}, 20), []string{"a", "4"}, slices.Repeat([]string{"j"}, 15), slices.Repeat([]string{"l"}, 3), slices.Repeat([]string{"h"}, 3),
		[]string{"3"}, slices.Repeat([]string{"j"}, 6), []string{"1", "l", "j", "j", "l", "2", "G", "a", "g", "ctrl+d", "a"},
	)
	var took []time.Duration
	frame := func(f func()) {
		start := time.Now()
		f()
		r.s.View(160, 48)
		took = append(took, time.Since(start))
	}
	b.ResetTimer()
	for i := range b.N {
		key := keys[i%len(keys)]
		r.hold = true
		frame(func() { r.try(key) })
		r.hold = false
		for len(r.held) > 0 {
			cmd := r.held[0]
			r.held = r.held[1:]
			b.StopTimer()
			msg := cmd()
			b.StartTimer()
			if msg == nil {
				continue
			}
			r.hold = true
			frame(func() { r.take(msg) })
			r.hold = false
		}
	}
	b.StopTimer()
	slices.Sort(took)
	at := func(q float64) float64 {
		return float64(took[min(int(q*float64(len(took))), len(took)-1)].Microseconds()) / 1000
	}
	b.ReportMetric(at(0.50), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(at(1), "max-ms")
}

// BenchmarkFirstPaint opens units that are larger than any screen: the first
// frame must not wait for them (C28).
func BenchmarkFirstPaint(b *testing.B) {
	for name, text := range map[string]string{
		"4000-lines":    strings.Repeat("def f(x):  # a line of ordinary length, as code has it\n", 4000),
		"3M-ascii-line": strings.Repeat("abcdefghi ", 300_000),
		"3M-wide-line":  strings.Repeat("漢字かな交じり文 ", 333_334),
	} {
		b.Run(name, func(b *testing.B) {
			st := harbour(4)
			units := slices.Clone(st.Pool.Units)
			units[1].Text = text
			st.Pool = card.NewPool(units)
			for range b.N {
				b.StopTimer()
				r := newRig(b, st)
				r.hold = true
				b.StartTimer()
				r.press("j")
				r.s.View(160, 48)
			}
		})
		b.Run(name+"-sideways", func(b *testing.B) {
			st := harbour(4)
			units := slices.Clone(st.Pool.Units)
			units[1].Text = text
			st.Pool = card.NewPool(units)
			r := newRig(b, st)
			r.press("j", "4")
			b.ResetTimer()
			for range b.N {
				if !r.try("l") {
					r.press("0")
				}
				r.s.View(160, 48)
			}
		})
	}
}

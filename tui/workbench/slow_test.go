package workbench

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice/certificate/card"
)

// Case C28: the first frame of a unit larger than any screen waits for no
// lexer and copies no more of the unit than a small multiple of it once; the
// frames after it, sideways too, touch only what they show.
func TestSlowContentIsPaintedAtOnce(t *testing.T) {
	const mb = 1 << 20
	for name, c := range map[string]struct {
		text  string
		shows string
	}{
		"4,000 lines":                  {strings.Repeat("def f(x):  # a line of ordinary length, as code has it\n", 4000), "def f(x):"},
		"a line of 3,000,000 letters":  {strings.Repeat("abcdefghi ", 300_000), "abcdefghi"},
		"a line of wide characters":    {strings.Repeat("漢字かな交じり文 ", 333_334), "漢字かな"},
		"a line of tabs and controls":  {strings.Repeat("a\tb\x1b[2J", 300_000), "␛[2J"},
		"a line of combining marks":    {strings.Repeat("e\u0301\u0302", 600_000), "e\u0301"},
		"a line of brackets, no space": {strings.Repeat("([{", 1_000_000), "([{"},
	} {
		t.Run(name, func(t *testing.T) {
			st := harbour(4)
			units := slices.Clone(st.Pool.Units)
			units[1].Text = c.text
			st.Pool = card.NewPool(units)
			r := newRig(t, st)
			r.hold = true // no command answers: neither lexer nor ruler
			first := allocated(func() {
				r.press("j")
				r.s.View(160, 48)
			})
			r.sees(c.shows)
			if r.s.unit.tokens != nil {
				t.Error("the first frame is lexed already")
			}
			if limit := uint64(3*len(c.text) + 2*mb); first > limit {
				t.Errorf("the first frame of %d bytes allocates %d, want at most %d", len(c.text), first, limit)
			}
			r.press("4")
			r.s.View(160, 48)
			if later := allocated(func() {
				r.press("l", "j")
				r.s.View(160, 48)
			}); later > 4*mb {
				t.Errorf("a later frame allocates %d bytes", later)
			}
		})
	}
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

package workbench

import (
	"slices"
	"strings"
	"testing"
)

// A line of code that goes on in another row stands behind its margin there,
// and loses nothing.
func TestCodeThatWrapsKeepsItsColumn(t *testing.T) {
	r := newRig(t, harbour(4))
	for _, c := range []struct {
		name, line string
		w          int
		want       []string // nil where only the width and the text count
	}{
		{"fits", "   12: return x", 20, []string{"   12: return x"}},
		{"numbered", "   12:     return one(two, three)", 24, []string{"   12:     return", "            one(two,", "            three)"}},
		{"indented", "    return one(two, three)", 20, []string{"    return one(two,", "      three)"}},
		{"added", "+    return one(two, three)", 21, []string{"+    return one(two,", "       three)"}},
		{"no space to break at", "  abcdefghijkl", 8, []string{"  abcdef", "    ghij", "    kl"}},
		{"a margin of more than half the row", "              deep code here", 16, nil},
		{"text", "Found three places here", 12, []string{"Found three", "  places", "  here"}},
		{"one cell", "ab", 1, []string{"a", "b"}},
	} {
		got := r.s.wrapCode(c.line, c.w)
		if c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		for _, l := range got {
			if r.env.Width.Of(l) > c.w {
				t.Errorf("%s: %q is wider than %d", c.name, l, c.w)
			}
		}
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if squeeze(strings.Join(got, "")) != squeeze(c.line) {
			t.Errorf("%s: %q loses something of %q", c.name, got, c.line)
		}
	}
}

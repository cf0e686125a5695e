package workbench

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"suffice/certificate"
	"suffice/review"
)

func TestWitnessWords(t *testing.T) {
	group := func(q int, ids ...string) certificate.Group {
		return certificate.Group{Role: "bug_location", Acceptable: ids, Threshold: q, Weight: 1}
	}
	for _, c := range []struct {
		name            string
		cert            certificate.Certificate
		witnesses, size string
		need            string
	}{
		{"nothing", certificate.Certificate{}, "no groups yet", "", ""},
		{"one", certificate.Certificate{Groups: []certificate.Group{group(1, "a")}}, "1 witness", "smallest 1", ""},
		{"two groups", certificate.Certificate{Groups: []certificate.Group{group(1, "a", "b"), group(1, "c")}}, "2 witnesses", "smallest 2", "all needed"},
		{"implied", certificate.Certificate{Groups: []certificate.Group{group(1, "a", "b"), group(1, "a")}}, "1 witness", "smallest 1", "G1 follows from the others"},
		{"empty", certificate.Certificate{Groups: []certificate.Group{group(1, "a"), group(1)}}, "no witness yet: G2 accepts no unit", "", ""},
		{"two empty", certificate.Certificate{Groups: []certificate.Group{group(1), group(1)}}, "no witness yet: G1, G2 accept no unit", "", ""},
		{"short", certificate.Certificate{Groups: []certificate.Group{group(3, "a", "b"), group(1)}}, "no witness yet: G2 accepts no unit, G1 asks for more than it accepts", "", ""},
		{"by a branch", certificate.Certificate{Groups: []certificate.Group{group(1, "a"), group(1)}, Branches: [][]string{{"a", "b"}}},
			"no witness yet: G2 accepts no unit", "smallest 2, by a branch", ""},
		{"a smaller branch", certificate.Certificate{Groups: []certificate.Group{group(1, "a"), group(1, "b")}, Branches: [][]string{{"c"}}},
			"1 witness", "smallest 1, by a branch", "all needed"},
		{"a branch as small", certificate.Certificate{Groups: []certificate.Group{group(1, "b")}, Branches: [][]string{{"a"}}},
			"1 witness", "smallest 1", ""},
	} {
		f := work(1, review.View{}, c.cert, func(id string) string { return id })
		if got := f.witnesses(c.cert); got != c.witnesses {
			t.Errorf("%s: %q, want %q", c.name, got, c.witnesses)
		}
		if got := f.size(); len(c.cert.Groups) > 0 && got != c.size {
			t.Errorf("%s: size %q, want %q", c.name, got, c.size)
		}
		if got := f.necessity(c.cert); got != c.need {
			t.Errorf("%s: necessity %q, want %q", c.name, got, c.need)
		}
	}
}

// The line at the foot of one pane keeps what is found, whatever must be cut.
func TestStatusLineKeepsTheFindings(t *testing.T) {
	r := newRig(t, harbour(24))
	for range 3 {
		r.group("bug_location")
		r.press("a", "j")
	}
	for _, g := range []certificate.GroupKey{"g1", "g2", "g3"} {
		r.elsewhere(certificate.SetThresholdEdit(g, 2))
	}
	r.news()
	whole := ansi.Strip(r.s.statusLine(400))
	if !strings.Contains(whole, "no witness yet") || strings.Contains(whole, "·  ·") || !strings.Contains(whole, "more than they accept · ✗ 3 · ") {
		t.Errorf("the whole line is %q", whole)
	}
	for _, w := range []int{78, 60, 40} {
		line := ansi.Strip(r.s.statusLine(w))
		if !strings.Contains(line, "✗ 3") || !strings.Contains(line, "3 groups") || !strings.HasSuffix(line, "…") {
			t.Errorf("of %d cells: %q", w, line)
		}
	}
}

package card

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func hashOf(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }

func TestSamePath(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a/b.py", "a/b.py", true}, {"a/b.py", `a\b.py`, true}, {"./a/b.py", "a//b.py", true}, {`.\a\b.py`, "a/b.py", true},
		{"a/b.py", "a/B.py", false}, {"b.py", "a/b.py", false}, {"", "", false}, {"", ".", false},
	} {
		if got := SamePath(c.a, c.b); got != c.want || got != SamePath(c.b, c.a) {
			t.Errorf("SamePath(%q, %q) is %v", c.a, c.b, got)
		}
	}
}

func TestUnitLines(t *testing.T) {
	whole := "def f():\n    x = 1\n    return x"
	for _, c := range []struct {
		name      string
		unit      Unit
		shown, of int
		cut       bool
		lines     []string
	}{
		{"whole", Unit{LineStart: 5, LineEnd: 7, Text: whole, SHA256: hashOf(whole)}, 3, 3, false, []string{"def f():", "    x = 1", "    return x"}},
		{"whole, CRLF", Unit{LineStart: 5, LineEnd: 7, Text: strings.ReplaceAll(whole, "\n", "\r\n"), SHA256: hashOf(whole)}, 3, 3, false, []string{"def f():", "    x = 1", "    return x"}},
		{"whole, last line break kept", Unit{LineStart: 5, LineEnd: 7, Text: whole + "\n", SHA256: hashOf(whole)}, 3, 3, false, []string{"def f():", "    x = 1", "    return x"}},
		{"whole, blank last line", Unit{LineStart: 5, LineEnd: 6, Text: "x\n", SHA256: hashOf("x\n")}, 2, 2, false, []string{"x", ""}},
		{"cut between lines", Unit{LineStart: 5, LineEnd: 7, Text: "def f():\n    x = 1", SHA256: hashOf(whole)}, 2, 3, true, []string{"def f():", "    x = 1"}},
		{"cut in the last line", Unit{LineStart: 5, LineEnd: 7, Text: whole[:len(whole)-4], SHA256: hashOf(whole)}, 3, 3, true, []string{"def f():", "    x = 1", "    retu"}},
		{"no hash", Unit{LineStart: 5, LineEnd: 7, Text: whole}, 3, 3, false, nil},
		{"no hash, cut", Unit{LineStart: 5, LineEnd: 1796, Text: whole}, 3, 1792, true, nil},
		{"no lines known", Unit{Text: "a\nb"}, 2, 0, false, []string{"a", "b"}},
		{"no text", Unit{LineStart: 5, LineEnd: 7}, 0, 3, true, nil},
		{"nothing", Unit{}, 0, 0, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			shown, of := c.unit.LineNumbers()
			if shown != c.shown || of != c.of || c.unit.Cut() != c.cut {
				t.Errorf("%d of %d lines, cut %v", shown, of, c.unit.Cut())
			}
			if c.lines != nil && !slices.Equal(c.unit.Split(), c.lines) {
				t.Errorf("got %q", c.unit.Split())
			}
		})
	}
}

func TestUnitLine(t *testing.T) {
	u := Unit{LineStart: 5, LineEnd: 9, Text: "a\r\nb\r\nc"} // line 7 may go on
	for n, want := range map[int]string{5: "a", 6: "b", 7: "c"} {
		if got, ok := u.Line(n); !ok || got != want {
			t.Errorf("line %d is %q, %v", n, got, ok)
		}
		if u.Whole(n) != (n < 7) {
			t.Errorf("line %d is whole: %v", n, u.Whole(n))
		}
	}
	for _, n := range []int{-1, 0, 4, 8, 9, 10} {
		if _, ok := u.Line(n); ok || u.Whole(n) {
			t.Errorf("there is a line %d", n)
		}
	}
	for _, c := range []struct {
		from, to int
		want     string
		ok       bool
	}{{5, 7, "a\nb\nc", true}, {6, 6, "b", true}, {5, 8, "", false}, {4, 5, "", false}, {7, 6, "", false}} {
		if got, ok := u.Lines(c.from, c.to); got != c.want || ok != c.ok {
			t.Errorf("lines %d to %d are %q, %v", c.from, c.to, got, ok)
		}
	}
}

// TestOverlap: overlapping is symmetric, never with itself, only within a file,
// and two overlapping units stand in each other's SameFile list, which is
// ordered by line.
func TestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var units []Unit
		for i := range rapid.IntRange(1, 12).Draw(t, "n") {
			start := rapid.IntRange(0, 20).Draw(t, "start")
			units = append(units, Unit{
				ID: fmt.Sprint(i), Path: rapid.SampledFrom([]string{"a/b.py", `a\b.py`, "c.py", ""}).Draw(t, "path"),
				LineStart: start, LineEnd: start + rapid.IntRange(0, 8).Draw(t, "more"),
			})
		}
		p := NewPool(units)
		for i, u := range units {
			over, same := Overlapping(p, u.ID), SameFile(p, u.ID)
			if !slices.Contains(same, i) {
				t.Fatalf("%d is not in its own file", i)
			}
			for j, v := range units {
				shares := i != j && u.LineStart > 0 && v.LineStart > 0 && SamePath(u.Path, v.Path) && max(u.LineStart, v.LineStart) <= min(u.LineEnd, v.LineEnd)
				if slices.Contains(over, j) != shares || shares && !slices.Contains(same, j) {
					t.Fatalf("%+v and %+v: overlap %v, file %v", u, v, over, same)
				}
			}
			if !slices.IsSortedFunc(same, func(a, b int) int { return units[a].LineStart - units[b].LineStart }) {
				t.Fatalf("%v is not in order of lines", same)
			}
		}
		if Overlapping(p, "none") != nil || SameFile(p, "none") != nil {
			t.Fatal("a unit that is not there has neighbours")
		}
	})
}

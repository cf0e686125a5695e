package workbench

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"suffice/certificate/card"
	"suffice/tui/keys"
	"suffice/tui/part"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// scene is a workbench in the middle of work.
func scene(t testing.TB) *rig { return sceneOn(t, harbour(40)) }

// plainScene is a scene whose files have no language: quicker to make.
func plainScene(t testing.TB) *rig {
	st := harbour(40)
	units := slices.Clone(st.Pool.Units)
	for i := range units {
		units[i].Path += ".txt"
	}
	st.Pool = card.NewPool(units)
	return sceneOn(t, st)
}

func sceneOn(t testing.TB, st card.State) *rig {
	r := newRig(t, st)
	r.group("bug_location")
	r.press("a", "j", "j", "a", "j", "j", "a")
	r.group("interaction_constraint")
	r.press("j", "j", "j", "a")
	r.press("enter", "j", "v", "j", "q", "esc")
	r.press("e")
	r.typeText("The lock reads the table by itself.")
	r.press("esc")
	r.press("b")
	return r
}

func TestGoldenFrames(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {120, 38}, {160, 48}, {200, 58}} {
		for _, look := range []struct {
			name string
			keys []string
		}{
			{"pool", nil},
			{"state", []string{"1", "l", "l", "l", "j", "j", "j", "enter"}},
			{"unit", []string{"4", "/", "t", "i", "d", "e", "_", "4", "enter"}},
			{"certificate", []string{"3", "j"}},
			{"filter", []string{"/", "i", "s", ":", "o", "u", "t"}},
			{"rationale", []string{"e"}},
		} {
			name := fmt.Sprintf("%s_%dx%d", look.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				r := scene(t)
				r.screen(size[0], size[1])
				r.press(look.keys...)
				golden(t, name, r.screen(size[0], size[1]))
			})
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	got = strings.Join(lines, "\n") + "\n"
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run go test -update ./tui/workbench and look at it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run go test -update ./tui/workbench and look at the difference\n%s", file, got)
	}
}

// TestEverySizeIsExact draws every mode at many sizes; screen() checks lines
// and widths.
func TestEverySizeIsExact(t *testing.T) {
	for _, mode := range []struct {
		name string
		keys []string
	}{
		{"pool", nil}, {"state", []string{"1"}}, {"history", []string{"1", "l", "l", "l", "enter"}}, {"unit", []string{"4", "l"}},
		{"certificate", []string{"3"}}, {"filter", []string{"/", "x"}}, {"search", []string{"4", "/", "d"}},
		{"select", []string{"4", "v", "j"}}, {"rationale", []string{"e"}}, {"zoom", []string{"z"}}, {"zoom state", []string{"1", "z"}},
	} {
		t.Run(mode.name, func(t *testing.T) {
			r := scene(t)
			r.press(mode.keys...)
			for _, w := range []int{1, 2, 3, 4, 5, 9, 10, 17, 40, 59, 60, 79, 80, 109, 110, 111, 159, 160, 200} {
				for _, h := range []int{1, 2, 3, 4, 5, 8, 10, 16, 22, 24, 40, 60} {
					r.screen(w, h)
				}
			}
		})
	}
}

// hostile is text that must reach no terminal as it is.
const hostile = "a\x1b]52;c;aGk=\x07b\x1b[2J\x1b]8;;http://x\x1b\\c\u009b31md\x1bP1$r\u202ee\u200bf\x07\x00g\r\ttab 漢字🙂 \xff\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 \U000e0001"

func TestHostileTextInEveryField(t *testing.T) {
	valid := strings.ToValidUTF8(hostile, "") // what a reader lets in
	st := harbour(6)
	c := &st.Card
	c.Repo, c.InstanceID, c.Issue, c.Need, c.Observation = hostile, hostile, hostile, hostile, hostile
	c.Hypothesis, c.Subgoal, c.Diff, c.TestOutput, c.BaseCommit = hostile, hostile, hostile, hostile, hostile
	c.Boundary = card.Boundary(hostile)
	c.OpenedFiles, c.Queries = []string{hostile}, []string{hostile}
	c.Steps = []card.Step{{ID: hostile, Action: hostile, Input: hostile, Output: hostile, Status: hostile, Results: []card.Hit{{Path: hostile, Symbol: hostile}}}}
	units := st.Pool.Units
	units[0].Path, units[0].Symbol, units[0].Text, units[0].SourceType = hostile, hostile, valid+"\n"+valid, hostile
	units[1].ID = "evil" + hostile
	units[1].Path = ""
	st.Pool = card.NewPool(units)
	r := newRig(t, st)
	r.press("n")
	r.typeChoice(hostile)
	r.press("a", "j", "a", "k")
	r.press("I")
	r.answer(hostile)
	r.press("4", "v", "j", "q", "e")
	r.run(r.s.Update(pasteOf(hostile)))
	r.press("esc", "b", "N")
	r.run(r.s.Update(pasteOf(hostile)))
	r.press("esc", "F")
	r.answer(hostile)
	if q := r.stored().Groups[0].Quotations; len(q) != 1 || q[0].Text != valid+"\n"+valid {
		t.Fatalf("the quotation is not what the unit says: %+v", q)
	}
	for _, k := range [][]string{{"1"}, {"l"}, {"l"}, {"l"}, {"g", "enter"}, {"l"}, {"l"}, {"2"}, {"4"}, {"l"}, {"3"}} {
		r.press(k...)
		for _, size := range [][2]int{{80, 22}, {120, 38}, {160, 48}} {
			lines, _ := r.s.View(size[0], size[1])
			r.screen(size[0], size[1])
			for i, l := range lines {
				harmless(t, i, l)
			}
		}
	}
	harmless(t, 0, r.s.Title())
	for _, text := range r.toasts {
		harmless(t, 0, text)
	}
}

// harmless fails when a line holds anything but text and SGR.
func harmless(t *testing.T, i int, line string) {
	t.Helper()
	plain := ansi.Strip(line)
	for _, r := range plain {
		switch {
		case r < 0x20, r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xe0000 && r <= 0xe007f:
			t.Fatalf("line %d shows %U: %q", i, r, line)
		}
	}
	for rest := line; ; {
		_, after, ok := strings.Cut(rest, "\x1b")
		if !ok {
			return
		}
		end := strings.IndexFunc(strings.TrimPrefix(after, "["), func(r rune) bool { return (r < '0' || r > '9') && r != ';' && r != ':' })
		if !strings.HasPrefix(after, "[") || end < 0 || after[end+1] != 'm' {
			t.Fatalf("line %d holds a sequence that is no SGR: %q", i, line)
		}
		rest = after
	}
}

func TestEveryActionHasATitleAndDoesNotPanic(t *testing.T) {
	for _, b := range Bindings() {
		if b.Title == "" {
			t.Errorf("%s has no title", b.Action)
		}
		r := plainScene(t)
		if _, ok := r.s.actions[b.Action]; !ok {
			t.Errorf("%s is bound and does nothing", b.Action)
			continue
		}
		if cmd, ok := r.s.Do(b.Action); ok {
			r.run(cmd)
		}
		r.screen(160, 48)
	}
	r := plainScene(t)
	for a := range r.s.actions {
		if !bound(a) {
			t.Errorf("%s is done nowhere: no binding names it", a)
		}
	}
}

func bound(a keys.Action) bool {
	for _, b := range Bindings() {
		if b.Action == a {
			return true
		}
	}
	return false
}

func TestHintsAreBound(t *testing.T) {
	r := plainScene(t)
	for _, keys := range [][]string{{"2"}, {"1"}, {"4"}, {"v"}, {"esc", "3"}, {"/"}, {"esc", "e"}} {
		r.press(keys...)
		for _, a := range r.s.Hints() {
			if r.env.Keys.Key(r.s.Scopes(), a) == "" {
				t.Errorf("after %v the hint %s has no key", keys, a)
			}
		}
	}
}

var _ part.Screen = (*Screen)(nil)

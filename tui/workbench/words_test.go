package workbench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

// replacing is the durable text that the field would replace, as it says.
func (r *rig) replacing() string {
	text := r.s.field.replaces()
	if text != "" {
		r.sees("typed before, in place of: " + text[:3])
	}
	return text
}

// TestNoWordIsEverLost types words in two windows in any order, saves them,
// leaves the field and kills windows. Every word that was saved or made durable
// stands in the certificate, beside the journal, or in an edit that is kept,
// unless the person was shown what its field takes the place of.
func TestNoWordIsEverLost(t *testing.T) {
	for _, f := range bothFields() {
		t.Run(f.name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				first := newRig(t, harbour(3))
				first.group("bug_location")
				open := [2]*rig{first, first.window()}
				var safe []string     // words that must not be lost
				var typed [2][]string // words of a window that are not saved yet
				keep := func(i int) {
					if r := open[i]; !r.hold && r.s.stale == nil {
						safe, typed[i] = append(safe, typed[i]...), nil
					}
				}
				for n := range rapid.IntRange(2, 20).Draw(rt, "steps") {
					i := rapid.IntRange(0, 1).Draw(rt, "window")
					r := open[i]
					switch rapid.SampledFrom([]string{"type", "type", "save", "leave", "news", "kill", "close", "hold", "release"}).Draw(rt, "step") {
					case "type":
						if !r.s.field.active() && !r.try(f.key) {
							break // a refused edit waits for a decision
						}
						word := fmt.Sprintf("w%d;", n)
						r.s.field.box.Set(r.s.field.box.Value()) // the cursor to the end
						r.typeText(word)
						typed[i] = append(typed[i], word)
					case "save":
						r.tick()
						keep(i)
					case "leave":
						if r.s.stale != nil { // nothing is left before that is decided
							r.try("k")
							break
						}
						if r.s.field.active() {
							safe = slices.DeleteFunc(safe, func(w string) bool { return strings.Contains(r.replacing(), w) })
							r.press("esc")
						}
						if r.s.stale != nil {
							r.try("k")
						}
						keep(i)
					case "news":
						r.news()
					case "kill":
						open[i], typed[i] = r.window(), nil
					case "close":
						r.release()
						r.run(r.s.Leave())
						keep(i)
						open[i] = r.window()
					case "hold": // commands come late from now on
						r.hold = true
					case "release":
						r.release()
					}
				}
				all := f.durable(first) + first.onDisk(f.name)
				for _, r := range open {
					v, _ := r.desk.Take(context.Background(), r.s.state)
					for _, k := range v.Mine.Kept {
						all += k.Edit.Say(v.Draft.Certificate(), r.s.shelf.name) + fmt.Sprint(k.Edit)
					}
				}
				for _, w := range safe {
					if !strings.Contains(all, w) {
						rt.Fatalf("%s is lost; left is %q", w, all)
					}
				}
			})
		})
	}
}

// A line of a unit that goes on where it is not shown says so on that side.
func TestLinesThatGoOnSaySo(t *testing.T) {
	st := harbour(4)
	units := slices.Clone(st.Pool.Units)
	units[0].Text = "short\n" + strings.Repeat("abcdefghij", 30) + "\n\nend\n"
	st.Pool = card.NewPool(units)
	r := newRig(t, st)
	row := func(what string) string {
		t.Helper()
		for _, l := range strings.Split(r.screen(160, 48), "\n") {
			if strings.Contains(l, what) {
				return l
			}
		}
		t.Fatalf("no line shows %q:\n%s", what, r.screen(160, 48))
		return ""
	}
	if l := row("abcdefghij"); !strings.Contains(l, " 2 abc") || !strings.Contains(l, "›│") {
		t.Errorf("at its start: %q", l)
	}
	if l := row("short"); strings.ContainsAny(l, "‹›") {
		t.Errorf("a short line: %q", l)
	}
	r.press("4", "l")
	if l := row("defghij"); !strings.Contains(l, " 2‹") || !strings.Contains(l, "›│") {
		t.Errorf("in its middle: %q", l)
	}
	r.press("j", "$")
	if l := row("defghij"); !strings.Contains(l, " 2‹") || strings.Contains(l, "›") {
		t.Errorf("at its end: %q", l)
	}
}

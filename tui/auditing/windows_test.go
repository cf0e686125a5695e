package auditing_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"suffice/audit"
	"suffice/review/reviewtest"
	"suffice/tui/part"
)

// judged is the judgment that two windows write the note of.
const judged = audit.MinimumRequired

// window opens one more window of the same person on the same state.
func (r *rig) window(t testing.TB) *rig {
	t.Helper()
	return sit(t, r.office, reviewtest.Desk(t, r.office.Memory, r.desk.Person()), 120, 40).open(r.last())
}

// small is a window that takes little time to draw.
func (r *rig) small(t testing.TB) *rig {
	t.Helper()
	return sit(t, r.office, reviewtest.Desk(t, r.office.Memory, r.desk.Person()), 60, 16).open(r.last())
}

// typing is the text of the note that is kept beside the journal.
func (r *rig) typing() string {
	r.t.Helper()
	all, err := r.desk.Typing(r.t.Context(), r.last())
	if err != nil {
		r.t.Fatal(err)
	}
	var texts []string
	for _, t := range all {
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, "|")
}

func (r *rig) note() string { return r.on(r.last(), 0, judged).Note }

// pair opens two windows in the prompt of the same note.
func pair(t *testing.T) (one, two *rig) {
	one = begin(t, 120, 40)
	one.open(one.last()).Keys("5 5")
	two = one.window(t)
	two.Keys("n")
	two.Shows("minimum-required threshold is not ok: why?")
	return one, two
}

const pause = time.Second // longer than typing rests until it is saved

func TestTwoWindowsOfOneAuditorLoseNoWords(t *testing.T) {
	one, two := pair(t)
	one.Type("one unit is enough")
	one.Elapse(pause)
	two.Type("second")
	two.Elapse(pause)
	two.Shows("both texts are kept")
	if got := one.typing(); got != "second\n\none unit is enough" {
		t.Errorf("beside the journal %q", got)
	}
	two.Type("!")
	two.Elapse(pause)
	if got := one.typing(); got != "second!\n\none unit is enough" {
		t.Errorf("typed on, and beside the journal %q", got)
	}
	two.Keys("enter") // what the other one wrote has not stood there
	two.Shows("is not ok: why?", "second!", "one unit is enough", "both texts are in it now")
	if got := two.note(); got != "" {
		t.Errorf("accepted unseen: %q", got)
	}
	two.Keys("enter")
	if got := two.note(); got != "second!\n\none unit is enough" || one.typing() != "" {
		t.Errorf("the note is %q, beside the journal %q", got, one.typing())
	}

	one.Keys("enter") // it has not looked since
	one.Shows("is not ok: why?", "second!", "one unit is enough")
	one.Keys("enter")
	if got := two.note(); got != "second!\n\none unit is enough" || one.typing() != "" {
		t.Errorf("the note is %q, beside the journal %q", got, one.typing())
	}
	one.Hides("is not ok: why?")
}

// TestAWindowThatFollowsKeepsBothTexts has seen what the other window wrote,
// beside its open prompt.
func TestAWindowThatFollowsKeepsBothTexts(t *testing.T) {
	one, two := pair(t)
	one.Type("first")
	one.Elapse(pause)
	two.Type("second")
	two.Elapse(pause)
	one.Send(part.ExternalChangeMsg{})
	one.Type(" of all")
	one.Elapse(pause)
	if got := one.typing(); got != "first of all\n\nsecond" {
		t.Errorf("beside the journal %q", got)
	}
	one.Keys("esc n")
	one.Shows("first of all", "second")
}

// TestTheNoteOfAKilledWindowIsOffered: its words were saved before the other
// window accepted its own.
func TestTheNoteOfAKilledWindowIsOffered(t *testing.T) {
	one, two := pair(t)
	one.Type("first")
	one.Elapse(pause)
	two.Type("second")
	two.Keys("enter")
	if got := two.note(); got != "second" || two.typing() != "first" {
		t.Fatalf("the note is %q, beside the journal %q", got, two.typing())
	}
	again := one.window(t)
	again.Keys("n")
	again.Shows("first", "In place of: second")
}

// TestNoNoteIsJudgedAwayUnseen answers a judgment whose note another window has
// just written.
func TestNoNoteIsJudgedAwayUnseen(t *testing.T) {
	one, two := pair(t)
	one.Type("first")
	one.Keys("enter")
	two.Keys("esc 5")
	two.Shows("Not judged: another window of yours wrote the note on G1 minimum-required threshold")
	if got := one.note(); got != "first" {
		t.Errorf("the note is %q", got)
	}
	two.Keys("5")
	if j := one.on(one.last(), 0, judged); j.Answer != audit.OK {
		t.Errorf("judged again, and it is %+v", j)
	}
}

func TestATypedNoteThatCannotBeSavedIsTold(t *testing.T) {
	r := begin(t, 120, 40)
	r.open(r.last()).Keys("5 5")
	r.office.Memory.FailTyping(errors.New("disk full"))
	r.Type("first")
	r.Keys("esc")
	r.Shows("text not saved: ", "disk full")
	r.Keys("q")
	r.Shows("The note that was being typed is not saved")
	r.Keys("n")
	r.Elapse(pause)
	if got := r.typing(); got != "first" {
		t.Errorf("beside the journal %q", got)
	}
	r.Hides("text not saved")
}

// TestNoWordOfANoteIsEverLost writes words in two windows in any order, rests,
// accepts, cancels and kills. Every word that was saved or accepted stands in the
// note or beside the journal, unless the prompt said what it takes the place of.
func TestNoWordOfANoteIsEverLost(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		one := begin(t, 60, 16)
		one.open(one.last()).Keys("5 5 esc")
		open := [2]*rig{one, one.small(t)}
		var safe []string
		var typed [2][]string
		keep := func(i int) { safe, typed[i] = append(safe, typed[i]...), nil }
		asked := func(r *rig) bool { return strings.Contains(r.Screen(), "is not ok: why?") }
		for n := range rapid.IntRange(2, 16).Draw(rt, "steps") {
			i := rapid.IntRange(0, 1).Draw(rt, "window")
			r := open[i]
			switch rapid.SampledFrom([]string{"type", "type", "type", "rest", "accept", "cancel", "news", "kill"}).Draw(rt, "step") {
			case "type":
				if !asked(r) {
					r.Keys("n")
				}
				word := fmt.Sprintf("w%d;", n)
				r.Type(word)
				typed[i] = append(typed[i], word)
			case "rest":
				r.Elapse(pause)
				keep(i)
			case "accept":
				for tries := 0; asked(r); tries++ {
					if strings.Contains(r.Screen(), "In place of: ") {
						r.Keys("esc")
						break
					}
					if r.Keys("enter"); tries > 3 {
						rt.Fatalf("accepting never ends\n%s", r.Screen())
					}
				}
				keep(i)
			case "cancel":
				if asked(r) {
					r.Keys("esc")
					keep(i)
				}
			case "news":
				r.Send(part.ExternalChangeMsg{})
			case "kill":
				open[i], typed[i] = r.small(t), nil
			}
		}
		for _, w := range safe {
			if all := one.note() + " " + one.typing(); !strings.Contains(all, w) {
				rt.Fatalf("%s is lost; left is %q", w, all)
			}
		}
	})
}

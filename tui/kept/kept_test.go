package kept

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/part"
)

// hand is drafts whose commands run when a test says so, and whose timers too.
type hand struct {
	t      *testing.T
	mem    *reviewtest.Memory
	desk   *review.Desk
	drafts *Drafts
	later  []tea.Msg
}

func newHand(t *testing.T) *hand {
	t.Helper()
	me := reviewtest.Annotator("ada")
	h := &hand{t: t, mem: reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{me}, reviewtest.State("s1", 3))}
	h.desk = reviewtest.Desk(t, h.mem, me)
	env := &part.Env{Ctx: t.Context(), Desk: h.desk, After: func(_ time.Duration, m tea.Msg) tea.Cmd {
		return func() tea.Msg { h.later = append(h.later, m); return nil }
	}}
	h.drafts = New(env, "s1", "reason", "verdict")
	return h
}

// run runs a command and what follows.
func (h *hand) run(cmd tea.Cmd) {
	for cmd != nil {
		msg := cmd()
		if msg == nil {
			return
		}
		if all, ok := msg.(tea.BatchMsg); ok {
			for _, c := range all {
				h.run(c)
			}
			return
		}
		cmd = h.drafts.Update(msg)
	}
}

// tick lets everything that waits happen.
func (h *hand) tick() {
	due := h.later
	h.later = nil
	for _, m := range due {
		h.run(h.drafts.Update(m))
	}
}

// disk is what is kept on disk, by name.
func (h *hand) disk() map[string]string {
	h.t.Helper()
	v, err := h.desk.Take(h.t.Context(), "s1")
	if err != nil {
		h.t.Fatal(err)
	}
	out := map[string]string{}
	for _, t := range v.Typing {
		out[t.Field] = t.Text
	}
	return out
}

func TestWhatIsSaidReachesTheDiskSoon(t *testing.T) {
	h := newHand(t)
	h.run(h.drafts.Set("reason", "b"))
	h.run(h.drafts.Set("reason", "because"))
	h.run(h.drafts.Set("verdict", "accept"))
	if len(h.later) != 1 {
		t.Errorf("%d saves are due, want one for all of it", len(h.later))
	}
	if !h.drafts.Saving() || len(h.disk()) != 0 {
		t.Error("saved before it was due")
	}
	h.tick()
	if d := h.disk(); d["reason"] != "because" || d["verdict"] != "accept" {
		t.Errorf("on disk: %v", d)
	}
	if h.drafts.Saving() {
		t.Error("still saving")
	}
}

func TestSayingTheSameAgainSavesNothing(t *testing.T) {
	h := newHand(t)
	h.run(h.drafts.Set("reason", "x"))
	h.tick()
	if cmd := h.drafts.Set("reason", "x"); cmd != nil {
		t.Error("saves what is there")
	}
}

func TestAFailedSaveIsTriedAgainWithWhatIsSaidBy(t *testing.T) {
	h := newHand(t)
	h.mem.FailTyping(errors.New("disk full"))
	h.run(h.drafts.Set("reason", "one"))
	h.tick()
	if h.drafts.Failed() == "" {
		t.Fatal("the failure is not told")
	}
	h.run(h.drafts.Set("reason", "two"))
	h.tick()
	if h.drafts.Failed() != "" || h.disk()["reason"] != "two" {
		t.Errorf("failed %q, on disk %v", h.drafts.Failed(), h.disk())
	}
}

// TestAnOlderSaveNeverOverwritesANewer runs two saves in the wrong order.
func TestAnOlderSaveNeverOverwritesANewer(t *testing.T) {
	h := newHand(t)
	h.run(h.drafts.Set("reason", "old"))
	older := h.drafts.write("reason")
	h.drafts.now["reason"] = "new"
	newer := h.drafts.write("reason")
	h.run(newer)
	h.run(older)
	if got := h.disk()["reason"]; got != "new" {
		t.Errorf("on disk: %q", got)
	}
}

func TestLoadBringsBackAndClearForgets(t *testing.T) {
	h := newHand(t)
	typing := []review.Typing{{Field: "reason", Text: "kept"}, {Field: "rationale g1", Text: "not mine"}}
	if !h.drafts.Load(typing) || h.drafts.Get("reason") != "kept" || h.drafts.Get("rationale g1") != "" {
		t.Errorf("loaded %v", h.drafts.now)
	}
	h.run(h.drafts.Set("reason", "kept, and more"))
	h.drafts.Load(typing)
	if got := h.drafts.Get("reason"); got != "kept, and more" {
		t.Errorf("an older text came back over a newer one: %q", got)
	}
	h.tick()
	h.run(h.drafts.Clear())
	if !h.drafts.Empty() || len(h.disk()) != 0 {
		t.Errorf("kept %v, on disk %v", h.drafts.now, h.disk())
	}
}

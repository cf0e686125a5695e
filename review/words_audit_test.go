package review_test

import (
	"strings"
	"testing"

	"suffice/audit"
	"suffice/review"
	"suffice/review/reviewtest"
)

// TestAuditActsInWords: every act of an auditor says what it judged, with what
// was said of that before and after, however much of the journal is read.
func TestAuditActsInWords(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	state := o.Memory.StoredBoard().Sample.Sample.States[3]
	act := func(_ review.AuditView, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	act(o.Alma.JudgeGroup(background, state, "G1", audit.Necessity, audit.Judgment{Answer: audit.NotOK, Note: "u2 alone would do"}))
	act(o.Alma.JudgeState(background, state, audit.Revise, 2))
	act(o.Alma.JudgeGroup(background, state, "G1", audit.Necessity, audit.Judgment{}))
	first := o.Memory.StoredBoard().Sample.Sample.States[0]
	act(o.Alma.ReopenAudit(background, first))
	want := []review.Entry{
		{Text: "audit A: G1 necessity: not ok: u2 alone would do", Was: "G1 necessity: ok", Is: "G1 necessity: not ok: u2 alone would do"},
		{Text: "audit A: verdict revise, confidence 2", Was: "verdict: none\nconfidence: none", Is: "verdict: revise\nconfidence: 2"},
		{Text: "audit A: G1 necessity: none", Was: "G1 necessity: not ok: u2 alone would do", Is: "G1 necessity: none"},
		{Text: "take the audit A back to change it", Was: "handed in: yes", Is: "handed in: no"},
	}
	for _, d := range []*review.Desk{o.Olga, o.Alma} {
		for limit := range len(want) + 1 {
			var told []review.Entry
			for e, err := range d.History(background, review.Filter{Kind: review.Audited, Limit: limit}) {
				if err != nil {
					t.Fatal(err)
				}
				told = append(told, e)
			}
			told = told[max(len(told)-len(want), 0):]
			for i, w := range want[len(want)-len(told):] {
				if got := told[i]; got.Text != w.Text || got.Was != w.Was || got.Is != w.Is {
					t.Errorf("%s, the newest %d: got %q, %q, %q", d.Person().Name, limit, got.Text, got.Was, got.Is)
				}
			}
		}
	}
	for e, err := range o.Abel.History(background, review.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if said := e.Text + e.Was + e.Is; strings.Contains(said, "audit A") || strings.Contains(said, "u2 alone") {
			t.Errorf("Abel is told of the other auditor: %q", said)
		}
	}
}

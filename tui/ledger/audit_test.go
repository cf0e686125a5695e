package ledger_test

import (
	"testing"
	"time"

	"suffice/audit"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/ledger"
	"suffice/tui/part"
	"suffice/tui/theme"
	"suffice/tui/tuitest"
)

// TestAuditInWords: a row says what was judged, and the change what was said of
// it before and after, not how it is stored.
func TestAuditInWords(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	state := o.Memory.StoredBoard().Sample.Sample.States[3]
	if _, err := o.Alma.JudgeGroup(t.Context(), state, "G1", audit.Necessity, audit.Judgment{Answer: audit.NotOK, Note: "u2 alone would do"}); err != nil {
		t.Fatal(err)
	}
	for _, d := range []*review.Desk{o.Olga, o.Alma} {
		s := show(t, d, 80, 24)
		s.Shows("audit A: G1 necessity: not ok")
		s.Resize(160, 40)
		s.Shows("− Before", "G1 necessity: ok", "+ After", "G1 necessity: not ok: u2 alone would do")
		s.Hides("{", "judgments so far", "requirement_validity")
	}
}

// show is the ledger of somebody in a window of w by h cells.
func show(t *testing.T, d *review.Desk, w, h int) *tuitest.Session {
	t.Helper()
	table, err := keys.NewTable(append(ledger.Bindings(), part.OverlayBindings()...))
	if err != nil {
		t.Fatal(err)
	}
	timers := tuitest.NewTimers(time.Date(2026, 1, 5, 14, 0, 0, 0, time.UTC))
	th := theme.Dark()
	env := &part.Env{Ctx: t.Context(), Desk: d, Width: &cell.Width{}, Theme: &th, Keys: table, Now: timers.Now, Tab: config.Default().Tab}
	return tuitest.New(t, &alone{s: ledger.New(env, ""), env: env}, env.Width, timers, w, h)
}

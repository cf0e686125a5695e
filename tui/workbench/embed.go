package workbench

import (
	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// What a screen needs that works with the workbench inside it: a review, a
// senior's own certificate.

// Now is the state as it is on disk; false while it is not loaded.
func (s *Screen) Now() (review.View, bool) { return s.now, s.loaded }

// Failed says why the state could not be opened; empty when it could.
func (s *Screen) Failed() string { return s.failed }

// Renew shows a state as an act outside of the workbench has left it; every
// cursor stays where it is.
func (s *Screen) Renew(v review.View) tea.Cmd {
	s.acks++ // what was asked for before this act comes too late
	return s.taken(takenMsg{to: s, view: v, ranks: s.ranks, acks: s.acks})
}

// Withhold takes actions away that mean nothing where the workbench is used.
func (s *Screen) Withhold(actions ...keys.Action) {
	for _, a := range actions {
		delete(s.actions, a)
	}
}

// Idle reports whether everything that was done here is on disk and nothing
// waits for an answer.
func (s *Screen) Idle() bool {
	return len(s.pending.line) == 0 && s.stale == nil && !s.field.active()
}

// Occupied reports whether keys mean something else than the workbench now:
// text is typed, lines are selected, a refused edit waits for a decision.
func (s *Screen) Occupied() bool {
	return s.stale != nil || s.Typing() || s.unit.selecting && s.focus == paneUnit
}

// Name is how people call a unit: path and lines. It is clean.
func (s *Screen) Name(unit string) string { return s.clean(s.shelf.name(unit)) }

// Findings are those of the certificate as it is on disk; false while they are
// worked out.
func (s *Screen) Findings() ([]certificate.Finding, bool) { return s.facts.findings, s.facts.ready }

// JumpTo shows what a finding is about, on the certificate.
func (s *Screen) JumpTo(f certificate.Finding) tea.Cmd {
	return tea.Batch(s.focusOn(paneCertificate), s.jumpTo(f))
}

// NextFinding jumps to the finding after the last one jumped to.
func (s *Screen) NextFinding() tea.Cmd {
	return tea.Batch(s.focusOn(paneCertificate), s.nextFinding())
}

// ListFindings lists the findings to jump to; chosen is called when one is.
func (s *Screen) ListFindings(chosen func()) tea.Cmd {
	return s.listFindings("Findings", s.facts.findings, chosen)
}

// Current is the group that keys work on, false when there is none on disk.
func (s *Screen) Current() (certificate.Group, bool) {
	g, _, ok := s.cert.Group(s.current.key)
	return g, ok
}

// SetCurrent makes a group current and shows it.
func (s *Screen) SetCurrent(k certificate.GroupKey) { s.setCurrent(k) }

// ShowUnit shows a unit of the pool; false when it is not there.
func (s *Screen) ShowUnit(id string) (tea.Cmd, bool) {
	i, ok := s.shelf.pool.Find(id)
	if !s.loaded || !ok {
		return nil, false
	}
	return s.showPosition(i), true
}

// Left is the column that shows the state card first, for a pane laid over it:
// the whole but the tab bar and the status line where one pane fits.
func (s *Screen) Left(w, h int) part.Rect {
	switch {
	case w >= threeFrom:
		return part.Rect{W: sideWidth(w), H: h}
	case w >= twoFrom:
		return part.Rect{W: halfWidth(w), H: h}
	}
	return part.Stack(part.Rect{W: w, H: h}, part.Fixed(1), part.Fill(1), part.Fixed(1))[1]
}

// Yield says whether another pane than the workbench's own has the focus now:
// then none of them is drawn with it.
func (s *Screen) Yield(elsewhere bool) { s.away = elsewhere }

// lit reports whether a pane is drawn with the focus.
func (s *Screen) lit(p pane) bool { return s.focus == p && !s.away }

// Tabbed reports whether one pane fits at a width, so that there is a bar of tabs.
func Tabbed(w int) bool { return w < twoFrom }

package arbitration

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// writeReason opens the field of the reason.
func (s *Screen) writeReason() tea.Cmd {
	s.focusOn(paneDecision)
	s.reason = part.NewField(s.said.Get(saidReason), true)
	s.reason.Hint = "what in the source decides it"
	s.rebuildSide()
	s.side.toKind(sideReason)
	return nil
}

func (s *Screen) reasonChanged() tea.Cmd {
	cmd := s.said.Set(saidReason, s.reason.Value())
	s.rebuildSide()
	return cmd
}

// hear hands a message to what is said, and shows what another window of the
// same person has said.
func (s *Screen) hear(msg tea.Msg) tea.Cmd {
	cmd := s.said.Update(msg)
	if !s.said.Moved() {
		return cmd
	}
	if s.reason != nil {
		s.reason.Renew(s.said.Get(saidReason))
	}
	s.rebuild()
	return tea.Batch(cmd, s.recompute())
}

func (s *Screen) pasteReason(text string) tea.Cmd {
	if !s.reason.Insert(text) {
		return toast(part.Bad, "that is more text than fits here; it was not pasted")
	}
	return s.reasonChanged()
}

func (s *Screen) closeReason() tea.Cmd {
	s.reason = nil
	s.rebuildSide()
	s.side.toKind(sideReason)
	return nil
}

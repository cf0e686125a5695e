package reviewing

import (
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// Why says in one sentence why an action of a key means nothing now; empty where
// there is nothing worth saying.
func (s *Screen) Why(a keys.Action) string {
	switch {
	case !s.opened:
		return ""
	case s.acting != "" && s.says(a):
		return "wait a moment: " + s.acting + " the review"
	case s.isIn() && (s.says(a) || workbench.Changes(a)):
		return "this review is submitted; " + s.keyFor(actReopen) + " takes it back to change it"
	case a == actReopen:
		return "this review is not submitted, so there is nothing to take back"
	case s.panel && a == actUndo:
		return "nothing that you said here is left to undo; edits are undone in the workbench, where " + s.keyFor(actClose) + " leads"
	case s.panel && a != actFinding && a != actFindings:
		return ""
	}
	return s.bench.Why(a)
}

// says reports whether an action says something of the certificate.
func (s *Screen) says(a keys.Action) bool {
	switch a {
	case actSubmit, actReopen, actMore, actLess, actReason:
		return a != actReopen || s.acting != ""
	}
	for _, v := range review.Verdicts() {
		if a == verdictAction(v) {
			return true
		}
	}
	return s.panel && a == actUndo
}

// Short calls the actions of the workbench as it does, and enter on what is
// missing after what it does there.
func (s *Screen) Short(a keys.Action) string {
	if l, ok := s.lackHere(); ok && s.panel && a == actSet && l.to != nil {
		return "go there"
	}
	return s.bench.Short(a)
}

var (
	_ part.Explainer = (*Screen)(nil)
	_ part.Namer     = (*Screen)(nil)
)

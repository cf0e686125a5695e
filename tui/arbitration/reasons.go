package arbitration

import (
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Why says in one sentence why an action of a key means nothing now; empty where
// there is nothing worth saying.
func (s *Screen) Why(a keys.Action) string {
	switch {
	case s.own != nil:
		return s.own.bench.Why(a)
	case !s.loaded || s.gone != "":
		return ""
	case decides(a) && s.decided():
		return "this is decided; " + s.keyFor(actRecall) + " takes it back into arbitration"
	case decides(a) && !s.writable():
		return "this arbitration is not yours to decide now"
	}
	if why := s.whyNothing(a); why != "" || s.reader == nil {
		return why
	}
	return s.reader.Why(a)
}

// whyNothing is for actions that lack what they would work on.
func (s *Screen) whyNothing(a keys.Action) string {
	switch a {
	case actTakeA, actTakeB, actUnion, actIntersection, actNeither, actOwn:
		return "this pane is about no group; " + s.keyFor(actFocusA) + " goes to those of A, " + s.keyFor(actFocusB) + " to those of B"
	case actClear:
		return "nothing is chosen here that could be taken back"
	case actRestA, actRestB:
		return "every group that differs has its choice already"
	case actQuote:
		return "there are no lines to quote here; " + s.keyFor(actFocusUnit) + " goes to the text of the unit"
	case actUndo:
		return "nothing of yours to undo here"
	case actRedo:
		return "nothing to redo"
	case actRetry:
		return "everything is saved"
	case actRecall:
		if s.decided() {
			return "wait a moment: the decision is being saved"
		}
		return "nothing is decided yet that could be taken back"
	case actOpen:
		return "there is nothing to open in this line"
	case actLook:
		return "there is no counterexample to read"
	}
	return ""
}

// decides reports whether an action is part of deciding.
func decides(a keys.Action) bool {
	switch a {
	case actTakeA, actTakeB, actUnion, actIntersection, actNeither, actOwn, actClear, actRestA, actRestB, actQuote,
		actUndo, actRedo, actWhole, actReason, actCauses, actSheet, actStart, actSubmit:
		return true
	}
	return false
}

var _ part.Explainer = (*Screen)(nil)

package workbench

import "suffice/tui/keys"

// Why says in one sentence why an action of a key means nothing now, so that
// no key is silent; empty where there is nothing worth saying.
func (s *Screen) Why(a keys.Action) string {
	if _, ok := s.actions[a]; !ok || !s.loaded || s.stale != nil {
		return ""
	}
	if Changes(a) && !s.mayEdit() {
		if s.finished() {
			return "the certificate is finished; " + s.keyFor(stateFinish) + " opens it again"
		}
		if s.now.Why != "" {
			return s.clean(s.now.Why)
		}
		return "this certificate is not yours to change now"
	}
	switch a {
	case groupRole, groupRationale, groupID, groupNext, groupPrevious, groupRemove,
		thresholdUp, thresholdDown, weightUp, weightDown, weightSet, branchesDerive:
		return "there is no group yet; " + s.keyFor(groupNew) + " makes one"
	case groupUp, groupDown, groupMerge:
		return "that needs a second group"
	case unitMove:
		if s.hasUnit() {
			return "that needs a second group"
		}
		return noUnit
	case groupSplit:
		return s.whyNoSplit()
	case unitToggle, unitOptional, unitMark, unitCarry, poolOpen, unitSearch:
		return noUnit
	case unitNext, unitPrevious, unitNear:
		return "no other unit of the pool is of this file"
	case quoteLines, selectLines:
		return "there are no lines to quote"
	case unquoteLines:
		return "nothing is quoted in this line"
	case pathOpen:
		return "this line names no file"
	case rowRemove:
		return "this row stays; " + s.keyFor(groupRemove) + " removes the group"
	}
	return s.whyNothing(a)
}

const noUnit = "no unit is under the cursor"

// whyNothing is for actions that lack what they would work on.
func (s *Screen) whyNothing(a keys.Action) string {
	switch a {
	case editUndo:
		return "nothing of yours to undo here"
	case editRedo:
		return "nothing to redo"
	case saveRetry:
		return "everything is saved"
	case findingNext, findingList:
		if !s.facts.ready {
			return "the findings are being worked out"
		}
		return "there are no findings"
	case poolClear:
		return "the whole pool is shown"
	case stateNext:
		return "this is the last state of the queue"
	case statePrevious:
		return "this is the first state of the queue"
	case stateFinish:
		if s.now.Why != "" {
			return s.clean(s.now.Why)
		}
		return "finishing is for annotators"
	}
	return ""
}

func (s *Screen) whyNoSplit() string {
	switch g, _, ok := s.cert.Group(s.current.key); {
	case !ok:
		return "there is no group to split"
	case len(g.Acceptable) < 2:
		return s.currentLabel() + " accepts too few units to be split"
	case len(s.leaving()) == 0:
		return "mark the units that leave " + s.currentLabel() + " with " + s.keyFor(unitMark)
	}
	return "every unit of " + s.currentLabel() + " would leave; one has to stay"
}

// Changes reports whether an action edits the certificate.
func Changes(a keys.Action) bool {
	switch a {
	case groupNew, groupRole, groupRationale, groupID, groupUp, groupDown, groupSplit, groupMerge, groupRemove,
		thresholdUp, thresholdDown, weightUp, weightDown, weightSet, unitToggle, unitMove, unitOptional,
		quoteLines, unquoteLines, rowRemove, branchesDerive, branchAdd,
		labelConfidence, labelScope, labelRetrieval, labelObserved:
		return true
	}
	return false
}

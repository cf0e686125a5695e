package workbench

import (
	"suffice/tui/keys"
	"suffice/tui/part"
)

// The scopes of this screen. Base holds for all of it; the others for the
// pane in focus or for what is being typed or selected there.
const (
	scopeBase        keys.Scope = "workbench"
	scopeState       keys.Scope = "workbench.state"
	scopePool        keys.Scope = "workbench.pool"
	scopeUnit        keys.Scope = "workbench.unit"
	scopeFound       keys.Scope = "workbench.found"  // hits of a search are shown in the unit
	scopeSelect      keys.Scope = "workbench.select" // lines of the unit are being selected
	scopeCertificate keys.Scope = "workbench.certificate"
	scopeLine        keys.Scope = "workbench.line"     // a filter or a search is being typed
	scopeField       keys.Scope = "workbench.field"    // a rationale or a note is being typed
	scopeStale       keys.Scope = "workbench.stale"    // a refused edit waits for a decision
	scopeOutcomes    keys.Scope = "outcomes.workbench" // outcomes are open to this person
)

// The actions of this screen.
const (
	focusNext        keys.Action = "focus.next"
	focusPrevious    keys.Action = "focus.previous"
	focusState       keys.Action = "focus.state"
	focusPool        keys.Action = "focus.pool"
	focusCertificate keys.Action = "focus.certificate"
	focusUnit        keys.Action = "focus.unit"
	paneZoom         keys.Action = "pane.zoom"
	goBack           keys.Action = "back"

	moveLeft  keys.Action = "move.left"
	moveRight keys.Action = "move.right"
	lineStart keys.Action = "move.line_start"
	lineEnd   keys.Action = "move.line_end"
	unitDown  keys.Action = "unit.down"
	unitUp    keys.Action = "unit.up"

	groupNew       keys.Action = "group.new"
	groupRole      keys.Action = "group.role"
	groupRationale keys.Action = "group.rationale"
	groupID        keys.Action = "group.id"
	groupNext      keys.Action = "group.next"
	groupPrevious  keys.Action = "group.previous"
	groupUp        keys.Action = "group.up"
	groupDown      keys.Action = "group.down"
	groupSplit     keys.Action = "group.split"
	groupMerge     keys.Action = "group.merge"
	groupRemove    keys.Action = "group.remove"
	thresholdUp    keys.Action = "threshold.up"
	thresholdDown  keys.Action = "threshold.down"
	weightUp       keys.Action = "weight.up"
	weightDown     keys.Action = "weight.down"
	weightSet      keys.Action = "weight.set"

	unitToggle   keys.Action = "unit.toggle"
	unitMove     keys.Action = "unit.move"
	unitMark     keys.Action = "unit.mark"
	unitOptional keys.Action = "unit.optional"
	unitCarry    keys.Action = "unit.carry"
	unitNext     keys.Action = "unit.next_in_file"
	unitPrevious keys.Action = "unit.previous_in_file"
	unitNear     keys.Action = "unit.neighbours"

	selectLines  keys.Action = "lines.select"
	quoteLines   keys.Action = "lines.quote"
	unquoteLines keys.Action = "lines.unquote"

	branchesDerive keys.Action = "branches.derive"
	branchAdd      keys.Action = "branch.add"
	rowOpen        keys.Action = "row.open"
	rowRemove      keys.Action = "row.remove"

	labelConfidence keys.Action = "label.confidence"
	labelScope      keys.Action = "label.scope"
	labelRetrieval  keys.Action = "label.retrieval"
	labelObserved   keys.Action = "label.observed"

	poolFilter  keys.Action = "pool.filter"
	poolClear   keys.Action = "pool.clear_filter"
	poolOrder   keys.Action = "pool.order"
	poolOpen    keys.Action = "pool.open"
	unitSearch  keys.Action = "unit.search"
	searchNext  keys.Action = "search.next"
	searchPrev  keys.Action = "search.previous"
	lineAccept  keys.Action = "line.accept"
	lineCancel  keys.Action = "line.cancel"
	pathOpen    keys.Action = "path.open"
	fieldLeave  keys.Action = "field.leave"
	fieldForget keys.Action = "field.discard"

	findingNext keys.Action = "finding.next"
	findingList keys.Action = "finding.list"

	stateNote     keys.Action = "state.note"
	stateFlag     keys.Action = "state.flag"
	stateSkip     keys.Action = "state.skip"
	stateFinish   keys.Action = "state.finish"
	stateNext     keys.Action = "state.next"
	statePrevious keys.Action = "state.previous"
	stateLedger   keys.Action = "state.ledger"
	stateOutcomes keys.Action = "state.sensitivity"

	editUndo  keys.Action = "edit.undo"
	editRedo  keys.Action = "edit.redo"
	saveRetry keys.Action = "save.retry"
	keptList  keys.Action = "kept.list"

	staleApply   keys.Action = "stale.apply"
	staleReplace keys.Action = "stale.replace"
	staleKeep    keys.Action = "stale.keep"
	staleDiscard keys.Action = "stale.discard"
)

// Bindings is every action of this screen with its default keys, in the order
// of the help.
func Bindings() []keys.Binding {
	var rows []keys.Binding
	for _, part := range [][]keys.Binding{
		certificateBindings(), unitBindings(), poolBindings(), stateBindings(),
		moveBindings(), typingBindings(),
	} {
		rows = append(rows, part...)
	}
	return rows
}

func bind(scope keys.Scope, a keys.Action, short, title string, key ...string) keys.Binding {
	return keys.Binding{Action: a, Scope: scope, Keys: key, Short: short, Title: title}
}

func certificateBindings() []keys.Binding {
	return []keys.Binding{
		bind(scopeBase, unitToggle, "accept", "Accept or drop the unit in the current group", "a", "space"),
		bind(scopeBase, groupNew, "new group", "New group", "n"),
		bind(scopeBase, groupNext, "next group", "Make the next group current", "}"),
		bind(scopeBase, groupPrevious, "previous group", "Make the previous group current", "{"),
		bind(scopeBase, thresholdUp, "threshold", "Raise the threshold of the group", "+", "="),
		bind(scopeBase, thresholdDown, "threshold", "Lower the threshold of the group", "-"),
		bind(scopeBase, weightUp, "weight", "Raise the weight of the group by 0.5", ">"),
		bind(scopeBase, weightDown, "weight", "Lower the weight of the group by 0.5", "<"),
		bind(scopeBase, weightSet, "weight", "Type the weight of the group", "w"),
		bind(scopeBase, groupRole, "role", "Rename the role of the group", "r"),
		bind(scopeBase, groupRationale, "rationale", "Write the rationale of the group", "e"),
		bind(scopeBase, groupID, "group id", "Set the group_id", "I"),
		bind(scopeBase, groupSplit, "split", "Split the group: marked units leave into a new one", "s"),
		bind(scopeBase, groupMerge, "merge", "Merge the group into another", "m"),
		bind(scopeBase, unitMove, "move to", "Move the unit to another group", "t"),
		bind(scopeBase, groupUp, "group up", "Move the group up", "("),
		bind(scopeBase, groupDown, "group down", "Move the group down", ")"),
		bind(scopeBase, groupRemove, "remove group", "Remove the group", "D"),
		bind(scopeBase, branchesDerive, "derive", "Derive the branches from the groups", "b"),
		bind(scopeBase, branchAdd, "add branch", "Add a branch", "B"),
		bind(scopeBase, unitOptional, "optional", "List the unit as optional evidence, or not", "p"),
		bind(scopeBase, labelConfidence, "confidence", "Set label_confidence", "%"),
		bind(scopeBase, labelScope, "scope", "Set label_scope"),
		bind(scopeBase, labelRetrieval, "retrieval", "Set retrieval_needed"),
		bind(scopeBase, labelObserved, "observed", "Make observed_evidence_ids equal to the state card's"),
		bind(scopeBase, editUndo, "undo", "Undo my latest act", "u"),
		bind(scopeBase, editRedo, "redo", "Redo", "U", "ctrl+r"),
		bind(scopeBase, findingNext, "finding", "Jump to the next finding", "!"),
		bind(scopeBase, findingList, "findings", "List the findings", "L"),
		bind(scopeBase, saveRetry, "retry", "Try again to save now", "ctrl+s"),
		bind(scopeBase, keptList, "kept", "Edits kept for later"),
		bind(scopeCertificate, rowOpen, "open", "Open or change what is under the cursor", "enter"),
		bind(scopeCertificate, rowRemove, "remove", "Remove what is under the cursor", "d", "delete", "backspace"),
	}
}

func unitBindings() []keys.Binding {
	return []keys.Binding{
		bind(scopeSelect, quoteLines, "quote", "Quote the selected lines in the current group", "q", "enter", `"`),
		bind(scopeSelect, lineCancel, "cancel", "Let the selection go", "esc", "v"),
		bind(scopeFound, searchNext, "next hit", "Next hit", "n"),
		bind(scopeFound, searchPrev, "previous hit", "Previous hit", "N"),
		bind(scopeUnit, selectLines, "select lines", "Select lines to quote", "v"),
		bind(scopeUnit, quoteLines, "quote", "Quote this line in the current group", `"`),
		bind(scopeUnit, unquoteLines, "unquote", "Take the quotation of this line away", "d", "delete"),
		bind(scopeUnit, unitSearch, "search", "Search in the unit", "/", "f", "ctrl+f"),
		bind(scopeUnit, lineStart, "line start", "To the start of the lines", "0", "home"),
		bind(scopeUnit, lineEnd, "line end", "To the end of the line", "$", "end"),
	}
}

func poolBindings() []keys.Binding {
	return []keys.Binding{
		bind(scopePool, poolOpen, "read", "Read the unit", "enter"),
		bind(scopePool, poolOrder, "order", "Choose the order of the pool", "o"),
		bind(scopeBase, poolFilter, "filter", "Filter the pool", "/"),
		bind(scopeBase, poolClear, "clear filter", "Show the whole pool", "\\"),
		bind(scopeBase, unitMark, "mark", "Mark the unit, or not", "x"),
		bind(scopeBase, unitNext, "next in file", "Next pool unit of this file", "."),
		bind(scopeBase, unitPrevious, "previous in file", "Previous pool unit of this file", ","),
		bind(scopeBase, unitNear, "neighbours", "List the pool units of this file", "i"),
		bind(scopeBase, unitCarry, "carries", "Note that the unit carries what was already observed", "c"),
	}
}

func stateBindings() []keys.Binding {
	return []keys.Binding{
		bind(scopeState, pathOpen, "to the pool", "Unfold the step, or show the pool units of the file", "enter", "o"),
		bind(scopeState, moveRight, "next tab", "Next part of the state card", "l", "right"),
		bind(scopeState, moveLeft, "tab before", "Part of the state card before", "h", "left"),
		bind(scopeBase, stateFinish, "finish", "Finish the certificate, or open it again", "C"),
		bind(scopeBase, stateNote, "note", "Write a note on the state", "N"),
		bind(scopeBase, stateFlag, "flag", "Flag the state, or take the flag away", "F"),
		bind(scopeBase, stateSkip, "skip", "Skip the state, or put it back", "S"),
		bind(scopeBase, stateNext, "next state", "Next state of the queue", "]"),
		bind(scopeBase, statePrevious, "previous state", "Previous state of the queue", "["),
		bind(scopeBase, stateLedger, "ledger", "Ledger of this state", "H"),
		bind(scopeOutcomes, stateOutcomes, "sensitivity", "How methods fare on this state", "O"),
	}
}

func moveBindings() []keys.Binding {
	return append(part.ListBindings(scopeBase), []keys.Binding{
		bind(scopeBase, focusNext, "next pane", "Next pane", "tab"),
		bind(scopeBase, focusPrevious, "previous pane", "Previous pane", "shift+tab"),
		bind(scopeBase, focusState, "state", "To the state card", "1"),
		bind(scopeBase, focusPool, "pool", "To the pool", "2"),
		bind(scopeBase, focusCertificate, "certificate", "To the certificate", "3"),
		bind(scopeBase, focusUnit, "unit", "To the text of the unit", "4"),
		bind(scopeBase, paneZoom, "zoom", "Give the pane the whole screen, or not", "z"),
		bind(scopeBase, goBack, "back", "Back", "esc"),
		bind(scopeBase, moveLeft, "left", "Left: the tab before, or scroll sideways", "h", "left"),
		bind(scopeBase, moveRight, "right", "Right: the next tab, or scroll sideways", "l", "right"),
		bind(scopeBase, unitDown, "scroll unit", "Scroll the unit down", "J", "shift+down"),
		bind(scopeBase, unitUp, "scroll unit", "Scroll the unit up", "K", "shift+up"),
	}...)
}

func typingBindings() []keys.Binding {
	rows := []keys.Binding{
		bind(scopeLine, lineAccept, "done", "Keep what is typed", "enter", "down"),
		bind(scopeLine, lineCancel, "cancel", "Take back what is typed", "esc"),
		bind(scopeField, fieldLeave, "save", "Save the text and leave it", "enter", "esc", "ctrl+s"),
		bind(scopeField, fieldForget, "discard", "Throw the changes of the text away", "ctrl+x"),
		bind(scopeStale, staleApply, "apply again", "Apply my edit to what is there now", "r"),
		bind(scopeStale, staleReplace, "mine instead", "Put my value in place of the newer one", "o"),
		bind(scopeStale, staleKeep, "keep", "Keep my edit for later", "k"),
		bind(scopeStale, staleDiscard, "discard", "Throw my edit away", "d"),
	}
	rows = append(rows, part.FieldBindings(scopeLine, false)...)
	return append(rows, part.FieldBindings(scopeField, true)...)
}

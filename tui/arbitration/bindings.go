package arbitration

import (
	"suffice/tui/keys"
	"suffice/tui/part"
)

// The scopes of this screen. Base holds for all of it.
const (
	scopeBase   keys.Scope = "arbitration"
	scopeUnit   keys.Scope = "arbitration.unit"   // the text of the unit has the focus
	scopeSelect keys.Scope = "arbitration.select" // lines of it are being selected
	scopeReason keys.Scope = "arbitration.reason" // the reason is written
	scopeOwn    keys.Scope = "arbitration.own"    // the senior's own sheet is open
)

// The actions of this screen.
const (
	actTakeA        keys.Action = "arbitration.take_a"
	actTakeB        keys.Action = "arbitration.take_b"
	actUnion        keys.Action = "arbitration.union"
	actIntersection keys.Action = "arbitration.intersection"
	actOwn          keys.Action = "arbitration.own"
	actNeither      keys.Action = "arbitration.neither"
	actClear        keys.Action = "arbitration.clear"
	actRestA        keys.Action = "arbitration.rest_a"
	actRestB        keys.Action = "arbitration.rest_b"
	actWhole        keys.Action = "arbitration.whole"
	actReason       keys.Action = "arbitration.reason"
	actCauses       keys.Action = "arbitration.causes"
	actSheet        keys.Action = "arbitration.sheet"
	actStart        keys.Action = "arbitration.start_sheet"
	actSubmit       keys.Action = "arbitration.submit"
	actRecall       keys.Action = "arbitration.recall"
	actUndo         keys.Action = "arbitration.undo"
	actRedo         keys.Action = "arbitration.redo"
	actRetry        keys.Action = "arbitration.retry"
	actNext         keys.Action = "arbitration.next_task"
	actDiffers      keys.Action = "arbitration.next"
	actDiffersBack  keys.Action = "arbitration.previous"
	actLook         keys.Action = "arbitration.counterexample"
	actOpen         keys.Action = "arbitration.open"
	actQuote        keys.Action = "arbitration.quote"
	actSelect       keys.Action = "arbitration.select"
	actUnselect     keys.Action = "arbitration.unselect"
	actDone         keys.Action = "arbitration.reason_done"
	actTakeOwn      keys.Action = "arbitration.take_own"
	actLeaveOwn     keys.Action = "arbitration.leave_own"
	actFocusA       keys.Action = "arbitration.focus_a"
	actFocusB       keys.Action = "arbitration.focus_b"
	actFocusDecide  keys.Action = "arbitration.focus_decision"
	actFocusUnit    keys.Action = "arbitration.focus_unit"
	actFocusWords   keys.Action = "arbitration.focus_differences"
	actFocusState   keys.Action = "arbitration.focus_state"
	actFocusPool    keys.Action = "arbitration.focus_pool"
	actNextPane     keys.Action = "arbitration.next_pane"
	actPreviousPane keys.Action = "arbitration.previous_pane"
	actZoom         keys.Action = "arbitration.zoom"
	actLeft         keys.Action = "arbitration.left"
	actRight        keys.Action = "arbitration.right"
	actLedger       keys.Action = "arbitration.ledger"
	actBack         keys.Action = "arbitration.back"
)

func bind(scope keys.Scope, a keys.Action, short, title string, key ...string) keys.Binding {
	return keys.Binding{Action: a, Scope: scope, Keys: key, Short: short, Title: title}
}

// Bindings are the keys of the arbitration, besides those of the reader and the
// workbench in it.
func Bindings() []keys.Binding {
	rows := []keys.Binding{
		bind(scopeOwn, actTakeOwn, "take my group", "Take the current group as my own choice", "Y"),
		bind(scopeOwn, actLeaveOwn, "back", "Back to the arbitration", "q"),

		bind(scopeSelect, actQuote, "quote", "Quote the selected lines for the group of A and B", `"`, "q", "enter"),
		bind(scopeSelect, actUnselect, "cancel", "Let the selection go", "esc", "v"),
		bind(scopeUnit, actSelect, "select lines", "Select lines to quote", "v"),
		bind(scopeUnit, actQuote, "quote", "Quote this line for the group of A and B", `"`),

		bind(scopeReason, actDone, "done", "Keep the reason and leave it", "enter", "esc", "ctrl+s"),

		bind(scopeBase, actTakeA, "take A", "Take the group as A has it", "a", "["),
		bind(scopeBase, actTakeB, "take B", "Take the group as B has it", "b", "]"),
		bind(scopeBase, actUnion, "merge", "Merge: every unit that A or B accepts", "m"),
		bind(scopeBase, actIntersection, "intersect", "Merge: the units that A and B both accept", "M"),
		bind(scopeBase, actOwn, "own", "Write my own group, on my sheet", "o"),
		bind(scopeBase, actNeither, "leave out", "Leave the requirement out", "x"),
		bind(scopeBase, actClear, "unchoose", "Take the choice about this group back", "backspace", "delete"),
		bind(scopeBase, actRestA, "A for the rest", "Take A for every group that is still open", "A"),
		bind(scopeBase, actRestB, "B for the rest", "Take B for every group that is still open", "B"),
		bind(scopeBase, actWhole, "whole", "Decide as a whole: A, B, my own, both wrong, replace", "w"),
		bind(scopeBase, actReason, "reason", "Write the reason", "r", "e"),
		bind(scopeBase, actCauses, "causes", "Give the causes of the disagreement", "c"),
		bind(scopeBase, actSheet, "my sheet", "Open my own certificate in the workbench", "E"),
		bind(scopeBase, actStart, "fill my sheet", "Put A, B or what the choices give on my own sheet", "O"),
		bind(scopeBase, actSubmit, "submit", "Submit the decision", "s", "C"),
		bind(scopeBase, actRecall, "recall", "Take the decision back into arbitration", "R"),
		bind(scopeBase, actUndo, "undo", "Undo my latest choice", "u"),
		bind(scopeBase, actRedo, "redo", "Redo", "U", "ctrl+r"),
		bind(scopeBase, actRetry, "retry", "Try again to save now", "ctrl+s"),
		bind(scopeBase, actDiffers, "next", "Next group that differs", "n"),
		bind(scopeBase, actDiffersBack, "previous", "Previous group that differs", "N"),
		bind(scopeBase, actLook, "counterexample", "Read the next unit of the counterexamples", ";"),
		bind(scopeBase, actOpen, "open", "Unfold, read the unit, or change what is under the cursor", "enter", "space"),
		bind(scopeBase, actNext, "next task", "Next task that is still open", "T"),
		bind(scopeBase, actLedger, "ledger", "Ledger of this state", "H"),

		bind(scopeBase, actFocusA, "A", "To A", "1"),
		bind(scopeBase, actFocusB, "B", "To B", "2"),
		bind(scopeBase, actFocusDecide, "decision", "To the decision", "3"),
		bind(scopeBase, actFocusUnit, "unit", "To the text of the unit", "4"),
		bind(scopeBase, actFocusWords, "differences", "To the differences in words", "5"),
		bind(scopeBase, actFocusState, "state", "To the state card", "6"),
		bind(scopeBase, actFocusPool, "pool", "To the pool", "7"),
		bind(scopeBase, actNextPane, "next pane", "Next pane", "tab"),
		bind(scopeBase, actPreviousPane, "previous pane", "Previous pane", "shift+tab"),
		bind(scopeBase, actZoom, "zoom", "Give the pane the whole screen, or not", "z"),
		bind(scopeBase, actLeft, "A", "Left: to A", "h", "left"),
		bind(scopeBase, actRight, "B", "Right: to B", "l", "right"),
		bind(scopeBase, actBack, "back", "Back", "esc"),
	}
	rows = append(rows, part.ListBindings(scopeBase)...)
	return append(rows, part.FieldBindings(scopeReason, true)...)
}

package auditing

import (
	"strconv"

	"suffice/audit"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Scope is the audit; groupScope holds while the group has the focus and not
// one of the panes to read in.
const (
	Scope      keys.Scope = "audit"
	groupScope keys.Scope = "audit.group"
)

// Bindings are the keys of the audit, without those of the reader beside it.
func Bindings() []keys.Binding {
	var b []keys.Binding
	for _, f := range audit.AllFields() {
		short := ""
		if f == 0 {
			short = "… 8 ok / not ok"
		}
		b = append(b, keys.Binding{Action: judgeAction(f), Scope: Scope, Keys: []string{strconv.Itoa(int(f) + 1)}, Short: short, Title: capital(f.Title()) + ": ok or not ok"})
	}
	b = append(b, []keys.Binding{
		{Action: "audit.note", Scope: Scope, Keys: []string{"n"}, Short: "note", Title: "Write why a judgment is not ok"},
		{Action: "audit.undo", Scope: Scope, Keys: []string{"u"}, Short: "take back", Title: "Take my latest judgment back"},
		{Action: "audit.rest", Scope: Scope, Keys: []string{"O"}, Short: "ok to the rest", Title: "Say ok to the judgments of this group still open, once its units were read"},
		{Action: "audit.next", Scope: Scope, Keys: []string{"space", "}"}, Short: "next group", Title: "Next group"},
		{Action: "audit.previous", Scope: Scope, Keys: []string{"{"}, Short: "previous group", Title: "Previous group"},
		{Action: "audit.missing", Scope: Scope, Keys: []string{"!"}, Short: "missing", Title: "Go to what is missing next"},
		{Action: "audit.missing_list", Scope: Scope, Keys: []string{"M"}, Short: "all missing", Title: "List what is missing"},
		{Action: "audit.verdict", Scope: Scope, Keys: []string{"v"}, Short: "verdict", Title: "Verdict on the state"},
		{Action: "audit.confidence", Scope: Scope, Keys: []string{"c"}, Short: "confidence", Title: "Confidence in the verdict, 1 to 5"},
		{Action: "audit.submit", Scope: Scope, Keys: []string{"s", "C"}, Short: "submit", Title: "Submit the audit of this state"},
		{Action: "audit.reopen", Scope: Scope, Keys: []string{"R"}, Short: "reopen", Title: "Take the submission back to change it"},
		{Action: "audit.next_open", Scope: Scope, Keys: []string{"T"}, Short: "next task", Title: "Next audit that is not submitted"},
		{Action: "audit.next_state", Scope: Scope, Keys: []string{"]"}, Short: "next state", Title: "Next of my audits"},
		{Action: "audit.previous_state", Scope: Scope, Keys: []string{"["}, Short: "previous state", Title: "Previous of my audits"},
		{Action: "audit.focus_next", Scope: Scope, Keys: []string{"tab"}, Short: "next pane", Title: "Next pane: group, state, pool, unit"},
		{Action: "audit.focus_previous", Scope: Scope, Keys: []string{"shift+tab"}, Short: "previous pane", Title: "Previous pane"},
		{Action: "audit.retry", Scope: Scope, Keys: []string{"ctrl+s"}, Short: "retry", Title: "Try again to save now"},
		{Action: "audit.back", Scope: Scope, Keys: []string{"esc"}, Short: "back", Title: "Back to the group"},

		{Action: "audit.accept", Scope: groupScope, Keys: []string{"a"}, Short: "accept", Title: "Verdict on the state: accept"},
		{Action: "audit.revise", Scope: groupScope, Keys: []string{"r"}, Short: "revise", Title: "Verdict on the state: revise"},
		{Action: "audit.rebuild", Scope: groupScope, Keys: []string{"b"}, Short: "rebuild", Title: "Verdict on the state: rebuild"},
		{Action: "audit.surer", Scope: groupScope, Keys: []string{"+", "="}, Short: "surer", Title: "More confident in the verdict"},
		{Action: "audit.less_sure", Scope: groupScope, Keys: []string{"-"}, Short: "less sure", Title: "Less confident in the verdict"},
		{Action: "audit.open", Scope: groupScope, Keys: []string{"enter"}, Short: "read", Title: "Read what is under the cursor"},
		{Action: "audit.next", Scope: groupScope, Keys: []string{"space", "l", "right"}, Short: "next group", Title: "Next group"},
		{Action: "audit.previous", Scope: groupScope, Keys: []string{"h", "left"}, Short: "previous group", Title: "Previous group"},
	}...)
	return append(b, part.ListBindings(groupScope)...)
}

// judgeAction names the key of a field.
func judgeAction(f audit.Field) keys.Action { return keys.Action("audit.judge_" + f.Name()) }

// judgeField is the field that an action judges.
func judgeField(a keys.Action) (audit.Field, bool) {
	for _, f := range audit.AllFields() {
		if judgeAction(f) == a {
			return f, true
		}
	}
	return 0, false
}

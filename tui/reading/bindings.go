package reading

import (
	"suffice/tui/keys"
	"suffice/tui/part"
)

// The actions of a pane besides those of a list.
const (
	Left      keys.Action = "reading.left"
	Right     keys.Action = "reading.right"
	LineStart keys.Action = "reading.line_start"
	LineEnd   keys.Action = "reading.line_end"
	Select    keys.Action = "reading.select"
	Unselect  keys.Action = "reading.unselect"
)

// Bindings are the keys of a pane in a scope; selecting are those that only
// hold while lines are selected.
func Bindings(s, selecting keys.Scope) []keys.Binding {
	return append(part.ListBindings(s), []keys.Binding{
		{Action: Left, Scope: s, Keys: []string{"h", "left"}, Short: "left", Title: "Scroll left"},
		{Action: Right, Scope: s, Keys: []string{"l", "right"}, Short: "right", Title: "Scroll right"},
		{Action: LineStart, Scope: s, Keys: []string{"0"}, Short: "line start", Title: "To the start of the lines"},
		{Action: LineEnd, Scope: s, Keys: []string{"$"}, Short: "line end", Title: "To the end of the line"},
		{Action: Select, Scope: s, Keys: []string{"v"}, Short: "select lines", Title: "Select lines"},
		{Action: Unselect, Scope: selecting, Keys: []string{"esc", "v"}, Short: "cancel", Title: "Let the selection go"},
	}...)
}

package app

import "suffice/tui/keys"

// Bindings are the keys that work on every screen.
func Bindings() []keys.Binding {
	g, a := keys.Global, keys.Always
	return []keys.Binding{
		{Action: "app.palette", Scope: g, Keys: []string{":", "ctrl+k"}, Short: "every action", Title: "Every action by name"},
		{Action: "app.help", Scope: g, Keys: []string{"?", "f1"}, Short: "keys", Title: "All keys of this screen"},
		{Action: "app.back", Scope: g, Keys: []string{"esc"}, Short: "back", Title: "Back"},
		{Action: "app.close", Scope: g, Keys: []string{"q"}, Short: "back", Title: "Back; from the first screen: leave"},
		{Action: "app.refresh", Scope: g, Keys: []string{"f5"}, Short: "refresh", Title: "Read everything again"},
		{Action: "app.quit", Scope: a, Keys: []string{"ctrl+c"}, Short: "leave", Title: "Leave suffice"},
		{Action: "app.redraw", Scope: a, Keys: []string{"ctrl+l"}, Short: "redraw", Title: "Draw the screen afresh"},
		{Action: "app.suspend", Scope: a, Keys: []string{"ctrl+z"}, Short: "suspend", Title: "Suspend to the shell"},
	}
}

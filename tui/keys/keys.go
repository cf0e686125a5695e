// Package keys maps keys to named actions. Models handle actions, never raw
// keys; the same table serves the footer, the help and the palette.
package keys

// Action names one thing a person can do, such as "group.new".
type Action string

// Scope is a place where bindings hold, such as "workbench.pool"; the screen
// lists its scopes, innermost first, and the first binding found wins.
type Scope string

// Binding is one row of the table.
type Binding struct {
	Action Action
	Scope  Scope
	Keys   []string // as tea.KeyPressMsg.String() spells them; may be empty: palette only
	Short  string   // one or two words for the footer
	Title  string   // a phrase for palette and help: "New group"
}

// Table is every binding of a session, in the order of the help.
type Table struct{ rows []Binding }

// NewTable checks that no key is bound twice in one scope and that every
// action of a scope appears once.
func NewTable(rows []Binding) (*Table, error) { panic("stub") }

// Lookup finds the action for a key in the innermost scope that binds it.
func (t *Table) Lookup(scopes []Scope, key string) (Action, bool) { panic("stub") }

// In lists the bindings of these scopes, innermost first.
func (t *Table) In(scopes []Scope) []Binding { panic("stub") }

// Binding finds the row of an action within these scopes.
func (t *Table) Binding(scopes []Scope, a Action) (Binding, bool) { panic("stub") }

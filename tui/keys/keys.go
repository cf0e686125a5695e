// Package keys maps keys to named actions. Models handle actions, never raw
// keys; the same table serves the footer, the help and the palette.
package keys

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Action names one thing a person can do, such as "group.new".
type Action string

// Scope is a place where bindings hold, such as "workbench.pool"; the screen
// lists its scopes, innermost first, and the first binding found wins.
type Scope string

// Global is the scope of what works everywhere but while typing.
const Global Scope = "global"

// Always is the scope of what works everywhere, while typing too.
const Always Scope = "always"

// Binding is one row of the table.
type Binding struct {
	Action Action
	Scope  Scope
	Keys   []string // as tea.KeyPressMsg.String() spells them; may be empty: palette only
	Short  string   // one or two words for the footer
	Title  string   // a phrase for palette and help: "New group"
}

// Table is every binding of a session, in the order of the help.
type Table struct {
	rows  []Binding
	byKey map[place]Action
}

// place is a key in a scope.
type place struct {
	scope Scope
	key   string
}

// NewTable checks that no key is bound twice in one scope, that every action
// of a scope appears once, and that every key is spelled as a terminal's keys
// are. All that is wrong is told at once, joined.
func NewTable(rows []Binding) (*Table, error) {
	t := &Table{rows: slices.Clone(rows), byKey: map[place]Action{}}
	var errs []error
	seen := map[string]bool{}
	for _, b := range rows {
		if b.Action == "" || b.Scope == "" || b.Title == "" {
			errs = append(errs, fmt.Errorf("binding %+v lacks an action, a scope or a title", b))
		}
		id := string(b.Scope) + " " + string(b.Action)
		if seen[id] {
			errs = append(errs, fmt.Errorf("action %q is there twice in %q", b.Action, b.Scope))
		}
		seen[id] = true
		for _, k := range b.Keys {
			if why := Check(k); why != "" {
				errs = append(errs, fmt.Errorf("%s: %s", b.Action, why))
			}
			at := place{b.Scope, k}
			if other, ok := t.byKey[at]; ok {
				errs = append(errs, &ConflictError{Key: k, Scope: b.Scope, First: other, Second: b.Action})
				continue
			}
			t.byKey[at] = b.Action
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return t, nil
}

// ConflictError says that one key is bound to two actions in one scope.
type ConflictError struct {
	Key           string
	Scope         Scope
	First, Second Action
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("key %q is bound to both %q and %q in %q; give one of them another key", e.Key, e.First, e.Second, e.Scope)
}

// Rows lists every binding in the order of the help.
func (t *Table) Rows() []Binding { return slices.Clone(t.rows) }

// Lookup finds the action for a key in the innermost scope that binds it.
func (t *Table) Lookup(scopes []Scope, key string) (Action, bool) {
	for _, s := range scopes {
		if a, ok := t.byKey[place{s, key}]; ok {
			return a, true
		}
	}
	return "", false
}

// In lists the bindings of these scopes, innermost first.
func (t *Table) In(scopes []Scope) []Binding {
	var out []Binding
	for _, s := range scopes {
		for _, b := range t.rows {
			if b.Scope == s {
				out = append(out, b)
			}
		}
	}
	return out
}

// Binding finds the row of an action within these scopes.
func (t *Table) Binding(scopes []Scope, a Action) (Binding, bool) {
	for _, s := range scopes {
		for _, b := range t.rows {
			if b.Scope == s && b.Action == a {
				return b, true
			}
		}
	}
	return Binding{}, false
}

// Key is the first key that reaches an action from these scopes, as people
// write it ("ctrl+k", "⏎", "↑"); empty when an inner scope takes all of them
// or none is bound.
func (t *Table) Key(scopes []Scope, a Action) string {
	b, ok := t.Binding(scopes, a)
	if !ok {
		return ""
	}
	for _, k := range b.Keys {
		if got, _ := t.Lookup(scopes, k); got == a {
			return Show(k)
		}
	}
	return ""
}

// Rebind returns the table with the keys of some actions replaced, in every
// scope that has the action; no keys leave the action to the palette. Errors:
// *UnknownActionError, *ConflictError and misspelled keys, all joined.
func (t *Table) Rebind(over map[Action][]string) (*Table, error) {
	rows := slices.Clone(t.rows)
	known := map[Action]bool{}
	for i, b := range rows {
		known[b.Action] = true
		if ks, ok := over[b.Action]; ok {
			rows[i].Keys = slices.Clone(ks)
		}
	}
	var errs []error
	for _, a := range slices.Sorted(maps.Keys(over)) {
		if !known[a] {
			errs = append(errs, &UnknownActionError{Action: a, Near: near(a, slices.Sorted(maps.Keys(known)))})
		}
	}
	next, err := NewTable(rows)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return next, nil
}

// UnknownActionError names an action that no screen has.
type UnknownActionError struct {
	Action Action
	Near   []Action // what may have been meant
}

func (e *UnknownActionError) Error() string {
	s := fmt.Sprintf("there is no action %q", e.Action)
	if len(e.Near) == 0 {
		return s + "; `?` in the program lists the actions"
	}
	names := make([]string, len(e.Near))
	for i, a := range e.Near {
		names[i] = fmt.Sprintf("%q", a)
	}
	return s + "; did you mean " + strings.Join(names, " or ") + "?"
}

// near picks up to three actions that share the longest part with a.
func near(a Action, known []Action) []Action {
	_, tail, _ := strings.Cut(string(a), ".")
	var out []Action
	for _, k := range known {
		_, name, _ := strings.Cut(string(k), ".")
		if tail != "" && (name == tail || strings.HasPrefix(name, tail) || strings.HasPrefix(tail, name)) || strings.HasSuffix(string(k), "."+string(a)) {
			out = append(out, k)
		}
	}
	return out[:min(len(out), 3)]
}

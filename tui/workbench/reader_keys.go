package workbench

import (
	"suffice/tui/keys"
	"suffice/tui/part"
)

// The scopes of a reader. The pool's and the state's are those of the
// workbench; in the text of a unit nothing is quoted here.
const (
	scopeReader     keys.Scope = "reader"
	scopeReaderUnit keys.Scope = "reader.unit"
)

// ReaderBindings are the keys of a reader besides those that it shares with
// the workbench.
func ReaderBindings() []keys.Binding {
	rows := []keys.Binding{
		bind(scopeReaderUnit, unitSearch, "search", "Search in the unit", "/", "f", "ctrl+f"),
		bind(scopeReaderUnit, lineStart, "line start", "To the start of the lines", "0", "home"),
		bind(scopeReaderUnit, lineEnd, "line end", "To the end of the line", "$", "end"),
		bind(scopeReader, poolFilter, "filter", "Filter the pool", "/"),
		bind(scopeReader, poolClear, "clear filter", "Show the whole pool", "\\"),
		bind(scopeReader, unitNext, "next in file", "Next pool unit of this file", "."),
		bind(scopeReader, unitPrevious, "previous in file", "Previous pool unit of this file", ","),
		bind(scopeReader, unitNear, "neighbours", "List the pool units of this file", "i"),
		bind(scopeReader, moveLeft, "left", "Left: the tab before, or scroll sideways", "h", "left"),
		bind(scopeReader, moveRight, "right", "Right: the next tab, or scroll sideways", "l", "right"),
		bind(scopeReader, unitDown, "scroll unit", "Scroll the unit down", "J", "shift+down"),
		bind(scopeReader, unitUp, "scroll unit", "Scroll the unit up", "K", "shift+up"),
		bind(scopeReader, paneZoom, "zoom", "Give the pane the whole screen, or not", "z"),
	}
	return append(rows, part.ListBindings(scopeReader)...)
}

// Scopes are the key scopes in force in the reader: inner are those of its
// pane in focus, or the only ones while something is typed; base holds
// whatever pane has the focus.
func (r *Reader) Scopes() (inner []keys.Scope, base keys.Scope) {
	s := r.s
	switch {
	case s.line.active():
		return []keys.Scope{scopeLine}, ""
	case s.focus == paneState:
		return []keys.Scope{scopeState}, scopeReader
	case s.focus == panePool:
		return []keys.Scope{scopePool}, scopeReader
	case s.focus == paneUnit && len(s.unit.hits) > 0:
		return []keys.Scope{scopeFound, scopeReaderUnit}, scopeReader
	case s.focus == paneUnit:
		return []keys.Scope{scopeReaderUnit}, scopeReader
	}
	return nil, scopeReader
}

// Why says why an action of the reader means nothing now; empty where there is
// nothing worth saying.
func (r *Reader) Why(a keys.Action) string { return r.s.Why(a) }

// Hints are the actions of the pane in focus that are worth the footer.
func (r *Reader) Hints() []keys.Action {
	s := r.s
	var all []keys.Action
	switch {
	case s.line.active():
		all = []keys.Action{lineAccept, lineCancel}
	case s.focus == paneState:
		all = []keys.Action{pathOpen, moveRight}
	case s.focus == panePool:
		all = []keys.Action{poolOpen, poolFilter, poolOrder}
	case s.focus == paneUnit:
		all = []keys.Action{unitSearch, searchNext, unitNext, unitNear, paneZoom}
	}
	var able []keys.Action
	for _, a := range all {
		if s.Able(a) {
			able = append(able, a)
		}
	}
	return able
}

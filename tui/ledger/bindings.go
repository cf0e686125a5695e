package ledger

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Scope is the ledger; filterScope holds while its filter is typed.
const (
	Scope       keys.Scope = "ledger"
	filterScope keys.Scope = "ledger.filter"
)

// Bindings are the keys of the ledger.
func Bindings() []keys.Binding {
	b := []keys.Binding{
		{Action: "ledger.change", Scope: Scope, Keys: []string{"enter", "l", "right"}, Short: "the change", Title: "Show the change with before and after"},
		{Action: "ledger.shut", Scope: Scope, Keys: []string{"esc"}, Short: "shut", Title: "Shut the change, or show all events again"},
		{Action: "ledger.down", Scope: Scope, Keys: []string{"J", "shift+down"}, Short: "scroll change", Title: "Scroll the change down"},
		{Action: "ledger.up", Scope: Scope, Keys: []string{"K", "shift+up"}, Short: "scroll back", Title: "Scroll the change up"},
		{Action: "ledger.filter", Scope: Scope, Keys: []string{"/"}, Short: "filter", Title: "Filter as you type"},
		{Action: "ledger.kind", Scope: Scope, Keys: []string{"t"}, Short: "kind", Title: "Show one kind of event"},
		{Action: "ledger.follow", Scope: Scope, Keys: []string{"f"}, Short: "newest", Title: "To the newest event, and follow it"},
		{Action: "ledger.open", Scope: Scope, Keys: []string{"o"}, Short: "open state", Title: "Open the state of the event"},

		{Action: "filter.keep", Scope: filterScope, Keys: []string{"enter"}, Short: "keep", Title: "Keep the filter"},
		{Action: "filter.clear", Scope: filterScope, Keys: []string{"esc"}, Short: "clear", Title: "Clear the filter"},
		{Action: "list.up", Scope: filterScope, Keys: []string{"up", "ctrl+p"}, Short: "up", Title: "Up"},
		{Action: "list.down", Scope: filterScope, Keys: []string{"down", "ctrl+n"}, Short: "down", Title: "Down"},
		{Action: "list.pageup", Scope: filterScope, Keys: []string{"pgup"}, Title: "Page up"},
		{Action: "list.pagedown", Scope: filterScope, Keys: []string{"pgdown"}, Title: "Page down"},
	}
	b = append(b, part.ListBindings(Scope)...)
	return append(b, part.FieldBindings(filterScope, false)...)
}

// Do performs an action.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	if s.list.Do(a) {
		return nil, true
	}
	switch a {
	case "ledger.change":
		s.opened = true
	case "ledger.shut":
		if s.opened && !s.beside() {
			s.opened = false
		} else {
			s.clear()
		}
	case "ledger.down":
		s.detail.scroll(3)
	case "ledger.up":
		s.detail.scroll(-3)
	case "ledger.filter":
		s.filtering = true
	case "filter.keep":
		s.filtering = false
	case "filter.clear":
		s.filtering = false
		s.filter.Set("")
		s.narrow()
	case "ledger.kind":
		return s.chooseKind(), true
	case "ledger.follow":
		s.list.To(len(s.shown) - 1)
	case "ledger.open":
		return send(part.OpenStateMsg{State: s.current().Event.State}), true
	default:
		before := s.filter.Value()
		if !s.filtering || !s.filter.Do(a) {
			return nil, false
		}
		if s.filter.Value() != before {
			s.narrow()
		}
	}
	return nil, true
}

// beside reports whether the change was drawn beside the list last.
func (s *Screen) beside() bool { return s.frame.detail.X > 0 }

func (s *Screen) clear() {
	s.kind = ""
	s.filter.Set("")
	s.narrow()
}

// Able reports whether an action can be done now.
func (s *Screen) Able(a keys.Action) bool {
	switch a {
	case "ledger.change":
		return s.current() != nil && !s.beside() && !s.opened
	case "ledger.down", "ledger.up":
		return s.current() != nil && (s.beside() || s.opened) && len(s.detail.lines) > s.detail.shown
	case "ledger.shut":
		return s.opened && !s.beside() || s.kind != "" || !s.query.Empty()
	case "ledger.filter", "ledger.kind", "ledger.follow":
		return len(s.all) > 0
	case "ledger.open":
		return s.current() != nil && s.current().Event.State != ""
	}
	return true
}

// Hints are the actions for the footer.
func (s *Screen) Hints() []keys.Action {
	if s.filtering {
		return []keys.Action{"filter.keep", "filter.clear", "list.up", "list.down"}
	}
	var out []keys.Action
	for _, a := range []keys.Action{"ledger.change", "ledger.shut", "ledger.filter", "ledger.kind", "ledger.open", "ledger.follow", "ledger.down", "app.back"} {
		if s.Able(a) {
			out = append(out, a)
		}
	}
	return out
}

// kindMsg is the kind that was chosen.
type kindMsg struct {
	to   *Screen
	kind review.Kind
}

// chooseKind offers the kinds there are, with their counts.
func (s *Screen) chooseKind() tea.Cmd {
	count := map[review.Kind]int{}
	for _, r := range s.all {
		count[r.Event.Kind]++
	}
	kinds := append([]review.Kind{""}, slices.Sorted(maps.Keys(count))...)
	ask := part.ChooseMsg{Title: "Show one kind of event"}
	for i, k := range kinds {
		_, words := kindWords(k)
		n := count[k]
		if k == "" {
			words, n = "every kind", len(s.all)
		}
		if k == s.kind {
			ask.At = i
		}
		ask.Items = append(ask.Items, part.Choice{Text: words, Detail: part.Many(n, "event")})
	}
	ask.Then = func(i int) tea.Cmd { return send(kindMsg{s, kinds[i]}) }
	return send(ask)
}

// kindWords is a kind in one word for its column, and in a few.
func kindWords(k review.Kind) (short, long string) {
	switch k {
	case review.Created:
		return "project", "project made"
	case review.Joined:
		return "person", "people added"
	case review.Imported:
		return "import", "imports"
	case review.Labelled:
		return "label", "certificates imported"
	case review.Exported:
		return "export", "exports"
	case review.Locked:
		return "lock", "predictions locked"
	case review.Unlocked:
		return "unlock", "predictions unlocked"
	case review.Edited:
		return "edit", "edits of certificates"
	case review.Noted:
		return "note", "notes"
	case review.Flagged:
		return "flag", "flags"
	case review.Skipped:
		return "skip", "skips"
	case review.Carried:
		return "carry", "what was already observed"
	case review.Finished:
		return "finish", "finished and opened again"
	case review.Kept:
		return "kept", "edits kept for later"
	}
	return kindOfCourse(k)
}

// kindOfCourse is kindWords for the acts on a state's way to the release.
func kindOfCourse(k review.Kind) (short, long string) {
	words, ok := map[review.Kind][2]string{
		review.Assigned:  {"assign", "assignments"},
		review.Claimed:   {"claim", "claims"},
		review.Released:  {"release", "work given back"},
		review.Opened:    {"sheet", "sheets opened"},
		review.Submitted: {"review", "reviews submitted"},
		review.Reopened:  {"reopen", "submissions taken back"},
		review.Judged:    {"judge", "reviews compared"},
		review.Settled:   {"settle", "certificates agreed on"},
		review.Chosen:    {"choice", "choices of the senior"},
		review.Decided:   {"decide", "decisions of the senior"},
		review.Ruled:     {"ruling", "decisions made the certificate"},
		review.Recalled:  {"recall", "decisions taken back"},
		review.Replaced:  {"replace", "states replaced"},
		review.Reserved:  {"reserve", "reserves"},
		review.Sampled:   {"sample", "audit samples"},
		review.Audited:   {"audit", "judgments of auditors"},
		review.Reported:  {"report", "audit reports"},
		review.Froze:     {"freeze", "releases frozen"},
		review.Signalled: {"signal", "reviews by models imported"},
		review.Rerolled:  {"roles", "people changed"},
		review.Adjusted:  {"setting", "settings changed"},
	}[k]
	if !ok {
		return string(k), string(k)
	}
	return words[0], words[1]
}

func send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

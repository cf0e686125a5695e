package keys

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func table(t *testing.T) *Table {
	t.Helper()
	tab, err := NewTable([]Binding{
		{Action: "list.down", Scope: "pool", Keys: []string{"j", "down"}, Title: "Down"},
		{Action: "group.new", Scope: "pool", Keys: []string{"n"}, Title: "New group"},
		{Action: "next", Scope: Global, Keys: []string{"n", "ctrl+n"}, Title: "Next"},
		{Action: "quit", Scope: Global, Keys: []string{"ctrl+c"}, Title: "Quit"},
		{Action: "rare", Scope: Global, Title: "Rare"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func TestInnermostScopeWins(t *testing.T) {
	tab := table(t)
	both := []Scope{"pool", Global}
	for _, c := range []struct {
		scopes []Scope
		key    string
		want   Action
	}{
		{both, "n", "group.new"}, {both, "ctrl+n", "next"}, {[]Scope{Global}, "n", "next"},
		{both, "down", "list.down"}, {both, "x", ""}, {nil, "n", ""},
	} {
		got, ok := tab.Lookup(c.scopes, c.key)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Lookup(%v, %q) = %q, want %q", c.scopes, c.key, got, c.want)
		}
	}
	if got := tab.Key(both, "next"); got != "ctrl+n" {
		t.Errorf("the key shown for next is %q; n is taken by the pool", got)
	}
	if got := tab.Key(both, "rare"); got != "" {
		t.Errorf("the key shown for rare is %q", got)
	}
	if got := len(tab.In(both)); got != 5 {
		t.Errorf("%d bindings, want 5", got)
	}
	if b, ok := tab.Binding([]Scope{"pool"}, "quit"); ok {
		t.Errorf("found %v outside its scope", b)
	}
}

func TestConflictsAreTold(t *testing.T) {
	_, err := NewTable([]Binding{
		{Action: "a", Scope: "s", Keys: []string{"x", "ctl+k"}, Title: "A"},
		{Action: "b", Scope: "s", Keys: []string{"x"}, Title: "B"},
		{Action: "b", Scope: "s", Title: "B again"},
		{Action: "c", Scope: "other", Keys: []string{"x"}, Title: "C"},
		{Action: "d", Scope: "s"},
	})
	var conflict *ConflictError
	if !errors.As(err, &conflict) || conflict.First != "a" || conflict.Second != "b" {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{`modifier "ctl"`, `"b" is there twice`, "lacks an action"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not tell %s", err, want)
		}
	}
}

func TestRebind(t *testing.T) {
	tab := table(t)
	next, err := tab.Rebind(map[Action][]string{"group.new": {"g"}, "quit": nil})
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := next.Lookup([]Scope{"pool", Global}, "n"); a != "next" {
		t.Errorf("n is %q, want next", a)
	}
	if a, _ := next.Lookup([]Scope{"pool"}, "g"); a != "group.new" {
		t.Errorf("g is %q", a)
	}
	if _, ok := next.Lookup([]Scope{Global}, "ctrl+c"); ok {
		t.Error("quit kept its key")
	}
	if a, _ := tab.Lookup([]Scope{"pool"}, "n"); a != "group.new" {
		t.Error("Rebind changed the table it was called on")
	}
	_, err = tab.Rebind(map[Action][]string{"group.new": {"j"}, "pool.new": {"y"}, "nonsense": {"z"}})
	var unknown *UnknownActionError
	var conflict *ConflictError
	if !errors.As(err, &unknown) || !errors.As(err, &conflict) {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(err.Error(), `did you mean "group.new"`) {
		t.Errorf("no hint in %v", err)
	}
}

func TestCheckAgreesWithKeyPresses(t *testing.T) {
	for _, k := range []tea.Key{
		{Code: tea.KeyEnter}, {Code: tea.KeyEscape}, {Code: tea.KeySpace, Text: " "}, {Code: 'a', Text: "a"},
		{Code: 'a', ShiftedCode: 'A', Text: "A", Mod: tea.ModShift}, {Code: 'k', Mod: tea.ModCtrl}, {Code: tea.KeyTab, Mod: tea.ModShift},
		{Code: tea.KeyPgDown}, {Code: tea.KeyUp, Mod: tea.ModAlt | tea.ModCtrl}, {Code: tea.KeyF5}, {Code: '+', Text: "+"}, {Code: '?', Text: "?"},
		{Code: 'ü', Text: "ü"}, {Code: '+', Mod: tea.ModCtrl}, {Code: tea.KeyEnter, Mod: tea.ModAlt},
	} {
		if s := tea.KeyPressMsg(k).String(); Check(s) != "" {
			t.Errorf("a key press says %q, refused: %s", s, Check(s))
		}
	}
	for _, s := range []string{"", " ", "ctl+k", "shift+ctrl+k", "shift+a", "ctrl+K", "escape", "return", "ctrl+", "f64", "f0", "\x1b", "ctrl+ctrl+a"} {
		if Check(s) == "" {
			t.Errorf("%q is accepted, no key press is spelled so", s)
		}
	}
}

func TestShow(t *testing.T) {
	for in, want := range map[string]string{"up": "↑", "ctrl+k": "ctrl+k", "pgdown": "pgdn", "+": "+", "ctrl++": "ctrl++", "shift+left": "shift+←", "G": "G"} {
		if got := Show(in); got != want {
			t.Errorf("Show(%q) = %q, want %q", in, got, want)
		}
	}
}

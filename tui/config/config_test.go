package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/tui/keys"
)

func TestParse(t *testing.T) {
	c, err := Parse("c.toml", `
theme = "light"
tab = 8
[colors]
accent = "#112233"
bad = 9
[keys]
"queue.next" = ["n", "ctrl+n"]
queue.open = "enter"
[keys.ledger]
kind = []
`)
	if err != nil {
		t.Fatal(err)
	}
	if c.Theme != "light" || c.Tab != 8 || c.Ink["accent"] != "#112233" || c.Ink["bad"] != "9" {
		t.Errorf("got %+v", c)
	}
	for a, want := range map[keys.Action][]string{"queue.next": {"n", "ctrl+n"}, "queue.open": {"enter"}, "ledger.kind": nil} {
		if got, ok := c.Keys[a]; !ok || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", a, got, want)
		}
	}
}

func TestErrorsNameFileLineAndKey(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"theme = \"pink\"", "c.toml:1: theme: must be"},
		{"\ntab = 0", "c.toml:2: tab: must be a whole number"},
		{"colour = 1", "c.toml:1: colour: is not known"},
		{"colors = 1", "c.toml:1: colors: must be a section"},
		{"[colors]\nacent = \"#112233\"", "c.toml:2: acent: there is no colour role"},
		{"[colors]\n\naccent = \"blue\"", "c.toml:3: accent: \"blue\" is no colour"},
		{"[colors]\naccent = true", "c.toml:2: accent: must be a text"},
		{"[keys]\n\"queue.next\" = [\"ctl+n\"]", "c.toml:2: queue.next: key \"ctl+n\": there is no modifier"},
		{"[keys]\nqueue.next = [1]", "c.toml:2: queue.next: must be a key"},
		{"[keys.queue]\nnext = true", "c.toml:2: queue.next: must be a key"},
		{"theme = \n", "c.toml:1"},
		{"tab = 1\ntab = 2", "c.toml:2"},
	} {
		_, err := Parse("c.toml", c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s…", c.text, err, c.want)
		}
	}
}

func TestEverythingWrongIsTold(t *testing.T) {
	_, err := Parse("c.toml", "tab = 99\ntheme = 1\n[colors]\nx = \"\"\n")
	if n := strings.Count(err.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d of 3 errors told: %v", n, err)
	}
}

func TestRebindNamesTheLine(t *testing.T) {
	table, err := keys.NewTable([]keys.Binding{
		{Action: "queue.next", Scope: "queue", Keys: []string{"n"}, Title: "Next"},
		{Action: "queue.open", Scope: "queue", Keys: []string{"enter"}, Title: "Open"},
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse("c.toml", "[keys]\nqueue.nxt = \"x\"\nqueue.open = \"n\"")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Rebind(table)
	if err == nil || !strings.Contains(err.Error(), "c.toml:2: queue.nxt: there is no action") || !strings.Contains(err.Error(), "c.toml:3: queue.open: key \"n\" is bound to both") {
		t.Errorf("got %v", err)
	}
	c, _ = Parse("c.toml", "[keys]\nqueue.next = \"enter\"\nqueue.open = \"n\"")
	next, err := c.Rebind(table)
	if err != nil {
		t.Fatalf("two keys swapped: %v", err)
	}
	if a, _ := next.Lookup([]keys.Scope{"queue"}, "enter"); a != "queue.next" {
		t.Errorf("enter is %q", a)
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	c, err := Load(filepath.Join(dir, "none.toml"))
	if err != nil || c.Tab != 4 || c.Theme != "auto" {
		t.Errorf("without a file: %+v, %v", c, err)
	}
	path := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(path, []byte("tab = 2"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err = Load(path); err != nil || c.Tab != 2 {
		t.Errorf("got %+v, %v", c, err)
	}
	if _, err = Load(dir); err == nil {
		t.Error("a folder was read as a file")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "theme = \"dark\"", "[keys]\na.b = [\"x\"]", "[colors]\naccent = 3", "[[keys]]", "[keys]\na = {b = \"c\"}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse("c.toml", s)
		if err == nil && (c.Tab < 1 || c.Theme == "") {
			t.Errorf("accepted %q as %+v", s, c)
		}
	})
}

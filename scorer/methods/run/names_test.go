package run

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFolder(t *testing.T) {
	long := strings.Repeat("x", 400)
	for _, c := range []struct{ name, dir string }{
		{"bm25", "bm25"},
		{"acme__widget-12-s005", "acme__widget-12-s005"},
		{"acme/widget#1", "acme%2Fwidget%231"},
		{"..", "%2E%2E"},
		{".", "%2E"},
		{".hidden", "%2Ehidden"},
		{"ends.", "ends%2E"},
		{"a b", "a%20b"},
		{`c:\x`, "c%3A%5Cx"},
		{"con", "%63on"},
		{"con.txt", "%63on.txt"},
		{"LPT1", "%4CPT1~" + nameHash("LPT1")},
		{"experiment.json", "%65xperiment.json"},
		{"a~b%", "a%7Eb%25"},
		{"é", "%C3%A9"},
		{"a\x00b", "a%00b"},
		{"", "~" + nameHash("")},
		{"State", "State~" + nameHash("State")},
		{long, long[:148] + "~" + nameHash(long)},
	} {
		if got := folder(c.name); got != c.dir {
			t.Errorf("folder of %q is %q, not %q", c.name, got, c.dir)
		}
	}
	if _, whole := nameOf(folder(long)); whole {
		t.Error("a name that was cut passes for the whole one")
	}
	for _, foreign := range []string{"a b", "%zz", "%4", "State", "State~0000000000", "..", ".lock"} {
		if name, ok := nameOf(foreign); ok {
			t.Errorf("%q passes for the folder of %q", foreign, name)
		}
	}
}

// Every name gives a folder that every file system can have, no two names the
// same one, also where capital letters do not count, and the folder gives the
// name back unless it was cut.
func TestFolderLaws(t *testing.T) {
	names := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z0-9./~% _-]{0,12}`), rapid.StringMatching(`(aB|Ab|%4|\.\.){0,90}`))
	rapid.Check(t, func(t *rapid.T) {
		a, b := names.Draw(t, "a"), names.Draw(t, "b")
		dir := folder(a)
		if len(dir) == 0 || len(dir) > 200 || dir == "." || dir == ".." || strings.ContainsAny(dir, `/\:*?"<>| `) || strings.HasPrefix(dir, ".") {
			t.Fatalf("%q gives the folder %q", a, dir)
		}
		if a != b && strings.EqualFold(dir, folder(b)) {
			t.Fatalf("%q and %q share the folder %q", a, b, dir)
		}
		switch got, ok := nameOf(dir); {
		case ok && got != a:
			t.Fatalf("%q comes back as %q", a, got)
		case !ok && len(dir) < longestName-3:
			t.Fatalf("%q does not come back of %q", a, dir)
		}
	})
}

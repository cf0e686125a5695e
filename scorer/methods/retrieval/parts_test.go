package retrieval

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func parts(word string) []string {
	var out []string
	Parts(word, func(p string) { out = append(out, p) })
	return out
}

func TestPartsOfIdentifiers(t *testing.T) {
	for word, want := range map[string][]string{
		"get_crontab_query":    {"get", "crontab", "query"},
		"getCrontabQuery":      {"get", "crontab", "query"},
		"HTTPServer":           {"http", "server"},
		"parseHTTPServer2Conn": {"parse", "http", "server2", "conn"},
		"REGEXP_LIKE":          {"regexp", "like"},
		"__init__":             {"init"},
		"sha256Sum":            {"sha256", "sum"},
		"aBc":                  {"bc"},
		"plain":                {"plain"},
		"x":                    nil,
		"___":                  nil,
		"":                     nil,
		"ÉtéÜber":              {"été", "über"},
		"iOS":                  {"os"},
	} {
		if got := parts(word); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestPartsLoseNoLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zA-Z0-9_]{0,20}`).Draw(t, "word")
		rest := strings.ToLower(strings.ReplaceAll(word, "_", ""))
		for _, p := range parts(word) {
			at := strings.Index(rest, p)
			if at < 0 || utf8.RuneCountInString(p) < 2 {
				t.Fatalf("%q: %q is no part of what is left, %q", word, p, rest)
			}
			rest = rest[at+len(p):]
		}
	})
}

func TestGramsStayWithinWords(t *testing.T) {
	grams := func(word string) (out []uint64) {
		charGrams(word, func(k uint64) { out = append(out, k) })
		return out
	}
	// " ab " has two runs of three characters and one of four.
	if got := grams("ab"); len(got) != 3 {
		t.Errorf("ab has %d grams, want 3", len(got))
	}
	if !slices.Equal(grams("AB"), grams("ab")) {
		t.Error("the case of a word changes its grams")
	}
	shared := 0
	for _, g := range grams("regex") {
		if slices.Contains(grams("regexp"), g) {
			shared++
		}
	}
	if shared != 7 { // " re" "reg" "ege" "gex", " reg" "rege" "egex"
		t.Errorf("regex and regexp share %d grams, want 7", shared)
	}
	if got := grams(strings.Repeat("long", 100)); len(got) != 400+399 {
		t.Errorf("a word of 400 characters has %d grams, want 799", len(got))
	}
}

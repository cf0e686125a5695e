package retrieval

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func words(text string) []string {
	var out []string
	Words(text, func(w string) { out = append(out, w) })
	return out
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", " -- \t", nil},
		{"identifiers and paths", "src/Foo_bar.py:Load2 self.x", []string{"src", "foo_bar", "py", "load2", "self", "x"}},
		{"the last word ends the text", "a b", []string{"a", "b"}},
		{"apostrophe and zero-width space part words", "don't a\u200bb", []string{"don", "t", "a", "b"}},
		{"combining mark parts a word", "e\u0301cole", []string{"e", "cole"}},
		{"letters of any script", "ÜBER_größe 日本語 テスト", []string{"über_größe", "日本語", "テスト"}},
		{"numbers of any script", "½ x² ٣٤ Ⅷ", []string{"½", "x²", "٣٤", "ⅷ"}},
		{"title case", "ǅ Ǆ", []string{"ǆ", "ǆ"}},
		{"outside the basic plane", "𝔄𝟘 𐐀", []string{"𝔄𝟘", "𐐨"}},
		{"dotted capital I keeps its dot", "İstanbul", []string{"i\u0307stanbul"}},
		{"sigma at the end of a word", "ΔΣ ΑΣΑ Σ ΣΑ aΣ", []string{"δς", "ασα", "σ", "σα", "aς"}},
		{"sigma beside what has no case", "Α_Σ ΑΣ_ ΑΣ1", []string{"α_σ", "ας_", "ας1"}},
		{"sigma looks past modifier letters", "ΑʰΣ ΑΣʰ ΑʹΣ", []string{"αʰς", "αςʰ", "αʹς"}},
		{"invalid UTF-8 parts words", "a\xffb", []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := words(c.text); !slices.Equal(got, c.want) {
				t.Errorf("Words(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "a b", "ΑΣ İ", "a\xff\xfe_B", "日本語x2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range words(text) {
			if w == "" || !utf8.ValidString(w) || strings.ContainsAny(w, " \n\t-./\\") {
				t.Fatalf("Words(%q) gives %q", text, w)
			}
			// What is in lower case stays as it is, so indexing and asking agree.
			if again := words(w); !strings.Contains(w, "\u0307") && !slices.Equal(again, []string{w}) {
				t.Fatalf("Words(%q) gives %q, which is cut again into %q", text, w, again)
			}
		}
	})
}

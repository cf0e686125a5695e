package records

import "testing"

// A word that means nothing to a shell stays as it is; every other one is one
// word to it.
func TestTyped(t *testing.T) {
	for word, want := range map[string]string{
		"mss_complement-and-10-more": "mss_complement-and-10-more", "results/a%2E.jsonl": "results/a%2E.jsonl",
		"Zoë@漢": "Zoë@漢", "": "''", "two words": "'two words'", "a;b": "'a;b'", "$HOME": "'$HOME'", "~": "'~'", "it's": `'it'\''s'`,
		"a\u00a0b": "'a\u00a0b'", "#1": "'#1'", "=x": "'=x'", "a\nb": "'a\nb'", "*": "'*'", "!!": "'!!'", "{a,b}": "'{a,b}'", `\`: `'\'`,
	} {
		if got := Typed(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

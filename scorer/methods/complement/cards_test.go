package complement

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

func TestCards(t *testing.T) {
	long := strings.Repeat("d/", 100) + "name.go"
	cases := []struct {
		name         string
		unit         card.Unit
		most         int
		header, text string
		cut          bool
	}{
		{"fits", card.Unit{Path: "a.py", LineStart: 3, LineEnd: 9, Symbol: "f", Text: "one\ntwo\n"}, 40, "a.py:3-9 f", "one\ntwo\n", false},
		{"fits exactly", card.Unit{Path: "a.py", Text: "12345"}, 10, "a.py", "12345", false},
		{"one too many", card.Unit{Path: "a.py", Text: "123456"}, 10, "a.py", "1234…", true},
		{"characters, not bytes", card.Unit{Path: "a.py", Text: "äöüß日"}, 10, "a.py", "äöüß日", false},
		{"cut between characters", card.Unit{Path: "a.py", Text: "äöüß日本"}, 10, "a.py", "äöüß…", true},
		{"no UTF-8", card.Unit{Path: "a.py", Text: "\xff\xfe\xfd\xfc\xfb\xfa"}, 10, "a.py", "\xff\xfe\xfd\xfc…", true},
		{"one line", card.Unit{Path: "a.py", LineStart: 7, LineEnd: 7}, 40, "a.py:7", "", false},
		{"no lines", card.Unit{Path: "a.py", LineEnd: 7}, 40, "a.py", "", false},
		{"no place", card.Unit{Text: "x"}, 40, "", "x", false},
		{"long path and symbol", card.Unit{Path: long, Symbol: strings.Repeat("s", 99), Text: "x"}, 40, "…d/d/d/d/d/d/name.go sssssssss…", "x", false},
		{"no room", card.Unit{Path: "abcdef", Text: "x"}, 1, "", "", true},
	}
	for _, c := range cases {
		got := sourceCard(&c.unit, c.most)
		if got.Header() != c.header || got.Text != c.text || got.Cut != c.cut {
			t.Errorf("%s: %q, %q, cut %v", c.name, got.Header(), got.Text, got.Cut)
		}
	}
}

// TestCardsKeepWithinTheirCharacters whatever the unit.
func TestCardsKeepWithinTheirCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := card.Unit{
			ID: "u", Path: rapid.String().Draw(t, "path"), Symbol: rapid.String().Draw(t, "symbol"), Text: rapid.String().Draw(t, "text"),
			LineStart: rapid.IntRange(0, 99_999).Draw(t, "from"), LineEnd: rapid.IntRange(0, 99_999).Draw(t, "to"),
		}
		most := rapid.SampledFrom([]int{60, 280, 620}).Draw(t, "most")
		c := sourceCard(&u, most)
		if n := utf8.RuneCountInString(c.Header() + "\n" + c.Text); n > most {
			t.Fatalf("%d characters of %d", n, most)
		}
		if !c.Cut && c.Text != u.Text || c.Cut && !strings.HasPrefix(u.Text, strings.TrimSuffix(c.Text, cutMark)) {
			t.Fatalf("%q of %q", c.Text, u.Text)
		}
		if full := utf8.RuneCountInString(c.Header()) + 1 + utf8.RuneCountInString(u.Text); full <= most && c.Cut {
			t.Fatalf("cut although %d characters fit %d", full, most)
		}
	})
}

func TestLongTextsLoseTheirMiddle(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"äöü", 3, "äöü"}, {"abcdefghij", 6, "abcd\n[4 characters left out]\nij"},
		{"äöüßéèêâàí", 6, "äöüß\n[4 characters left out]\nàí"},
	} {
		if got := ends(c.text, c.most); got != c.want {
			t.Errorf("%q in %d: %q", c.text, c.most, got)
		}
	}
}

package tokens

import (
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

// Counts as the publisher of the encoding shows them.
func TestCountsOfTheEncoding(t *testing.T) {
	c := New()
	for text, want := range map[string]int{
		"":                             0,
		"hello world":                  2,
		"tiktoken is great!":           6,
		"antidisestablishmentarianism": 6,
		"2 + 2 = 4":                    7,
		"お誕生日おめでとう":                    8,
		"<|endoftext|>":                7, // ordinary text, not the one special token
		"\xff":                         1, // counts as U+FFFD
		"\ufffd":                       1,
		"\x7f":                         1, // one token of its own, as every control character
		"a\x7fb \x7f\x7f":              6, // a, DEL, b, blank, DEL, DEL
	} {
		if got, err := c.Count(text); err != nil || got != want {
			t.Errorf("%q is %d tokens, %v; want %d", text, got, err, want)
		}
	}
}

func TestUnitIsCountedByItsExcerpt(t *testing.T) {
	c := New()
	u := card.Unit{ID: "u", Path: "a/long/path.go", Symbol: "Name", Text: "hello world"}
	if n, err := c.Unit(&u); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	u.Text += "\r\n"
	if n, err := c.Unit(&u); err != nil || n != 3 {
		t.Errorf("with its line end %d, %v", n, err)
	}
}

func TestCountsAreRemembered(t *testing.T) {
	shared := New()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		first, err := shared.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := shared.Count(text)
		if again != first || first > len(text) || (first == 0) != (text == "") {
			t.Fatalf("%q: %d, then %d", text, first, again)
		}
	})
}

func TestManyCountAtOnce(t *testing.T) {
	c := New()
	texts := strings.Fields("the lease of a worker ends while its handler still runs")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for i := range texts {
				text := strings.Join(texts[:i+1], " ")
				if n, err := c.Count(text); err != nil || n != i+1 {
					t.Errorf("%q: %d, %v", text, n, err)
				}
			}
		})
	}
	wait.Wait()
}

func TestHostileTextIsCounted(t *testing.T) {
	c := New()
	for _, text := range []string{strings.Repeat("a", 1<<17), strings.Repeat(" ", 1<<17), strings.Repeat("\n", 1<<16), strings.Repeat("'", 1<<16), strings.Repeat("\u0301", 1<<14), "\x00"} {
		if n, err := c.Count(text); err != nil || n < 1 || n > len(text) {
			t.Errorf("%.5q...: %d, %v", text, n, err)
		}
	}
}

func BenchmarkCountNewText(b *testing.B) {
	text := strings.Repeat("\tif err := worker.Extend(ctx, lease); err != nil {\n\t\treturn fmt.Errorf(\"extend %s: %w\", lease.ID, err)\n\t}\n", 20)
	c := New()
	codec := c.codec()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := codec.Count(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCountKnownText(b *testing.B) {
	text := strings.Repeat("worker lease\n", 180)
	c := New()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := c.Count(text); err != nil {
			b.Fatal(err)
		}
	}
}

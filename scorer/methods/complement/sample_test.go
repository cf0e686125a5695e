package complement

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// TestTheExampleRuns: every method on the three public example states, which lie
// beside the checkout and are not part of it.
func TestTheExampleRuns(t *testing.T) {
	path := filepath.Join("..", "..", "..", "..", "shared", "data", "serbench-example", "items.jsonl")
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the public example states are not at %s", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var states []card.State
	if err := card.ReadStates(context.Background(), path, f, card.NewSeen(), func(_ int, s card.State, _ [32]byte) error {
		states = append(states, s)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(states) != 3 {
		t.Fatalf("%d states", len(states))
	}
	for _, s := range states {
		in := methods.NewInput(s, counter)
		with, c := withScript(lastFirst)
		with.Reranker = &ordering{say: backwards}
		var recorded methods.Output
		for _, name := range Methods() {
			m := made(t, name, with)
			var out methods.Output
			if d, ok := m.(methods.Derived); ok {
				out, err = d.Derive(in, recorded)
			} else {
				out, err = m.Run(context.Background(), in, &tape{})
			}
			if err != nil {
				t.Fatal(err)
			}
			if name == MethodComplement {
				recorded = out
			}
			if len(out.Ranked) == 0 {
				t.Errorf("%s returns nothing on %s", name, s.Card.ID)
			}
		}
		for _, q := range c.asked {
			p := rendered(t, q)
			t.Logf("%.20s %s: %d cards, %d characters", s.Card.ID, p.SchemaName, len(q.Cards), utf8.RuneCountInString(p.System+p.User))
		}
	}
}

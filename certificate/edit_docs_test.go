package certificate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// example is one fenced block of docs/edits.md with the sentence below it.
type example struct{ kind, text, says string }

func examples(t *testing.T) []example {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "docs", "edits.md"))
	if err != nil {
		t.Fatal(err)
	}
	var found []example
	for i, block := range strings.Split(string(b), "```json ") {
		if i == 0 {
			continue
		}
		kind, rest, _ := strings.Cut(block, "\n")
		text, after, ok := strings.Cut(rest, "```\n")
		if !ok {
			t.Fatalf("a block is not closed: %s", block)
		}
		says, _, _ := strings.Cut(strings.TrimPrefix(after, "> "), "\n")
		found = append(found, example{kind, text, says})
	}
	return found
}

// Every example of the page is read, applied, told as the page says, undone,
// redone and sent through the journal; every operation has one.
func TestEveryDocumentedEdit(t *testing.T) {
	all := examples(t)
	if len(all) == 0 || all[0].kind != "label" {
		t.Fatal("the page begins with no label")
	}
	d := NewDraft(mustDecode(t, all[0].text))
	left := map[Op]bool{}
	for _, op := range Ops() {
		left[op] = true
	}
	for _, x := range all[1:] {
		e, err := DecodeEdit(jsontext.Value(x.text))
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		delete(left, e.Op)
		next, inverse, err := apply(t, d, e)
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		checkStep(t, d, next, stored(t, inverse))
		reopened(t, next)
		completed := inverse.Invert()
		if e.Group == "" && e.Op == AddGroup {
			completed.Group = "" // as the page has it, before a key is minted
		}
		name := func(id string) string { return "<" + id + ">" }
		if got := completed.Say(d.Certificate(), name); got != x.says {
			t.Errorf("%s says %q, the page %q", x.text, got, x.says)
		}
		if len(completed.Touches()) == 0 {
			t.Errorf("%s touches nothing", x.text)
		}
	}
	for op := range left {
		t.Errorf("%s has no example", op)
	}
}

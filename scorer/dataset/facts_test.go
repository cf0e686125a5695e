package dataset

import (
	"testing"

	"suffice/certificate/card"
)

// TestLanguageOfAPool: where units do not tell, as in public releases, the
// endings of their paths do, as they do for the strata.
func TestLanguageOfAPool(t *testing.T) {
	for name, c := range map[string]struct {
		units []card.Unit
		want  string
	}{
		"by path":          {[]card.Unit{{ID: "a", Path: "src/a.py"}, {ID: "b", Path: `src\b.py`}, {ID: "c", Path: "c.go"}}, "python"},
		"told":             {[]card.Unit{{ID: "a", Path: "a.py", Language: "Cython"}}, "cython"},
		"told and by path": {[]card.Unit{{ID: "a", Language: "Go"}, {ID: "b", Path: "b.go"}, {ID: "c", Path: "c.py"}}, "go"},
		"nobody knows":     {[]card.Unit{{ID: "a", Path: "Makefile"}, {ID: "b"}}, ""},
		"the first of two": {[]card.Unit{{ID: "a", Path: "a.rs"}, {ID: "b", Path: "b.go"}}, "go"},
	} {
		f, err := readState(card.State{Card: card.StateCard{ID: "s"}, Pool: card.NewPool(c.units)}, nil)
		if err != nil || f.language != c.want {
			t.Errorf("%s: %q, %v; want %q", name, f.language, err, c.want)
		}
	}
}

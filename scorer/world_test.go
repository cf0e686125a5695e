package scorer

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

// world is states with certificates and what methods ranked.
type world struct {
	cases       []Case
	predictions []card.Prediction
}

func each[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, x := range list {
			if !yield(x, nil) {
				return
			}
		}
	}
}

// letters counts a token for every byte of a unit's text.
func letters(u *card.Unit) (int, error) { return len(u.Text), nil }

func (w world) matrix(t tester) *Matrix {
	t.Helper()
	m, err := NewMatrix(context.Background(), each(w.cases), each(w.predictions), MatrixOptions{Tokens: letters, Tokenizer: "letters", Basis: "text"})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// add puts in a state whose pool holds the units u1 to u9, of 10 to 90 tokens.
func (w *world) add(id, repo string, groups ...certificate.Group) *Case {
	s := card.State{Card: card.StateCard{ID: id, Repo: repo, Boundary: card.AfterSearch}}
	var units []card.Unit
	for i := 1; i <= 9; i++ {
		units = append(units, card.Unit{ID: fmt.Sprintf("u%d", i), Text: strings.Repeat("x", 10*i), Language: "Python"})
	}
	s.Pool = card.NewPool(units)
	w.cases = append(w.cases, Case{Certificate: certificate.Certificate{State: id, Groups: groups}, State: s})
	return &w.cases[len(w.cases)-1]
}

func (w *world) rank(method, state string, ids ...string) {
	w.predictions = append(w.predictions, card.Prediction{State: state, Method: method, Ranked: ids})
}

// drawWorld is up to 25 states in up to 5 repositories and four methods, of
// which some leave states out.
func drawWorld(t *rapid.T) world {
	var w world
	for i := range rapid.IntRange(1, 25).Draw(t, "states") {
		id := fmt.Sprintf("s%02d", i)
		cert := drawCertificate(t, 9, 4, 2)
		cert.State = id
		s := card.State{Card: card.StateCard{
			ID: id, Repo: rapid.SampledFrom([]string{"", "a/a", "b/b", "c/c", "d/d"}).Draw(t, "repo"),
			Boundary: rapid.SampledFrom([]card.Boundary{"", card.BeforeSearch, card.AfterSearch, card.BeforeEdit, "other"}).Draw(t, "boundary"),
			Observed: cert.Observed,
		}}
		var units []card.Unit
		for _, name := range []string{"u00", "u01", "u02", "u03", "u04", "u05", "u06", "u07", "u08", "x1", "x2", "y"} {
			units = append(units, card.Unit{
				ID: name, Text: strings.Repeat("x", rapid.IntRange(0, 9).Draw(t, "length")),
				Language: rapid.SampledFrom([]string{"", "go", "Go", "python"}).Draw(t, "language"),
				Observed: rapid.IntRange(0, 9).Draw(t, "flag") == 0,
			})
		}
		s.Pool = card.NewPool(units)
		w.cases = append(w.cases, Case{cert, s})
		for _, method := range []string{"m1", "m2", "m3", "m4"} {
			if rapid.IntRange(0, 7).Draw(t, "leaves out") > 0 {
				w.rank(method, id, distinct(drawRanking(t))...)
			}
		}
	}
	for _, method := range []string{"m1", "m2", "m3", "m4"} { // none is without any state
		if !slices.ContainsFunc(w.predictions, func(p card.Prediction) bool { return p.Method == method && p.State == "s00" }) {
			w.rank(method, "s00")
		}
	}
	return w
}

// tester is a *testing.T or a *rapid.T.
type tester interface {
	Helper()
	Fatal(args ...any)
}

// writeRapid writes lines into a file that one check of a property uses.
func writeRapid(t *rapid.T, name string, lines []string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "scorer")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

package scorer

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchmarkMatrix is shaped like the paper's evaluation: 500 states of 45
// repositories and 12 methods.
func benchmarkMatrix(b *testing.B) *Matrix {
	b.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	m := &Matrix{Cutoffs: []int{5, 8}}
	for s := range 500 {
		m.States = append(m.States, StateFacts{ID: fmt.Sprintf("s%03d", s), Repo: fmt.Sprintf("r%02d", r.IntN(45)), Groups: 1 + r.IntN(3)})
	}
	for method := range 12 {
		m.Methods = append(m.Methods, MethodFacts{Name: fmt.Sprintf("m%02d", method)})
		answers := make([]*Answer, 500)
		for s := range answers {
			a := &Answer{Scores: make([]Scores, 2), Slots: 8, Done: -1}
			if r.IntN(12) < method {
				a.Done = 1 + r.IntN(8)
			}
			for i := range a.Scores {
				a.Scores[i][GroupRecall] = float64(r.IntN(4)) / 3
				a.Scores[i][NecessityRecall] = r.Float64()
			}
			answers[s] = a
		}
		m.answers = append(m.answers, answers)
	}
	return m
}

// BenchmarkCompareMany is 20,000 paired draws over 500 states: eleven methods
// against a twelfth, and every one of twelve against every other, each on the
// five metrics of the primary table.
func BenchmarkCompareMany(b *testing.B) {
	m := benchmarkMatrix(b)
	var against, all []Pair
	for i, x := range m.Methods {
		for _, y := range m.Methods[:i] {
			all = append(all, Pair{x.Name, y.Name})
		}
		if i > 0 {
			against = append(against, Pair{m.Methods[0].Name, x.Name})
		}
	}
	for _, c := range []struct {
		name  string
		pairs []Pair
	}{{"12 methods 5 metrics", against}, {"66 pairs 5 metrics", all}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				got, err := m.CompareMany(c.pairs, PrimaryPoints(), PaperResampling())
				if err != nil || len(got) != 5*len(c.pairs) {
					b.Fatal(len(got), err)
				}
			}
		})
	}
}

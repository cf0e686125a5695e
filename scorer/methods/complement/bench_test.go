package complement

import (
	"context"
	"testing"

	"suffice/scorer/methods"
)

// BenchmarkPipeline is one state of 87 units from pool to output, retrieval and
// token counts included, with a controller that costs nothing.
func BenchmarkPipeline(b *testing.B) {
	s := generated(87, 21)
	for _, name := range []string{MethodComplement, MethodIndependent, MethodNoFeedback, MethodSSR, "fused"} {
		b.Run(name, func(b *testing.B) {
			with, _ := withScript(nil)
			with.Controller = free{}
			m := made(b, name, with)
			for b.Loop() {
				if _, err := m.Run(context.Background(), methods.NewInput(s, counter), discard{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStages is what is left of it when the state was retrieved before.
func BenchmarkStages(b *testing.B) {
	in := methods.NewInput(generated(87, 21), counter)
	with, _ := withScript(nil)
	with.Controller = free{}
	m := made(b, MethodComplement, with)
	for b.Loop() {
		if _, err := m.Run(context.Background(), in, discard{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	with, c := withScript(lastFirst)
	ran(b, made(b, MethodComplement, with), generated(87, 21))
	for b.Loop() {
		for _, q := range c.asked {
			if _, err := Render(q); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// free answers at once and keeps nothing.
type free struct{}

func (free) Name() string  { return "free" }
func (free) Identity() any { return nil }
func (free) Ask(_ context.Context, q Question) (methods.ModelCall, error) {
	text, err := lastFirst(q)
	return methods.ModelCall{RequestHash: "none", Response: text}, err
}

type discard struct{}

func (discard) Record(methods.Event) error { return nil }

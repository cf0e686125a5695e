package run

import (
	"context"
	"testing"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval/tokens"
)

// 500 states x 87 units by one method: the whole experiment with its artifacts,
// and the method alone. The difference is what reading, hashing, recording and
// the disk cost.
func BenchmarkExperiment(b *testing.B) {
	const states, units = 500, 87
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			p := plan(b, states, ranked{id: "bm25"})
			p.Load = loads(units)
			x, err := Start(context.Background(), p)
			must(b, err)
			_, err = x.Wait()
			must(b, err)
		}
	})
	b.Run("alone", func(b *testing.B) {
		count := tokens.New()
		for b.Loop() {
			for _, id := range madeIDs(states) {
				in := methods.NewInput(madeState(id, units), count)
				if _, err := (ranked{id: "bm25"}).Run(context.Background(), in, methods.RecorderFunc(func(methods.Event) error { return nil })); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// Beginning again an experiment of 500 states and four methods that is complete,
// and what a screen reads of it: the list and its runs, at first and once more.
func BenchmarkResumeComplete(b *testing.B) {
	p := plan(b, 500, ranked{id: "a"}, ranked{id: "b"}, ranked{id: "c"}, first{"d", "a", 3})
	p.Load = loads(87)
	x, err := Start(context.Background(), p)
	must(b, err)
	_, err = x.Wait()
	must(b, err)
	p.Resume = true
	b.Run("resume", func(b *testing.B) {
		for b.Loop() {
			x, err := Start(context.Background(), p)
			must(b, err)
			_, err = x.Wait()
			must(b, err)
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			if _, err := List(context.Background(), p.Root); err != nil {
				b.Fatal(err)
			}
		}
	})
	aged(b, p.Root)
	opens := func(r *Reader) {
		if _, err := r.List(context.Background()); err != nil {
			b.Fatal(err)
		}
		if _, err := r.RunsOf(context.Background(), "e1", func(string) bool { return true }); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("screen", func(b *testing.B) {
		for b.Loop() {
			opens(NewReader(p.Root))
		}
	})
	b.Run("screen again", func(b *testing.B) {
		r := NewReader(p.Root)
		for b.Loop() {
			opens(r)
		}
	})
	b.Run("runs", func(b *testing.B) {
		for b.Loop() {
			if _, err := Runs(context.Background(), p.Root, "e1"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

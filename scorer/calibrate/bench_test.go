package calibrate

import (
	"os"
	"path/filepath"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/fixtures"
)

// BenchmarkChoose calibrates every method on the paper's 75 states, of 87 units.
func BenchmarkChoose(b *testing.B) {
	dir := b.TempDir()
	if _, err := fixtures.Generate(b.Context(), dir, fixtures.Size{States: DefaultStates, Units: 87, Seed: 3}); err != nil {
		b.Fatal(err)
	}
	open := func(name string) *os.File {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { f.Close() })
		return f
	}
	w := &world{states: map[string]card.State{}, read: map[string]int{}}
	err := card.ReadStates(b.Context(), "items", open("items.jsonl"), card.NewSeen(), func(_ int, s card.State, _ [32]byte) error {
		w.states[s.Card.ID] = s
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	err = records.Read(b.Context(), "labels", open("labels.jsonl"), func(r records.Record) (certificate.Certificate, error) { return certificate.Decode(r.Raw) },
		func(_ int, c certificate.Certificate) error { w.certs = append(w.certs, c); return nil })
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Choose(b.Context(), w.split(), options()); err != nil {
			b.Fatal(err)
		}
	}
}

package dataset

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/fixtures"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/offline"
	"suffice/scorer/methods/run"
)

// generated is a generated set with runs of five methods on it.
func generated(b *testing.B, size fixtures.Size) Sources {
	b.Helper()
	dir := b.TempDir()
	_, err := fixtures.Generate(b.Context(), dir, size)
	must(b, err)
	states := map[string]card.State{}
	var ids []string
	open := func(name string) *os.File {
		f, err := os.Open(filepath.Join(dir, name))
		must(b, err)
		b.Cleanup(func() { f.Close() })
		return f
	}
	must(b, card.ReadStates(b.Context(), "items", open("items.jsonl"), card.NewSeen(), func(_ int, s card.State, _ [32]byte) error {
		states[s.Card.ID] = s
		ids = append(ids, s.Card.ID)
		return nil
	}))
	var certs []certificate.Certificate
	must(b, records.Read(b.Context(), "labels", open("labels.jsonl"), func(r records.Record) (certificate.Certificate, error) { return certificate.Decode(r.Raw) },
		func(_ int, c certificate.Certificate) error { certs = append(certs, c); return nil }))
	load := func(_ context.Context, id string) (card.State, error) {
		s, ok := states[id]
		if !ok {
			return s, fmt.Errorf("state %s: %w", id, fs.ErrNotExist)
		}
		return s, nil
	}
	with := complement.Defaults()
	with.Controller = offline.New(offline.Options{})
	var ms []methods.Method
	for _, name := range []string{"bm25", "dense", "mmr", "fused", "mss_complement"} {
		m, err := complement.New(name, with)
		must(b, err)
		ms = append(ms, m)
	}
	root := b.TempDir()
	x, err := run.Start(b.Context(), run.Plan{Root: root, Experiment: "bench", Methods: ms, States: ids, Load: load, Revision: "r1"})
	must(b, err)
	_, err = x.Wait()
	must(b, err)
	return Sources{Root: root, Load: load, Certificates: certs, Revision: "r2"}
}

// BenchmarkBuild writes the data set of 100 states of 87 units with five methods.
func BenchmarkBuild(b *testing.B) {
	s := generated(b, fixtures.Size{States: 100, Units: 87, Seed: 1})
	n := 0
	for b.Loop() {
		_, d, err := Build(b.Context(), s, Target{Dir: filepath.Join(b.TempDir(), fmt.Sprint(n))})
		must(b, err)
		rows := 0
		for _, sheet := range d.Sheets {
			rows += sheet.Rows
		}
		b.ReportMetric(float64(rows), "rows/op")
		n++
	}
}

// BenchmarkTables makes every planned table of the same runs, with 20,000 draws.
func BenchmarkTables(b *testing.B) {
	set, err := Derive(b.Context(), generated(b, fixtures.Size{States: 100, Units: 87, Seed: 1}))
	must(b, err)
	for b.Loop() {
		for _, name := range Tables() {
			_, err := set.Table(name, TableOptions{Factors: []string{"method"}})
			must(b, err)
		}
	}
}

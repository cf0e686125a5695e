package scorer

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchmarkSet writes labels and predictions shaped like the public
// calibration split: 500 states, 12 methods, rankings of 20 units.
func benchmarkSet(b *testing.B) Input {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	dir := b.TempDir()
	labels, predictions := new(strings.Builder), new(strings.Builder)
	for s := range 500 {
		state := fmt.Sprintf("example__project-%04d-llm-trace-refresh-s%03d--g500x-%08x", 1000+s, s%40, r.Uint32())
		pool := make([]string, 87)
		for i := range pool {
			pool[i] = fmt.Sprintf("evidence-%016x%08x", r.Uint64(), r.Uint32())
		}
		writeLabel(labels, r, state, pool)
		for m := range 12 {
			r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
			fmt.Fprintf(predictions, `{"method": "method_%02d", "ranked_evidence_ids": ["%s"], "state_id": "%s"}`+"\n", m, strings.Join(pool[:20], `", "`), state)
		}
	}
	in := Input{Labels: filepath.Join(dir, "labels.jsonl"), Predictions: []string{filepath.Join(dir, "predictions.jsonl")}}
	for path, text := range map[string]string{in.Labels: labels.String(), in.Predictions[0]: predictions.String()} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("labels %d bytes, predictions %d bytes", labels.Len(), predictions.Len())
	return in
}

// writeLabel writes a certificate of one to three groups with its branches and
// as much text around them as the benchmark's labels have.
func writeLabel(w *strings.Builder, r *rand.Rand, state string, pool []string) {
	groups := 1 + r.IntN(3)
	var listed [][]string
	fmt.Fprintf(w, `{"state_id": "%s", "schema_version": "serbench-mss-v1", "required_evidence_groups": [`, state)
	at := 0
	for g := range groups {
		accepted := pool[at : at+1+r.IntN(4)]
		at += len(accepted)
		listed = append(listed, accepted)
		if g > 0 {
			w.WriteString(", ")
		}
		fmt.Fprintf(w, `{"group_id": "G%d", "role": "behavior_constraint", "acceptable_evidence_ids": ["%s"], "minimum_required": 1, "necessity_weight": %d.5, "rationale": "%s"}`,
			g+1, strings.Join(accepted, `", "`), 1+r.IntN(3), strings.Repeat("the next edit depends on what this unit says ", 4))
	}
	w.WriteString(`], "alternative_minimal_sets": [`)
	for i, unit := range listed[0] {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(`["` + unit)
		for _, other := range listed[1:] {
			w.WriteString(`", "` + other[0])
		}
		w.WriteString(`"]`)
	}
	fmt.Fprintf(w, `], "observed_evidence_ids": [], "optional_evidence_ids": [], "retrieval_needed": true, "label_scope": "state", "label_confidence": 0.9, "metadata": {"note": "%s"}}`+"\n",
		strings.Repeat("generated for measuring, not for reading ", 12))
}

// BenchmarkScoreFiles is the whole of `suffice score` but its printing: both
// files read and checked, 6,000 rankings scored at 7 cutoffs, means taken.
func BenchmarkScoreFiles(b *testing.B) {
	in := benchmarkSet(b)
	for b.Loop() {
		result, err := ScoreFiles(b.Context(), in)
		if err != nil || len(result.Rows) != 6000 {
			b.Fatalf("%d rows, %v", len(result.Rows), err)
		}
	}
}

// BenchmarkScoreFilesAndWrite adds writing the two score files.
func BenchmarkScoreFilesAndWrite(b *testing.B) {
	in := benchmarkSet(b)
	for b.Loop() {
		result, err := ScoreFiles(b.Context(), in)
		if err != nil {
			b.Fatal(err)
		}
		f, err := os.Create(filepath.Join(b.TempDir(), PerStateFile))
		if err != nil {
			b.Fatal(err)
		}
		w := bufio.NewWriter(f)
		if err := result.WriteRows(w); err != nil {
			b.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCurves adds what the table of curves is compared with: the oracle
// ceiling over all certificates (pools are not known here, so no draws).
func BenchmarkCurves(b *testing.B) {
	result, err := ScoreFiles(b.Context(), benchmarkSet(b))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if len(result.Curves().Rows) != 14 {
			b.Fatal("12 methods, ceiling and draw are expected")
		}
	}
}

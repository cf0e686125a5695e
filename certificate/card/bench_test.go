package card

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/certificate/records"
)

// manyStates writes states sized like those of the public calibration split:
// 87 units of up to 2,400 characters each, some 236 KB a line.
func manyStates(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	w := records.NewWriter(&b)
	for i := range n {
		s := State{Card: StateCard{
			ID:    fmt.Sprintf("state-%05d", i),
			Repo:  fmt.Sprintf("owner/repo-%d", i%20),
			Issue: strings.Repeat("The scheduler forgets its \"crontab\" entries.\r\n", 40),
		}}
		for j := range 6 {
			s.Card.Steps = append(s.Card.Steps, Step{ID: fmt.Sprint(j), Action: "repo_search", Output: source(r, 4000)})
		}
		units := make([]Unit, 87)
		for j := range units {
			units[j] = Unit{
				ID: fmt.Sprintf("evidence-%024x", r.Uint64()), Path: fmt.Sprintf("package/module_%d.py", j%13),
				LineStart: 1 + j*100, LineEnd: 120 + j*100, Text: source(r, 2350), SourceType: "repo_chunk",
				SHA256: fmt.Sprintf("%064x", r.Uint64()),
			}
		}
		s.Pool = NewPool(units)
		if err := w.Write(EncodeState(s)); err != nil {
			panic(err)
		}
	}
	_ = w.Flush()
	return b.Bytes()
}

// source makes text with the line lengths, quotes and escapes of code.
func source(r *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "    value_%d = compute(\"key_%d\", offset=%d)\n", r.IntN(1000), r.IntN(1000), r.IntN(100))
		if r.IntN(8) == 0 {
			b.WriteString("\n\tdef über(self):  # naïve\n")
		}
	}
	return b.String()[:size]
}

// manyPredictions writes 12 rankings of 20 units for each state.
func manyPredictions(states int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for m := range 12 {
		for i := range states {
			ids := make([]string, 20)
			for k := range ids {
				ids[k] = fmt.Sprintf(`"evidence-%024x"`, r.Uint64())
			}
			fmt.Fprintf(&b, "{\"state_id\": \"state-%05d\", \"method\": \"method_%02d\", \"ranked_evidence_ids\": [%s]}\n", i, m, strings.Join(ids, ", "))
		}
	}
	return b.Bytes()
}

func BenchmarkReadStates(b *testing.B) {
	text := manyStates(100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		err := ReadStates(context.Background(), "items.jsonl", bytes.NewReader(text), NewSeen(), func(int, State, [32]byte) error { n++; return nil })
		if err != nil || n != 100 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkDecodeStates(b *testing.B) {
	text := manyStates(100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		err := records.Read(context.Background(), "items.jsonl", bytes.NewReader(text),
			func(r records.Record) (State, error) { return DecodeState(r.Raw) },
			func(int, State) error { n++; return nil })
		if err != nil || n != 100 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkReadPredictions(b *testing.B) {
	text := manyPredictions(500)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		rows, err := ReadPredictions(context.Background(), "predictions.jsonl", bytes.NewReader(text))
		if err != nil || len(rows) != 6000 {
			b.Fatal(len(rows), err)
		}
	}
}

func BenchmarkCheckPredictions(b *testing.B) {
	rows, err := ReadPredictions(context.Background(), "predictions.jsonl", bytes.NewReader(manyPredictions(500)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := CheckPredictions(rows, nil, false).Err(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlainPrediction(b *testing.B) {
	line, _, _ := bytes.Cut(manyPredictions(1), []byte("\n"))
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := PlainPrediction(line); !ok {
			b.Fatal("not taken")
		}
	}
}

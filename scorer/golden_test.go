package scorer

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
)

// vector is one label, one ranking, and what the ranking scores. Those in
// testdata were worked out by a program that knows nothing of this one; the
// golden ones come from the public reference scorer.
type vector struct {
	Expected map[string]float64 `json:"expected"`
	Label    jsontext.Value     `json:"label"`
	Ranked   []string           `json:"ranked_evidence_ids"`
	Refused  string             `json:"refused"` // words of the reason why strict scoring refuses it; "" when it does not
}

// golden opens a file of the reference's golden values, which stand beside a
// checkout of the project and not in it.
func golden(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join("..", "..", "shared", "golden", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no reference values here: %s is absent", path)
	}
	return path
}

func readVectors(t testing.TB, path string) []vector {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []vector
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: row %d: %v", path, len(out)+1, err)
		}
		out = append(out, v)
	}
	return out
}

func decoded(t testing.TB, raw jsontext.Value) certificate.Certificate {
	t.Helper()
	c, err := certificate.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func checkVectors(t *testing.T, rows []vector) {
	t.Helper()
	ks := DefaultCutoffs()
	var tally Tally
	out := make([]Scores, len(ks))
	for i, row := range rows {
		s := NewStandard(decoded(t, row.Label), ks, ReferenceIdeal)
		tally.Score(s, row.Ranked, out)
		checked := 0
		for j, k := range ks {
			for _, m := range Metrics() {
				want, told := row.Expected[m.Key(k)]
				if !told {
					continue
				}
				checked++
				if got := out[j][m]; !(math.Abs(got-want) <= 1e-12) {
					t.Errorf("row %d: %s = %v, the reference says %v", i+1, m.Key(k), got, want)
				}
			}
		}
		if checked != len(row.Expected) || checked == 0 {
			t.Errorf("row %d: %d of %d expected values compared", i+1, checked, len(row.Expected))
		}
	}
}

func TestReferenceVectors(t *testing.T) {
	rows := readVectors(t, golden(t, "scorer_vectors.jsonl"))
	if len(rows) != 320 {
		t.Fatalf("%d vectors, want 320", len(rows))
	}
	checkVectors(t, rows)
}

func TestVectors(t *testing.T) { checkVectors(t, readVectors(t, ownVectors)) }

const ownVectors = "testdata/vectors.jsonl"

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

// vector is one row of the reference scorer's golden values.
type vector struct {
	Expected map[string]float64 `json:"expected"`
	Label    jsontext.Value     `json:"label"`
	Ranked   []string           `json:"ranked_evidence_ids"`
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
	c, err := tmpDecode(raw)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tmpDecode(raw jsontext.Value) (certificate.Certificate, error) {
	var l struct {
		S string `json:"state_id"`
		G []struct {
			A []string `json:"acceptable_evidence_ids"`
			Q int      `json:"minimum_required"`
			W float64  `json:"necessity_weight"`
			R string   `json:"role"`
		} `json:"required_evidence_groups"`
		B [][]string `json:"alternative_minimal_sets"`
		O []string   `json:"observed_evidence_ids"`
	}
	err := json.Unmarshal(raw, &l)
	c := certificate.Certificate{State: l.S, Branches: l.B, Observed: l.O}
	for _, g := range l.G {
		c.Groups = append(c.Groups, certificate.Group{Acceptable: g.A, Threshold: g.Q, Weight: g.W, Role: g.R})
	}
	return c, err
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

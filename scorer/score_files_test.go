package scorer

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// write puts lines into a file of the test's folder.
func write(t testing.TB, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// files writes vectors as a labels file and a predictions file of one method.
func files(t testing.TB, rows []vector) Input {
	t.Helper()
	var labels, ranked []string
	for _, v := range rows {
		c := decoded(t, v.Label)
		labels = append(labels, string(v.Label))
		ids, err := json.Marshal(v.Ranked)
		if err != nil {
			t.Fatal(err)
		}
		ranked = append(ranked, prediction(c.State, "m", ids))
	}
	return Input{Labels: write(t, "labels.jsonl", labels...), Predictions: []string{write(t, "predictions.jsonl", ranked...)}}
}

func prediction(state, method string, ids jsontext.Value) string {
	return fmt.Sprintf(`{"state_id": %q, "method": %q, "ranked_evidence_ids": %s}`, state, method, ids)
}

// checkFiles scores vectors through files: all of them as the reference does,
// those that strict scoring allows also strictly, and the others it refuses.
func checkFiles(t *testing.T, rows []vector, allowed int) {
	in := files(t, rows)
	in.AsReference = true
	result, err := ScoreFiles(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, result, rows)

	good := slices.DeleteFunc(slices.Clone(rows), func(v vector) bool { return v.Refused != "" })
	if len(good) != allowed {
		t.Fatalf("%d vectors are allowed, want %d", len(good), allowed)
	}
	result, err = ScoreFiles(t.Context(), files(t, good))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, result, good)

	for i, v := range rows {
		if v.Refused == "" {
			continue
		}
		_, err := ScoreFiles(t.Context(), files(t, rows[i:i+1]))
		var e *records.Error
		if !errors.As(err, &e) {
			t.Errorf("row %d is not refused: %v", i+1, err)
			continue
		}
		state := decoded(t, v.Label).State
		if !strings.Contains(err.Error(), v.Refused) || !strings.Contains(err.Error(), state) || e.Problems[0].Line != 1 {
			t.Errorf("row %d (%s) is refused with\n%v\nwhich does not say %q", i+1, state, err, v.Refused)
		}
	}
}

func compare(t *testing.T, r Result, rows []vector) {
	t.Helper()
	if len(r.Rows) != len(rows) {
		t.Fatalf("%d rows, want %d", len(r.Rows), len(rows))
	}
	for i, row := range r.Rows {
		for j, k := range r.Cutoffs {
			for _, m := range Metrics() {
				want, told := rows[i].Expected[m.Key(k)]
				if got := row.Scores[j][m]; told && !(math.Abs(got-want) <= 1e-12) {
					t.Errorf("%s: %s = %v, want %v", row.State, m.Key(k), got, want)
				}
			}
		}
	}
}

func TestFilesOfVectors(t *testing.T) { checkFiles(t, readVectors(t, ownVectors), 39) }

func TestFilesOfReferenceVectors(t *testing.T) {
	rows := readVectors(t, golden(t, "scorer_vectors.jsonl"))
	for i := range rows {
		rows[i].Refused = reason(t, rows[i])
	}
	checkFiles(t, rows, 262)
}

// reason works out from a vector itself what strict scoring should say of it.
func reason(t *testing.T, v vector) string {
	c := decoded(t, v.Label)
	if len(c.Groups) == 0 {
		return "no groups"
	}
	sets := slices.Clone(c.Branches)
	for _, g := range c.Groups {
		sets = append(sets, g.Acceptable)
	}
	for _, set := range sets {
		for _, id := range set {
			if slices.Contains(c.Observed, id) {
				return id + ", which the agent has seen already"
			}
		}
	}
	for i, id := range v.Ranked {
		if first := slices.Index(v.Ranked, id); first < i {
			return fmt.Sprintf("%q twice, at positions %d and %d", id, first+1, i+1)
		}
	}
	return ""
}

func TestExampleOfTheReference(t *testing.T) {
	raw, err := os.ReadFile(golden(t, "example_bm25_starter_scores.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		PerState []map[string]any              `json:"per_state"`
		Summary  map[string]map[string]float64 `json:"summary"`
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	example := filepath.Join("..", "..", "shared", "data", "serbench-example")
	result, err := ScoreFiles(t.Context(), Input{
		Labels: filepath.Join(example, "labels.jsonl"), Items: filepath.Join(example, "items.jsonl"),
		Predictions: []string{golden(t, "example_bm25_starter_predictions.jsonl")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var rows, summary bytes.Buffer
	if err := errors.Join(result.WriteRows(&rows), result.WriteSummary(&summary)); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(rows.String()), "\n") {
		var got map[string]any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		sameNumbers(t, fmt.Sprintf("state %d", i+1), got, want.PerState[i])
	}
	var got map[string]map[string]float64
	if err := json.Unmarshal(summary.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for method, means := range want.Summary {
		if len(got[method]) != len(means) {
			t.Errorf("%s has %d numbers, want %d", method, len(got[method]), len(means))
		}
		for key, x := range means {
			if y := got[method][key]; x != y { // a mean of equal numbers is rounded like the reference's
				t.Errorf("%s: %s = %v, the reference says %v", method, key, y, x)
			}
		}
	}
}

func sameNumbers(t *testing.T, where string, got, want map[string]any) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d keys, want %d", where, len(got), len(want))
	}
	for key, w := range want {
		x, isNumber := w.(float64)
		y, _ := got[key].(float64)
		if isNumber && math.Abs(x-y) > 1e-12 || !isNumber && got[key] != w {
			t.Errorf("%s: %s = %v, the reference says %v", where, key, got[key], w)
		}
	}
}

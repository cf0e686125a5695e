package scorer

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"suffice/certificate/records"
)

// Whatever stands in the files: they are scored to fractions, or refused with
// problems that name the file.
func FuzzScoreFiles(f *testing.F) {
	f.Add([]byte(labelA+"\n"+labelB), []byte(ranking("A", "m", "u1", "u2")+"\n"+ranking("B", "m")), false)
	f.Add([]byte(labelA), []byte(ranking("A", "m", "u1", "u1")), true)
	f.Add([]byte(`{"state_id": "A", "required_evidence_groups": []}`), []byte(ranking("A", "é", "u1")), true)
	f.Add([]byte(`{"graded_labels": `+labelA+`}`), []byte(`{"state_id": "A", "method": "m", "ranked_evidence_ids": ["u1"], "x": 1}`), false)
	f.Fuzz(func(t *testing.T, labels, predictions []byte, asReference bool) {
		dir := t.TempDir()
		in := Input{Labels: filepath.Join(dir, "l"), Predictions: []string{filepath.Join(dir, "p")}, AsReference: asReference, AllowSubset: true}
		for path, text := range map[string][]byte{in.Labels: labels, in.Predictions[0]: predictions} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		result, err := ScoreFiles(t.Context(), in)
		var e *records.Error
		if err != nil && (!errors.As(err, &e) || len(e.Problems) == 0 || e.Problems[0].File == "") {
			t.Fatalf("refused without saying where: %v", err)
		}
		for _, row := range result.Rows {
			for _, s := range row.Scores {
				for _, m := range Metrics() {
					if !asReference && !(s[m] >= 0 && s[m] <= 1) {
						t.Fatalf("%s of %s on %s is %v", m, row.Method, row.State, s[m])
					}
				}
			}
		}
		if err == nil {
			_ = result.Primary().String() + result.Curves().String()
		}
	})
}

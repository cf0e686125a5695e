package scorer

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate/records"
)

const (
	labelA = `{"state_id": "A", "required_evidence_groups": [{"role": "r", "acceptable_evidence_ids": ["u1", "u2"], "minimum_required": 1, "necessity_weight": 1}]}`
	labelB = `{"state_id": "B", "required_evidence_groups": [{"role": "r", "acceptable_evidence_ids": ["u1"], "minimum_required": 1, "necessity_weight": 2}]}`
	itemA  = `{"state_id": "A", "candidate_evidence": [{"evidence_id": "u1"}, {"evidence_id": "u2"}, {"evidence_id": "u3"}, {"evidence_id": "u4"}]}`
	itemB  = `{"state_id": "B", "candidate_evidence": [{"evidence_id": "u1", "content_excerpt": "one\ntwo", "line_start": 1, "line_end": 2}, {"evidence_id": "u2"}]}`
)

func ranking(state, method string, ids ...string) string {
	raw, err := json.Marshal(append([]string{}, ids...))
	if err != nil {
		panic(err)
	}
	return prediction(state, method, raw)
}

// What ScoreFiles refuses, and how it says so: C10, a repeated ID, and C11, a
// state that is missing or unknown, among others.
func TestRefused(t *testing.T) {
	labels := []string{labelA, labelB}
	items := []string{itemA, itemB}
	whole := []string{ranking("A", "m", "u1"), ranking("B", "m", "u1")}
	observed := strings.Replace(labelB, `{"state_id"`, `{"observed_evidence_ids": ["u1"], "state_id"`, 1)
	for _, c := range []struct {
		name                       string
		labels, items, predictions []string
		line                       int // of the first problem
		key                        string
		says                       []string
	}{
		{"a repeated ID", labels, nil, []string{whole[0], ranking("B", "m", "u1", "u9", "u1")}, 2, "ranked_evidence_ids[2]", []string{`"B"`, "positions 1 and 3"}},
		{"an ID outside the pool", labels, items, []string{whole[0], ranking("B", "m", "u1", "u3")}, 2, "ranked_evidence_ids[1]", []string{`"B"`, `"u3"`, "not in the pool"}},
		{"an unknown state", labels, nil, append([]string{ranking("C", "m")}, whole...), 1, "state_id", []string{`"C"`}},
		{"a ranking twice", labels, nil, append(slices.Clone(whole), whole[0]), 3, "", []string{`"m"`, `"A"`, "line 1"}},
		{"a state left out", labels, nil, whole[:1], 0, "", []string{`"m"`, `"B"`}},
		{"a certificate changed", append(slices.Clone(labels), strings.Replace(labelA, `"u2"`, `"u3"`, 1)), nil, whole, 3, "state_id", []string{"line 1", "acceptable_evidence_ids"}},
		{"a state that the items lack", labels, items[:1], whole, 2, "state_id", []string{`"B"`, "items.jsonl"}},
		{"an unknown unit accepted", []string{labelA, strings.Replace(labelB, "u1", "u9", 1)}, items, whole, 2, "required_evidence_groups[0]", []string{"u9", "not in the pool"}},
		{"an observed unit accepted", []string{labelA, observed}, nil, whole, 2, "required_evidence_groups[0]", []string{`"B"`, "u1", "seen already"}},
		{"another observed list than the card's", []string{labelA, strings.Replace(observed, `"u1"], "state_id"`, `"u2"], "state_id"`, 1)}, items, whole, 2, "observed_evidence_ids", []string{`"B"`}},
		{"a threshold out of range", []string{labelA, strings.Replace(labelB, `"minimum_required": 1`, `"minimum_required": 2`, 1)}, nil, whole, 2, "required_evidence_groups[0]", []string{`"B"`}},
		{"a quotation that is not there", []string{labelA, strings.Replace(labelB, `"role"`, `"source_quotations": [{"evidence_id": "u1", "line_start": 2, "line_end": 2, "text": "three"}], "role"`, 1)}, items, whole, 2, "required_evidence_groups[0]", []string{"quotation"}},
		{"an envelope", []string{labelA, `{"graded_labels": ` + strings.Replace(labelB, `"necessity_weight": 2`, `"necessity_weight": 0`, 1) + `}`}, nil, whole, 2, "graded_labels.required_evidence_groups[0]", []string{"weight"}},
		{"no line of JSON", labels, nil, append(slices.Clone(whole), "{"), 3, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Input{Labels: write(t, "labels.jsonl", c.labels...), Predictions: []string{write(t, "predictions.jsonl", c.predictions...)}}
			if c.items != nil {
				in.Items = write(t, "items.jsonl", c.items...)
			}
			result, err := ScoreFiles(t.Context(), in)
			var e *records.Error
			if !errors.As(err, &e) {
				t.Fatalf("not refused: %v", err)
			}
			if len(e.Problems) != 1 || e.Problems[0].Line != c.line || e.Problems[0].Key != c.key {
				t.Errorf("got %d problems:\n%v\nwant one on line %d at %q", len(e.Problems), err, c.line, c.key)
			}
			for _, words := range c.says {
				if !strings.Contains(err.Error(), words) {
					t.Errorf("%v\ndoes not say %q", err, words)
				}
			}
			if result.Rows != nil {
				t.Error("something was scored all the same")
			}
		})
	}
}

func TestAllFaultsOfAllFilesInOneReport(t *testing.T) {
	_, err := ScoreFiles(t.Context(), Input{
		Labels: write(t, "labels.jsonl", labelA, strings.Replace(labelB, `"r"`, `7`, 1)),
		Items:  write(t, "items.jsonl", itemA, `{"state_id": "B", "candidate_evidence": 1}`),
		Predictions: []string{
			write(t, "one.jsonl", ranking("A", "m", "u1", "u1"), "nonsense"),
			write(t, "two.jsonl", `{"state_id": "A", "method": "m", "ranked_evidence_ids": "u1"}`),
		},
	})
	for _, place := range []string{"labels.jsonl:2", "items.jsonl:2", "one.jsonl:1", "one.jsonl:2", "two.jsonl:1"} {
		if err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%v\ndoes not tell of %s", err, place)
		}
	}
}

func TestAbstentionScoresZeroAndExclusionsAreCounted(t *testing.T) {
	in := Input{
		Labels:      write(t, "labels.jsonl", labelA, labelB),
		Predictions: []string{write(t, "predictions.jsonl", ranking("B", "partial", "u1"), ranking("A", "whole"), ranking("B", "whole", "u1"))},
		AllowSubset: true,
		Cutoffs:     []int{5},
	}
	result, err := ScoreFiles(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	partial, whole := result.Methods[0], result.Methods[1]
	if partial.Method != "partial" || partial.States != 1 || partial.Mean[0][Complete] != 1 || !slices.Equal(partial.Missing, []string{"A"}) {
		t.Errorf("partial: %+v", partial)
	}
	if whole.States != 2 || whole.Mean[0][Complete] != 0.5 || whole.Completed[0] != 1 || len(whole.Missing) != 0 {
		t.Errorf("whole: %+v", whole)
	}
	if result.Rows[1].State != "A" || result.Rows[1].Scores[0] != (Scores{}) {
		t.Errorf("an abstention scores %+v", result.Rows[1])
	}
	text := result.Primary().String()
	for _, words := range []string{"1 (1 excluded)", "100.00  1/1", "50.00  1/2", "partial has no ranking for 1 of 2 states, which are excluded: A"} {
		if !strings.Contains(text, words) {
			t.Errorf("the table does not say %q:\n%s", words, text)
		}
	}
}

func TestSkippedChecksAndRepeatsAreSaid(t *testing.T) {
	result, err := ScoreFiles(t.Context(), Input{
		Labels:      write(t, "labels.jsonl", labelA, labelB, labelA),
		Predictions: []string{write(t, "p.jsonl", ranking("A", "m"), ranking("B", "m"))},
	})
	if err != nil {
		t.Fatal(err)
	}
	notices := strings.Join(result.Notices, "\n")
	for _, words := range []string{"pool checks skipped", "labels.jsonl:3", "the same as on line 1"} {
		if !strings.Contains(notices, words) {
			t.Errorf("no notice says %q:\n%s", words, notices)
		}
	}
	if result.States != 2 {
		t.Errorf("%d states", result.States)
	}
}

func TestScoringTwiceGivesTheSameBytes(t *testing.T) {
	in := files(t, readVectors(t, ownVectors))
	in.AsReference = true
	var first []byte
	for range 3 {
		result, err := ScoreFiles(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := errors.Join(result.WriteRows(&b), result.WriteSummary(&b)); err != nil {
			t.Fatal(err)
		}
		b.WriteString(result.Primary().String() + result.Curves().String())
		if first == nil {
			first = b.Bytes()
		}
		if !bytes.Equal(first, b.Bytes()) {
			t.Fatal("the same files score to other bytes")
		}
	}
}

func TestSaveOverwritesOnlyWhenAsked(t *testing.T) {
	result, err := ScoreFiles(t.Context(), Input{Labels: write(t, "l.jsonl", labelA), Predictions: []string{write(t, "p.jsonl", ranking("A", "m", "u1"))}})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new", "scores")
	paths, err := result.Save(dir, false)
	if err != nil || len(paths) != 2 {
		t.Fatalf("%v, %v", paths, err)
	}
	before, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(paths[0]); err != nil {
		t.Fatal(err)
	}
	var exists *records.ExistsError
	if _, err := result.Save(dir, false); !errors.As(err, &exists) || !strings.HasSuffix(exists.Path, SummaryFile) {
		t.Errorf("overwritten without being asked: %v", err)
	}
	if _, err := os.Stat(paths[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Error("one of the two files was written although the other could not be")
	}
	if _, err := result.Save(dir, true); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(paths[0])
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("%v; the files differ", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

func TestStandardInputServesOneFile(t *testing.T) {
	in := Input{Labels: "-", Predictions: []string{"-"}}
	if _, err := ScoreFiles(t.Context(), in); err == nil || !strings.Contains(err.Error(), "2 times") {
		t.Errorf("got %v", err)
	}
	in = Input{Labels: write(t, "l.jsonl", labelA), Predictions: []string{"-"}, Stdin: strings.NewReader(ranking("A", "m", "u1"))}
	if result, err := ScoreFiles(t.Context(), in); err != nil || len(result.Rows) != 1 {
		t.Errorf("%v, %v", result.Rows, err)
	}
}

func TestValidateFiles(t *testing.T) {
	v := Validation{
		Items:       write(t, "items.jsonl", itemA, itemB),
		Labels:      write(t, "labels.jsonl", labelA),
		Predictions: []string{write(t, "p.jsonl", ranking("A", "m", "u1", "u3"), ranking("B", "m"), ranking("A", "n"), ranking("B", "n"))},
	}
	got, err := ValidateFiles(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	if got.States != 2 || got.Units != 6 || got.Certificates != 1 || got.Methods != 2 || got.Predictions != 4 {
		t.Errorf("counts %+v", got)
	}
	if len(got.Notices) != 1 || !strings.Contains(got.Notices[0], "1 of the 2 states") {
		t.Errorf("notices %q", got.Notices)
	}
	v.Predictions = []string{write(t, "p.jsonl", ranking("A", "m", "u1", "u1"), ranking("C", "m"))}
	_, err = ValidateFiles(t.Context(), v)
	for _, words := range []string{"p.jsonl:1", "positions 1 and 2", "p.jsonl:2", `"C"`} {
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v\ndoes not say %q", err, words)
		}
	}
	v.Predictions = []string{write(t, "p.jsonl", ranking("A", "m", "u1"))}
	if _, err = ValidateFiles(t.Context(), v); err == nil {
		t.Error("a partial set passes unasked")
	}
	v.AllowSubset = true
	if _, err = ValidateFiles(t.Context(), v); err != nil {
		t.Errorf("a set declared partial: %v", err)
	}
}

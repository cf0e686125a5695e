package audit_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/audit"
	"suffice/audit/audittest"
)

func TestFields(t *testing.T) {
	want := "requirement_validity source_grounding joint_sufficiency necessity minimum_required_threshold " +
		"acceptable_evidence_completeness observed_evidence_contamination alternative_branch_structure"
	var names []string
	for _, f := range audit.AllFields() {
		names = append(names, f.Name())
		if f.Title() == "" || !strings.HasSuffix(f.Asks(), "?") {
			t.Errorf("%s has title %q and asks %q", f, f.Title(), f.Asks())
		}
		if back, ok := audit.FieldNamed(f.Name()); !ok || back != f {
			t.Errorf("%s is read back as %v", f, back)
		}
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("fields %s", got)
	}
	if _, ok := audit.FieldNamed(""); ok {
		t.Error("the empty name is a field")
	}
	if _, err := audit.Field(8).MarshalText(); err == nil {
		t.Error("field 8 was written")
	}
}

func TestJudgmentsAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var j audit.Judgments
		for i := range j {
			j[i].Answer = rapid.SampledFrom([]audit.Answer{audit.Unanswered, audit.OK, audit.NotOK}).Draw(t, "answer")
			j[i].Note = rapid.String().Draw(t, "note")
		}
		raw, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		var back audit.Judgments
		if err := json.Unmarshal(raw, &back); err != nil || back != j {
			t.Fatalf("%s became %+v (%v)", raw, back, err)
		}
	})
	for raw, says := range map[string]string{
		`{"necesity":{"answer":"ok"}}`: `"necesity" is none of the eight`,
		`["ok"]`:                       "must be an object",
		`{"necessity":{"answer":"ok"},"necessity":{"answer":"not ok"}}`: "duplicate",
	} {
		var j audit.Judgments
		if err := json.Unmarshal([]byte(raw), &j); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", raw, err, says)
		}
	}
	var j audit.Judgments
	if err := json.Unmarshal([]byte(`{"necessity":{"answer":"not ok","note":"n"}}`), &j); err != nil {
		t.Fatal(err)
	}
	if j[audit.Necessity] != (audit.Judgment{Answer: audit.NotOK, Note: "n"}) || j.Complete() || j.Pattern() != "" {
		t.Errorf("read %+v", j)
	}
}

// Two groups have one pattern exactly when all eight answers are alike; notes
// do not count.
func TestPattern(t *testing.T) {
	seen := map[string]bool{}
	for bits := range 256 {
		var j, noted audit.Judgments
		for i := range j {
			j[i].Answer = audit.OK
			if bits>>i&1 == 1 {
				j[i].Answer = audit.NotOK
			}
			noted[i] = audit.Judgment{Answer: j[i].Answer, Note: "word"}
		}
		if j.Pattern() != noted.Pattern() {
			t.Errorf("notes change the pattern %q", j.Pattern())
		}
		seen[j.Pattern()] = true
	}
	if len(seen) != 256 {
		t.Errorf("%d patterns, want 256", len(seen))
	}
}

func TestSheetCheck(t *testing.T) {
	e := audittest.PaperExample()
	frozen := e.Frozen[0]
	for name, c := range map[string]struct {
		spoil func(*audit.Sheet)
		says  string // "" where the sheet can be submitted
	}{
		"complete":            {func(*audit.Sheet) {}, ""},
		"groups moved":        {func(s *audit.Sheet) { s.Groups[0], s.Groups[1] = s.Groups[1], s.Groups[0] }, ""},
		"no verdict":          {func(s *audit.Sheet) { s.Verdict = "" }, "The verdict must be accept, revise or rebuild."},
		"no confidence":       {func(s *audit.Sheet) { s.Confidence = 0 }, "The confidence must be from 1 to 5."},
		"another certificate": {func(s *audit.Sheet) { s.Certificate = "x" }, "This sheet judges another certificate than the frozen one of " + frozen.State + "."},
		"open":                {func(s *audit.Sheet) { s.Groups[1].Fields[audit.Necessity] = audit.Judgment{} }, "Group G2: necessity is not judged yet."},
		"no note":             {func(s *audit.Sheet) { s.Groups[1].Fields[audit.Necessity].Answer = audit.NotOK }, "Group G2: necessity is not ok; a note must say why."},
		"odd answer":          {func(s *audit.Sheet) { s.Groups[0].Fields[audit.Necessity].Answer = "OK" }, `Group G1: necessity must be "ok" or "not ok".`},
		"unknown group":       {func(s *audit.Sheet) { s.Groups = append(s.Groups, audit.GroupSheet{Group: "G9"}) }, "The certificate of " + frozen.State + " has no group G9."},
		"twice":               {func(s *audit.Sheet) { s.Groups = append(s.Groups, s.Groups[0]) }, "Group G1 is judged twice."},
	} {
		t.Run(name, func(t *testing.T) {
			s := audittest.PaperExample().Sheets[0]
			c.spoil(&s)
			faults := s.Check(frozen)
			if c.says == "" && len(faults) != 0 {
				t.Errorf("faults %+v", faults)
			}
			if c.says != "" && (len(faults) != 1 || faults[0].Says != c.says) {
				t.Errorf("faults %+v, want %q", faults, c.says)
			}
		})
	}
	empty := audit.Sheet{State: frozen.State, Certificate: frozen.Certificate}
	if n := len(empty.Check(frozen)); n != 2+audit.FieldCount*len(frozen.Groups) {
		t.Errorf("an empty sheet has %d faults", n)
	}
}

package certificate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
)

// inspected is a state with six units of four lines each, of which u5 is
// listed as observed, u6 flagged, and u4 seen by alignment in step 3.
func inspected() (card.StateCard, *card.Pool, map[string]card.Observation) {
	var units []card.Unit
	for i := 1; i <= 6; i++ {
		start := 10 * i
		units = append(units, card.Unit{ID: fmt.Sprintf("u%d", i), Path: "clock.go", LineStart: start, LineEnd: start + 3,
			Text: fmt.Sprintf("line %d\nline %d\r\nline %d\nline %d", start, start+1, start+2, start+3), Observed: i == 6})
	}
	pool := card.NewPool(units)
	return card.StateCard{ID: "s", Observed: []string{"u5"}}, &pool, map[string]card.Observation{
		"u5": {Listed: true}, "u6": {Flagged: true}, "u4": {Aligned: []string{"step 3"}},
	}
}

// sound is a certificate of that state with nothing wrong.
func sound() Certificate {
	yes, scope, sure := true, "test", 1.0
	quote := func(u string, line int) []Quotation {
		return []Quotation{{Unit: u, LineStart: line, LineEnd: line + 1, Text: fmt.Sprintf("line %d\nline %d", line, line+1)}}
	}
	return Certificate{
		State: "s", Retrieval: &yes, Scope: &scope, Confidence: &sure, Observed: []string{"u5"},
		Groups: []Group{
			{Key: "g1", Role: "bug_location", Acceptable: []string{"u1", "u2"}, Threshold: 1, Weight: 3, Rationale: "why", Quotations: quote("u1", 10)},
			{Key: "g2", Role: "verification", Acceptable: []string{"u3"}, Threshold: 1, Weight: 1, Rationale: "why", Quotations: quote("u3", 31)},
		},
		Branches: [][]string{{"u1", "u3"}, {"u2", "u3"}},
	}
}

func find1(t *testing.T, found []Finding, code string) Finding {
	t.Helper()
	var hits []Finding
	for _, f := range found {
		if f.Code == code {
			hits = append(hits, f)
		}
	}
	if len(hits) != 1 {
		t.Fatalf("%d findings %s, want one: %+v", len(hits), code, found)
	}
	return hits[0]
}

func TestASoundCertificateHasNoFindings(t *testing.T) {
	c := sound()
	s, p, obs := inspected()
	if found := Findings(c, s, p, obs, Compile(c)); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name     string
		change   func(c *Certificate)
		code     string
		severity Severity
		group    GroupKey
		branch   int
		unit     string
		text     string
	}{
		{"no groups", func(c *Certificate) { c.Groups, c.Branches = nil, nil }, CodeNoGroups, Blocking, "", 0, "", "there are no groups yet: a certificate needs at least one"},
		{"unknown unit in a group", func(c *Certificate) { c.Groups[1].Acceptable = append(c.Groups[1].Acceptable, "u9") }, CodeUnknownUnit, Blocking, "g2", 0, "u9", "G2 accepts u9, which is not in the pool"},
		{"unknown unit in a branch", func(c *Certificate) { c.Branches[1] = []string{"u2", "u3", "u9"} }, CodeUnknownUnit, Blocking, "", 2, "u9", "branch 2 holds u9, which is not in the pool"},
		{"unknown unit in a quotation", func(c *Certificate) { c.Groups[0].Quotations[0].Unit = "u9" }, CodeUnknownUnit, Blocking, "g1", 0, "u9", "G1 quotes u9, which is not in the pool"},
		{"unknown optional unit", func(c *Certificate) { c.Optional = []string{"u9"} }, CodeUnknownUnit, Blocking, "", 0, "u9", "the optional evidence names u9, which is not in the pool"},
		{"listed unit", func(c *Certificate) { c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "u5") }, CodeObservedUnit, Blocking, "g1", 0, "u5", "G1 accepts clock.go:50-53, which the agent has seen already (it is in the observed list)"},
		{"flagged unit", func(c *Certificate) { c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "u6") }, CodeObservedUnit, Blocking, "g1", 0, "u6", "G1 accepts clock.go:60-63, which the agent has seen already (it is flagged as observed)"},
		{"observed unit in a branch", func(c *Certificate) { c.Branches[0] = append(c.Branches[0], "u5") }, CodeObservedUnit, Blocking, "", 1, "u5", "branch 1 holds clock.go:50-53, which the agent has seen already (it is in the observed list)"},
		{"observed lists differ", func(c *Certificate) { c.Observed = nil }, CodeObservedMismatch, Blocking, "", 0, "", "the certificate's observed list (0) is not the state card's (1)"},
		{"threshold above", func(c *Certificate) { c.Groups[1].Threshold = 2 }, CodeThresholdRange, Blocking, "g2", 0, "", "G2 wants 2 units and accepts only 1"},
		{"threshold below", func(c *Certificate) { c.Groups[1].Threshold = 0 }, CodeThresholdRange, Blocking, "g2", 0, "", "G2 has threshold 0; it has to be at least 1"},
		{"empty group", func(c *Certificate) { c.Groups[1].Acceptable = nil }, CodeEmptyGroup, Blocking, "g2", 0, "", "G2 accepts no unit yet"},
		{"duplicate group", func(c *Certificate) { c.Groups[1].Acceptable = []string{"u2", "u1"} }, CodeDuplicateGroup, Freezing, "g2", 0, "", "G2 repeats G1: the same units and the same threshold"},
		{"duplicate name", func(c *Certificate) { c.Groups[0].ID, c.Groups[1].ID = "A", "A" }, CodeDuplicateGroupID, Blocking, "g2", 0, "", "groups 1 and 2 are both called A"},
		{"no weight", func(c *Certificate) { c.Groups[0].Weight = 0 }, CodeWeight, Blocking, "g1", 0, "", "G1 has weight 0; a weight is a number above 0"},
		{"infinite weight", func(c *Certificate) { c.Groups[0].Weight = math.Inf(1) }, CodeWeight, Blocking, "g1", 0, "", "G1 has weight +Inf; a weight is a number above 0"},
		{"weight no number", func(c *Certificate) { c.Groups[0].Weight = math.NaN() }, CodeWeight, Blocking, "g1", 0, "", "G1 has weight NaN; a weight is a number above 0"},
		{"no role", func(c *Certificate) { c.Groups[0].Role = " " }, CodeRoleEmpty, Blocking, "g1", 0, "", "G1 has no role"},
		{"unit twice", func(c *Certificate) { c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "u1") }, CodeRepeatedUnit, Blocking, "g1", 0, "u1", "G1 names clock.go:10-13 twice"},
		{"unit twice in a branch", func(c *Certificate) { c.Branches[0] = append(c.Branches[0], "u1") }, CodeRepeatedUnit, Blocking, "", 1, "u1", "branch 1 names clock.go:10-13 twice"},
		{"unit twice in a list", func(c *Certificate) { c.Optional = []string{"u1", "u1"} }, CodeRepeatedUnit, Blocking, "", 0, "u1", "the optional evidence names clock.go:10-13 twice"},
		{"empty branch", func(c *Certificate) { c.Branches = append(c.Branches, nil) }, CodeEmptyBranch, Blocking, "", 3, "", "branch 3 is empty, so that any set of units would complete"},
		{"quotation changed", func(c *Certificate) { c.Groups[0].Quotations[0].Text = "line 10\nline 99" }, CodeQuotationNotFound, Blocking, "g1", 0, "u1", "the quotation of lines 10-11 of clock.go:10-13 for G1 is not what stands there"},
		{"quotation elsewhere", func(c *Certificate) { c.Groups[0].Quotations[0].Text = "line 12\nline 13" }, CodeQuotationNotFound, Blocking, "g1", 0, "u1", "the quotation of lines 10-11 of clock.go:10-13 for G1 is not what stands there; it stands at line 12"},
		{"no rationale", func(c *Certificate) { c.Groups[0].Rationale = "\n" }, CodeRationaleMissing, Freezing, "g1", 0, "", "G1 has no rationale"},
		{"no quotation", func(c *Certificate) { c.Groups[1].Quotations = nil }, CodeQuotationMissing, Freezing, "g2", 0, "", "G2 has no quotation"},
		{"retrieval unset", func(c *Certificate) { c.Retrieval = nil }, CodeRetrievalUnset, Freezing, "", 0, "", "the certificate does not say whether retrieval is needed"},
		{"scope unset", func(c *Certificate) { c.Scope = nil }, CodeScopeUnset, Freezing, "", 0, "", "the label scope is not set"},
		{"confidence unset", func(c *Certificate) { c.Confidence = nil }, CodeConfidenceUnset, Freezing, "", 0, "", "the confidence is not set"},
		{"confidence of 7", func(c *Certificate) { n := 7.0; c.Confidence = &n }, CodeConfidenceRange, Freezing, "", 0, "", "the confidence is 7; it is a number from 0 to 1"},
		{"bypassing branch", func(c *Certificate) { c.Branches = append(c.Branches, []string{"u3"}) }, CodeBranchBypasses, Warning, "", 3, "", "branch 3 bypasses the groups: it completes without satisfying them"},
		{"branch too large", func(c *Certificate) { c.Branches = append(c.Branches, []string{"u1", "u2", "u3"}) }, CodeBranchNotMinimal, Warning, "", 3, "", "branch 3 is not minimal: some of its units already satisfy the groups"},
		{"branch twice", func(c *Certificate) { c.Branches = append(c.Branches, []string{"u3", "u1"}) }, CodeBranchDuplicate, Warning, "", 3, "", "branch 3 repeats branch 1"},
		{"branches out of date", func(c *Certificate) { c.Branches = c.Branches[:1] }, CodeBranchesOutOfDate, Warning, "", 0, "", "the branches are out of date: 1 listed, 2 minimal witnesses"},
		{"seen by alignment", func(c *Certificate) { c.Groups[0].Acceptable[0] = "u4"; c.Branches = nil }, CodeAlignedUnit, Warning, "g1", 0, "u4", "G1 accepts clock.go:40-43, whose lines the agent may have seen in step 3"},
		{"implied group", func(c *Certificate) { c.Groups[0].Acceptable = []string{"u1", "u2", "u3"}; c.Branches = nil }, CodeGroupImplied, Warning, "g1", 0, "", "G1 is not needed while the other groups stay: every set that satisfies them satisfies it"},
		{"one is enough", func(c *Certificate) {
			quoted := c.Groups[0]
			c.Groups, c.Branches = nil, nil
			for i, units := range [][]string{{"u1", "u2"}, {"u3"}, {"u1", "u2", "u3"}} {
				g := quoted
				g.Key, g.Acceptable, g.Threshold = GroupKey(fmt.Sprintf("g%d", i+1)), units, []int{2, 1, 3}[i]
				c.Groups = append(c.Groups, g)
			}
			c.Groups[1].Acceptable = []string{"u3", "u4"}
			c.Groups[2].Acceptable = []string{"u1", "u2", "u3", "u4"}
		}, CodeOneIsEnough, Warning, "g2", 0, "", "one of G2, G3 is enough: with the other groups, each of them implies the rest"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cert := clone(sound())
			c.change(&cert)
			s, p, obs := inspected()
			f := find1(t, Findings(cert, s, p, obs, Compile(cert)), c.code)
			if f.Severity != c.severity || f.Group != c.group || f.Branch != c.branch || f.Unit != c.unit || f.Text != c.text {
				t.Errorf("got %+v", f)
			}
			if (f.Group != "") != (f.Label != "") {
				t.Errorf("a group without label or the other way round: %+v", f)
			}
		})
	}
}

func codes(found []Finding) []string {
	var out []string
	for _, f := range found {
		out = append(out, f.Code)
	}
	return out
}

func TestFindingsComeInOrderOfSeverity(t *testing.T) {
	c := clone(sound())
	c.Groups[1].Quotations, c.Groups[0].Role, c.Branches = nil, "", append(c.Branches, []string{"u3"})
	c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "u9")
	s, p, obs := inspected()
	want := []string{CodeRoleEmpty, CodeUnknownUnit, CodeQuotationMissing, CodeBranchBypasses, CodeBranchesOutOfDate}
	if got := codes(Findings(c, s, p, obs, Compile(c))); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestWithoutAPoolOnlyTheCertificateSpeaks(t *testing.T) {
	c := clone(sound())
	c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "u9")
	c.Groups[0].Quotations[0].Text = "changed"
	c.Branches = nil
	if found := Findings(c, card.StateCard{}, nil, nil, Compile(c)); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "u5")
	f := find1(t, Findings(c, card.StateCard{}, nil, nil, Compile(c)), CodeObservedUnit)
	if f.Unit != "u5" {
		t.Errorf("%+v", f)
	}
}

func TestAGroupThatNothingSatisfiesImpliesNoOther(t *testing.T) {
	c := clone(sound())
	c.Groups = append(c.Groups, Group{Key: "g3", Role: "r", Threshold: 1, Weight: 1, Rationale: "x", Quotations: c.Groups[0].Quotations})
	c.Branches = nil
	s, p, obs := inspected()
	if got := codes(Findings(c, s, p, obs, Compile(c))); !slices.Equal(got, []string{CodeEmptyGroup}) {
		t.Errorf("got %v", got)
	}
}

func TestManyBranchesAreToldInOneSentence(t *testing.T) {
	c := clone(sound())
	for _, u := range []string{"u1", "u2"} {
		for _, more := range []string{"", "x1", "x2", "x3"} {
			b := []string{u}
			if more != "" {
				b = append(b, more)
			}
			c.Branches = append(c.Branches, b)
		}
	}
	f := find1(t, Findings(c, card.StateCard{}, nil, nil, Compile(c)), CodeBranchBypasses)
	if f.Branch != 3 || f.Text != "8 branches bypass the groups: they complete without satisfying them (3, 4, 5, 6, 7 and 3 more)" {
		t.Errorf("%+v", f)
	}
}

func TestSizeOfTheSmallestSet(t *testing.T) {
	for n, want := range map[int]string{
		5: "",
		6: "the smallest completing set has 6 units, so no method can complete at 5",
		8: "the smallest completing set has 8 units, so no method can complete at 5",
		9: "the smallest completing set has 9 units, so no method can complete at 5 or 8",
	} {
		var c Certificate
		for i := range n {
			c.Groups = append(c.Groups, groupOf("r", 1, fmt.Sprintf("v%d", i)))
		}
		var got string
		for _, f := range Findings(c, card.StateCard{}, nil, nil, Compile(c)) {
			if f.Code == CodeNoSetOf5 || f.Code == CodeNoSetOf8 {
				got += f.Text
			}
		}
		if got != want {
			t.Errorf("%d groups: %q, want %q", n, got, want)
		}
	}
}

// Beyond the search limit the findings say so instead of guessing.
func TestWhatIsNotProvenIsSaid(t *testing.T) {
	var c Certificate
	for i := range 40 {
		var units []string
		for j := range 14 {
			units = append(units, fmt.Sprintf("v%d", (i*i*7+j*(2*i+3)*5)%97))
		}
		c.Groups = append(c.Groups, groupOf("r", 4, once(units)...))
	}
	var said []string
	for _, f := range Findings(c, card.StateCard{}, nil, nil, Compile(c)) {
		if f.Code == CodeNotProven {
			said = append(said, f.Text)
		}
	}
	if len(said) == 0 || !strings.HasSuffix(said[len(said)-1], "is not proven: the search limit of 20000 steps was reached") {
		t.Errorf("%q", said)
	}
}

func TestFindingsOfRealCertificates(t *testing.T) {
	for i, line := range realLabels(t) {
		c, err := Decode(jsontext.Value(line))
		if err != nil {
			t.Fatal(err)
		}
		found := Findings(c, card.StateCard{ID: c.State}, nil, nil, Compile(c))
		for _, f := range found {
			if f.Code != CodeQuotationMissing || !strings.HasSuffix(f.Text, "has no quotation") {
				t.Errorf("label %d: %+v", i+1, f)
			}
		}
		if len(found) != len(c.Groups) {
			t.Errorf("label %d: %d findings for %d groups", i+1, len(found), len(c.Groups))
		}
	}
}

// What the strict public reader refuses in a label blocks here too, and
// nothing else does: no groups, or an observed unit accepted.
func TestBlockingFindingsOfGoldenLabels(t *testing.T) {
	refused := 0
	for n, line := range sample(t, "golden", "scorer_vectors.jsonl") {
		members := splitObject(line)
		label, _ := find(members, "label")
		c, err := Decode(label)
		if err != nil {
			t.Fatal(err)
		}
		want := len(c.Groups) == 0
		for _, g := range c.Groups {
			want = want || slices.ContainsFunc(g.Acceptable, func(id string) bool { return slices.Contains(c.Observed, id) })
		}
		for _, b := range c.Branches {
			want = want || slices.ContainsFunc(b, func(id string) bool { return slices.Contains(c.Observed, id) })
		}
		var blocking []Finding
		for _, f := range Findings(c, card.StateCard{}, nil, nil, Compile(c)) {
			if f.Severity == Blocking {
				blocking = append(blocking, f)
			}
		}
		if want != (len(blocking) > 0) {
			t.Errorf("row %d: refused is %v, findings %+v", n+1, want, blocking)
		}
		ranked, _ := find(members, "ranked_evidence_ids")
		f := &faults{}
		if _, again := twice(f.unitIDs("", ranked)); again || want {
			refused++
		}
	}
	if refused != 58 {
		t.Errorf("%d rows are refused, 58 should be", refused)
	}
}

func BenchmarkFindings(b *testing.B) {
	s, p, obs := inspected()
	c := sound()
	b.Run("small", func(b *testing.B) {
		m := Compile(c)
		for b.Loop() {
			Findings(c, s, p, obs, m)
		}
	})
	b.Run("large", func(b *testing.B) {
		c := largeCertificate()
		m := Compile(c)
		for b.Loop() {
			Findings(c, card.StateCard{}, nil, nil, m)
		}
	})
	for i, line := range realLabels(b) {
		c, err := Decode(jsontext.Value(line))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("real %d", i+1), func(b *testing.B) {
			m := Compile(c)
			for b.Loop() {
				Findings(c, card.StateCard{}, nil, nil, m)
			}
		})
	}
}

// largeCertificate has 6 groups over 24 units, thresholds to 6 and 60
// branches: the largest that has to work without a stall.
func largeCertificate() Certificate {
	var c Certificate
	for i := range 6 {
		var units []string
		for j := range 9 {
			units = append(units, fmt.Sprintf("v%d", (i*4+j)%24))
		}
		c.Groups = append(c.Groups, groupOf("r", i+1, units...))
	}
	for w := range Compile(c).Witnesses(60) {
		c.Branches = append(c.Branches, w)
	}
	return c
}

// A group that repeats an earlier one must not hide that it shares its name
// with another: the one only stops finishing, the other blocks.
func TestARepeatHidesNoSharedName(t *testing.T) {
	group := func(id string, units ...string) Group {
		return Group{ID: id, Role: "r", Acceptable: units, Threshold: 1, Weight: 1}
	}
	c := Certificate{State: "s", Groups: []Group{group("G1", "u1"), group("G3", "u2"), group("G3", "u1")}}
	codes := map[string]bool{}
	for _, f := range Findings(c, card.StateCard{}, nil, nil, Compile(c)) {
		codes[f.Code] = true
	}
	if !codes[CodeDuplicateGroup] || !codes[CodeDuplicateGroupID] {
		t.Errorf("found %v, want the repeat and the shared name", codes)
	}
}

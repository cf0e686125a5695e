package scorer

import (
	"slices"
	"strings"
	"testing"

	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/retrieval"
)

// Every method that the project can run has a design, and nothing else has.
func TestEveryMethodHasADesign(t *testing.T) {
	for _, name := range append(retrieval.Methods(), complement.MethodComplement, complement.MethodIndependent, complement.MethodNoFeedback7, complement.MethodNoFeedback,
		complement.MethodSingleStage, complement.MethodFixedTop8, complement.MethodSSR, complement.MethodRerank) {
		if _, known := DesignOf(name); !known {
			t.Errorf("%s has no design", name)
		}
	}
	if _, known := DesignOf("imported"); known {
		t.Error("a method that nobody knows has a design")
	}
	for _, name := range attributed() {
		if d, known := DesignOf(name); !known || d.Objective == NotAsked {
			t.Errorf("%s is attributed to with %+v", name, d)
		}
	}
}

// Without a variant of MSS-Complement the table is about nothing that is
// missing; with one, the others stand there as missing.
func TestAttributionTellsWhatWasNotRun(t *testing.T) {
	var w world
	w.add("s", "r", group("a", 1, 1, "u1"))
	w.rank("bm25", "s", "u1")
	names := func() (out []string) {
		for _, r := range w.matrix(t).Attribution().Rows {
			out = append(out, r.Name)
		}
		return out
	}
	if got := names(); !slices.Equal(got, []string{"bm25 (fixed 7)"}) {
		t.Errorf("%v", got)
	}
	w.rank("single_stage", "s", "u1")
	if got := names(); !slices.Equal(got, append([]string{"bm25 (fixed 7)"}, attributed()...)) {
		t.Errorf("%v", got)
	}
}

// A ranker is read to seven units: what completes at the eighth is not returned.
func TestAttributionCutsReferences(t *testing.T) {
	var w world
	w.add("s", "r", group("a", 1, 1, "u8"))
	ranked := []string{"u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8"}
	w.rank("bm25", "s", ranked...)
	w.rank("fixed_top8", "s", ranked...)
	want := map[string]float64{"bm25 (fixed 7)": 0, "fixed_top8": 1}
	for _, r := range w.matrix(t).Attribution().Rows {
		if v, asked := want[r.Name]; asked && (r.Cells[3].Value == nil || *r.Cells[3].Value != v) {
			t.Errorf("%s: returned completion %s, want %v", r.Name, r.Cells[3].text(), v)
		}
		delete(want, r.Name)
	}
	if len(want) > 0 {
		t.Errorf("no rows %v", want)
	}
}

func TestClassesAreCounted(t *testing.T) {
	none := ClassTable(nil)
	if c := none.Rows[0].Cells[0]; len(none.Rows) != 4 || c.Value != nil || c.text() != "missing" {
		t.Errorf("of no changes: %+v", c)
	}
	before := []Outcome{{"m", 5, false, true}, {"m", 8, true, true}, {"n", 5, true, false}}
	table := FlipTable([]StateChange{{"a", Change{Class: L2, Flips: 2, Outcomes: before}}, {"b", Change{Class: L1, Outcomes: []Outcome{{"m", 5, true, true}}}}, {"c", Change{Class: L3}}})
	var got []string
	for _, r := range table.Rows {
		got = append(got, r.Section+r.Name+" "+r.Cells[0].text()+" "+r.Cells[1].text())
	}
	want := []string{"m@5 50.00  1/2 0.00  0/2", "m@8 0.00  0/1 0.00  0/1", "n@5 0.00  0/1 100.00  1/1"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

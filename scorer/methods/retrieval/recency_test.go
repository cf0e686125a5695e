package retrieval

import (
	"slices"
	"testing"

	"suffice/certificate/card"
)

func span(id, path string, start, end int) card.Unit {
	return card.Unit{ID: id, Path: path, LineStart: start, LineEnd: end}
}

func TestRecencyFallsWithLinesAndSteps(t *testing.T) {
	s := card.StateCard{Steps: []card.Step{
		{Action: "repo_search", Results: []card.Hit{{Path: "old/first.go", LineStart: 1, LineEnd: 20}}},
		{Action: "read_file", Read: &card.Span{Path: `pkg\mid.go`, LineStart: 1, LineEnd: 50}, Opened: []string{`pkg\mid.go`}},
		{Action: "plan_update", Output: "look at pkg/never.go"},
		{Action: "read_file", Read: &card.Span{Path: "pkg/last.go", LineStart: 100, LineEnd: 120}, Opened: []string{`pkg\mid.go`, "pkg/last.go"}},
	}}
	x := NewIndex(card.NewPool([]card.Unit{
		span("a-untouched", "far/away.go", 1, 9), span("b-hit", "old/first.go", 5, 9), span("c-folder", "pkg/never.go", 1, 9),
		span("d-mid", "pkg/mid.go", 40, 60), span("e-far", "pkg/last.go", 400, 420), span("f-near", "pkg/last.go", 121, 140),
		span("g-there", "pkg/last.go", 90, 105), {ID: "h-whole", Path: "pkg/last.go"}, {ID: "i-nowhere"},
	}))
	v := x.positive(Recency, x.recencyScores(s))
	want := []string{"g-there", "f-near", "d-mid", "h-whole", "e-far", "b-hit", "c-folder", "a-untouched", "i-nowhere"}
	if got := x.IDs(v.Ranked); !slices.Equal(got, want) || v.Matched != 7 {
		t.Errorf("got %v, %d matched\nwant %v", got, v.Matched, want)
	}
}

func TestRecencyWithoutStepsGoesByOpenedFiles(t *testing.T) {
	x := NewIndex(card.NewPool([]card.Unit{span("a", "one.py", 1, 9), span("b", "src/two.py", 1, 9)}))
	v := x.positive(Recency, x.recencyScores(card.StateCard{OpenedFiles: []string{"one.py", `src\two.py`}}))
	if got := x.IDs(v.Ranked); !slices.Equal(got, []string{"b", "a"}) || v.Matched != 2 {
		t.Errorf("got %v, %d matched", got, v.Matched)
	}
	if v := x.positive(Recency, x.recencyScores(card.StateCard{})); v.Matched != 0 {
		t.Errorf("nothing was touched, and %d units match", v.Matched)
	}
}

// A file stays in the list of opened files; it was touched when it came in.
func TestAnOpenFileIsNotTouchedAgain(t *testing.T) {
	s := card.StateCard{Steps: []card.Step{
		{Opened: []string{"early.go"}}, {Opened: []string{"early.go", "late.go"}}, {Opened: []string{"early.go", "late.go", "last.go"}},
	}}
	x := NewIndex(card.NewPool([]card.Unit{span("a", "x/early.go", 1, 9), span("b", "early.go", 1, 9), span("c", "late.go", 1, 9), span("d", "last.go", 1, 9)}))
	if got := x.IDs(x.positive(Recency, x.recencyScores(s)).Ranked); !slices.Equal(got, []string{"d", "c", "b", "a"}) {
		t.Errorf("got %v", got)
	}
}

package card

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestObserve(t *testing.T) {
	read := func(output string) Step {
		s := Step{Label: "step 3", Action: "read_file", Output: output}
		s.Read = fileRead(s)
		return s
	}
	search := func(hits ...Hit) Step { return Step{Label: "step 1", Action: "repo_search", Results: hits} }
	unit := Unit{ID: "e", Path: "src/a.py", LineStart: 10, LineEnd: 20}
	for _, c := range []struct {
		name  string
		unit  Unit
		list  []string
		steps []Step
		want  string // listed, flagged and the steps
	}{
		{"nothing", unit, nil, nil, ""},
		{"listed", unit, []string{"e", "not in the pool"}, nil, "listed"},
		{"flagged", Unit{ID: "e", Observed: true}, nil, nil, "flagged"},
		{"read, other separators", unit, nil, []Step{read("FILE src\\a.py:15-16\n   15: x")}, "step 3"},
		{"read, dot slash", unit, nil, []Step{read("FILE ./src/a.py:20-99\n")}, "step 3"},
		{"read, first line shared", unit, nil, []Step{read("FILE src/a.py:1-10")}, "step 3"},
		{"read, one line before", unit, nil, []Step{read("FILE src/a.py:1-9")}, ""},
		{"read, one line after", unit, nil, []Step{read("FILE src/a.py:21-30")}, ""},
		{"read, another file", unit, nil, []Step{read("FILE a.py:10-20")}, ""},
		{"read, lines not told", unit, nil, []Step{read("   10: x"), read("FILE src/a.py"), read("FILE src/a.py:10"), read("FILE src/a.py:20-10"), read("")}, ""},
		{"search", unit, nil, []Step{search(Hit{Path: `src\a.py`, LineStart: 20, LineEnd: 25})}, "step 1"},
		{"search, backwards or without lines", unit, nil, []Step{search(Hit{Path: "src/a.py", LineStart: 20, LineEnd: 12}, Hit{Path: "src/a.py"})}, ""},
		{"each step once, in order", unit, nil, []Step{search(Hit{Path: "src/a.py", LineStart: 1, LineEnd: 12}, Hit{Path: "src/a.py", LineStart: 11, LineEnd: 12}), read("FILE src/a.py:1-100")}, "step 1 step 3"},
		{"all three", Unit{ID: "e", Path: "src/a.py", LineStart: 10, LineEnd: 20, Observed: true}, []string{"e"}, []Step{read("FILE src/a.py:1-100")}, "listed flagged step 3"},
		{"named in a plan only", unit, nil, []Step{{Label: "step 0", Action: "plan_update", Input: "read src/a.py:10-20", Output: "FILE src/a.py:10-20\n"}}, ""},
		{"named in an edit only", unit, nil, []Step{{Label: "step 6", Action: "edit_file", Input: `{"target_path":"src/a.py"}`, Output: "Target file: src/a.py"}}, ""},
		{"unit without lines", Unit{ID: "e", Path: "src/a.py"}, nil, []Step{read("FILE src/a.py:1-100")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.steps { // a plan must not pass for a read wherever it is decoded
				if c.steps[i].Read == nil {
					c.steps[i].Read = fileRead(c.steps[i])
				}
			}
			seen := Observe(State{Card: StateCard{Observed: c.list, Steps: c.steps}, Pool: NewPool([]Unit{c.unit, {ID: "other"}})})
			o, reason := seen["e"]
			var got []string
			if o.Listed {
				got = append(got, "listed")
			}
			if o.Flagged {
				got = append(got, "flagged")
			}
			got = append(got, o.Aligned...)
			if strings.Join(got, " ") != c.want || reason != (c.want != "") || len(seen) > 1 {
				t.Errorf("got %q of %v, want %q", got, seen, c.want)
			}
			if o.Blocks() != (o.Listed || o.Flagged) || o.Any() != reason {
				t.Errorf("%+v blocks %v", o, o.Blocks())
			}
		})
	}
}

func TestDriveLetterInARead(t *testing.T) {
	got := fileRead(Step{Action: "read_file", Output: "FILE C:\\src\\a.py:3-9\n"})
	if got == nil || *got != (Span{`C:\src\a.py`, 3, 9}) {
		t.Errorf("got %+v", got)
	}
}

func TestStepLabels(t *testing.T) {
	s, err := DecodeState(jsontext.Value(`{"state_id":"s","candidate_evidence":[],"trajectory_prefix":[{"step_id":0},{"step_id":"7"},{"step_id":"Step 8"},{}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, step := range s.Card.Steps {
		got = append(got, step.Label)
	}
	if !slices.Equal(got, []string{"step 0", "step 7", "Step 8", "step 4"}) {
		t.Errorf("got %q", got)
	}
}

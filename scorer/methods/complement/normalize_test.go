package complement

import (
	"slices"
	"testing"

	"suffice/scorer/methods"
)

// TestAnswersAreNormalized answers one stage in every bad way that can still be
// read, the others well. f is the fused order of 150 units; expand is asked
// about f[8:120], since the proposal is f[:8].
func TestAnswersAreNormalized(t *testing.T) {
	s := generatedOf(150, 600, 3)
	f := fusedIDs(t, s)
	cases := []struct {
		name  string
		stage string
		ids   []string
		keep  int
		want  methods.Stage
		first []string // of what is selected
	}{
		{name: "as asked", stage: "propose", ids: f[8:16], first: f[8:16]},
		{name: "unknown", stage: "propose", ids: append([]string{"evidence-none"}, f[8:16]...), want: methods.Stage{Unknown: 1}, first: f[8:16]},
		{name: "not shown", stage: "propose", ids: append([]string{f[80]}, f[8:16]...), want: methods.Stage{Unknown: 1}, first: f[8:16]},
		{name: "empty ID", stage: "propose", ids: append([]string{""}, f[8:16]...), want: methods.Stage{Unknown: 1}, first: f[8:16]},
		{name: "repeated", stage: "propose", ids: []string{f[9], f[9], f[8], f[9], f[10], f[11], f[12], f[13], f[14], f[15]}, want: methods.Stage{Repeated: 2}, first: []string{f[9], f[8], f[10]}},
		{name: "too many", stage: "propose", ids: f[8:20], want: methods.Stage{Cut: 4}, first: f[8:16]},
		{name: "too few", stage: "propose", ids: []string{f[30], f[2]}, want: methods.Stage{Filled: 6}, first: []string{f[30], f[2], f[0], f[1], f[3], f[4], f[5], f[6]}},
		{name: "none", stage: "propose", ids: nil, want: methods.Stage{Filled: 8}, first: f[:8]},
		{name: "all at once", stage: "propose", ids: []string{f[9], "x", f[9], f[100]}, want: methods.Stage{Unknown: 2, Repeated: 1, Filled: 7}, first: []string{f[9], f[0]}},
		{name: "beyond what fits, repeated", stage: "propose", ids: slices.Concat(f[8:17], f[16:17]), want: methods.Stage{Cut: 1, Repeated: 1}, first: f[8:16]},
		{name: "proposal named again", stage: "expand", ids: slices.Concat(f[:2], f[60:108]), want: methods.Stage{Repeated: 2}, first: f[60:108]},
		{name: "short expansion", stage: "expand", ids: f[100:110], want: methods.Stage{Filled: 38}, first: append(slices.Clone(f[100:110]), f[8], f[9])},
		{name: "expansion beyond its cards", stage: "expand", ids: slices.Concat(f[120:122], f[60:108]), want: methods.Stage{Unknown: 2}, first: f[60:108]},
		{name: "keep too small", stage: "finalize", ids: f[20:28], keep: 3, want: methods.Stage{Keep: 4}, first: f[20:28]},
		{name: "keep too great", stage: "finalize", ids: f[20:28], keep: 9, want: methods.Stage{Keep: 8}, first: f[20:28]},
		{name: "keep negative", stage: "finalize", ids: f[20:28], keep: -1, want: methods.Stage{Keep: 4}, first: f[20:28]},
		{name: "keep of too few", stage: "finalize", ids: f[20:22], keep: 5, want: methods.Stage{Keep: 5, Filled: 6}, first: append(slices.Clone(f[20:22]), f[:6]...)},
		{name: "not shown at the end", stage: "finalize", ids: slices.Concat(f[120:121], f[20:28]), keep: 8, want: methods.Stage{Keep: 8, Unknown: 1}, first: f[20:28]},
		{name: "reserve at the end", stage: "finalize", ids: f[112:120], keep: 8, want: methods.Stage{Keep: 8}, first: f[112:120]},
	}
	for _, c := range cases {
		t.Run(c.stage+" "+c.name, func(t *testing.T) {
			with, _ := withScript(func(q Question) (string, error) {
				if q.Stage == c.stage {
					return FormatAnswer(q.Stage, Answer{IDs: c.ids, Keep: c.keep}), nil
				}
				return FormatAnswer(q.Stage, Answer{IDs: eligible(q)[:q.Max], Keep: 6}), nil
			})
			out, _ := ran(t, made(t, MethodComplement, with), s)
			for _, got := range out.Stages {
				if got.Name != c.stage {
					if got.Normalized || got.Fallback {
						t.Errorf("stage %s, which was answered well: %+v", got.Name, got)
					}
					continue
				}
				want := c.want
				want.Name, want.Shown, want.Attempts = got.Name, got.Shown, 1
				want.Normalized = c.name != "as asked" && c.name != "reserve at the end"
				if !equalButSelected(got, want) {
					t.Errorf("%+v\nwant %+v", got, want)
				}
				if !slices.Equal(got.Selected[:len(c.first)], c.first) {
					t.Errorf("selected %v\nwant first %v", got.Selected, c.first)
				}
				if n := map[string]int{"propose": 8, "expand": 48, "finalize": 8}[c.stage]; len(got.Selected) != n {
					t.Errorf("%d selected", len(got.Selected))
				}
			}
		})
	}
}

// TestTheSetEndsUnderTheCeiling: intact units, up to the first that does not fit.
func TestTheSetEndsUnderTheCeiling(t *testing.T) {
	s := generatedOf(30, 2300, 4)
	in := methods.NewInput(s, counter)
	fused := fusedIDs(t, s)
	cost := func(id string) int {
		n, err := in.Tokens.Unit(s.Pool.Unit(id))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	ask := func(q Question) (string, error) {
		return FormatAnswer(q.Stage, Answer{IDs: eligible(q)[:q.Max], Keep: q.MaxKeep}), nil
	}
	sum := cost(fused[0]) + cost(fused[1]) + cost(fused[2])
	for _, c := range []struct{ ceiling, want int }{{sum, 3}, {sum - 1, 2}, {sum + 1, 3}, {cost(fused[0]) - 1, 0}, {1 << 20, 8}} {
		with, _ := withScript(ask)
		with.Ceiling = c.ceiling
		out, _ := ran(t, made(t, MethodComplement, with), s)
		if !slices.Equal(out.Ranked, fused[:c.want]) || out.Tokens > c.ceiling {
			t.Errorf("under %d tokens come %d units with %d", c.ceiling, len(out.Ranked), out.Tokens)
		}
		if got := out.Stages[2]; got.Keep != 8 || len(got.Selected) != 8 {
			t.Errorf("the ceiling reached into the stage: %+v", got)
		}
	}
}

// TestTheBudgetBoundsEveryMethod: what a run may return in all holds beside any
// ceiling, for methods without one too, and for those read off a record.
func TestTheBudgetBoundsEveryMethod(t *testing.T) {
	s := generatedOf(30, 600, 4)
	with, _ := withScript(lastFirst)
	with.Reranker = &ordering{say: backwards}
	run := func(m methods.Method, budget int, recorded methods.Output) methods.Output {
		in, r := methods.NewInput(s, counter), &tape{}
		in.Budget = budget
		var out methods.Output
		var err error
		if d, ok := m.(methods.Derived); ok {
			out, err = d.Derive(in, recorded)
		} else {
			out, err = m.Run(t.Context(), in, r)
			if read := bodies[methods.Reading](r); err == nil && len(read) != len(out.Ranked) {
				t.Errorf("%s returned %d units and read %d", m.ID(), len(out.Ranked), len(read))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	recorded := run(made(t, MethodComplement, with), 0, methods.Output{})
	for _, name := range Methods() {
		m := made(t, name, with)
		whole := run(m, 0, recorded)
		budget := whole.Tokens - 1
		short := run(m, budget, recorded)
		if n := len(whole.Ranked) - 1; n < 3 || short.Tokens > budget || !slices.Equal(short.Ranked, whole.Ranked[:n]) {
			t.Errorf("%s within %d tokens: %d units with %d, and %d without a budget", name, budget, len(short.Ranked), short.Tokens, n+1)
		}
		if again := run(m, whole.Tokens, recorded); !slices.Equal(again.Ranked, whole.Ranked) {
			t.Errorf("%s: a budget that all fits in changed the set", name)
		}
	}
}

// TestTheCeilingStopsAtTheFirst: a small unit behind one that does not fit is
// not taken.
func TestTheCeilingStopsAtTheFirst(t *testing.T) {
	s := generatedOf(12, 300, 5)
	long := s.Pool.Units[3].ID
	units := slices.Clone(s.Pool.Units)
	for len(units[3].Text) < 60_000 {
		units[3].Text += " and then something else"
	}
	s.Pool = poolOf(units)
	with, _ := withScript(func(q Question) (string, error) {
		ids := rest(eligible(q), []string{long})
		if q.Stage != methods.StageExpand {
			ids = slices.Insert(ids, 2, long)
		}
		return FormatAnswer(q.Stage, Answer{IDs: ids[:q.Max], Keep: q.MaxKeep}), nil
	})
	out, _ := ran(t, made(t, MethodComplement, with), s)
	if len(out.Ranked) != 2 || slices.Contains(out.Ranked, long) {
		t.Errorf("%v is returned", out.Ranked)
	}
}

package dataset

import (
	"cmp"
	"fmt"
	"slices"

	"suffice/scorer"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// counting is one line of the failure table: how many of a variant's things
// have a property, out of how many.
type counting struct {
	section, name string
	of            func(*tallied) (count, total int)
}

// tallied is a variant with its runs and stages counted.
type tallied struct {
	set    *Set
	key    [2]string // method and what it was configured with
	rows   []int
	stages []int // of the stage sheet
	absent int   // runs that were planned and not begun
}

// count is how many runs have a value in a column.
func (v *tallied) count(column, value string) int {
	n := 0
	for _, r := range v.rows {
		if v.set.text(r, column) == value {
			n++
		}
	}
	return n
}

// sum adds a column of the run sheet up.
func (v *tallied) sum(column string) int {
	known, _ := v.set.Runs.numbers(v.rows, column)
	n := 0.
	for _, x := range known {
		n += x
	}
	return int(n)
}

// stage counts the stages of a name that have a flag, out of all of that name.
func (v *tallied) stage(name, column string) (count, total int) {
	stages := &v.set.Stages
	for _, r := range v.stages {
		if stages.Value(r, "stage").String() != name {
			continue
		}
		total++
		if x, ok := stages.Value(r, column).Number(); ok && x != 0 {
			count++
		}
	}
	return count, total
}

// lacks counts the runs that have no value in a column.
func (v *tallied) lacks(column string) int {
	_, missing := v.set.Runs.numbers(v.rows, column)
	return missing
}

// countings are the lines of the failure table: outcomes of runs, failed runs by
// stage and by kind, stages whose answers were normalized or fell back, attempts
// that failed, and what is excluded from which scores.
func (s *Set) countings() []counting {
	runs := func(v *tallied) int { return len(v.rows) }
	planned := func(v *tallied) int { return len(v.rows) + v.absent }
	var out []counting
	add := func(section, name string, of func(*tallied) (int, int)) {
		out = append(out, counting{section, name, of})
	}
	for _, o := range []string{run.OutcomeFinished, run.OutcomeFailed, run.OutcomeHalfDone} {
		add("outcome of planned runs", o, func(v *tallied) (int, int) { return v.count("outcome", o), planned(v) })
	}
	add("outcome of planned runs", "not begun", func(v *tallied) (int, int) { return v.absent, planned(v) })
	for _, stage := range s.failureStages() {
		add("failed runs by stage", stage, func(v *tallied) (int, int) { return v.count("failure_stage", stage), runs(v) })
	}
	for _, k := range Troubles() {
		add("failed runs by kind", string(k), func(v *tallied) (int, int) { return v.count("failure_kind", string(k)), runs(v) })
	}
	for _, flag := range []string{"normalized", "fallback"} {
		for _, stage := range s.stageNames() {
			add(flag+" stages", stage, func(v *tallied) (int, int) { return v.stage(stage, flag) })
		}
	}
	for _, name := range []struct{ what, column string }{{"no answer", "unanswered_calls"}, {"of these, timeouts", "timeouts"}, {"answers that are no selection", "parser_failures"}, {"attempts beyond the first", "repeated_attempts"}} {
		add("model calls", name.what, func(v *tallied) (int, int) { return v.sum(name.column), v.sum("model_calls") })
	}
	add("model calls", "runs whose usage is not whole", func(v *tallied) (int, int) {
		n := 0
		for _, r := range v.rows {
			calls, told := v.set.Runs.Value(r, "model_calls").Number()
			if told && calls > 0 && !(v.set.Runs.Value(r, "input_tokens").Known() && v.set.Runs.Value(r, "output_tokens").Known()) {
				n++
			}
		}
		return n, runs(v)
	})
	for _, x := range []struct{ name, column string }{
		{"no completion score", "mss_complete@5"}, {"no score at the level of files", "file_recall@10"},
		{"no score at the level of functions", "function_recall@10"}, {"no test results", "resolved_at_1"},
	} {
		add("exclusions from scores", x.name, func(v *tallied) (int, int) { return v.lacks(x.column), runs(v) })
	}
	return out
}

// failureStages are the stages at which a run may fail: the planned ones, and
// what else the runs name.
func (s *Set) failureStages() []string {
	out := []string{run.StageLoad, run.StageChanged, run.StageRetrieve, methods.StagePropose, methods.StageExpand, methods.StageFinalize, run.StageMethod, run.StageDerive, run.StageRecord, run.StageValidate}
	return also(out, &s.Runs, "failure_stage")
}

// stageNames are the stages of methods: those of the paper's method, and what
// else the runs name.
func (s *Set) stageNames() []string {
	return also([]string{methods.StagePropose, methods.StageExpand, methods.StageFinalize}, &s.Stages, "stage")
}

// also is a list with the other values of a column, in their order.
func also(planned []string, s *Sheet, column string) []string {
	met := map[string]bool{}
	for r := range s.Rows {
		if v := s.Value(r, column).String(); v != "" && !slices.Contains(planned, v) {
			met[v] = true
		}
	}
	return append(planned, sorted(met)...)
}

// Failures is the taxonomy of failures and exclusions: one column for each
// method, each number out of its own denominator.
func (s *Set) Failures() scorer.Table {
	t := scorer.Table{Title: "Failures and exclusions, in percent", Turns: true}
	stagesOf := map[string][]int{}
	for r := range s.Stages.Rows {
		id := s.Stages.Value(r, "run_id").String()
		stagesOf[id] = append(stagesOf[id], r)
	}
	var columns []*tallied
	for _, v := range s.variants(s.all()) {
		name := v.label
		if v.controller != "" {
			name += " [" + v.controller + "]"
		}
		t.Columns = append(t.Columns, name)
		c := &tallied{set: s, key: [2]string{v.method, v.config}, rows: v.rows}
		c.absent = s.absent[c.key]
		for _, r := range v.rows {
			c.stages = append(c.stages, stagesOf[s.text(r, "run_id")]...)
		}
		columns = append(columns, c)
	}
	for _, key := range s.idle(columns) {
		t.Columns = append(t.Columns, key[0])
		columns = append(columns, &tallied{set: s, absent: s.absent[key]})
	}
	if len(columns) == 0 {
		t.Columns, columns = []string{"no run"}, []*tallied{{set: s}}
	}
	for _, line := range s.countings() {
		row := scorer.TableRow{Section: line.section, Name: line.name, States: len(s.Runs.Rows)}
		for _, c := range columns {
			row.Cells = append(row.Cells, shareOf(line.count(c)))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append([]string{fmt.Sprintf("states counts all runs, %d; every share has its own denominator: runs of the method (with those not begun where outcomes are counted), its stages of that name, or its model calls; where there are none the share is missing", len(s.Runs.Rows))}, s.unlabelled(s.states())...)
	t.Notes = append(t.Notes, "normalized: cut, filled, or rid of unknown and repeated IDs; fallback: no valid answer after all attempts, so that the fused order stands in; the two are counted apart")
	for _, k := range Troubles() {
		t.Notes = append(t.Notes, string(k)+": "+k.meaning())
	}
	return t
}

// idle are the methods, with their configuration, that were planned and of
// which no run was ever begun.
func (s *Set) idle(begun []*tallied) [][2]string {
	var out [][2]string
	for key := range s.absent {
		if !slices.ContainsFunc(begun, func(v *tallied) bool { return v.key == key }) {
			out = append(out, key)
		}
	}
	slices.SortFunc(out, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out
}

func (c counting) count(v *tallied) (count, total, excluded int) {
	count, total = c.of(v)
	return count, total, 0
}

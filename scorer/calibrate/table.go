package calibrate

import (
	"fmt"

	"suffice/scorer"
)

// Table shows every trial with what it scored; the one picked is named so.
func (f Frozen) Table() scorer.Table {
	t := scorer.Table{
		Title:   fmt.Sprintf("Calibration on %s in percent, every state weighing the same", counted(len(f.Drawn), "state", "states")),
		Columns: []string{fmt.Sprintf("Complete@%d", Cutoff), fmt.Sprintf("Group@%d", Cutoff)},
	}
	for _, c := range f.Choices {
		for _, trial := range c.Trials {
			row := scorer.TableRow{Name: c.Method + ", " + trial.Setting.String(), States: trial.States, Excluded: len(f.Excluded)}
			if trial.Setting.equal(c.Setting) {
				row.Name += " (chosen)"
			}
			share, recall, count := 0.0, trial.GroupRecall, trial.Completed
			if trial.States > 0 {
				share = float64(count) / float64(trial.States)
			}
			row.Cells = []scorer.Cell{{Value: &share, Count: &count, States: trial.States}, {Value: &recall}}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Notes = append(t.Notes, fmt.Sprintf("seed %d; subset %.12s of %s; certificates %.12s", f.Seed, f.DrawnHash, counted(len(f.Repositories), "repository", "repositories"), f.LabelsHash))
	t.Notes = append(t.Notes, "chosen: most states completed, then group recall, then the simplest setting (the issue before the state, the greatest lambda)")
	if n := len(f.Excluded); n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("excluded since their certificates cannot be scored: %s (%s)", counted(n, "state", "states"), few(f.Excluded)))
	}
	if len(f.Drawn)+len(f.Excluded) < f.Asked {
		t.Notes = append(t.Notes, fmt.Sprintf("%d states were asked for; the split has no more", f.Asked))
	}
	if f.Evaluation == nil {
		t.Notes = append(t.Notes, "whether evaluated repositories are among those of the subset was not checked")
	} else {
		t.Notes = append(t.Notes, fmt.Sprintf("disjoint by repository from %s to be evaluated", counted(len(f.Evaluation), "repository", "repositories")))
	}
	return t
}

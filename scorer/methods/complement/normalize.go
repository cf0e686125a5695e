package complement

import (
	"slices"

	"suffice/scorer/methods"
)

// selection is one stage while its answer is being brought to what was asked.
type selection struct {
	want  int      // IDs
	shown []string // that may be answered, in fused order: what fills a selection
	// taken were selected before and are not asked for again; naming one is a
	// repetition.
	taken []string
}

// settle makes a stage's selection of an answer: unknown and repeated IDs
// removed, cut at what was asked for, filled from the fused order.
func (s selection) settle(stage *methods.Stage, ids []string) {
	open := make(map[string]bool, len(s.shown))
	for _, id := range s.shown {
		open[id] = true
	}
	known := make(map[string]bool, len(s.shown)+len(s.taken))
	for _, id := range slices.Concat(s.shown, s.taken) {
		known[id] = true
	}
	stage.Selected = make([]string, 0, s.want)
	for _, id := range ids {
		switch {
		case !known[id]:
			stage.Unknown++
		case !open[id]:
			stage.Repeated++
		case len(stage.Selected) == s.want:
			stage.Cut++
			open[id] = false
		default:
			stage.Selected = append(stage.Selected, id)
			open[id] = false
		}
	}
	for _, id := range s.shown {
		if len(stage.Selected) == s.want {
			break
		}
		if open[id] {
			stage.Selected = append(stage.Selected, id)
			stage.Filled++
		}
	}
	if !stage.Fallback {
		stage.Normalized = stage.Unknown+stage.Repeated+stage.Cut+stage.Filled > 0
	}
}

// settleKeep brings the number of kept units within what was asked for. A stage
// that fell back keeps all that it may: nobody said that fewer would do.
func settleKeep(stage *methods.Stage, q Question, keep int) {
	if stage.Fallback {
		stage.Keep = q.MaxKeep
		return
	}
	stage.Keep = max(q.MinKeep, min(q.MaxKeep, keep))
	if stage.Keep != keep {
		stage.Normalized = true
	}
}

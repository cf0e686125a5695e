package runs

import (
	"fmt"
	"strings"

	"suffice/tui/part"
)

// Background tells what runs behind the screens, and what leaving would end.
func Background(e Experiments) part.Background {
	var names []string
	done, of, paused := 0, 0, 0
	for _, l := range e.Live() {
		if l.Done {
			continue
		}
		names = append(names, l.Experiment)
		done += l.Progress.Done + l.Progress.Skipped + l.Progress.Failed
		of += l.Progress.Total
		if l.Paused {
			paused++
		}
	}
	if len(names) == 0 {
		return part.Background{}
	}
	sign := "▶"
	if paused == len(names) {
		sign = "‖"
	}
	return part.Background{
		Text: fmt.Sprintf("%s %d/%d runs", sign, done, of),
		Lost: fmt.Sprintf("%s still runs, %d of %d; what is finished is kept and the rest can be resumed", strings.Join(names, ", "), done, of),
	}
}

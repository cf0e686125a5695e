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
	who := "the experiment " + names[0] + " still runs"
	if len(names) > 1 {
		who = "the experiments " + strings.Join(names, ", ") + " still run"
	}
	return part.Background{
		Text: fmt.Sprintf("%s %s/%s", sign, thousands(done), many(of, "run")),
		Lost: fmt.Sprintf("%s, %s of %s; what is finished is kept and the rest can be resumed", who, thousands(done), thousands(of)),
	}
}

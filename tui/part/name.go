package part

import (
	"strings"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/tui/cell"
)

// StateName is what people call a state: "arrow-py/arrow #1217" for the
// instance arrow-py__arrow-1217 or arrow-1217 of that repository. What follows
// no such pattern is shown whole. The result is not cleaned.
func StateName(repo, instance string) string {
	if repo == "" || instance == "" {
		return repo + instance
	}
	for _, prefix := range []string{strings.ReplaceAll(repo, "/", "__"), repo[strings.LastIndexByte(repo, '/')+1:]} {
		if n, ok := strings.CutPrefix(instance, prefix+"-"); ok && n != "" {
			return repo + " #" + n
		}
	}
	return repo + " " + instance
}

// FitName is a state's name in exactly w cells. One that is too long is cut in
// its repository, so that what tells states apart stays.
func FitName(m *cell.Width, name string, w int) string {
	at := strings.LastIndexByte(name, ' ') + 1
	if m.Of(name) <= w || at < 1 || m.Of(name[at:]) > w*2/3 {
		return m.Fit(name, w)
	}
	return m.Fit(name[:at-1], w-1-m.Of(name[at:])) + " " + name[at:]
}

// BoundaryWords names a decision boundary for people: "after file inspection".
func BoundaryWords(b card.Boundary) string {
	return strings.ReplaceAll(string(b), "_", " ")
}

// BoundaryShort names a boundary in at most sixteen cells, as long as it is
// one of the four.
func BoundaryShort(b card.Boundary) string {
	if b == card.AfterFileInspection {
		return "after inspection"
	}
	return BoundaryWords(b)
}

// StatusSign is the sign of a status: never colour alone.
func StatusSign(s review.Status) string {
	switch s {
	case review.StatusDone:
		return "✓"
	case review.StatusDraft, review.StatusBegun:
		return "◐"
	case review.StatusOffered:
		return "+"
	case review.StatusImported:
		return "◇"
	case review.StatusSkipped:
		return "↷"
	}
	return "·"
}

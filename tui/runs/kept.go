package runs

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// Kept is what became of the predictions of an experiment that has come to its
// end. The zero value says nothing: nobody keeps any.
type Kept struct {
	Set string // the prediction set of the project that holds them; empty: none does
	Why string // why none does, or why the set stayed as it was
	Err error  // it could not be made
}

// words say it of an experiment in one sentence, clean; empty when there is
// nothing to say.
func (s *Screen) words(experiment string, k Kept) string {
	switch {
	case k.Err != nil:
		return fmt.Sprintf("Prediction set %s was not kept: %s", s.clean(experiment), s.clean(part.Fault(k.Err)))
	case k.Set != "" && k.Why != "":
		return fmt.Sprintf("Prediction set %s: %s.", s.clean(k.Set), s.clean(k.Why))
	case k.Set != "":
		return fmt.Sprintf("Prediction set %s kept, open until it is locked.", s.clean(k.Set))
	case k.Why != "":
		return fmt.Sprintf("No prediction set of %s: %s.", s.clean(experiment), s.clean(k.Why))
	}
	return ""
}

// tellKept says in the footer what became of the predictions of experiments
// that have just ended.
func (s *Screen) tellKept(ended []Live) tea.Cmd {
	var said []string
	kind := part.Quiet
	for _, l := range ended {
		text := s.words(l.Experiment, l.Kept)
		if text == "" {
			continue
		}
		said = append(said, text)
		switch {
		case l.Kept.Err != nil:
			kind = part.Bad
		case l.Kept.Set != "" && l.Kept.Why == "" && kind == part.Quiet:
			kind = part.Good
		}
	}
	if len(said) == 0 {
		return nil
	}
	return send(part.ToastMsg{Kind: kind, Text: strings.Join(said, " ")})
}

// about is the same for the list of what is known of an experiment: empty when
// nothing is.
func (k Kept) about() string {
	switch {
	case k.Err != nil:
		return "✗ not kept: " + part.Fault(k.Err)
	case k.Set != "" && k.Why != "":
		return k.Set + ": " + k.Why
	case k.Set != "":
		return "✓ " + k.Set + ", open until it is locked"
	case k.Why != "":
		return "none: " + k.Why
	}
	return ""
}

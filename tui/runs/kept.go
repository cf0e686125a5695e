package runs

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
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

// setsMsg is the prediction sets of the project, by name.
type setsMsg struct {
	to  *Screen
	all map[string]review.PredictionSet
}

// readSets reads them for who may see and lock them.
func (s *Screen) readSets() tea.Cmd {
	ctx, desk := s.env.Ctx, s.env.Desk
	if !desk.MayLock() {
		return nil
	}
	return func() tea.Msg {
		sets, err := desk.PredictionSets(ctx)
		if err != nil {
			return nil // then what is known from before goes on being shown
		}
		m := setsMsg{s, make(map[string]review.PredictionSet, len(sets))}
		for _, one := range sets {
			m.all[one.Name] = one
		}
		return m
	}
}

// setOf is the set that an experiment became; false when there is none of its
// name, or that one came from elsewhere.
func (s *Screen) setOf(x *Experiment) (review.PredictionSet, bool) {
	set, ok := s.sets[x.Experiment]
	for method := range set.Methods {
		ok = ok && slices.Contains(x.Methods, method)
	}
	return set, ok && set.Rows > 0
}

// setWords are what is known of the prediction set of an experiment, clean: as
// it stands in the project, or else what was said when the experiment ended.
func (s *Screen) setWords(x *Experiment) string {
	l := s.live[x.Experiment]
	set, ok := s.setOf(x)
	if !ok || l.Kept.Err != nil {
		return s.clean(l.Kept.about())
	}
	text := "✓ " + set.Name + ", open until it is locked"
	if set.Locked != "" {
		text = "■ " + set.Name + ", locked: it counts for sensitivity"
	}
	if set.Rows < x.Finished {
		text += fmt.Sprintf("; %s of %s are in it", thousands(set.Rows), many(x.Finished, "run"))
	}
	return s.clean(text)
}

// about is what words say, for the list of what is known of an experiment.
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

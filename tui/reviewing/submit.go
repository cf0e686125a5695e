package reviewing

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// submit hands the review in after a last question, or says what is missing.
func (s *Screen) submit() tea.Cmd {
	if list := s.missing(); len(list) > 0 {
		s.show()
		s.enterLacks(0)
		text := "Not submitted. Missing: " + list[0].text
		if more := len(list) - 1; more > 0 {
			text += fmt.Sprintf("; and %d more", more)
		}
		return toast(part.Bad, text)
	}
	sub := s.submission()
	what := fmt.Sprintf("%s, confidence %d of %d", sub.Verdict, sub.Confidence, review.MostConfidence)
	if n := len(s.changes()); n > 0 {
		what += ", " + part.Many(n, "change")
	}
	return send(part.ConfirmMsg{
		Question: "Submit this review: " + what + "?\nThe other review is not yours to see, before or after.",
		Then:     func() tea.Msg { return confirmedMsg{s} },
	})
}

// confirmedMsg says that the review may go.
type confirmedMsg struct{ to *Screen }

// submittedMsg is the desk's answer to a submission or a taking back.
type submittedMsg struct {
	to   *Screen
	back bool // taken back
	view review.View
	err  error
}

func (s *Screen) hand() tea.Cmd {
	s.acting = "submitting"
	s.rebuild()
	ctx, desk, id, at, sub := s.env.Ctx, s.env.Desk, s.state, s.view().Revision, s.submission()
	return func() tea.Msg {
		v, err := desk.Submit(ctx, id, at, sub)
		return submittedMsg{to: s, view: v, err: err}
	}
}

// takeBack takes the submitted review back to change it.
func (s *Screen) takeBack() tea.Cmd {
	s.acting = "taking back"
	ctx, desk, id := s.env.Ctx, s.env.Desk, s.state
	return func() tea.Msg {
		v, err := desk.Reopen(ctx, id)
		return submittedMsg{to: s, back: true, view: v, err: err}
	}
}

func (s *Screen) submitted(m submittedMsg) tea.Cmd {
	s.acting = ""
	if m.err != nil {
		return s.refuse(m)
	}
	said := s.submission()
	s.before = nil
	cmds := []tea.Cmd{s.bench.Renew(m.view), s.follow()}
	if m.back {
		if o := m.view.Opinion; o != nil {
			said = review.Submission{Verdict: o.Verdict, Confidence: o.Confidence, Reason: o.Reason, Causes: o.Causes}
		}
		cmds = append(cmds, s.resay(review.Opinion{Verdict: said.Verdict, Confidence: said.Confidence, Reason: said.Reason, Causes: said.Causes}),
			toast(part.Good, "taken back: change it and submit it again; until then the last one counts"))
	} else {
		text := "submitted"
		if key := s.env.Keys.Key(s.Scopes(), actNext); key != "" {
			text += " · " + key + " opens the next task"
		}
		cmds = append(cmds, s.said.Clear(), toast(part.Good, text))
	}
	s.rebuild()
	return tea.Batch(cmds...)
}

// refuse says why the desk did not take it; what was said stays.
func (s *Screen) refuse(m submittedMsg) tea.Cmd {
	what := "Not submitted: "
	if m.back {
		what = "Not taken back: "
	}
	var unfinished *review.UnfinishedError
	var stale *review.StaleError
	var unknown *review.UnknownStateError
	var noSeat *review.NoSeatError
	s.refused = []lack{{text: s.sentence(m.err)}}
	switch {
	case errors.As(m.err, &unfinished):
		s.refused = nil
		for _, f := range unfinished.Findings {
			s.refused = append(s.refused, s.inTheWay(f))
		}
	case errors.As(m.err, &stale):
		s.refused = []lack{{text: "the certificate was changed in another window: look at it, then submit again", to: s.toCertificate}}
	}
	s.show()
	if errors.As(m.err, &unknown) || errors.As(m.err, &noSeat) {
		s.refused = []lack{{text: "this review is not yours any more: your claim ran out, and it was taken"}}
		return toast(part.Bad, what+s.refused[0].text)
	}
	return tea.Batch(toast(part.Bad, what+s.refused[0].text), s.bench.Update(part.ExternalChangeMsg{}))
}

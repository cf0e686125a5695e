package runs

import (
	"context"
	"errors"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
)

// may is on how many states the person may run methods now, and why on none.
type may struct {
	read   bool
	states int
	why    string
}

// mayMsg says so.
type mayMsg struct {
	to *Screen
	may
}

// readMay asks. Outcomes open and close with the course of the states, so that
// somebody whom the screen is open to may have nothing to run on.
func (s *Screen) readMay() tea.Cmd {
	ctx, desk := s.env.Ctx, s.env.Desk
	return func() tea.Msg {
		m := may{read: true}
		open, err := desk.RunnableStates(ctx)
		if m.states = len(open); err == nil && m.states == 0 {
			m.why, err = whyNone(ctx, desk)
		}
		if err != nil {
			m.why = err.Error()
		}
		return mayMsg{s, m}
	}
}

// whyNone is why there is no state to run methods on, in the words of the desk.
func whyNone(ctx context.Context, desk *review.Desk) (string, error) {
	var refused *review.ForbiddenError
	if errors.As(desk.RefuseOutcomes("run methods"), &refused) {
		return refused.Reason, nil
	}
	queue, err := desk.Queue(ctx)
	if err != nil {
		return "", err
	}
	for _, row := range queue { // any of them: what a refusal says does not depend on the state
		if errors.As(desk.MayRun(ctx, row.State), &refused) {
			return refused.Reason, nil
		}
	}
	return "none of yours is at a point at which its outcomes are open to you", nil
}

// works reports whether the keys that run methods mean anything to this person:
// there is something to run on, or something runs.
func (s *Screen) works() bool { return s.may.states > 0 || len(s.live) > 0 }

// nothing says that there are no experiments, and how to get one or why not.
func (s *Screen) nothing() string {
	text := "There are no runs yet that you may see."
	switch {
	case !s.may.read || len(s.e.Methods()) == 0:
	case s.may.states > 0:
		text += " " + s.keyFor(doStart) + " starts an experiment on every state that is open to you."
	default:
		text += " There is no state either that you may run methods on now: " + s.clean(s.may.why) + "."
	}
	return text
}

// onStates says what an experiment would run on.
func (s *Screen) onStates() string {
	if s.may.states == 0 {
		return "on every state that is open to you"
	}
	return "on every state that is open to you: " + strconv.Itoa(s.may.states)
}

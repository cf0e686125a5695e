// Package offline is a controller that needs no network: it reads the needs off
// the state card and covers them as a set, with what the agent has observed
// counted as covered (spec 4.2). It sees what a question shows and nothing
// else. It is a real policy and deterministic, but not the paper's: what it had
// a part in is labelled "offline" everywhere.
//
// # The objective
//
// A facet is one thing that the decision may have to be told of: a word, a
// quotation, a file, the definition of a name. Each has a worth w by the text
// that asks for it, a rarity r among the cards shown, and a share left(f) that
// the agent has not seen. A card c covers a share p(c, f) of it, and a set S
// covers
//
//	F(S) = sum over f of  w(f) r(f) left(f) (1 - product over c in S of (1 - p(c, f)))
//
// which is monotone and submodular: a second card with the same words adds less
// than the first, and taking the best card each time comes within 1 - 1/e of
// the best set. To this come terms for a card alone (its place in the order
// shown, its kind of source) and for the ends of what the set holds: the
// definition of what one of its units calls, and uses and tests of what one
// defines. The latter are asked for only once the set asks, so the sum as a
// whole has no such bound; its order is that of the gains all the same.
package offline

import (
	"context"
	"fmt"
	"time"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// Name labels every output of this controller.
const Name = "offline"

// Model names the policy where another controller names its model. It changes
// whenever the same weights no longer mean the same answers.
const Model = "set-cover-2"

// Options are what can be chosen.
type Options struct {
	// Clock measures how long an answer took. Nil: no latency is reported.
	Clock func() time.Time
	// Weights are the numbers of the policy; the zero value is Defaults.
	Weights Weights
}

// Controller answers every stage by set coverage, or by plain similarity where
// the stage has no set objective. Safe for concurrent use.
type Controller struct {
	with Options
	stop map[string]bool
}

var _ complement.Controller = (*Controller)(nil)

// New makes a controller.
func New(with Options) *Controller {
	if with.Weights == (Weights{}) {
		with.Weights = Defaults()
	}
	return &Controller{with: with, stop: stopWords()}
}

// Name is "offline".
func (c *Controller) Name() string { return Name }

// Identity is what a manifest says of the controller: everything that an answer
// depends on besides the question.
func (c *Controller) Identity() any {
	return identity{Controller: Name, Model: Model, Weights: c.with.Weights}
}

type identity struct {
	Controller string  `json:"controller"`
	Model      string  `json:"model"`
	Weights    Weights `json:"weights"`
}

// Ask answers a question, or gives back the recorded answer in a run that is
// replayed. The only error is that of ctx.
func (c *Controller) Ask(ctx context.Context, q complement.Question) (methods.ModelCall, error) {
	call := methods.ModelCall{Service: "chat", Stage: q.Stage, Attempt: q.Attempt, Controller: Name, Model: Model}
	if err := context.Cause(ctx); err != nil {
		call.Error = err.Error()
		return call, fmt.Errorf("ask the offline controller: %w", err)
	}
	call.RequestHash = requestHash(q)
	if p := methods.PlayerFrom(ctx); p != nil {
		return replayed(p, call)
	}
	begun := c.now()
	text, err := c.answer(q)
	if err != nil {
		return call, err
	}
	call.Response, call.ResponseHash, call.StopReason = text, textHash(text), "stop"
	if c.with.Clock != nil {
		ms := float64(c.now().Sub(begun).Microseconds()) / 1000
		call.LatencyMS = &ms
	}
	return call, nil
}

func (c *Controller) now() time.Time {
	if c.with.Clock == nil {
		return time.Time{}
	}
	return c.with.Clock()
}

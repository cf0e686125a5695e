// Package offline is a controller that needs no network: it reads the needs off
// the state and covers them as a set. It is a real policy and deterministic,
// but not the paper's: every output that it has a part in is labelled
// "offline".
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

// Model names the policy where a hosted controller names its model.
const Model = "set-cover-1"

// Options are what can be chosen.
type Options struct {
	// Clock measures how long an answer took. Nil: no latency is reported.
	Clock func() time.Time
	// Weights are the numbers of the policy; begin with Defaults.
	Weights Weights
}

// Controller answers every stage by set coverage, or by plain similarity where
// the stage has no set objective. Safe for concurrent use.
type Controller struct {
	with Options
}

var _ complement.Controller = (*Controller)(nil)

// New makes a controller.
func New(with Options) *Controller { return &Controller{with: with} }

// Name is "offline".
func (c *Controller) Name() string { return Name }

// Identity is what a manifest says of the controller.
func (c *Controller) Identity() any { return map[string]string{"controller": Name, "model": Model} }

// Ask answers a question, or gives back the recorded answer in a run that is
// replayed.
func (c *Controller) Ask(ctx context.Context, q complement.Question) (methods.ModelCall, error) {
	call := methods.ModelCall{Service: "chat", Stage: q.Stage, Attempt: q.Attempt, Controller: Name, Model: Model}
	if err := context.Cause(ctx); err != nil {
		call.Error = err.Error()
		return call, fmt.Errorf("ask the offline controller: %w", err)
	}
	call.RequestHash = requestHash(Name, q)
	if p := methods.PlayerFrom(ctx); p != nil {
		return replayed(p, call)
	}
	ids, keep := answer(q, c.with.Weights)
	var said any = selection{ids}
	if q.Stage == methods.StageFinalize {
		said = delivery{ids, keep}
	}
	text, err := encode(said)
	if err != nil {
		return call, err
	}
	call.Response, call.ResponseHash, call.StopReason = text, textHash(text), "stop"
	return call, nil
}

// Package complement runs MSS-Complement, the three-stage method of the paper's
// section 5, and the methods it is compared with (D.2, E.2): what each call
// sees, what becomes of its answer, and what is returned. The controller that
// answers comes from outside. No certificate is ever read here.
package complement

import (
	"context"
	"errors"
	"fmt"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// The methods of this package by name.
const (
	MethodComplement  = "mss_complement"
	MethodIndependent = "independent_similarity"
	MethodNoFeedback7 = "no_feedback_fixed"
	MethodNoFeedback  = "no_feedback_adaptive"
	MethodSingleStage = "single_stage"
	MethodFixedTop8   = "fixed_top8"
	MethodSSR         = "ssr"
	MethodRerank      = "rerank"
)

// Controller answers one question about a state. Implementations are safe for
// concurrent use.
type Controller interface {
	// Name labels every output: "offline" or "openai".
	Name() string
	// Identity is the complete configuration as a value that encodes to JSON,
	// without keys.
	Identity() any
	// Ask makes one attempt. The answer's text is what the controller said; it
	// need not be valid: see ParseAnswer for the form, and FormatAnswer for who
	// wants to write one. ctx has the deadline of the attempt.
	//
	// An error is a failure to get any answer; its ModelCall is still filled in
	// as far as it is known. It wraps ErrPermanent when asking again cannot
	// help, and ErrUnusableAnswer when the service did answer, in a form that
	// holds no text: that counts as an answer that cannot be read.
	Ask(ctx context.Context, q Question) (methods.ModelCall, error)
}

// Reranker scores documents against a query (the common /v1/rerank form).
type Reranker interface {
	Name() string
	Identity() any
	// Rerank makes one attempt, numbered from 1, and returns positions in docs,
	// best first, with the exchange. Errors are those of Controller.Ask.
	Rerank(ctx context.Context, attempt int, query string, docs []string) ([]int, methods.ModelCall, error)
}

// ErrPermanent marks the error of an attempt after which no other is made: a
// refused key, a model that is not there.
var ErrPermanent = errors.New("asking again cannot help")

// ErrUnusableAnswer marks the error of an attempt that was answered in a form
// that cannot be read.
var ErrUnusableAnswer = errors.New("the answer cannot be used")

// ControllerError says that a stage got no answer at all: the run has failed and
// can be tried again. It is never a fallback, which needs an answer.
type ControllerError struct {
	Service  string // "chat" or "rerank"
	Name     string // of the controller or reranker
	Stage    string // methods.StagePropose ...
	Attempts int    // made
	Err      error  // of the last attempt
}

// Error is one sentence for a person.
func (e *ControllerError) Error() string {
	times := "attempts"
	if e.Attempts == 1 {
		times = "attempt"
	}
	return fmt.Sprintf("stage %s got no answer from %s in %d %s: %v", e.Stage, e.Name, e.Attempts, times, e.Err)
}

// Unwrap is the cause of the last attempt.
func (e *ControllerError) Unwrap() error { return e.Err }

// Question is one stage put to a controller: everything it may read.
type Question struct {
	Method           string
	Stage            string         // methods.StagePropose ...
	Attempt          int            // from 1
	Again            bool           // an earlier answer could not be read: ask for valid JSON, and add no evidence
	State            card.StateCard // without Raw, which names the planner
	Cards            []SourceCard   // in the order shown
	Min, Max         int            // how many IDs are asked for; equal where a stage wants an exact number
	MinKeep, MaxKeep int            // finalize: bounds of keep; 0 otherwise
	MaxTokens        int            // of the response; 0 is the controller's own
}

// SourceCard is a candidate unit as a controller sees it: cut to the stage's
// characters, never the whole unit.
type SourceCard struct {
	ID        string
	Path      string // its end, when it takes more than half of the characters
	Symbol    string // its beginning, when it takes more than a quarter
	LineStart int
	LineEnd   int
	Observed  bool   // the state has seen it
	Text      string // the leading characters of the excerpt
	Cut       bool   // the excerpt goes on
	Origin    Origin // why it is shown
}

// Origin tells why a card is shown (paper 5.2).
type Origin string

// The origins of cards.
const (
	FromProposal  Origin = "proposal"
	FromExpansion Origin = "expansion"
	FromReserve   Origin = "reserve"
	FromRanking   Origin = "" // a plain leading card
)

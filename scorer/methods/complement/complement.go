// Package complement runs MSS-Complement, the three-stage method of the paper's
// section 5, and the methods it is compared with (D.2, E.2): what each call
// sees, what becomes of its answer, and what is returned. The controller that
// answers comes from outside. No certificate is ever read here.
package complement

import (
	"context"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
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
	// need not be valid. An error is a failure to get any answer; its ModelCall
	// is still filled in as far as it is known.
	Ask(ctx context.Context, q Question) (methods.ModelCall, error)
}

// Question is one stage put to a controller: everything it may read.
type Question struct {
	Method           string
	Stage            string // methods.StagePropose ...
	Attempt          int    // from 1; after the first the question asks again for valid JSON
	State            card.StateCard
	Cards            []SourceCard // in the order shown
	Min, Max         int          // how many IDs are asked for
	MinKeep, MaxKeep int          // finalize: bounds of keep; 0 otherwise
	MaxTokens        int          // of the response; 0 is the controller's own
}

// SourceCard is a candidate unit as a controller sees it: cut to the stage's
// characters, never the whole unit.
type SourceCard struct {
	ID        string
	Path      string
	Symbol    string
	LineStart int
	LineEnd   int
	Observed  bool   // the state has seen it
	Text      string // the leading characters of the excerpt
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

// Settings are what can be chosen. Begin with Defaults.
type Settings struct {
	Retrieval  retrieval.Settings // views, fusion, embedder, query, lambda, seed
	Controller Controller
	Reranker   Reranker // of the method rerank; nil: the method cannot be made
	Ceiling    int      // source tokens of the returned set; 6,144
}

// Reranker scores documents against a query (the common /v1/rerank form).
type Reranker interface {
	Name() string
	Identity() any
	// Rerank returns positions in docs, best first, with the exchange.
	Rerank(ctx context.Context, query string, docs []string) ([]int, methods.ModelCall, error)
}

// Methods are the names that New takes: those of this package and all of
// package retrieval.
func Methods() []string { panic("stub") }

// New makes a method ready to run. The error names a method or setting that
// cannot be.
func New(method string, with Settings) (methods.Method, error) { panic("stub") }

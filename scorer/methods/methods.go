// Package methods says what a method is to whoever runs it: what it may read,
// what it returns, and what it tells while it works. Nothing under this package
// imports certificates, so no method can read an answer (paper D.1, E.4).
package methods

import (
	"context"
	"sync"
	"time"

	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

// Method ranks the pool of one state. Implementations are safe for concurrent
// use by several states.
type Method interface {
	// ID is the method's name in predictions: "mss_complement".
	ID() string
	// Identity is the complete configuration of the method and of the models
	// behind it as a value that encodes to JSON; equal configurations encode to
	// equal bytes. Never a key or an address with credentials in it.
	Identity() any
	// Run returns the method's answer for one state. What happens on the way is
	// told to rec, in order; an error of rec ends the run. An error says what
	// could not be done and leaves no prediction behind.
	Run(ctx context.Context, in *Input, rec Recorder) (Output, error)
}

// Derived is a method that is read off another one's recorded output and asks
// nobody anything (paper E.2: single_stage, fixed_top8).
type Derived interface {
	Method
	// From is the ID of the method that it is derived from.
	From() string
	// Derive makes the output from the recorded one.
	Derive(in *Input, recorded Output) (Output, error)
}

// Input is all that a method may read: the public state card and the pool,
// indexed once for every method that runs on the state.
type Input struct {
	Card   card.StateCard
	Index  *retrieval.Index // of the state's pool
	Tokens *tokens.Counter

	// Budget is the context budget of the run: source tokens at most of what a
	// method returns, beside the ceiling that it may have of its own; 0: none.
	Budget int

	// Clock times the views for the trajectory; nil leaves their latencies
	// missing, as replays do. Set it before the first method runs.
	Clock func() time.Time

	observed func() map[string]card.Observation
	mu       sync.Mutex
	fusions  map[string]*pending
}

// NewInput readies a state. The counter is shared by all states of a process.
func NewInput(s card.State, count *tokens.Counter) *Input {
	return &Input{
		Card: s.Card, Index: retrieval.NewIndex(s.Pool), Tokens: count,
		observed: sync.OnceValue(func() map[string]card.Observation { return card.Observe(s) }),
		fusions:  make(map[string]*pending),
	}
}

// Pool is the state's pool.
func (in *Input) Pool() card.Pool { return in.Index.Pool() }

// Observed reports whether the state has seen a unit, by any of the sources of
// card.Observe. Observed units stay candidates everywhere (paper E.1).
func (in *Input) Observed(id string) bool { return in.observed()[id].Any() }

// Output is a method's answer for one state.
type Output struct {
	// Ranked are the units returned, best first, within the method's limits.
	Ranked []string `json:"ranked_evidence_ids"`
	// Stages are the selections of a method that asks a controller, in order; of
	// a derived method those that it was read from.
	Stages []Stage `json:"stages,omitempty"`
	// Tokens is the number of source tokens of the units returned.
	Tokens int `json:"source_tokens"`
	// Controller is the name of the controller asked ("offline", "openai");
	// empty for methods that ask none. It labels every row of the output. Of
	// the method rerank it is the name of the reranker.
	Controller string `json:"controller,omitempty"`
}

// Stage is what one call of a controller came to.
type Stage struct {
	Name       string   `json:"stage"`             // StagePropose ...
	Selected   []string `json:"selected"`          // in recorded order, after validation
	Keep       int      `json:"keep,omitzero"`     // how many leading units are kept, where the stage says so
	Shown      int      `json:"cards"`             // source cards that the controller saw
	Attempts   int      `json:"attempts"`          // answers asked for, at most 3
	Normalized bool     `json:"normalized"`        // cut, filled, or rid of unknown and repeated IDs
	Fallback   bool     `json:"fallback"`          // no valid answer: taken from the fused order
	Unknown    int      `json:"unknown,omitzero"`  // IDs that were not shown
	Repeated   int      `json:"repeated,omitzero"` // IDs named more than once
	Filled     int      `json:"filled,omitzero"`   // IDs taken from the fused order
	Cut        int      `json:"cut,omitzero"`      // IDs beyond what was asked for
}

// The stages by name. The last three are those of the comparators without a
// set objective (spec 4.3).
const (
	StagePropose  = "propose"
	StageExpand   = "expand"
	StageFinalize = "finalize"
	StageSelect   = "select" // independent_similarity: the first selection
	StageWiden    = "widen"  // independent_similarity: the second
	StageRerank   = "rerank" // independent_similarity: the third; rerank
	StageSSR      = "ssr"    // the one call of ssr
)

package complement

import (
	"fmt"
	"strings"
	"time"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// Settings are what can be chosen. Begin with Defaults.
type Settings struct {
	// Retrieval are views, fusion, embedder, query form, lambda and seed. Its
	// Limit is how many units the single retrievers return: 100 by default, so
	// that every prefix of the paper can be scored and traces stay small; 0 is
	// all that they rank. The methods of this package do not read it.
	Retrieval  retrieval.Settings
	Controller Controller
	Reranker   Reranker      // of the method rerank; nil: the method cannot be made
	Ceiling    int           // source tokens of the returned set; 0 is the paper's 6,144
	Timeout    time.Duration // of one attempt; 0 is the paper's 240 s
	Capacities Capacities    // zero: the paper's
}

// Capacity is what one call is shown and asked for (paper E.1).
type Capacity struct {
	Cards      int `json:"cards"`      // shown at most
	Characters int `json:"characters"` // of one card, its header included; Unicode code points
	IDs        int `json:"ids"`        // asked for at most
}

// Capacities are the stage sizes of all methods here. Other ones than the
// paper's are for ablations; they stand in the identity of a method.
type Capacities struct {
	Propose  Capacity `json:"propose"`
	Expand   Capacity `json:"expand"`
	Finalize Capacity `json:"finalize"`
	SSR      Capacity `json:"ssr"`
	MinKeep  int      `json:"min_keep"` // of finalize
	MaxKeep  int      `json:"max_keep"`
	Fixed    int      `json:"fixed"`          // units of independent_similarity and no_feedback_fixed
	SSRRoute int      `json:"ssr_route"`      // leading candidates of each lexical route
	SSRReply int      `json:"ssr_max_tokens"` // of the response
	Rerank   int      `json:"rerank"`         // leading candidates of the dense view
}

// PaperCapacities are those of E.1 and D.2.
func PaperCapacities() Capacities {
	return Capacities{
		Propose:  Capacity{Cards: 80, Characters: 760, IDs: 8},
		Expand:   Capacity{Cards: 120, Characters: 280, IDs: 48},
		Finalize: Capacity{Cards: 120, Characters: 620, IDs: 8},
		SSR:      Capacity{Cards: 20, Characters: 1600, IDs: 5},
		MinKeep:  4, MaxKeep: 8, Fixed: 7, SSRRoute: 10, SSRReply: 2400, Rerank: 100,
	}
}

const (
	paperCeiling = 6144
	paperTimeout = 240 * time.Second
	attempts     = 3   // of one stage
	recorded     = 120 // fused candidates that a trajectory tells of: all that a stage can see
	plainLimit   = 100 // units that a single retriever returns, and tells of
	proposalRRF  = 60  // k of the fusion of three proposals (E.2)
)

// Defaults are the paper's settings, with offline retrieval and no controller.
func Defaults() Settings {
	s := Settings{Retrieval: retrieval.Defaults(), Ceiling: paperCeiling, Timeout: paperTimeout, Capacities: PaperCapacities()}
	s.Retrieval.Limit = plainLimit
	return s
}

// whole fills in what was left at zero and says what cannot be.
func (s Settings) whole() (Settings, error) {
	if s.Ceiling == 0 {
		s.Ceiling = paperCeiling
	}
	if s.Timeout == 0 {
		s.Timeout = paperTimeout
	}
	if s.Capacities == (Capacities{}) {
		s.Capacities = PaperCapacities()
	}
	if s.Ceiling < 0 {
		return s, fmt.Errorf("a ceiling of %d source tokens holds nothing", s.Ceiling)
	}
	if s.Timeout < 0 {
		return s, fmt.Errorf("an attempt cannot last %v", s.Timeout)
	}
	return s, s.Capacities.check()
}

func (c Capacities) check() error {
	for _, stage := range []struct {
		name string
		Capacity
	}{{methods.StagePropose, c.Propose}, {methods.StageExpand, c.Expand}, {methods.StageFinalize, c.Finalize}, {methods.StageSSR, c.SSR}} {
		if stage.Cards < 1 || stage.Characters < 1 || stage.IDs < 1 || stage.IDs > stage.Cards {
			return fmt.Errorf("stage %s cannot show %d cards of %d characters and ask for %d of them", stage.name, stage.Cards, stage.Characters, stage.IDs)
		}
	}
	if c.MinKeep < 1 || c.MaxKeep < c.MinKeep || c.MaxKeep > c.Finalize.IDs {
		return fmt.Errorf("of %d final units between %d and %d cannot be kept", c.Finalize.IDs, c.MinKeep, c.MaxKeep)
	}
	if c.Propose.IDs+c.Expand.IDs > c.Finalize.Cards {
		return fmt.Errorf("%d cards cannot show %d proposed and %d further units", c.Finalize.Cards, c.Propose.IDs, c.Expand.IDs)
	}
	if c.Propose.IDs >= c.Expand.Cards {
		return fmt.Errorf("%d cards leave nothing to expand %d proposed units with", c.Expand.Cards, c.Propose.IDs)
	}
	if c.Fixed < 1 || c.Fixed > c.Expand.IDs || c.SSRRoute < 1 || c.SSRReply < 0 || c.Rerank < 1 {
		return fmt.Errorf("a fixed size of %d, routes of %d, a response of %d tokens or a reranking of %d cannot be", c.Fixed, c.SSRRoute, c.SSRReply, c.Rerank)
	}
	return nil
}

// Methods are the names that New takes: those of this package and all of
// package retrieval.
func Methods() []string {
	return append([]string{
		MethodComplement, MethodIndependent, MethodNoFeedback7, MethodNoFeedback,
		MethodSingleStage, MethodFixedTop8, MethodSSR, MethodRerank,
	}, retrieval.Methods()...)
}

// New makes a method ready to run. The error names a method or setting that
// cannot be.
func New(method string, with Settings) (methods.Method, error) {
	with, err := with.whole()
	if err != nil {
		return nil, fmt.Errorf("method %s: %w", method, err)
	}
	base := base{method: method, with: with}
	switch method {
	case MethodSingleStage, MethodFixedTop8:
		return newDerived(base)
	case MethodRerank:
		return newRerank(base)
	case MethodComplement, MethodIndependent, MethodNoFeedback7, MethodNoFeedback, MethodSSR:
		return newStaged(base)
	}
	for _, name := range retrieval.Methods() {
		if name == method {
			return newPlain(base)
		}
	}
	return nil, fmt.Errorf("there is no method %q; choose one of %s", method, strings.Join(Methods(), ", "))
}

// base is what all methods here have.
type base struct {
	method string
	with   Settings
}

// ID is the method's name.
func (b base) ID() string { return b.method }

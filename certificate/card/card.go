// Package card holds the public side of a decision: the state card, its pool
// of candidate units, and what a method predicted for it. Nothing here knows
// of certificates, so whatever is compiled against this package alone cannot
// see an answer (paper 3 and B.1).
package card

import (
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// Boundary is the decision boundary at which a state was captured (paper 4.1).
type Boundary string

// The four boundaries of the paper. Other values import as given.
const (
	BeforeSearch        Boundary = "before_search"
	AfterSearch         Boundary = "after_search"
	AfterFileInspection Boundary = "after_file_inspection"
	BeforeEdit          Boundary = "before_edit"
)

// StateCard is s_t: what the agent has seen and wants at the decision, without
// the pool. Every field but ID may be empty. Text is untrusted and kept as given.
type StateCard struct {
	ID          string // state_id
	ItemID      string
	InstanceID  string
	Repo        string // the cluster for resampling
	BaseCommit  string
	Split       string
	Boundary    Boundary // state_type
	Issue       string
	Need        string // information_need
	Observation string // current_observation
	Hypothesis  string
	Subgoal     string
	Diff        string
	TestOutput  string
	OpenedFiles []string // as given: Windows paths stay Windows paths; members that are no string are left out here and kept in Raw
	Queries     []string // search_queries
	Steps       []Step   // trajectory_prefix
	Observed    []string // observed_evidence_ids, O_t; may name units outside the pool
	Truncated   bool     // candidate_pool_truncated

	// Raw is every key of the card but candidate_evidence, in file order and
	// with values as written: what export gives back. Nil for a card made here.
	Raw []records.Member
}

// Step is one action of the trajectory prefix. The planner's identity
// (agent_name, model, metadata.planner) is not decoded, so that no screen can
// show it.
type Step struct {
	ID      string // step_id: a string as it is, a number with its digits
	Label   string // what people call it: "step 3"
	Action  string // action_type
	Input   string // action_input; one that is no string keeps its JSON text
	Tool    string // tool_name; empty where the release names the planner as the tool
	Output  string // tool_output, as Input
	Status  string
	Exit    *int // exit_code; nil when missing
	Results []Hit
	Read    *Span    // the lines a file read showed; nil for other steps, and when it does not say
	Opened  []string // opened_files
	Queries []string // search_queries
}

// Span is a run of lines of one file, 1-based and inclusive.
type Span struct {
	Path      string // as given
	LineStart int
	LineEnd   int
}

// Hit is one search result of a step.
type Hit struct {
	Path      string
	LineStart int // 1-based, inclusive; 0 when missing
	LineEnd   int
	Rank      int
	Symbol    string
	Kind      string // chunk_type
	Content   string
}

// Unit is one candidate source unit of V_t.
type Unit struct {
	ID         string // evidence_id, unique in the pool
	Path       string // source_path as given
	LineStart  int    // 1-based, inclusive; 0 when missing
	LineEnd    int
	Text       string // content_excerpt as given; may end mid-line before LineEnd
	SHA256     string // content_sha256 of the upstream unit, not of the excerpt
	Symbol     string
	Language   string
	SourceType string
	Observed   bool // observed_by_state
	// Extra is every key but a content_excerpt with text, in file order with
	// values as written; Extra and Text together give the unit back. Nil for a
	// unit made here.
	Extra []records.Member
}

// Pool is the candidate set of one state, in file order.
type Pool struct {
	Units []Unit
	index map[string]int
}

// NewPool indexes units by ID. The caller has checked that IDs are unique.
func NewPool(units []Unit) Pool {
	p := Pool{Units: units, index: make(map[string]int, len(units))}
	for i, u := range units {
		p.index[u.ID] = i
	}
	return p
}

// Find returns the position of a unit in the pool, and whether it is there.
func (p Pool) Find(id string) (int, bool) {
	i, ok := p.index[id]
	return i, ok
}

// Has reports whether the unit with this ID is in the pool, for a reader that
// has made no string of it.
func (p Pool) Has(id []byte) bool {
	_, ok := p.index[string(id)]
	return ok
}

// Unit returns the unit with this ID, or nil.
func (p Pool) Unit(id string) *Unit {
	if i, ok := p.index[id]; ok {
		return &p.Units[i]
	}
	return nil
}

// Len is |V_t|.
func (p Pool) Len() int { return len(p.Units) }

// State is a card with its pool: one record of items.jsonl.
type State struct {
	Card StateCard
	Pool Pool
}

// Prediction is one ranking: the units a method returned for a state, best
// first. Observed IDs are valid slots (paper 3).
type Prediction struct {
	State  string         // state_id
	Method string         // method
	Ranked []string       // ranked_evidence_ids; empty is an abstention
	Raw    jsontext.Value // the record as written when it has further keys, else nil
}

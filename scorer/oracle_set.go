package scorer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
)

// The names under which oracle rows are filed. What they rank was chosen with
// the certificate in view: they bound the target and are no methods.
const (
	MethodOracle         = "oracle"
	MethodOracleMinusOne = "oracle_minus_one"
)

// OracleOptions bound what an oracle set may hold (paper F.4).
type OracleOptions struct {
	Limit   int // units at most; 0: 8
	Ceiling int // source tokens at most; 0: 6,144
	// Tokens counts the source tokens of a unit; nil: no ceiling is kept.
	Tokens func(u *card.Unit) (int, error)
	Budget certificate.Budget // of the search; zero: certificate.DefaultBudget
}

func (o OracleOptions) settled() OracleOptions {
	o.Limit = cmp.Or(o.Limit, 8)
	o.Ceiling = cmp.Or(o.Ceiling, 6144)
	if o.Budget.Steps == 0 {
		o.Budget = certificate.DefaultBudget()
	}
	return o
}

// OracleSet is the evidence that an organizer makes from a certificate.
type OracleSet struct {
	State string
	// Units are the units of the witness, or of what is left of it, as they
	// rank, and behind them what the ranking fills the set with.
	Units    []string
	Size     int      // units asked for: the given size, raised to the smallest completing set, at most the limit
	Witness  []string // the smallest completing set that ranks earliest; empty when there is none within the limit
	Proven   bool     // that no smaller set completes, and none of this size ranks earlier
	Complete bool     // Units completes the certificate
	Short    int      // units that ranking and ceiling did not give
	Tokens   int      // source tokens of Units; -1 when none are counted
	Over     bool     // the witness alone is above the ceiling; it is kept whole

	// The rest is that of a set without one group.
	Removed     string   // label of the group taken away; empty for a whole oracle set
	Excluded    []string // its alternatives, none of which is in Units
	Overlapping []string // units kept out because their lines overlap an alternative
	Withheld    []string // units kept out because with them a branch would complete
	method      string
}

// MakeOracleSet makes the oracle set of a state (paper F.4): the smallest
// completing set that ranks earliest, filled from the ranking to a size. Sets
// are compared unit by unit in the order of the ranking: the one whose best
// unit ranks better is earlier, then the one whose second does, and so on;
// units outside the ranking come last, by ID. Filling passes over units that
// the state has observed and those that do not fit under the ceiling.
//
// The ranking should hold the whole pool, or the set may stay short. Errors are
// those of counting.
func MakeOracleSet(c certificate.Certificate, s card.State, ranking []string, size int, o OracleOptions) (OracleSet, error) {
	o = o.settled()
	m := certificate.Compile(c)
	w, found, status := m.SmallestRanked(ranking, o.Budget)
	set := OracleSet{State: c.State, Proven: status.Proven, method: MethodOracle}
	if found && len(w) <= o.Limit {
		set.Witness = byRank(w, ranking)
	}
	set.Size = min(max(size, len(w)), o.Limit)
	f, err := newFilling(s, o, set.Size)
	if err != nil {
		return OracleSet{}, err
	}
	for _, id := range set.Witness {
		f.keep(id)
	}
	set.Over = f.counted && f.tokens > o.Ceiling
	f.fill(ranking)
	set.take(f)
	set.Complete = m.Complete(set.Units)
	return set, nil
}

// byRank orders units as they rank, those outside the ranking last and by ID.
func byRank(units, ranking []string) []string {
	rank := make(map[string]int, len(ranking))
	for i, id := range slices.Backward(ranking) {
		rank[id] = i
	}
	place := func(id string) int {
		if at, ranked := rank[id]; ranked {
			return at
		}
		return len(ranking)
	}
	out := slices.Clone(units)
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(place(a)-place(b), cmp.Compare(a, b)) })
	return out
}

// filling is an oracle set as it grows.
type filling struct {
	pool    *card.Pool
	cost    map[string]int
	counted bool
	seen    map[string]bool // observed units
	barred  func(id string) bool
	o       OracleOptions
	size    int
	units   []string
	in      map[string]bool
	tokens  int
}

func newFilling(s card.State, o OracleOptions, size int) (*filling, error) {
	f := &filling{pool: &s.Pool, o: o, size: size, cost: map[string]int{}, seen: map[string]bool{}, in: map[string]bool{}, counted: o.Tokens != nil}
	for _, id := range s.Card.Observed {
		f.seen[id] = true
	}
	for i := range s.Pool.Units {
		u := &s.Pool.Units[i]
		if u.Observed {
			f.seen[u.ID] = true
		}
		if !f.counted {
			continue
		}
		n, err := o.Tokens(u)
		if err != nil {
			return nil, fmt.Errorf("count the source tokens of unit %s of state %s: %w", u.ID, s.Card.ID, err)
		}
		f.cost[u.ID] = n
	}
	return f, nil
}

// keep puts a unit in whatever it costs.
func (f *filling) keep(id string) {
	f.units = append(f.units, id)
	f.in[id] = true
	f.tokens += f.cost[id]
}

// fits reports whether a unit may be added.
func (f *filling) fits(id string) bool {
	_, pooled := f.pool.Find(id)
	return len(f.units) < f.size && !f.in[id] && pooled && (!f.counted || f.tokens+f.cost[id] <= f.o.Ceiling)
}

// fill adds units of the ranking, in order, as long as there is room.
func (f *filling) fill(ranking []string) {
	for _, id := range ranking {
		if !f.seen[id] && f.fits(id) && (f.barred == nil || !f.barred(id)) {
			f.keep(id)
		}
	}
}

func (s *OracleSet) take(f *filling) {
	s.Units, s.Short, s.Tokens = f.units, s.Size-len(f.units), f.tokens
	if !f.counted {
		s.Tokens = -1
	}
}

// Prediction is the set as a row that says what it is: labels were read.
func (s OracleSet) Prediction() card.Prediction {
	p := card.Prediction{State: s.State, Method: s.method, Ranked: s.Units}
	members := []records.Member{
		{Name: "state_id", Value: records.String(p.State)},
		{Name: "method", Value: records.String(p.Method)},
		{Name: "ranked_evidence_ids", Value: records.Strings(p.Ranked)},
		{Name: "labels_read_at_inference", Value: jsontext.Value("true")},
		{Name: "diagnostic", Value: records.String("made by the organizer from the certificate")},
		{Name: "complete", Value: jsontext.Value(strconv.FormatBool(s.Complete))},
	}
	if s.Tokens >= 0 {
		members = append(members, records.Member{Name: "source_tokens", Value: jsontext.Value(strconv.Itoa(s.Tokens))})
	}
	if s.Removed != "" {
		members = append(members,
			records.Member{Name: "removed_group", Value: records.String(s.Removed)},
			records.Member{Name: "excluded_overlapping", Value: records.Strings(s.Overlapping)},
			records.Member{Name: "withheld_from_branches", Value: records.Strings(s.Withheld)})
	}
	p.Raw = records.Object(members)
	return p
}

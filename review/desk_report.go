package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Accounting is table 8, with the progress of the work. What people did is
// counted from the ledger alone; cumulative counts never go down.
type Accounting struct {
	ScorableStates     int `json:"scorable_states"` // in the release or on the way to it
	ModelReviews       int `json:"independent_model_reviews"`
	ModelArbitrations  int `json:"third_model_arbitration_rows"`
	HumanReviews       int `json:"human_reviews"` // on record: by two reviewers a state, however often each was changed
	Arbitrations       int `json:"arbitrations"`  // states that a senior decided
	HumanAudited       int `json:"human_audited_states"`
	Repairs            int `json:"certificate_repairs"` // cumulative: certificates that a closing or a decision changed
	Replacements       int `json:"replacements"`        // cumulative
	StatesWithBranches int `json:"states_with_branches"`
	StatesWithSeveral  int `json:"states_with_several_branches"`
	Branches           int `json:"branches"`

	Phases    map[Phase]int `json:"phases"`
	Events    int           `json:"events"`
	Submitted int           `json:"reviews_submitted"` // with those that were changed and handed in again
	Reopened  int           `json:"reviews_reopened"`
	Recalled  int           `json:"decisions_recalled"`
}

// Accounting folds the ledger. Model reviewers beyond the two with the most
// rows are third ones, who look at what the others left open. Errors:
// *ForbiddenError.
func (d *Desk) Accounting(ctx context.Context) (Accounting, error) {
	if err := d.Scope().Oversee("see the accounts"); err != nil {
		return Accounting{}, err
	}
	t := tally{Accounting: Accounting{Phases: map[Phase]int{}}, reviews: map[slotted]bool{}, decided: map[string]bool{}, audited: map[slotted]bool{}}
	for e, err := range d.repo.Events(ctx, d.Scope(), Filter{}) {
		if err != nil {
			return Accounting{}, fmt.Errorf("read the journal: %w", err)
		}
		t.count(e)
	}
	cases, err := d.cases(ctx)
	if err != nil {
		return Accounting{}, err
	}
	for _, k := range cases {
		t.state(k)
	}
	signals, err := d.Signals(ctx)
	if err != nil {
		return Accounting{}, err
	}
	t.models(signals)
	return t.Accounting, nil
}

// slotted is one of the two reviews or audits of a state.
type slotted struct {
	state string
	slot  Slot
}

// tally counts while it walks the ledger.
type tally struct {
	Accounting
	reviews map[slotted]bool
	decided map[string]bool
	audited map[slotted]bool
}

func (t *tally) count(e Event) {
	t.Events++
	switch e.Kind {
	case Submitted:
		t.Submitted++
		t.reviews[slotted{e.State, Slot(e.Sheet)}] = true
		t.HumanReviews = len(t.reviews)
	case Reopened:
		t.Reopened++
	case Decided:
		t.decided[e.State] = true
		t.Arbitrations = len(t.decided)
	case Recalled:
		t.Recalled++
		delete(t.decided, e.State)
		t.Arbitrations = len(t.decided)
	case Settled, Ruled:
		t.Repairs++
	case Replaced:
		if r, err := body[Replacement](e); err == nil && r.Old == e.State {
			t.Replacements++
		}
	case Audited:
		t.countAudit(e)
	}
}

func (t *tally) countAudit(e Event) {
	s, err := body[struct {
		Auditor   Slot `json:"auditor"`
		Submitted bool `json:"submitted"`
	}](e)
	if err != nil {
		return
	}
	t.audited[slotted{e.State, s.Auditor}] = s.Submitted
	t.HumanAudited = 0
	for at, done := range t.audited {
		if at.slot == SlotA && done && t.audited[slotted{at.state, SlotB}] {
			t.HumanAudited++
		}
	}
}

func (t *tally) state(k Case) {
	t.Phases[k.Course.Phase]++
	if k.Course.Phase == Excluded || k.Course.Reserve {
		return
	}
	t.ScorableStates++
	n := k.Sums[Main].Branches
	t.Branches += n
	if n > 0 {
		t.StatesWithBranches++
	}
	if n > 1 {
		t.StatesWithSeveral++
	}
}

func (t *tally) models(signals []SignalCount) {
	slices.SortStableFunc(signals, func(a, b SignalCount) int { return cmp.Compare(b.Rows, a.Rows) })
	for i, s := range signals {
		if i < 2 {
			t.ModelReviews += s.Rows
		} else {
			t.ModelArbitrations += s.Rows
		}
	}
}

// SignalCount is one line of table 7: what one model reviewer said, by verdict.
type SignalCount struct {
	Reviewer string          `json:"reviewer"`
	Rows     int             `json:"rows"`
	Counts   map[Verdict]int `json:"counts"`
}

// Signals are the marginal counts per model reviewer, by name. Errors:
// *ForbiddenError.
func (d *Desk) Signals(ctx context.Context) ([]SignalCount, error) {
	if err := d.Scope().Oversee("see what models said"); err != nil {
		return nil, err
	}
	signals, err := d.repo.Signals(ctx, d.Scope())
	if err != nil {
		return nil, fmt.Errorf("read the signals: %w", err)
	}
	counts := []SignalCount{}
	for _, s := range signals {
		i := slices.IndexFunc(counts, func(c SignalCount) bool { return c.Reviewer == s.Reviewer })
		if i < 0 {
			counts = append(counts, SignalCount{Reviewer: s.Reviewer, Counts: map[Verdict]int{}})
			i = len(counts) - 1
		}
		counts[i].Rows++
		counts[i].Counts[s.Verdict]++
	}
	slices.SortFunc(counts, func(a, b SignalCount) int { return strings.Compare(a.Reviewer, b.Reviewer) })
	return counts, nil
}

// Disagreement is a state whose two reviews are in and do not say quite the same.
type Disagreement struct {
	State   string  `json:"state_id"`
	Phase   Phase   `json:"phase"`
	Outcome Outcome `json:"outcome"`
	A       Verdict `json:"a"`
	B       Verdict `json:"b"`
	Causes  []Cause `json:"causes"`          // the senior's once decided, else the reviewers'
	Ruling  Whole   `json:"ruling,omitzero"` // once decided
	Moved   bool    `json:"moved,omitzero"`  // a review was changed since
}

// Disagreements lists them, those that went to the senior first and of those
// the lowest agreement. Errors: *ForbiddenError.
func (d *Desk) Disagreements(ctx context.Context) ([]Disagreement, error) {
	if err := d.Scope().Oversee("see the disagreements"); err != nil {
		return nil, err
	}
	cases, err := d.cases(ctx)
	if err != nil {
		return nil, err
	}
	list := []Disagreement{}
	for _, k := range cases {
		c := k.Course
		if c.Outcome == nil || c.Outcome.Route == Closes && len(c.Outcome.Minor) == 0 {
			continue
		}
		in := inputs(c.Basis)
		one := Disagreement{
			State: c.State, Phase: c.Phase, Outcome: *c.Outcome, A: in.A.Verdict, B: in.B.Verdict,
			Causes: either(in.A.Causes, in.B.Causes), Moved: c.Moved(),
		}
		if c.Ruling != nil {
			one.Ruling, one.Causes = c.Ruling.Whole, c.Ruling.Causes
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b Disagreement) int {
		return cmp.Or(cmp.Compare(rank(a.Outcome.Route), rank(b.Outcome.Route)), cmp.Compare(a.Outcome.Closeness, b.Outcome.Closeness))
	})
	return list, nil
}

func rank(r Route) int {
	if r == ToSenior {
		return 0
	}
	return 1
}

func either(a, b []Cause) []Cause {
	out := slices.Clone(a)
	for _, c := range b {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

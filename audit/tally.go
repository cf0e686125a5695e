package audit

import (
	"fmt"
	"slices"
)

// tally joins the sheets of both auditors by state and group.
type tally struct {
	frozen map[string]Frozen
	latest map[Rater]map[string]Sheet
	groups int // in the whole sample

	verdicts   []pair // states that count
	patterns   []pair // groups that count
	fields     [FieldCount][]pair
	lostFields [FieldCount][]Exclusion
	lostStates []Exclusion
	lostGroups []Exclusion // of states that count
}

// patternCount is the number of patterns that eight answers can have.
const patternCount = 1 << FieldCount

func newTally(sample Sample, frozen []Frozen, sheets []Sheet) (*tally, error) {
	t := &tally{
		frozen: make(map[string]Frozen, len(frozen)),
		latest: map[Rater]map[string]Sheet{RaterA: {}, RaterB: {}},
	}
	if err := t.frame(sample, frozen); err != nil {
		return nil, err
	}
	latest, err := Latest(sheets)
	if err != nil {
		return nil, err
	}
	for _, s := range latest {
		if err := t.known(s); err != nil {
			return nil, err
		}
		t.latest[s.Auditor][s.State] = s
	}
	for _, state := range sample.drawn.States {
		t.join(t.frozen[state])
	}
	return t, nil
}

// frame checks that frozen is the sample.
func (t *tally) frame(sample Sample, frozen []Frozen) error {
	if len(sample.drawn.States) == 0 {
		return fmt.Errorf("no sample was drawn")
	}
	for _, f := range frozen {
		if _, twice := t.frozen[f.State]; twice {
			return fmt.Errorf("state %s is given twice", f.State)
		}
		if _, in := slices.BinarySearch(sample.drawn.States, f.State); !in {
			return fmt.Errorf("state %s is not in the sample of seed %d", f.State, sample.drawn.Seed)
		}
		if ids, err := sortedIDs(f.Groups); err != nil || len(ids) == 0 {
			return fmt.Errorf("state %s: its groups must have distinct IDs and be at least one: %q", f.State, f.Groups)
		}
		t.frozen[f.State] = f
		t.groups += len(f.Groups)
	}
	for _, s := range sample.drawn.States {
		if _, have := t.frozen[s]; !have {
			return fmt.Errorf("the certificate of the sampled state %s is missing", s)
		}
	}
	return nil
}

// known checks a submitted sheet as far as to count it.
func (t *tally) known(s Sheet) error {
	if s.Auditor != RaterA && s.Auditor != RaterB {
		return fmt.Errorf("a sheet of %s is by %q; only the auditors A and B are compared", s.State, s.Auditor)
	}
	f, in := t.frozen[s.State]
	switch {
	case !in:
		return fmt.Errorf("auditor %s judged %s, which is not in the sample", s.Auditor, s.State)
	case s.Verdict != "" && !slices.Contains(AllVerdicts(), s.Verdict):
		return fmt.Errorf("auditor %s on %s: %q is no verdict of an audit", s.Auditor, s.State, s.Verdict)
	case s.Confidence < 0 || s.Confidence > 5:
		return fmt.Errorf("auditor %s on %s: confidence %d is not from 1 to 5", s.Auditor, s.State, s.Confidence)
	case s.Certificate != f.Certificate:
		return nil // its groups are another certificate's; excluded when joined
	}
	seen := make([]string, 0, len(s.Groups))
	for _, g := range s.Groups {
		if !slices.Contains(f.Groups, g.Group) || slices.Contains(seen, g.Group) {
			return fmt.Errorf("auditor %s on %s: group %q is judged twice or not in the certificate", s.Auditor, s.State, g.Group)
		}
		seen = append(seen, g.Group)
		for i, one := range g.Fields {
			if one.Answer != Unanswered && one.Answer != OK && one.Answer != NotOK {
				return fmt.Errorf("auditor %s on %s, group %s: %q is no answer to %s", s.Auditor, s.State, g.Group, one.Answer, Field(i))
			}
		}
	}
	return nil
}

// join pairs what A and B said on one state.
func (t *tally) join(f Frozen) {
	a, b := t.latest[RaterA][f.State], t.latest[RaterB][f.State]
	if lost, is := lostState(f, a, b); is {
		t.lostStates = append(t.lostStates, lost)
		return
	}
	t.verdicts = append(t.verdicts, pair{Item{State: f.State}, string(a.Verdict), string(b.Verdict)})
	for _, g := range slices.Sorted(slices.Values(f.Groups)) {
		t.joinGroup(Item{f.State, g}, a.group(g), b.group(g))
	}
}

func (t *tally) joinGroup(item Item, a, b Judgments) {
	if pa, pb := a.Pattern(), b.Pattern(); pa != "" && pb != "" {
		t.patterns = append(t.patterns, pair{item, pa, pb})
	} else {
		lost := exclude(item, pa == "", pb == "")
		lost.Reason = lost.Lacks + " left a judgment open"
		t.lostGroups = append(t.lostGroups, lost)
	}
	for i := range t.fields {
		x, y := a[i].Answer, b[i].Answer
		if x != Unanswered && y != Unanswered {
			t.fields[i] = append(t.fields[i], pair{item, string(x), string(y)})
			continue
		}
		t.lostFields[i] = append(t.lostFields[i], exclude(item, x == Unanswered, y == Unanswered))
	}
}

// group finds the judgments on a group, all unanswered where there are none.
func (s Sheet) group(id string) Judgments {
	for _, g := range s.Groups {
		if g.Group == id {
			return g.Fields
		}
	}
	return Judgments{}
}

// lostState says why a state does not count, if it does not. A sheet that was
// never submitted is the zero Sheet here.
func lostState(f Frozen, a, b Sheet) (Exclusion, bool) {
	whyA, whyB := lacks(f, a), lacks(f, b)
	item := Item{State: f.State}
	switch {
	case whyA == "" && whyB == "":
		return Exclusion{}, false
	case whyA == whyB:
		return Exclusion{item, bothRaters, "A and B each " + whyA}, true
	case whyA != "" && whyB != "":
		return Exclusion{item, bothRaters, "A " + whyA + ", B " + whyB}, true
	case whyA != "":
		return Exclusion{item, string(RaterA), "A " + whyA}, true
	default:
		return Exclusion{item, string(RaterB), "B " + whyB}, true
	}
}

func lacks(f Frozen, s Sheet) string {
	switch {
	case !s.Submitted:
		return "submitted no sheet yet"
	case s.Certificate != f.Certificate:
		return "judged another certificate than the frozen one"
	case s.Verdict == "":
		return "gave no verdict"
	default:
		return ""
	}
}

// questions are the verdict, the pattern of eight, then the eight fields.
func (t *tally) questions() []paired {
	verdicts := make([]string, 0, 3)
	for _, v := range AllVerdicts() {
		verdicts = append(verdicts, string(v))
	}
	var unheard []Exclusion // groups of the states that do not count
	for _, lost := range t.lostStates {
		for _, g := range slices.Sorted(slices.Values(t.frozen[lost.Item.State].Groups)) {
			unheard = append(unheard, Exclusion{Item{lost.Item.State, g}, lost.Lacks, lost.Reason})
		}
	}
	all := []paired{
		{Question{Name: "verdict", Level: States, Categories: verdicts}, t.verdicts, t.lostStates},
		{Question{Name: "all eight judgments", Level: Groups, Possible: patternCount}, t.patterns, excluding(unheard, t.lostGroups)},
	}
	for i := range t.fields {
		q := Question{Name: Field(i).Name(), Level: Groups, Categories: []string{string(OK), string(NotOK)}}
		all = append(all, paired{q, t.fields[i], excluding(unheard, t.lostFields[i])})
	}
	return all
}

func excluding(lists ...[]Exclusion) []Exclusion {
	all := slices.Concat(lists...)
	sortExclusions(all)
	return all
}

// auditor counts what one auditor gave on the states that count.
func (t *tally) auditor(who Rater) Auditor {
	out := Auditor{Submitted: len(t.latest[who])}
	given := map[Verdict]int{}
	for _, p := range t.verdicts {
		s := t.latest[who][p.item.State]
		given[s.Verdict]++
		if s.Confidence > 0 {
			out.Confidence[s.Confidence-1]++
		}
	}
	for _, v := range AllVerdicts() {
		out.Verdicts = append(out.Verdicts, VerdictCount{v, given[v]})
	}
	return out
}

package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Verdict is an auditor's word on a whole state.
type Verdict string

// The verdicts of an audit. An audit changes no certificate, so revise and
// rebuild say what would be needed and carry no edit.
const (
	Accept  Verdict = "accept"
	Revise  Verdict = "revise"
	Rebuild Verdict = "rebuild"
)

// AllVerdicts lists the verdicts in order.
func AllVerdicts() []Verdict { return []Verdict{Accept, Revise, Rebuild} }

// Rater is one of the two sides of a comparison. There is no third: who
// arbitrates afterwards is no rater.
type Rater string

// The two raters. Who is behind a letter is not known here.
const (
	RaterA Rater = "A"
	RaterB Rater = "B"
)

// Frozen is a state of the frozen release as it was given to the auditors.
type Frozen struct {
	State       string   `json:"state_id"`
	Certificate string   `json:"certificate,omitzero"` // identity of its content, "" where that is not checked
	Groups      []string `json:"groups"`               // IDs of the groups, in any order
}

// Sheet is what one auditor has said on one state, at one revision.
type Sheet struct {
	Auditor     Rater        `json:"auditor"`
	State       string       `json:"state_id"`
	Certificate string       `json:"certificate,omitzero"` // the content that was judged, as in Frozen
	Revision    uint64       `json:"revision"`
	Submitted   bool         `json:"submitted"`
	Verdict     Verdict      `json:"verdict"`
	Confidence  int          `json:"confidence"` // 1 to 5; 0 is not given yet
	Groups      []GroupSheet `json:"groups"`     // in any order
}

// GroupSheet is the eight judgments on one group.
type GroupSheet struct {
	Group  string    `json:"group"`
	Fields Judgments `json:"judgments"`
}

// Fault is one thing that stands between a sheet and its submission.
type Fault struct {
	Group string // "" for the whole state
	Field *Field // nil where it is no single judgment
	Says  string // a plain sentence
}

// Check lists what is missing or wrong before a sheet on f can be submitted:
// the verdict, the confidence, then every group of f in its order.
func (s Sheet) Check(f Frozen) []Fault {
	var faults []Fault
	whole := func(format string, args ...any) {
		faults = append(faults, Fault{Says: fmt.Sprintf(format, args...)})
	}
	if s.State != f.State {
		whole("This sheet is about %s and not about %s.", s.State, f.State)
	}
	if s.Certificate != f.Certificate {
		whole("This sheet judges another certificate than the frozen one of %s.", f.State)
	}
	if !slices.Contains(AllVerdicts(), s.Verdict) {
		whole("The verdict must be accept, revise or rebuild.")
	}
	if s.Confidence < 1 || s.Confidence > 5 {
		whole("The confidence must be from 1 to 5.")
	}
	seen := make(map[string]Judgments, len(s.Groups))
	for _, g := range s.Groups {
		if _, twice := seen[g.Group]; twice {
			faults = append(faults, Fault{Group: g.Group, Says: fmt.Sprintf("Group %s is judged twice.", g.Group)})
		}
		if !slices.Contains(f.Groups, g.Group) {
			faults = append(faults, Fault{Group: g.Group, Says: fmt.Sprintf("The certificate of %s has no group %s.", f.State, g.Group)})
		}
		seen[g.Group] = g.Fields
	}
	for _, g := range f.Groups {
		faults = append(faults, seen[g].faults(g)...)
	}
	return faults
}

func (j Judgments) faults(group string) []Fault {
	var faults []Fault
	for _, f := range AllFields() {
		var says string
		switch one := j[f]; {
		case one.Answer == Unanswered:
			says = fmt.Sprintf("Group %s: %s is not judged yet.", group, f.Title())
		case one.Answer != OK && one.Answer != NotOK:
			says = fmt.Sprintf("Group %s: %s must be %q or %q.", group, f.Title(), OK, NotOK)
		case one.Answer == NotOK && strings.TrimSpace(one.Note) == "":
			says = fmt.Sprintf("Group %s: %s is not ok; a note must say why.", group, f.Title())
		default:
			continue
		}
		faults = append(faults, Fault{Group: group, Field: &f, Says: says})
	}
	return faults
}

// Latest keeps, for each auditor and state, the submitted sheet of the highest
// revision, sorted by auditor and state. What was saved and not submitted
// never counts. It fails where two submitted sheets claim one revision.
func Latest(sheets []Sheet) ([]Sheet, error) {
	type key struct {
		auditor Rater
		state   string
	}
	latest := make(map[key]Sheet, len(sheets))
	for _, s := range sheets {
		if !s.Submitted {
			continue
		}
		k := key{s.Auditor, s.State}
		old, have := latest[k]
		switch {
		case have && old.Revision == s.Revision:
			return nil, fmt.Errorf("auditor %s submitted revision %d of %s twice", s.Auditor, s.Revision, s.State)
		case !have || old.Revision < s.Revision:
			latest[k] = s
		}
	}
	kept := make([]Sheet, 0, len(latest))
	for _, s := range latest {
		kept = append(kept, s)
	}
	slices.SortFunc(kept, func(x, y Sheet) int {
		return cmp.Or(cmp.Compare(x.Auditor, y.Auditor), cmp.Compare(x.State, y.State))
	})
	return kept, nil
}

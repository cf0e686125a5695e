// Package audittest holds audits made for tests.
package audittest

import (
	"fmt"

	"suffice/audit"
)

// Seed is the seed with which the examples here are drawn.
const Seed = 20260904

// Example is an audit as NewReport takes it.
type Example struct {
	Release []string // every state
	Sample  audit.Sample
	Frozen  []audit.Frozen
	Sheets  []audit.Sheet
}

// Report makes the report of an example with the default number of draws.
func (e Example) Report() (audit.Report, error) {
	return audit.NewReport(e.Sample, e.Frozen, e.Sheets, audit.Resampling{Seed: Seed})
}

// PaperExample is the paper's own audit (appendix C.4, table 9), rebuilt from
// its counts: 80 of 500 states, 155 groups, A 78/1/1, B 79/1/0, three states
// flagged by one auditor each, all four groups that are judged differently in
// one state, and every confidence four or five. Names, which states they are,
// who flagged and the exact confidences are made up; so is how the four groups
// divide over the three fields in which the auditors differ, of which one has
// all four.
func PaperExample() Example {
	e := Example{}
	for i := range 500 {
		e.Release = append(e.Release, fmt.Sprintf("state-%03d", i))
	}
	sample, err := audit.Draw(e.Release, 80, Seed)
	if err != nil {
		panic(err) // 80 of 500 can be drawn
	}
	e.Sample = sample
	for i, state := range sample.States() {
		f := audit.Frozen{State: state, Certificate: "certificate of " + state}
		for g := range groupsOf(i) {
			f.Groups = append(f.Groups, fmt.Sprintf("G%d", g+1))
		}
		e.Frozen = append(e.Frozen, f)
		a, b := accepting(audit.RaterA, f), accepting(audit.RaterB, f)
		a.Confidence, b.Confidence = 5-i%2, 5-i%3/2
		switch i {
		case rebuiltByA:
			a.Verdict = audit.Rebuild
			object(a.Groups, audit.AcceptableCompleteness, 4)
			object(a.Groups, audit.SourceGrounding, 2)
			object(a.Groups, audit.JointSufficiency, 1)
		case revisedByA:
			a.Verdict = audit.Revise
		case revisedByB:
			b.Verdict = audit.Revise
		}
		e.Sheets = append(e.Sheets, a, b)
	}
	return e
}

// The three flagged states, by their place in the sample.
const (
	rebuiltByA = 40
	revisedByA = 12
	revisedByB = 63
)

// groupsOf is the number of groups of the sampled state i: 155 in all.
func groupsOf(i int) int {
	switch {
	case i == rebuiltByA:
		return 4
	case i < 2:
		return 4
	case i < 16:
		return 3
	case i < 55: // 38 of these, since one is the rebuilt state
		return 2
	default:
		return 1
	}
}

// accepting is a submitted sheet that finds everything in order.
func accepting(who audit.Rater, f audit.Frozen) audit.Sheet {
	s := audit.Sheet{
		Auditor: who, State: f.State, Certificate: f.Certificate,
		Revision: 1, Submitted: true, Verdict: audit.Accept, Confidence: 5,
	}
	for _, g := range f.Groups {
		one := audit.GroupSheet{Group: g}
		for i := range one.Fields {
			one.Fields[i].Answer = audit.OK
		}
		s.Groups = append(s.Groups, one)
	}
	return s
}

// object answers field f with "not ok" in the first n groups.
func object(groups []audit.GroupSheet, f audit.Field, n int) {
	for i := range n {
		groups[i].Fields[f] = audit.Judgment{Answer: audit.NotOK, Note: "seen otherwise in the source"}
	}
}

package review

import (
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
)

// Take says what becomes of one pair of groups in an arbitration.
type Take string

// What may be taken. A group that only one side has can be taken from that
// side or left out (by taking the other side, or TakeNeither).
const (
	TakeA            Take = "a"
	TakeB            Take = "b"
	TakeUnion        Take = "union"
	TakeIntersection Take = "intersection"
	TakeOwn          Take = "own"
	TakeNeither      Take = "neither" // the requirement is left out
)

// Takes lists everything that may be taken.
func Takes() []Take { return []Take{TakeA, TakeB, TakeUnion, TakeIntersection, TakeOwn, TakeNeither} }

// Rest is the Pair of a Choice about the keys beside groups and branches.
const Rest = -1

// Choice decides one pair of Diff.Pairs.
type Choice struct {
	Pair int // index into Diff.Pairs, or Rest
	Take Take
	Own  *certificate.Group // with TakeOwn
}

// Whole is a decision about the whole certificate.
type Whole string

// The whole decisions; ByGroup leaves it to the choices.
const (
	ByGroup      Whole = "groups"
	WholeA       Whole = "a"
	WholeB       Whole = "b"
	WholeOwn     Whole = "own"
	BothWrong    Whole = "both_wrong" // neither A nor B: with a certificate of its own or a replacement
	ReplaceState Whole = "replace"    // the state is replaced by a reserve state
)

// Wholes lists every whole decision.
func Wholes() []Whole { return []Whole{ByGroup, WholeA, WholeB, WholeOwn, BothWrong, ReplaceState} }

// Ruling is a senior's decision on a state (spec 3.3). Its JSON form is
//
//	{"whole": "groups",
//	 "choices": [{"pair": 0, "take": "union"},
//	   {"pair": 2, "take": "own", "own": {"role": "...", "acceptable_evidence_ids": [...], ...}}],
//	 "reason": "...", "causes": ["plurality"],
//	 "certificate": {"schema_version": "serbench-mss-v1", ...}}
//
// with "replacement" where the state is replaced. A pair is an index into
// Diff.Pairs of A and B; -1 stands for the keys beside groups and branches.
// The certificate is a bare label. DecodeRuling reads it from a file, where
// most of it may be left out.
type Ruling struct {
	Whole       Whole
	Choices     []Choice // with ByGroup
	Reason      string
	Causes      []Cause
	Replacement string                  // the reserve state, when the state is replaced
	Certificate certificate.Certificate // what the state closes with; the one under review when it is replaced
}

// UndecidedError names the groups that still need a choice.
type UndecidedError struct {
	Pairs  []int    // indices into Diff.Pairs
	Labels []string // how people name them
}

func (e *UndecidedError) Error() string {
	if len(e.Labels) == 1 {
		return e.Labels[0] + " is not decided yet"
	}
	return andList(e.Labels) + " are not decided yet"
}

// ChoiceError says what is wrong with one choice, in one sentence.
type ChoiceError struct {
	Pair int
	Why  string
}

func (e *ChoiceError) Error() string { return e.Why }

// RulingError says what keeps a ruling from being made, in one sentence.
type RulingError struct {
	Field string // whole, choices, reason, causes, replacement or certificate
	Why   string
}

func (e *RulingError) Error() string { return e.Why }

// Check reports what keeps r from being made on a state: a *RulingError, or
// what Compose returns. A reason is always due, and a decision that changes the
// certificate under review must be grounded in at least one quotation. What is
// taken may get other words (rationale, quotations, names) and other keys
// beside the groups, but nothing that changes what it accepts, weighs or is for.
func (r Ruling) Check(under certificate.Certificate, in Inputs) error {
	if err := r.checkForm(); err != nil {
		return err
	}
	changed := changes(under, r.Certificate)
	if r.Replacement != "" {
		switch {
		case r.Replacement == under.State:
			return refuseRuling("replacement", "a state cannot replace itself: name a reserve state")
		case changed:
			return refuseRuling("certificate", "a state that is replaced keeps its certificate as it is")
		}
		return nil
	}
	if r.Certificate.State != under.State {
		return refuseRuling("certificate", "the certificate belongs to the state %q, not to %q", r.Certificate.State, under.State)
	}
	if err := r.checkSource(in); err != nil {
		return err
	}
	if changed && !quoted(r.Certificate) {
		return refuseRuling("certificate", "a decision that changes the certificate needs at least one quotation of the source in it")
	}
	return nil
}

// checkForm looks at a ruling by itself.
func (r Ruling) checkForm() error {
	switch {
	case !slices.Contains(Wholes(), r.Whole):
		return refuseRuling("whole", "a decision is one of %s; found %q", listed(Wholes()), r.Whole)
	case strings.TrimSpace(r.Reason) == "":
		return refuseRuling("reason", "a decision needs a reason")
	case r.Whole != ByGroup && len(r.Choices) > 0:
		return refuseRuling("choices", "choices by group belong to a decision by group, not to %q", r.Whole)
	case r.Whole == ReplaceState && strings.TrimSpace(r.Replacement) == "":
		return refuseRuling("replacement", "replacing the state needs the ID of a reserve state")
	case r.Whole != ReplaceState && r.Whole != BothWrong && r.Replacement != "":
		return refuseRuling("replacement", "a reserve state is named only where the state is replaced")
	}
	if why := faultOfCauses(r.Causes); why != "" {
		return refuseRuling("causes", "%s", why)
	}
	return nil
}

// checkSource asks whether the certificate is what the decision takes.
func (r Ruling) checkSource(in Inputs) error {
	a, b := bare(in.A.Certificate), bare(in.B.Certificate)
	switch r.Whole {
	case ByGroup:
		c, err := Compose(a, b, certificate.Compare(a, b), r.Choices)
		if err != nil {
			return err
		}
		return sameButWords("what the choices give", c, r.Certificate)
	case WholeA:
		return takeWhole("A", in.A, r.Certificate)
	case WholeB:
		return takeWhole("B", in.B, r.Certificate)
	case BothWrong:
		if !changes(a, r.Certificate) || !changes(b, r.Certificate) {
			return refuseRuling("certificate", "where both are wrong, write a certificate of your own or replace the state")
		}
	}
	return nil
}

func takeWhole(who string, o Opinion, c certificate.Certificate) error {
	if !o.Verdict.Stands() {
		return refuseRuling("whole", "%s says %s and stands for no certificate: write your own or replace the state", who, o.Verdict)
	}
	return sameButWords("the certificate of "+who, bare(o.Certificate), c)
}

// sameButWords refuses a certificate that accepts, weighs or is for anything
// else than the one taken.
func sameButWords(what string, taken, c certificate.Certificate) error {
	d := certificate.Compare(taken, bare(c))
	more := certificate.Diff{Branches: d.Branches}
	for _, p := range d.Pairs {
		p.Rationale, p.Quotes, p.Name, p.Others = false, false, false, nil
		if !p.Same() {
			more.Pairs = append(more.Pairs, p)
		}
	}
	if more.Same() {
		return nil
	}
	said := more.SentencesAs("what is taken", "the decision", taken, bare(c), func(unit string) string { return unit })
	return refuseRuling("certificate", "the certificate is not %s: %s", what, said[0])
}

// quoted reports whether a certificate quotes any source at all.
func quoted(c certificate.Certificate) bool {
	return slices.ContainsFunc(c.Groups, func(g certificate.Group) bool {
		return slices.ContainsFunc(g.Quotations, func(q certificate.Quotation) bool {
			return q.Unit != "" && strings.TrimSpace(q.Text) != ""
		})
	})
}

func refuseRuling(field, format string, args ...any) error {
	return &RulingError{Field: field, Why: fmt.Sprintf(format, args...)}
}

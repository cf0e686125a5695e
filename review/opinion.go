package review

import (
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
)

// Verdict is what a reviewer says of a certificate (spec 3.2, paper 4.3).
type Verdict string

// The verdicts. VerdictRevise and VerdictRebuild carry a certificate of their own; the
// others leave the one under review as it is.
const (
	VerdictAccept     Verdict = "accept"
	VerdictRevise     Verdict = "revise"
	VerdictRebuild    Verdict = "rebuild"
	VerdictUnscorable Verdict = "unscorable" // the decision cannot be scored by itself
	VerdictUncertain  Verdict = "uncertain"
)

// Verdicts lists every verdict, the most content first.
func Verdicts() []Verdict {
	return []Verdict{VerdictAccept, VerdictRevise, VerdictRebuild, VerdictUnscorable, VerdictUncertain}
}

// Edits reports whether the verdict comes with an edited certificate.
func (v Verdict) Edits() bool { return v == VerdictRevise || v == VerdictRebuild }

// Stands reports whether the verdict stands for a certificate at all: its own
// or the one under review. Unscorable and uncertain stand for none.
func (v Verdict) Stands() bool { return v == VerdictAccept || v.Edits() }

// Cause is why two reviewers differ, as far as it is worth recording (spec 3.2).
type Cause string

// The causes of a disagreement.
const (
	Plurality        Cause = "plurality"               // there is a genuine alternative
	ObservedBoundary Cause = "observed_boundary"       // what counts as observed already
	Provenance       Cause = "quotation_or_provenance" // where the evidence stands
	JointSufficiency Cause = "joint_sufficiency"       // whether the groups together suffice, and no less
	ActionBoundary   Cause = "action_boundary"         // which decision the state is about
)

// The range of a reviewer's confidence.
const (
	LeastConfidence = 1
	MostConfidence  = 5
)

// Causes lists every cause.
func Causes() []Cause {
	return []Cause{Plurality, ObservedBoundary, Provenance, JointSufficiency, ActionBoundary}
}

// Opinion is one submitted review. Its JSON form is
//
//	{"verdict": "revise", "confidence": 4, "reason": "...",
//	 "causes": ["plurality"], "certificate": {"schema_version": "serbench-mss-v1", ...}}
//
// The certificate is a bare label whatever stood around an imported one.
// DecodeOpinion reads it from a file, where reason, causes and the certificate
// of a verdict that edits nothing may be left out.
type Opinion struct {
	Verdict     Verdict
	Confidence  int // 1 (a guess) to 5 (certain)
	Reason      string
	Causes      []Cause
	Certificate certificate.Certificate // the edited one; the one under review when the verdict edits nothing
}

// OpinionError says what keeps a review from being submitted, in one sentence.
type OpinionError struct {
	Field string // verdict, confidence, reason, causes or certificate
	Why   string
}

func (e *OpinionError) Error() string { return e.Why }

// Check reports what keeps o from being submitted on the certificate under
// review, as an *OpinionError. Whether an edited certificate fits its pool is
// for certificate.Faults to say.
func (o Opinion) Check(under certificate.Certificate) error {
	refuse := func(field, format string, args ...any) error {
		return &OpinionError{Field: field, Why: fmt.Sprintf(format, args...)}
	}
	switch {
	case !slices.Contains(Verdicts(), o.Verdict):
		return refuse("verdict", "a verdict is one of %s; found %q", listed(Verdicts()), o.Verdict)
	case o.Confidence < LeastConfidence || o.Confidence > MostConfidence:
		return refuse("confidence", "confidence is a whole number from %d to %d; found %d", LeastConfidence, MostConfidence, o.Confidence)
	case o.Verdict != VerdictAccept && strings.TrimSpace(o.Reason) == "":
		return refuse("reason", "%s needs a reason", o.Verdict)
	}
	if why := faultOfCauses(o.Causes); why != "" {
		return refuse("causes", "%s", why)
	}
	changed := changes(under, o.Certificate)
	switch {
	case o.Certificate.State != under.State:
		return refuse("certificate", "the certificate belongs to the state %q, not to %q", o.Certificate.State, under.State)
	case o.Verdict.Edits() && !changed:
		return refuse("certificate", "%s needs a changed certificate: nothing differs from the one under review", o.Verdict)
	case !o.Verdict.Edits() && changed:
		return refuse("certificate", "%s leaves the certificate as it is, but it was changed: take the changes back, or say revise or rebuild", o.Verdict)
	}
	return nil
}

// faultOfCauses says what is wrong with a list of causes, "" when nothing is.
func faultOfCauses(causes []Cause) string {
	for i, c := range causes {
		switch {
		case !slices.Contains(Causes(), c):
			return fmt.Sprintf("a cause is one of %s; found %q", listed(Causes()), c)
		case slices.Contains(causes[:i], c):
			return fmt.Sprintf("the cause %s is given twice", c)
		}
	}
	return ""
}

// bare is a certificate without the record that stood around an imported one,
// which no review changes.
func bare(c certificate.Certificate) certificate.Certificate {
	c.Envelope = nil
	return c
}

// changes reports whether b says anything else than a. The order of groups,
// units, branches and quotations says nothing (case C8).
func changes(a, b certificate.Certificate) bool {
	return !certificate.Compare(bare(a), bare(b)).Same()
}

// listed joins names as a sentence does, with "or" before the last.
func listed[S ~string](names []S) string {
	var b strings.Builder
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(n))
	}
	return b.String()
}

// andList joins names with "and" before the last.
func andList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	n := len(names) - 1
	return strings.Join(names[:n], ", ") + " and " + names[n]
}

package review

import (
	"fmt"
	"slices"

	"suffice/certificate"
)

// Settings say how disagreements are handled in a project.
type Settings struct {
	// MinorToSenior sends differences in weights and roles to the senior, even
	// where two reviews agree in substance (spec 3.3).
	MinorToSenior bool `json:"minor_to_senior"`
}

// Route is where a state goes once both reviews are in.
type Route string

// The routes.
const (
	Closes   Route = "closes" // with Agreement.Closing
	ToSenior Route = "senior"
)

// Agreement is what the rules say of two reviews of one state (spec 3.3). It
// names nobody: the reviews are A and B.
type Agreement struct {
	Route     Route
	Why       string // one sentence for the route
	Substance bool   // the same verdict and the same minimal completing sets
	Verdicts  bool   // the same verdict
	// Proven is false when the search limit was reached before it was certain
	// whether the two certificates accept the same sets; then Substance is false.
	Proven  bool
	Closing *certificate.Certificate // what the state closes with; nil unless it closes
	Diff    certificate.Diff         // of B from A

	AOnly, BOnly Counterexample // a set that completes A and not B, and the other way round
	Differs      []string       // tags for a header: "verdict", "groups", "acceptable set", "threshold", "branches", "weight", "role"
	Minor        []string       // differences without effect on what is accepted: "weight of G2", "rationale of G1"

	a, b Opinion
}

// Counterexample is a smallest set of units that one certificate accepts and
// the other does not.
type Counterexample struct {
	Units  certificate.Witness
	Found  bool
	Proven bool // found: no smaller one exists; not found: none exists
}

// Judge compares two checked reviews of the certificate under review (spec
// 3.3). They agree in substance when their verdicts are the same and their
// certificates accept the same sets. Agreement on accept, revise or rebuild
// closes the state: with the certificate under review if either left it
// unchanged, else with A's, B's quotations added. Everything else goes to the
// senior, so also what could not be proven within n, which bounds each of the
// searches. Swapping A and B changes nothing but their names and, where the
// state closes with an edited certificate, whose words it keeps.
func Judge(under certificate.Certificate, a, b Opinion, set Settings, n certificate.Budget) Agreement {
	g := Agreement{
		Route:    ToSenior,
		Verdicts: a.Verdict == b.Verdict,
		Diff:     certificate.Compare(bare(a.Certificate), bare(b.Certificate)),
		a:        a, b: b,
	}
	same, proven := sameSets(g.Diff, a, b, n)
	g.Proven, g.Substance = proven, same && g.Verdicts
	if same {
		g.AOnly.Proven, g.BOnly.Proven = true, true
	} else {
		ma, mb := certificate.Compile(a.Certificate), certificate.Compile(b.Certificate)
		g.AOnly, g.BOnly = counterexample(ma, mb, n), counterexample(mb, ma, n)
		if !proven && g.AOnly.Proven && g.BOnly.Proven && !g.AOnly.Found && !g.BOnly.Found {
			same, g.Proven, g.Substance = true, true, g.Verdicts
		}
		g.Proven = g.Proven || g.AOnly.Found || g.BOnly.Found
	}
	g.Differs = tags(g.Diff, g.Verdicts, set)
	g.Minor = minor(g.Diff, same, bare(a.Certificate), bare(b.Certificate))
	g.route(under, set)
	return g
}

// SameSubstance reports whether two reviews agree in substance, and whether
// that is certain; false without proof means that no difference was found and
// none excluded. It is an equivalence relation while the budget lasts.
func SameSubstance(a, b Opinion, n certificate.Budget) (same, proven bool) {
	if a.Verdict != b.Verdict {
		return false, true
	}
	return sameSets(certificate.Compare(bare(a.Certificate), bare(b.Certificate)), a, b, n)
}

// sameSets reports whether the certificates of two reviews accept the same
// sets. What is written alike means the same, however hard it is to search.
func sameSets(d certificate.Diff, a, b Opinion, n certificate.Budget) (same, proven bool) {
	alike := len(d.Branches.OnlyA) == 0 && len(d.Branches.OnlyB) == 0 &&
		!slices.ContainsFunc(d.Pairs, func(p certificate.GroupPair) bool {
			return alone(p) || p.Threshold || len(p.OnlyA) > 0 || len(p.OnlyB) > 0
		})
	if alike {
		return true, true
	}
	same, s := certificate.Same(certificate.Compile(a.Certificate), certificate.Compile(b.Certificate), n)
	return same, s.Proven
}

// alone reports whether only one side has the group of a pair.
func alone(p certificate.GroupPair) bool { return p.A < 0 || p.B < 0 }

func counterexample(completes, fails certificate.Meaning, n certificate.Budget) Counterexample {
	w, found, s := certificate.Counterexample(completes, fails, n)
	if !found {
		w = nil
	}
	return Counterexample{Units: w, Found: found, Proven: s.Proven}
}

// route decides where the state goes and says why.
func (g *Agreement) route(under certificate.Certificate, set Settings) {
	v := g.a.Verdict
	switch {
	case !g.Verdicts:
		g.Why = fmt.Sprintf("A says %s where B says %s", v, g.b.Verdict)
	case !v.Stands():
		g.Why = fmt.Sprintf("A and B both say %s, which the senior decides", v)
	case !g.Proven:
		g.Why = "whether A and B accept the same sets could not be settled within the search limit"
	case !g.Substance:
		g.Why = fmt.Sprintf("A and B both say %s but do not accept the same sets", v)
	case set.MinorToSenior && weightsOrRoles(g.Diff):
		g.Why = "A and B accept the same sets, but their weights or roles differ"
	case !changes(under, g.a.Certificate) || !changes(under, g.b.Certificate):
		g.close(under, fmt.Sprintf("A and B both say %s and the certificate under review stands", v))
	default:
		c := withQuotations(g.a.Certificate, g.b.Certificate, g.Diff)
		c.Envelope = under.Envelope
		g.close(c, fmt.Sprintf("A and B both say %s and accept the same sets", v))
	}
}

func (g *Agreement) close(with certificate.Certificate, why string) {
	g.Route, g.Closing, g.Why = Closes, &with, why
}

// weightsOrRoles reports whether weights or roles differ; a group that only
// one side has brings a weight and a role of its own.
func weightsOrRoles(d certificate.Diff) bool {
	return slices.ContainsFunc(d.Pairs, func(p certificate.GroupPair) bool { return alone(p) || p.Weight || p.Role })
}

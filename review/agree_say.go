package review

import (
	"fmt"
	"slices"

	"suffice/certificate"
)

// Sentences says how B differs from A in plain words, naming units by
// name(id): first the verdicts, then the certificates, then a counterexample
// for each direction that has one.
func (g Agreement) Sentences(name func(unit string) string) []string {
	var said []string
	if !g.Verdicts {
		said = append(said, fmt.Sprintf("A says %s where B says %s", g.a.Verdict, g.b.Verdict))
	}
	a, b := bare(g.a.Certificate), bare(g.b.Certificate)
	if !g.Diff.Same() {
		for _, side := range []struct {
			who string
			o   Opinion
		}{{"A", g.a}, {"B", g.b}} {
			if !side.o.Verdict.Stands() {
				said = append(said, fmt.Sprintf("what is shown for %s is the certificate under review: %s says %s", side.who, side.who, side.o.Verdict))
			}
		}
	}
	said = append(said, g.Diff.SentencesAs("A", "B", a, b, name)...)
	said = append(said, g.AOnly.say("A", "B", b, name)...)
	return append(said, g.BOnly.say("B", "A", a, name)...)
}

// say tells of a set that completes one certificate and not the other, and
// what it lacks there.
func (x Counterexample) say(completes, fails string, other certificate.Certificate, name func(unit string) string) []string {
	switch {
	case !x.Found && x.Proven:
		return nil
	case !x.Found:
		return []string{fmt.Sprintf("whether a set completes %s and not %s could not be settled within the search limit", completes, fails)}
	}
	s := fmt.Sprintf("%s is complete without any unit, %s is not", completes, fails)
	if len(x.Units) > 0 {
		names := make([]string, len(x.Units))
		for i, u := range x.Units {
			names[i] = name(u)
		}
		verb := "complete"
		if len(names) == 1 {
			verb = "completes"
		}
		s = fmt.Sprintf("%s %s %s, not %s", andList(names), verb, completes, fails)
	}
	if lack := lacks(other, x.Units); lack != "" {
		s += ": " + fails + " " + lack
	}
	if !x.Proven {
		s += " (a smaller set may exist)"
	}
	return []string{s}
}

// lacks says of the first group that a set does not cover how many it wants.
func lacks(c certificate.Certificate, set []string) string {
	for i, g := range c.Groups {
		have := len(intersect(g.Acceptable, set))
		switch {
		case have >= g.Threshold:
		case have == 0:
			return fmt.Sprintf("wants %d of %s and there is none", g.Threshold, c.Label(i))
		case have == 1:
			return fmt.Sprintf("wants %d of %s and there is 1", g.Threshold, c.Label(i))
		default:
			return fmt.Sprintf("wants %d of %s and there are %d", g.Threshold, c.Label(i), have)
		}
	}
	return ""
}

// tags says in a few words what two reviews differ in, for a header. Weights
// and roles are among it where the project sends them to the senior.
func tags(d certificate.Diff, verdicts bool, set Settings) []string {
	some := func(f func(certificate.GroupPair) bool) bool { return slices.ContainsFunc(d.Pairs, f) }
	both := func(f func(certificate.GroupPair) bool) bool {
		return some(func(p certificate.GroupPair) bool { return !alone(p) && f(p) })
	}
	var out []string
	for _, tag := range []struct {
		word string
		on   bool
	}{
		{"verdict", !verdicts},
		{"groups", some(alone)},
		{"acceptable set", both(func(p certificate.GroupPair) bool { return len(p.OnlyA)+len(p.OnlyB) > 0 })},
		{"threshold", some(func(p certificate.GroupPair) bool { return p.Threshold })},
		{"branches", len(d.Branches.OnlyA)+len(d.Branches.OnlyB) > 0},
		{"weight", set.MinorToSenior && some(func(p certificate.GroupPair) bool { return p.Weight })},
		{"role", set.MinorToSenior && some(func(p certificate.GroupPair) bool { return p.Role })},
	} {
		if tag.on {
			out = append(out, tag.word)
		}
	}
	return out
}

// minor lists what differs without effect on the sets that are accepted, by
// group. When the same sets are accepted that is every difference.
func minor(d certificate.Diff, same bool, a, b certificate.Certificate) []string {
	var out []string
	for _, p := range d.Pairs {
		switch {
		case !alone(p):
			out = append(out, minorOf(p, same, a.Label(p.A))...)
		case same && p.B < 0:
			out = append(out, a.Label(p.A)+", which only A has")
		case same:
			out = append(out, b.Label(p.B)+", which only B has")
		}
	}
	if same && len(d.Branches.OnlyA)+len(d.Branches.OnlyB) > 0 {
		out = append(out, "branches")
	}
	for _, key := range d.Fields {
		out = append(out, fieldName(key))
	}
	return out
}

func minorOf(p certificate.GroupPair, same bool, label string) []string {
	var out []string
	for _, of := range []struct {
		word string
		on   bool
	}{
		{"acceptable set", same && len(p.OnlyA)+len(p.OnlyB) > 0},
		{"threshold", same && p.Threshold},
		{"weight", p.Weight},
		{"role", p.Role},
		{"rationale", p.Rationale},
		{"quotations", p.Quotes},
		{"name", p.Name},
	} {
		if of.on {
			out = append(out, of.word+" of "+label)
		}
	}
	for _, key := range p.Others {
		out = append(out, key+" of "+label)
	}
	return out
}

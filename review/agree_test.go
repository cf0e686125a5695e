package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/records"
)

func TestJudge(t *testing.T) {
	bug, test := group("bug_location", 1, "u1", "u2"), group("verification", 1, "u3")
	under := cert(bug, test)
	stricter := cert(group("bug_location", 2, "u1", "u2"), test)
	wider := cert(group("bug_location", 1, "u1", "u2", "u4"), test)
	heavier := cert(certificate.Group{Role: "bug_location", Threshold: 1, Weight: 3, Acceptable: bug.Acceptable}, test)
	renamed := cert(group("interaction", 1, "u1", "u2"), test)
	doubled := cert(bug, test, group("bug_location", 1, "u2", "u1", "u5")) // implied by the first
	weights := Settings{MinorToSenior: true}

	for name, c := range map[string]struct {
		a, b      Opinion
		set       Settings
		route     Route
		substance bool
		why       string
		differs   []string
		minor     []string
	}{
		"both accept": {a: says(VerdictAccept, under), b: says(VerdictAccept, under),
			route: Closes, substance: true, why: "certificate under review stands"},
		"both revise alike": {a: says(VerdictRevise, wider), b: says(VerdictRevise, wider),
			route: Closes, substance: true, why: "accept the same sets"},
		"units in another order (C8)": {a: says(VerdictRevise, wider), b: says(VerdictRevise, cert(test, group("bug_location", 1, "u4", "u2", "u1"))),
			route: Closes, substance: true, why: "accept the same sets"},
		"the same names and other units (C8)": {a: says(VerdictRevise, cert(group("bug_location", 1, "u1"))), b: says(VerdictRevise, cert(group("bug_location", 1, "u2"))),
			route: ToSenior, why: "do not accept the same sets", differs: []string{"acceptable set"}},
		"a weight": {a: says(VerdictRevise, heavier), b: says(VerdictRevise, renamed),
			route: Closes, substance: true, why: "accept the same sets", minor: []string{"weight of G1", "role of G1"}},
		"a weight, to the senior": {a: says(VerdictRevise, heavier), b: says(VerdictRevise, renamed), set: weights,
			route: ToSenior, substance: true, why: "weights or roles differ", differs: []string{"weight", "role"}, minor: []string{"weight of G1", "role of G1"}},
		"words alone, whatever the setting": {a: says(VerdictRevise, cert(quoting(bug, quote("u1", "x")), test)), b: says(VerdictRevise, cert(quoting(bug, quote("u2", "y")), test)), set: weights,
			route: Closes, substance: true, why: "accept the same sets", minor: []string{"quotations of G1"}},
		"a group that changes nothing": {a: says(VerdictRevise, wider), b: says(VerdictRevise, cert(wider.Groups[0], test, group("style", 1, "u3", "u5"))),
			route: Closes, substance: true, why: "accept the same sets", differs: []string{"groups"}, minor: []string{"G3, which only B has"}},
		"a group that changes nothing brings a weight": {a: says(VerdictRevise, heavier), b: says(VerdictRevise, doubled), set: weights,
			route: ToSenior, substance: true, why: "weights or roles differ", differs: []string{"groups", "weight"}, minor: []string{"weight of G1", "G3, which only B has"}},
		"revise and rebuild": {a: says(VerdictRevise, wider), b: says(VerdictRebuild, wider),
			route: ToSenior, why: "A says revise where B says rebuild", differs: []string{"verdict"}},
		"accept and revise": {a: says(VerdictAccept, under), b: says(VerdictRevise, stricter),
			route: ToSenior, why: "A says accept where B says revise", differs: []string{"verdict", "threshold"}},
		"unscorable on one side (C17)": {a: says(VerdictUnscorable, under), b: says(VerdictAccept, under),
			route: ToSenior, why: "A says unscorable where B says accept", differs: []string{"verdict"}},
		"both unscorable": {a: says(VerdictUnscorable, under), b: says(VerdictUnscorable, under),
			route: ToSenior, substance: true, why: "both say unscorable"},
		"both uncertain": {a: says(VerdictUncertain, under), b: says(VerdictUncertain, under),
			route: ToSenior, substance: true, why: "both say uncertain"},
		"a branch that bypasses the groups": {a: says(VerdictRevise, wider), b: says(VerdictRevise, branched(wider, []string{"u5"})),
			route: ToSenior, why: "do not accept the same sets", differs: []string{"branches"}},
		"a branch that bypasses nothing": {a: says(VerdictRevise, wider), b: says(VerdictRevise, branched(wider, []string{"u4", "u3"})),
			route: Closes, substance: true, why: "accept the same sets", differs: []string{"branches"}, minor: []string{"branches"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := Judge(under, c.a, c.b, c.set, some())
			if g.Route != c.route || g.Substance != c.substance || !g.Proven || !strings.Contains(g.Why, c.why) {
				t.Errorf("%s, substance %v, proven %v: %s", g.Route, g.Substance, g.Proven, g.Why)
			}
			if (g.Closing != nil) != (c.route == Closes) {
				t.Errorf("closes with %v", g.Closing)
			}
			wants(t, "differs", g.Differs, c.differs)
			wants(t, "minor", g.Minor, c.minor)
		})
	}
}

// What a state closes with: the certificate under review if either left it
// unchanged, else A's with B's quotations added, none twice.
func TestClosing(t *testing.T) {
	bug, test := group("bug_location", 1, "u1", "u2"), group("verification", 1, "u3")
	under := cert(bug, test)
	under.Envelope = []records.Member{{Name: "row", Value: records.String("7")}}
	accept := Judge(under, says(VerdictAccept, bare(under)), says(VerdictAccept, bare(under)), Settings{}, some())
	if !certificate.Equal(*accept.Closing, under) {
		t.Errorf("accepted, it closes with %s", certificate.Encode(*accept.Closing))
	}

	qa := []certificate.Quotation{quote("u1", "read"), quote("u4", "both")}
	qb := []certificate.Quotation{quote("u4", "both"), quote("u2", "written")}
	a := cert(quoting(group("bug_location", 1, "u1", "u2", "u4"), qa...), test)
	b := cert(quoting(test, quote("u3", "checked")), quoting(group("bug_location", 1, "u4", "u1", "u2"), qb...), quoting(group("style", 1, "u3", "u5"), quote("u5", "spare")))
	g := Judge(under, says(VerdictRevise, a), says(VerdictRevise, b), Settings{}, some())
	if g.Route != Closes {
		t.Fatal(g.Why)
	}
	want := bare(a)
	want.Groups = []certificate.Group{
		quoting(a.Groups[0], quote("u1", "read"), quote("u4", "both"), quote("u2", "written")),
		quoting(test, quote("u3", "checked"), quote("u5", "spare")),
	}
	want.Envelope = under.Envelope
	if !certificate.Equal(*g.Closing, want) {
		t.Errorf("closes with\n%s, want\n%s", certificate.Encode(*g.Closing), certificate.Encode(want))
	}
	if len(a.Groups[0].Quotations) != 2 || len(a.Groups[1].Quotations) != 0 {
		t.Errorf("A's own certificate was written to: %+v", a.Groups)
	}
}

func TestSentences(t *testing.T) {
	name := func(u string) string { return map[string]string{"u1": "core.go:1-10", "u3": "core_test.go:3-9"}[u] }
	a := says(VerdictRevise, cert(group("bug_location", 2, "u1", "u2"), group("verification", 1, "u3")))
	b := says(VerdictAccept, cert(group("bug_location", 1, "u1", "u2"), group("verification", 1, "u3")))
	g := Judge(b.Certificate, a, b, Settings{}, some())
	wants(t, "sentences", g.Sentences(name), []string{
		"A says revise where B says accept",
		"B wants 1 of G1 where A wants 2",
		"core.go:1-10 and core_test.go:3-9 complete B, not A: A wants 2 of G1 and there is 1",
	})
	if g.AOnly.Found || !g.AOnly.Proven || !g.BOnly.Proven || !slices.Equal(g.BOnly.Units, []string{"u1", "u3"}) {
		t.Errorf("counterexamples %+v, %+v", g.AOnly, g.BOnly)
	}

	none := Judge(cert(), says(VerdictRebuild, cert(group("x", 1, "u1"))), says(VerdictUnscorable, cert()), Settings{}, some())
	wants(t, "against nothing", none.Sentences(plainName), []string{
		"A says rebuild where B says unscorable",
		"what is shown for B is the certificate under review: B says unscorable",
		"only A has G1 (x), wanting u1",
		"B is complete without any unit, A is not: A wants 1 of G1 and there is none",
	})
}

// hard is a certificate of n groups over 3n units in which every unit stands
// in three groups, so that searching it takes many steps.
func hard(n, shift int) certificate.Certificate {
	c := cert()
	unit := func(i int) string { return fmt.Sprintf("v%03d", i%(3*n)) }
	for i := range n {
		c.Groups = append(c.Groups, group("bug_location", 2+i%2, unit(3*i+shift), unit(3*i+1), unit(3*i+5), unit(7*i+11), unit(11*i+23)))
	}
	return c
}

// What is not proven goes to the senior and says so; what is written alike is
// the same, however hard it is.
func TestNotProven(t *testing.T) {
	a, b := hard(14, 0), hard(14, 0)
	tiny := certificate.Budget{Steps: 1}
	var six []string // all units of six groups, of which they want no 14 together
	for _, g := range a.Groups[:6] {
		six = unite(six, g.Acceptable)
	}
	b.Groups = append(b.Groups, group("interaction", 14, six...))
	g := Judge(cert(), says(VerdictRebuild, a), says(VerdictRebuild, b), Settings{}, tiny)
	if g.Proven || g.Substance || g.Route != ToSenior || !strings.Contains(g.Why, "search limit") {
		t.Errorf("proven %v, substance %v, %s: %s", g.Proven, g.Substance, g.Route, g.Why)
	}
	if said := strings.Join(g.Sentences(plainName), "\n"); !strings.Contains(said, "could not be settled within the search limit") {
		t.Errorf("it does not say so: %s", said)
	}
	if g := Judge(cert(), says(VerdictRebuild, a), says(VerdictRebuild, hard(14, 0)), Settings{}, tiny); g.Route != Closes || !g.Proven {
		t.Errorf("what is written alike: proven %v, %s: %s", g.Proven, g.Route, g.Why)
	}
}

// Two certificates of six groups that differ in several of them, as a senior
// opens them.
func BenchmarkJudge(b *testing.B) {
	x, y := cert(), cert()
	for i := range 6 {
		var units []string
		for j := range 5 {
			units = append(units, fmt.Sprintf("v%02d", (4*i+j)%22))
		}
		x.Groups = append(x.Groups, group("bug_location", 1+i%2, units...))
		y.Groups = append(y.Groups, group("bug_location", 1+i%3, units[i%2:]...))
	}
	for b.Loop() {
		if g := Judge(cert(), says(VerdictRevise, x), says(VerdictRebuild, y), Settings{}, some()); g.Route != ToSenior || !g.Proven {
			b.Fatal(g.Why)
		}
	}
}

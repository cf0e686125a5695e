package review

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
)

// What the tests of reviews and arbitration are made of.

// some is the usual search limit.
func some() certificate.Budget { return certificate.DefaultBudget() }

func plainName(unit string) string { return unit }

// group is a group with a role, a threshold and units; its weight is 1.
func group(role string, q int, units ...string) certificate.Group {
	return certificate.Group{Role: role, Threshold: q, Weight: 1, Acceptable: units}
}

// cert is a certificate of the state s1.
func cert(groups ...certificate.Group) certificate.Certificate {
	return certificate.Certificate{State: "s1", Groups: groups}
}

// quote is a quotation of one line.
func quote(unit, text string) certificate.Quotation {
	return certificate.Quotation{Unit: unit, LineStart: 3, LineEnd: 3, Text: text}
}

func quoting(g certificate.Group, qs ...certificate.Quotation) certificate.Group {
	g.Quotations = qs
	return g
}

func branched(c certificate.Certificate, branches ...[]string) certificate.Certificate {
	c.Branches = branches
	return c
}

// says is an opinion with a reason.
func says(v Verdict, c certificate.Certificate) Opinion {
	return Opinion{Verdict: v, Confidence: 4, Reason: "seen in the source", Certificate: c}
}

var drawnUnits = []string{"u1", "u2", "u3", "u4", "u5"}

// subsets are all sets of the units that are drawn.
func subsets() [][]string {
	var all [][]string
	for bits := range 1 << len(drawnUnits) {
		var set []string
		for i, u := range drawnUnits {
			if bits>>i&1 == 1 {
				set = append(set, u)
			}
		}
		all = append(all, set)
	}
	return all
}

// accepts is what a certificate accepts, set by set, by equation 2 itself.
func accepts(c certificate.Certificate) []bool {
	var out []bool
	for _, set := range subsets() {
		complete := true
		for _, g := range c.Groups {
			complete = complete && len(intersect(g.Acceptable, set)) >= g.Threshold
		}
		for _, br := range c.Branches {
			complete = complete || len(intersect(br, set)) == len(unite(br, nil))
		}
		out = append(out, complete)
	}
	return out
}

func drawSet(t *rapid.T, least int) []string {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(drawnUnits), least, 4, rapid.ID[string]).Draw(t, "units")
}

func drawGroup(t *rapid.T) certificate.Group {
	g := group(rapid.SampledFrom([]string{"bug_location", "verification", "interaction"}).Draw(t, "role"), 1, drawSet(t, 1)...)
	g.Threshold = rapid.IntRange(1, len(g.Acceptable)).Draw(t, "threshold")
	g.Weight = float64(rapid.IntRange(1, 3).Draw(t, "weight"))
	g.Rationale = rapid.SampledFrom([]string{"", "because", "it is read there"}).Draw(t, "rationale")
	for range rapid.IntRange(0, 2).Draw(t, "quotations") {
		g.Quotations = append(g.Quotations, quote(rapid.SampledFrom(g.Acceptable).Draw(t, "quoted"), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "text")))
	}
	return g
}

// drawCert draws a certificate without branches, or with the derived ones, or
// with some that bypass the groups.
func drawCert(t *rapid.T) certificate.Certificate {
	c := cert()
	for range rapid.IntRange(1, 3).Draw(t, "groups") {
		c.Groups = append(c.Groups, drawGroup(t))
	}
	if rapid.Bool().Draw(t, "named") {
		c.Groups[0].ID = "G7"
	}
	return drawBranches(t, c)
}

func drawBranches(t *rapid.T, c certificate.Certificate) certificate.Certificate {
	if kind := rapid.IntRange(0, 3).Draw(t, "branches"); kind > 0 {
		derived, err := certificate.Derive(c)
		if err != nil {
			t.Fatal(err)
		}
		c.Branches = derived
		if kind > 1 {
			c.Branches = append(c.Branches, drawSet(t, 1))
		}
	}
	return c
}

// drawLike draws a certificate that is c, or c with some things changed; often
// it still accepts the same sets.
func drawLike(t *rapid.T, c certificate.Certificate) certificate.Certificate {
	c.Groups = slices.Clone(c.Groups)
	for range rapid.IntRange(0, 2).Draw(t, "changes") {
		i := rapid.IntRange(0, len(c.Groups)-1).Draw(t, "group")
		g := &c.Groups[i]
		switch rapid.IntRange(0, 7).Draw(t, "change") {
		case 0:
			g.Weight++
		case 1:
			g.Rationale += "!"
		case 2:
			g.Acceptable = slices.Clone(g.Acceptable)
			slices.Reverse(g.Acceptable)
		case 3:
			slices.Reverse(c.Groups)
		case 4:
			g.Acceptable = unite(g.Acceptable, drawSet(t, 1))
		case 5:
			c.Groups = append(c.Groups, *g) // implied by the one it repeats
			c.Groups[len(c.Groups)-1].ID = ""
		case 6:
			g.Quotations = append(slices.Clip(g.Quotations), quote(g.Acceptable[0], "z"))
		case 7:
			c = drawBranches(t, c)
		}
	}
	return c
}

// drawTwo draws two certificates that have more or less to do with each other.
func drawTwo(t *rapid.T) (a, b certificate.Certificate) {
	a = drawCert(t)
	if rapid.IntRange(0, 3).Draw(t, "apart") == 0 {
		return a, drawCert(t)
	}
	return a, drawLike(t, a)
}

func drawVerdict(t *rapid.T) Verdict { return rapid.SampledFrom(Verdicts()).Draw(t, "verdict") }

// wants compares lists of words.
func wants(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

package certificate

import (
	"fmt"
	"strings"
)

// Sentences says the difference in plain words, naming units by name(id):
// "the second also accepts schedulers.py:301-420 for G1".
func (d Diff) Sentences(a, b Certificate, name func(unit string) string) []string {
	return d.SentencesAs("the first", "the second", a, b, name)
}

// SentencesAs is Sentences with other words for a and b, such as "A" and "B".
func (d Diff) SentencesAs(first, second string, a, b Certificate, name func(unit string) string) []string {
	t := teller{first: first, second: second, a: a, b: b, name: name}
	for _, p := range d.Pairs {
		t.pair(p)
	}
	t.branches(first, d.Branches.OnlyA)
	t.branches(second, d.Branches.OnlyB)
	for _, key := range d.Fields {
		t.field(key)
	}
	return t.said
}

type teller struct {
	first, second string
	a, b          Certificate
	name          func(string) string
	said          []string
}

func (t *teller) say(format string, args ...any) {
	t.said = append(t.said, fmt.Sprintf(format, args...))
}

func (t *teller) pair(p GroupPair) {
	switch {
	case p.B < 0:
		t.alone(t.first, t.a, p.A)
		return
	case p.A < 0:
		t.alone(t.second, t.b, p.B)
		return
	}
	label := t.a.Label(p.A)
	x, y := t.a.Groups[p.A], t.b.Groups[p.B]
	if p.Name {
		t.say("%s calls %s %s", t.second, label, t.b.Label(p.B))
	}
	if len(p.OnlyB) > 0 {
		t.say("%s also accepts %s for %s", t.second, t.units(p.OnlyB), label)
	}
	if len(p.OnlyA) > 0 {
		t.say("%s does not accept %s for %s", t.second, t.units(p.OnlyA), label)
	}
	if p.Threshold {
		t.say("%s wants %d of %s where %s wants %d", t.second, y.Threshold, label, t.first, x.Threshold)
	}
	if p.Weight {
		t.say("%s weighs %s %v where %s weighs it %v", t.second, label, y.Weight, t.first, x.Weight)
	}
	if p.Role {
		t.say("%s gives %s the role %s where %s gives %s", t.second, label, orNone(y.Role), t.first, orNone(x.Role))
	}
	t.words(p, label, x, y)
}

// words says how rationale, quotations and other keys differ.
func (t *teller) words(p GroupPair, label string, x, y Group) {
	switch {
	case !p.Rationale:
	case y.Rationale == "":
		t.say("%s gives no rationale for %s", t.second, label)
	case x.Rationale == "":
		t.say("only %s gives a rationale for %s", t.second, label)
	default:
		t.say("the rationales of %s differ", label)
	}
	switch nx, ny := len(x.Quotations), len(y.Quotations); {
	case !p.Quotes:
	case nx == ny:
		t.say("the quotations of %s differ", label)
	default:
		t.say("%s has %s for %s where %s has %d", t.second, counted(ny, "quotation", "quotations"), label, t.first, nx)
	}
	if len(p.Others) > 0 {
		t.say("%s of %s %s", listWords(p.Others, "and"), label, differ(len(p.Others)))
	}
}

func differ(n int) string {
	if n == 1 {
		return "differs"
	}
	return "differ"
}

// alone tells of a group that only one side has.
func (t *teller) alone(who string, c Certificate, i int) {
	g := c.Groups[i]
	accepts := "accepting nothing yet"
	if len(g.Acceptable) > 0 {
		accepts = "wanting " + threshold(g) + t.units(g.Acceptable)
	}
	t.say("only %s has %s (%s), %s", who, c.Label(i), orNone(g.Role), accepts)
}

// threshold says how many are wanted before the units it is about.
func threshold(g Group) string {
	if len(g.Acceptable) == 1 && g.Threshold == 1 {
		return ""
	}
	return fmt.Sprintf("%d of ", g.Threshold)
}

func orNone(role string) string {
	if strings.TrimSpace(role) == "" {
		return "no role"
	}
	return role
}

// toldUnits is how many units a sentence names before it counts.
const toldUnits = 4

func (t *teller) units(ids []string) string {
	names := make([]string, 0, toldUnits+1)
	for _, id := range ids[:min(len(ids), toldUnits)] {
		names = append(names, t.name(id))
	}
	if more := len(ids) - toldUnits; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return listWords(names, "and")
}

func (t *teller) branches(who string, only [][]string) {
	const told = 3
	switch {
	case len(only) > told:
		t.say("only %s lists %d branches that the other does not", who, len(only))
	default:
		for _, b := range only {
			if len(b) == 0 {
				t.say("only %s lists an empty branch", who)
				continue
			}
			t.say("only %s lists the branch %s", who, t.units(b))
		}
	}
}

// field tells of a key beside groups and branches.
func (t *teller) field(key string) {
	fd := named(certificateFields(), key)
	if fd == nil {
		t.say("%s differs", key)
		return
	}
	x, y := fd.write(nil, &t.a), fd.write(nil, &t.b)
	if len(x) > 0 && x[0] == '[' {
		in, out := listDifference(t.a.list(key), t.b.list(key))
		if len(in) > 0 {
			t.say("%s has %s more in %s", t.second, t.units(in), key)
		}
		if len(out) > 0 {
			t.say("%s lacks %s in %s", t.second, t.units(out), key)
		}
		return
	}
	t.say("%s says %s for %s where %s says %s", t.second, orUnset(y), key, t.first, orUnset(x))
}

func orUnset(v []byte) string {
	if len(v) == 0 {
		return "nothing"
	}
	return plain(v)
}

// list is one of the two lists of units that stand beside the groups.
func (c Certificate) list(key string) []string {
	if key == "optional_evidence_ids" {
		return c.Optional
	}
	return c.Observed
}

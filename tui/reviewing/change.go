package reviewing

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/certificate"
	"suffice/tui/part"
)

// change is one thing that differs from the certificate under review: "+" for
// what came, "−" for what went, "~" for what is otherwise.
type change struct {
	sign string
	text string // not cleaned
	unit string // evidence ID to look at; may be empty
}

// changes says what differs, group by group.
func (s *Screen) changes() []change {
	t := teller{a: s.under, b: s.mine, name: s.bench.Name}
	for _, p := range s.diff.Pairs {
		t.pair(p)
	}
	t.branches("+", s.diff.Branches.OnlyB)
	t.branches("−", s.diff.Branches.OnlyA)
	for _, key := range s.diff.Fields {
		t.say("~", "", "%s", strings.ReplaceAll(key, "_", " "))
	}
	return t.said
}

type teller struct {
	a, b certificate.Certificate
	name func(unit string) string
	said []change
}

func (t *teller) say(sign, unit, format string, args ...any) {
	t.said = append(t.said, change{sign, fmt.Sprintf(format, args...), unit})
}

func (t *teller) pair(p certificate.GroupPair) {
	switch {
	case p.A < 0:
		g := t.b.Groups[p.B]
		t.say("+", "", "%s %s, %d of %d", t.b.Label(p.B), orNone(g.Role), g.Threshold, len(g.Acceptable))
		for _, id := range g.Acceptable {
			t.say("+", id, "  %s", t.name(id))
		}
		return
	case p.B < 0:
		t.say("−", "", "%s %s, left out", t.a.Label(p.A), orNone(t.a.Groups[p.A].Role))
		return
	}
	x, y, label := t.a.Groups[p.A], t.b.Groups[p.B], t.b.Label(p.B)
	for _, id := range p.OnlyB {
		t.say("+", id, "%s accepts %s", label, t.name(id))
	}
	for _, id := range p.OnlyA {
		t.say("−", id, "%s no longer accepts %s", label, t.name(id))
	}
	if p.Threshold {
		t.say("~", "", "%s wants %d of %d, it was %d of %d", label, y.Threshold, len(y.Acceptable), x.Threshold, len(x.Acceptable))
	}
	if p.Weight {
		t.say("~", "", "%s weighs %s, it was %s", label, number(y.Weight), number(x.Weight))
	}
	if p.Role {
		t.say("~", "", "%s is for %s, it was %s", label, orNone(y.Role), orNone(x.Role))
	}
	if p.Name {
		t.say("~", "", "%s was called %s", label, t.a.Label(p.A))
	}
	t.words(p, label, x, y)
}

// words tells of rationale, quotations and other keys.
func (t *teller) words(p certificate.GroupPair, label string, x, y certificate.Group) {
	switch {
	case !p.Rationale:
	case strings.TrimSpace(x.Rationale) == "":
		t.say("+", "", "a rationale for %s", label)
	case strings.TrimSpace(y.Rationale) == "":
		t.say("−", "", "the rationale of %s", label)
	default:
		t.say("~", "", "the rationale of %s", label)
	}
	came, first := without(y.Quotations, x.Quotations)
	gone, _ := without(x.Quotations, y.Quotations)
	if came > 0 {
		t.say("+", first, "%s for %s", part.Many(came, "quotation"), label)
	}
	if gone > 0 {
		t.say("−", "", "%s of %s", part.Many(gone, "quotation"), label)
	}
	if len(p.Others) > 0 {
		t.say("~", "", "%s of %s", strings.Join(p.Others, ", "), label)
	}
}

// without counts the quotations of list that other does not have, and names the
// unit of the first.
func without(list, other []certificate.Quotation) (n int, unit string) {
	left := map[certificate.Quotation]int{}
	for _, q := range other {
		left[plain(q)]++
	}
	for _, q := range list {
		if left[plain(q)] > 0 {
			left[plain(q)]--
			continue
		}
		if n++; n == 1 {
			unit = q.Unit
		}
	}
	return n, unit
}

func plain(q certificate.Quotation) certificate.Quotation {
	q.Raw = ""
	return q
}

// toldBranches is how many branches are named before they are counted.
const toldBranches = 3

func (t *teller) branches(sign string, list [][]string) {
	if len(list) > toldBranches {
		t.say(sign, "", "%d branches", len(list))
		return
	}
	for _, b := range list {
		names := make([]string, len(b))
		for i, id := range b {
			names[i] = t.name(id)
		}
		first := ""
		if len(b) > 0 {
			first = b[0]
		}
		t.say(sign, first, "branch %s", strings.Join(names, " + "))
	}
}

func orNone(role string) string {
	if strings.TrimSpace(role) == "" {
		return "(no role)"
	}
	return role
}

func number(w float64) string { return strconv.FormatFloat(w, 'f', -1, 64) }

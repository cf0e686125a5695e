package certificate

import (
	"bytes"
	"slices"

	"suffice/certificate/records"
)

// Diff is how b differs from a, with groups lined up by best overall overlap.
type Diff struct {
	Pairs    []GroupPair // in the order of a, then the groups that only b has
	Branches BranchDiff
	Fields   []string // other keys that differ: label_scope, optional_evidence_ids, ...
}

// GroupPair is one line of the difference: a group of a, of b, or both. The
// order of units and quotations makes no difference, nor does the order of
// groups or the names people gave them, except that a changed name is told.
type GroupPair struct {
	A, B      int      // positions, -1 when only the other side has it
	OnlyA     []string // acceptable units only in A
	OnlyB     []string
	Both      []string
	Threshold bool // differs
	Weight    bool
	Role      bool
	Rationale bool
	Quotes    bool
	Name      bool     // group_id
	Others    []string // other keys that differ
}

// BranchDiff lists branches that stand on one side only.
type BranchDiff struct{ OnlyA, OnlyB [][]string }

// Compare lines up the groups of two certificates and says what differs.
// Compare(b, a) pairs the same groups.
func Compare(a, b Certificate) Diff {
	d := Diff{
		Branches: BranchDiff{OnlyA: setsWithout(a.Branches, b.Branches), OnlyB: setsWithout(b.Branches, a.Branches)},
		Fields:   fieldsThatDiffer(a, b),
	}
	partner := pairUp(a, b)
	taken := make([]bool, len(b.Groups))
	for i := range a.Groups {
		j := partner[i]
		if j >= 0 {
			taken[j] = true
		}
		d.Pairs = append(d.Pairs, pairOf(a, b, i, j))
	}
	for j := range b.Groups {
		if !taken[j] {
			d.Pairs = append(d.Pairs, pairOf(a, b, -1, j))
		}
	}
	return d
}

// pairOf compares group i of a with group j of b; either may be -1.
func pairOf(a, b Certificate, i, j int) GroupPair {
	p := GroupPair{A: i, B: j}
	switch {
	case i < 0:
		p.OnlyB = once(b.Groups[j].Acceptable)
		return p
	case j < 0:
		p.OnlyA = once(a.Groups[i].Acceptable)
		return p
	}
	x, y := a.Groups[i], b.Groups[j]
	p.OnlyB, p.OnlyA = listDifference(x.Acceptable, y.Acceptable)
	for _, id := range once(x.Acceptable) {
		if slices.Contains(y.Acceptable, id) {
			p.Both = append(p.Both, id)
		}
	}
	p.Threshold = x.Threshold != y.Threshold
	p.Weight = x.Weight != y.Weight
	p.Role = x.Role != y.Role
	p.Rationale = x.Rationale != y.Rationale
	p.Quotes = !sameQuotations(x.Quotations, y.Quotations)
	p.Name = x.ID != y.ID
	p.Others = othersThatDiffer(x.Raw, y.Raw, groupFields())
	return p
}

func sameQuotations(a, b []Quotation) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[Quotation]int{}
	for i := range a {
		count[a[i]]++
		count[b[i]]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// setsWithout lists the sets of a that b does not have, counting repeats.
func setsWithout(a, b [][]string) [][]string {
	left := make(map[string]int, len(b))
	for _, s := range b {
		left[setKey(s)]++
	}
	var out [][]string
	for _, s := range a {
		if k := setKey(s); left[k] > 0 {
			left[k]--
		} else {
			out = append(out, slices.Clone(s))
		}
	}
	return out
}

// fieldsThatDiffer names the keys beside groups and branches whose values differ.
func fieldsThatDiffer(a, b Certificate) []string {
	var keys []string
	for _, fd := range certificateFields() {
		switch fd.name {
		case groupsKey, "alternative_minimal_sets", "schema_version":
		case "observed_evidence_ids":
			if !sameSet(a.Observed, b.Observed) {
				keys = append(keys, fd.name)
			}
		case "optional_evidence_ids":
			if !sameSet(a.Optional, b.Optional) {
				keys = append(keys, fd.name)
			}
		default:
			if !bytes.Equal(fd.write(nil, &a), fd.write(nil, &b)) {
				keys = append(keys, fd.name)
			}
		}
	}
	keys = append(keys, othersThatDiffer(a.Raw, b.Raw, certificateFields())...)
	if around := othersThatDiffer(a.Envelope, b.Envelope, []field[Certificate]{{name: "state_id"}}); len(around) > 0 {
		keys = append(keys, around...)
	}
	return keys
}

// othersThatDiffer names the keys that no field stands for and that differ.
func othersThatDiffer[T any](a, b []records.Member, known []field[T]) []string {
	var keys []string
	for _, m := range a {
		if v, ok := find(b, m.Name); named(known, m.Name) == nil && (!ok || !records.Equal(m.Value, v)) {
			keys = append(keys, m.Name)
		}
	}
	for _, m := range b {
		if _, ok := find(a, m.Name); named(known, m.Name) == nil && !ok {
			keys = append(keys, m.Name)
		}
	}
	return keys
}

// Same reports whether nothing differs.
func (d Diff) Same() bool {
	return len(d.Fields) == 0 && len(d.Branches.OnlyA) == 0 && len(d.Branches.OnlyB) == 0 &&
		!slices.ContainsFunc(d.Pairs, func(p GroupPair) bool { return !p.Same() })
}

// Same reports whether the two groups of a pair say the same.
func (p GroupPair) Same() bool {
	return p.A >= 0 && p.B >= 0 && len(p.OnlyA) == 0 && len(p.OnlyB) == 0 && len(p.Others) == 0 &&
		!p.Threshold && !p.Weight && !p.Role && !p.Rationale && !p.Quotes && !p.Name
}

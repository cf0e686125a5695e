package certificate

import (
	"bytes"
	"slices"
)

// regroup sets all groups at once.
func (w *change) regroup() error {
	if err := w.needAfter("a list of groups"); err != nil {
		return err
	}
	var groups []Group
	if err := w.read(func(f *faults) { groups = f.keptGroups("after", w.edit.After) }); err != nil {
		return err
	}
	have := appendKeptGroups(nil, w.next.cert.Groups)
	if err := w.expect(have, "the list of groups"); err != nil {
		return err
	}
	w.adopt(groups)
	w.edit.After = appendKeptGroups(nil, groups)
	if bytes.Equal(w.edit.After, have) {
		return w.invalid("the groups already are as asked")
	}
	if !w.completed {
		for _, g := range groups {
			if g.Threshold < 1 || !(g.Weight > 0) {
				return w.invalid("every group needs a threshold of at least 1 and a weight above 0")
			}
		}
	}
	w.next.cert.Groups = groups
	return nil
}

// adopt claims the keys that groups have and mints those they lack.
func (w *change) adopt(groups []Group) {
	for _, g := range groups {
		w.next.claim(g.Key)
	}
	for i := range groups {
		if groups[i].Key == "" {
			groups[i].Key = w.next.mint()
		}
	}
}

// mergeGroups puts one group into another: union of members and quotations,
// the greater weight, both rationales; role and threshold stay the target's.
func (w *change) mergeGroups() error {
	from, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	into, err := w.group(&w.edit.Into)
	if err != nil {
		return err
	}
	if from == into {
		return w.invalid("%s cannot be merged into itself", w.label(into))
	}
	have := appendKeptGroups(nil, w.next.cert.Groups)
	if err := w.expect(have, "the list of groups"); err != nil {
		return err
	}
	w.edit.After = nil
	w.next.cert.Groups = mergedInto(w.next.cert.Groups, from, into)
	return nil
}

func mergedInto(groups []Group, from, into int) []Group {
	out := slices.Clone(groups)
	a, b := cloneGroup(groups[into]), groups[from]
	for _, id := range b.Acceptable {
		if !slices.Contains(a.Acceptable, id) {
			a.Acceptable = append(a.Acceptable, id)
		}
	}
	for _, q := range b.Quotations {
		if !slices.Contains(a.Quotations, q) {
			a.Quotations = append(a.Quotations, q)
		}
	}
	switch {
	case a.Rationale == "":
		a.Rationale = b.Rationale
	case b.Rationale != "" && b.Rationale != a.Rationale:
		a.Rationale += "\n" + b.Rationale
	}
	a.Weight = max(a.Weight, b.Weight)
	out[into] = a
	return removeAt(out, from)
}

// splitGroup moves units, with their quotations, into a new group right behind.
func (w *change) splitGroup() error {
	if err := w.needAfter("a list of evidence IDs"); err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	var leave []string
	if err := w.read(func(f *faults) { leave = f.unitIDs("after", w.edit.After) }); err != nil {
		return err
	}
	g := w.next.cert.Groups[i]
	if err := w.expect(appendKeptGroups(nil, w.next.cert.Groups), "the list of groups"); err != nil {
		return err
	}
	if err := w.validSplit(w.label(i), g, leave); err != nil {
		return err
	}
	k := w.edit.Into
	if k == "" {
		k = w.next.mint()
	} else if _, ok := keyNumber(k); !ok {
		return w.invalid(`%q is no group key; keys are "g1", "g2", ...`, k)
	}
	if _, _, there := w.next.cert.Group(k); there {
		return w.gone("there is a group %s already", k)
	}
	w.next.claim(k)
	w.edit.Into = k
	w.edit.After = appendTexts(nil, leave)
	w.next.cert.Groups = splitOff(w.next.cert.Groups, i, k, leave)
	return nil
}

func (w *change) validSplit(label string, g Group, leave []string) error {
	if len(leave) == 0 {
		return w.invalid("name the units that leave %s", label)
	}
	if why := repeated("the list", leave); why != "" {
		return w.invalid("%s", why)
	}
	for _, id := range leave {
		if !slices.Contains(g.Acceptable, id) {
			return w.invalid("%s is not accepted in %s", id, label)
		}
	}
	for _, id := range g.Acceptable {
		if !slices.Contains(leave, id) {
			return nil
		}
	}
	return w.invalid("nothing would be left in %s", label)
}

func splitOff(groups []Group, i int, k GroupKey, leave []string) []Group {
	goes := func(id string) bool { return slices.Contains(leave, id) }
	stays := cloneGroup(groups[i])
	part := Group{Key: k, Role: stays.Role, Threshold: 1, Weight: stays.Weight, Acceptable: slices.Clone(leave)}
	stays.Acceptable = slices.DeleteFunc(stays.Acceptable, goes)
	for _, q := range stays.Quotations {
		if goes(q.Unit) {
			part.Quotations = append(part.Quotations, q)
		}
	}
	stays.Quotations = slices.DeleteFunc(stays.Quotations, func(q Quotation) bool { return goes(q.Unit) })
	out := insertAt(groups, i+1, part)
	out[i] = stays
	return out
}

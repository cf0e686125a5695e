package certificate

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// addGroup adds a group under a key of its own choice or a minted one.
func (w *change) addGroup() error {
	g, at, err := w.newGroup()
	if err != nil {
		return err
	}
	k := w.edit.Group
	if k == "" {
		k = w.next.mint()
	} else if _, ok := keyNumber(k); !ok {
		return w.invalid(`%q is no group key; keys are "g1", "g2", ...`, k)
	}
	_, _, there := w.next.cert.Group(k)
	if err := w.absent(there, "there is a group %s already", k); err != nil {
		return err
	}
	if err := w.validGroup(g); err != nil {
		return err
	}
	n := len(w.next.cert.Groups)
	if at < 0 || at > n {
		if at > n && !w.completed {
			return w.invalid("position %d is beyond the last group (positions are from 0)", at)
		}
		at = n
	}
	w.next.claim(k)
	g.Key = k
	w.next.cert.Groups = insertAt(w.next.cert.Groups, at, g)
	w.edit.Group = k
	w.edit.After = appendKeptGroup(nil, "", at, g)
	return nil
}

// newGroup reads After: the kept form of a group that was there before, or
// some of a group's keys, the others taking their usual values.
func (w *change) newGroup() (g Group, at int, err error) {
	at = -1
	g = Group{Threshold: 1, Weight: 1}
	if w.edit.After != nil {
		err = w.read(func(f *faults) { g, at = f.addedGroup("after", w.edit.After) })
	}
	return g, at, err
}

// addedGroup reads the group that an AddGroup brings.
func (f *faults) addedGroup(key string, v jsontext.Value) (g Group, at int) {
	g = Group{Threshold: 1, Weight: 1}
	if !f.is(key, v, '{', "an object, the group") {
		return g, -1
	}
	members := splitObject(v)
	if _, whole := find(members, "group"); whole {
		return f.keptGroup(key, v)
	}
	at = f.sparseGroup(key, members, &g)
	return g, at
}

// sparseGroup reads the keys of a group that are given.
func (f *faults) sparseGroup(key string, members []records.Member, g *Group) (at int) {
	at = -1
	known := []string{"at"}
	for _, fd := range groupFields() {
		known = append(known, fd.name)
		if v, ok := find(members, fd.name); ok {
			fd.read(f, keyIn(key, fd.name), v, g)
		}
	}
	f.only(key, members, known...)
	if p, ok := find(members, "at"); ok {
		at = f.position(keyIn(key, "at"), p)
	}
	return at
}

func (w *change) validGroup(g Group) error {
	if w.completed {
		return nil
	}
	switch {
	case g.Threshold < 1:
		return w.invalid("a threshold is at least 1")
	case !(g.Weight > 0) || math.IsInf(g.Weight, 0):
		return w.invalid("a weight is a number above 0")
	case g.Role != "" && strings.TrimSpace(g.Role) == "":
		return w.invalid("a role cannot be blank")
	case g.ID != "" && strings.TrimSpace(g.ID) == "":
		return w.invalid("a group_id cannot be blank")
	}
	if why := repeated("the group", g.Acceptable); why != "" {
		return w.invalid("%s", why)
	}
	return w.freeID(-1, g.ID)
}

func (w *change) removeGroup() error {
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	g := w.next.cert.Groups[i]
	if w.completed {
		var then Group
		if err := w.read(func(f *faults) { then, _ = f.keptGroup("before", w.edit.Before) }); err != nil {
			return err
		}
		if !bytes.Equal(appendGroup(nil, then), appendGroup(nil, g)) {
			return w.conflict(appendKeptGroup(nil, "", i, g), "%s was changed in between", w.label(i))
		}
	}
	w.edit.Before = appendKeptGroup(nil, "", i, g)
	w.next.cert.Groups = removeAt(w.next.cert.Groups, i)
	return nil
}

func (w *change) moveGroup() error {
	if err := w.needAfter("a position from 0"); err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	var to int
	if err := w.read(func(f *faults) { to = f.position("after", w.edit.After) }); err != nil {
		return err
	}
	label := w.label(i)
	if err := w.expect(appendInteger(nil, i), "the position of "+label); err != nil {
		return err
	}
	groups := w.next.cert.Groups
	switch {
	case to >= len(groups):
		return w.invalid("position %d is beyond the last group (positions are from 0)", to)
	case to == i:
		return w.invalid("%s already is at position %d", label, to)
	}
	w.next.cert.Groups = insertAt(removeAt(groups, i), to, groups[i])
	return nil
}

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

// replace puts another certificate in the place of this one.
func (w *change) replace() error {
	if err := w.needAfter("a whole certificate"); err != nil {
		return err
	}
	var c Certificate
	if err := w.read(func(f *faults) { c = f.kept("after", w.edit.After) }); err != nil {
		return err
	}
	have := jsontext.Value(appendKept(nil, w.next.cert))
	if err := w.expect(have, "the certificate"); err != nil {
		return err
	}
	w.adopt(c.Groups)
	if c.State != w.next.cert.State && w.next.cert.State != "" && !w.completed {
		return w.invalid("this certificate belongs to the state %s, not to %s", c.State, w.next.cert.State)
	}
	w.edit.After = appendKept(nil, c)
	if bytes.Equal(w.edit.After, have) {
		return w.invalid("the certificate already is as asked")
	}
	w.next.cert = c
	return nil
}

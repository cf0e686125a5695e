package certificate

import (
	"bytes"
	"math"
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

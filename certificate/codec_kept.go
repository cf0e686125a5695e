package certificate

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// The kept form is how groups and certificates stand in the journal and in
// snapshots: what they say now, and beside it what they were imported as
// ("imported": left out when that is the same, null when they were made here).
// From the two an export or an undo gives back every untouched text, however
// often the value was stored and read.

// appendKeptGroup writes a group in its kept form. at is its position, or
// negative to leave it out; the key is left out when empty.
func appendKeptGroup(dst []byte, key GroupKey, at int, g Group) []byte {
	dst = append(dst, '{')
	if at >= 0 {
		dst = appendMember(dst, "at", appendInteger(nil, at))
	}
	if key != "" {
		dst = appendMember(dst, "key", appendText(nil, string(key)))
	}
	now := appendGroup(nil, g)
	dst = appendMember(dst, "group", now)
	return append(appendImported(dst, g.Raw, now), '}')
}

// appendImported writes what an object was imported as, unless it is now.
func appendImported(dst []byte, raw []records.Member, now []byte) []byte {
	if raw == nil {
		return appendMember(dst, "imported", []byte("null"))
	}
	if was := joinObject(raw); !bytes.Equal(was, now) {
		return appendMember(dst, "imported", was)
	}
	return dst
}

func joinObject(members []records.Member) []byte {
	dst := []byte{'{'}
	for _, m := range members {
		dst = appendMember(dst, m.Name, m.Value)
	}
	return append(dst, '}')
}

// appendKeptGroups writes every group with its key.
func appendKeptGroups(dst []byte, groups []Group) []byte {
	dst = append(dst, '[')
	for i, g := range groups {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, appendKeptGroup(nil, g.Key, -1, g)...)
	}
	return append(dst, ']')
}

// appendKeptMembers appends the members of a whole certificate's kept form to
// an object under construction.
func appendKeptMembers(dst []byte, c Certificate) []byte {
	groups := c.Groups
	c.Groups = nil
	now := appendLabel(nil, c)
	dst = appendMember(dst, "label", now)
	dst = appendImported(dst, c.Raw, now)
	if c.Envelope != nil {
		dst = appendMember(dst, "envelope", joinObject(c.Envelope))
	}
	return appendMember(dst, "groups", appendKeptGroups(nil, groups))
}

// appendKept writes a whole certificate in its kept form.
func appendKept(dst []byte, c Certificate) []byte {
	return append(appendKeptMembers(append(dst, '{'), c), '}')
}

// imported gives the Raw of an object now written as members of now.
func (f *faults) imported(key string, kept, now []records.Member) []records.Member {
	was, ok := find(kept, "imported")
	switch {
	case !ok:
		return now
	case was.Kind() == 'n':
		return nil
	case f.is(key, was, '{', "an object or null"):
		return splitObject(was)
	}
	return nil
}

// only refuses keys that are not among the known ones, so that a typing
// mistake is told and not ignored.
func (f *faults) only(key string, members []records.Member, known ...string) {
	for _, m := range members {
		ok := false
		for _, k := range known {
			ok = ok || k == m.Name
		}
		if !ok {
			f.add(keyIn(key, records.Key(m.Name)), "this key is not known here; known are %s", listWords(known, "and"))
		}
	}
}

// keptGroup reads a group in its kept form; at is negative when it was left out.
func (f *faults) keptGroup(key string, v jsontext.Value) (g Group, at int) {
	at = -1
	if !f.is(key, v, '{', "an object with a group") {
		return g, at
	}
	members := splitObject(v)
	f.only(key, members, "at", "key", "group", "imported")
	if p, ok := find(members, "at"); ok {
		at = f.position(keyIn(key, "at"), p)
	}
	inner, ok := find(members, "group")
	if !ok {
		f.add(keyIn(key, "group"), "this key is missing")
		return g, at
	}
	if f.is(keyIn(key, "group"), inner, '{', "an object, one group") {
		now := splitObject(inner)
		g = readGroup(f, keyIn(key, "group"), now)
		g.Raw = f.imported(keyIn(key, "imported"), members, now)
	}
	if k, ok := find(members, "key"); ok {
		g.Key = f.groupKey(keyIn(key, "key"), k)
	}
	return g, at
}

func (f *faults) position(key string, v jsontext.Value) int {
	n := f.integer(key, v)
	if n < 0 {
		f.add(key, "expected a position from 0, found %d", n)
	}
	return n
}

func (f *faults) groupKey(key string, v jsontext.Value) GroupKey {
	k := GroupKey(f.text(key, v))
	if _, ok := keyNumber(k); !ok && v.Kind() == '"' {
		f.add(key, `expected a group key such as "g2", found %s`, brief(v))
	}
	return k
}

func (f *faults) keptGroups(key string, v jsontext.Value) []Group {
	if !f.is(key, v, '[', "a list of groups") {
		return nil
	}
	groups := []Group{}
	seen := map[GroupKey]bool{}
	for i, e := range splitList(v) {
		at := element(key, i)
		g, _ := f.keptGroup(at, e)
		if g.Key != "" && seen[g.Key] {
			f.add(keyIn(at, "key"), "%s stands here twice", g.Key)
		}
		seen[g.Key] = true
		groups = append(groups, g)
	}
	return groups
}

// kept reads a whole certificate from its kept form or from a label as files
// hold it, whose groups then have no keys.
func (f *faults) kept(key string, v jsontext.Value) Certificate {
	if !f.is(key, v, '{', "an object, one certificate") {
		return Certificate{}
	}
	members := splitObject(v)
	label, ok := find(members, "label")
	groups, both := find(members, "groups")
	if _, plain := find(members, groupsKey); plain || !ok || !both {
		c, err := Decode(v)
		f.under(key, err)
		return c
	}
	f.only(key, members, "next", "label", "imported", "envelope", "groups")
	return f.keptCertificate(key, members, label, groups)
}

func (f *faults) keptCertificate(key string, members []records.Member, label, groups jsontext.Value) Certificate {
	if !f.is(keyIn(key, "label"), label, '{', "an object, one label") {
		return Certificate{}
	}
	now := splitObject(label)
	c := readLabel(f, keyIn(key, "label"), now)
	c.Raw = f.imported(keyIn(key, "imported"), members, c.Raw)
	c.Groups = f.keptGroups(keyIn(key, "groups"), groups)
	if around, ok := find(members, "envelope"); ok && f.is(keyIn(key, "envelope"), around, '{', "an object") {
		c.Envelope = splitObject(around)
		if s, ok := find(c.Envelope, "state_id"); ok && s.Kind() == '"' && c.State == "" {
			c.State = unquote(s)
		}
	}
	return c
}

// under adds the faults of a value that stands at key.
func (f *faults) under(key string, err error) {
	for _, e := range fieldErrors(err) {
		f.found = append(f.found, e.In(key))
	}
}

// fieldErrors takes apart what Decode returns.
func fieldErrors(err error) []*records.FieldError {
	switch e := err.(type) {
	case nil:
		return nil
	case *records.FieldError:
		return []*records.FieldError{e}
	case interface{ Unwrap() []error }:
		var all []*records.FieldError
		for _, one := range e.Unwrap() {
			all = append(all, fieldErrors(one)...)
		}
		return all
	}
	return []*records.FieldError{{Msg: err.Error()}}
}

package certificate

import (
	"slices"
	"strconv"

	"suffice/certificate/records"
)

// Draft is a certificate under work. It is immutable: Apply returns the next
// one. Every group has a key; keys are never reused.
type Draft struct {
	cert Certificate
	next int // number of the next key to mint; 0 stands for 1
}

// NewDraft gives every group of c a key in order and returns the draft. It
// keeps a copy: what the caller does to c later changes no draft.
func NewDraft(c Certificate) Draft {
	d := Draft{cert: clone(c)}
	for i := range d.cert.Groups {
		d.cert.Groups[i].Key = d.mint()
	}
	return d
}

// Certificate returns the draft's present content, with group keys. Its slices
// are the draft's own: read them, do not write to them.
func (d Draft) Certificate() Certificate { return d.cert }

// mint returns a key that no group of this draft has or ever had.
func (d *Draft) mint() GroupKey {
	d.next = max(d.next, 1)
	k := GroupKey("g" + strconv.Itoa(d.next))
	d.next++
	return k
}

// claim marks a key as used, so that it is not minted again.
func (d *Draft) claim(k GroupKey) {
	if n, ok := keyNumber(k); ok && n >= d.next {
		d.next = n + 1
	}
}

// keyNumber returns the number of a group key, false when k is none.
func keyNumber(k GroupKey) (int, bool) {
	if len(k) < 2 || k[0] != 'g' || k[1] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(k[1:]), 10, 31)
	return int(n), err == nil && k[1] != '+'
}

// MarshalJSON writes the draft with its keys, for snapshots; UnmarshalJSON
// reads it back. The form is described in docs/edits.md.
func (d Draft) MarshalJSON() ([]byte, error) {
	dst := appendMember([]byte{'{'}, "next", appendInteger(nil, max(d.next, 1)))
	return append(appendKeptMembers(dst, d.cert), '}'), nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (d *Draft) UnmarshalJSON(b []byte) error {
	v, err := shortest(b)
	if err != nil {
		return syntaxFault(err)
	}
	f := &faults{}
	c := f.kept("", v)
	read := Draft{cert: c}
	if next, ok := find(splitObject(v), "next"); ok {
		read.next = f.integer("next", next)
	} else {
		f.add("next", "this key is missing")
	}
	for i, g := range c.Groups {
		if n, _ := keyNumber(g.Key); g.Key == "" || n >= read.next {
			f.add(element("groups", i)+".key", "expected a key below g%d, found %q", read.next, g.Key)
		}
	}
	if err := f.err(); err != nil {
		return err
	}
	*d = read
	return nil
}

// clone copies a certificate so that nothing is shared with the original.
func clone(c Certificate) Certificate {
	c.Groups = slices.Clone(c.Groups)
	for i := range c.Groups {
		c.Groups[i] = cloneGroup(c.Groups[i])
	}
	c.Branches = cloneSets(c.Branches)
	c.Observed = slices.Clone(c.Observed)
	c.Optional = slices.Clone(c.Optional)
	c.Retrieval = clonePointer(c.Retrieval)
	c.Scope = clonePointer(c.Scope)
	c.Confidence = clonePointer(c.Confidence)
	c.Raw = records.Clone(c.Raw)
	c.Envelope = records.Clone(c.Envelope)
	return c
}

func cloneGroup(g Group) Group {
	g.Acceptable = slices.Clone(g.Acceptable)
	g.Quotations = slices.Clone(g.Quotations)
	g.Raw = records.Clone(g.Raw)
	return g
}

func cloneSets(sets [][]string) [][]string {
	out := slices.Clone(sets)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}

func clonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

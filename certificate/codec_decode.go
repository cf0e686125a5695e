package certificate

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

const envelopeKey = "graded_labels"

// Decode reads one label: a bare serbench-mss-v1 object or an organizer's
// envelope {"graded_labels": {...}}. A wrong type or missing key is a
// *records.FieldError (several: errors.Join of them); a wrong meaning is not,
// it becomes a Finding.
func Decode(raw jsontext.Value) (Certificate, error) {
	v, err := shortest(raw)
	if err != nil {
		return Certificate{}, syntaxFault(err)
	}
	f := &faults{}
	if !f.is("", v, '{', "an object, one label") {
		return Certificate{}, f.err()
	}
	members := splitObject(v)
	inner, enveloped := find(members, envelopeKey)
	if !enveloped || inner.Kind() == 'n' {
		c := readLabel(f, "", members)
		checkState(f, "state_id", members, c.State)
		return done(c, f)
	}
	if !f.is(envelopeKey, inner, '{', "an object, the label") {
		return Certificate{}, f.err()
	}
	return done(readEnvelope(f, members, splitObject(inner)), f)
}

func done(c Certificate, f *faults) (Certificate, error) {
	if err := f.err(); err != nil {
		return Certificate{}, err
	}
	return c, nil
}

// readEnvelope reads a label that stands inside an organizer's record. Its
// state_id may stand inside, outside, or in both places with one value.
func readEnvelope(f *faults, outer, inner []records.Member) Certificate {
	c := readLabel(f, envelopeKey, inner)
	c.Envelope = slices.DeleteFunc(outer, func(m records.Member) bool { return m.Name == envelopeKey })
	around, ok := find(c.Envelope, "state_id")
	if !ok {
		checkState(f, envelopeKey+".state_id", inner, c.State)
		return c
	}
	state := f.text("state_id", around)
	if _, inside := find(inner, "state_id"); inside && state != c.State {
		f.add(envelopeKey+".state_id", "this says %q and the record around it %q", c.State, state)
	}
	c.State = state
	checkState(f, "state_id", c.Envelope, c.State)
	return c
}

// checkState refuses a label that belongs to no state.
func checkState(f *faults, key string, in []records.Member, state string) {
	v, ok := find(in, "state_id")
	switch {
	case !ok:
		f.add(key, "this key is missing; every label names its state")
	case v.Kind() == '"' && strings.TrimSpace(state) == "":
		f.add(key, "expected the ID of a state, found a blank string")
	}
}

// readLabel reads the members of a label found at key.
func readLabel(f *faults, key string, members []records.Member) Certificate {
	var c Certificate
	readFields(f, key, members, certificateFields(), &c)
	c.Raw = slices.Clone(members)
	for i := range c.Raw {
		if c.Raw[i].Name == groupsKey {
			c.Raw[i].Value = jsontext.Value("[]")
		}
	}
	return c
}

// readFields reads the known keys of an object and leaves the others alone.
func readFields[T any](f *faults, key string, members []records.Member, fields []field[T], to *T) {
	for _, fd := range fields {
		at := keyIn(key, fd.name)
		v, ok := find(members, fd.name)
		switch {
		case !ok && fd.need:
			f.add(at, "this key is missing")
		case !ok || fd.null && v.Kind() == 'n':
		default:
			fd.read(f, at, v, to)
		}
	}
}

// keyIn names a key of the object at parent.
func keyIn(parent, name string) string {
	if parent == "" || strings.HasPrefix(name, "[") {
		return parent + name
	}
	return parent + "." + name
}

func readGroups(f *faults, key string, v jsontext.Value, to *Certificate) {
	if !f.is(key, v, '[', "a list of groups") {
		return
	}
	elements := splitList(v)
	to.Groups = make([]Group, 0, len(elements))
	for i, e := range elements {
		at := element(key, i)
		if f.is(at, e, '{', "an object, one group") {
			to.Groups = append(to.Groups, readGroup(f, at, splitObject(e)))
		}
	}
}

func readGroup(f *faults, key string, members []records.Member) Group {
	var g Group
	readFields(f, key, members, groupFields(), &g)
	g.Raw = members
	return g
}

func readQuotations(f *faults, key string, v jsontext.Value, to *Group) {
	if !f.is(key, v, '[', "a list of quotations") {
		return
	}
	to.Quotations = []Quotation{}
	for i, e := range splitList(v) {
		at := element(key, i)
		if f.is(at, e, '{', "an object, one quotation") {
			to.Quotations = append(to.Quotations, readQuotation(f, at, e))
		}
	}
}

// readQuotation reads one quotation and keeps its text only when the four
// keys do not say it all.
func readQuotation(f *faults, key string, v jsontext.Value) Quotation {
	var q Quotation
	readFields(f, key, splitObject(v), quotationFields(), &q)
	if string(appendQuotation(nil, q)) != string(v) {
		q.Raw = string(v)
	}
	return q
}

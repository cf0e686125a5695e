package certificate

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// Encode writes c as one JSON object: keys that were not edited come back as
// they were written, numbers with their text, unknown keys kept. A key that an
// edit unset is left out; a key that an edit added stands after the others.
func Encode(c Certificate) jsontext.Value {
	label := appendLabel(nil, c)
	if c.Envelope == nil {
		return label
	}
	dst := []byte{'{'}
	for _, m := range c.Envelope {
		v := m.Value
		if m.Name == "state_id" && v.Kind() == '"' && unquote(v) != c.State {
			v = appendText(nil, c.State)
		}
		dst = appendMember(dst, m.Name, v)
	}
	dst = appendMember(dst, envelopeKey, label)
	return append(dst, '}')
}

// appendLabel writes the label itself, without what stands around it.
func appendLabel(dst []byte, c Certificate) []byte {
	fields := certificateFields()
	if _, outside := find(c.Envelope, "state_id"); outside && c.Raw != nil {
		if _, inside := find(c.Raw, "state_id"); !inside {
			fields = withoutField(fields, "state_id")
		}
	}
	return appendObject(dst, c.Raw, fields, &c)
}

func withoutField[T any](fields []field[T], name string) []field[T] {
	kept := make([]field[T], 0, len(fields))
	for _, fd := range fields {
		if fd.name != name {
			kept = append(kept, fd)
		}
	}
	return kept
}

// appendObject writes an object from its present value and the text it was
// read from: first the keys of that text in their order, then those that are
// new. raw is nil for an object made here.
func appendObject[T any](dst []byte, raw []records.Member, fields []field[T], from *T) []byte {
	dst = append(dst, '{')
	written := make(map[string]bool, len(fields))
	for _, m := range raw {
		text := m.Value
		if fd := named(fields, m.Name); fd != nil {
			written[fd.name] = true
			text = fd.text(m.Value, from)
		}
		if len(text) > 0 {
			dst = appendMember(dst, m.Name, text)
		}
	}
	for _, fd := range fields {
		if written[fd.name] || fd.unset(from) && (raw != nil || !fd.made) {
			continue
		}
		if text := fd.write(nil, from); len(text) > 0 {
			dst = appendMember(dst, fd.name, text)
		}
	}
	return append(dst, '}')
}

func named[T any](fields []field[T], name string) *field[T] {
	for i := range fields {
		if fields[i].name == name {
			return &fields[i]
		}
	}
	return nil
}

// text is how the key is written: as it was read when that still says what
// from holds, else anew; empty when it is unset.
func (fd *field[T]) text(was jsontext.Value, from *T) jsontext.Value {
	now := fd.write(nil, from)
	if bytes.Equal(now, was) {
		return was
	}
	if fd.name == groupsKey {
		return now // each group has kept its own text
	}
	if fd.null && was.Kind() == 'n' {
		if fd.unset(from) {
			return was
		}
		return now
	}
	var then T
	f := &faults{}
	fd.read(f, "", was, &then)
	if f.err() == nil && bytes.Equal(fd.write(nil, &then), now) {
		return was
	}
	return now
}

func appendGroups(dst []byte, from *Certificate) []byte {
	dst = append(dst, '[')
	for i := range from.Groups {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendGroup(dst, from.Groups[i])
	}
	return append(dst, ']')
}

func appendGroup(dst []byte, g Group) []byte {
	return appendObject(dst, g.Raw, groupFields(), &g)
}

func appendQuotations(dst []byte, from *Group) []byte {
	dst = append(dst, '[')
	for i, q := range from.Quotations {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuotation(dst, q)
	}
	return append(dst, ']')
}

func appendQuotation(dst []byte, q Quotation) []byte {
	var raw []records.Member
	if q.Raw != "" {
		raw = splitObject(jsontext.Value(q.Raw))
	}
	return appendObject(dst, raw, quotationFields(), &q)
}

func appendSets(dst []byte, sets [][]string) []byte {
	dst = append(dst, '[')
	for i, s := range sets {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendTexts(dst, s)
	}
	return append(dst, ']')
}

func appendOptional[T any](dst []byte, v *T, write func([]byte, T) []byte) []byte {
	if v == nil {
		return dst
	}
	return write(dst, *v)
}

func appendTruth(dst []byte, b bool) []byte { return strconv.AppendBool(dst, b) }

func appendInteger(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

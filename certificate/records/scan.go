package records

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// The functions of this file walk JSON that was checked already. They look at
// one level only and jump over what is nested, which makes them several times
// faster than checking again; on text that is not JSON they report failure or
// return nonsense, but never panic.

// skipSpace returns the first position from i on that holds no JSON white space.
func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the position after the string whose opening quote is at i.
func skipString(b []byte, i int) (int, bool) {
	start := i + 1
	for j := start; ; {
		q := bytes.IndexByte(b[j:], '"')
		if q < 0 {
			return len(b), false
		}
		j += q
		k := j
		for k > start && b[k-1] == '\\' {
			k--
		}
		j++
		if (j-1-k)%2 == 0 {
			return j, true
		}
	}
}

// skipValue returns the position after the value that starts at i.
func skipValue(b []byte, i int) (int, bool) {
	depth := 0
	for i < len(b) {
		switch c := b[i]; c {
		case '"':
			end, ok := skipString(b, i)
			if !ok {
				return end, false
			}
			i = end
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\n', '\r':
			i++
			if depth == 0 {
				return i, false
			}
			continue
		default:
			i = skipAtom(b, i)
		}
		if depth == 0 {
			return i, true
		}
		if depth < 0 {
			return i, false
		}
	}
	return i, false
}

// skipAtom returns the position after a number or literal that starts at i.
func skipAtom(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case ',', ':', ' ', '\t', '\n', '\r', '{', '}', '[', ']', '"':
			return i
		}
	}
	return i
}

// walkObject hands every member of the object v to yield, in order, with the
// name still quoted and both slices pointing into v. It reports whether v has
// the outline of an object.
func walkObject(v []byte, yield func(name, value []byte) bool) bool {
	i := skipSpace(v, 0)
	if i >= len(v) || v[i] != '{' {
		return false
	}
	i = skipSpace(v, i+1)
	if i < len(v) && v[i] == '}' {
		return skipSpace(v, i+1) == len(v)
	}
	for i < len(v) && v[i] == '"' {
		nameEnd, ok := skipString(v, i)
		if !ok {
			return false
		}
		name := v[i:nameEnd:nameEnd]
		i = skipSpace(v, nameEnd)
		if i >= len(v) || v[i] != ':' {
			return false
		}
		i = skipSpace(v, i+1)
		end, ok := skipValue(v, i)
		if !ok {
			return false
		}
		if !yield(name, v[i:end:end]) {
			return true
		}
		i = skipSpace(v, end)
		if i >= len(v) {
			return false
		}
		if v[i] == '}' {
			return skipSpace(v, i+1) == len(v)
		}
		if v[i] != ',' {
			return false
		}
		i = skipSpace(v, i+1)
	}
	return false
}

// walkArray hands every element of the array v to yield, in order, pointing
// into v. It reports whether v has the outline of an array.
func walkArray(v []byte, yield func(value []byte) bool) bool {
	i := skipSpace(v, 0)
	if i >= len(v) || v[i] != '[' {
		return false
	}
	i = skipSpace(v, i+1)
	if i < len(v) && v[i] == ']' {
		return skipSpace(v, i+1) == len(v)
	}
	for i < len(v) {
		end, ok := skipValue(v, i)
		if !ok {
			return false
		}
		if !yield(v[i:end:end]) {
			return true
		}
		i = skipSpace(v, end)
		if i >= len(v) {
			return false
		}
		if v[i] == ']' {
			return skipSpace(v, i+1) == len(v)
		}
		if v[i] != ',' {
			return false
		}
		i = skipSpace(v, i+1)
	}
	return false
}

// Text decodes a JSON string; false when v is something else.
func Text(v jsontext.Value) (string, bool) { return text(v) }

// text decodes a quoted JSON string.
func text(quoted []byte) (string, bool) {
	if len(quoted) < 2 || quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return "", false
	}
	if inner := quoted[1 : len(quoted)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner), true
	}
	b, err := jsontext.AppendUnquote(make([]byte, 0, len(quoted)), quoted)
	return string(b), err == nil
}

// Members splits a JSON object into its members, in order. The values point
// into v: clone what outlives it (Clone does so for all). v is trusted to be
// valid JSON, as every Record is; when it is no object the answer is a *FieldError.
func Members(v jsontext.Value) ([]Member, error) {
	var ms []Member
	bad := false
	ok := walkObject(v, func(name, value []byte) bool {
		s, good := text(name)
		bad = bad || !good
		ms = append(ms, Member{Name: s, Value: value})
		return !bad
	})
	if !ok || bad {
		return nil, &FieldError{Msg: expected("an object", v)}
	}
	return ms, nil
}

// Elements splits a JSON array into its elements, in order. The values point
// into v, which is trusted to be valid JSON; when it is no array the answer is
// a *FieldError.
func Elements(v jsontext.Value) ([]jsontext.Value, error) {
	var vs []jsontext.Value
	ok := walkArray(v, func(value []byte) bool {
		vs = append(vs, value)
		return true
	})
	if !ok {
		return nil, &FieldError{Msg: expected("a list", v)}
	}
	return vs, nil
}

// Clone copies members together with their values, so that they outlive the
// record they came from.
func Clone(ms []Member) []Member {
	if ms == nil {
		return nil
	}
	size := 0
	for _, m := range ms {
		size += len(m.Value)
	}
	return intoOwn(append(make([]Member, 0, len(ms)), ms...), size)
}

// intoOwn moves the values of ms, size bytes in all, into one store of their own.
func intoOwn(ms []Member, size int) []Member {
	store := make([]byte, 0, size)
	for i, m := range ms {
		at := len(store)
		store = append(store, m.Value...)
		ms[i].Value = store[at:len(store):len(store)]
	}
	return ms
}

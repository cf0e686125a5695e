package certificate

import (
	"bytes"
	"strconv"
	"strings"

	"suffice/certificate/records"
)

// object hands every key to member, which reads the value. A key written with
// escapes is left to Decode.
func (r *valueReader) object(member func(key string) bool) bool {
	if !r.Take('{') {
		return false
	}
	if r.Take('}') {
		return true
	}
	for {
		from, to, ok := r.Quoted()
		if !ok || bytes.IndexByte(r.Text[from:to], '\\') >= 0 || !r.Take(':') || !member(r.text[from:to]) {
			return false
		}
		if another, ok := r.Next('}'); !another {
			return ok
		}
	}
}

// list calls element at the beginning of every element.
func (r *valueReader) list(element func() bool) bool {
	if !r.Take('[') {
		return false
	}
	if r.Take(']') {
		return true
	}
	for {
		if !element() {
			return false
		}
		if another, ok := r.Next(']'); !another {
			return ok
		}
	}
}

// unitIDs reads a list of IDs, none of them blank.
func (r *valueReader) unitIDs() ([]string, bool) {
	start := len(r.ids)
	ok := r.list(func() bool {
		id, ok := r.name()
		r.ids = append(r.ids, id)
		return ok
	})
	return r.ids[start:len(r.ids):len(r.ids)], ok
}

// name reads a string that is not blank.
func (r *valueReader) name() (string, bool) {
	s, ok := r.str()
	return s, ok && strings.TrimSpace(s) != ""
}

func (r *valueReader) str() (string, bool) {
	from, to, ok := r.Quoted()
	if !ok {
		return "", false
	}
	if bytes.IndexByte(r.Text[from:to], '\\') < 0 {
		return r.text[from:to], true
	}
	return records.Text(r.Text[from-1 : to+1])
}

// null reports whether null comes next.
func (r *valueReader) null() bool { return r.Space() < len(r.Text) && r.Text[r.At] == 'n' }

// skip passes over a value.
func (r *valueReader) skip() bool {
	_, _, ok := r.Value()
	return ok
}

func (r *valueReader) truth() (value, ok bool) {
	from, to, ok := r.Value()
	word := r.text[from:to]
	return word == "true", ok && (word == "true" || word == "false")
}

// digits is the text of a number.
func (r *valueReader) digits() (string, bool) {
	from, to, ok := r.Value()
	return r.text[from:to], ok && (r.text[from] == '-' || '0' <= r.text[from] && r.text[from] <= '9')
}

func (r *valueReader) number() (float64, bool) {
	text, ok := r.digits()
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// integer reads a whole number as faults.integer does.
func (r *valueReader) integer() (int, bool) {
	text, ok := r.digits()
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return int(n), err == nil && -maxInteger <= n && n <= maxInteger
}

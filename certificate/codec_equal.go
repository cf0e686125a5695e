package certificate

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// Equal reports whether two certificates export the same content: equal
// values key by key, whatever the order of keys; group keys are left aside.
func Equal(a, b Certificate) bool { return sameJSON(Encode(a), Encode(b)) }

// sameJSON compares two values in shortest form: objects without regard to the
// order of keys, numbers by what they are and not by how they are written.
func sameJSON(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case '0':
		return sameNumber(string(a), string(b))
	case '[':
		return sameLists(splitList(a), splitList(b))
	case '{':
		return sameMembers(splitObject(a), splitObject(b))
	}
	return false
}

func sameLists(a, b []jsontext.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameJSON(a[i], b[i]) {
			return false
		}
	}
	return true
}

func sameMembers(a, b []records.Member) bool {
	if len(a) != len(b) {
		return false
	}
	values := make(map[string]jsontext.Value, len(b))
	for _, m := range b {
		values[m.Name] = m.Value
	}
	for _, m := range a {
		v, ok := values[m.Name]
		if !ok || !sameJSON(m.Value, v) {
			return false
		}
	}
	return true
}

// sameNumber compares two JSON numbers exactly, however large: 3 is 3.0 and
// 30e-1, and 9007199254740993 is not 9007199254740992.
func sameNumber(a, b string) bool {
	x, okX := decimalOf(a)
	y, okY := decimalOf(b)
	return okX && okY && x == y
}

// decimal is 0.digits times ten to the exp, with no zero at either end of digits.
type decimal struct {
	negative bool
	digits   string
	exp      int
}

// decimalOf takes a JSON number apart; false when its exponent is absurd.
func decimalOf(s string) (decimal, bool) {
	var d decimal
	s, d.negative = strings.CutPrefix(s, "-")
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	e, ok := exponentOf(exponent)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.exp = e + len(whole) - (len(whole) + len(fraction) - len(digits))
	d.digits = strings.TrimRight(digits, "0")
	if d.digits == "" {
		return decimal{}, ok // 0 and -0 are one number
	}
	return d, ok
}

func exponentOf(s string) (int, bool) {
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimLeft(s, "+-")
	if s = strings.TrimLeft(s, "0"); len(s) > 9 {
		return 0, false
	}
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}

package records

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Canonical writes a JSON value in the one form that all values of the same
// content share: RFC 8785, except that numbers keep every digit they were given
// (1, 1.0 and 1e0 are the same; 2^53 and 2^53+1 are not). v is trusted to be
// valid; what is not comes back as it is.
func Canonical(v jsontext.Value) jsontext.Value {
	return AppendCanonical(make([]byte, 0, len(v)), v)
}

// AppendCanonical is Canonical, appended to dst.
func AppendCanonical(dst []byte, v jsontext.Value) []byte { return appendCanonical(dst, v, 0) }

// maxCanonical keeps a value that no reader has checked from exhausting the stack.
const maxCanonical = 10_000

func appendCanonical(dst []byte, v []byte, depth int) []byte {
	v = v[skipSpace(v, 0):]
	if len(v) == 0 || depth > maxCanonical {
		return append(dst, v...)
	}
	switch v[0] {
	case '{':
		return appendSorted(dst, v, depth)
	case '[':
		start := len(dst)
		dst = append(dst, '[')
		if !walkArray(v, func(e []byte) bool {
			if len(dst) > start+1 {
				dst = append(dst, ',')
			}
			dst = appendCanonical(dst, e, depth+1)
			return true
		}) {
			return append(dst[:start], v...)
		}
		return append(dst, ']')
	case '"':
		return appendPlainString(dst, bytes.TrimRight(v, " \t\r\n"))
	default:
		v = bytes.TrimRight(v, " \t\r\n")
		if c := v[0]; c == '-' || '0' <= c && c <= '9' {
			return appendNumber(dst, v)
		}
		return append(dst, v...)
	}
}

func appendSorted(dst, v []byte, depth int) []byte {
	type member struct{ name, value []byte }
	var few [24]member
	ms := few[:0]
	if !walkObject(v, func(name, value []byte) bool {
		if !plainlyEscaped(name) {
			name = appendPlainString(nil, name)
		}
		ms = append(ms, member{name, value})
		return true
	}) {
		return append(dst, v...)
	}
	slices.SortStableFunc(ms, func(a, b member) int { return compareNames(a.name, b.name) })
	dst = append(dst, '{')
	for i, m := range ms {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, m.name...)
		dst = append(dst, ':')
		dst = appendCanonical(dst, m.value, depth+1)
	}
	return append(dst, '}')
}

// appendPlainString rewrites a quoted string with the fewest escapes. Most
// strings are that way already and are only copied.
func appendPlainString(dst, quoted []byte) []byte {
	if plainlyEscaped(quoted) {
		return append(dst, quoted...)
	}
	s, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return append(dst, quoted...)
	}
	return AppendString(dst, s)
}

// plainlyEscaped reports whether every escape is one that RFC 8785 writes too.
func plainlyEscaped(quoted []byte) bool {
	for i := 0; ; i += 2 {
		next := bytes.IndexByte(quoted[i:], '\\')
		if next < 0 {
			return true
		}
		i += next
		if i+1 >= len(quoted) || bytes.IndexByte([]byte(`"\bfnrt`), quoted[i+1]) < 0 {
			return false
		}
	}
}

// compareNames orders two quoted names by their UTF-16 code units, as RFC 8785
// asks; that differs from byte order only beyond U+FFFF.
func compareNames(a, b []byte) int {
	if simple(a) && simple(b) {
		return bytes.Compare(a[1:len(a)-1], b[1:len(b)-1])
	}
	x, _ := text(a)
	y, _ := text(b)
	return slices.Compare(utf16.Encode([]rune(x)), utf16.Encode([]rune(y)))
}

// simple reports whether a quoted name is ASCII without escapes.
func simple(quoted []byte) bool {
	for _, c := range quoted {
		if c >= utf8.RuneSelf || c == '\\' {
			return false
		}
	}
	return true
}

// Equal reports whether two JSON values have the same content: numbers
// compared by value, keys in any order, strings however they are escaped.
func Equal(a, b jsontext.Value) bool {
	return bytes.Equal(a, b) || bytes.Equal(Canonical(a), Canonical(b))
}

// FirstDifference is the key path of the first place, in the order of a, where
// two JSON values differ in content; "" when they do not, or differ as a whole.
func FirstDifference(a, b jsontext.Value) string {
	if a.Kind() != b.Kind() || Equal(a, b) {
		return ""
	}
	switch a.Kind() {
	case jsontext.KindBeginObject:
		return differingMember(a, b)
	case jsontext.KindBeginArray:
		return differingElement(a, b)
	}
	return ""
}

func differingMember(a, b jsontext.Value) string {
	ms, errA := Members(a)
	ns, errB := Members(b)
	if errA != nil || errB != nil {
		return ""
	}
	other := make(map[string]jsontext.Value, len(ns))
	for _, n := range ns {
		other[n.Name] = n.Value
	}
	for _, m := range ms {
		v, ok := other[m.Name]
		delete(other, m.Name)
		if !ok {
			return Key(m.Name)
		}
		if !Equal(m.Value, v) {
			return (&FieldError{Key: FirstDifference(m.Value, v)}).In(Key(m.Name)).Key
		}
	}
	for _, n := range ns {
		if _, only := other[n.Name]; only {
			return Key(n.Name)
		}
	}
	return ""
}

func differingElement(a, b jsontext.Value) string {
	vs, errA := Elements(a)
	ws, errB := Elements(b)
	if errA != nil || errB != nil {
		return ""
	}
	for i := range max(len(vs), len(ws)) {
		at := spell([]step{{list: true, index: i}})
		if i >= len(vs) || i >= len(ws) {
			return at
		}
		if !Equal(vs[i], ws[i]) {
			return (&FieldError{Key: FirstDifference(vs[i], ws[i])}).In(at).Key
		}
	}
	return ""
}

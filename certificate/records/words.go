package records

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// expected says what was wanted and what stands there instead.
func expected(what string, v jsontext.Value) string {
	return fmt.Sprintf("%s is expected, found %s", what, found(v))
}

// found names a value by its kind, and shows it when it is short of meaning.
func found(v jsontext.Value) string {
	switch v.Kind() {
	case jsontext.KindNull:
		return "null"
	case jsontext.KindTrue:
		return "true"
	case jsontext.KindFalse:
		return "false"
	case jsontext.KindString:
		if s, ok := text(v); ok {
			return "the string " + quote(s)
		}
		return "a broken string"
	case jsontext.KindNumber:
		return "the number " + excerpt(v)
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "a list"
	}
	return "nothing that is JSON"
}

// longest is how much of a foreign text goes into a message.
const longest = 40

// quote shows untrusted text in a message: shortened, with everything that is
// not printable escaped.
func quote(s string) string {
	if len(s) <= longest {
		return strconv.Quote(s)
	}
	cut := longest
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "..."
}

// excerpt shows the beginning of a raw number or escape in a message. Both
// are ASCII without white space; anything else is quoted.
func excerpt(v []byte) string {
	for _, c := range v {
		if c <= ' ' || c >= 0x7f {
			return quote(string(v))
		}
	}
	if len(v) <= longest {
		return string(v)
	}
	return string(v[:longest]) + "..."
}

func tooLarge(v []byte) string {
	return excerpt(v) + " does not fit a 64-bit floating-point number; a finite number is expected"
}

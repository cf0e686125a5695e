package dataset

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// Value is one cell of a sheet as JSON text; the zero value is missing, which
// is neither zero nor empty.
type Value struct{ raw jsontext.Value }

// Known reports whether there is a value.
func (v Value) Known() bool { return len(v.raw) > 0 }

// Number is the value as a number; false when it is missing or none. A flag is
// 1 or 0.
func (v Value) Number() (float64, bool) {
	switch string(v.raw) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	case "":
		return 0, false
	}
	x, err := strconv.ParseFloat(string(v.raw), 64)
	return x, err == nil
}

// String is the text of a string, and the JSON text of anything else; empty
// when it is missing.
func (v Value) String() string {
	if s, ok := records.Text(v.raw); ok {
		return s
	}
	return string(v.raw)
}

// text is a string; an empty one says nothing and is missing.
func text(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{records.String(s)}
}

func integer[T ~int | ~int64](n T) Value { return Value{strconv.AppendInt(nil, int64(n), 10)} }

func unsigned(n uint64) Value { return Value{strconv.AppendUint(nil, n, 10)} }

// counted is a number that may not have been told.
func counted(n *int) Value {
	if n == nil {
		return Value{}
	}
	return integer(*n)
}

// number is a finite number with the fewest digits that give it back.
func number(x float64) Value {
	b, err := json.Marshal(x)
	if err != nil {
		return Value{} // not finite: there is no such measurement
	}
	return Value{b}
}

func measured(x *float64) Value {
	if x == nil {
		return Value{}
	}
	return number(*x)
}

func boolean(b bool) Value { return Value{strconv.AppendBool(nil, b)} }

// list is a list of strings; an empty one is known to be empty.
func list(ss []string) Value { return Value{records.Strings(ss)} }

// value is anything that encodes to JSON.
func value(v any) Value {
	b, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic("a value of the data set does not encode: " + err.Error()) // own types of text and finite numbers
	}
	return Value{b}
}

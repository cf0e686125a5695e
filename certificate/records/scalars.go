package records

import (
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// String returns a string that must be there; it may be empty.
func (f *Fields) String(key string) string { s, _ := f.str(key, true); return s }

// OptionalString returns a string, "" when missing or null.
func (f *Fields) OptionalString(key string) string { s, _ := f.str(key, false); return s }

// OptionalText returns a string, nil when missing or null, for where "" and
// nothing are not the same.
func (f *Fields) OptionalText(key string) *string {
	if s, ok := f.str(key, false); ok {
		return &s
	}
	return nil
}

// ID returns a string that must be there and not be empty.
func (f *Fields) ID(key string) string {
	s, ok := f.str(key, true)
	if ok && s == "" {
		f.Fail(Key(key), "must not be empty")
	}
	return s
}

func (f *Fields) str(key string, required bool) (string, bool) {
	v, ok := f.want(key, "a string", required)
	if !ok {
		return "", false
	}
	s, ok := f.notes.text(v)
	if !ok {
		f.Fail(Key(key), "%s", expected("a string", v))
	}
	return s, ok
}

// Int returns a whole number that must be there. 1.0 and 1e0 are not whole
// numbers here: who writes them means a measurement, not a count.
func (f *Fields) Int(key string) int { n, _ := f.integer(key, true); return n }

// OptionalInt returns a whole number, nil when missing or null.
func (f *Fields) OptionalInt(key string) *int {
	if n, ok := f.integer(key, false); ok {
		return &n
	}
	return nil
}

func (f *Fields) integer(key string, required bool) (int, bool) {
	v, ok := f.want(key, "a whole number", required)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(string(v))
	switch {
	case err == nil:
		return n, true
	case errors.Is(err, strconv.ErrRange):
		f.Fail(Key(key), "%s is too large; a whole number of 64 bits is expected", excerpt(v))
	default:
		f.Fail(Key(key), "%s", expected("a whole number", v))
	}
	return 0, false
}

// Number returns a finite number that must be there.
func (f *Fields) Number(key string) float64 { n, _ := f.number(key, true); return n }

// OptionalNumber returns a finite number, nil when missing or null.
func (f *Fields) OptionalNumber(key string) *float64 {
	if n, ok := f.number(key, false); ok {
		return &n
	}
	return nil
}

func (f *Fields) number(key string, required bool) (float64, bool) {
	v, ok := f.want(key, "a number", required)
	if !ok {
		return 0, false
	}
	if v.Kind() != jsontext.KindNumber {
		f.Fail(Key(key), "%s", expected("a number", v))
		return 0, false
	}
	n, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		f.Fail(Key(key), "%s", tooLarge(v))
		return 0, false
	}
	return n, true
}

// Bool returns true or false, which must be there.
func (f *Fields) Bool(key string) bool { b, _ := f.boolean(key, true); return b }

// OptionalBool returns true or false, nil when missing or null.
func (f *Fields) OptionalBool(key string) *bool {
	if b, ok := f.boolean(key, false); ok {
		return &b
	}
	return nil
}

func (f *Fields) boolean(key string, required bool) (bool, bool) {
	v, ok := f.want(key, "true or false", required)
	if !ok {
		return false, false
	}
	switch v.Kind() {
	case jsontext.KindTrue:
		return true, true
	case jsontext.KindFalse:
		return false, true
	}
	f.Fail(Key(key), "%s", expected("true or false", v))
	return false, false
}

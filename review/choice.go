package review

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// MarshalJSON writes a choice as a Ruling lists it:
//
//	{"pair": 2, "take": "own", "own": {"role": "...", "acceptable_evidence_ids": [...], ...}}
func (c Choice) MarshalJSON() ([]byte, error) {
	form := choiceForm{Pair: c.Pair, Take: c.Take}
	if c.Own != nil {
		own, err := encodeGroup(*c.Own)
		if err != nil {
			return nil, err
		}
		form.Own = own
	}
	return json.Marshal(form, jsontext.AllowInvalidUTF8(true))
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (c *Choice) UnmarshalJSON(b []byte) error {
	f := records.FieldsOf(b)
	read := choiceIn(f)
	if err := f.Err(); err != nil {
		return err
	}
	*c = read
	return nil
}

// equalChoice compares what two choices say.
func equalChoice(a, b Choice) bool {
	if a.Pair != b.Pair || a.Take != b.Take || (a.Own == nil) != (b.Own == nil) {
		return false
	}
	if a.Own == nil {
		return true
	}
	x, errX := encodeGroup(*a.Own)
	y, errY := encodeGroup(*b.Own)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

package card

import (
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// DecodeCard makes a card of a record without its pool: what AppendObject
// writes of Raw. The value is trusted to be valid JSON. The error is a
// *records.FieldError or several joined.
func DecodeCard(v jsontext.Value) (StateCard, error) {
	f := records.FieldsOf(v)
	c := decodeCard(f)
	return c, f.Err()
}

// DecodeUnit makes a unit of its text and an object with everything else: what
// AppendObject writes of Extra. The value is trusted to be valid JSON. The
// error is a *records.FieldError or several joined.
func DecodeUnit(extra jsontext.Value, text string) (Unit, error) {
	f := records.FieldsOf(extra)
	u := decodeUnit(f)
	if text != "" {
		u.Text = text
	}
	return u, f.Err()
}

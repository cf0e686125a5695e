package review

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/records"
)

// DecodeGroup reads a group of the senior's own from a file, in the form in
// which a label holds its groups. Faults are *records.FieldError (several:
// errors.Join of them).
func DecodeGroup(raw jsontext.Value) (*certificate.Group, error) {
	if err := records.Check(raw); err != nil {
		return nil, err
	}
	const key = "own"
	f := records.FieldsOf(records.Object([]records.Member{{Name: key, Value: raw}}))
	g := groupIn(f, key)
	for _, fault := range fieldErrors(f.Err()) {
		return nil, &records.FieldError{Key: strings.TrimPrefix(strings.TrimPrefix(fault.Key, key), "."), Msg: fault.Msg}
	}
	return g, nil
}

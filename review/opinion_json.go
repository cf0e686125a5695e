package review

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/records"
)

// opinionForm is the JSON form of an Opinion.
type opinionForm struct {
	Verdict     Verdict        `json:"verdict"`
	Confidence  int            `json:"confidence"`
	Reason      string         `json:"reason"`
	Causes      []Cause        `json:"causes"`
	Certificate jsontext.Value `json:"certificate"`
}

// MarshalJSON writes o in its documented form.
func (o Opinion) MarshalJSON() ([]byte, error) {
	return json.Marshal(opinionForm{
		Verdict: o.Verdict, Confidence: o.Confidence, Reason: o.Reason, Causes: o.Causes,
		Certificate: certificate.Encode(bare(o.Certificate)),
	}, jsontext.AllowInvalidUTF8(true))
}

// UnmarshalJSON reads the form that MarshalJSON writes; every key must be there.
func (o *Opinion) UnmarshalJSON(b []byte) error {
	f := records.FieldsOf(b)
	read := opinionIn(f)
	read.Certificate = certificateIn(f, "certificate")
	if err := f.Err(); err != nil {
		return err
	}
	*o = read
	return nil
}

// DecodeOpinion reads a review of the certificate under review from a file
// that a person wrote. Reason and causes may be left out, and so may the
// certificate of a verdict that edits nothing: it is then the one under
// review. Faults are *records.FieldError (several: errors.Join of them); what
// they cannot say of the whole, Check does.
func DecodeOpinion(raw jsontext.Value, under certificate.Certificate) (Opinion, error) {
	if err := records.Check(raw); err != nil {
		return Opinion{}, err
	}
	f := records.FieldsOf(raw)
	o := opinionIn(f)
	switch {
	case f.Has("certificate"):
		o.Certificate = certificateIn(f, "certificate")
		o.Certificate.Envelope = under.Envelope
	case o.Verdict.Edits():
		f.Fail("certificate", "this key is missing; %s comes with the edited certificate", o.Verdict)
	default:
		o.Certificate = under
	}
	if err := f.Err(); err != nil {
		return Opinion{}, err
	}
	return o, nil
}

// opinionIn reads all of an opinion but the certificate.
func opinionIn(f *records.Fields) Opinion {
	onlyKeys(f, "verdict", "confidence", "reason", "causes", "certificate")
	return Opinion{
		Verdict:    oneOf(f, "verdict", f.String("verdict"), Verdicts()),
		Confidence: within(f, "confidence", LeastConfidence, MostConfidence),
		Reason:     f.OptionalString("reason"),
		Causes:     causesIn(f),
	}
}

func causesIn(f *records.Fields) []Cause {
	var causes []Cause
	for i, s := range f.OptionalStrings("causes") {
		key := fmt.Sprintf("causes[%d]", i)
		c := oneOf(f, key, s, Causes())
		if c != "" && slices.Contains(causes, c) {
			f.Fail(key, "%s is given twice", c)
		}
		causes = append(causes, c)
	}
	return causes
}

// certificateIn reads the label at key and tells its faults under that key.
func certificateIn(f *records.Fields, key string) certificate.Certificate {
	v, ok := f.Value(key)
	if !ok {
		f.Fail(key, "this key is missing")
		return certificate.Certificate{}
	}
	c, err := certificate.Decode(v)
	for _, fault := range fieldErrors(err) {
		at := fault.In(key)
		f.Fail(at.Key, "%s", at.Msg)
	}
	return bare(c)
}

// fieldErrors takes apart what a decoder of certificates returns.
func fieldErrors(err error) []*records.FieldError {
	var one *records.FieldError
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		var all []*records.FieldError
		for _, part := range e.Unwrap() {
			all = append(all, fieldErrors(part)...)
		}
		return all
	default:
		if errors.As(e, &one) {
			return []*records.FieldError{one}
		}
	}
	return []*records.FieldError{{Msg: err.Error()}}
}

// onlyKeys refuses other keys, so that a typing mistake is told and not ignored.
func onlyKeys(f *records.Fields, known ...string) {
	for _, m := range f.Members() {
		if !slices.Contains(known, m.Name) {
			f.Fail(records.Key(m.Name), "this key is not known here; known are %s", andList(known))
		}
	}
}

// oneOf reads one of a few words; a string that is none of them is a fault.
func oneOf[S ~string](f *records.Fields, key, s string, known []S) S {
	if slices.Contains(known, S(s)) {
		return S(s)
	}
	if v, ok := f.Value(key); !ok || v.Kind() == '"' { // another type was told already
		if ok || s != "" {
			f.Fail(key, "expected %s, found %q", listed(known), s)
		}
	}
	return ""
}

// within reads a whole number of a range.
func within(f *records.Fields, key string, least, most int) int {
	v, _ := f.Value(key)
	n := f.Int(key)
	if told := n == 0 && string(v) != "0"; !told && (n < least || n > most) {
		f.Fail(key, "expected a whole number from %d to %d, found %d", least, most, n)
	}
	return n
}

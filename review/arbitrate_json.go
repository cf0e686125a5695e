package review

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/records"
)

// rulingForm is the JSON form of a Ruling.
type rulingForm struct {
	Whole       Whole          `json:"whole"`
	Choices     []choiceForm   `json:"choices,omitempty"`
	Reason      string         `json:"reason"`
	Causes      []Cause        `json:"causes"`
	Replacement string         `json:"replacement,omitzero"`
	Certificate jsontext.Value `json:"certificate"`
}

type choiceForm struct {
	Pair int            `json:"pair"`
	Take Take           `json:"take"`
	Own  jsontext.Value `json:"own,omitzero"`
}

// MarshalJSON writes r in its documented form.
func (r Ruling) MarshalJSON() ([]byte, error) {
	form := rulingForm{
		Whole: r.Whole, Reason: r.Reason, Causes: r.Causes, Replacement: r.Replacement,
		Certificate: certificate.Encode(bare(r.Certificate)),
	}
	for _, c := range r.Choices {
		one := choiceForm{Pair: c.Pair, Take: c.Take}
		if c.Own != nil {
			own, err := encodeGroup(*c.Own)
			if err != nil {
				return nil, err
			}
			one.Own = own
		}
		form.Choices = append(form.Choices, one)
	}
	return json.Marshal(form, jsontext.AllowInvalidUTF8(true))
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (r *Ruling) UnmarshalJSON(b []byte) error {
	f := records.FieldsOf(b)
	read := rulingIn(f)
	read.Certificate = certificateIn(f, "certificate")
	if err := f.Err(); err != nil {
		return err
	}
	*r = read
	return nil
}

// DecodeRuling reads a decision on a state from a file that a person wrote.
// whole may be left out for a decision by group, and the certificate where the
// decision itself gives it: A's, B's, what the choices compose, or the one
// under review of a state that is replaced. Faults of the file are
// *records.FieldError (several: errors.Join of them), faults of the choices
// what Compose returns; what they cannot say of the whole, Check does.
func DecodeRuling(raw jsontext.Value, under certificate.Certificate, in Inputs) (Ruling, error) {
	if err := records.Check(raw); err != nil {
		return Ruling{}, err
	}
	f := records.FieldsOf(raw)
	r := rulingIn(f)
	own := r.Whole == WholeOwn || r.Whole == BothWrong && r.Replacement == ""
	given := f.Has("certificate")
	switch {
	case given:
		r.Certificate = certificateIn(f, "certificate")
	case own:
		f.Fail("certificate", "this key is missing; %s comes with a certificate", r.Whole)
	}
	if err := f.Err(); err != nil {
		return Ruling{}, err
	}
	if !given {
		c, err := r.implied(under, in)
		if err != nil {
			return Ruling{}, err
		}
		r.Certificate = c
	}
	r.Certificate.Envelope = under.Envelope
	return r, nil
}

// implied is the certificate that a ruling gives without naming it.
func (r Ruling) implied(under certificate.Certificate, in Inputs) (certificate.Certificate, error) {
	switch r.Whole {
	case WholeA:
		return in.A.Certificate, nil
	case WholeB:
		return in.B.Certificate, nil
	case ByGroup:
		a, b := bare(in.A.Certificate), bare(in.B.Certificate)
		return Compose(a, b, certificate.Compare(a, b), r.Choices)
	}
	return under, nil
}

// rulingIn reads all of a ruling but the certificate.
func rulingIn(f *records.Fields) Ruling {
	onlyKeys(f, "whole", "choices", "reason", "causes", "replacement", "certificate")
	r := Ruling{
		Whole:       ByGroup,
		Reason:      f.String("reason"),
		Causes:      causesIn(f),
		Replacement: f.OptionalString("replacement"),
	}
	if f.Has("whole") {
		r.Whole = oneOf(f, "whole", f.String("whole"), Wholes())
	}
	for _, c := range f.OptionalObjects("choices") {
		r.Choices = append(r.Choices, choiceIn(c))
	}
	return r
}

func choiceIn(f *records.Fields) Choice {
	onlyKeys(f, "pair", "take", "own")
	c := Choice{Pair: f.Int("pair"), Take: oneOf(f, "take", f.String("take"), Takes())}
	switch {
	case f.Has("own") && c.Take != TakeOwn:
		f.Fail("own", "a group comes only with the choice %q", string(TakeOwn))
	case f.Has("own"):
		c.Own = groupIn(f, "own")
	case c.Take == TakeOwn:
		f.Fail("own", "this key is missing; it holds the group that the senior wrote")
	}
	return c
}

// groupsKey is where a label holds its groups.
const groupsKey = "required_evidence_groups"

// encodeGroup writes one group as a label holds it.
func encodeGroup(g certificate.Group) (jsontext.Value, error) {
	label := records.FieldsOf(certificate.Encode(certificate.Certificate{Groups: []certificate.Group{g}}))
	list, _ := label.Value(groupsKey)
	groups, err := records.Elements(list)
	if err != nil || len(groups) != 1 {
		return nil, fmt.Errorf("encode a group: %w", err)
	}
	return slices.Clone(groups[0]), nil
}

// groupIn reads one group as a label holds it.
func groupIn(f *records.Fields, key string) *certificate.Group {
	v, _ := f.Value(key)
	if v.Kind() != '{' {
		f.Fail(key, "expected an object, one group")
		return nil
	}
	label := records.Object([]records.Member{
		{Name: "state_id", Value: records.String("of the ruling")},
		{Name: groupsKey, Value: slices.Concat(jsontext.Value("["), v, jsontext.Value("]"))},
	})
	c, err := certificate.Decode(label)
	if err != nil {
		for _, fault := range fieldErrors(err) {
			f.Fail(key+fault.Key[min(len(groupsKey)+len("[0]"), len(fault.Key)):], "%s", fault.Msg)
		}
		return nil
	}
	return &c.Groups[0]
}

package audit

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Answer is what an auditor says to one field of one group.
type Answer string

// The answers. The zero value is no answer yet, which is never counted as
// either of the other two.
const (
	Unanswered Answer = ""
	OK         Answer = "ok"
	NotOK      Answer = "not ok"
)

// Judgment is an answer with its note; a note is required with NotOK.
type Judgment struct {
	Answer Answer `json:"answer"`
	Note   string `json:"note,omitzero"`
}

// Judgments are the eight answers on one group, indexed by Field. In JSON they
// are an object keyed by the fields' names, in order; an absent key is an
// answer not yet given, an unknown one an error.
type Judgments [FieldCount]Judgment

// MarshalJSONTo writes the object with all eight keys.
func (j Judgments) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, f := range AllFields() {
		if err := enc.WriteToken(jsontext.String(f.Name())); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, j[f]); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads the object.
func (j *Judgments) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != jsontext.KindBeginObject {
		return fmt.Errorf("the judgments must be an object keyed by the names of the eight fields")
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	*j = Judgments{}
	for dec.PeekKind() != jsontext.KindEndObject {
		key, err := dec.ReadToken()
		if err != nil {
			return err
		}
		f, known := FieldNamed(key.String())
		if !known {
			return fmt.Errorf("%q is none of the eight judgments", key.String())
		}
		if err := json.UnmarshalDecode(dec, &j[f]); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// Complete says whether all eight answers are given.
func (j Judgments) Complete() bool {
	for _, one := range j {
		if one.Answer == Unanswered {
			return false
		}
	}
	return true
}

// allOK and notOKPrefix make the categories of the whole pattern.
const (
	allOK       = "all ok"
	notOKPrefix = "not ok: "
)

// Pattern is the eight answers as one category, so that two groups have the
// same pattern exactly when all eight answers are alike. It is "" while an
// answer is missing.
func (j Judgments) Pattern() string {
	if !j.Complete() {
		return ""
	}
	var against []string
	for _, f := range AllFields() {
		if j[f].Answer == NotOK {
			against = append(against, f.Name())
		}
	}
	if len(against) == 0 {
		return allOK
	}
	return notOKPrefix + strings.Join(against, "+")
}

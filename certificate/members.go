package certificate

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// shortest gives v without blank space and with its strings in their shortest
// form; numbers keep their text. Every value stored here goes through it, so
// that writing it anywhere and reading it back changes no byte.
func shortest(v jsontext.Value) (jsontext.Value, error) {
	out := v.Clone()
	if err := out.Format(); err != nil {
		return nil, err
	}
	return out, nil
}

// splitObject splits an object in shortest form into its members, which share
// its bytes; what is no object has none.
func splitObject(v jsontext.Value) []records.Member {
	members, err := records.Members(v)
	if err != nil {
		return nil
	}
	return members
}

// splitList splits a list in shortest form into its elements, which share its
// bytes; what is no list has none.
func splitList(v jsontext.Value) []jsontext.Value {
	elements, err := records.Elements(v)
	if err != nil {
		return nil
	}
	return elements
}

// find returns the value of a member, and whether it is there.
func find(members []records.Member, name string) (jsontext.Value, bool) {
	for _, m := range members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// appendMember appends one member to an object under construction.
func appendMember(dst []byte, name string, value []byte) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst = appendText(dst, name)
	dst = append(dst, ':')
	return append(dst, value...)
}

// appendText quotes a string; bytes that are no UTF-8 become U+FFFD.
func appendText(dst []byte, s string) []byte {
	dst, err := jsontext.AppendQuote(dst, s)
	_ = err // the only error is invalid UTF-8, which has been replaced
	return dst
}

func appendTexts(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, s)
	}
	return append(dst, ']')
}

// appendNumber writes the shortest text that reads back as f. What is no
// finite number has no JSON text and becomes null, which no reader takes for a number.
func appendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

// faults reads values and collects what is wrong with them, so that one label
// tells all its faults in one go.
type faults struct{ found []error }

func (f *faults) add(key, format string, args ...any) {
	f.found = append(f.found, &records.FieldError{Key: key, Msg: fmt.Sprintf(format, args...)})
}

// err is nil, the only fault, or all of them joined.
func (f *faults) err() error {
	if len(f.found) == 1 {
		return f.found[0]
	}
	return errors.Join(f.found...)
}

// is checks the kind of a value and tells what was found instead.
func (f *faults) is(key string, v jsontext.Value, kind jsontext.Kind, want string) bool {
	if v.Kind() == kind {
		return true
	}
	f.add(key, "expected %s, found %s", want, describe(v))
	return false
}

func (f *faults) text(key string, v jsontext.Value) string {
	if !f.is(key, v, '"', "a string") {
		return ""
	}
	return unquote(v)
}

func (f *faults) truth(key string, v jsontext.Value) bool {
	switch v.Kind() {
	case 't':
		return true
	case 'f':
		return false
	}
	f.add(key, "expected true or false, found %s", describe(v))
	return false
}

func (f *faults) number(key string, v jsontext.Value) float64 {
	if !f.is(key, v, '0', "a number") {
		return 0
	}
	n, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		f.add(key, "%s is too large for a number", brief(v))
	}
	return n
}

// maxInteger bounds every integer read: far beyond any line or threshold, and
// small enough for every reader of the file.
const maxInteger = math.MaxInt32

// integer accepts a whole number written as one: public readers of these files
// refuse 1.0 where a threshold belongs.
func (f *faults) integer(key string, v jsontext.Value) int {
	if !f.is(key, v, '0', "a whole number") {
		return 0
	}
	n, err := strconv.ParseInt(string(v), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n > maxInteger || n < -maxInteger):
		f.add(key, "%s is too large", brief(v))
	case err != nil:
		f.add(key, "expected a whole number without point or exponent, found %s", brief(v))
	}
	return int(n)
}

// unitIDs reads a list of unit IDs. A repeated ID is a wrong meaning and left
// to the findings; a blank one is no ID at all.
func (f *faults) unitIDs(key string, v jsontext.Value) []string {
	if !f.is(key, v, '[', "a list of evidence IDs") {
		return nil
	}
	elements := splitList(v)
	ids := make([]string, 0, len(elements))
	for i, e := range elements {
		id, ok := records.Text(e)
		switch {
		case !ok:
			f.add(element(key, i), "expected an evidence ID (a string), found %s", describe(e))
			continue
		case strings.TrimSpace(id) == "":
			f.add(element(key, i), "expected an evidence ID, found a blank string")
		}
		ids = append(ids, id)
	}
	return ids
}

func (f *faults) unitSets(key string, v jsontext.Value) [][]string {
	if !f.is(key, v, '[', "a list of lists of evidence IDs") {
		return nil
	}
	elements := splitList(v)
	sets := make([][]string, 0, len(elements))
	for i, e := range elements {
		sets = append(sets, f.unitIDs(element(key, i), e))
	}
	return sets
}

// element names a place in the list at key.
func element(key string, i int) string { return key + "[" + strconv.Itoa(i) + "]" }

// unquote decodes a JSON string; what is none gives "".
func unquote(v jsontext.Value) string {
	s, _ := records.Text(v)
	return s
}

// describe says what kind of thing v is, as one says it to a person.
func describe(v jsontext.Value) string {
	switch v.Kind() {
	case 'n':
		return "null"
	case 't', 'f':
		return v.String()
	case '"':
		return "the string " + brief(v)
	case '0':
		return "the number " + brief(v)
	case '[':
		return "a list"
	case '{':
		return "an object"
	}
	return "nothing"
}

// brief cuts the JSON text of a value to what fits in a sentence.
func brief(v jsontext.Value) string {
	const longest = 40
	runes := []rune(string(v))
	if len(runes) <= longest {
		return string(runes)
	}
	return string(runes[:longest]) + "…"
}

// syntaxFault says in plain words why a value is no JSON.
func syntaxFault(err error) *records.FieldError {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &records.FieldError{Msg: "the JSON ends too early"}
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return &records.FieldError{Key: pointerKey(syntax.JSONPointer), Msg: "this key stands here twice"}
		}
		return &records.FieldError{Key: pointerKey(syntax.JSONPointer), Msg: fmt.Sprintf("not valid JSON at byte %d: %v", syntax.ByteOffset, syntax.Err)}
	}
	return &records.FieldError{Msg: fmt.Sprintf("not valid JSON: %v", err)}
}

// pointerKey turns /a/0/b into a[0].b.
func pointerKey(p jsontext.Pointer) string {
	var key strings.Builder
	for token := range p.Tokens() {
		if _, err := strconv.Atoi(token); err == nil {
			key.WriteString("[" + token + "]")
			continue
		}
		if key.Len() > 0 {
			key.WriteByte('.')
		}
		key.WriteString(token)
	}
	return key.String()
}

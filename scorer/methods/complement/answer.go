package complement

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
)

// Answer is what a controller says to a question.
type Answer struct {
	IDs  []string
	Keep int // of finalize; 0 otherwise
}

// The keys of an answer.
const (
	keyIDs    = "ids"
	keyRanked = "ranked_ids"
	keyKeep   = "keep"
)

// listKey is the key of a stage's IDs: ranked where a part of them is kept by
// rank.
func listKey(stage string) string {
	if stage == methods.StageFinalize {
		return keyRanked
	}
	return keyIDs
}

// keeps reports whether a stage says how many of its IDs are kept.
func keeps(stage string) bool { return stage == methods.StageFinalize }

// FormatAnswer writes an answer in the form that the stage asks for:
// {"ids":[...]}, and for finalize {"ranked_ids":[...],"keep":n}. IDs that are no
// UTF-8 are made so.
func FormatAnswer(stage string, a Answer) string {
	list := a.IDs
	if list == nil {
		list = []string{}
	}
	members := []any{listKey(stage), list}
	if keeps(stage) {
		members = append(members, keyKeep, a.Keep)
	}
	var b strings.Builder
	e := jsontext.NewEncoder(&b, jsontext.AllowInvalidUTF8(true))
	write := func(err error) {
		if err != nil {
			panic(fmt.Sprintf("complement: an answer that cannot be encoded: %v", err)) // a list of strings always can
		}
	}
	write(e.WriteToken(jsontext.BeginObject))
	for _, m := range members {
		write(json.MarshalEncode(e, m))
	}
	write(e.WriteToken(jsontext.EndObject))
	return strings.TrimSuffix(b.String(), "\n")
}

// ParseAnswer reads an answer to a stage's question. It takes exactly one JSON
// object, alone or as the only code block of the text, with nothing else around
// it but white space. The stage's keys must be there and of their type; keys
// that were not asked for are passed over, and one that stands twice is not
// valid JSON. Whether the IDs are any good is not judged here. The error says
// what is wrong with the form.
func ParseAnswer(stage, text string) (Answer, error) {
	body, err := object(text)
	if err != nil {
		return Answer{}, err
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal([]byte(body), &members); err != nil {
		return Answer{}, fmt.Errorf("the answer is no JSON object: %w", plain(err))
	}
	var a Answer
	list, ok := members[listKey(stage)]
	if !ok {
		return Answer{}, fmt.Errorf("the answer has no %q", listKey(stage))
	}
	if a.IDs, err = idList(list); err != nil {
		return Answer{}, fmt.Errorf("%q of the answer: %w", listKey(stage), err)
	}
	if !keeps(stage) {
		return a, nil
	}
	keep, ok := members[keyKeep]
	if !ok {
		return Answer{}, fmt.Errorf("the answer has no %q", keyKeep)
	}
	if a.Keep, err = whole(keep); err != nil {
		return Answer{}, fmt.Errorf("%q of the answer: %w", keyKeep, err)
	}
	return a, nil
}

// object is the JSON text of an answer without the code block that it may stand
// in, as many models write it.
func object(text string) (string, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		first, rest, _ := strings.Cut(inner, "\n")
		if lang := strings.TrimSpace(first); lang != "" && !strings.EqualFold(lang, "json") {
			return "", errors.New("the answer is a code block of something other than JSON")
		}
		body, ok := strings.CutSuffix(strings.TrimSpace(rest), "```")
		if !ok {
			return "", errors.New("the answer's code block does not end, or more follows")
		}
		text = strings.TrimSpace(body)
	}
	if text == "" {
		return "", errors.New("the answer is empty")
	}
	if text[0] != '{' {
		return "", errors.New("the answer is no JSON object, or words stand before it")
	}
	return text, nil
}

// plain is the cause of a JSON error: its place and what was found, without the
// Go type that was to be filled.
func plain(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return syntax
	}
	return err
}

func idList(v jsontext.Value) ([]string, error) {
	if v.Kind() != '[' {
		return nil, errors.New("a list of evidence IDs is expected")
	}
	var raw []jsontext.Value
	if err := json.Unmarshal(v, &raw); err != nil {
		return nil, plain(err)
	}
	ids := make([]string, len(raw))
	for i, r := range raw {
		if r.Kind() != '"' {
			return nil, fmt.Errorf("element %d is no string", i+1)
		}
		if err := json.Unmarshal(r, &ids[i]); err != nil {
			return nil, plain(err)
		}
	}
	return slices.Clip(ids), nil
}

// whole reads a whole number, however it is written: 6, 6.0, 6e0. One beyond
// every bound is brought to the bound's side, to be normalised with the others.
func whole(v jsontext.Value) (int, error) {
	if v.Kind() != '0' {
		return 0, errors.New("a whole number is expected")
	}
	var n float64
	if err := json.Unmarshal(v, &n); err != nil {
		return 0, plain(err)
	}
	if n != math.Trunc(n) {
		return 0, fmt.Errorf("%v is no whole number", n)
	}
	return int(max(-math.MaxInt32, min(math.MaxInt32, n))), nil
}

package card

import (
	"encoding/binary"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// DecodePrediction makes a prediction of one record, which is trusted to be
// valid JSON; it keeps nothing of it. Required are state_id,
// method and ranked_evidence_ids, which may be empty. Repeated IDs are left to
// CheckPredictions, since the public reference scores them.
func DecodePrediction(v jsontext.Value) (Prediction, error) {
	f := records.FieldsOf(v)
	p := Prediction{
		State:  f.ID("state_id"),
		Method: f.ID("method"),
		Ranked: f.Strings("ranked_evidence_ids"),
	}
	if len(f.Members()) > 3 {
		p.Raw = v.Clone()
	}
	return p, f.Err()
}

// EncodePrediction writes a prediction as one record, further keys of the one
// that was read included.
func EncodePrediction(p Prediction) jsontext.Value {
	members := []records.Member{}
	if p.Raw != nil {
		members, _ = records.Members(p.Raw)
	}
	members = records.Set(members, "state_id", records.String(p.State))
	members = records.Set(members, "method", records.String(p.Method))
	members = records.Set(members, "ranked_evidence_ids", records.Strings(p.Ranked))
	return records.Object(members)
}

// PlainPrediction reads the line that nearly every line is: the three keys in
// any order, plain ASCII strings without escapes. It makes one string of the
// line and cuts all IDs from it. False means only that the general reader has
// to look; whatever is taken here it would take too, to the same value.
func PlainPrediction(line []byte) (Prediction, bool) {
	var p Prediction
	if !plainText(line) {
		return p, false
	}
	c := cursor{text: string(line)}
	if !c.take('{') {
		return p, false
	}
	for seen := 0; seen < 3; seen++ {
		if seen > 0 && !c.take(',') {
			return p, false
		}
		key, ok := c.plain()
		if !ok || !c.take(':') {
			return p, false
		}
		switch {
		case key == "state_id" && p.State == "":
			p.State, ok = c.plain()
			ok = ok && p.State != ""
		case key == "method" && p.Method == "":
			p.Method, ok = c.plain()
			ok = ok && p.Method != ""
		case key == "ranked_evidence_ids" && p.Ranked == nil:
			p.Ranked, ok = c.plains()
		default:
			ok = false
		}
		if !ok {
			return p, false
		}
	}
	return p, c.take('}') && c.space() == len(c.text)
}

// plainText reports whether b is ASCII without control characters and
// backslashes, eight bytes at a time: in each byte of the sum the top bit tells
// whether the byte is below a space, a backslash, or not ASCII.
func plainText(b []byte) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		slash := x ^ ones*'\\'
		if (x|(x-ones*' ')|(slash-ones)&^slash)&tops != 0 {
			return false
		}
	}
	for _, c := range b {
		if c < ' ' || c == '\\' || c >= 0x80 {
			return false
		}
	}
	return true
}

// cursor reads the simplest form of JSON from left to right.
type cursor struct {
	text string
	at   int
}

// space passes over JSON white space and returns the position behind it.
func (c *cursor) space() int {
	for c.at < len(c.text) && (c.text[c.at] == ' ' || c.text[c.at] == '\t' || c.text[c.at] == '\r' || c.text[c.at] == '\n') {
		c.at++
	}
	return c.at
}

// take passes over one punctuation character, with space before it.
func (c *cursor) take(b byte) bool {
	if c.space() < len(c.text) && c.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

// plain reads a string. The text is known to be plain, so the next quote ends it.
func (c *cursor) plain() (string, bool) {
	if !c.take('"') {
		return "", false
	}
	n := strings.IndexByte(c.text[c.at:], '"')
	if n < 0 {
		return "", false
	}
	s := c.text[c.at : c.at+n]
	c.at += n + 1
	return s, true
}

// plains reads a list of such strings; an empty list is not nil.
func (c *cursor) plains() ([]string, bool) {
	if !c.take('[') {
		return nil, false
	}
	if c.take(']') {
		return []string{}, true
	}
	end := strings.IndexByte(c.text[c.at:], ']')
	if end < 0 {
		return nil, false
	}
	out := make([]string, 0, strings.Count(c.text[c.at:c.at+end], ",")+1)
	for {
		s, ok := c.plain()
		if !ok {
			return nil, false
		}
		out = append(out, s)
		if c.take(']') {
			return out, true
		}
		if !c.take(',') {
			return nil, false
		}
	}
}

package card

import (
	"encoding/binary"

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

// PlainPrediction reads the line that nearly every line is; see Plain. It makes
// one string of the line and cuts all IDs from it. False means only that the
// general reader has to look.
func PlainPrediction(line []byte) (Prediction, bool) {
	p := Plain{Ranked: make([]Place, 0, 32)}
	if !p.Read(line) {
		return Prediction{}, false
	}
	text := string(line)
	ranked := make([]string, len(p.Ranked))
	for i, s := range p.Ranked {
		ranked[i] = text[s.From:s.To]
	}
	return Prediction{State: text[p.State.From:p.State.To], Method: text[p.Method.From:p.Method.To], Ranked: ranked}, true
}

// Place is where a value stands in a line, from one byte up to another.
type Place struct{ From, To int }

// Of cuts out of the line what stands there.
func (p Place) Of(line []byte) []byte { return line[p.From:p.To] }

// Plain is a plain prediction as it stands in its line, nothing copied: the
// three keys in any order, all strings ASCII without escapes. Reuse one for
// many lines.
type Plain struct {
	State, Method Place
	Ranked        []Place // valid until the next line
}

// Read finds the prediction in a line that was not checked before. What it
// takes the general reader would take too, to the same value; false means only
// that the general reader has to look.
func (p *Plain) Read(line []byte) bool {
	c := records.Cursor{Text: line}
	if !plainText(line) || !c.Take('{') {
		return false
	}
	var state, method, ranked bool
	for n := range 3 {
		if n > 0 && !c.Take(',') {
			return false
		}
		from, to, ok := c.Quoted()
		if !ok || !c.Take(':') {
			return false
		}
		switch string(line[from:to]) {
		case "state_id":
			ok = !state && p.State.name(&c)
			state = true
		case "method":
			ok = !method && p.Method.name(&c)
			method = true
		case "ranked_evidence_ids":
			ok = !ranked && p.list(&c)
			ranked = true
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return c.Take('}') && c.Ended()
}

// name reads a string that is not empty.
func (p *Place) name(c *records.Cursor) (ok bool) {
	p.From, p.To, ok = c.Quoted()
	return ok && p.To > p.From
}

// list reads the ranking.
func (p *Plain) list(c *records.Cursor) bool {
	p.Ranked = p.Ranked[:0]
	if !c.Take('[') {
		return false
	}
	if c.Take(']') {
		return true
	}
	for {
		from, to, ok := c.Quoted()
		if !ok {
			return false
		}
		p.Ranked = append(p.Ranked, Place{from, to})
		if another, ok := c.Next(']'); !another {
			return ok
		}
	}
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

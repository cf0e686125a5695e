package certificate

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// DecodeValues reads a label for those who only ask what it says: the value is
// that of Decode without what is kept for writing it again (every Raw, and the
// Envelope). It goes over the label once and cuts all strings from one copy of
// it, text, which takes a fraction of the time; Decode of text gives what was
// left out. raw is trusted to be valid JSON, as every record is. False means
// only that Decode has to look: what is wrong with a label is told there.
func DecodeValues(raw jsontext.Value) (c Certificate, text string, ok bool) {
	text = string(raw)
	r := valueReader{Cursor: records.Cursor{Text: raw}, text: text, ids: make([]string, 0, len(raw)/40)}
	around := ""
	if bytes.Contains(raw, []byte(`"`+envelopeKey+`"`)) {
		if around, ok = r.open(); !ok {
			return Certificate{}, "", false
		}
	}
	if !r.label(&c) || around != "" && c.State != "" && around != c.State {
		return Certificate{}, "", false
	}
	if around != "" {
		c.State = around
	}
	return c, text, c.State != ""
}

// valueReader is a label being read. Its methods say false where Decode has to
// look.
type valueReader struct {
	records.Cursor
	text string   // the same, from which strings are cut
	ids  []string // room for lists of IDs, one after the other
}

// open goes to the label inside an organizer's record and returns the state
// that stands around it, if one does. In a bare label it goes back to the
// beginning.
func (r *valueReader) open() (state string, ok bool) {
	inner := -1
	ok = r.object(func(key string) (ok bool) {
		switch key {
		case envelopeKey:
			if !r.null() {
				inner = r.At
				return r.skip()
			}
		case "state_id":
			state, ok = r.name()
			return ok
		}
		return r.skip()
	})
	if inner < 0 {
		r.At = 0
		return "", ok
	}
	r.At = inner
	return state, ok
}

// label reads the label itself; whether a state is named is for the caller.
func (r *valueReader) label(c *Certificate) bool {
	groups := false
	return r.object(func(key string) (ok bool) {
		switch key {
		case "schema_version":
			var version string
			version, ok = r.str()
			return ok && version == SchemaVersion
		case "state_id":
			c.State, ok = r.name()
			return ok
		case groupsKey:
			groups = true
			c.Groups = make([]Group, 0, 2)
			return r.list(func() bool {
				c.Groups = append(c.Groups, Group{})
				return r.group(&c.Groups[len(c.Groups)-1])
			})
		case "alternative_minimal_sets":
			c.Branches = make([][]string, 0, 8)
			return r.list(func() bool {
				ids, ok := r.unitIDs()
				c.Branches = append(c.Branches, ids)
				return ok
			})
		case "observed_evidence_ids":
			c.Observed, ok = r.unitIDs()
			return ok
		case "optional_evidence_ids":
			c.Optional, ok = r.unitIDs()
			return ok
		}
		return r.setting(key, c)
	}) && groups
}

// setting reads a key that null unsets, or passes over one that nobody knows.
func (r *valueReader) setting(key string, c *Certificate) (ok bool) {
	known := key == "retrieval_needed" || key == "label_scope" || key == "label_confidence"
	if !known || r.null() {
		return r.skip()
	}
	switch key {
	case "retrieval_needed":
		c.Retrieval = new(bool)
		*c.Retrieval, ok = r.truth()
	case "label_scope":
		c.Scope = new(string)
		*c.Scope, ok = r.str()
	default:
		c.Confidence = new(float64)
		*c.Confidence, ok = r.number()
	}
	return ok
}

func (r *valueReader) group(g *Group) bool {
	needed := 4
	return r.object(func(key string) (ok bool) {
		switch key {
		case "role":
			needed--
			g.Role, ok = r.str()
		case "acceptable_evidence_ids":
			needed--
			g.Acceptable, ok = r.unitIDs()
		case "minimum_required":
			needed--
			g.Threshold, ok = r.integer()
		case "necessity_weight":
			needed--
			g.Weight, ok = r.number()
		case "group_id", "rationale", "source_quotations":
			if r.null() {
				return r.skip()
			}
			switch key {
			case "group_id":
				g.ID, ok = r.str()
			case "rationale":
				g.Rationale, ok = r.str()
			default:
				ok = r.quotations(g)
			}
		default:
			ok = r.skip()
		}
		return ok
	}) && needed == 0
}

func (r *valueReader) quotations(g *Group) bool {
	g.Quotations = []Quotation{}
	return r.list(func() bool {
		var q Quotation
		needed := 4
		ok := r.object(func(key string) (ok bool) {
			needed--
			switch key {
			case "evidence_id":
				q.Unit, ok = r.str()
			case "line_start":
				q.LineStart, ok = r.integer()
			case "line_end":
				q.LineEnd, ok = r.integer()
			case "text":
				q.Text, ok = r.str()
			default:
				needed++
				ok = r.skip()
			}
			return ok
		})
		g.Quotations = append(g.Quotations, q)
		return ok && needed == 0
	})
}

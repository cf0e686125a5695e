package card

import (
	"crypto/sha256"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// EncodeState writes a state as one record of items.jsonl. One that was read
// comes back key by key with its values as written, candidate_evidence last;
// one made here (Raw and Extra nil) is written from its fields.
func EncodeState(s State) jsontext.Value {
	raw := s.Card.Raw
	if raw == nil {
		raw = cardMembers(s.Card)
	}
	size := 64
	for _, m := range raw {
		size += len(m.Name) + len(m.Value) + 4
	}
	pool := encodePool(s.Pool)
	members := append(append(make([]records.Member, 0, len(raw)+1), raw...), records.Member{Name: "candidate_evidence", Value: pool})
	return records.AppendObject(make([]byte, 0, size+len(pool)), members)
}

func encodePool(p Pool) jsontext.Value {
	size := 2
	for _, u := range p.Units {
		size += len(u.Text) + len(u.Text)/8 + 512
	}
	b := append(make([]byte, 0, size), '[')
	for i, u := range p.Units {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendUnit(b, u)
	}
	return append(b, ']')
}

// AppendUnit appends one unit as it stands in candidate_evidence.
func AppendUnit(dst []byte, u Unit) []byte {
	extra := u.Extra
	if extra == nil {
		extra = unitMembers(u)
	}
	if u.Text == "" {
		return records.AppendObject(dst, extra)
	}
	dst = records.AppendObject(dst, extra)
	dst = dst[:len(dst)-1]
	if len(extra) > 0 {
		dst = append(dst, ',')
	}
	dst = append(dst, `"content_excerpt":`...)
	return append(records.AppendString(dst, u.Text), '}')
}

// writer collects members of what was made here, leaving out what is empty.
type writer []records.Member

func (w *writer) add(name string, v jsontext.Value) {
	*w = append(*w, records.Member{Name: name, Value: v})
}

func (w *writer) text(name, s string) {
	if s != "" {
		w.add(name, records.String(s))
	}
}

func (w *writer) number(name string, n int) {
	if n != 0 {
		w.add(name, jsontext.Value(strconv.Itoa(n)))
	}
}

func (w *writer) flag(name string, b bool) { w.add(name, jsontext.Value(strconv.FormatBool(b))) }

func (w *writer) list(name string, n int, element func(i int) jsontext.Value) {
	b := jsontext.Value{'['}
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, element(i)...)
	}
	w.add(name, append(b, ']'))
}

func cardMembers(c StateCard) []records.Member {
	var w writer
	w.add("state_id", records.String(c.ID))
	w.text("item_id", c.ItemID)
	w.text("instance_id", c.InstanceID)
	w.text("repo", c.Repo)
	w.text("base_commit", c.BaseCommit)
	w.text("split", c.Split)
	w.text("state_type", string(c.Boundary))
	w.text("issue", c.Issue)
	w.text("information_need", c.Need)
	w.text("current_observation", c.Observation)
	w.text("current_hypothesis", c.Hypothesis)
	w.text("current_subgoal", c.Subgoal)
	w.text("current_diff", c.Diff)
	w.text("latest_test_output", c.TestOutput)
	w.add("opened_files", records.Strings(c.OpenedFiles))
	w.add("search_queries", records.Strings(c.Queries))
	w.list("trajectory_prefix", len(c.Steps), func(i int) jsontext.Value { return encodeStep(c.Steps[i]) })
	w.add("observed_evidence_ids", records.Strings(c.Observed))
	w.flag("candidate_pool_truncated", c.Truncated)
	return w
}

func encodeStep(s Step) jsontext.Value {
	var w writer
	w.text("step_id", s.ID)
	w.text("action_type", s.Action)
	w.text("action_input", s.Input)
	w.text("tool_name", s.Tool)
	w.text("tool_output", s.Output)
	w.text("status", s.Status)
	if s.Exit != nil {
		w.add("exit_code", jsontext.Value(strconv.Itoa(*s.Exit)))
	}
	w.list("search_results", len(s.Results), func(i int) jsontext.Value { return encodeHit(s.Results[i]) })
	w.add("opened_files", records.Strings(s.Opened))
	w.add("search_queries", records.Strings(s.Queries))
	return records.Object(w)
}

func encodeHit(h Hit) jsontext.Value {
	var w writer
	w.text("path", h.Path)
	w.number("line_start", h.LineStart)
	w.number("line_end", h.LineEnd)
	w.number("rank", h.Rank)
	w.text("symbol", h.Symbol)
	w.text("chunk_type", h.Kind)
	w.text("content", h.Content)
	return records.Object(w)
}

func unitMembers(u Unit) []records.Member {
	var w writer
	w.add("evidence_id", records.String(u.ID))
	w.text("source_path", u.Path)
	w.number("line_start", u.LineStart)
	w.number("line_end", u.LineEnd)
	w.text("content_sha256", u.SHA256)
	w.flag("observed_by_state", u.Observed)
	w.text("source_type", u.SourceType)
	w.text("symbol", u.Symbol)
	w.text("language", u.Language)
	return w
}

// Fingerprint is the SHA-256 over the canonical JSON of everything public
// about a state, its pool included: equal exactly when the content is.
func Fingerprint(s State) [32]byte { return FingerprintRecord(EncodeState(s)) }

// FingerprintRecord is Fingerprint of a state that was not decoded.
func FingerprintRecord(v jsontext.Value) [32]byte { return fingerprintCanonical(records.Canonical(v)) }

func fingerprintCanonical(canonical []byte) [32]byte { return sha256.Sum256(canonical) }

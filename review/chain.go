package review

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Chain returns e with Prev set to prev and Hash to SHA-256 over the 32 bytes
// of prev followed by the canonical JSON of every other field (docs/journal.md
// gives the exact form). An absent optional field is not part of the form, so
// fields added later leave old hashes as they are.
func Chain(prev [32]byte, e Event) Event {
	h := sha256.New()
	h.Write(prev[:])
	h.Write(e.canonical())
	e.Prev = prev
	h.Sum(e.Hash[:0])
	return e
}

// canonical is the part of the event that is hashed. A body that is no JSON
// (only tampering can put one there) is hashed as it stands, so that such a
// row is told as broken instead of stopping the check.
func (e Event) canonical() []byte {
	b, err := json.Marshal(e)
	if err == nil {
		b, err = canonicalJSON(b)
	}
	if err != nil {
		raw := e.Body
		e.Body = nil
		head, _ := json.Marshal(e, jsontext.AllowInvalidUTF8(true)) // numbers and strings only: cannot fail
		return append(head, raw...)
	}
	return b
}

// canonicalJSON sorts members, drops white space and writes strings in their
// shortest form, all as RFC 8785 says, but leaves numbers exactly as they are
// written: 64-bit integers and the text of imported numbers stay protected.
func canonicalJSON(b []byte) (jsontext.Value, error) {
	v := jsontext.Value(bytes.Clone(b))
	err := v.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return v, err
}

// BrokenChainError names the first event that does not fit the chain.
type BrokenChainError struct {
	Seq uint64
	Why string
}

func (e *BrokenChainError) Error() string {
	return fmt.Sprintf("the journal is broken at event %d: %s", e.Seq, e.Why)
}

// VerifyChain walks the whole journal from its first event and recomputes the
// chain. It returns the hash of the last event (zero when there is none) and
// how many there are. Errors: *BrokenChainError for the first event that does
// not fit, or what the walk itself returned.
func VerifyChain(events iter.Seq2[Event, error]) (head [32]byte, n uint64, err error) {
	for e, err := range events {
		if err != nil {
			return head, n, fmt.Errorf("verify the journal after event %d: %w", n, err)
		}
		if e.Seq != n+1 {
			return head, n, &BrokenChainError{n + 1, fmt.Sprintf("event %d stands in its place", e.Seq)}
		}
		if why := misfit(head, e); why != "" {
			return head, n, &BrokenChainError{e.Seq, why}
		}
		head, n = e.Hash, e.Seq
	}
	return head, n, nil
}

func misfit(head [32]byte, e Event) string {
	switch {
	case e.Prev != head:
		return "it does not follow the event before it"
	case !e.Body.IsValid():
		return "its body is no valid JSON"
	case Chain(head, e).Hash != e.Hash:
		return "its content does not match its hash: the row was changed after it was written"
	}
	return ""
}

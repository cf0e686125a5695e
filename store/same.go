package store

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// firstDifference compares two states by content: the order of keys, white
// space and the way a string or a fraction is written do not count. key is the
// first key of b, in its order, that differs.
func firstDifference(a, b card.State) (key string, same bool) {
	if key, same := differing(a.Card.Raw, b.Card.Raw); !same {
		return key, false
	}
	for i, u := range b.Pool.Units {
		at := fmt.Sprintf("candidate_evidence[%d]", i)
		if i >= len(a.Pool.Units) {
			return at, false
		}
		old := a.Pool.Units[i]
		if key, same := differing(old.Extra, u.Extra); !same {
			return at + "." + key, false
		}
		if old.Text != u.Text {
			return at + ".content_excerpt", false
		}
	}
	if len(a.Pool.Units) > len(b.Pool.Units) {
		return "candidate_evidence", false
	}
	return "", true
}

// differing compares two objects key by key.
func differing(a, b []records.Member) (key string, same bool) {
	for _, m := range b {
		i := slices.IndexFunc(a, func(o records.Member) bool { return o.Name == m.Name })
		if i < 0 || !equalValue(a[i].Value, m.Value) {
			return records.Key(m.Name), false
		}
	}
	for _, m := range a {
		if !slices.ContainsFunc(b, func(o records.Member) bool { return o.Name == m.Name }) {
			return records.Key(m.Name), false
		}
	}
	return "", true
}

// equalValue compares two JSON values. Whole numbers are compared as they are
// written, so that 64-bit ones never fall together.
func equalValue(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a, b = slices.Clone(a), slices.Clone(b)
	errA := a.Canonicalize(jsontext.CanonicalizeRawInts(false))
	errB := b.Canonicalize(jsontext.CanonicalizeRawInts(false))
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

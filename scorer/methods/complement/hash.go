package complement

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Hash is the SHA-256 of the question, in hex: of everything that a controller
// may read. Bytes that are no UTF-8 are all alike to it.
func (q Question) Hash() string { return hashOf(q) }

// hashOf is the SHA-256 of a value's JSON.
func hashOf(v any) string {
	h := sha256.New()
	// What is asked always encodes, and a hash takes every byte.
	if err := json.MarshalWrite(h, v, jsontext.AllowInvalidUTF8(true), json.Deterministic(true)); err != nil {
		panic("complement: what is asked does not encode: " + err.Error())
	}
	return hex.EncodeToString(h.Sum(nil))
}

// key marks off data in a prompt. It is the same for all attempts.
func (q Question) key() string {
	q.Attempt, q.Again = 0, false
	return q.Hash()[:12]
}

func textHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

package complement

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Hash is the SHA-256 of the question, in hex: equal exactly when everything
// that a controller may read is.
func (q Question) Hash() string {
	h := sha256.New()
	// Nothing in a question fails to encode, and a hash takes every byte.
	if err := json.MarshalWrite(h, q, jsontext.AllowInvalidUTF8(true), json.Deterministic(true)); err != nil {
		panic("complement: a question that does not encode: " + err.Error())
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

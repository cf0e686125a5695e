package store

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// fingerprint is the SHA-256 over a card and its pool as they are stored: each
// part with its length before it, and of each text its own SHA-256. Two
// records with the same fingerprint are the same; two that differ in the order
// of their keys have different ones.
type fingerprint struct{ h hash.Hash }

func newFingerprint(cardBody []byte) fingerprint {
	f := fingerprint{sha256.New()}
	f.part(cardBody)
	return f
}

// unit adds the next unit of the pool.
func (f fingerprint) unit(body, textSHA256 []byte) {
	f.part(body)
	f.h.Write(textSHA256)
}

func (f fingerprint) part(b []byte) {
	f.h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(b))))
	f.h.Write(b)
}

func (f fingerprint) sum() [32]byte { return [32]byte(f.h.Sum(nil)) }

// Package retrieval ranks the units of a pool by their text. It is compiled
// without access to certificates.
package retrieval

import "suffice/certificate/card"

// Ranked is one unit of a ranking.
type Ranked struct {
	Position int // in the pool
	Score    float64
}

// BM25 ranks one pool; the index is built once. Safe for concurrent use.
type BM25 struct{}

// NewBM25 indexes text, path, symbol and language of every unit (k1 1.2, b 0.75).
func NewBM25(p card.Pool) *BM25 { panic("stub") }

// Rank orders the whole pool by the query, best first, ties by evidence ID.
func (b *BM25) Rank(query string) []Ranked { panic("stub") }

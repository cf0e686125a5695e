// Package tokens counts source tokens with a named tokenizer that works
// offline: its vocabulary is part of the program.
package tokens

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"

	"suffice/certificate/card"
)

// Tokenizer names what tokens are counted with, for manifests and tables.
const Tokenizer = "o200k_base"

// Basis names what is counted: the excerpt as supplied. A length that the file
// itself states is not read (spec 2, source tokens).
const Basis = "content_excerpt"

// The compiled expression that cuts a text before it is counted passes over
// DEL and loses the piece it stands in. Another control character stands in for
// it: the expression treats them alike, and in the vocabulary each is one token
// that no longer token contains, so the count is the same.
const (
	del     = "\x7f"
	standIn = "\x02"
)

// Counter counts tokens and remembers the counts of texts that it has seen, by
// their SHA-256. The vocabulary is loaded with the first count: making a
// Counter costs nothing. Safe for concurrent use.
type Counter struct {
	codec func() *codec.Codec

	mu     sync.RWMutex
	counts map[[sha256.Size]byte]int
}

// New returns a counter that has counted nothing yet.
func New() *Counter {
	return &Counter{counts: make(map[[sha256.Size]byte]int), codec: sync.OnceValue(func() *codec.Codec {
		c := codec.NewO200kBase()
		c.SetErrorMode(codec.ErrorModeReplace) // bytes that are no UTF-8 count as U+FFFD, as in the reference implementation
		return c
	})}
}

// Count is the number of tokens of a text. Names of special tokens in it count
// as ordinary text.
func (c *Counter) Count(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	key := sha256.Sum256([]byte(text))
	c.mu.RLock()
	n, known := c.counts[key]
	c.mu.RUnlock()
	if known {
		return n, nil
	}
	n, err := c.codec().Count(strings.ReplaceAll(text, del, standIn))
	if err != nil {
		return 0, fmt.Errorf("count tokens with %s: %w", Tokenizer, err)
	}
	c.mu.Lock()
	c.counts[key] = n
	c.mu.Unlock()
	return n, nil
}

// Unit is the number of source tokens of a unit.
func (c *Counter) Unit(u *card.Unit) (int, error) {
	n, err := c.Count(u.Text)
	if err != nil {
		return 0, fmt.Errorf("unit %q: %w", u.ID, err)
	}
	return n, nil
}

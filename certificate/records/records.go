// Package records reads and writes strict JSONL, plain or gzip: one JSON
// object a line, every fault told by file, line and key. It knows nothing of
// states or certificates; decoders for those are handed in.
package records

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxLine is the longest line accepted, in bytes (spec: 64 MiB).
const MaxLine = 64 << 20

// MaxDepth is the deepest nesting of arrays and objects accepted in one record.
const MaxDepth = 128

// MaxTold is how many problems an Error spells out; the rest are counted.
const MaxTold = 20

// Record is one line of a JSONL file: a syntactically valid JSON object with
// no repeated key at any depth.
type Record struct {
	Line int            // 1-based line in the file
	Raw  jsontext.Value // the object's bytes as they stand in the file; valid only until the next record
}

// Member is one key of a JSON object with its value as written.
type Member struct {
	Name  string
	Value jsontext.Value
}

// FieldError says what is wrong with one key of one record. Decoders return
// it; the reader adds file and line.
type FieldError struct {
	Key string // JSON-pointer-like place inside the record, such as "required_evidence_groups[1].role"; empty for the whole record
	Msg string // one sentence: what was found and what is expected
}

func (e *FieldError) Error() string {
	if e.Key == "" {
		return e.Msg
	}
	return e.Key + ": " + e.Msg
}

// In returns e with its key placed under parent: In("groups[1]") makes "role"
// into "groups[1].role".
func (e *FieldError) In(parent string) *FieldError {
	key := parent
	switch {
	case e.Key == "":
	case strings.HasPrefix(e.Key, "["):
		key = parent + e.Key
	default:
		key = parent + "." + e.Key
	}
	return &FieldError{Key: key, Msg: e.Msg}
}

// Problem is one fault of one file.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitzero"` // 1-based; 0 when the fault is the file's as a whole
	Key  string `json:"key,omitzero"`
	Msg  string `json:"message"`
}

// String gives "file:line: key: message", leaving out what is not known.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	b.WriteString(": ")
	if p.Key != "" {
		b.WriteString(p.Key)
		b.WriteString(": ")
	}
	b.WriteString(p.Msg)
	return b.String()
}

// Error is everything wrong with one or more files, found in one pass.
type Error struct {
	Problems []Problem // at most MaxTold
	More     int       // how many more there were
}

func (e *Error) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(lines, "\n")
}

// Add records one problem, counting it once the list is full.
func (e *Error) Add(p Problem) {
	if len(e.Problems) < MaxTold {
		e.Problems = append(e.Problems, p)
		return
	}
	e.More++
}

// Merge takes over the problems of err when it is an *Error and returns nil;
// any other error comes back, for the caller to stop at. So several files are
// told in one report.
func (e *Error) Merge(err error) error {
	var other *Error
	if !errors.As(err, &other) {
		return err
	}
	for _, p := range other.Problems {
		e.Add(p)
	}
	e.More += other.More
	return nil
}

// Err returns e as an error, or nil when nothing is wrong.
func (e *Error) Err() error {
	if e == nil || len(e.Problems) == 0 {
		return nil
	}
	return e
}

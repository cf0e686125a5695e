package card

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// Repeat is a state that stood in a file again with equal content: it was
// ignored, and whoever reads should be told.
type Repeat struct {
	State string
	File  string
	Line  int
	First string // where it stood first: "line 3", or "other.jsonl:3"
}

// String is the notice for a person.
func (r Repeat) String() string {
	return fmt.Sprintf("%s:%d: state %q is the same as on %s; ignored", r.File, r.Line, r.State, r.First)
}

// Seen remembers the states of one import, over all its files, well enough to
// tell a repetition from a contradiction and to name where the two differ. It
// keeps hashes, not content.
type Seen struct {
	states  map[string]trace
	repeats []Repeat
}

// NewSeen remembers nothing yet.
func NewSeen() *Seen { return &Seen{states: make(map[string]trace)} }

// Repeats are the repetitions ignored so far, in order.
func (s *Seen) Repeats() []Repeat { return s.repeats }

// trace is what stays of a state: the hash of all of it, and one of each part
// by which a first difference can be named.
type trace struct {
	file  string
	line  int
	sum   [32]byte
	parts []part
}

type part struct {
	key string
	crc uint32
}

// ReadStates reads items.jsonl and hands every state to each, in file order,
// with its Fingerprint. A state that was there before with equal content is
// ignored and noted in seen; with different content it is a problem that names
// both lines and the first differing field.
func ReadStates(ctx context.Context, name string, r io.Reader, seen *Seen, each func(line int, s State, sum [32]byte) error) error {
	type entry struct {
		state  State
		trace  trace
		repeat bool
	}
	return records.Source[*entry]{
		Name:   name,
		Reader: r,
		Decode: func(rec records.Record) (*entry, error) {
			s, err := DecodeState(rec.Raw)
			if err != nil {
				return nil, err
			}
			e := &entry{state: s, trace: traceOf(rec.Raw)}
			e.trace.file, e.trace.line = name, rec.Line
			return e, nil
		},
		Check: func(_ int, e *entry) (err error) {
			e.repeat, err = seen.note(e.state.Card.ID, e.trace)
			return err
		},
		Each: func(line int, e *entry) error {
			if e.repeat || each == nil {
				return nil
			}
			return each(line, e.state, e.trace.sum)
		},
	}.Read(ctx)
}

// note remembers a state; repeat says that it was there with equal content.
func (s *Seen) note(id string, t trace) (repeat bool, err error) {
	first, again := s.states[id]
	if !again {
		s.states[id] = t
		return false, nil
	}
	place := Row{File: first.file, Line: first.line}.place(t.file)
	if first.sum == t.sum {
		s.repeats = append(s.repeats, Repeat{State: id, File: t.file, Line: t.line, First: place})
		return true, nil
	}
	msg := fmt.Sprintf("state %q was on %s already, with other content", id, place)
	if key := firstDifference(first.parts, t.parts); key != "" {
		msg += "; they differ first in " + key
	}
	return false, &records.FieldError{Key: "state_id", Msg: msg}
}

// traceOf hashes a record as a whole (as Fingerprint does) and by its parts:
// its members, and the units of the pool one by one.
func traceOf(raw jsontext.Value) trace {
	canonical := records.Canonical(raw)
	t := trace{sum: fingerprintCanonical(canonical)}
	members, _ := records.Members(canonical)
	table := crc32.MakeTable(crc32.Castagnoli)
	for _, m := range members {
		if m.Name != "candidate_evidence" {
			t.parts = append(t.parts, part{records.Key(m.Name), crc32.Checksum(m.Value, table)})
			continue
		}
		units, _ := records.Elements(m.Value)
		for _, u := range units {
			t.parts = append(t.parts, part{"candidate_evidence", crc32.Checksum(u, table)})
		}
	}
	return t
}

// firstDifference names the first part that differs. Both lists are in
// canonical order of keys, with a key for every unit.
func firstDifference(a, b []part) string {
	unit := 0
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return b[i].at(unit)
		case i >= len(b):
			return a[i].at(unit)
		case a[i].key > b[i].key: // one side lacks the lesser key
			return b[i].at(unit)
		case a[i] != b[i]:
			return a[i].at(unit)
		}
		if a[i].key == "candidate_evidence" {
			unit++
		}
	}
	return ""
}

func (p part) at(unit int) string {
	if p.key == "candidate_evidence" {
		return fmt.Sprintf("%s[%d]", p.key, unit)
	}
	return p.key
}

// ReadPredictions reads a file of predictions whole. Whether they fit together
// and fit the states is for CheckPredictions to say.
func ReadPredictions(ctx context.Context, name string, r io.Reader) ([]Row, error) {
	var rows []Row
	err := records.Source[Prediction]{
		Name:   name,
		Reader: r,
		Fast:   PlainPrediction,
		Decode: func(r records.Record) (Prediction, error) { return DecodePrediction(r.Raw) },
		Each: func(line int, p Prediction) error {
			rows = append(rows, Row{Prediction: p, File: name, Line: line})
			return nil
		},
	}.Read(ctx)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

package certificate

import "github.com/go-json-experiment/json/jsontext"

// Draft is a certificate under work. It is immutable: Apply returns the next
// one. Every group has a key; keys are never reused.
type Draft struct {
	cert Certificate
	next int // number of the next key to mint
}

// NewDraft gives every group of c a key in order and returns the draft.
func NewDraft(c Certificate) Draft { panic("stub") }

// Certificate is the draft's present content, with group keys. Treat it as read-only.
func (d Draft) Certificate() Certificate { return d.cert }

// Apply returns the draft after e and the Edit that takes it back: applying
// the inverse gives a draft equal to d but for minted keys' numbering. The
// inverse of the inverse is e completed with what it found (Before) and minted.
// Errors: *InvalidError, *ConflictError; then next is d.
func (d Draft) Apply(e Edit) (next Draft, inverse Edit, err error) { panic("stub") }

// Invert returns the Edit that takes back a completed e (one that Apply has
// filled in).
func (e Edit) Invert() Edit { panic("stub") }

// Touches names the fields that e changes, such as "g2.minimum_required" or
// "branches", for the difference shown when a save is stale.
func (e Edit) Touches() []string { panic("stub") }

// Say puts e into one short sentence for people, naming groups by their
// labels in c and units by name(id): "set the threshold of G2 from 1 to 2".
func (e Edit) Say(c Certificate, name func(unit string) string) string { panic("stub") }

// MarshalJSON writes the draft with its keys, for snapshots; UnmarshalJSON reads it back.
func (d Draft) MarshalJSON() ([]byte, error) { panic("stub") }

// UnmarshalJSON is the inverse of MarshalJSON.
func (d *Draft) UnmarshalJSON(b []byte) error { panic("stub") }

// Decode reads one label: a bare serbench-mss-v1 object or an organizer's
// envelope {"graded_labels": {...}}. A wrong type or missing key is a
// *records.FieldError (several: errors.Join of them); a wrong meaning is not,
// it becomes a Finding.
func Decode(raw jsontext.Value) (Certificate, error) { panic("stub") }

// Encode writes c as one JSON object: keys that were not edited come back as
// they were written, numbers with their text, unknown keys kept.
func Encode(c Certificate) jsontext.Value { panic("stub") }

// Equal reports whether two certificates export the same content: equal
// values key by key, whatever the order of keys; group keys are left aside.
func Equal(a, b Certificate) bool { panic("stub") }

package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// Identity is everything that a run's result may depend on (the metrics note,
// run identity and lineage). Two runs with the same identity are the same run.
type Identity struct {
	Experiment string `json:"experiment"`
	State      string `json:"state_id"` // the task
	Method     string `json:"method"`   // the harness
	// Configuration is the method's own, with that of the models behind it, as
	// canonical JSON (methods.Method.Identity).
	Configuration jsontext.Value `json:"configuration"`
	// Model is the key that the server resolves the model's name to, where that
	// is known before the run; empty if not, and for methods that ask no model.
	Model      string `json:"model_key"`
	Budget     int    `json:"context_budget"` // source tokens; 0: none beyond the method's own
	Seed       uint64 `json:"seed"`
	Repetition int    `json:"repetition"` // from 0
	BaseCommit string `json:"base_commit"`
	Card       string `json:"card_sha256"` // of the state's public card with its pool: CardHash
	Revision   string `json:"program_revision"`
}

// RunID is the SHA-256 of the canonical JSON of an identity, in hex.
func (i Identity) RunID() string {
	i.Configuration = records.Canonical(i.Configuration)
	if len(i.Configuration) == 0 {
		i.Configuration = jsontext.Value("null")
	}
	b, err := encode(i)
	if err != nil { // a configuration that is no JSON: Configuration refused it before
		b = fmt.Appendf(nil, "%+v", i)
	}
	sum := sha256.Sum256(records.Canonical(b))
	return hex.EncodeToString(sum[:])
}

// CardHash is the SHA-256, in hex, of the canonical form of all that a method
// may read of a state: its card and its pool.
func CardHash(s card.State) string {
	sum := card.Fingerprint(s)
	return hex.EncodeToString(sum[:])
}

// configuration is a method's identity as canonical JSON.
func configuration(id any) (jsontext.Value, error) {
	b, err := encode(id)
	if err != nil {
		return nil, err
	}
	return records.Canonical(b), nil
}

// encode writes v as JSON: the same bytes for the same value, and text that is
// not UTF-8 repaired rather than refused.
func encode(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
}

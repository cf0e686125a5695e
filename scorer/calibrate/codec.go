package calibrate

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods/retrieval"
)

// Encode writes the value as one JSON object over several lines, the same bytes
// for the same value.
func (f Frozen) Encode() []byte {
	b, err := json.Marshal(f, json.Deterministic(true), json.FormatNilSliceAsNull(true), jsontext.WithIndent("  "))
	if err != nil {
		panic("a calibration does not encode: " + err.Error()) // it holds text and finite numbers only
	}
	return append(b, '\n')
}

func encodeIdentity(id retrieval.Identity) jsontext.Value {
	id.Limit = 0
	b, err := json.Marshal(id, json.Deterministic(true))
	if err != nil {
		panic("an identity does not encode: " + err.Error())
	}
	return b
}

// Decode reads what Encode wrote. It refuses a value that does not hold
// together: another schema, a list of states that is not the one hashed, or a
// choice that is not the best of its trials.
func Decode(b []byte) (Frozen, error) {
	var f Frozen
	if err := json.Unmarshal(b, &f, json.RejectUnknownMembers(true)); err != nil {
		return Frozen{}, fmt.Errorf("read the calibration: %w", err)
	}
	if err := f.check(); err != nil {
		return Frozen{}, fmt.Errorf("read the calibration: %w", err)
	}
	return f, nil
}

func (f Frozen) check() error {
	if f.Schema != SchemaVersion {
		return fmt.Errorf("schema_version is %q; %q is expected", f.Schema, SchemaVersion)
	}
	if f.Cutoff != Cutoff {
		return fmt.Errorf("cutoff is %d; %d is expected", f.Cutoff, Cutoff)
	}
	if hashLines(f.Drawn) != f.DrawnHash {
		return fmt.Errorf("states_sha256 is not that of the states listed: the file was changed by hand")
	}
	for i, c := range f.Choices {
		if !slices.Contains(Methods(), c.Method) {
			return fmt.Errorf("methods[%d]: method %q has nothing to calibrate", i, c.Method)
		}
		if slices.ContainsFunc(f.Choices[:i], func(o Choice) bool { return o.Method == c.Method }) {
			return fmt.Errorf("methods[%d]: method %s stands there twice", i, c.Method)
		}
		if len(c.Trials) == 0 {
			return fmt.Errorf("methods[%d]: no trial of %s is listed", i, c.Method)
		}
		for n, t := range c.Trials {
			if t.States != len(f.Drawn) || t.Completed < 0 || t.Completed > t.States {
				return fmt.Errorf("methods[%d].trials[%d]: %d of %d states completed; the subset has %d", i, n, t.Completed, t.States, len(f.Drawn))
			}
			if !(t.GroupRecall >= 0 && t.GroupRecall <= 1) {
				return fmt.Errorf("methods[%d].trials[%d]: group recall %v; it lies between 0 and 1", i, n, t.GroupRecall)
			}
		}
		if b := c.Trials[best(c.Trials)].Setting; !b.equal(c.Setting) {
			return fmt.Errorf("methods[%d]: the setting of %s is %s, yet by its trials %s is the best", i, c.Method, c.Setting, b)
		}
	}
	return nil
}

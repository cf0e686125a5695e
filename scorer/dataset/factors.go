package dataset

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
	"suffice/scorer/methods/run"
)

// factors are the settings that planned tables compare, read off a run's
// identity. What a method does not have is empty.
type factors struct {
	query, embedder, reranker, base string
	lambda                          *float64
	ceiling                         *int
}

// factorsOf reads a configuration. One of another harness says what it says:
// keys that are not there are factors that it does not have.
func factorsOf(f *records.Fields) factors {
	if inner := f.OptionalObject("calibrated"); inner != nil {
		return factorsOf(inner)
	}
	var out factors
	if from := f.OptionalObject("derived_from"); from != nil {
		out = factorsOf(from)
	}
	out.read(f)
	return out
}

// read takes over what stands in a method's own configuration.
func (out *factors) read(f *records.Fields) {
	if r := f.OptionalObject("retrieval"); r != nil {
		out.retrieval(r)
	}
	if n := f.OptionalInt("ceiling_tokens"); n != nil {
		out.ceiling = n
	}
	for key, to := range map[string]*string{"embedder": &out.embedder, "reranker": &out.reranker} {
		if v, ok := f.Value(key); ok {
			if name, plain := records.Text(v); plain {
				*to = name
			} else if o := f.OptionalObject(key); o != nil && o.OptionalString("name") != "" {
				*to = o.OptionalString("name")
			}
		}
	}
}

// retrieval takes over the settings of a ranking, and of the one below it.
func (out *factors) retrieval(r *records.Fields) {
	if b := r.OptionalObject("base"); b != nil {
		out.retrieval(b)
		out.base = b.OptionalString("method")
	}
	if q := r.OptionalString("query"); q != "" {
		out.query = q
	}
	if e := r.OptionalString("embedder"); e != "" {
		out.embedder = e
	}
	if l := r.OptionalNumber("lambda"); l != nil {
		out.lambda = l
	}
}

// configurationHash names the configuration of a run.
func configurationHash(m *run.Manifest) string { return hashConfiguration(m.Identity.Configuration) }

// hashConfiguration is the SHA-256 of the canonical form of a configuration,
// empty when there is none.
func hashConfiguration(v jsontext.Value) string {
	if len(v) == 0 {
		return ""
	}
	sum := sha256.Sum256(records.Canonical(v))
	return hex.EncodeToString(sum[:])
}

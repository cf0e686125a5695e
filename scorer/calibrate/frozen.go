package calibrate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// SchemaVersion is that of an encoded Frozen.
const SchemaVersion = "suffice-calibration-v1"

// Frozen is what was picked, and from what: everything that a reader needs to
// check that no evaluated state took part. It holds IDs and hashes of the
// labelled states, and no label.
type Frozen struct {
	Schema string   `json:"schema_version"`
	Seed   uint64   `json:"seed"`
	Cutoff int      `json:"cutoff"` // 5
	Asked  int      `json:"asked"`  // size of the subset asked for
	Drawn  []string `json:"states"` // the subset, by ID, without what is excluded
	// Excluded were drawn, and their certificates cannot be scored; by ID.
	Excluded   []string `json:"excluded_states"`
	DrawnHash  string   `json:"states_sha256"`
	PublicHash string   `json:"public_sha256"` // of the fingerprints of cards and pools, one a line, by state ID
	LabelsHash string   `json:"labels_sha256"` // of the canonical certificates, one a line, by state ID
	// Repositories are those of the subset, sorted.
	Repositories []string `json:"repositories"`
	// Evaluation are the repositories that the subset was found to be disjoint
	// from, sorted; null when that was not asked.
	Evaluation []string `json:"evaluation_repositories"`
	Choices    []Choice `json:"methods"`
}

// Setting is one way to set a method.
type Setting struct {
	Query  retrieval.QueryForm `json:"query,omitzero"`
	Lambda *float64            `json:"lambda,omitzero"` // mmr
}

// String shows the setting to people: "query state, lambda 0.7".
func (s Setting) String() string {
	var text string
	if s.Query != "" {
		text = "query " + string(s.Query)
	}
	if s.Lambda != nil {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("lambda %g", *s.Lambda)
	}
	return text
}

// equal compares settings by value.
func (s Setting) equal(o Setting) bool {
	return s.Query == o.Query && (s.Lambda == nil) == (o.Lambda == nil) && (s.Lambda == nil || *s.Lambda == *o.Lambda)
}

// Choice is the setting that was picked for a method, with all that were tried.
type Choice struct {
	Method   string             `json:"method"`
	Setting  Setting            `json:"setting"`
	Identity retrieval.Identity `json:"identity"` // the method with this setting, and everything else it reads
	Trials   []Trial            `json:"trials"`   // the simplest setting first
}

// Trial is what one setting scored on the subset.
type Trial struct {
	Setting     Setting `json:"setting"`
	Completed   int     `json:"complete_at_5"` // states whose first five units complete the certificate
	States      int     `json:"states"`        // the denominator of both
	GroupRecall float64 `json:"group_recall_at_5"`
}

// freeze records what the choice was made from.
func freeze(states []judged, excluded []string, o Options) Frozen {
	f := Frozen{Schema: SchemaVersion, Seed: o.Seed, Cutoff: Cutoff, Asked: o.States, Excluded: excluded, Evaluation: slices.Clone(o.Evaluation)}
	slices.Sort(f.Evaluation)
	f.Evaluation = slices.Compact(f.Evaluation)
	var public, labels []string
	for _, s := range states {
		sum := card.Fingerprint(s.card)
		f.Drawn = append(f.Drawn, s.cert.State)
		f.Repositories = append(f.Repositories, s.card.Card.Repo)
		public = append(public, hex.EncodeToString(sum[:]))
		labels = append(labels, string(records.Canonical(certificate.Encode(s.cert))))
	}
	slices.Sort(f.Repositories)
	f.Repositories = slices.Compact(f.Repositories)
	f.DrawnHash, f.PublicHash, f.LabelsHash = hashLines(f.Drawn), hashLines(public), hashLines(labels)
	return f
}

// Choice is what was picked for a method, and whether anything was.
func (f Frozen) Choice(method string) (Choice, bool) {
	for _, c := range f.Choices {
		if c.Method == method {
			return c, true
		}
	}
	return Choice{}, false
}

// Apply puts what was picked for the method into settings; those of a method
// that was not calibrated come back as they are. It is an error when what was
// not calibrated (embedder, views, base) is no longer what the choice was made
// with, since then the choice says nothing.
func (f Frozen) Apply(method string, with retrieval.Settings) (retrieval.Settings, error) {
	c, ok := f.Choice(method)
	if !ok {
		return with, nil
	}
	limit := with.Limit
	with = c.Setting.on(with)
	r, err := retrieval.New(method, with)
	if err != nil {
		return with, fmt.Errorf("apply the calibration of %s: %w", method, err)
	}
	was, now := encodeIdentity(c.Identity), encodeIdentity(r.Identity())
	if key := records.FirstDifference(was, now); key != "" {
		return with, fmt.Errorf("apply the calibration of %s: it was made with another %q; calibrate again with the settings of this run, or leave the calibration out", method, key)
	}
	with.Limit = limit
	return with, nil
}

// Hash names the frozen value: the SHA-256 of its encoding. It belongs in every
// manifest of a run that applied it.
func (f Frozen) Hash() string {
	sum := sha256.Sum256(f.Encode())
	return hex.EncodeToString(sum[:])
}

// Mark makes the calibration part of a method's identity, and so of the ID and
// manifest of its runs. A method that was not calibrated comes back as it is.
func (f Frozen) Mark(m methods.Method) methods.Method {
	if _, ok := f.Choice(m.ID()); !ok {
		return m
	}
	return marked{m, f.Hash()}
}

// marked is a method whose identity names its calibration.
type marked struct {
	methods.Method
	calibration string
}

// MarkedIdentity is the identity of a method with a calibration applied.
type MarkedIdentity struct {
	Method      any    `json:"calibrated"`
	Calibration string `json:"calibration_sha256"` // see Frozen.Hash
}

// Identity is that of the method, with the hash of the calibration.
func (m marked) Identity() any { return MarkedIdentity{m.Method.Identity(), m.calibration} }

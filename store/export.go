package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"suffice/certificate"
	"suffice/review"
)

// Export says what was written, for the event that records it.
type Export struct {
	What   string `json:"what"`
	Rows   int    `json:"rows"`
	Empty  int    `json:"empty"` // states left out because their certificate has no group yet
	SHA256 string `json:"sha256"`

	Excluded int `json:"excluded,omitzero"` // states left out because they are in no release: replaced, or kept as a reserve
}

// Body is the event's body, for a file of this base name, "-" for standard output.
func (e Export) Body(file string) review.ExportBody {
	return review.ExportBody{What: e.What, File: baseName(file), SHA256: e.SHA256, Rows: e.Rows}
}

// exporter gathers records, one a line. Nothing is written before all of it
// was read: a slow reader at the other end of a pipe would hold up the
// database, and half a file is worse than none.
type exporter struct {
	text   bytes.Buffer
	export Export
}

func (e *exporter) record(v []byte) {
	e.text.Write(v)
	e.text.WriteByte('\n')
	e.export.Rows++
}

func (e *exporter) writeTo(w io.Writer) (Export, error) {
	sum := sha256.Sum256(e.text.Bytes())
	e.export.SHA256 = hex.EncodeToString(sum[:])
	if _, err := e.text.WriteTo(w); err != nil {
		return Export{}, wrap(err, "export %s", e.export.What)
	}
	return e.export, nil
}

// ExportLabels writes the certificates that sc may see as JSONL, in the order
// of the states' import, each key that nobody edited as it was imported: what a
// closed state exports is what was decided. A state whose certificate was
// neither imported nor given a group is left out and counted, and so is one
// that is in no release. The file is as of one moment. Errors:
// *review.ForbiddenError, or what w returned.
func (s *Store) ExportLabels(ctx context.Context, sc review.Scope, w io.Writer) (Export, error) {
	if err := sc.Administer("export labels"); err != nil {
		return Export{}, err
	}
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return Export{}, wrap(err, "export labels")
	}
	defer tx.Rollback() // it only read
	states, err := readStandings(ctx, tx, sc, true)
	if err != nil {
		return Export{}, wrap(err, "export labels")
	}
	e := &exporter{export: Export{What: "labels"}}
	for _, st := range states {
		if err := e.label(ctx, tx, sc, st); err != nil {
			return Export{}, wrapState(err, "export the label of", st.course.State)
		}
	}
	return e.writeTo(w)
}

// label writes the certificate of one state, unless it never had a group or is
// in no release.
func (e *exporter) label(ctx context.Context, q queryer, sc review.Scope, st standing) error {
	if st.course.Phase == review.Excluded || st.course.Reserve {
		e.export.Excluded++
		return nil
	}
	if !st.part.Certificate() || st.part.Sheet != review.Main {
		// Half a file would pass for the whole one.
		return sc.Oversee("export the label of " + st.course.State)
	}
	k, err := loadPortion(ctx, q, st.course.State, portion{me: sc.Person(), sheets: []review.Sheet{review.Main}})
	if err != nil {
		return err
	}
	work := k.Sheets[review.Main]
	c := work.Draft.Certificate()
	if len(c.Groups) == 0 && !work.Labelled {
		e.export.Empty++
		return nil
	}
	e.record(certificate.Encode(c))
	return nil
}

// ExportPredictions writes a set as JSONL, each record with all its keys, in
// the order of method and state. Errors: *UnknownSetError,
// *review.ForbiddenError, or what w returned.
func (s *Store) ExportPredictions(ctx context.Context, sc review.Scope, set string, w io.Writer) (Export, error) {
	if err := sc.Administer("export predictions"); err != nil {
		return Export{}, err
	}
	if !seesOutcomes(sc) { // an organizer who annotates as well gets the stricter view
		return Export{}, outcomesHidden()
	}
	n, _, err := findSet(ctx, s.read, set)
	if err != nil {
		return Export{}, err
	}
	e := &exporter{export: Export{What: "predictions"}}
	for body, err := range setRows(ctx, s.read, n) {
		if err != nil {
			return Export{}, wrap(err, "export the prediction set %q", set)
		}
		e.record(body)
	}
	return e.writeTo(w)
}

package store

import (
	"io"
	"path/filepath"

	"suffice/certificate/records"
)

// Source is one file to import. Name is how messages call it.
type Source struct {
	Name string
	Open func() (io.ReadCloser, error)
}

// Report says what an import found and did. Counts are of everything in the
// files; the New ones are what was not there before.
type Report struct {
	Files        int            `json:"files"`
	States       int            `json:"states,omitzero"`
	Units        int            `json:"units,omitzero"`
	Certificates int            `json:"certificates,omitzero"`
	Groups       int            `json:"groups,omitzero"`
	Branches     int            `json:"branches,omitzero"`
	Predictions  int            `json:"predictions,omitzero"`
	Methods      map[string]int `json:"methods,omitzero"` // rows of each method

	New       int            `json:"new"`      // records that were not there
	Replaced  int            `json:"replaced"` // certificates imported over another
	Same      int            `json:"same"`     // records that were there already, with equal content
	Reviews   int            `json:"reviews,omitzero"`
	Reviewers map[string]int `json:"reviewers,omitzero"` // reviews of each model
	NewTexts  int            `json:"new_texts,omitzero"`
	Set       string         `json:"set,omitzero"` // the prediction set

	Notices []records.Problem `json:"notices,omitzero"` // worth saying, in the way of nothing
}

// Unchanged reports whether the import changed nothing at all.
func (r Report) Unchanged() bool { return r.New == 0 && r.Replaced == 0 }

// baseName is what the journal keeps of a file's name: not where it lay.
func baseName(name string) string { return filepath.Base(name) }

package review

import "suffice/certificate"

// Work is everything the journal says of one state, folded.
type Work struct {
	State    string
	Phase    Phase
	Revision certificate.Revision
	Draft    certificate.Draft
	Base     certificate.Certificate // what the work started from: the last import, or the empty certificate
	Labelled bool                    // a certificate was imported
	Touched  bool                    // edited since the last import
	Done     bool
	Mine     map[PersonID]Personal
	Last     int64  // time of the last event, Unix milliseconds
	LastSeq  uint64 // its Seq
}

// Personal is what one person has on one state besides the certificate; it is
// never exported and never shown to another annotator.
type Personal struct {
	Note    string     `json:"note,omitzero"`
	Flag    *string    `json:"flag,omitzero"`
	Skip    *string    `json:"skip,omitzero"`
	Carries []Carry    `json:"carries,omitzero"`
	Kept    []KeptEdit `json:"kept,omitzero"`
	Undo    []uint64   `json:"undo,omitzero"`  // Seq of my events that can be undone, oldest first
	Redo    []uint64   `json:"redo,omitzero"`  // Seq of my undo events that can be redone, oldest first
	Spent   int64      `json:"spent,omitzero"` // milliseconds: gaps between my events of at most five minutes each, summed
	LastAt  int64      `json:"last_at,omitzero"`
}

package review

import "suffice/certificate/card"

// Case is everything the journal says of one state: its course and its sheets.
// What a repository hands to a desk is projected (Scope.ProjectCase).
type Case struct {
	Course Course
	Sheets map[Sheet]Work    // those that were ever opened; Main always
	Sums   map[Sheet]Summary // of the certificate on each
}

// NewCase is the case of a state before its first event. Its summary is for
// the caller to add, who has the pool.
func NewCase(c card.StateCard, p Project) Case {
	return Case{
		Course: Course{State: c.ID, Phase: Annotate},
		Sheets: map[Sheet]Work{Main: NewWork(c, p)},
		Sums:   map[Sheet]Summary{},
	}
}

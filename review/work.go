package review

import (
	"fmt"
	"slices"

	"suffice/certificate"
)

// Work is everything the journal says of one state, folded.
type Work struct {
	State    string
	Phase    Phase
	Revision certificate.Revision
	Draft    certificate.Draft
	Base     certificate.Certificate // what the work started from: the last import, or the empty certificate
	Labelled bool                    // a certificate was imported
	Touched  bool                    // its content differs from Base
	Done     bool
	Mine     map[PersonID]Personal
	Last     int64  // time of the last event that everyone on the state can see the effect of, Unix milliseconds
	LastSeq  uint64 // Seq of the last event folded
}

// Personal is what one person has on one state besides the certificate; it is
// never exported and never shown to another annotator.
type Personal struct {
	Note    string     `json:"note,omitzero"`
	Flag    *string    `json:"flag,omitzero"`
	Skip    *string    `json:"skip,omitzero"`
	Carries []Carry    `json:"carries,omitzero"`
	Kept    []KeptEdit `json:"kept,omitzero"`
	Choices []Choice   `json:"choices,omitzero"` // a senior's, by pair
	Undo    []uint64   `json:"undo,omitzero"`    // Seq of my events that can be undone, oldest first
	Redo    []uint64   `json:"redo,omitzero"`    // Seq of my undo events that can be redone, oldest first
	Spent   int64      `json:"spent,omitzero"`   // milliseconds: gaps between my events of at most Break each, summed
	LastAt  int64      `json:"last_at,omitzero"`
	Warns   int        `json:"warns,omitzero"` // how many of my Carries stand on a unit that the certificate accepts
}

// countCarries brings every person's Warns up to date with the certificate.
// w.Mine must be the caller's own copy.
func (w Work) countCarries() Work {
	c := w.Draft.Certificate()
	for who, p := range w.Mine {
		p.Warns = 0
		for _, n := range p.Carries {
			if group, branch := accepting(c, n.Unit); group >= 0 || branch >= 0 {
				p.Warns++
			}
		}
		w.Mine[who] = p
	}
	return w
}

// accepting finds the first group that accepts a unit, or else the first
// branch that holds it; -1 for none.
func accepting(c certificate.Certificate, unit string) (group, branch int) {
	group = slices.IndexFunc(c.Groups, func(g certificate.Group) bool { return slices.Contains(g.Acceptable, unit) })
	if group >= 0 {
		return group, -1
	}
	return -1, slices.IndexFunc(c.Branches, func(b []string) bool { return slices.Contains(b, unit) })
}

// CarryFindings are the warnings that a person's own carry notes raise on a
// certificate, one for each note whose unit is accepted, in the order of the
// notes. name says how people know a unit.
func CarryFindings(c certificate.Certificate, carries []Carry, name func(unit string) string) []certificate.Finding {
	var found []certificate.Finding
	for _, n := range carries {
		group, branch := accepting(c, n.Unit)
		f := certificate.Finding{Code: "carried_unit", Severity: certificate.Warning, Unit: n.Unit}
		switch {
		case group >= 0:
			f.Group, f.Label = c.Groups[group].Key, c.Label(group)
			f.Text = f.Label + " accepts " + name(n.Unit)
		case branch >= 0:
			f.Branch = branch + 1
			f.Text = fmt.Sprintf("branch %d holds %s", f.Branch, name(n.Unit))
		default:
			continue
		}
		f.Text += ", which by your note carries what was seen in " + name(n.In)
		found = append(found, f)
	}
	return found
}

// Project returns the part of the work on Main that s may see where the person
// has no seat: without the certificate's grant nothing but the state's ID, and
// without Everyone only the person's own notes, times and stacks.
func (s Scope) Project(w Work) Work { return s.projectWork(w, s.Part(Course{Phase: w.Phase})) }

// projectWork is Project for a sheet that p shows.
func (s Scope) projectWork(w Work, p Part) Work {
	if !p.certificate {
		return Work{State: w.State}
	}
	w.Phase = p.Phase
	if s.all {
		return w
	}
	mine, ok := w.Mine[s.person]
	w.Mine = map[PersonID]Personal{}
	if ok {
		w.Mine[s.person] = mine
	}
	if p.Role == Reviewer || p.Role == Senior || p.Role == Auditor {
		w.Last = mine.LastAt // nobody else's acts are theirs to know of
	}
	w.LastSeq = 0 // would tell when others wrote notes
	return w
}

// ProjectEvent is Sees for a state in this phase on which the person has no
// seat.
func (s Scope) ProjectEvent(e Event, ph Phase) (Event, bool) {
	return s.Sees(e, Course{State: e.State, Phase: ph})
}

// anonymous takes the name off an event that this person may see but not
// attribute.
func (s Scope) anonymous(e Event) Event {
	if s.all {
		return e
	}
	if e.Who != s.person {
		e.Who = ""
	}
	e.Prev, e.Hash = [32]byte{}, [32]byte{}
	return e
}

// SharedKinds are the kinds of event whose effect everyone who sees the
// certificate sees: its changes and whether it is finished.
func SharedKinds() []Kind { return []Kind{Labelled, Edited, Finished, Settled, Ruled} }

package review

import "slices"

// Scope is what one person may see and do. Only Visible makes one; every
// query takes one, so what it does not grant is never loaded.
type Scope struct {
	person PersonID
	grants map[Phase]grant
	all    bool // the whole journal and every person's own notes, not just my own
	admin  bool // import, lock, export, add people
}

// grant is one cell of the visibility table.
type grant struct {
	certificate bool // read the certificate and its own history
	edit        bool
	outcomes    bool // predictions, ranks, scores, sensitivity
}

// Visible is the one visibility table (spec 3.1). A person with two roles gets
// what both allow, so that the stricter view wins.
func Visible(p Person, m Mode) Scope {
	s := Scope{person: p.ID, grants: map[Phase]grant{}}
	annotates := slices.Contains(p.Roles, Annotator)
	organizes := slices.Contains(p.Roles, Organizer)
	if !annotates && !organizes {
		return s
	}
	s.all = organizes && !annotates
	s.admin = organizes
	outcomes := m == Open || !annotates
	s.grants[Annotate] = grant{certificate: true, edit: true, outcomes: outcomes}
	s.grants[Review] = grant{certificate: true, edit: true, outcomes: outcomes}
	return s
}

// Person is whose scope this is.
func (s Scope) Person() PersonID { return s.person }

// Certificate reports whether the certificate of a state in this phase is shown.
func (s Scope) Certificate(ph Phase) bool { return s.grants[ph].certificate }

// Edit reports whether the certificate may be changed.
func (s Scope) Edit(ph Phase) bool { return s.grants[ph].edit }

// Outcomes reports whether predictions and what follows from them are shown.
func (s Scope) Outcomes(ph Phase) bool { return s.grants[ph].outcomes }

// Everyone reports whether other people's events are shown.
func (s Scope) Everyone() bool { return s.all }

// Admin reports whether the project itself may be changed: imports, locks, exports.
func (s Scope) Admin() bool { return s.admin }

// Administer returns nil when the project itself may be changed, and otherwise
// a *ForbiddenError that says why act may not be done.
func (s Scope) Administer(act string) error {
	if s.admin {
		return nil
	}
	return &ForbiddenError{Act: act, Reason: "only an organizer may"}
}

// Readable lists the phases whose certificates are shown, for queries that
// leave the other states out.
func (s Scope) Readable() []Phase {
	var phases []Phase
	for _, ph := range []Phase{Annotate, Review} {
		if s.grants[ph].certificate {
			phases = append(phases, ph)
		}
	}
	return phases
}

package review

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
	edit        bool // change it, finish it and reopen it
	outcomes    bool // predictions, ranks, scores, sensitivity
	history     bool // other people's changes of it, without their names
	reviews     bool // both reviews, as A and B
}

// and is what both allow.
func (g grant) and(o grant) grant {
	return grant{g.certificate && o.certificate, g.edit && o.edit, g.outcomes && o.outcomes, g.history && o.history, g.reviews && o.reviews}
}

// view is one role's row of the table: its cells, and what is not of a phase.
type view struct {
	cells map[Phase]grant
	all   bool
	admin bool
}

// table is the one visibility table (spec 3.1): what each role sees in a
// project of this mode. A phase or a role that is not listed shows nothing.
func table(r Role, m Mode) view {
	switch r {
	case Annotator:
		own := grant{certificate: true, edit: true, outcomes: m == Open}
		return view{cells: map[Phase]grant{Annotate: own, Review: own}}
	case Organizer:
		everything := grant{certificate: true, edit: true, outcomes: true}
		return view{cells: map[Phase]grant{Annotate: everything, Review: everything}, all: true, admin: true}
	}
	return view{}
}

// phases lists every phase, in their order.
func phases() []Phase { return []Phase{Annotate, Review} }

// Visible applies the table to a person. Of several roles the stricter view
// wins: they see what every one of them allows. What they may do to the
// project itself is no view; one role that allows it is enough.
func Visible(p Person, m Mode) Scope {
	s := Scope{person: p.ID, grants: map[Phase]grant{}, all: len(p.Roles) > 0}
	for i, r := range p.Roles {
		v := table(r, m)
		s.all = s.all && v.all
		s.admin = s.admin || v.admin
		for _, ph := range phases() {
			if i == 0 {
				s.grants[ph] = v.cells[ph]
			}
			s.grants[ph] = s.grants[ph].and(v.cells[ph])
		}
	}
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
	var readable []Phase
	for _, ph := range phases() {
		if s.Certificate(ph) {
			readable = append(readable, ph)
		}
	}
	return readable
}

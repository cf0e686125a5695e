package review

import "slices"

// Scope is what one person may see and do. Only Visible and Board.Scope make
// one; every query takes one, so what it does not grant is never loaded.
type Scope struct {
	person   PersonID
	roles    []Role
	mode     Mode
	reported bool // the audit is reported: auditors may see outcomes
	all      bool // everything of everybody: the whole journal, every sheet, who did what
	admin    bool // import, lock, export, people, assignments, freeze
}

// grant is one cell of the visibility table.
type grant struct {
	certificate bool // read the certificate of the person's part and its own history
	edit        bool // change it, finish it, hand it in and reopen it
	outcomes    bool // predictions, ranks, scores, sensitivity
	history     bool // other people's changes of it, without their names
	reviews     bool // both reviews, as A and B
}

// view is one role's row of the table: its cells, and what is not of a phase.
type view struct {
	cells map[Phase]grant
	all   bool
	admin bool
}

// table is the one visibility table (spec 3.1): what each role sees of a state
// that the person annotates, or has a seat on, in a project of this mode. A
// phase or a role that is not listed shows nothing. reported says whether the
// audit is.
//
// Annotators see their certificate as they left it, not what others make of
// it, until the release is frozen. Reviewers and seniors see their own sheets,
// and the certificate of the release at last; auditors that one alone.
func table(r Role, m Mode, reported bool) view {
	live := m == Open
	switch r {
	case Annotator:
		work := grant{certificate: true, edit: true, outcomes: live, history: true}
		waits := work
		waits.edit = false
		return view{cells: map[Phase]grant{
			Annotate: work, Review: work, Arbitrate: waits, Frozen: released(),
		}}
	case Reviewer:
		work := grant{certificate: true, edit: true}
		after := grant{certificate: true, edit: true, outcomes: live}
		return view{cells: map[Phase]grant{Review: work, Arbitrate: work, Closed: after, Frozen: released()}}
	case Senior:
		work := grant{certificate: true, edit: true, reviews: true}
		after := grant{certificate: true, edit: true, reviews: true, outcomes: live}
		return view{cells: map[Phase]grant{Arbitrate: work, Closed: after, Frozen: released()}}
	case Auditor:
		return view{cells: map[Phase]grant{Frozen: {certificate: true, outcomes: reported}}}
	case Organizer:
		work := grant{certificate: true, edit: true, outcomes: true, history: true, reviews: true}
		read := work
		read.edit = false
		return view{all: true, admin: true, cells: map[Phase]grant{
			Annotate: work, Review: work, Arbitrate: read, Closed: read, Frozen: read, Excluded: read,
		}}
	}
	return view{}
}

// released is how the people of the chain see a frozen state.
func released() grant { return grant{certificate: true, outcomes: true} }

// phases lists every phase, in their order.
func phases() []Phase { return []Phase{Annotate, Review, Arbitrate, Closed, Frozen, Excluded} }

// Visible applies the table to a person of a project whose audit is not
// reported. Of several roles the stricter view wins: they see as their part of
// a state shows it (Part), and of outcomes and of other people only what every
// one of their roles shows. What they may do to the project itself is no view;
// one role that allows it is enough. Retired people see nothing.
func Visible(p Person, m Mode) Scope { return visible(p, m, false) }

func visible(p Person, m Mode, reported bool) Scope {
	s := Scope{person: p.ID, mode: m, reported: reported}
	if p.Retired {
		return s
	}
	s.roles = slices.Clone(p.Roles)
	s.all = len(p.Roles) > 0
	for _, r := range p.Roles {
		v := table(r, m, reported)
		s.all = s.all && v.all
		s.admin = s.admin || v.admin
	}
	return s
}

// has reports whether the person has a role.
func (s Scope) has(r Role) bool { return slices.Contains(s.roles, r) }

// Person is whose scope this is.
func (s Scope) Person() PersonID { return s.person }

// Certificate reports whether the certificate of a state in this phase, on
// which the person has no seat, is shown. Part looks at a single state.
func (s Scope) Certificate(ph Phase) bool { return s.Part(Course{Phase: ph}).certificate }

// Edit reports whether the certificate may be changed; see Certificate.
func (s Scope) Edit(ph Phase) bool { return s.Part(Course{Phase: ph}).edit }

// Outcomes reports whether predictions and what follows from them are shown;
// see Certificate.
func (s Scope) Outcomes(ph Phase) bool { return s.Part(Course{Phase: ph}).outcomes }

// Everyone reports whether other people's events are shown.
func (s Scope) Everyone() bool { return s.all }

// Whole reports whether the person sees everything of everybody: an organizer
// with no other role.
func (s Scope) Whole() bool { return s.all }

// Admin reports whether the project itself may be changed: imports, locks,
// exports, people, assignments.
func (s Scope) Admin() bool { return s.admin }

// Administer returns nil when the project itself may be changed, and otherwise
// a *ForbiddenError that says why act may not be done.
func (s Scope) Administer(act string) error {
	if s.admin {
		return nil
	}
	return &ForbiddenError{Act: act, Reason: "only an organizer may"}
}

// Oversee returns nil when everything may be seen, and otherwise a
// *ForbiddenError that says why act, which shows it, may not be done.
func (s Scope) Oversee(act string) error {
	switch {
	case s.all:
		return nil
	case s.admin:
		return &ForbiddenError{Act: act, Reason: "you have another role beside organizer and so the stricter view; an organizer without one may"}
	}
	return &ForbiddenError{Act: act, Reason: "only an organizer may"}
}

// Readable lists the phases in which the certificates of states without a seat
// of the person are shown, for queries that leave the other states out.
func (s Scope) Readable() []Phase {
	var readable []Phase
	for _, ph := range phases() {
		if s.Certificate(ph) {
			readable = append(readable, ph)
		}
	}
	return readable
}

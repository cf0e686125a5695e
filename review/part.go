package review

// Part is what a person is to one state, and so what of it they get: the one
// cell of the visibility table that holds for them there. Scope.Part makes it.
type Part struct {
	Role  Role  // the capacity in which they see the state; empty for none: then it does not exist for them
	Sheet Sheet // the certificate they get
	Holds bool  // they have a seat here
	Slot  Slot  // of a review or an audit

	grant
	Phase Phase // as they may know it
}

// Certificate reports whether the certificate on Part.Sheet is shown at all.
func (p Part) Certificate() bool { return p.certificate }

// Edit reports whether that certificate may be changed, as far as phase and
// role say.
func (p Part) Edit() bool { return p.edit }

// Outcomes reports whether predictions and what follows from them are shown.
func (p Part) Outcomes() bool { return p.outcomes }

// History reports whether the changes of that certificate by others are shown,
// without their names.
func (p Part) History() bool { return p.history }

// Reviews reports whether both reviews are shown, as A and B.
func (p Part) Reviews() bool { return p.reviews }

// Part says what the person of s is to a state whose course is c; only c.Phase,
// c.State, and their own seats and duties in it are looked at.
func (s Scope) Part(c Course) Part { panic("stub") }

// Whole reports whether the person sees everything of everybody: an organizer
// with no other role.
func (s Scope) Whole() bool { panic("stub") }

// ProjectCase is what of a case s may see; false when that is nothing.
func (s Scope) ProjectCase(k Case) (Case, bool) { panic("stub") }

// ProjectCourse is what of a course s may see, by its Part.
func (s Scope) ProjectCourse(c Course) Course { panic("stub") }

// ProjectBoard is what of a board s may see.
func (s Scope) ProjectBoard(b Board) Board { panic("stub") }

// Sees returns the event as s may see it, and whether it may be seen at all,
// given the course of its state (any for an act on the project).
func (s Scope) Sees(e Event, c Course) (Event, bool) { panic("stub") }

// TaskRow is the line of a state in the list of tasks of s, and whether there
// is one. k is as Casework.Case or Cases gives it, or whole; row comes from
// Row for the sheet of the part (from Main before a claim).
func TaskRow(s Scope, k Case, now int64, row QueueRow) (QueueRow, bool) { panic("stub") }

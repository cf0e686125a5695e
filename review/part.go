package review

import (
	"maps"
	"slices"

	"suffice/audit"
)

// Part is what a person is to one state, and so what of it they get: the one
// cell of the visibility table that holds for them there. Scope.Part makes it.
type Part struct {
	Role  Role  // the capacity in which they see the state; empty for none
	Sheet Sheet // the certificate they get
	Holds bool  // they have a seat here
	Seat  Seated
	Phase Phase // as they may know it

	grant
}

// Certificate reports whether the certificate on Part.Sheet is shown at all; if
// not, the state does not exist for them.
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
// c.Under and c.Recalled, and their own seats and duties in it are looked at.
func (s Scope) Part(c Course) Part {
	p := Part{Phase: c.Phase}
	p.Seat, p.Holds = s.seat(c)
	p.Role = s.capacity(c, p.Seat, p.Holds)
	p.grant = table(p.Role, s.mode, s.reported).cells[c.Phase]
	switch {
	case p.Role == Reviewer && c.Phase == Frozen, p.Role == Senior && c.Phase == Frozen:
		p.Holds = false // the work is over: all see the release
	case p.Role == Reviewer, p.Role == Senior, p.Role == Auditor:
		if !p.Holds {
			p.grant = grant{}
		}
		p.Sheet = p.Seat.Sheet()
	case p.Role == Annotator && c.Recalled:
		p.grant = grant{} // it has closed once: the certificate is no longer as they left it
	case c.Under != 0:
		p.edit = false // the certificate under review stays as it is
	}
	for _, r := range s.roles {
		p.outcomes = p.outcomes && table(r, s.mode, s.reported).cells[c.Phase].outcomes
	}
	// How the other review ended shows in the phase. Until outcomes are open,
	// which says it anyway, it is kept from those who must not know.
	if (p.Role == Reviewer && !p.outcomes || p.Role == Annotator) && (c.Phase == Arbitrate || c.Phase == Closed) {
		p.Phase = Review
	}
	return p
}

// seat is the person's seat on a state, if their roles still allow it. Nobody
// has two.
func (s Scope) seat(c Course) (Seated, bool) {
	for _, seat := range c.Seats {
		if seat.Person == s.person && s.has(seat.Task.Role()) {
			return seat, true
		}
	}
	return Seated{}, false
}

// capacity is the role in which a person sees a state. A seat decides; without
// one, a role that is to look at the state with fresh eyes wins over one that
// has looked at it already. An organizer with another role is no more than an
// annotator of what is theirs to annotate.
func (s Scope) capacity(c Course, seat Seated, holds bool) Role {
	first := func(roles ...Role) Role {
		for _, r := range roles {
			if s.has(r) {
				return r
			}
		}
		return ""
	}
	switch {
	case holds:
		return seat.Task.Role()
	case s.has(Auditor):
		return Auditor
	case s.all:
		return first(Organizer)
	case c.Phase == Annotate, c.Duties[s.person].Annotated:
		if s.admin {
			return Annotator
		}
		return first(Annotator)
	}
	return first(Reviewer, Senior, Annotator)
}

// ProjectCase is what of a case s may see; false when that is nothing.
func (s Scope) ProjectCase(k Case) (Case, bool) {
	p := s.Part(k.Course)
	if !p.certificate {
		return Case{}, false
	}
	seen := Case{Course: s.ProjectCourse(k.Course), Sheets: map[Sheet]Work{}, Sums: map[Sheet]Summary{}}
	for sheet, w := range k.Sheets {
		if s.all || sheet == p.Sheet {
			seen.Sheets[sheet] = s.projectWork(w, p)
		}
	}
	for sheet, sum := range k.Sums {
		if s.all || sheet == p.Sheet {
			seen.Sums[sheet] = sum
		}
	}
	return seen, true
}

// ProjectCourse is what of a course s may see, by its Part.
func (s Scope) ProjectCourse(c Course) Course {
	if s.all {
		return c
	}
	p := s.Part(c)
	seen := Course{State: c.State, Phase: p.Phase}
	if p.Holds {
		seen.Seats = []Seated{p.Seat}
	}
	if d, ok := c.Duties[s.person]; ok {
		seen.Duties = map[PersonID]Duties{s.person: d}
	}
	switch {
	case !p.certificate:
	case p.reviews:
		seen.Outcome, seen.Ruling, seen.Replaced = c.Outcome, c.Ruling, c.Replaced
		seen.Opinions, seen.Basis = maps.Clone(c.Opinions), maps.Clone(c.Basis)
	case p.Role == Reviewer && p.Holds:
		if o, ok := c.Opinions[p.Seat.Slot]; ok {
			seen.Opinions = map[Slot]Opinion{p.Seat.Slot: o}
		}
	case p.Role == Auditor:
		if a, ok := c.Audits[p.Seat.Slot]; ok {
			seen.Audits = map[Slot]audit.Sheet{p.Seat.Slot: a}
		}
	case p.Role == Annotator, p.Role == Organizer:
		seen.Under = c.Under
	}
	return seen
}

// ProjectBoard is what of a board s may see: an auditor is told who audits
// what by their own seats alone, and nobody but the organizer knows who else
// is here or by which seed A and B are drawn.
func (s Scope) ProjectBoard(b Board) Board {
	if s.all || s.admin && !s.has(Reviewer) && !s.has(Senior) && !s.has(Auditor) {
		return b
	}
	seen := b
	seen.Policy.Seed, seen.LastSeq = 0, 0
	seen.People = nil
	for _, p := range b.People {
		if p.ID == s.person || s.admin {
			seen.People = append(seen.People, p)
		}
	}
	seen.Sample = nil
	if b.Report == nil {
		return seen
	}
	report := *b.Report
	report.Auditors = nil
	seen.Report = &report
	return seen
}

// Sees returns the event as s may see it, and whether it may be seen at all,
// given the course of its state (any for an act on the project). Everybody
// sees their own events; the holder of a sheet, what it started from; who sees
// the history of Main, its changes without who made them, and without the
// hashes, which cover that name.
func (s Scope) Sees(e Event, c Course) (Event, bool) {
	if s.all || s.person != "" && e.Who == s.person {
		return s.anonymous(e), true
	}
	if e.State == "" {
		return Event{}, false
	}
	p := s.Part(c)
	switch {
	case e.Sheet == Main && p.Sheet == Main && p.history && slices.Contains(SharedKinds(), e.Kind):
	case e.Kind == Opened && p.Holds && p.certificate && e.Sheet == p.Sheet && e.Seq > p.Seat.Since:
	default:
		return Event{}, false
	}
	return s.anonymous(e), true
}

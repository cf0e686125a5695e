package review

import (
	"fmt"
	"slices"
)

// admitOnProject lets an organizer change the project itself.
func (x *enactment) admitOnProject(e Event) error {
	if e.Kind == Created {
		return fmt.Errorf("a project is created once")
	}
	me, err := x.actor(e)
	if err != nil {
		return err
	}
	if err := x.board.Scope(me).Administer("change the project"); err != nil {
		return err
	}
	switch e.Kind {
	case Joined:
		p, err := body[Person](e)
		if err != nil {
			return err
		}
		return faultOfName(x.board, p)
	case Rerolled:
		return x.admitRoles(e)
	case Sampled:
		return x.admitSample(e)
	case Froze:
		return x.each(func(k Case) error {
			if why := unfinished(k.Course); why != "" {
				return &NotReadyError{k.Course.State, why}
			}
			return nil
		})
	}
	return nil
}

// admitRoles keeps the last organizer, and keeps auditors out of the chain.
func (x *enactment) admitRoles(e Event) error {
	c, err := body[Change[Person]](e)
	if err != nil {
		return err
	}
	others := slices.ContainsFunc(x.board.People, func(p Person) bool { return p.ID != c.After.ID && p.Is(Organizer) })
	if !others && !c.After.Is(Organizer) {
		return &LastOrganizerError{c.After.Name}
	}
	if !c.After.Is(Auditor) || c.Before.Is(Auditor) {
		return nil
	}
	anywhere, err := x.books.Duties(c.After.ID)
	if err != nil {
		return err
	}
	return MayAudit(c.After.Roles, anywhere)
}

// admitSample checks the auditors and draws the sample again.
func (x *enactment) admitSample(e Event) error {
	b, err := body[AuditBody](e)
	if err != nil {
		return err
	}
	if x.board.Freeze == nil {
		return &NotFrozenError{"draw an audit"}
	}
	for _, id := range b.Auditors {
		p, ok := x.board.Person(id)
		if !ok {
			return &UnknownPersonError{string(id)}
		}
		anywhere, err := x.books.Duties(id)
		if err != nil {
			return err
		}
		if err := MaySit(Course{}, TaskAudit, p, anywhere); err != nil {
			return err
		}
	}
	return nil
}

// faultOfName says why somebody cannot join under a name.
func faultOfName(b Board, p Person) error {
	switch {
	case p.ID == "" || p.ID == Rules:
		return &NameError{p.Name, "they need an ID of their own"}
	case slices.ContainsFunc(b.People, func(o Person) bool { return o.ID == p.ID }):
		return &NameError{p.Name, "somebody has this ID already"}
	case p.Name == "" || p.Name == SomeoneElse:
		return &NameError{p.Name, "they need a name of their own"}
	case slices.ContainsFunc(b.People, func(o Person) bool { return o.Name == p.Name }):
		return &NameError{p.Name, "somebody has this name already"}
	}
	return nil
}

// unfinished says why a state keeps the release from being frozen, "" when it
// does not: reserves that replaced nothing are in no release.
func unfinished(c Course) string {
	switch {
	case c.Reserve || c.Phase == Closed || c.Phase == Frozen || c.Phase == Excluded:
		return ""
	case c.Phase == Arbitrate:
		return "the senior has not decided on it"
	case c.Under != 0:
		return "it is under review"
	}
	return "it has not been reviewed"
}

package review

import (
	"context"
	"fmt"
	"slices"
)

// board is the project as this person may see it.
func (d *Desk) board(ctx context.Context) (Board, error) {
	b, err := d.repo.Board(ctx, d.Scope())
	if err != nil {
		return b, fmt.Errorf("read the project: %w", err)
	}
	return b, nil
}

// onProject makes an act on the project.
func (d *Desk) onProject(ctx context.Context, k Kind, b any) error {
	raw, err := encode(b)
	if err != nil {
		return err
	}
	e := Event{Who: d.person.ID, At: d.clock(), Kind: k, Body: raw}
	if _, _, err := d.repo.Enact(ctx, d.Scope(), []Act{{Event: e}}); err != nil {
		return plain("the project", err)
	}
	return nil
}

// People lists everyone in the project to an organizer; to others, themselves.
func (d *Desk) People(ctx context.Context) ([]Person, error) {
	b, err := d.board(ctx)
	return b.People, err
}

// AddPerson makes somebody known to the project; their ID is minted by the
// caller. Errors: *ForbiddenError, *NameError, *UnknownRoleError.
func (d *Desk) AddPerson(ctx context.Context, p Person) error {
	if err := d.Scope().Administer("add people"); err != nil {
		return err
	}
	if err := faultOfRoles(p.Roles); err != nil {
		return err
	}
	return d.onProject(ctx, Joined, p)
}

// AllRoles lists every role.
func AllRoles() []Role { return []Role{Annotator, Reviewer, Senior, Auditor, Organizer} }

func faultOfRoles(roles []Role) error {
	for i, r := range roles {
		if !slices.Contains(AllRoles(), r) || slices.Contains(roles[:i], r) {
			return &UnknownRoleError{r}
		}
	}
	return nil
}

// SetRoles gives somebody exactly these roles; what their open seats still
// need and they no longer have is released. Errors: *ForbiddenError,
// *UnknownPersonError, *UnknownRoleError, *DutyError when what they did rules
// a role out, *LastOrganizerError.
func (d *Desk) SetRoles(ctx context.Context, who PersonID, roles []Role) error {
	if err := faultOfRoles(roles); err != nil {
		return err
	}
	return d.changePerson(ctx, who, func(p *Person) { p.Roles = slices.Clone(roles) })
}

// Retire ends somebody's part: what they did stays, their open seats are
// released. Errors as SetRoles.
func (d *Desk) Retire(ctx context.Context, who PersonID) error {
	return d.changePerson(ctx, who, func(p *Person) { p.Retired = true })
}

// Return takes a retirement back.
func (d *Desk) Return(ctx context.Context, who PersonID) error {
	return d.changePerson(ctx, who, func(p *Person) { p.Retired = false })
}

func (d *Desk) changePerson(ctx context.Context, who PersonID, change func(*Person)) error {
	if err := d.Scope().Administer("change what people do"); err != nil {
		return err
	}
	b, err := d.board(ctx)
	if err != nil {
		return err
	}
	before, ok := b.Person(who)
	if !ok {
		return &UnknownPersonError{string(who)}
	}
	after := before
	change(&after)
	if samePerson(before, after) {
		return nil
	}
	return d.onProject(ctx, Rerolled, Change[Person]{before, after})
}

// Policy is how the project is run. Its seed is the organizer's to know.
func (d *Desk) Policy(ctx context.Context) (Policy, error) {
	b, err := d.board(ctx)
	return b.Policy, err
}

// SetPolicy changes it, for what happens from now on. Errors: *ForbiddenError,
// *PolicyError.
func (d *Desk) SetPolicy(ctx context.Context, p Policy) error {
	if err := d.Scope().Oversee("change how the project is run"); err != nil {
		return err
	}
	if p.Lease <= 0 {
		return &PolicyError{"a claim must last for some time"}
	}
	b, err := d.board(ctx)
	if err != nil || b.Policy == p {
		return err
	}
	return d.onProject(ctx, Adjusted, Change[Policy]{b.Policy, p})
}

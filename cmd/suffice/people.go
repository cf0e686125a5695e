package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newPeople(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "people", Short: "List, add and change the people of the project",
		Long: `Roles are organizer, annotator, reviewer, senior and auditor; somebody with
several gets the stricter view of every state. Retiring somebody releases what
they have open; what they did stays on record. To everyone but an organizer the
list shows themselves alone.`,
		Example: "  suffice people list\n  suffice people add ben --role reviewer",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return listPeople(cmd, s) },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "list", Short: "List the people and their roles", Args: noArgs, Example: "  suffice people list --json",
			RunE: func(cmd *cobra.Command, _ []string) error { return listPeople(cmd, s) },
		},
		newPeopleAdd(s), newPeopleRole(s),
		newPersonChange(s, "retire", "End somebody's part; what they did stays", (*review.Desk).Retire),
		newPersonChange(s, "return", "Take a retirement back", (*review.Desk).Return),
	)
	return cmd
}

func newPeopleAdd(s streams) *cobra.Command {
	add := &cobra.Command{
		Use: "add NAME", Short: "Make somebody known to the project", Args: exactArgs("a name"),
		Example: "  suffice people add ben --role reviewer --role senior",
		RunE: func(cmd *cobra.Command, args []string) error {
			names, _ := cmd.Flags().GetStringSlice("role")
			if len(names) == 0 {
				return hint(fmt.Errorf("%s needs --role: what %s is to do", cmd.CommandPath(), args[0]), "--role %s", roleWords())
			}
			roles, err := rolesNamed(names)
			if err != nil {
				return err
			}
			return addPerson(cmd, s, args[0], roles)
		},
	}
	add.Flags().StringSlice("role", nil, "a `ROLE`: "+roleWords()+" (repeatable)")
	return add
}

func addPerson(cmd *cobra.Command, s streams, name string, roles []review.Role) error {
	return changePeople(cmd, s, name, func(ctx context.Context, d *review.Desk) error {
		if err := d.Scope().Administer("add people"); err != nil {
			return err
		}
		known, err := d.People(ctx)
		if err != nil {
			return err
		}
		return d.AddPerson(ctx, review.Person{ID: freshID(known), Name: name, Roles: roles})
	})
}

func newPeopleRole(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "role NAME ROLE...", Short: "Give somebody exactly these roles", Args: atLeastTwo("a name", "a role"),
		Example: "  suffice people role ben reviewer senior",
		RunE: func(cmd *cobra.Command, args []string) error {
			roles, err := rolesNamed(args[1:])
			if err != nil {
				return err
			}
			return changePerson(cmd, s, args[0], func(ctx context.Context, d *review.Desk, who review.PersonID) error {
				return d.SetRoles(ctx, who, roles)
			})
		},
	}
}

// newPersonChange is a command that does one thing to one person.
func newPersonChange(s streams, verb, short string, do func(*review.Desk, context.Context, review.PersonID) error) *cobra.Command {
	return &cobra.Command{
		Use: verb + " NAME", Short: short, Args: exactArgs("a name"), Example: "  suffice people " + verb + " ben",
		RunE: func(cmd *cobra.Command, args []string) error {
			return changePerson(cmd, s, args[0], func(ctx context.Context, d *review.Desk, who review.PersonID) error {
				return do(d, ctx, who)
			})
		},
	}
}

func roleWords() string { return oneOfWords(review.AllRoles()) }

// oneOfWords lists words with "or" before the last.
func oneOfWords[S ~string](words []S) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " or " + out[n-1]
	}
	return strings.Join(out, "")
}

// freshID mints the ID of somebody new. It says nothing but that they came
// after those who are there; retired people keep theirs.
func freshID(known []review.Person) review.PersonID {
	greatest := 0
	for _, p := range known {
		if n, err := strconv.Atoi(strings.TrimPrefix(string(p.ID), "p")); err == nil {
			greatest = max(greatest, n)
		}
	}
	return review.PersonID(fmt.Sprintf("p%d", greatest+1))
}

func rolesNamed(names []string) ([]review.Role, error) {
	roles := make([]review.Role, len(names))
	for i, n := range names {
		r := review.Role(n)
		if !slices.Contains(review.AllRoles(), r) {
			return nil, fmt.Errorf("there is no role %q: choose %s", n, roleWords())
		}
		if slices.Contains(roles[:i], r) {
			return nil, fmt.Errorf("the role %s is named twice", n)
		}
		roles[i] = r
	}
	return roles, nil
}

func atLeastTwo(first, more string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for i, what := range []string{first, more} {
			if len(args) <= i {
				return hint(fmt.Errorf("%s needs %s", cmd.CommandPath(), what), "%s --help", cmd.CommandPath())
			}
		}
		return nil
	}
}

func listPeople(cmd *cobra.Command, s streams) error {
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		people, err := ses.desk.People(ctx)
		if err != nil {
			return err
		}
		p := newPrinter(cmd)
		return p.answer(people, func() { printPeople(p, people) })
	})
}

func printPeople(p *printer, people []review.Person) {
	rows := make([][]string, len(people))
	for i, q := range people {
		note := ""
		if q.Retired {
			note = "retired"
		}
		rows[i] = []string{p.clean(q.Name), roles(q), note}
	}
	p.table([]string{"name", "roles", ""}, rows)
}

// changePeople does something about somebody and prints how they stand then.
func changePeople(cmd *cobra.Command, s streams, name string, do func(context.Context, *review.Desk) error) error {
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		if err := do(ctx, ses.desk); err != nil {
			return err
		}
		them, err := personNamed(ctx, ses.desk, name)
		if err != nil {
			return err
		}
		p := newPrinter(cmd)
		return p.answer(them, func() { printPeople(p, []review.Person{them}) })
	})
}

func changePerson(cmd *cobra.Command, s streams, name string, do func(context.Context, *review.Desk, review.PersonID) error) error {
	return changePeople(cmd, s, name, func(ctx context.Context, d *review.Desk) error {
		if err := d.Scope().Administer("change people"); err != nil {
			return err
		}
		them, err := personNamed(ctx, d, name)
		if err != nil {
			return err
		}
		return do(ctx, d, them.ID)
	})
}

// personNamed finds somebody among the people that the person at the desk may
// know of.
func personNamed(ctx context.Context, d *review.Desk, name string) (review.Person, error) {
	people, err := d.People(ctx)
	if err != nil {
		return review.Person{}, err
	}
	i := slices.IndexFunc(people, func(p review.Person) bool { return p.Name == name })
	if i < 0 {
		return review.Person{}, hint(&review.UnknownPersonError{Name: name}, "suffice people list")
	}
	return people[i], nil
}

// peopleNamed finds several.
func peopleNamed(ctx context.Context, d *review.Desk, names []string) ([]review.PersonID, error) {
	if names == nil {
		return nil, nil
	}
	ids := make([]review.PersonID, len(names))
	for i, n := range names {
		p, err := personNamed(ctx, d, n)
		if err != nil {
			return nil, err
		}
		if slices.Contains(ids[:i], p.ID) {
			return nil, fmt.Errorf("%s is named twice", n)
		}
		ids[i] = p.ID
	}
	if len(ids) == 0 {
		return nil, errors.New("--people names nobody")
	}
	return ids, nil
}

// namesOf maps everybody that the person at the desk may know of to their names.
func namesOf(ctx context.Context, d *review.Desk) (map[review.PersonID]string, error) {
	people, err := d.People(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[review.PersonID]string, len(people))
	for _, p := range people {
		names[p.ID] = p.Name
	}
	return names, nil
}

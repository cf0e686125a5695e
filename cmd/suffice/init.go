package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
	"suffice/store"
)

func newInit(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "init", Short: "Start a project in this folder", Args: noArgs,
		Long: `Makes the project file (suffice.db, or --project FILE). You become its
organizer; --annotator adds people who build certificates.

An open project shows annotators, while they build, what a change does to the
locked predictions (calibration). A sealed one keeps predictions and scores for
the organizer (test).`,
		Example: "  suffice init\n  suffice init --sealed --name \"Test 2027\" --annotator ana --annotator ben",
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := initOptions(cmd, s)
			if err != nil {
				return err
			}
			people, err := initProject(cmd.Context(), projectPath(cmd, s), o, s)
			if err != nil {
				return err
			}
			return announce(cmd, projectPath(cmd, s), o, people)
		},
	}
	cmd.Flags().String("name", "", "the project's `NAME` (default: the folder's)")
	cmd.Flags().Bool("sealed", false, "keep predictions and scores for the organizer")
	cmd.Flags().String("label-scope", defaultScope, "label_scope of certificates made here")
	cmd.Flags().StringArray("annotator", nil, "add an annotator by `NAME` (repeatable)")
	return cmd
}

// defaultScope is the label_scope of certificates made in a project that names none.
const defaultScope = "project"

// newProject is what init needs to know.
type newProject struct {
	name, scope, organizer string
	mode                   review.Mode
	annotators             []string
}

func initOptions(cmd *cobra.Command, s streams) (newProject, error) {
	flags := cmd.Flags()
	o, err := projectHere(cmd, s)
	if err != nil {
		return o, err
	}
	if name, _ := flags.GetString("name"); name != "" {
		o.name = name
	}
	o.scope, _ = flags.GetString("label-scope")
	o.annotators, _ = flags.GetStringArray("annotator")
	if sealed, _ := flags.GetBool("sealed"); sealed {
		o.mode = review.Sealed
	}
	seen := []string{o.organizer}
	for _, n := range o.annotators {
		switch {
		case strings.TrimSpace(n) == "":
			return o, errors.New("--annotator needs a name")
		case slices.Contains(seen, n):
			return o, fmt.Errorf("%q is named twice; everyone in a project has a name of their own", n)
		}
		seen = append(seen, n)
	}
	return o, nil
}

// projectHere is a project as init makes it when nothing is said: open, named
// after the folder, with this person as its organizer.
func projectHere(cmd *cobra.Command, s streams) (newProject, error) {
	organizer, err := personName(cmd, s)
	if err != nil {
		return newProject{}, err
	}
	folder, err := filepath.Abs(filepath.Dir(projectPath(cmd, s)))
	if err != nil {
		return newProject{}, fmt.Errorf("find the folder's name: %w", err)
	}
	return newProject{name: filepath.Base(folder), scope: defaultScope, organizer: organizer, mode: review.Open}, nil
}

// initProject makes the file and its people; a failure leaves nothing behind
// that was not there before.
func initProject(ctx context.Context, path string, o newProject, s streams) ([]review.Person, error) {
	now := s.Now().UnixMilli()
	id := make([]byte, 8)
	if _, err := rand.Read(id); err != nil {
		return nil, fmt.Errorf("make a project ID: %w", err)
	}
	people := []review.Person{{ID: "p1", Name: o.organizer, Roles: []review.Role{review.Organizer}}}
	st, err := store.Create(ctx, path, review.Project{
		ID: hex.EncodeToString(id), Name: o.name, Mode: o.mode, LabelScope: o.scope, Created: now,
	}, people[0])
	if err != nil {
		return nil, err
	}
	scope := review.Visible(people[0], o.mode)
	for i, name := range o.annotators {
		p := review.Person{ID: review.PersonID(fmt.Sprintf("p%d", i+2)), Name: name, Roles: []review.Role{review.Annotator}}
		if err := st.Join(ctx, scope, p, now); err != nil {
			return nil, errors.Join(err, st.Close())
		}
		people = append(people, p)
	}
	return people, st.Close()
}

func announce(cmd *cobra.Command, path string, o newProject, people []review.Person) error {
	p := newPrinter(cmd)
	return p.answer(struct {
		Project string          `json:"project"`
		Name    string          `json:"name"`
		Mode    review.Mode     `json:"mode"`
		People  []review.Person `json:"people"`
	}{path, o.name, o.mode, people}, func() {
		p.line("made %s: %s, %s project", p.clean(path), p.clean(o.name), o.mode)
		for _, person := range people {
			p.line("  %s (%s)", p.clean(person.Name), roles(person))
		}
		p.line("next: suffice import items FILE")
	})
}

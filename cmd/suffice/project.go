package main

import (
	"context"
	"errors"
	"fmt"
	"os/user"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
	"suffice/store"
)

// defaultProject is the project file looked for in the current folder.
const defaultProject = "suffice.db"

// projectPath is --project, SUFFICE_PROJECT or suffice.db here.
func projectPath(cmd *cobra.Command, s streams) string {
	if p, _ := cmd.Flags().GetString("project"); p != "" {
		return p
	}
	if p := s.Getenv("SUFFICE_PROJECT"); p != "" {
		return p
	}
	return defaultProject
}

// personName is --as, SUFFICE_AS or the login name.
func personName(cmd *cobra.Command, s streams) (string, error) {
	if n, _ := cmd.Flags().GetString("as"); n != "" {
		return n, nil
	}
	if n := s.Getenv("SUFFICE_AS"); n != "" {
		return n, nil
	}
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username, nil
	}
	return "", hint(errors.New("your login name is unknown"), "--as NAME or SUFFICE_AS")
}

// session is an open project with a person at the desk.
type session struct {
	store   *store.Store
	desk    *review.Desk
	path    string
	lent    bool   // whoever lent it closes the store
	results string // the folder of experiments; empty: beside the project
}

func (ses *session) close() error {
	if ses.lent {
		return nil
	}
	return ses.store.Close()
}

// lending is where a context carries a session for the commands under it, so
// that many can be run on one open project.
type lending struct{}

// open opens the project and seats the person.
func open(cmd *cobra.Command, s streams) (*session, error) {
	if ses, ok := cmd.Context().Value(lending{}).(*session); ok {
		return ses, nil
	}
	path := projectPath(cmd, s)
	name, err := personName(cmd, s)
	if err != nil {
		return nil, err
	}
	return openAs(cmd.Context(), path, name, s)
}

func openAs(ctx context.Context, path, name string, s streams) (*session, error) {
	if there, err := fileExists(path); err != nil {
		return nil, fmt.Errorf("open project %s: %w", path, err)
	} else if !there {
		return nil, hint(fmt.Errorf("there is no project at %s", path), "suffice init, or suffice demo to look around")
	}
	st, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return nil, err
	}
	p, err := findPerson(ctx, st, name)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	desk, err := review.NewDesk(ctx, st, p, func() int64 { return s.Now().UnixMilli() })
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return &session{store: st, desk: desk, path: path}, nil
}

// findPerson looks a name up among the people of the project. It names nobody
// else: who is here is not for everybody to know.
func findPerson(ctx context.Context, st *store.Store, name string) (review.Person, error) {
	people, err := st.People(ctx)
	if err != nil {
		return review.Person{}, err
	}
	i := slices.IndexFunc(people, func(p review.Person) bool { return p.Name == name })
	if i < 0 {
		return review.Person{}, hint(fmt.Errorf("%q is not in this project", name), "--as NAME or SUFFICE_AS; an organizer adds people with suffice people add NAME --role ROLE")
	}
	return people[i], nil
}

// with opens the project, runs f and closes it; a failed close is an error too.
func with(cmd *cobra.Command, s streams, f func(ctx context.Context, ses *session) error) error {
	ses, err := open(cmd, s)
	if err != nil {
		return err
	}
	err = wholeID(cmd.Context(), ses.desk, f(cmd.Context(), ses))
	return errors.Join(err, ses.close())
}

// roles puts a person's roles into words.
func roles(p review.Person) string {
	words := make([]string, len(p.Roles))
	for i, r := range p.Roles {
		words[i] = string(r)
	}
	return strings.Join(words, " and ")
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"suffice/store"
)

// projectsBeside are the project files in the folder that a results folder is
// in: what it holds is theirs, whichever files a command was given.
func projectsBeside(results string) ([]string, error) {
	folder := filepath.Dir(filepath.Clean(results))
	all, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for a project beside %s: %w", results, err)
	}
	var found []string
	for _, one := range all {
		if path := filepath.Join(folder, one.Name()); one.Type().IsRegular() && store.IsProject(path) {
			found = append(found, path)
		}
	}
	return found, nil
}

// beside seats the person at every project beside a results folder, and at the
// one lent by whoever runs the command, until f says that it is enough.
func beside(cmd *cobra.Command, s streams, results string, f func(ctx context.Context, ses *session) (enough bool, err error)) error {
	ctx := cmd.Context()
	if ses, lent := ctx.Value(lending{}).(*session); lent {
		_, err := f(ctx, ses)
		return err
	}
	paths, err := projectsBeside(results)
	if err != nil || len(paths) == 0 {
		return err
	}
	name, err := personName(cmd, s)
	if err != nil {
		return err
	}
	for _, path := range paths {
		ses, err := openAs(ctx, path, name, s)
		if err != nil {
			return besideError(results, path, err)
		}
		enough, err := f(ctx, ses)
		if err = errors.Join(err, ses.close()); err != nil {
			return besideError(results, path, err)
		}
		if enough {
			break
		}
	}
	return nil
}

func besideError(results, path string, err error) error {
	return hint(fmt.Errorf("%s is the results folder of the project %s: %w", results, path, err), "--results DIR, away from the project")
}

// overseeResults refuses what files let a person do with a results folder,
// unless they see everything of the projects beside it.
func overseeResults(cmd *cobra.Command, s streams, results, act string) error {
	return beside(cmd, s, results, func(_ context.Context, ses *session) (bool, error) {
		return false, ses.desk.Scope().Oversee(act)
	})
}

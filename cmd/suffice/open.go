package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// openHere opens the terminal on the project here, or offers to make one.
func openHere(cmd *cobra.Command, s streams) error {
	if ses, lent := cmd.Context().Value(lending{}).(*session); lent {
		return show(cmd, s, ses)
	}
	path := projectPath(cmd, s)
	name, err := personName(cmd, s)
	if err != nil {
		return err
	}
	there, err := fileExists(path)
	if err != nil {
		return fmt.Errorf("open project %s: %w", path, err)
	}
	if !there && s.terminal() {
		made, err := offerProject(cmd, s, path)
		if err != nil || !made {
			return err
		}
	}
	return openProject(cmd, s, path, name)
}

// offerProject asks whether to make a project and does it; false means no.
func offerProject(cmd *cobra.Command, s streams, path string) (bool, error) {
	fmt.Fprintf(s.Out, "There is no project at %s. Make one here, with you as its organizer? [y/N] ", path)
	answer, err := bufio.NewReader(s.In).ReadString('\n')
	if err != nil {
		return false, fmt.Errorf("read your answer: %w", err)
	}
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		fmt.Fprintln(s.Out, "Nothing was made. To look around: suffice demo")
		return false, nil
	}
	o, err := projectHere(cmd, s)
	if err != nil {
		return false, err
	}
	_, err = initProject(cmd.Context(), path, o, s)
	return err == nil, err
}

// openProject shows the project: the terminal where there is one, else the
// queue as text.
func openProject(cmd *cobra.Command, s streams, path, name string) error {
	ses, err := openAs(cmd.Context(), path, name, s)
	if err != nil {
		return err
	}
	err = show(cmd, s, ses)
	return errors.Join(err, ses.close())
}

func show(cmd *cobra.Command, s streams, ses *session) error {
	if asJSON, _ := cmd.Flags().GetBool("json"); s.terminal() && !asJSON {
		return runTerminal(cmd, s, ses)
	}
	return printHere(cmd.Context(), cmd, ses)
}

func printHere(ctx context.Context, cmd *cobra.Command, ses *session) error {
	rows, err := queueOf(ctx, ses.desk)
	if err != nil {
		return err
	}
	p := newPrinter(cmd)
	return p.answer(rows, func() { printQueue(p, ses.desk, rows) })
}

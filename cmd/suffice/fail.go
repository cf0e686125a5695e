package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"suffice/certificate/records"
	"suffice/tui/cell"
)

// The exit codes of every command.
const (
	exitDone     = 0
	exitFindings = 1
	exitWrong    = 2
)

// findingsError ends a command that has already printed what it found: exit
// code 1 and nothing more to say.
type findingsError struct{}

func (findingsError) Error() string { return "findings" }

// hintError is an error with the next thing to try.
type hintError struct {
	err  error
	hint string
}

func (e *hintError) Error() string { return e.err.Error() }
func (e *hintError) Unwrap() error { return e.err }

// hint adds what to do about err.
func hint(err error, format string, args ...any) error {
	return &hintError{err: err, hint: fmt.Sprintf(format, args...)}
}

// exitCode turns an error into the exit code of the process.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, new(findingsError)):
		return exitFindings
	default:
		return exitWrong
	}
}

// printError writes an error for a person: one sentence, what to do, no more.
func printError(s streams, err error) {
	if errors.As(err, new(findingsError)) {
		return
	}
	w := cell.Width{Method: ansi.GraphemeWidth}
	if many := new(records.Error); errors.As(err, &many) && len(many.Problems)+many.More > 1 {
		fmt.Fprintf(s.Err, "suffice: %d problems; nothing was changed\n", len(many.Problems)+many.More)
		for _, l := range w.Lines(err.Error(), 4) {
			fmt.Fprintf(s.Err, "  %s\n", l)
		}
		return
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.Err, "suffice: stopped before it was done; nothing half-finished was kept")
		return
	}
	for i, l := range w.Lines(err.Error(), 4) {
		if i == 0 {
			fmt.Fprintf(s.Err, "suffice: %s\n", l)
		} else {
			fmt.Fprintf(s.Err, "  %s\n", l)
		}
	}
	if h := new(hintError); errors.As(err, &h) {
		fmt.Fprintf(s.Err, "  try: %s\n", w.Clean(h.hint, 4))
	} else if errors.As(err, new(*records.ExistsError)) {
		fmt.Fprintln(s.Err, "  try: --overwrite to replace it, or another name")
	}
}

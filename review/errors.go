package review

import (
	"fmt"
	"strings"

	"suffice/certificate"
)

// NothingError says that there is nothing to undo or redo.
type NothingError struct{ Verb string }

func (e *NothingError) Error() string { return "there is nothing of yours to " + e.Verb + " here" }

// UnfinishedError lists what keeps a certificate from being finished.
type UnfinishedError struct{ Findings []certificate.Finding }

func (e *UnfinishedError) Error() string {
	const told = 3
	texts := make([]string, 0, told)
	for _, f := range e.Findings[:min(told, len(e.Findings))] {
		texts = append(texts, strings.TrimSuffix(f.Text, "."))
	}
	s := "not ready to be finished: " + strings.Join(texts, "; ")
	if more := len(e.Findings) - told; more > 0 {
		s += fmt.Sprintf("; and %d more", more)
	}
	return s
}

// TypedElsewhereError says that text being typed is not what its writer last
// read or saved: the same person has typed in another window. Nothing was
// written.
type TypedElsewhereError struct {
	State, Field string
	Text         string // what is kept; empty when it was forgotten
}

func (e *TypedElsewhereError) Error() string {
	return fmt.Sprintf("%q of %s was typed in another window too; nothing was written over it", e.Field, e.State)
}

// ForbiddenError says that this person may not do something here, and why.
type ForbiddenError struct{ Act, Reason string }

func (e *ForbiddenError) Error() string { return "you may not " + e.Act + ": " + e.Reason }

// UnknownPersonError is the answer to a person who is not known to the project.
type UnknownPersonError struct{ Name string }

func (e *UnknownPersonError) Error() string {
	return fmt.Sprintf("%q is not known to this project: an organizer can add them", e.Name)
}

// UnknownEventError is the answer to an event that does not exist or that this
// person may not see; the two are not told apart.
type UnknownEventError struct{ Seq uint64 }

func (e *UnknownEventError) Error() string { return fmt.Sprintf("there is no event %d here", e.Seq) }

// UnknownKeptError is the answer to a kept edit that is not there (any more).
type UnknownKeptError struct{ State, ID string }

func (e *UnknownKeptError) Error() string {
	return fmt.Sprintf("there is no kept edit %q of yours on %s", e.ID, e.State)
}

// BlockedError says that an undo or redo no longer fits what is there, and
// what came in between. Nothing was changed.
type BlockedError struct {
	Verb  string   // undo or redo
	What  string   // the act, in words
	By    []Event  // later changes of the same fields, as the reader may see them, oldest first
	Words []string // those changes in words, in the same order
	Err   error    // *certificate.ConflictError or *certificate.InvalidError
}

func (e *BlockedError) Error() string {
	const told = 3
	s := fmt.Sprintf("cannot %s “%s”: %v", e.Verb, e.What, e.Err)
	if n := len(e.Words); n > told {
		s += fmt.Sprintf(" (since then %d changes, at last: %s)", n, strings.Join(e.Words[n-told:], "; "))
	} else if n > 0 {
		s += " (since then: " + strings.Join(e.Words, "; ") + ")"
	}
	return s
}

func (e *BlockedError) Unwrap() error { return e.Err }

// ApplyError says which edit of a list was refused; those before it are done.
type ApplyError struct {
	Index int // from 0
	Err   error
}

func (e *ApplyError) Error() string { return fmt.Sprintf("edit %d: %v", e.Index+1, e.Err) }

func (e *ApplyError) Unwrap() error { return e.Err }

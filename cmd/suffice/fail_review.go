package main

import (
	"errors"
	"fmt"

	"suffice/certificate/records"
	"suffice/review"
)

// guided adds to an error of the course of a state what to do about it.
func guided(err error) error {
	var (
		stale     *review.StaleError
		submitted *review.SubmittedError
		seat      *review.NoSeatError
		undecided *review.UndecidedError
	)
	switch {
	case errors.As(err, &stale):
		return hint(err, "look at what is there now and do it again without --at, or with --at %d", stale.Now)
	case errors.As(err, &submitted):
		return hint(err, "%s %s", takeBack(submitted.Task), records.Typed(submitted.State))
	case errors.As(err, &seat) && seat.Task == review.TaskReview:
		return hint(err, "suffice review list")
	case errors.As(err, &seat) && seat.Task == review.TaskArbitrate:
		return hint(err, "suffice arbitrate list")
	case errors.As(err, &undecided):
		return hint(err, "suffice arbitrate choose STATE PAIR a|b|union|intersection|own|neither; arbitrate show numbers the pairs")
	}
	return err
}

// takeBack is the command that takes a submission back.
func takeBack(t review.Task) string {
	switch t {
	case review.TaskArbitrate:
		return "suffice arbitrate recall"
	case review.TaskAudit:
		return "suffice audit reopen"
	}
	return "suffice review reopen"
}

// staffing says of each state that cannot be staffed how to get on.
func staffing(err error) error {
	if short := new(review.StaffingError); errors.As(err, &short) {
		return hint(err, "suffice people add NAME --role %s, or leave those states out with --states", short.As)
	}
	return err
}

// unknownWord is the error for a word that is none of a few.
func unknownWord[S ~string](flag, found string, known []S) error {
	return fmt.Errorf("%s is one of %s; found %q", flag, oneOfWords(known), found)
}

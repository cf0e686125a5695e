package review_test

import (
	"errors"
	"fmt"
	"testing"

	"suffice/certificate"
	"suffice/review"
)

func TestRefusedTellsRulesFromStorage(t *testing.T) {
	for _, err := range []error{
		&review.UnderReviewError{State: "s1"}, &review.SubmittedError{State: "s1"}, &review.UnknownStateError{State: "s1"},
		&review.DutyError{}, &certificate.InvalidError{Why: "no"}, fmt.Errorf("save on s1: %w", &review.StaleError{State: "s1"}),
	} {
		if !review.Refused(err) {
			t.Errorf("%T is tried again for ever", err)
		}
	}
	if err := errors.New("database or disk is full"); review.Refused(err) {
		t.Errorf("%v is given up", err)
	}
}

package part

import (
	"errors"
	"fmt"
	"testing"
)

type fullError struct{}

func (fullError) Error() string    { return "sqlite: 13" }
func (fullError) NotSaved() string { return "the disk is full; free some space" }

func TestFault(t *testing.T) {
	for _, c := range []struct {
		err          error
		fault, brief string
	}{
		{fmt.Errorf("save on s1: append: %w", fullError{}), "the disk is full; free some space", "the disk is full"},
		{errors.New("no such state"), "no such state", "no such state"},
	} {
		if got := Fault(c.err); got != c.fault || Brief(got) != c.brief {
			t.Errorf("%v is told as %q, in brief %q", c.err, got, Brief(got))
		}
	}
}

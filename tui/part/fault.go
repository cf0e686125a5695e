package part

import (
	"errors"
	"strings"
)

// Fault is a failure as a person has to know it: of a write that did not
// happen the reason and what to do, without the calls that led there. It is
// not cleaned.
func Fault(err error) string {
	var write interface{ NotSaved() string }
	if errors.As(err, &write) {
		return write.NotSaved()
	}
	return err.Error()
}

// Brief is a Fault without what to do about it: "the disk is full".
func Brief(fault string) string {
	short, _, _ := strings.Cut(fault, ";")
	return short
}

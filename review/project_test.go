package review_test

import (
	"strings"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// Where a project stands, state by state.
func phasesOf(t *testing.T, o *reviewtest.Office, states ...string) string {
	t.Helper()
	var said []string
	for _, id := range states {
		said = append(said, id+" "+string(o.Memory.Stored(id).Course.Phase))
	}
	return strings.Join(said, ", ")
}

// The projects that other tests start from are where they say.
func TestBuiltProjects(t *testing.T) {
	p := reviewtest.Sealed(reviewtest.Calibration())
	o := reviewtest.MidReview(t, p)
	if got := phasesOf(t, o, "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"); got !=
		"s1 review, s2 review, s3 review, s4 closed, s5 arbitrate, s6 arbitrate, s7 annotate, s8 annotate" {
		t.Errorf("mid review: %s", got)
	}
	o, state := reviewtest.Decided(t, p)
	if got := phasesOf(t, o, state); got != "s5 closed" {
		t.Errorf("decided: %s", got)
	}
	o = reviewtest.FrozenWithAudit(t, p)
	if got := phasesOf(t, o, "s1", "s2", "s6"); got != "s1 frozen, s2 frozen, s6 frozen" {
		t.Errorf("frozen: %s", got)
	}
	now, err := o.Olga.AuditStatus(background)
	if err != nil || now.Submitted[review.SlotA] != 3 || now.Submitted[review.SlotB] != 1 || len(now.Open[review.SlotB]) != 3 {
		t.Errorf("audit: %+v, %v", now, err)
	}
}

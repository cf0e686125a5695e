package workbench

import (
	"strings"
	"testing"
)

// At 80 columns a group that was made and filled from the pool is in sight as a
// whole when the certificate is looked at, however little room the findings
// leave it.
func TestANewGroupIsInSightWithItsUnits(t *testing.T) {
	r := newRig(t, harbour(40))
	const w, h = 80, 22
	look := func() string { return r.screen(w, h) }
	for g, role := range []string{"bug_location", "behavior_constraint", "api_contract", "interaction_constraint"} {
		r.press("2", "n")
		r.pick(role)
		for range 3 {
			r.press("j")
			if r.s.stand[r.s.unit.at].blocked {
				r.press("j")
			}
			r.press("a")
		}
		r.screen(160, 48) // the certificate is seen whole, and then in a small window
		r.press("3")
		screen := look()
		members := 0
		_, below, found := strings.Cut(screen, role)
		for l := range strings.Lines(below) {
			if strings.Contains(l, ".py:") || strings.Contains(l, ".go:") || strings.Contains(l, ".md:") {
				members++
			}
			if strings.Contains(l, "────") {
				break
			}
		}
		if !found || members < 3 {
			t.Errorf("group %d is shown with %d of its units:\n%s", g+1, members, screen)
		}
	}
	// A group that is filled from the certificate itself stays in sight, too.
	r.press("2", "j", "j", "j", "3", "n")
	r.pick("verification_constraint")
	r.press("a")
	if screen := look(); !strings.Contains(screen, "1 of 1") {
		t.Errorf("the new group is not in sight:\n%s", screen)
	} else if _, below, _ := strings.Cut(screen, "1 of 1"); !strings.Contains(strings.SplitN(below, "\n", 3)[1], ":") {
		t.Errorf("the unit of the new group is not in sight:\n%s", screen)
	}
}

package workbench

import "testing"

// The key that accepts and drops is called by what it does to the unit under
// the cursor, in the pool, in its text and on the certificate.
func TestAcceptingIsCalledAfterItsGroup(t *testing.T) {
	r := newRig(t, harbour(8))
	called := func(want string) {
		t.Helper()
		if got := r.s.Short(unitToggle); got != want {
			t.Errorf("the key is called %q, want %q", got, want)
		}
	}
	called("") // no group: its usual name
	r.group("bug_location")
	called("accept in G1")
	r.press("a")
	called("drop from G1")
	r.press("enter")
	called("drop from G1")
	r.press("esc", "j")
	called("accept in G1")
	r.press("k", "a")
	called("accept in G1")
	r.group("verification_constraint")
	called("accept in G2")
	r.press("a", "{")
	called("accept in G1") // in G2, but not in the group that the key works on
	r.press("I")
	r.answer("the readers of the tide table")
	called("accept in the readers…")
	if got := r.s.Short(groupNew); got != "" {
		t.Errorf("a new group is called %q", got)
	}
}

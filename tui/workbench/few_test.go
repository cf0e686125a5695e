package workbench

import "testing"

func TestAcceptsFew(t *testing.T) {
	for n, want := range []string{
		"G1 accepts no unit yet: accept more before asking for 3",
		"G1 accepts 1 unit: accept more before asking for 3",
		"G1 accepts 2 units: accept more before asking for 3",
	} {
		if got := acceptsFew("G1", n, 3); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
}

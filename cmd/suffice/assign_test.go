package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"suffice/review"
)

// TestLeftOutIsCounted: a project of hundreds of states is not listed because
// none of them needs anybody; the list is in the JSON.
func TestLeftOutIsCounted(t *testing.T) {
	a := assigned{Task: review.TaskArbitrate}
	for i := range 500 {
		a.Skipped = append(a.Skipped, review.Unready{State: fmt.Sprintf("s%03d", i), Why: "there is nothing to arbitrate"})
	}
	a.Skipped[7].Why = "it is decided"
	for i := range 3 {
		a.Skipped[i+1].Why = a.Skipped[i+1].State + " is not ready: its certificate is not finished"
	}
	said := func() string {
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetOut(&out)
		p := newPrinter(cmd)
		if err := p.answer(a, func() { printAssigned(p, a) }); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := `there is nothing to assign
left out: 496 states, there is nothing to arbitrate: s000, s004, s005 and 493 more
left out: 3 states, not ready: its certificate is not finished: s001, s002, s003
left out: 1 state, it is decided: s007
each of them by name: suffice assign arbitration --dry-run --json
`
	if got := said(); got != want {
		t.Errorf("got\n%s", got)
	}
	a.Skipped = a.Skipped[7:8]
	if got := said(); strings.Contains(got, "--json") {
		t.Errorf("it says where to find what it says\n%s", got)
	}
}

package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"suffice/audit"
)

func release(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("state-%03d", i)
	}
	return ids
}

// The expected states were drawn by another program, written from the words at
// Draw alone.
func TestDrawIsAsDescribed(t *testing.T) {
	want := "state-009 state-121 state-200 state-205 state-212 state-281 state-293 state-304 state-309 state-316"
	ids := release(500)
	for _, order := range []string{"sorted", "reversed"} {
		got, err := audit.Draw(ids, 10, 20260904)
		if err != nil {
			t.Fatal(err)
		}
		if words := strings.Join(got.States(), " "); words != want {
			t.Errorf("%s: %s, want %s", order, words, want)
		}
		if frame := got.Record().Frame; frame != "fb3dc1891da02ba7bf17fb7d39991b487b7e6335e79fbee894006dbbfbb4b4e1" {
			t.Errorf("frame %s", frame)
		}
		slices.Reverse(ids)
	}
	if ids[0] != "state-000" {
		t.Error("Draw reordered the release that it was given")
	}
}

// Every state, and every pair of states, is drawn equally often.
func TestDrawIsUniform(t *testing.T) {
	const states, take, draws = 12, 4, 6000
	ids := release(states)
	singles, pairs := map[string]float64{}, map[string]float64{}
	for seed := range uint64(draws) {
		s, err := audit.Draw(ids, take, seed)
		if err != nil {
			t.Fatal(err)
		}
		got := s.States()
		for i, x := range got {
			singles[x]++
			for _, y := range got[i+1:] {
				pairs[x+y]++
			}
		}
	}
	check := func(what string, counts map[string]float64, kinds int, each float64) {
		t.Helper()
		if len(counts) != kinds {
			t.Errorf("%s: %d of %d occur", what, len(counts), kinds)
		}
		var chi2 float64
		for _, n := range counts {
			chi2 += (n - each) * (n - each) / each
		}
		// Within a sample the counts hinder each other, so the true spread is
		// a little smaller than that of the distribution asked here.
		if p := (distuv.ChiSquared{K: float64(kinds - 1)}).Survival(chi2); p < 1e-4 {
			t.Errorf("%s: chi-squared %.1f, p = %g", what, chi2, p)
		}
	}
	check("states", singles, states, draws*take/states)
	check("pairs", pairs, states*(states-1)/2, draws*take*(take-1)/(states*(states-1.0)))
}

func TestDrawRefuses(t *testing.T) {
	for _, c := range []struct {
		release []string
		n       int
		says    string
	}{
		{release(3), 0, "ask for 1 to 3"}, {release(3), 4, "ask for 1 to 3"}, {release(3), -1, "ask for 1 to 3"},
		{nil, 1, "of 0 states"}, {[]string{"a", "b", "a"}, 1, "a is listed twice"}, {[]string{"a", ""}, 1, "no ID"},
	} {
		if _, err := audit.Draw(c.release, c.n, 1); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d of %v: %v, want %q", c.n, c.release, err, c.says)
		}
	}
	if s, err := audit.Draw(release(3), 3, 9); err != nil || !slices.Equal(s.States(), release(3)) {
		t.Errorf("all of three: %v %v", s.States(), err)
	}
}

func TestRedraw(t *testing.T) {
	ids := release(30)
	s, err := audit.Draw(ids, 5, 8)
	if err != nil {
		t.Fatal(err)
	}
	again, err := audit.Redraw(s.Record(), ids)
	if err != nil || !slices.Equal(again.States(), s.States()) {
		t.Errorf("drawn again: %v %v", again.States(), err)
	}
	chosen := s.Record()
	for _, id := range ids {
		if !slices.Contains(chosen.States, id) {
			chosen.States[0] = id
			break
		}
	}
	if _, err := audit.Redraw(chosen, ids); err == nil || !strings.Contains(err.Error(), "not the ones this seed draws") {
		t.Errorf("a chosen state passed for drawn: %v", err)
	}
	if _, err := audit.Redraw(s.Record(), release(31)); err == nil || !strings.Contains(err.Error(), "not the one it was drawn from") {
		t.Errorf("another release passed: %v", err)
	}
}

func TestStratified(t *testing.T) {
	ids := release(60)
	low, high := audit.Stratum{Name: "low", States: ids[:40], Take: 6}, audit.Stratum{Name: "high", States: ids[40:], Take: 20}
	both, err := audit.DrawStratified([]audit.Stratum{low, high}, 3)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := audit.DrawStratified([]audit.Stratum{low}, 3)
	if err != nil || !slices.Equal(alone.Strata[0].States, both.Strata[0].States) {
		t.Errorf("a stratum depends on the others: %v, %v", alone, err)
	}
	labels := map[string]string{}
	for _, id := range ids[40:59] {
		labels[id] = "L2"
	}
	counts := both.Counts(labels)
	if c := counts[1]; c.Of != 20 || c.Taken != 20 || c.Labels["L2"] != 19 || !slices.Equal(c.Absent, ids[59:]) {
		t.Errorf("counts of high: %+v", c)
	}
	if c := counts[0]; c.Taken != 6 || len(c.Labels) != 0 || len(c.Absent) != 6 {
		t.Errorf("counts of low: %+v", c)
	}
	for name, strata := range map[string][]audit.Stratum{
		"named twice":            {low, {Name: "low", States: ids[50:], Take: 1}},
		"is in the strata":       {low, {Name: "other", States: ids[39:], Take: 1}},
		"cannot take 41 of the":  {{Name: "low", States: ids[:40], Take: 41}},
		"state-000 is listed tw": {{Name: "low", States: []string{"state-000", "state-000"}, Take: 1}},
	} {
		if _, err := audit.DrawStratified(strata, 1); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q was not refused: %v", name, err)
		}
	}
}

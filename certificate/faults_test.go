package certificate

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

// Whatever is wrong with a certificate, Faults are its blocking findings.
func TestFaultsAreTheBlockingFindings(t *testing.T) {
	unit := rapid.SampledFrom([]string{"u1", "u2", "u3", "u4", "seen", "flagged", "foreign"})
	units := rapid.SliceOfN(unit, 0, 4)
	units1 := card.NewPool([]card.Unit{{ID: "u1", Text: "a"}, {ID: "u2"}, {ID: "u3"}, {ID: "u4"}, {ID: "seen"}, {ID: "flagged", Observed: true}})
	rapid.Check(t, func(t *rapid.T) {
		c := Certificate{State: "s", Branches: rapid.SliceOfN(units, 0, 3).Draw(t, "branches"), Observed: units.Draw(t, "observed"), Optional: units.Draw(t, "optional")}
		for range rapid.IntRange(0, 3).Draw(t, "groups") {
			c.Groups = append(c.Groups, Group{
				ID:         rapid.SampledFrom([]string{"", "G1", "A"}).Draw(t, "id"),
				Role:       rapid.SampledFrom([]string{"r", " "}).Draw(t, "role"),
				Acceptable: units.Draw(t, "acceptable"),
				Threshold:  rapid.IntRange(-1, 3).Draw(t, "threshold"),
				Weight:     rapid.SampledFrom([]float64{1, 0, -1}).Draw(t, "weight"),
				Quotations: []Quotation{{Unit: unit.Draw(t, "quoted"), LineStart: 1, LineEnd: 1, Text: "a"}},
			})
		}
		s := card.StateCard{ID: "s", Observed: []string{"seen"}}
		obs := map[string]card.Observation{"seen": {Listed: true}, "flagged": {Flagged: true}, "u4": {Aligned: []string{"step 1"}}}
		p := &units1
		if rapid.Bool().Draw(t, "without items") {
			p = nil
		}
		var want []Finding
		for _, f := range Findings(c, s, p, obs, Compile(c)) {
			if f.Severity == Blocking {
				want = append(want, f)
			}
		}
		got := Faults(c, s, p, obs)
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("faults   %+v\nblocking %+v", got, want)
		}
	})
}

func TestTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.StringMatching(`[a-z][0-9]?`), 0, 30).Draw(t, "ids")
		want, repeated := "", false
		for i, id := range ids {
			for _, before := range ids[:i] {
				if before == id && !repeated {
					want, repeated = id, true
				}
			}
		}
		if got, ok := twice(ids); ok != repeated || got != want {
			t.Fatalf("%q: got %q, %v", ids, got, ok)
		}
		if got := distinct(ids); got != len(once(ids)) {
			t.Fatalf("%q: %d distinct", ids, got)
		}
	})
}

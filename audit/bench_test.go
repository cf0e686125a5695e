package audit_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"suffice/audit"
)

// large is an audit of about 5,000 groups; each judgment of each auditor is
// "not ok" with probability against.
func large(tb testing.TB, against float64) (audit.Sample, []audit.Frozen, []audit.Sheet, int) {
	tb.Helper()
	var release []string
	for i := range 2600 {
		release = append(release, fmt.Sprintf("s%05d", i))
	}
	sample, err := audit.Draw(release, len(release), 1)
	if err != nil {
		tb.Fatal(err)
	}
	src := rand.New(rand.NewPCG(1, 2))
	var frozen []audit.Frozen
	var sheets []audit.Sheet
	groups := 0
	for i, state := range release {
		f := audit.Frozen{State: state}
		for g := range 1 + i%3 {
			f.Groups = append(f.Groups, fmt.Sprintf("G%d", g))
			groups++
		}
		frozen = append(frozen, f)
		for _, who := range []audit.Rater{audit.RaterA, audit.RaterB} {
			s := audit.Sheet{Auditor: who, State: state, Submitted: true, Verdict: audit.Accept, Confidence: 4}
			if src.Float64() < against {
				s.Verdict = audit.Revise
			}
			for _, g := range f.Groups {
				one := audit.GroupSheet{Group: g}
				for k := range one.Fields {
					one.Fields[k].Answer = audit.OK
					if src.Float64() < against {
						one.Fields[k] = audit.Judgment{Answer: audit.NotOK, Note: "n"}
					}
				}
				s.Groups = append(s.Groups, one)
			}
			sheets = append(sheets, s)
		}
	}
	return sample, frozen, sheets, groups
}

// BenchmarkReport makes the whole report, with 2,000 bootstrap draws of all
// its figures, of 5,000 groups: as an audit has them, and as no audit has.
func BenchmarkReport(b *testing.B) {
	for _, c := range []struct {
		name    string
		against float64
	}{{"few objections", 0.01}, {"many objections", 0.1}, {"coin tosses", 0.5}} {
		b.Run(c.name, func(b *testing.B) {
			sample, frozen, sheets, groups := large(b, c.against)
			for b.Loop() {
				if _, err := audit.NewReport(sample, frozen, sheets, audit.Resampling{Seed: 7, Draws: 2000}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(groups), "groups")
		})
	}
}

package audit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/audit"
)

// bruteAlpha is nominal alpha from its definition, for any number of raters
// and with answers missing (""): the chance that two values differ within a
// unit over the chance that two values differ at all, over every ordered pair
// of values that can be paired.
func bruteAlpha(units [][]string) (alpha float64, defined bool) {
	var all []string
	var observed float64
	for _, unit := range units {
		var values []string
		for _, v := range unit {
			if v != "" {
				values = append(values, v)
			}
		}
		if len(values) < 2 {
			continue
		}
		all = append(all, values...)
		for i, x := range values {
			for j, y := range values {
				if i != j && x != y {
					observed += 1 / float64(len(values)-1)
				}
			}
		}
	}
	var expected float64
	for i, x := range all {
		for j, y := range all {
			if i != j && x != y {
				expected++
			}
		}
	}
	if expected == 0 {
		return 0, false
	}
	return 1 - observed*float64(len(all)-1)/expected, true
}

// units turns one line a rater into one list a unit; "." is a missing answer.
func units(raters ...string) [][]string {
	var out [][]string
	for i := range strings.Fields(raters[0]) {
		var unit []string
		for _, r := range raters {
			unit = append(unit, strings.Trim(strings.Fields(r)[i], "."))
		}
		out = append(out, unit)
	}
	return out
}

// Krippendorff's own worked examples ("Computing Krippendorff's
// Alpha-Reliability", 2011), A to C.
func TestAlphaPublished(t *testing.T) {
	for _, c := range []struct {
		name   string
		raters []string
		want   float64
	}{
		{"two observers, two categories", []string{"0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"}, 0.095},
		{"two observers, five categories", []string{"a a b b d c c c e d d a", "b a b b b c c c e d d d"}, 0.692},
		{"four observers, answers missing", []string{
			"1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3",
			". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."}, 0.743},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := units(c.raters...)
			if got, ok := bruteAlpha(data); !ok || math.Abs(got-c.want) > 5e-4 {
				t.Fatalf("the definition gives %v, published is %v", got, c.want)
			}
			if len(c.raters) == 2 {
				near(t, "alpha", agree(t, questionOf(data)).Alpha, c.want, 5e-4)
			}
		})
	}
}

func questionOf(data [][]string) audit.Question {
	q := audit.Question{Name: "q", Level: audit.States}
	for i, unit := range data {
		item := audit.Item{State: fmt.Sprint("s", i)}
		q.A = append(q.A, audit.Rating{Item: item, Category: unit[0]})
		q.B = append(q.B, audit.Rating{Item: item, Category: unit[1]})
	}
	return q
}

func TestAlphaByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answer := rapid.SampledFrom([]string{"", "x", "y", "z"})
		data := rapid.SliceOfN(rapid.SliceOfN(answer, 2, 2), 1, 12).Draw(t, "units")
		want, defined := bruteAlpha(data)
		g, err := audit.Agree(questionOf(data), audit.Resampling{Draws: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, ok := g.Alpha.Number()
		if ok != defined || math.Abs(got-want) > 1e-12 {
			t.Fatalf("alpha %v %v, by definition %v %v", got, ok, want, defined)
		}
	})
}

package audit

import (
	"fmt"
	"math"
	"strconv"
)

// Figure is one number of a report, or its absence. Value is nil exactly when
// Reason says why there is no number; it is never NaN or infinite.
type Figure struct {
	Name     string    `json:"name"`
	Value    *float64  `json:"value"`            // Numerator/Denominator, null where undefined
	Ratio    *Ratio    `json:"ratio"`            // the whole numbers it is made of
	Interval *Interval `json:"interval"`         // 95%; null for what has none
	Formula  string    `json:"formula"`          // how it is computed, by name
	Reason   string    `json:"reason,omitzero"`  // why there is no value
	Caution  string    `json:"caution,omitzero"` // why the value says little
	Scale    Scale     `json:"scale"`            // how people read it
}

// Ratio is the exact value of a figure. For a proportion it counts items; for
// a coefficient it is the working with fractions cleared.
type Ratio struct {
	Numerator   int64 `json:"numerator"`
	Denominator int64 `json:"denominator"`
}

// Scale says whether a figure is read as a share of items or as a coefficient.
type Scale string

// The two scales.
const (
	Proportion  Scale = "proportion"
	Coefficient Scale = "coefficient"
)

// Interval is a 95% interval and where it comes from.
type Interval struct {
	Lower         float64  `json:"lower"`
	Upper         float64  `json:"upper"`
	Method        string   `json:"method"`
	StandardError *float64 `json:"standard_error,omitzero"` // where the method has one
	Draws         int      `json:"draws,omitzero"`          // bootstrap draws that count
	Dropped       int      `json:"dropped,omitzero"`        // draws without a value
	Caution       string   `json:"caution,omitzero"`        // why the interval says little
}

// Number is the value, and whether there is one.
func (f Figure) Number() (float64, bool) {
	if f.Value == nil {
		return 0, false
	}
	return *f.Value, true
}

// Text is the figure in few characters: "96.25% (77 of 80)", "-0.0127", or
// "none" where it is undefined (Reason has the words).
func (f Figure) Text() string {
	v, ok := f.Number()
	switch {
	case !ok:
		return "none"
	case f.Scale == Proportion:
		return fmt.Sprintf("%s%% (%s of %s)", decimals(100*v, 2), grouped(f.Ratio.Numerator), grouped(f.Ratio.Denominator))
	default:
		return decimals(v, 4)
	}
}

// Text is the interval in few characters: "[0.7575, 1.0000]".
func (i *Interval) Text() string {
	if i == nil {
		return ""
	}
	return "[" + decimals(i.Lower, 4) + ", " + decimals(i.Upper, 4) + "]"
}

// decimals rounds to d places and never prints "-0.00".
func decimals(x float64, d int) string {
	scale := math.Pow10(d)
	if math.Round(x*scale) == 0 {
		x = 0
	}
	return strconv.FormatFloat(x, 'f', d, 64)
}

// grouped prints a count with its thousands apart: 12,640.
func grouped[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// figure divides r once. A denominator of 0 gives the reason instead.
func figure(name, formula string, scale Scale, r Ratio, reason string) Figure {
	f := Figure{Name: name, Formula: formula, Scale: scale}
	if r.Denominator == 0 {
		f.Reason = reason
		return f
	}
	v := float64(r.Numerator) / float64(r.Denominator)
	f.Value, f.Ratio = &v, &r
	return f
}

// proportion is k of n states with a Wilson interval.
func proportion(name string, k, n int) Figure {
	f := figure(name, "share of the states judged by both", Proportion, Ratio{int64(k), int64(n)}, nothingShared(States))
	if n > 0 {
		f.Interval = Wilson(k, n)
	}
	return f
}

func nothingShared(level Level) string {
	return fmt.Sprintf("0 shared %s: there is nothing that both A and B judged", level)
}

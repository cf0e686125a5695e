package audit

import (
	"fmt"
	"slices"
	"strings"
)

// Resampling is how intervals are bootstrapped: states are drawn with
// replacement, with all of their groups, since what one auditor says of the
// groups of one state hangs together.
type Resampling struct {
	Seed  uint64 `json:"seed"`
	Draws int    `json:"draws"` // 0 stands for DefaultDraws
}

// DefaultDraws is the number of bootstrap draws where none is asked for;
// MostDraws is the largest number that may be.
const (
	DefaultDraws = 2000
	MostDraws    = 100_000
)

func (r Resampling) checked() (Resampling, error) {
	if r.Draws == 0 {
		r.Draws = DefaultDraws
	}
	if r.Draws < 1 || r.Draws > MostDraws {
		return r, fmt.Errorf("cannot make %d bootstrap draws; ask for 1 to %d", r.Draws, MostDraws)
	}
	return r, nil
}

// statistic numbers what is bootstrapped; 2po-1 and Brennan-Prediger follow
// from po.
type statistic int

const (
	rawStat statistic = iota
	kappaStat
	ac1Stat
	alphaStat
	statCount = 4
)

func (s sums) statistic(k statistic) Ratio {
	switch k {
	case rawStat:
		return s.raw()
	case kappaStat:
		return s.kappa()
	case ac1Stat:
		return s.ac1()
	default:
		return s.alpha()
	}
}

// draws are the values of one question's statistics in every draw. A draw in
// which a statistic is undefined has no value.
type draws [statCount]struct {
	value   []float64
	defined []bool
}

// resample bootstraps several questions. Those about the same states share
// their draws, which spares time and changes nothing: the values of a question
// depend on its own answers and on the seed alone.
func resample(tables []*cross, r Resampling) []draws {
	out := make([]draws, len(tables))
	for i := range out {
		for k := range out[i] {
			out[i][k].value = make([]float64, r.Draws)
			out[i][k].defined = make([]bool, r.Draws)
		}
	}
	done := make([]bool, len(tables))
	for i, first := range tables {
		if done[i] {
			continue
		}
		var family []*cross
		var into []*draws
		for j := i; j < len(tables); j++ {
			if !done[j] && slices.Equal(first.states, tables[j].states) {
				done[j] = true
				family, into = append(family, tables[j]), append(into, &out[j])
			}
		}
		if len(first.states) > 1 {
			spread(newUrn(family), into, r)
		}
	}
	return out
}

// percentile is the interval from the 2.5th to the 97.5th percentile of the
// draws that have a value, or nil with the reason.
func (d *draws) percentile(k statistic, states int) (*Interval, string) {
	if states < 2 {
		return nil, "one state alone cannot be resampled, so there is no interval"
	}
	kept := make([]float64, 0, len(d[k].value))
	for i, v := range d[k].value {
		if d[k].defined[i] {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return nil, "no bootstrap draw has a value, so there is no interval"
	}
	slices.Sort(kept)
	i := &Interval{
		Lower: quantile(kept, 1), Upper: quantile(kept, 39),
		Method: "percentile bootstrap over states", Draws: len(kept), Dropped: len(d[k].value) - len(kept),
	}
	var said []string
	if i.Dropped > 0 {
		said = append(said, fmt.Sprintf("%s of %s draws have no value and are dropped", grouped(i.Dropped), grouped(len(d[k].value))))
	}
	if kept[0] == kept[len(kept)-1] {
		said = append(said, "every draw gives the same value, so the width of 0 speaks of the method and not of certainty")
	}
	i.Caution = strings.Join(said, "; ")
	return i, ""
}

// quantile is the value at f/40 of a sorted list, linear between neighbours:
// it lies at place (len-1)*f/40 (type 7 of Hyndman and Fan 1996).
func quantile(sorted []float64, f int) float64 {
	at := (len(sorted) - 1) * f
	lower := sorted[at/40]
	if at%40 == 0 {
		return lower
	}
	return lower + (sorted[at/40+1]-lower)*(float64(at%40)/40)
}

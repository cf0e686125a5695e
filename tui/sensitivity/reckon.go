package sensitivity

import (
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
	"suffice/scorer"
	"suffice/scorer/methods/run"
)

// ranking is what a method returned for the state.
type ranking struct {
	method string
	ranked []string
	locked bool       // of a locked set: it counts for the class
	entry  *run.Entry // of a run at the desk
	// controller is who answered a method that asks, as the row or the run says.
	controller string
}

// line is one ranking held against both versions of the certificate.
type line struct {
	ranking
	was, now int // slot by which it completes; 0 when nothing is needed, -1 never
}

// within reports whether a ranking that completes at slot does so by k.
func within(slot, k int) bool { return slot >= 0 && slot <= k }

// flips counts the cutoffs at which the outcome is another one now.
func (l line) flips(ks []int) int {
	n := 0
	for _, k := range ks {
		if within(l.was, k) != within(l.now, k) {
			n++
		}
	}
	return n
}

// picture is what the table shows, worked out in a command.
type picture struct {
	base     review.Baseline
	compared bool // the baseline has groups, so there is something to compare with
	class    scorer.Class
	flips    int
	outcomes int
	lines    []line
}

// rankings are the locked ones and then those of runs at the desk.
func rankings(locked []card.Prediction, recorded []run.Entry) []ranking {
	var all []ranking
	for _, p := range locked {
		all = append(all, ranking{method: p.Method, ranked: p.Ranked, locked: true, controller: controllerOf(p)})
	}
	for i := range recorded {
		all = append(all, ranking{method: recorded[i].Method, ranked: recorded[i].Output.Ranked, entry: &recorded[i], controller: recorded[i].Output.Controller})
	}
	return all
}

// controllerOf is the controller that a prediction row names.
func controllerOf(p card.Prediction) string {
	if p.Raw == nil {
		return ""
	}
	return records.FieldsOf(p.Raw).OptionalString("controller")
}

// reckon holds every ranking against the certificate as it is and as it was at
// the baseline. The class counts locked rankings at the paper's cutoffs alone,
// whatever cutoffs are shown.
func reckon(o review.Outcomes, recorded []run.Entry, id review.BaselineID) picture {
	p := picture{base: o.Baselines[0]}
	for _, b := range o.Baselines {
		if b.ID == id {
			p.base = b
		}
	}
	p.compared = len(p.base.Certificate.Groups) > 0
	switch {
	case o.Replaced:
		p.class = review.L3
	case p.compared:
		c := scorer.Sensitivity(p.base.Certificate, o.Now, o.Locked, scorer.SensitivityCutoffs())
		p.class, p.flips, p.outcomes = c.Class, c.Flips, len(c.Outcomes)
	}
	before, after := scorer.NewGold(p.base.Certificate), scorer.NewGold(o.Now)
	var t scorer.Tally
	for _, r := range rankings(o.Locked, recorded) {
		p.lines = append(p.lines, line{
			ranking: r,
			was:     t.CompletionSlot(before, r.ranked, len(r.ranked)),
			now:     t.CompletionSlot(after, r.ranked, len(r.ranked)),
		})
	}
	return p
}

// covered is how a ranking fares with one group of the certificate.
type covered struct {
	group   int // position in the certificate
	at      int // slot at which the threshold is reached, 0 for never
	members []member
}

// member is an acceptable unit with its rank, 0 when the ranking lacks it.
type member struct {
	unit string
	rank int
}

// cover works out which groups a ranking covers and at which slot.
func cover(c certificate.Certificate, ranked []string) []covered {
	rank := make(map[string]int, len(ranked))
	for i, id := range ranked {
		if rank[id] == 0 {
			rank[id] = i + 1
		}
	}
	all := make([]covered, len(c.Groups))
	for g, group := range c.Groups {
		one := covered{group: g}
		for _, id := range group.Acceptable {
			one.members = append(one.members, member{id, rank[id]})
		}
		slices.SortStableFunc(one.members, func(a, b member) int { return place(a.rank) - place(b.rank) })
		if q := group.Threshold; q >= 1 && q <= len(one.members) {
			one.at = one.members[q-1].rank
		}
		all[g] = one
	}
	return all
}

// place puts what is not ranked last.
func place(rank int) int {
	if rank == 0 {
		return 1 << 30
	}
	return rank
}

// branchAt is the branch by which a ranking completes before its groups are
// all covered, from 1, and the slot; 0 where none does.
func branchAt(c certificate.Certificate, groups []covered, ranked []string) (branch, slot int) {
	best := 0
	for _, g := range groups {
		best = max(best, place(g.at))
	}
	for i, b := range c.Branches {
		last := 0
		for _, id := range b {
			last = max(last, place(slices.Index(ranked, id)+1))
		}
		if len(b) > 0 && last < best {
			best, branch, slot = last, i+1, last
		}
	}
	return branch, slot
}

// serves names the groups that accept a unit: "G1 G3".
func serves(c certificate.Certificate, unit string) string {
	var names []string
	for g := range c.Groups {
		if slices.Contains(c.Groups[g].Acceptable, unit) {
			names = append(names, c.Label(g))
		}
	}
	return strings.Join(names, " ")
}

// pairing is two rankings side by side.
type pairing struct {
	a, b   line
	shared int // units that both return
	first  int // rank of the first difference, 0 when they are the same
}

func pair(a, b line) pairing {
	p := pairing{a: a, b: b}
	for _, id := range a.ranked {
		if slices.Contains(b.ranked, id) {
			p.shared++
		}
	}
	for i := range max(len(a.ranked), len(b.ranked)) {
		if i >= len(a.ranked) || i >= len(b.ranked) || a.ranked[i] != b.ranked[i] {
			p.first = i + 1
			break
		}
	}
	return p
}

package audit

import (
	"fmt"
	"strings"
)

// Lines print the report: the rows of the paper's table 9, the agreement field
// by field, then the working at both levels and the exclusions. A line keeps
// to 80 columns.
func (r *Report) Lines() []string {
	lines := r.tableNine()
	lines = append(lines, "", "Agreement by field")
	lines = append(lines, r.fieldLines()...)
	state, group := r.State, r.Group
	state.Exclusions, group.Exclusions = nil, nil // all of them stand at the end
	lines = append(lines, "", "Working, state level")
	lines = append(lines, state.Lines()...)
	lines = append(lines, "", "Working, group level")
	lines = append(lines, group.Lines()...)
	lines = append(lines, "", "Exclusions: "+grouped(len(r.Exclusions)))
	return append(lines, exclusionLines(r.Exclusions)...)
}

func (r *Report) tableNine() []string {
	row := func(name, value string) string { return "  " + pad(name, 40) + value }
	lines := []string{
		"Independent audit of a frozen release",
		row("states in the sample", fmt.Sprintf("%s of %s, uniform, seed %d", grouped(len(r.Sample.States)), grouped(r.Sample.Of), r.Sample.Seed)),
		row("states audited by both", grouped(r.StatesAudited)+" of "+grouped(len(r.Sample.States))),
		row("groups audited by both", grouped(r.GroupsAudited)+" of "+grouped(r.GroupsSampled)),
	}
	for _, one := range []struct {
		name Rater
		Auditor
	}{{RaterA, r.A}, {RaterB, r.B}} {
		lines = append(lines,
			row(string(one.name)+": accept / revise / rebuild", one.verdictText()),
			row(string(one.name)+": confidence 1 / 2 / 3 / 4 / 5", joined(one.Confidence[:])))
	}
	for _, f := range []Figure{r.AcceptedByBoth, r.FlaggedByAtLeastOne, r.FlaggedByBoth, r.GroupsAlikeInEight} {
		lines = append(lines, strings.TrimRight(row(f.Name, pad(f.Text(), 22)+f.Interval.Text()), " "))
	}
	return append(lines,
		row("per-field agreement, range", span(r.FieldRange)),
		row("raw agreement (state / group)", percent(r.State.Raw)+" / "+percent(r.Group.Raw)),
		row("2po-1 (state / group)", short(r.State.TwicePo)+" / "+short(r.Group.TwicePo)))
}

// fieldLines is one row a field: agreement with its interval, then the
// coefficients, then in words why a coefficient is absent or says nothing.
func (r *Report) fieldLines() []string {
	lines := []string{"  " + pad("", 33) + pad("judged alike", 23) + padLeft("kappa", 7) + padLeft("AC1", 7) + padLeft("alpha", 8)}
	notes := newNotes()
	for i := range r.Fields {
		g := &r.Fields[i]
		notes.add(Field(i), g)
		lines = append(lines, "  "+pad(Field(i).Title(), 33)+pad(g.Raw.Text(), 23)+
			padLeft(short(g.Kappa), 7)+padLeft(short(g.AC1), 7)+padLeft(short(g.Alpha), 8))
	}
	return append(lines, notes.lines()...)
}

// notes gathers equal cautions of several fields into one.
type notes struct {
	order []string
	where map[string][]string
}

func newNotes() *notes { return &notes{where: map[string][]string{}} }

func (n *notes) add(f Field, g *Agreement) {
	note := func(name, says string) {
		if says == "" {
			return
		}
		key := name + says
		if n.where[key] == nil {
			n.order = append(n.order, key)
		}
		n.where[key] = append(n.where[key], f.Title())
	}
	if g.Items == 0 {
		note("no figures: ", g.Raw.Reason)
		return
	}
	note("no kappa and no alpha: ", g.Kappa.Reason)
	if g.kappaSaysNothing {
		note("", saysNothing)
	}
}

func (n *notes) lines() []string {
	var lines []string
	for _, key := range n.order {
		lines = append(lines, wrapped("  ! ", key+" ("+strings.Join(n.where[key], "; ")+")")...)
	}
	return lines
}

func (a Auditor) verdictText() string {
	counts := make([]int, len(a.Verdicts))
	for i, v := range a.Verdicts {
		counts[i] = v.Count
	}
	return joined(counts)
}

func joined(counts []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(counts)), " / "), "[]")
}

func percent(f Figure) string {
	v, ok := f.Number()
	if !ok {
		return "none"
	}
	return decimals(100*v, 2) + "%"
}

func short(f Figure) string {
	v, ok := f.Number()
	if !ok {
		return "none"
	}
	return decimals(v, 3)
}

func span(r FieldRange) string {
	low, ok := r.Lowest.Number()
	high, _ := r.Highest.Number()
	switch {
	case !ok:
		return "none"
	case low == high:
		return percent(r.Lowest) + " in every field"
	case high == 1:
		return decimals(100*low, 2) + "-100%"
	default:
		return decimals(100*low, 2) + "-" + percent(r.Highest)
	}
}

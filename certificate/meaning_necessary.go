package certificate

// Necessary says for each group whether dropping it would change what the
// certificate accepts, branches left aside: false means that the other groups
// together imply it, and is always right. Of groups that imply each other none
// is necessary: see OneOfEnough. Without proof, a group for which the budget
// ran out counts as necessary.
func (m Meaning) Necessary(b Budget) ([]bool, Status) {
	s := Status{Proven: true}
	out := make([]bool, len(m.groups))
	for i := range m.groups {
		out[i] = !m.implies(all(len(m.groups)), i, share(b, s, len(m.groups)-i), &s)
	}
	return out, s
}

// share divides what is left of a budget among the questions still to ask.
func share(b Budget, s Status, questions int) int {
	return (b.Steps - s.Steps) / max(1, questions)
}

func all(n int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = true
	}
	return out
}

// implies reports whether the groups given, without group i itself, imply
// group i: no set covers them and misses it.
func (m Meaning) implies(given []bool, i, steps int, s *Status) bool {
	miss := m.groups[i]
	var rows []row
	for j, g := range m.groups {
		switch {
		case j == i || !given[j]:
		case g.never():
			return true
		case g.need <= 0:
		case m.under[j] < 0 || m.under[j] == i || !given[m.under[j]]:
			rows = append(rows, g)
		}
	}
	if miss.need <= 0 || anyImplies(rows, miss) {
		return true
	}
	t := task{rows: rows, miss: &miss, order: wanted(rows, m.ranked(nil))}
	_, missed, search := t.exists(steps)
	s.Steps += search.steps
	if !missed && search.out {
		s.Proven = false
		return false
	}
	return !missed
}

// OneOfEnough lists the clusters of groups of which one is enough: each alone,
// with the necessary groups, implies the rest of its cluster, and the necessary
// groups by themselves do not. Positions are in increasing order. Groups
// implied by others without such a partner are in no cluster. Without proof
// clusters may be missing.
func (m Meaning) OneOfEnough(b Budget) ([][]int, Status) {
	given, s := m.Necessary(Budget{Steps: b.Steps / 2})
	var open []int
	for i, needed := range given {
		if !needed {
			open = append(open, i)
		}
	}
	var clusters [][]int
	for n, i := range open {
		ask := func(given []bool, i int) bool {
			return m.implies(given, i, share(b, s, 2*(len(open)-n)), &s)
		}
		if ask(given, i) {
			continue
		}
		clusters = m.join(clusters, given, i, ask)
	}
	var out [][]int
	for _, c := range clusters {
		if len(c) > 1 {
			out = append(out, c)
		}
	}
	return out, s
}

// join puts group i into the cluster whose first group it implies and is
// implied by, or into a new one.
func (m Meaning) join(clusters [][]int, given []bool, i int, ask func([]bool, int) bool) [][]int {
	with := func(j int) []bool {
		g := append([]bool(nil), given...)
		g[j] = true
		return g
	}
	for n, c := range clusters {
		if ask(with(c[0]), i) && ask(with(i), c[0]) {
			clusters[n] = append(c, i)
			return clusters
		}
	}
	return append(clusters, []int{i})
}

package certificate

// Same reports whether two certificates accept the same sets: every prediction
// scores alike on Complete-MSS. A difference found is certain; false without
// proof means that none was found and none excluded.
func Same(a, b Meaning, n Budget) (bool, Status) {
	s := Status{Proven: true}
	for _, pair := range [2][2]Meaning{{a, b}, {b, a}} {
		c := comparison{completes: pair[0], fails: pair[1], budget: n.Steps / 2, status: &s}
		if c.differs() {
			s.Proven = true
			return false, s
		}
	}
	return s.Proven, s
}

// Counterexample looks for a smallest set that completes the first and not the
// second. Not found and proven: the first implies the second. Found is always
// right; without proof a smaller one may exist. Of several smallest ones it is
// the one whose sorted IDs come first in ID order, while the budget lasts for
// that.
func Counterexample(completes, fails Meaning, n Budget) (w Witness, found bool, s Status) {
	s.Proven = true
	c := comparison{completes: completes, fails: fails, budget: n.Steps, status: &s}
	p := newPick(completes.ranked(nil))
	c.smallest(p)
	return completes.names(p.units), p.found, s
}

// comparison looks for sets that complete one meaning and fail another. Such a
// set does so minimally through a whole branch of the first, or it covers the
// rows of the first while it misses a row of the second and holds none of its
// branches whole. Units are those of the first meaning throughout.
type comparison struct {
	completes, fails Meaning
	budget           int
	status           *Status
}

// tasks lists the searches: one for each row of the second that the rows of
// the first do not imply outright.
func (c comparison) tasks() []task {
	a, b := c.completes, c.fails
	if a.never || (len(b.rows) == 0 && !b.never) {
		return nil
	}
	base := task{rows: a.rows, order: wanted(a.rows, a.ranked(nil))}
	for _, br := range b.branches {
		if br.count() == 0 {
			return nil // an empty branch completes everything
		}
		if t, all := b.translate(br, a); all {
			base.forbid = append(base.forbid, t)
		}
	}
	if b.never {
		return []task{base}
	}
	var out []task
	for _, r := range b.rows {
		in, _ := b.translate(r.in, a)
		miss := row{in: in, need: r.need}
		if anyImplies(a.rows, miss) {
			continue
		}
		t := base
		t.miss = &miss
		out = append(out, t)
	}
	return out
}

func anyImplies(rows []row, o row) bool {
	for _, r := range rows {
		if r.implies(o) {
			return true
		}
	}
	return false
}

// translate carries a set over to the units of another meaning; all is false
// when some are unknown there.
func (m Meaning) translate(s bitset, to Meaning) (t bitset, all bool) {
	t = newBitset(len(to.ids))
	all = true
	for _, u := range s.members() {
		v, ok := to.pos[m.ids[u]]
		if !ok {
			all = false
			continue
		}
		t.add(v)
	}
	return t, all
}

// branchFails reports whether a whole branch of the first fails the second.
func (c comparison) branchFails(br bitset) bool {
	return !c.fails.complete(c.translated(br))
}

func (c comparison) translated(s bitset) bitset {
	t, _ := c.completes.translate(s, c.fails)
	return t
}

// differs reports whether any set tells the two apart.
func (c comparison) differs() bool {
	for _, br := range c.completes.branches {
		if c.branchFails(br) {
			return true
		}
	}
	tasks, left := c.tasks(), c.budget
	for i, t := range tasks {
		_, ok, search := t.exists(left / (len(tasks) - i))
		c.spend(search)
		left -= search.steps
		if ok {
			return true
		}
	}
	return false
}

// smallest offers to p the sets that tell the two apart: the whole branches,
// then for each task the smallest, unless it is larger than what p holds.
func (c comparison) smallest(p *pick) {
	for _, br := range c.completes.branches {
		if c.branchFails(br) {
			p.offer(br.members())
		}
	}
	tasks, left := c.tasks(), c.budget
	for i, t := range tasks {
		left -= c.smallestOf(t, p, left/(len(tasks)-i))
	}
}

// smallestOf asks first whether the task has a solution at all, which is
// cheaper to deny, and then for a small one.
func (c comparison) smallestOf(t task, p *pick, budget int) (steps int) {
	units, ok, exists := t.exists(budget)
	if !ok {
		c.spend(exists)
		return exists.steps
	}
	c.status.Steps += exists.steps
	units = c.completes.shrink(units, c.completes.covers)

	search := newCover(t)
	search.limit = budget - exists.steps
	search.best = len(units) + 1
	if p.found {
		search.best = min(search.best, len(p.units)+1)
	}
	better, ok := search.smallest()
	c.status.Proven = c.status.Proven && !search.out
	switch {
	case ok && search.out:
		units = c.completes.shrink(better, c.completes.covers)
	case ok:
		units = better
		if first, done := search.first(); done {
			units = first
		}
	}
	c.status.Steps += search.steps
	p.offer(units)
	return exists.steps + search.steps
}

func (c comparison) spend(s *cover) {
	c.status.Steps += s.steps
	if s.out && s.found == nil {
		c.status.Proven = false
	}
}

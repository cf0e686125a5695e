package scorer

// never is the rank of what does not happen within a ranking.
const never = int32(1<<31 - 1)

// Tally is the working space in which rankings are counted. Reuse one for
// many rankings; one goroutine at a time. The zero value is ready.
type Tally struct {
	slots    []int32   // by slot of the ranking: its unit, negative for one that does not matter
	seen     []bool    // by unit
	hits     []int32   // by group: acceptable units met
	covered  []int32   // by group: slot (from 1) at which it is covered, or never
	gain     []float64 // by group: its weight as discounted at that slot
	roles    []int32   // by role: slot at which its first group is covered
	left     []int32   // by branch: units not met yet
	complete int32     // slot at which the certificate is completed; 0 when nothing is needed
}

// reset makes the tally ready for one ranking against g.
func (t *Tally) reset(g *Gold) {
	t.seen = zeroed(t.seen, len(g.acceptable))
	t.hits = zeroed(t.hits, len(g.need))
	t.covered = filled(t.covered, len(g.need), never)
	t.gain = zeroed(t.gain, len(g.need))
	t.roles = filled(t.roles, g.roles, never)
	t.left = append(t.left[:0], g.branch...)
	t.complete = never
	if g.free {
		t.complete = 0
	}
}

func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

func filled(s []int32, n int, v int32) []int32 {
	s = zeroed(s, n)
	for i := range s {
		s[i] = v
	}
	return s
}

// meet counts unit u at a slot. A unit met before takes its slot and no more.
// missing is how many groups are still uncovered; the new number is returned.
func (t *Tally) meet(g *Gold, u, slot int32, missing int) int {
	for _, j := range g.groupsOf.of(u) {
		t.hits[j]++
		if t.hits[j] != g.need[j] {
			continue
		}
		t.covered[j] = slot
		t.gain[j] = g.weight[j] / discount(int(slot))
		if r := g.role[j]; t.roles[r] == never {
			t.roles[r] = slot
		}
		missing--
	}
	done := missing == 0
	for _, b := range g.branchesOf.of(u) {
		t.left[b]--
		done = done || t.left[b] == 0
	}
	if done && t.complete == never {
		t.complete = slot
	}
	return missing
}

// CompletionSlot is the first slot (from 1) by which ranked completes the
// certificate, looking at the first limit slots; 0 when nothing is needed, -1
// when it is not completed within them. Complete-MSS@k is 0 <= slot <= k.
func (t *Tally) CompletionSlot(g *Gold, ranked []string, limit int) int {
	if g.free {
		return 0
	}
	t.reset(g)
	missing := len(g.need)
	for i, id := range ranked[:min(limit, len(ranked))] {
		u, _ := find(&g.index, hashOfString(id), id)
		if u < 0 || t.seen[u] {
			continue
		}
		t.seen[u] = true
		missing = t.meet(g, u, int32(i+1), missing)
		if t.complete != never {
			return i + 1
		}
	}
	return -1
}

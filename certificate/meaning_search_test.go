package certificate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawTask draws a search over eight units: rows to cover, a row to miss and
// sets that may not be whole.
func drawTask(t *rapid.T) task {
	const units = 8
	set := func(label string, least int) bitset {
		s := newBitset(units)
		for _, u := range rapid.SliceOfNDistinct(rapid.IntRange(0, units-1), least, units, rapid.ID[int]).Draw(t, label) {
			s.add(u)
		}
		return s
	}
	atLeast := func(label string) row {
		in := set(label, 1)
		return row{in: in, need: rapid.IntRange(1, in.count()).Draw(t, label+" need")}
	}
	var out task
	for range rapid.IntRange(1, 4).Draw(t, "rows") {
		out.rows = append(out.rows, atLeast("row"))
	}
	if rapid.Bool().Draw(t, "missing") {
		miss := atLeast("miss")
		out.miss = &miss
	}
	for range rapid.IntRange(0, 4).Draw(t, "forbidden") {
		out.forbid = append(out.forbid, set("forbid", 1))
	}
	out.order = wanted(out.rows, rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7}).Draw(t, "order"))
	return out
}

// solves is what a task asks for, said again.
func (t task) solves(p bitset) bool {
	for _, r := range t.rows {
		if r.in.common(p) < r.need {
			return false
		}
	}
	for _, f := range t.forbid {
		if f.within(p) {
			return false
		}
	}
	return t.miss == nil || t.miss.in.common(p) < t.miss.need
}

func setOf(units []int) bitset {
	s := newBitset(8)
	for _, u := range units {
		s.add(u)
	}
	return s
}

func TestSearchByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ask := drawTask(t)
		want := newPick(ask.order8())
		for mask := range 1 << 8 {
			if p := (bitset{uint64(mask)}); ask.solves(p) && p.within(setOf(ask.order)) {
				want.offer(p.members())
			}
		}
		units, ok, s := ask.exists(plenty)
		if ok != want.found || s.out || ok && !ask.solves(setOf(units)) {
			t.Fatalf("exists = %v, %v, want %v", units, ok, want.found)
		}
		search := newCover(ask)
		search.limit = plenty
		units, ok = search.smallest()
		if ok != want.found || ok && (!ask.solves(setOf(units)) || len(units) != len(want.units)) {
			t.Fatalf("smallest = %v, %v, want %v, %v", units, ok, want.units, want.found)
		}
		if !ok {
			return
		}
		first, ok := search.first()
		slices.SortFunc(first, func(a, b int) int { return want.place[a] - want.place[b] })
		if !ok || !slices.Equal(first, want.units) {
			t.Fatalf("first = %v, %v, want %v", first, ok, want.units)
		}
	})
}

// order8 is the order with the units that no row wants behind.
func (t task) order8() []int {
	out := slices.Clone(t.order)
	for u := range 8 {
		if !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

package audit

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// urn holds the states of several questions, those with equal outcomes in all
// of them as one kind. A draw is then a weight for each kind, and its cross
// tables are the weighted sum of the kinds' tables.
//
// Those sums are most of the work, so several counts share a word: no lane can
// overflow, as it is wide enough for the fullest state drawn every time. The
// cells that most states have come first, which leaves few words to a state.
type urn struct {
	tables []*cross
	kind   []int32   // of each state
	parts  [][]part  // of each kind: its words that are not 0
	places [][]place // of each table: where each of its cells is counted
	words  int
	mask   uint64 // one lane
}

// part is one word of a kind's counts.
type part struct {
	word  int32
	value uint64
}

// place is the lane of a cell.
type place struct {
	word  int32
	shift uint8
}

func newUrn(family []*cross) *urn {
	u := &urn{tables: family, kind: make([]int32, len(family[0].states))}
	u.lay()
	number := map[string]int32{}
	row := make([]uint64, u.words)
	var key []byte
	for s := range u.kind {
		parts := u.pack(s, row)
		key = key[:0]
		for _, p := range parts {
			key = binary.LittleEndian.AppendUint32(key, uint32(p.word))
			key = binary.LittleEndian.AppendUint64(key, p.value)
		}
		k, seen := number[string(key)]
		if !seen {
			k = int32(len(u.parts))
			number[string(key)] = k
			u.parts = append(u.parts, parts)
		}
		u.kind[s] = k
	}
	return u
}

// lay gives every cell of every table its lane.
func (u *urn) lay() {
	type ranked struct{ table, cell, states int }
	var cells []ranked
	u.places = make([][]place, len(u.tables))
	fullest := int64(1)
	for i, t := range u.tables {
		u.places[i] = make([]place, len(t.cells))
		at := len(cells)
		for c := range t.cells {
			cells = append(cells, ranked{table: i, cell: c})
		}
		for _, mine := range t.shares {
			for _, sh := range mine {
				cells[at+int(sh.cell)].states++
				fullest = max(fullest, sh.n)
			}
		}
	}
	slices.SortStableFunc(cells, func(x, y ranked) int { return cmp.Compare(y.states, x.states) })
	width := bits.Len64(uint64(fullest) * uint64(len(u.kind)))
	lanes := 64 / width
	u.mask = 1<<width - 1
	u.words = (len(cells) + lanes - 1) / lanes
	for p, c := range cells {
		u.places[c.table][c.cell] = place{int32(p / lanes), uint8(p % lanes * width)}
	}
}

// pack is the counts of state s; row is all zeros, before and after.
func (u *urn) pack(s int, row []uint64) []part {
	var touched []int32
	for i, t := range u.tables {
		for _, sh := range t.shares[s] {
			at := u.places[i][sh.cell]
			if row[at.word] == 0 {
				touched = append(touched, at.word)
			}
			row[at.word] += uint64(sh.n) << at.shift
		}
	}
	slices.Sort(touched)
	parts := make([]part, len(touched))
	for i, w := range touched {
		parts[i] = part{w, row[w]}
		row[w] = 0
	}
	return parts
}

// spread makes all draws on all cores. Each draw has a stream of its own, made
// from the seed and its number, so that it does not matter who makes it.
func spread(u *urn, into []*draws, r Resampling) {
	workers := min(runtime.GOMAXPROCS(0), r.Draws)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			from, to := w*r.Draws/workers, (w+1)*r.Draws/workers
			u.draw(into, r.Seed, from, to)
		})
	}
	wait.Wait()
}

func (u *urn) draw(into []*draws, seed uint64, from, to int) {
	weight := make([]uint64, len(u.parts))
	total := make([]uint64, u.words)
	counts := make([][]int64, len(u.tables))
	rooms := make([]margins, len(u.tables))
	for i, t := range u.tables {
		counts[i] = make([]int64, len(t.cells))
		rooms[i] = t.newMargins()
	}
	src := rand.NewPCG(0, 0)
	for d := from; d < to; d++ {
		src.Seed(scramble(seed), scramble(uint64(d)+1))
		clear(weight)
		for range u.kind {
			weight[u.kind[below(src, uint64(len(u.kind)))]]++
		}
		u.add(total, weight)
		for i, t := range u.tables {
			for c, at := range u.places[i] {
				counts[i][c] = int64(total[at.word] >> at.shift & u.mask)
			}
			into[i].record(d, t.sums(counts[i], rooms[i]))
		}
	}
}

// add sets total to the weighted sum of the kinds' counts.
func (u *urn) add(total, weight []uint64) {
	clear(total)
	for k, w := range weight {
		if w == 0 {
			continue
		}
		for _, p := range u.parts[k] {
			total[p.word] += w * p.value
		}
	}
}

// record keeps the values of one draw.
func (d *draws) record(number int, s sums) {
	for k := range d {
		if x := s.statistic(statistic(k)); x.Denominator != 0 {
			d[k].value[number] = float64(x.Numerator) / float64(x.Denominator)
			d[k].defined[number] = true
		}
	}
}

// scramble spreads neighbouring numbers over all 64 bits (the finishing steps
// of SplitMix64), so that neighbouring draws start from unrelated states.
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

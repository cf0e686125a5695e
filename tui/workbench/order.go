package workbench

import (
	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
)

// order is how the pool list is sorted.
type order struct {
	kind   orderKind
	method string // for byMethod
}

type orderKind int

const (
	byPool orderKind = iota
	byPath
	byNeed // BM25 against the information need
	byMethod
)

// String names an order for people.
func (o order) String() string {
	switch o.kind {
	case byPath:
		return "path"
	case byNeed:
		return "BM25 against the need"
	case byMethod:
		return "rank of " + o.method
	}
	return "pool order"
}

// ranks are the rankings that are there to order by: the need's, once it is
// worked out, and those of locked methods, where outcomes are open.
type ranks struct {
	need   []int            // positions, best first; nil until worked out
	method map[string][]int // by method
	names  []string         // methods in the order given
}

// rankNeed indexes the pool and ranks it; it belongs in a command.
func rankNeed(p card.Pool, need string) []int {
	ranked := retrieval.NewBM25(p).Rank(need)
	out := make([]int, len(ranked))
	for i, r := range ranked {
		out[i] = r.Position
	}
	return out
}

// methodRanks turns locked predictions into positions. Units that a method
// does not name follow in pool order.
func methodRanks(p card.Pool, locked []card.Prediction) ranks {
	r := ranks{method: make(map[string][]int)}
	for _, pred := range locked {
		used := make([]bool, p.Len())
		list := make([]int, 0, p.Len())
		for _, id := range pred.Ranked {
			if i, ok := p.Find(id); ok && !used[i] {
				used[i] = true
				list = append(list, i)
			}
		}
		for i := range p.Len() {
			if !used[i] {
				list = append(list, i)
			}
		}
		if _, twice := r.method[pred.Method]; !twice {
			r.names = append(r.names, pred.Method)
		}
		r.method[pred.Method] = list
	}
	return r
}

// orders lists what the pool can be sorted by now.
func (r ranks) orders() []order {
	list := []order{{kind: byPool}, {kind: byPath}, {kind: byNeed}}
	for _, m := range r.names {
		list = append(list, order{byMethod, m})
	}
	return list
}

// sequence is every position of the pool in an order; false while the order
// is still being worked out.
func (r ranks) sequence(o order, s *shelf) ([]int, bool) {
	switch o.kind {
	case byPath:
		return s.byPath, true
	case byNeed:
		return r.need, r.need != nil
	case byMethod:
		list, ok := r.method[o.method]
		return list, ok
	}
	all := make([]int, s.pool.Len())
	for i := range all {
		all[i] = i
	}
	return all, true
}

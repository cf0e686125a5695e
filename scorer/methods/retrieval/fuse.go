package retrieval

import (
	"cmp"
	"slices"

	"suffice/certificate/card"
)

// Fusing are the settings of reciprocal-rank fusion.
type Fusing struct {
	K     int `json:"rrf_k"`      // added to every rank, from 1
	Depth int `json:"view_depth"` // how many leading units of each view are admitted
	Cap   int `json:"pool_cap"`   // how many units are admitted in all
}

// PaperFusing are the paper's settings (E.1; k as in Cormack et al. 2009).
func PaperFusing() Fusing { return Fusing{K: 60, Depth: 64, Cap: 384} }

// Fused is one unit of a fusion.
type Fused struct {
	Position int // in the pool
	ID       string
	Score    float64 // sum of 1 / (K + rank) over the views that admit it
	// Ranks are its ranks, from 1, in the order of Fusion.Views; 0 where a view
	// has nothing to say about it. A rank beyond the depth is shown and does
	// not count.
	Ranks []int
}

// Fusion is the fused order of a pool.
type Fusion struct {
	Views []ViewName
	// Units are all units of the pool: the admitted ones by score, then the
	// others by what the sum would be without a depth; ties by evidence ID.
	// Candidates are where a method reads; the rest is for whoever has to place
	// every unit of a pool.
	Units    []Fused
	Admitted int // how many leading units of Units are candidates
}

// Fuse merges the views of one pool by reciprocal rank. Every unit that stands
// among the leading Depth matched units of a view is admitted, up to Cap. The
// leading units of a ranking are Depth of them or the whole pool: where views
// match fewer between them, the fused order goes on to that many.
func Fuse(p card.Pool, views []View, by Fusing) Fusion {
	f := Fusion{Views: make([]ViewName, len(views)), Units: make([]Fused, p.Len())}
	order := byID(p)
	place := make([]int, p.Len())
	ranks := make([]int, p.Len()*len(views))
	for i, at := range order {
		f.Units[i] = Fused{Position: at, ID: p.Units[at].ID, Ranks: ranks[i*len(views) : (i+1)*len(views)]}
		place[at] = i
	}
	deep := make([]float64, p.Len())  // by position: the sum without a depth
	admitted := make([]bool, p.Len()) // by position
	union := 0
	for v, view := range views {
		f.Views[v] = view.Name
		for r, ranked := range view.Ranked[:view.Matched] {
			u, share := &f.Units[place[ranked.Position]], 1/float64(by.K+r+1)
			u.Ranks[v] = r + 1
			deep[ranked.Position] += share
			if r < by.Depth {
				u.Score += share
				if !admitted[ranked.Position] {
					admitted[ranked.Position] = true
					union++
				}
			}
		}
	}
	slices.SortStableFunc(f.Units, func(a, b Fused) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 || admitted[a.Position] {
			return c
		}
		return cmp.Compare(deep[b.Position], deep[a.Position])
	})
	f.Admitted = min(by.Cap, max(union, min(by.Depth, len(f.Units))))
	return f
}

// Candidates are the admitted units in fused order. Nothing else of the pool is
// shown to a controller, fills a selection, or is ranked by the method fused.
func (f Fusion) Candidates() []Fused { return f.Units[:f.Admitted:f.Admitted] }

// CandidateIDs are the evidence IDs of the candidates.
func (f Fusion) CandidateIDs() []string { return f.IDs(f.Admitted) }

// IDs are the evidence IDs of the first n units of the pool in fused order, the
// candidates before the others; fewer when there are fewer.
func (f Fusion) IDs(n int) []string {
	ids := make([]string, min(n, len(f.Units)))
	for i := range ids {
		ids[i] = f.Units[i].ID
	}
	return ids
}

// Ranked is the fused order of the candidates as a ranking.
func (f Fusion) Ranked() []Ranked {
	out := make([]Ranked, f.Admitted)
	for i, u := range f.Candidates() {
		out[i] = Ranked{u.Position, u.Score}
	}
	return out
}

// Origin is the view that ranks a unit best, and that rank from 1; of views
// that agree the first. There is none for a unit that no view matched.
func (f Fusion) Origin(u Fused) (ViewName, int) {
	best := -1
	for v, r := range u.Ranks {
		if r > 0 && (best < 0 || r < u.Ranks[best]) {
			best = v
		}
	}
	if best < 0 {
		return "", 0
	}
	return f.Views[best], u.Ranks[best]
}

package retrieval

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

// anyViews draws rankings of a pool, with anything unmatched at their ends.
func anyViews(t *rapid.T) (card.Pool, []View) {
	n := rapid.IntRange(0, 20).Draw(t, "units")
	units, positions := make([]card.Unit, n), make([]int, n)
	for i := range units {
		units[i].ID, positions[i] = fmt.Sprintf("u%d", i), i
	}
	views := make([]View, rapid.IntRange(0, 4).Draw(t, "views"))
	for v := range views {
		views[v] = View{Name: NineViews()[v], Matched: rapid.IntRange(0, n).Draw(t, "matched")}
		order := positions
		if n > 0 {
			order = rapid.Permutation(positions).Draw(t, "order")
		}
		for i, p := range order {
			views[v].Ranked = append(views[v].Ranked, Ranked{p, float64(n - i)})
		}
	}
	return card.NewPool(units), views
}

func TestFusionIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, views := anyViews(t)
		by := Fusing{K: rapid.IntRange(0, 80).Draw(t, "k"), Depth: rapid.IntRange(1, 12).Draw(t, "depth"), Cap: rapid.IntRange(1, 15).Draw(t, "cap")}
		score := map[string]float64{}
		for _, v := range views {
			for i, r := range v.Ranked[:min(v.Matched, by.Depth)] {
				score[p.Units[r.Position].ID] += 1 / float64(by.K+i+1)
			}
		}
		f := Fuse(p, views, by)
		admitted := min(max(len(score), min(by.Depth, p.Len())), by.Cap)
		if len(f.Units) != p.Len() || f.Admitted != admitted {
			t.Fatalf("%d units, %d admitted; want %d, %d", len(f.Units), f.Admitted, p.Len(), admitted)
		}
		seen := map[string]bool{}
		for i, u := range f.Units {
			if seen[u.ID] || u.ID != p.Units[u.Position].ID || math.Abs(u.Score-score[u.ID]) > 1e-15 {
				t.Fatalf("%+v, want %v", u, score[u.ID])
			}
			seen[u.ID] = true
			if i > 0 && u.Score > 0 {
				if before := f.Units[i-1]; cmp.Or(-cmp.Compare(before.Score, u.Score), cmp.Compare(before.ID, u.ID)) > 0 {
					t.Fatalf("%v comes before %v", before, u)
				}
			}
			for v, view := range views {
				at := slices.IndexFunc(view.Ranked[:view.Matched], func(r Ranked) bool { return r.Position == u.Position })
				if u.Ranks[v] != at+1 {
					t.Fatalf("%s is shown at rank %d of view %d, and stands at %d", u.ID, u.Ranks[v], v, at+1)
				}
			}
		}
	})
}

// TestCandidatesStandWithinTheDepthOfAView (paper E.1): no unit that is beyond it
// in every view, unless the views match fewer units between them; never more than
// the cap, and none that is left out before one that is in.
func TestCandidatesStandWithinTheDepthOfAView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, views := anyViews(t)
		by := Fusing{K: 60, Depth: rapid.IntRange(1, 12).Draw(t, "depth"), Cap: rapid.IntRange(1, 15).Draw(t, "cap")}
		within := func(u Fused) bool {
			return slices.ContainsFunc(u.Ranks, func(rank int) bool { return rank > 0 && rank <= by.Depth })
		}
		f := Fuse(p, views, by)
		candidates := f.Candidates()
		if len(candidates) > by.Cap {
			t.Fatalf("%d candidates over a cap of %d", len(candidates), by.Cap)
		}
		for i, u := range candidates {
			if !within(u) && i >= by.Depth {
				t.Fatalf("%s is candidate %d at ranks %v, beyond %d in every view", u.ID, i+1, u.Ranks, by.Depth)
			}
		}
		for _, u := range f.Units[len(candidates):] {
			if within(u) && len(candidates) < by.Cap {
				t.Fatalf("%s is left out at ranks %v", u.ID, u.Ranks)
			}
		}
		ids := f.CandidateIDs()
		for i, r := range f.Ranked() {
			if candidates[i].Position != r.Position || candidates[i].ID != ids[i] {
				t.Fatalf("the ranking has %+v where the candidates have %+v", r, candidates[i])
			}
		}
		if len(ids) != len(candidates) || len(f.Ranked()) != len(candidates) {
			t.Fatalf("%d candidates, %d IDs, %d ranked", len(candidates), len(ids), len(f.Ranked()))
		}
	})
}

// TestFusedRanksTheCandidates: the method, and what mmr re-orders, are the
// admitted units of a pool that is larger than a depth.
func TestFusedRanksTheCandidates(t *testing.T) {
	s := generated(87, 8)
	with := Defaults()
	with.Fusing.Depth = 5
	within := map[string]bool{}
	for _, v := range allViews(t, s) {
		for _, r := range v.Ranked[:min(5, v.Matched)] {
			within[s.Pool.Units[r.Position].ID] = true
		}
	}
	if len(within) <= 5 || len(within) >= 45 {
		t.Fatalf("the views admit %d of 87 units, so that nothing is tested", len(within))
	}
	for _, method := range []string{MethodFused, MethodMMR} {
		m, err := New(method, with)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Rank(context.Background(), s.Card, s.Pool)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Ranked) != len(within) {
			t.Errorf("%s ranks %d units, admitted are %d", method, len(got.Ranked), len(within))
		}
		for _, id := range got.Ranked {
			if !within[id] {
				t.Errorf("%s ranks %s, which stands beyond 5 in every view", method, id)
			}
		}
	}
}

// TestViewsThatMatchLittleLeaveThePoolInReach: the leading 64 of a ranking are 64
// units, or a pool that has fewer.
func TestViewsThatMatchLittleLeaveThePoolInReach(t *testing.T) {
	for _, c := range []struct{ units, matched, cap, want int }{
		{9, 0, 384, 9}, {64, 3, 384, 64}, {87, 0, 384, 64}, {87, 70, 384, 64}, {87, 3, 40, 40}, {0, 0, 384, 0},
	} {
		units, v := make([]card.Unit, c.units), View{Name: Recency, Matched: c.matched}
		for i := range units {
			units[i].ID = fmt.Sprintf("u%03d", i)
			v.Ranked = append(v.Ranked, Ranked{i, float64(c.units - i)})
		}
		by := PaperFusing()
		by.Cap = c.cap
		if got := len(Fuse(card.NewPool(units), []View{v}, by).Candidates()); got != c.want {
			t.Errorf("%+v: %d candidates", c, got)
		}
	}
}

func TestUnitsBeyondTheDepthFollow(t *testing.T) {
	p := card.NewPool([]card.Unit{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}})
	v := View{Name: Recency, Ranked: []Ranked{{3, 9}, {2, 8}, {1, 7}, {0, 0}}, Matched: 3}
	f := Fuse(p, []View{v}, Fusing{K: 60, Depth: 1, Cap: 384})
	if got := f.IDs(9); !slices.Equal(got, []string{"d", "c", "b", "a"}) || f.Admitted != 1 {
		t.Errorf("got %v, %d admitted", got, f.Admitted)
	}
	if name, rank := f.Origin(f.Units[1]); name != Recency || rank != 2 {
		t.Errorf("c comes from %s at %d", name, rank)
	}
	if name, rank := f.Origin(f.Units[3]); name != "" || rank != 0 {
		t.Errorf("a comes from %q at %d, and no view matched it", name, rank)
	}
}

func TestFusionIgnoresTheOrderOfViewsButForOrigins(t *testing.T) {
	s := generated(50, 6)
	views := allViews(t, s)
	a := Fuse(s.Pool, views, PaperFusing())
	slices.Reverse(views)
	b := Fuse(s.Pool, views, PaperFusing())
	for i := range a.Units {
		if math.Abs(a.Units[i].Score-b.Units[i].Score) > 1e-15 {
			t.Fatalf("%v and %v", a.Units[i], b.Units[i])
		}
	}
}

// bruteMMR takes the definition word for word.
func bruteMMR(base []Ranked, lambda float64, similarity func(i, j int) float64) []int {
	least, greatest := base[len(base)-1].Score, base[0].Score
	rel := map[int]float64{}
	for _, r := range base {
		rel[r.Position] = 1
		if greatest > least {
			rel[r.Position] = (r.Score - least) / (greatest - least)
		}
	}
	var taken []int
	for len(taken) < len(base) {
		best, value := -1, math.Inf(-1)
		for _, r := range base {
			if slices.Contains(taken, r.Position) {
				continue
			}
			nearest := 0.0
			for _, p := range taken {
				nearest = max(nearest, similarity(p, r.Position))
			}
			if v := float64(lambda*rel[r.Position]) - float64((1-lambda)*nearest); v > value {
				best, value = r.Position, v
			}
		}
		taken = append(taken, best)
	}
	return taken
}

func TestMMRIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewIndex(pool(rapid.SliceOfN(sentence(8), 1, 10).Draw(t, "texts")...))
		base := x.Okapi(sentence(6).Draw(t, "query")).Ranked
		lambda := rapid.Float64Range(0, 1).Draw(t, "lambda")
		var got []int
		for _, r := range MMR(base, lambda, x.Similarity) {
			got = append(got, r.Position)
		}
		if want := bruteMMR(base, lambda, x.Similarity); !slices.Equal(got, want) {
			t.Fatalf("lambda %v: got %v, want %v", lambda, got, want)
		}
	})
}

func TestLambdaOneGivesTheBaseBack(t *testing.T) {
	s := generated(87, 8)
	for _, base := range []string{MethodFused, MethodBM25, MethodDense, MethodRandom, MethodStarter} {
		with := Defaults()
		with.Base = base
		m, err := New(MethodMMR, with)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(base, with)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Rank(context.Background(), s.Card, s.Pool)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := b.Rank(context.Background(), s.Card, s.Pool)
		if !slices.Equal(got.Ranked, want.Ranked) {
			t.Errorf("over %s the ranking changed", base)
		}
	}
	if got := MMR(nil, 0.5, nil); len(got) != 0 {
		t.Errorf("nothing re-ordered is %v", got)
	}
}

func TestDiversityMovesARepeatedText(t *testing.T) {
	x := NewIndex(pool("lease expiry", "lease expiry", "lease worker queue"))
	base := x.Okapi("lease expiry").Ranked
	got := MMR(base, 0.3, x.Similarity)
	if got[0].Position != 0 || got[1].Position != 2 {
		t.Errorf("got %v", got)
	}
}

package complement

import (
	"cmp"
	"context"
	"slices"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// independent makes three calls with no set objective and no feedback (D.2): a
// selection, a wider one that does not see it, and a reranking of their union to
// a fixed size, in which no card says where it came from.
func (r *session) independent(ctx context.Context) (methods.Output, error) {
	c := r.base.with.Capacities
	first, err := r.fromLeading(ctx, methods.StageSelect, c.Propose)
	if err != nil {
		return methods.Output{}, err
	}
	second, err := r.fromLeading(ctx, methods.StageWiden, c.Expand)
	if err != nil {
		return methods.Output{}, err
	}
	union := r.among(first.Selected, second.Selected)
	want := min(c.Fixed, len(union))
	third, err := r.ask(ctx, Question{
		Stage: methods.StageRerank, Min: want, Max: want,
		Cards: sourceCards(r.in, union, c.Finalize.Characters, FromRanking),
	}, selection{want: want, shown: union})
	if err != nil {
		return methods.Output{}, err
	}
	return r.deliver(ctx, third.Selected, nil)
}

// noFeedback asks the three questions of the method with its objective, the
// second and third over static leading candidates, and fuses the proposals by
// reciprocal rank (E.2). Both variants ask the same; they differ in size.
func (r *session) noFeedback(ctx context.Context) (methods.Output, error) {
	c := r.base.with.Capacities
	first, err := r.propose(ctx)
	if err != nil {
		return methods.Output{}, err
	}
	second, err := r.fromLeading(ctx, methods.StageExpand, c.Expand)
	if err != nil {
		return methods.Output{}, err
	}
	shown := r.leading(c.Finalize.Cards)
	q := r.final(sourceCards(r.in, shown, c.Finalize.Characters, FromRanking))
	third, err := r.ask(ctx, q, selection{want: q.Max, shown: shown})
	if err != nil {
		return methods.Output{}, err
	}
	ranked := fuseProposals(first.Selected, second.Selected, third.Selected)
	size := third.Keep
	if r.base.method == MethodNoFeedback7 {
		size = c.Fixed
	}
	return r.deliver(ctx, ranked[:min(size, len(ranked))], nil)
}

// fuseProposals merges ranked lists by reciprocal rank, ties by evidence ID.
func fuseProposals(lists ...[]string) []string {
	score := make(map[string]float64)
	var ids []string
	for _, list := range lists {
		for i, id := range list {
			if _, seen := score[id]; !seen {
				ids = append(ids, id)
			}
			score[id] += 1 / float64(proposalRRF+i+1)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if by := cmp.Compare(score[b], score[a]); by != 0 {
			return by
		}
		return cmp.Compare(a, b)
	})
	return ids
}

// ssr makes one call over the leading candidates of two lexical routes, BM25
// over the need and over the state, each route's in the order of the dense view
// (D.2, with the spec's offline routes).
func (r *session) ssr(ctx context.Context) (methods.Output, error) {
	c := r.base.with.Capacities
	shown, err := r.routes(ctx)
	if err != nil {
		return methods.Output{}, err
	}
	want := min(c.SSR.IDs, len(shown))
	stage, err := r.ask(ctx, Question{
		Stage: methods.StageSSR, Min: want, Max: want, MaxTokens: c.SSRReply,
		Cards: sourceCards(r.in, shown, c.SSR.Characters, FromRanking),
	}, selection{want: want, shown: r.byFusion(shown)})
	if err != nil {
		return methods.Output{}, err
	}
	return r.deliver(ctx, stage.Selected, nil)
}

// byFusion puts units in fused order. A route reads the whole pool, so that with
// fewer views than nine it may find what the fusion does not admit: that follows.
func (r *session) byFusion(shown []string) []string {
	order := r.among(shown)
	for _, id := range shown {
		if !slices.Contains(order, id) {
			order = append(order, id)
		}
	}
	return order
}

// routes is the union of the two routes, one card of each in turn. Units that
// share no word with a query are no candidates of its route; where the union is
// then smaller than the answer, leading candidates of the fused order join it.
func (r *session) routes(ctx context.Context) ([]string, error) {
	c := r.base.with.Capacities
	dense, err := r.denseOrder(ctx)
	if err != nil {
		return nil, err
	}
	place := make(map[int]int, len(dense))
	for i, d := range dense {
		place[d.Position] = i
	}
	var routes [2][]retrieval.Ranked
	for i, query := range []string{retrieval.Question(r.in.Card), retrieval.FullState(r.in.Card)} {
		v := r.in.Index.Okapi(query)
		routes[i] = slices.Clone(v.Ranked[:min(c.SSRRoute, v.Matched)])
		slices.SortFunc(routes[i], func(a, b retrieval.Ranked) int { return cmp.Compare(place[a.Position], place[b.Position]) })
	}
	var union []string
	add := func(id string) {
		if len(union) < c.SSR.Cards && !slices.Contains(union, id) {
			union = append(union, id)
		}
	}
	for i := range c.SSRRoute {
		for _, route := range routes {
			if i < len(route) {
				add(r.in.Pool().Units[route[i].Position].ID)
			}
		}
	}
	for _, id := range r.fused {
		if len(union) >= c.SSR.IDs {
			break
		}
		add(id)
	}
	return union, nil
}

// denseOrder is the ranking of the dense view: the one that was fused, or where
// the settings leave it out, one of its own.
func (r *session) denseOrder(ctx context.Context) ([]retrieval.Ranked, error) {
	if v, ok := r.found.View(retrieval.Dense); ok {
		return v.Ranked, nil
	}
	with := r.base.with.Retrieval
	with.Views = []retrieval.ViewName{retrieval.Dense}
	found, err := r.in.Retrieve(ctx, with, r.rec)
	if err != nil {
		return nil, err
	}
	return found.Views[0].Ranked, nil
}

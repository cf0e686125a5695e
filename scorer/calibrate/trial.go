package calibrate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer"
	"suffice/scorer/methods/retrieval"
)

// candidates is one method with the settings to try, the simplest first.
type candidates struct {
	method   string
	settings []Setting
}

// plan lists what to try for every method.
func plan(o Options) ([]candidates, error) {
	out := make([]candidates, len(o.Methods))
	for i, m := range o.Methods {
		out[i].method = m
		forms := []retrieval.QueryForm{retrieval.QueryIssue, retrieval.QueryState}
		if m != retrieval.MethodMMR {
			for _, q := range forms {
				out[i].settings = append(out[i].settings, Setting{Query: q})
			}
		} else {
			if !asks(o.Settings.Base) {
				forms = []retrieval.QueryForm{""} // its base has queries of its own
			}
			for _, q := range forms {
				for _, l := range o.Lambdas {
					out[i].settings = append(out[i].settings, Setting{Query: q, Lambda: &l})
				}
			}
		}
		for _, s := range out[i].settings {
			if _, err := retrieval.New(m, s.on(o.Settings)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// asks reports whether the method takes a query form.
func asks(method string) bool {
	switch method {
	case retrieval.MethodBM25, retrieval.MethodTFIDFWord, retrieval.MethodTFIDFChar, retrieval.MethodDense:
		return true
	}
	return false
}

// on is the settings with this one's values in them.
func (s Setting) on(with retrieval.Settings) retrieval.Settings {
	if s.Query != "" {
		with.Query = s.Query
	}
	if s.Lambda != nil {
		with.Lambda = *s.Lambda
	}
	with.Limit = 0
	return with
}

// judged is a state of the subset, and what every setting scored on it.
type judged struct {
	cert   certificate.Certificate
	card   card.State
	scores [][]scorer.Scores // by method, then by setting
}

// readSubset reads the public side of every state of the subset. States whose
// certificate cannot be scored are left out, and named.
func readSubset(ctx context.Context, certs []certificate.Certificate, load func(context.Context, string) (card.State, error), jobs int) ([]judged, []string, error) {
	all, faulty := make([]judged, len(certs)), make([]string, len(certs))
	err := each(ctx, len(certs), jobs, func(ctx context.Context, i int) error {
		c := certs[i]
		s, err := load(ctx, c.State)
		if err != nil {
			return fmt.Errorf("read state %q: %w", c.State, err)
		}
		if faults := certificate.Faults(c, s.Card, &s.Pool, card.Observe(s)); len(faults) > 0 {
			faulty[i] = faults[0].Text
		}
		all[i] = judged{cert: c, card: s}
		return nil
	})
	out, excluded, why := all[:0], []string{}, ""
	for i, j := range all {
		if faulty[i] != "" {
			excluded, why = append(excluded, j.cert.State), faulty[i]
		} else {
			out = append(out, j)
		}
	}
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("none of the %d certificates of the subset can be scored; that of state %q: %s", len(certs), excluded[len(excluded)-1], why)
	}
	return out, excluded, err
}

// judge ranks and scores every state of the subset.
func judge(ctx context.Context, states []judged, plans []candidates, o Options) error {
	var mu sync.Mutex
	done := 0
	return each(ctx, len(states), o.Jobs, func(ctx context.Context, i int) error {
		if err := states[i].judge(ctx, plans, o.Settings); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		if o.Progress != nil {
			o.Progress(done, len(states))
		}
		return nil
	})
}

// judge ranks the state by every setting of every method.
func (j *judged) judge(ctx context.Context, plans []candidates, with retrieval.Settings) error {
	standard := scorer.NewStandard(j.cert, []int{Cutoff}, scorer.ReferenceIdeal)
	index := retrieval.NewIndex(j.card.Pool)
	var tally scorer.Tally
	j.scores = make([][]scorer.Scores, len(plans))
	for i, p := range plans {
		rankings, err := p.rank(ctx, j.card.Card, index, with)
		if err != nil {
			return fmt.Errorf("rank state %q by %s: %w", j.cert.State, p.method, err)
		}
		j.scores[i] = make([]scorer.Scores, len(rankings))
		for n, ranked := range rankings {
			tally.Score(standard, index.IDs(ranked[:min(Cutoff, len(ranked))]), j.scores[i][n:n+1])
		}
	}
	return nil
}

// each calls do for 0 to n-1, so many at a time. The first error ends it.
func each(ctx context.Context, n, jobs int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Go(func() {
			for i := range next {
				if context.Cause(ctx) != nil {
					continue
				}
				if err := do(ctx, i); err != nil {
					cancel(err) // the first one stays
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}

// rank is the ranking by every setting. MMR re-orders one base ranking with
// every lambda, as its ranker would.
func (p candidates) rank(ctx context.Context, s card.StateCard, x *retrieval.Index, with retrieval.Settings) ([][]retrieval.Ranked, error) {
	out := make([][]retrieval.Ranked, len(p.settings))
	var base []retrieval.Ranked
	for i, set := range p.settings {
		on, method := set.on(with), p.method
		if method == retrieval.MethodMMR {
			method = on.Base
		}
		if set.Lambda == nil || i == 0 || p.settings[i-1].Query != set.Query {
			r, err := retrieval.New(method, on)
			if err != nil {
				return nil, err
			}
			if base, err = r.Order(ctx, s, x); err != nil {
				return nil, err
			}
		}
		out[i] = base
		if set.Lambda != nil {
			out[i] = retrieval.MMR(base, *set.Lambda, x.Similarity)
		}
	}
	return out, nil
}

// choose adds the states up and picks a setting.
func (p candidates) choose(states []judged, at int, with retrieval.Settings) (Choice, error) {
	c := Choice{Method: p.method}
	ids := make([]string, len(states))
	for i, s := range states {
		ids[i] = s.cert.State
	}
	for n, set := range p.settings {
		rows := make([]scorer.Row, len(states))
		for i, s := range states {
			rows[i] = scorer.Row{State: s.cert.State, Method: p.method, Scores: s.scores[at][n : n+1]}
		}
		sum := scorer.Summarize(rows, ids, []int{Cutoff})[0]
		c.Trials = append(c.Trials, Trial{Setting: set, Completed: sum.Completed[0], States: sum.States, GroupRecall: sum.Mean[0][scorer.GroupRecall]})
	}
	c.Setting = c.Trials[best(c.Trials)].Setting
	r, err := retrieval.New(p.method, c.Setting.on(with))
	if err != nil {
		return Choice{}, err
	}
	c.Identity = r.Identity()
	return c, nil
}

// best is the position of the trial that wins; of equals the first, which is
// the simplest.
func best(trials []Trial) int {
	best := 0
	for i, t := range trials {
		if b := trials[best]; t.Completed > b.Completed || t.Completed == b.Completed && t.GroupRecall > b.GroupRecall {
			best = i
		}
	}
	return best
}

// hashLines is the SHA-256 of lines, each ended by LF.
func hashLines(lines []string) string {
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

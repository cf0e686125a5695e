package calibrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
)

// world is a labelled split in memory.
type world struct {
	certs  []certificate.Certificate
	states map[string]card.State

	mu   sync.Mutex
	read map[string]int // how often each state was loaded
}

func (w *world) split() Split {
	return Split{Certificates: w.certs, Load: func(_ context.Context, id string) (card.State, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.read[id]++
		s, ok := w.states[id]
		if !ok {
			return card.State{}, fmt.Errorf("there is no state %q", id)
		}
		return s, nil
	}}
}

// newWorld makes states in which the issue names one unit and the rest of the
// card another one, with eight units of noise that both name a little. answer
// tells which of the two a state accepts.
func newWorld(n int, answer func(i int) string) *world {
	w := &world{states: map[string]card.State{}, read: map[string]int{}}
	for i := range n {
		id := fmt.Sprintf("s%03d", i)
		s := card.State{Card: card.StateCard{
			ID: id, Repo: fmt.Sprintf("owner/repo%d", i%4), Issue: "the lantern lantern flickers",
			Need: "where harbour harbour harbour is dredged", Hypothesis: "harbour harbour", Subgoal: "harbour harbour",
		}}
		units := []card.Unit{
			{ID: "u-issue", Path: "a.py", Text: "lantern lantern lantern flickers"},
			{ID: "u-state", Path: "b.py", Text: "harbour harbour harbour harbour harbour dredged"},
		}
		for j := range 8 {
			units = append(units, card.Unit{ID: fmt.Sprintf("u-noise%d", j), Path: fmt.Sprintf("n%d.py", j), Text: fmt.Sprintf("lantern harbour other%d words%d", j, j)})
		}
		s.Pool = card.NewPool(units)
		w.states[id] = s
		w.certs = append(w.certs, labelled(id, answer(i)))
	}
	return w
}

func labelled(state string, accepted ...string) certificate.Certificate {
	c := certificate.Certificate{State: state}
	for _, id := range accepted {
		c.Groups = append(c.Groups, certificate.Group{Role: "role " + id, Acceptable: []string{id}, Threshold: 1, Weight: 1})
	}
	return c
}

func options() Options {
	return Options{Settings: retrieval.Defaults(), Seed: 7}
}

func choose(t *testing.T, w *world, o Options) Frozen {
	t.Helper()
	f, err := Choose(context.Background(), w.split(), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestQueryFormIsTheOneThatCompletesMoreStates(t *testing.T) {
	for _, form := range []retrieval.QueryForm{retrieval.QueryIssue, retrieval.QueryState} {
		// Ten units in the pool, and only the query that names the answer often
		// brings it before the noise: bury the other one below five.
		w := newWorld(12, func(int) string { return "u-" + string(form) })
		for id, s := range w.states {
			for i := range s.Pool.Units {
				if u := &s.Pool.Units[i]; strings.HasPrefix(u.ID, "u-noise") {
					u.Text = map[retrieval.QueryForm]string{retrieval.QueryIssue: "harbour harbour harbour dredged where", retrieval.QueryState: "lantern lantern flickers the"}[form]
				}
			}
			w.states[id] = card.State{Card: s.Card, Pool: card.NewPool(s.Pool.Units)}
		}
		o := options()
		o.Methods = []string{retrieval.MethodBM25}
		f := choose(t, w, o)
		c, _ := f.Choice(retrieval.MethodBM25)
		if c.Setting.Query != form {
			t.Errorf("answers that the %s names: query %s was chosen of %+v", form, c.Setting.Query, c.Trials)
		}
	}
}

func TestOfEqualsTheSimplestIsChosen(t *testing.T) {
	w := newWorld(6, func(i int) string { return "u-state" })
	for id, s := range w.states { // a pool of five: every ranking completes
		w.states[id] = card.State{Card: s.Card, Pool: card.NewPool(s.Pool.Units[:5])}
	}
	o := options()
	o.Lambdas = []float64{0.25, 1, 0.5}
	f := choose(t, w, o)
	for _, c := range f.Choices {
		want := Setting{Query: retrieval.QueryIssue}
		if c.Method == retrieval.MethodMMR {
			one := 1.0
			want = Setting{Lambda: &one}
		}
		if !c.Setting.equal(want) {
			t.Errorf("%s: %s was chosen where all settings complete everything; want %s", c.Method, c.Setting, want)
		}
	}
}

func TestGroupRecallDecidesBetweenEquallyCompleteSettings(t *testing.T) {
	trials := []Trial{
		{Completed: 3, States: 9, GroupRecall: 0.5},
		{Completed: 3, States: 9, GroupRecall: 0.6},
		{Completed: 2, States: 9, GroupRecall: 0.9},
		{Completed: 3, States: 9, GroupRecall: 0.6},
	}
	if got := best(trials); got != 1 {
		t.Errorf("trial %d was chosen; want 1, the first of the greatest recall among the most complete", got)
	}
}

func TestTrialsAreWhatTheRankersReturn(t *testing.T) {
	w := newWorld(5, func(i int) string { return "u-issue" })
	o, err := options().filled()
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range []string{retrieval.MethodFused, retrieval.MethodBM25} {
		o.Settings.Base = base
		plans, err := plan(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plans {
			for id, s := range w.states {
				x := retrieval.NewIndex(s.Pool)
				rankings, err := p.rank(context.Background(), s.Card, x, o.Settings)
				if err != nil {
					t.Fatal(err)
				}
				for i, set := range p.settings {
					r, err := retrieval.New(p.method, set.on(o.Settings))
					if err != nil {
						t.Fatal(err)
					}
					want, err := r.RankIndexed(context.Background(), s.Card, x)
					if err != nil {
						t.Fatal(err)
					}
					if got := x.IDs(rankings[i]); !slices.Equal(got, want.Ranked) {
						t.Errorf("%s over %s on %s, %s: tried %v; the method returns %v", p.method, base, id, set, got, want.Ranked)
					}
				}
			}
		}
	}
}

func TestSubsetIsSeededAndStable(t *testing.T) {
	w := newWorld(40, func(i int) string { return "u-state" })
	ids := func(certs []certificate.Certificate) (out []string) {
		for _, c := range certs {
			out = append(out, c.State)
		}
		return out
	}
	ten, err := draw(w.certs, 10, 7)
	if err != nil {
		t.Fatal(err)
	}
	turned := slices.Clone(w.certs)
	slices.Reverse(turned)
	again, _ := draw(turned, 10, 7)
	if !slices.Equal(ids(ten), ids(again)) {
		t.Errorf("the order of the file changed the subset: %v and %v", ids(ten), ids(again))
	}
	if !slices.IsSorted(ids(ten)) || len(ten) != 10 {
		t.Errorf("the subset is %v; want ten states by ID", ids(ten))
	}
	other, _ := draw(w.certs, 10, 8)
	if slices.Equal(ids(ten), ids(other)) {
		t.Errorf("seeds 7 and 8 draw the same ten of forty: %v", ids(ten))
	}
	twenty, _ := draw(w.certs, 20, 7)
	for _, id := range ids(ten) {
		if !slices.Contains(ids(twenty), id) {
			t.Errorf("%s is among the first ten and not among the first twenty", id)
		}
	}
	all, _ := draw(w.certs, 75, 7)
	if len(all) != 40 {
		t.Errorf("75 of 40 states drew %d; want all", len(all))
	}
	if _, err := draw(append(turned, turned[0]), 10, 7); err == nil || !strings.Contains(err.Error(), "two certificates") {
		t.Errorf("a state with two certificates: %v", err)
	}
}

func TestOnlyTheSubsetIsReadAndEachStateOnce(t *testing.T) {
	w := newWorld(30, func(i int) string { return "u-state" })
	o := options()
	o.States, o.Methods = 8, []string{retrieval.MethodTFIDFWord}
	var told []int
	o.Progress = func(done, total int) {
		if total != 8 {
			t.Errorf("progress tells of %d states; want 8", total)
		}
		told = append(told, done)
	}
	f := choose(t, w, o)
	if len(f.Drawn) != 8 || len(w.read) != 8 {
		t.Errorf("%d states drawn, %d read; want 8 of each", len(f.Drawn), len(w.read))
	}
	for id, n := range w.read {
		if n != 1 || !slices.Contains(f.Drawn, id) {
			t.Errorf("%s was read %d times; it is drawn: %v", id, n, slices.Contains(f.Drawn, id))
		}
	}
	if !slices.Equal(told, []int{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("progress told %v", told)
	}
}

func TestSameBytesOnAnyNumberOfCores(t *testing.T) {
	w := newWorld(17, func(i int) string { return []string{"u-issue", "u-state", "u-noise3"}[i%3] })
	var first []byte
	for _, jobs := range []int{1, 2, 7, 64} {
		o := options()
		o.Jobs = jobs
		got := choose(t, w, o).Encode()
		if first == nil {
			first = got
		}
		if string(got) != string(first) {
			t.Errorf("with %d jobs:\n%s\nwith one:\n%s", jobs, got, first)
		}
	}
}

func TestOverlappingRepositoriesAreRefusedBeforeRanking(t *testing.T) {
	w := newWorld(8, func(i int) string { return "u-state" })
	o := options()
	o.Evaluation = []string{"owner/repo1", "owner/repo9"}
	o.Progress = func(int, int) { t.Error("a state was ranked though the subset overlaps") }
	_, err := Choose(context.Background(), w.split(), o)
	var overlap *OverlapError
	if !errors.As(err, &overlap) {
		t.Fatalf("an overlapping subset: %v", err)
	}
	if !slices.Equal(overlap.Repositories, []string{"owner/repo1"}) || !slices.Equal(overlap.States, []string{"s001", "s005"}) {
		t.Errorf("overlap is %+v", overlap)
	}
	if !strings.Contains(err.Error(), "2 states of the subset come from repositories that are evaluated: owner/repo1") {
		t.Errorf("the sentence is %q", err)
	}

	o.Evaluation, o.Progress = []string{"owner/else"}, nil
	if f := choose(t, w, o); !slices.Equal(f.Evaluation, o.Evaluation) {
		t.Errorf("disjoint from %v is not recorded: %v", o.Evaluation, f.Evaluation)
	}
	o.Evaluation = []string{}
	if f := choose(t, w, o); f.Evaluation == nil {
		t.Error("a check against no repository is recorded as none made")
	}

	nameless := w.states["s003"]
	nameless.Card.Repo = ""
	w.states["s003"] = nameless
	if _, err := Choose(context.Background(), w.split(), o); !errors.As(err, &overlap) || !slices.Equal(overlap.Unknown, []string{"s003"}) {
		t.Errorf("a state of no known repository: %v", err)
	}
	o.Evaluation = nil
	if f := choose(t, w, o); f.Evaluation != nil {
		t.Errorf("no check was asked for; recorded is %v", f.Evaluation)
	}
}

func TestWhatCannotBeCalibratedIsRefused(t *testing.T) {
	broken := newWorld(3, func(i int) string { return "u-nowhere" })
	lost := newWorld(3, func(i int) string { return "u-state" })
	delete(lost.states, "s002")
	for name, c := range map[string]struct {
		w    *world
		with func(*Options)
		want string
	}{
		"no labels":          {&world{read: map[string]int{}}, nil, "calibration needs labelled states"},
		"unscorable":         {broken, nil, `none of the 3 certificates of the subset can be scored; that of state "s002"`},
		"lost state":         {lost, nil, `read state "s002"`},
		"unknown method":     {nil, func(o *Options) { o.Methods = []string{"fused"} }, `method "fused" has nothing to calibrate; choose from bm25`},
		"method twice":       {nil, func(o *Options) { o.Methods = []string{"bm25", "bm25"} }, "bm25 is named twice"},
		"no method":          {nil, func(o *Options) { o.Methods = []string{} }, "no method is named"},
		"lambda beyond":      {nil, func(o *Options) { o.Lambdas = []float64{1.5} }, "lambda 1.5; it lies between 0 and 1"},
		"no lambda":          {nil, func(o *Options) { o.Lambdas = []float64{} }, "no lambda is given"},
		"negative":           {nil, func(o *Options) { o.States = -1 }, "cannot have -1 states"},
		"base that is not":   {nil, func(o *Options) { o.Settings.Base = "mmr" }, "cannot be its own base"},
		"dense, no embedder": {nil, func(o *Options) { o.Settings.Embedder = nil }, "the dense view has no embedder"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.w == nil {
				c.w = newWorld(3, func(i int) string { return "u-state" })
			}
			o := options()
			if c.with != nil {
				c.with(&o)
			}
			if _, err := Choose(context.Background(), c.w.split(), o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v; want one with %q", err, c.want)
			}
		})
	}
}

func TestCertificatesThatCannotBeScoredAreExcludedAndNamed(t *testing.T) {
	w := newWorld(5, func(i int) string { return "u-state" })
	w.certs[1] = labelled("s001", "u-nowhere")
	f := choose(t, w, options())
	if !slices.Equal(f.Drawn, []string{"s000", "s002", "s003", "s004"}) || !slices.Equal(f.Excluded, []string{"s001"}) {
		t.Errorf("drawn are %v, excluded %v", f.Drawn, f.Excluded)
	}
	for _, c := range f.Choices {
		if c.Trials[0].States != 4 {
			t.Errorf("%s was tried on %d states; want 4", c.Method, c.Trials[0].States)
		}
	}
	if text := f.Table().String(); !strings.Contains(text, "4 (1 excluded)") || !strings.Contains(text, "1 state (s001)") {
		t.Errorf("the table does not name the state:\n%s", text)
	}
}

func TestCancelledWorkEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	w := newWorld(20, func(i int) string { return "u-state" })
	stop := errors.New("stopped by hand")
	o := options()
	o.Progress = func(int, int) { cancel(stop) }
	if _, err := Choose(ctx, w.split(), o); !errors.Is(err, stop) {
		t.Errorf("a cancelled calibration ended with %v", err)
	}
}

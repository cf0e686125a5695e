package complement

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

func TestIndependentSimilarity(t *testing.T) {
	s := generatedOf(150, 700, 11)
	f := fusedIDs(t, s)
	with, c := withScript(lastFirst)
	out, _ := ran(t, made(t, MethodIndependent, with), s)

	first := c.stage(t, methods.StageSelect)
	same(t, "the first call sees", cardIDs(first.Cards), f[:80])
	asksFor(t, first, 8, 8)
	second := c.stage(t, methods.StageWiden)
	same(t, "the second call sees", cardIDs(second.Cards), f[:120])
	asksFor(t, second, 48, 48)
	third := c.stage(t, methods.StageRerank)
	union := slices.Concat(f[72:80], f[72:120])
	slices.SortFunc(union, func(a, b string) int { return cmp.Compare(slices.Index(f, a), slices.Index(f, b)) })
	union = slices.Compact(union)
	same(t, "the third call sees their union in fused order", cardIDs(third.Cards), union)
	asksFor(t, third, 7, 7)
	for _, q := range c.asked {
		tagged(t, q.Cards, FromRanking, len(q.Cards))
		if q.MinKeep != 0 || q.MaxKeep != 0 {
			t.Errorf("stage %s asks for a size", q.Stage)
		}
	}
	if first.Cards[0].Text == second.Cards[0].Text || second.Cards[0].Text == third.Cards[0].Text {
		t.Error("the stages do not show 760, 280 and 620 characters")
	}
	same(t, "the output is exactly the third answer", out.Ranked, reversed(union[len(union)-7:]))
}

// TestNoFeedback: stages two and three ask the same whatever was answered
// before, and the three proposals are fused.
func TestNoFeedback(t *testing.T) {
	s := generatedOf(150, 300, 12)
	f := fusedIDs(t, s)
	for method, size := range map[string]int{MethodNoFeedback7: 7, MethodNoFeedback: 5} {
		with, c := withScript(lastFirst)
		out, _ := ran(t, made(t, method, with), s)
		same(t, "propose sees", cardIDs(c.stage(t, methods.StagePropose).Cards), f[:80])
		same(t, "expand sees", cardIDs(c.stage(t, methods.StageExpand).Cards), f[:120])
		same(t, "finalize sees", cardIDs(c.stage(t, methods.StageFinalize).Cards), f[:120])
		asksFor(t, c.stage(t, methods.StageExpand), 48, 48)
		for _, q := range c.asked {
			tagged(t, q.Cards, FromRanking, len(q.Cards))
		}
		// Units 113 to 120 stand in two proposals, at ranks 1 to 8 of both.
		same(t, method+" returns", out.Ranked, reversed(f[112:120])[:size])

		otherwise, d := withScript(func(q Question) (string, error) {
			if q.Stage == methods.StagePropose {
				return FormatAnswer(q.Stage, Answer{IDs: f[3:11]}), nil
			}
			return lastFirst(q)
		})
		ran(t, made(t, method, otherwise), s)
		for _, stage := range []string{methods.StageExpand, methods.StageFinalize} {
			if c.stage(t, stage).Hash() != d.stage(t, stage).Hash() {
				t.Errorf("%s: stage %s depends on what was proposed", method, stage)
			}
		}
	}
}

// TestFeedback is the counterpart: in the method itself later stages do depend
// on what was proposed.
func TestFeedback(t *testing.T) {
	s := generatedOf(150, 300, 12)
	f := fusedIDs(t, s)
	with, c := withScript(lastFirst)
	ran(t, made(t, MethodComplement, with), s)
	otherwise, d := withScript(func(q Question) (string, error) {
		if q.Stage == methods.StagePropose {
			return FormatAnswer(q.Stage, Answer{IDs: f[3:11]}), nil
		}
		return lastFirst(q)
	})
	ran(t, made(t, MethodComplement, otherwise), s)
	for _, stage := range []string{methods.StageExpand, methods.StageFinalize} {
		if c.stage(t, stage).Hash() == d.stage(t, stage).Hash() {
			t.Errorf("stage %s does not see what was proposed", stage)
		}
	}
}

func TestProposalsAreFused(t *testing.T) {
	got := fuseProposals([]string{"d", "b", "a"}, []string{"b", "c"}, []string{"e", "b"})
	// b: 1/62 + 1/61 + 1/62; d and e: 1/61 each, by ID; c: 1/62; a: 1/63.
	same(t, "fused", got, []string{"b", "d", "e", "c", "a"})
	if got := fuseProposals(nil, nil, nil); len(got) != 0 {
		t.Errorf("nothing fuses to %v", got)
	}
}

func TestSSR(t *testing.T) {
	s := generatedOf(90, 2300, 13)
	s.Card.Need = s.Card.Issue // a need of many words, which many units share
	in := methods.NewInput(s, counter)
	views, err := in.Index.Views(context.Background(), s.Card, retrieval.Latent{}, retrieval.BM25Question, retrieval.BM25State, retrieval.Dense)
	if err != nil {
		t.Fatal(err)
	}
	dense := in.Index.IDs(views[2].Ranked)
	var routes [2][]string
	for i := range routes {
		if views[i].Matched < 10 {
			t.Fatalf("route %d has %d units", i+1, views[i].Matched)
		}
		routes[i] = in.Index.IDs(views[i].Ranked[:10])
		slices.SortFunc(routes[i], func(a, b string) int { return cmp.Compare(slices.Index(dense, a), slices.Index(dense, b)) })
	}
	var want []string
	for i := range 10 {
		for _, route := range routes {
			if !slices.Contains(want, route[i]) {
				want = append(want, route[i])
			}
		}
	}
	with, c := withScript(lastFirst)
	out, _ := ran(t, made(t, MethodSSR, with), s)
	q := c.stage(t, methods.StageSSR)
	if len(c.asked) != 1 || q.MaxTokens != 2400 {
		t.Errorf("%d calls, a response of %d tokens", len(c.asked), q.MaxTokens)
	}
	same(t, "the call sees", cardIDs(q.Cards), want)
	asksFor(t, q, 5, 5)
	same(t, "the output", out.Ranked, reversed(want[len(want)-5:]))
	for _, shown := range q.Cards {
		if n := len([]rune(shown.Header() + "\n" + shown.Text)); n != 1600 {
			t.Errorf("a card has %d characters", n)
		}
	}
	with.Retrieval.Views = []retrieval.ViewName{retrieval.BM25State}
	again, _ := ran(t, made(t, MethodSSR, with), s)
	same(t, "without the dense view in the fusion", again.Ranked, out.Ranked)
	with.Retrieval.Views, with.Retrieval.Fusing.Cap = []retrieval.ViewName{retrieval.Recency}, 1
	again, _ = ran(t, made(t, MethodSSR, with), s)
	same(t, "with routes beyond the fusion", again.Ranked, out.Ranked)
	if stage := again.Stages[0]; stage.Normalized || stage.Unknown > 0 {
		t.Errorf("cards that were shown count as unknown: %+v", stage)
	}
}

// TestSSRWithNothingToAskFor fills up from the fused order, which ranks by what
// else there is.
func TestSSRWithNothingToAskFor(t *testing.T) {
	s := generatedOf(20, 300, 14)
	s.Card.Need, s.Card.Issue, s.Card.Subgoal, s.Card.Hypothesis, s.Card.Observation = "", "", "", "", ""
	s.Card.OpenedFiles, s.Card.Queries = nil, nil
	with, c := withScript(lastFirst)
	out, _ := ran(t, made(t, MethodSSR, with), s)
	same(t, "the call sees", cardIDs(c.stage(t, methods.StageSSR).Cards), fusedIDs(t, s)[:5])
	if len(out.Ranked) != 5 {
		t.Errorf("%d units", len(out.Ranked))
	}
}

// ordering is a reranker that says what it is told to.
type ordering struct {
	say   func(attempt int, docs []string) ([]int, error)
	query string
	docs  []string
	calls int
	asked []int // the attempts as they were numbered
}

func (o *ordering) Name() string  { return "scripted" }
func (o *ordering) Identity() any { return map[string]string{"model": "rerank-1"} }
func (o *ordering) Rerank(_ context.Context, attempt int, query string, docs []string) ([]int, methods.ModelCall, error) {
	o.calls++
	o.asked = append(o.asked, attempt)
	o.query, o.docs = query, docs
	positions, err := o.say(o.calls, docs)
	return positions, methods.ModelCall{Model: "rerank-1"}, err
}

func backwards(_ int, docs []string) ([]int, error) {
	out := make([]int, len(docs))
	for i := range out {
		out[i] = len(docs) - 1 - i
	}
	return out, nil
}

func TestRerank(t *testing.T) {
	s := generatedOf(120, 300, 15)
	found, err := methods.NewInput(s, counter).Dense(context.Background(), Defaults().Retrieval, &tape{})
	if err != nil {
		t.Fatal(err)
	}
	dense := retrieval.NewIndex(s.Pool).IDs(found.Views[0].Ranked)[:100]
	unread := func(int, []string) ([]int, error) { return nil, ErrUnusableAnswer }
	cases := []struct {
		name string
		say  func(int, []string) ([]int, error)
		want []string
		is   methods.Stage
	}{
		{"in full", backwards, reversed(dense), methods.Stage{Attempts: 1}},
		{"leading ones", func(int, []string) ([]int, error) { return []int{5, 3}, nil },
			slices.Concat([]string{dense[5], dense[3]}, rest(dense, []string{dense[5], dense[3]})), methods.Stage{Attempts: 1, Normalized: true, Filled: 98}},
		{"nonsense", func(int, []string) ([]int, error) { return []int{-1, 100, 2, 2}, nil },
			slices.Concat(dense[2:3], dense[:2], dense[3:]), methods.Stage{Attempts: 1, Normalized: true, Unknown: 2, Repeated: 1, Filled: 99}},
		{"unreadable once", func(n int, docs []string) ([]int, error) {
			if n == 1 {
				return unread(n, docs)
			}
			return backwards(n, docs)
		}, reversed(dense), methods.Stage{Attempts: 2}},
		{"unreadable", unread, dense, methods.Stage{Attempts: 3, Fallback: true, Filled: 100}},
	}
	for _, c := range cases {
		with, by := Defaults(), &ordering{say: c.say}
		with.Reranker = by
		out, tape := ran(t, made(t, MethodRerank, with), s)
		same(t, c.name, out.Ranked, c.want)
		c.is.Name, c.is.Shown = methods.StageRerank, 100
		if got := out.Stages[0]; !equalButSelected(got, c.is) {
			t.Errorf("%s: %+v", c.name, got)
		}
		if by.query != retrieval.FullState(s.Card) || by.docs[0] != retrieval.Document(*s.Pool.Unit(dense[0])) {
			t.Errorf("%s: the reranker is asked something else", c.name)
		}
		if want := []int{1, 2, 3}[:c.is.Attempts]; !slices.Equal(by.asked, want) {
			t.Errorf("%s: attempts %v; want %v", c.name, by.asked, want)
		}
		if got := bodies[methods.ModelCall](tape); len(got) != c.is.Attempts || got[0].Service != "rerank" || len(got[0].RequestHash) != 64 {
			t.Errorf("%s: recorded %+v", c.name, got)
		}
		if n := len(bodies[methods.Reading](tape)); n != 100 || out.Controller != "scripted" {
			t.Errorf("%s: %d readings by %q", c.name, n, out.Controller)
		}
	}
	with := Defaults()
	with.Reranker = &ordering{say: func(int, []string) ([]int, error) { return nil, errLine }}
	var failure *ControllerError
	if _, err := made(t, MethodRerank, with).Run(context.Background(), methods.NewInput(s, counter), &tape{}); !errors.As(err, &failure) || failure.Service != "rerank" {
		t.Errorf("%v", err)
	}
	with.Reranker = &ordering{say: backwards}
	if out, _ := ran(t, made(t, MethodRerank, with), generatedOf(0, 10, 16)); len(out.Ranked) != 0 {
		t.Errorf("an empty pool gives %v", out.Ranked)
	}
}

func TestDerived(t *testing.T) {
	s := generatedOf(150, 300, 17)
	f := fusedIDs(t, s)
	with, c := withScript(lastFirst)
	recorded, _ := ran(t, made(t, MethodComplement, with), s)
	asked := len(c.asked)
	in := methods.NewInput(s, counter)
	want := map[string][]string{MethodSingleStage: reversed(f[72:80]), MethodFixedTop8: recorded.Stages[2].Selected}
	for name, ranked := range want {
		d, ok := made(t, name, with).(methods.Derived)
		if !ok || d.From() != MethodComplement || d.ID() != name {
			t.Fatalf("%s is not derived", name)
		}
		out, err := d.Derive(in, recorded)
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, out.Ranked, ranked)
		if out.Controller != "scripted" || out.Tokens == 0 || len(out.Stages) != map[string]int{MethodSingleStage: 1, MethodFixedTop8: 3}[name] {
			t.Errorf("%s: %+v", name, out)
		}
		var alone *DerivedError
		if _, err := d.Run(context.Background(), in, &tape{}); !errors.As(err, &alone) || !strings.Contains(err.Error(), MethodComplement) {
			t.Errorf("%s runs by itself: %v", name, err)
		}
		if _, err := d.Derive(in, methods.Output{Ranked: ranked}); err == nil {
			t.Errorf("%s is derived from an output without stages", name)
		}
		if _, err := d.Derive(methods.NewInput(generatedOf(20, 100, 18), counter), recorded); err == nil {
			t.Errorf("%s is derived from the output of another state", name)
		}
		narrow := with
		narrow.Ceiling = out.Tokens - 1
		cut, err := made(t, name, narrow).(methods.Derived).Derive(in, recorded)
		if err != nil || len(cut.Ranked) != 7 {
			t.Errorf("%s under a ceiling: %d units, %v", name, len(cut.Ranked), err)
		}
	}
	if len(c.asked) != asked {
		t.Error("a derived method asks")
	}
	if got := recorded.Ranked; !slices.Equal(got, recorded.Stages[2].Selected[:len(got)]) {
		t.Error("fixed_top8 does not keep the first units of mss_complement")
	}
	// The record may have been written and read in between.
	b, err := json.Marshal(recorded)
	if err != nil {
		t.Fatal(err)
	}
	var read methods.Output
	if err := json.Unmarshal(b, &read); err != nil {
		t.Fatal(err)
	}
	out, err := made(t, MethodSingleStage, with).(methods.Derived).Derive(in, read)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "from a written record", out.Ranked, want[MethodSingleStage])
}

package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/offline"
	"suffice/scorer/methods/retrieval"
)

// server is a controller, an embedder and a reranker behind a network that
// counts: every answer differs from the one before, so that none can be worked
// out again. In a replay it asks the player, as such a controller must.
type server struct {
	asked atomic.Int32
	model string // changes what is asked
}

func (s *server) Name() string  { return "openai" }
func (s *server) Identity() any { return "a server" }

// reply is the recorded exchange, or a new one.
func (s *server) reply(ctx context.Context, call methods.ModelCall, answer func(n int) (string, error)) (methods.ModelCall, error) {
	call.Controller, call.Model = "openai", "m"
	if p := methods.PlayerFrom(ctx); p != nil {
		got, ok := p.Play(call)
		switch {
		case !ok:
			return call, fmt.Errorf("not recorded: %w", complement.ErrPermanent)
		case got.Error != "":
			return got, errors.New(got.Error)
		}
		return got, nil
	}
	text, err := answer(int(s.asked.Add(1)))
	call.Response = text
	if err != nil {
		call.Error = err.Error()
	}
	return call, err
}

// Ask answers now and then with an error, with nonsense, or with units that
// depend on how often it was asked.
func (s *server) Ask(ctx context.Context, q complement.Question) (methods.ModelCall, error) {
	call := methods.ModelCall{Service: "chat", Stage: q.Stage, Attempt: q.Attempt, RequestHash: hashOf([]byte(s.model + q.Hash()))}
	return s.reply(ctx, call, func(n int) (string, error) {
		switch {
		case n%7 == 3:
			return "", errors.New("the connection was cut")
		case n%5 == 4, q.Method == complement.MethodSSR && q.State.ID == "made-003":
			return "I cannot say.", nil
		}
		var ids []string
		for i := range min(q.Max, len(q.Cards)) {
			ids = append(ids, fmt.Sprintf("%q", q.Cards[(i+n)%len(q.Cards)].ID))
		}
		list := strings.Join(ids, ",")
		if q.Stage == methods.StageFinalize {
			return fmt.Sprintf(`{"ranked_ids":[%s],"keep":%d}`, list, 4+n%5), nil
		}
		return fmt.Sprintf(`{"ids":[%s],"evidence_ids":[%s]}`, list, list), nil
	})
}

// vectors is the embedder of the server.
type vectors struct{ *server }

func (v vectors) Name() string { return "embeds" }

func (v vectors) Embed(ctx context.Context, x *retrieval.Index, query string) ([][]float64, []float64, error) {
	call := methods.ModelCall{Service: "embeddings", Attempt: 1, RequestHash: hashOf([]byte(v.model + query))}
	call, err := v.reply(ctx, call, func(n int) (string, error) { return strings.Repeat("x", 1+n%9), nil })
	if told := methods.RecorderFrom(ctx).Record(methods.Event{Kind: methods.ModelCalled, Body: call}); told != nil {
		return nil, nil, told
	}
	if err != nil {
		return nil, nil, err
	}
	var units [][]float64
	for i := range x.Len() {
		units = append(units, []float64{float64(i%len(call.Response)) + 1, float64(i)})
	}
	return units, []float64{1, float64(len(call.Response))}, nil
}

// scores is the reranker of the server: it turns the documents by a number of
// places that depends on how often the server was asked, after an attempt that is
// lost, and now and then one that cannot be read.
type scores struct{ *server }

func (r scores) Rerank(ctx context.Context, attempt int, query string, docs []string) ([]int, methods.ModelCall, error) {
	call := methods.ModelCall{
		Service: "rerank", Stage: methods.StageRerank, Attempt: attempt,
		RequestHash: hashOf([]byte(r.model + query + strings.Join(docs, "\n"))),
	}
	call, err := r.reply(ctx, call, func(n int) (string, error) {
		switch {
		case attempt == 1:
			return "", errors.New("the server is loading its model")
		case attempt == 2 && n%2 == 0:
			return "not json", nil
		}
		return strings.Repeat("x", n%len(docs)), nil
	})
	if err == nil && call.Response == "not json" {
		err = complement.ErrUnusableAnswer
	}
	if err != nil {
		return nil, call, err
	}
	var positions []int
	for i := range docs {
		positions = append(positions, (i+len(call.Response))%len(docs))
	}
	return positions, call, nil
}

// asking are methods that ask the server, and one that asks nobody.
func asking(t testing.TB, s *server) []methods.Method {
	with := complement.Defaults()
	with.Controller, with.Retrieval.Embedder, with.Reranker = s, vectors{s}, scores{s}
	return made(t, with, "mss_complement", "single_stage", "fixed_top8", "independent_similarity", "no_feedback_adaptive", "fused", "dense", "rerank", "ssr", "bm25")
}

func made(t testing.TB, with complement.Settings, names ...string) []methods.Method {
	t.Helper()
	var all []methods.Method
	for _, name := range names {
		m, err := complement.New(name, with)
		must(t, err)
		all = append(all, m)
	}
	return all
}

// recordedPlan is an experiment with a server whose answers cannot be had again.
func recordedPlan(t testing.TB, s *server) Plan {
	p := plan(t, 8, asking(t, s)...)
	p.Load, p.Seed, p.Budget = loads(30), 4, 6144
	p.Model = func(string) string { return "m@q4" }
	return p
}

// elsewhere is a plan to replay an experiment of another results folder.
func elsewhere(t testing.TB, p Plan, ms ...methods.Method) Plan {
	return Plan{Root: t.TempDir(), Experiment: p.Experiment, Methods: ms, Load: p.Load, Revision: "r2", Jobs: 2}
}

// A replay asks nobody and gives the same prediction file, byte for byte, also
// of runs with lost, unreadable and repeated answers, and of shared embeddings.
func TestReplay(t *testing.T) {
	s := new(server)
	p := recordedPlan(t, s)
	r := ran(t, p)
	if len(r.Failures) > 0 {
		t.Fatalf("%+v", r.Failures)
	}
	kept, err := ReadContract(p.Root, p.Experiment)
	must(t, err)
	if n := kept.Counts; n.Fallback == 0 || n.Normalized == 0 || n.Fallback+n.Normalized > n.Stages/2 {
		t.Errorf("%+v: the answers are too much alike for the test to mean much", n)
	}
	offline := new(server)
	q := elsewhere(t, p, asking(t, offline)...)
	same, again, err := Replay(context.Background(), q, p.Root)
	if err != nil || !same || again.Progress.Done != r.Progress.Done || offline.asked.Load() != 0 {
		t.Fatalf("same %v, %+v, asked %d times: %v", same, again.Progress, offline.asked.Load(), err)
	}
	for _, e := range entriesOf(t, q) {
		m, err := ReadManifest(e.Dir)
		must(t, err)
		if m.Replay == nil || m.Replay.From != p.Root || m.Replay.Revision != "r2" || m.Identity.Revision != "r1" || m.Identity.Model != "m@q4" {
			t.Errorf("%+v", m)
		}
	}
	c, err := ReadContract(q.Root, q.Experiment)
	must(t, err)
	was, err := ReadContract(p.Root, p.Experiment)
	must(t, err)
	if c.Implementation.Replay == nil || was.Implementation.Replay != nil || c.Predictions.SHA256 != was.Predictions.SHA256 || c.Counts.Normalized != was.Counts.Normalized {
		t.Errorf("%+v\n%+v", c, was)
	}
	if _, _, err := Replay(context.Background(), q, p.Root); !errors.As(err, new(*ExistsError)) {
		t.Errorf("a replay was made twice: %v", err)
	}
	q2 := elsewhere(t, q, asking(t, offline)...)
	if same, _, err := Replay(context.Background(), q2, q.Root); !same || err != nil {
		t.Errorf("the replay of a replay: %v, %v", same, err)
	}
}

// Vectors that several runs shared are kept whole once; the run that has them may
// fail and be set aside, and still the others replay.
func TestReplayFindsSharedAnswers(t *testing.T) {
	s := new(server)
	broken := true
	p := recordedPlan(t, s)
	with := complement.Defaults()
	with.Controller, with.Retrieval.Embedder = s, vectors{s}
	fused := made(t, with, "fused")[0]
	lead := acts{"lead", func(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
		if _, err := in.Retrieve(ctx, with.Retrieval, rec); err != nil || broken {
			return methods.Output{}, errors.Join(err, errors.New("broken"))
		}
		return methods.Output{}, nil
	}}
	p.States, p.Methods = p.States[:2], asAny(lead, fused)
	if r := ran(t, p); r.Progress.Done != 2 || len(r.Failures) != 2 {
		t.Fatalf("%+v", r)
	}
	broken = false
	if r := resumed(t, p); r.Progress.Done != 2 || r.Progress.Skipped != 2 {
		t.Fatalf("%+v", r)
	}
	whole := 0
	for path, text := range tree(t, filepath.Join(p.Root, "raw")) {
		if filepath.Base(path) == trajectoryFile {
			whole += strings.Count(text, `"response":"`)
			if strings.Contains(path, "fused") && strings.Contains(text, `"response":"`) {
				t.Error("a shared answer is kept twice")
			}
		}
	}
	if whole != 4 { // one for each attempt of the leading method on two states
		t.Errorf("%d answers are kept whole", whole)
	}
	if same, _, err := Replay(context.Background(), elsewhere(t, p, lead, fused), p.Root); !same || err != nil {
		t.Errorf("same %v, %v", same, err)
	}
	for _, e := range entriesOf(t, p) {
		if e.Method == "lead" {
			must(t, os.RemoveAll(e.Dir+aside+"1"))
		}
	}
	if _, _, err := Replay(context.Background(), elsewhere(t, p, lead, fused), p.Root); err == nil || strings.Count(err.Error(), `replay of fused on state "made-00`) != 1 {
		t.Errorf("without the answer: %v", err)
	}
}

// A replay of a replay marks no latency: what was not measured is missing.
func TestReplayHasNoLatencies(t *testing.T) {
	s := new(server)
	p := recordedPlan(t, s)
	p.States = p.States[:1]
	ran(t, p)
	q := elsewhere(t, p, asking(t, s)...)
	if _, _, err := Replay(context.Background(), q, p.Root); err != nil {
		t.Fatal(err)
	}
	for _, e := range entriesOf(t, q) {
		for _, m := range e.Final.Metrics {
			if m.Name == "model_ms" && m.Value != nil {
				t.Errorf("%s has model_ms %v", e.Method, *m.Value)
			}
		}
	}
}

// Whatever differs is named: configuration, request, answer, or the record itself.
func TestReplayNamesWhatDiffers(t *testing.T) {
	s := new(server)
	p := recordedPlan(t, s)
	p.States = p.States[:2]
	ran(t, p)
	try := func(ms []methods.Method) error {
		same, _, err := Replay(context.Background(), elsewhere(t, p, ms...), p.Root)
		if err == nil && same {
			t.Error("nothing differs")
		}
		return err
	}
	var x *ExchangeError
	err := try(asking(t, &server{model: "other"}))
	if !errors.As(err, &x) || x.Method != "mss_complement" || !strings.HasPrefix(x.State, "made-00") || x.Service != "embeddings" || len(x.Recorded) != 1 {
		t.Errorf("another request: %v", err)
	}
	with := complement.Defaults()
	with.Controller, with.Retrieval.Embedder, with.Reranker, with.Ceiling = s, vectors{s}, scores{s}, 5000
	changed := made(t, with, "mss_complement", "single_stage", "fixed_top8", "independent_similarity", "no_feedback_adaptive", "fused", "dense", "rerank", "ssr", "bm25")
	var c *ChangedError
	if err := try(changed); !errors.As(err, &c) || c.Key != "ceiling_tokens" || c.Was != "6144" || c.Is != "5000" {
		t.Errorf("another configuration: %v", err)
	}
	if err := try(changed[:3]); !errors.As(err, new(*PlanError)) && !errors.As(err, &c) {
		t.Errorf("missing methods: %v", err)
	}
	for _, e := range entriesOf(t, p) {
		if e.Method == "ssr" {
			path := filepath.Join(e.Dir, trajectoryFile)
			b, err := os.ReadFile(path)
			must(t, err)
			must(t, os.WriteFile(path, append(b, "{}\n"...), 0o666))
		}
	}
	if err := try(asking(t, s)); err == nil || strings.Count(err.Error(), `replay of ssr on state "made-00`) != 1 || !strings.Contains(err.Error(), "not as it was") {
		t.Errorf("a changed record: %v", err)
	}
	must(t, os.WriteFile(PredictionsPath(p.Root, p.Experiment), []byte("{}\n"), 0o666))
	if err := try(asking(t, s)); !errors.As(err, new(*PlanError)) {
		t.Errorf("changed predictions: %v", err)
	}
	q := elsewhere(t, p)
	q.Root = p.Root
	if _, _, err := Replay(context.Background(), q, p.Root); !errors.As(err, new(*PlanError)) {
		t.Errorf("into the same folder: %v", err)
	}
}

func answered(text string) methods.ModelCall {
	return methods.ModelCall{Service: "chat", Stage: "propose", Attempt: 1, RequestHash: "r", Response: text}
}

// playing is a player of recorded exchanges.
func playing(t *testing.T, calls ...methods.ModelCall) *player {
	t.Helper()
	var trace []Recorded
	for _, c := range calls {
		trace = append(trace, Recorded{Kind: methods.ModelCalled, Body: c})
	}
	p, err := newPlayer("s", "m", trace, func(string) (string, error) { return "", errors.New("nowhere") })
	must(t, err)
	return p
}

// A controller that works its answers out again is held to the recorded ones.
func TestReplayConfirmsAnswers(t *testing.T) {
	call := answered("a")
	p := playing(t, call)
	if err := p.confirm(call); err != nil {
		t.Error(err)
	}
	call.Response = "b"
	var x *ExchangeError
	if err := p.confirm(call); !errors.As(err, &x) || !x.Answer || !x.Fatal() || !strings.Contains(err.Error(), `replay of m on state "s": stage propose, attempt 1: the answer`) {
		t.Errorf("%v", err)
	}
	p = playing(t, answered("a"), answered("b"))
	for _, want := range []string{"a", "b", "b"} { // asked twice for the same: in order, and the last for good
		got, ok := p.Play(call)
		if !ok || got.Response != want || p.confirm(got) != nil {
			t.Errorf("played %q, not %q", got.Response, want)
		}
	}
	p = playing(t)
	if err := p.confirm(call); err == nil || !strings.Contains(err.Error(), "no exchange was recorded") {
		t.Errorf("%v", err)
	}
}

// The offline pipeline replays as well, and its failures are not replayed.
func TestReplayOffline(t *testing.T) {
	with := complement.Defaults()
	with.Controller = offline.New(offline.Options{Weights: offline.Defaults()})
	names := []string{"mss_complement", "fused", "independent_similarity", "no_feedback_fixed", "no_feedback_adaptive", "single_stage", "fixed_top8", "ssr", "bm25", "mmr", "random"}
	ms := made(t, with, names...)
	broken := acts{"broken", func(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) {
		return methods.Output{}, errors.New("broken")
	}}
	p := plan(t, 3, append(ms, broken)...)
	p.Load = loads(40)
	if r := ran(t, p); len(r.Failures) != 3 || r.Progress.Done != 33 {
		t.Fatalf("%+v", r)
	}
	same, r, err := Replay(context.Background(), elsewhere(t, p, append(made(t, with, names...), broken)...), p.Root)
	if !same || err != nil || r.Progress.Total != 33 {
		t.Errorf("same %v, %+v, %v", same, r, err)
	}
}

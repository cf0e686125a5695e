package endpoint_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
	"suffice/scorer/methods/retrieval"
)

func embedder(t testing.TB, s *endpoint.Service) *endpoint.Embedder {
	t.Helper()
	e, err := s.Embedder()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// inputs are the texts of the embedding requests, in order.
func inputs(t testing.TB, server *endpointtest.Server) [][]string {
	t.Helper()
	var out [][]string
	for _, r := range server.Requests(endpointtest.Embeddings) {
		var q struct {
			Input []string `json:"input"`
		}
		if err := json.Unmarshal(r.Body, &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Input)
	}
	return out
}

// Units and query are embedded in batches, cut and prefixed as configured; the
// answer's own numbering counts.
func TestEmbed(t *testing.T) {
	server := endpointtest.Start(t)
	config := configured(server, newClock())
	config.Embedding.Batch, config.Embedding.Characters = 4, 30
	config.Embedding.DocumentPrefix, config.Embedding.QueryPrefix = "passage: ", "query: "
	pool := []card.Unit{}
	for i := range 9 {
		pool = append(pool, card.Unit{ID: fmt.Sprint("u", i), Path: fmt.Sprintf("p%d.py", i), Text: strings.Repeat("é", 40)})
	}
	x := retrieval.NewIndex(card.NewPool(pool))
	rec := &tape{}
	units, asked, err := embedder(t, opened(t, config)).Embed(methods.WithRecorder(t.Context(), rec), x, "where is it")
	if err != nil {
		t.Fatal(err)
	}
	sent := inputs(t, server)
	if len(sent) != 3 || len(sent[0]) != 4 || len(sent[2]) != 2 || sent[2][1] != "query: where is it" {
		t.Fatalf("sent %q", sent)
	}
	if want := "passage: p0.py\n" + strings.Repeat("é", 24); sent[0][0] != want {
		t.Errorf("sent %q, want %q", sent[0][0], want)
	}
	flat := slices.Concat(sent...)
	for i, v := range append(units, asked) {
		want := endpointtest.Vector(flat[i], 16)
		for j := range want {
			if v[j] != float64(want[j]) {
				t.Fatalf("vector %d is %v, want %v", i, v, want)
			}
		}
	}
	calls := rec.calls("embeddings")
	if len(calls) != 3 {
		t.Fatalf("%d exchanges recorded", len(calls))
	}
	c := calls[2]
	if c.Reported != "embedding-model-0001" || c.Usage.Input == nil || *c.Usage.Input != 20 || c.Usage.Output != nil || c.Attempt != 1 || c.Status != 200 {
		t.Errorf("recorded %+v", c)
	}
	kept, err := endpoint.DecodeVectors(c.Response)
	if err != nil || len(kept) != 2 || !slices.Equal(kept[1], endpointtest.Vector("query: where is it", 16)) {
		t.Errorf("the record holds %v, %v", kept, err)
	}
}

// Texts without a word are not sent, and nothing is known about them.
func TestEmbedNothing(t *testing.T) {
	server := endpointtest.Start(t)
	e := embedder(t, opened(t, configured(server, newClock())))
	x := retrieval.NewIndex(card.NewPool([]card.Unit{{ID: "blank", Text: " \n"}, {ID: "word", Text: "word"}}))
	units, asked, err := e.Embed(t.Context(), x, "  ")
	if err != nil || len(inputs(t, server)[0]) != 1 {
		t.Fatalf("sent %q, %v", inputs(t, server), err)
	}
	if v, err := x.Nearest(units, asked); err != nil || v.Matched != 0 {
		t.Errorf("matched %d, %v", v.Matched, err)
	}
	units, asked, err = e.Embed(t.Context(), retrieval.NewIndex(card.NewPool(nil)), "")
	if err != nil || len(units) != 0 || len(asked) != 0 || len(inputs(t, server)) != 1 {
		t.Errorf("vectors %v and %v of nothing, %v", units, asked, err)
	}
}

// vectors replies with vectors as they are.
func vectors(data ...any) endpointtest.Reply {
	return endpointtest.JSON(map[string]any{"object": "list", "model": "m", "data": data})
}

func vector(index any, v any) map[string]any {
	return map[string]any{"object": "embedding", "index": index, "embedding": v}
}

// An embedder's request is made three times at most; what comes is checked.
func TestEmbedServers(t *testing.T) {
	raw := make([]byte, 0, 8)
	for _, f := range []float32{1, -0.5} {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(f))
	}
	for _, c := range []struct {
		name     string
		replies  []endpointtest.Reply
		attempts int
		failed   string
		recorded string
	}{
		{"good", nil, 1, "", ""},
		{"base64", []endpointtest.Reply{vectors(vector(0, base64.StdEncoding.EncodeToString(raw)), vector(1, base64.StdEncoding.EncodeToString(raw)))}, 1, "", ""},
		{"nested", []endpointtest.Reply{vectors(vector(0, []any{[]any{1, 2}}), vector(1, []any{[]any{2, 1}}))}, 1, "", ""},
		{"no numbering", []endpointtest.Reply{vectors(vector(nil, []any{1, 2}), vector(nil, []any{2, 1}))}, 1, "", ""},
		{"429", []endpointtest.Reply{endpointtest.Refuse(429, "x", "slow", "Retry-After", "5")}, 2, "", "429"},
		{"500 for good", always(endpointtest.Refuse(500, "x", "oops"), 3), 3, "attempt 3: ", "500"},
		{"cut", []endpointtest.Reply{endpointtest.Cut, endpointtest.Cut}, 3, "", "cut in the middle"},
		{"wrong key", []endpointtest.Reply{endpointtest.Refuse(401, "x", "wrong "+key)}, 1, "attempt 1: ", "401"},
		{"unknown model", []endpointtest.Reply{endpointtest.Refuse(404, "x", "model not found")}, 1, "does not know the model", "404"},
		{"too few", []endpointtest.Reply{vectors(vector(0, []any{1, 2}))}, 2, "", "1 vectors for 2 texts"},
		{"same place twice", []endpointtest.Reply{vectors(vector(0, []any{1}), vector(0, []any{1}))}, 2, "", "numbers a vector 0"},
		{"out of place", []endpointtest.Reply{vectors(vector(0, []any{1}), vector(7, []any{1}))}, 2, "", "numbers a vector 7"},
		{"dimensions differ", []endpointtest.Reply{vectors(vector(0, []any{1, 2}), vector(1, []any{1}))}, 2, "", "vector 1 has 1 dimensions where the first has 2"},
		{"empty vector", []endpointtest.Reply{vectors(vector(0, []any{}), vector(1, []any{}))}, 2, "", "vector 0 is empty"},
		{"null vector", []endpointtest.Reply{vectors(vector(0, nil), vector(1, nil))}, 2, "", "vector 0"},
		{"NaN as text", []endpointtest.Reply{vectors(vector(0, []any{"NaN"}), vector(1, []any{1}))}, 2, "", "is no list of numbers"},
		{"NaN", []endpointtest.Reply{endpointtest.Raw(200, "application/json", `{"data":[{"index":0,"embedding":[NaN]},{"index":1,"embedding":[1]}]}`)}, 2, "", "it is no JSON"},
		{"NaN in base64", []endpointtest.Reply{vectors(vector(0, "AADAfw=="), vector(1, "AADAfw=="))}, 2, "", "holds NaN"},
		{"too large", []endpointtest.Reply{vectors(vector(0, []any{1e300}), vector(1, []any{1}))}, 2, "", "holds +Inf"},
		{"not pooled", []endpointtest.Reply{vectors(vector(0, []any{[]any{1}, []any{2}}), vector(1, []any{[]any{1}}))}, 2, "", "does not pool"},
		{"HTML", []endpointtest.Reply{endpointtest.Raw(200, "text/html", "<html>")}, 2, "", "HTML page"},
		{"another form", []endpointtest.Reply{endpointtest.Raw(200, "application/json", `{"data":{"x":1}}`)}, 2, "", "the form of embeddings"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server, rec := endpointtest.Start(t), &tape{}
			server.Then(endpointtest.Embeddings, c.replies...)
			x := retrieval.NewIndex(card.NewPool([]card.Unit{{ID: "a", Path: "a.py", Text: "word"}}))
			e := embedder(t, opened(t, configured(server, newClock())))
			units, asked, err := e.Embed(methods.WithRecorder(t.Context(), rec), x, "query")
			if c.failed == "" {
				if err != nil {
					t.Fatal(err)
				}
				if _, err := x.Nearest(units, asked); err != nil {
					t.Error(err)
				}
			} else if err == nil || !strings.Contains(err.Error(), c.failed) {
				t.Errorf("error %v, want one with %q", err, c.failed)
			}
			calls := rec.calls("embeddings")
			if n := len(server.Requests(endpointtest.Embeddings)); n != c.attempts || len(calls) != n {
				t.Errorf("%d requests, %d recorded, want %d", n, len(calls), c.attempts)
			}
			if wrong := calls[0].Error + calls[0].Malformed; !strings.Contains(wrong, c.recorded) || (wrong == "") != (c.recorded == "") {
				t.Errorf("the first attempt is recorded as %q, want %q", wrong, c.recorded)
			}
			secretless(t, rec.text(t), told(err))
		})
	}
}

// A recorder that fails ends the work.
func TestEmbedRecorderFails(t *testing.T) {
	server := endpointtest.Start(t)
	full := errors.New("the disk is full")
	ctx := methods.WithRecorder(t.Context(), methods.RecorderFunc(func(methods.Event) error { return full }))
	_, _, err := embedder(t, opened(t, configured(server, newClock()))).Embed(ctx, retrieval.NewIndex(state(2).Pool), "q")
	if !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

// Whoever asks can give up.
func TestEmbedCancelled(t *testing.T) {
	server := endpointtest.Start(t)
	ctx, cancel := context.WithCancel(t.Context())
	server.Always(endpointtest.Embeddings, func(_ http.ResponseWriter, r endpointtest.Request) {
		cancel()
		<-r.HTTP.Context().Done()
	})
	_, _, err := embedder(t, opened(t, configured(server, newClock()))).Embed(ctx, retrieval.NewIndex(state(2).Pool), "q")
	if !errors.Is(err, context.Canceled) || len(server.Requests(endpointtest.Embeddings)) != 1 {
		t.Errorf("error %v", err)
	}
}

// Vectors come back from a record bit by bit.
func TestVectorsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 9).Draw(t, "dimensions")
		in := rapid.SliceOf(rapid.SliceOfN(rapid.Float32(), d, d)).Draw(t, "vectors")
		out, err := endpoint.DecodeVectors(endpoint.EncodeVectors(in))
		if err != nil || len(out) != len(in) {
			t.Fatalf("%v, %v", out, err)
		}
		for i := range in {
			for j := range in[i] {
				if math.Float32bits(in[i][j]) != math.Float32bits(out[i][j]) {
					t.Fatalf("%v became %v", in[i], out[i])
				}
			}
		}
	})
}

func reranker(t testing.TB, s *endpoint.Service) *endpoint.Reranker {
	t.Helper()
	r, err := s.Reranker()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A reranker's answer is read in all its usual forms; one that cannot be read is
// told as such.
func TestRerank(t *testing.T) {
	scores := func(name, score string) endpointtest.Reply {
		return endpointtest.JSON(map[string]any{name: []any{
			map[string]any{"index": 2, score: 0.1}, map[string]any{"index": 0, score: 0.9}, map[string]any{"index": 1, score: 0.9},
		}})
	}
	for _, c := range []struct {
		name   string
		reply  endpointtest.Reply
		want   []int
		failed string
	}{
		{"by itself", nil, []int{1, 0, 2}, ""},
		{"Jina, vLLM, llama.cpp", scores("results", "relevance_score"), []int{0, 1, 2}, ""},
		{"Voyage", scores("data", "relevance_score"), []int{0, 1, 2}, ""},
		{"a list", endpointtest.Raw(200, "application/json", `[{"index":1,"score":2},{"index":0,"score":-3.5}]`), []int{1, 0}, ""},
		{"some left out", endpointtest.Raw(200, "application/json", `{"results":[{"index":2,"relevance_score":1}]}`), []int{2}, ""},
		{"out of place", endpointtest.Raw(200, "application/json", `{"results":[{"index":9,"relevance_score":1},{"index":9,"relevance_score":1}]}`), []int{9, 9}, ""},
		{"documents inside", endpointtest.Raw(200, "application/json", `{"id":"1","results":[{"index":1,"relevance_score":1,"document":{"text":"b"}}],"meta":{"tokens":{"input_tokens":5}}}`), []int{1}, ""},
		{"no score", endpointtest.Raw(200, "application/json", `{"results":[{"index":1}]}`), nil, "result 1 has no index or no score"},
		{"no index", endpointtest.Raw(200, "application/json", `{"results":[{"relevance_score":1}]}`), nil, "result 1 has no index or no score"},
		{"NaN", endpointtest.Raw(200, "application/json", `{"results":[{"index":0,"relevance_score":NaN}]}`), nil, "it is no JSON"},
		{"no results", endpointtest.Raw(200, "application/json", `{"choices":[]}`), nil, "it holds no results"},
		{"another form", endpointtest.Raw(200, "application/json", `{"results":"none"}`), nil, "the form of a ranking"},
		{"404", endpointtest.Refuse(404, "not_found", "no such path"), nil, "404"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.Start(t)
			if c.reply != nil {
				server.Always(endpointtest.Rerank, c.reply)
			}
			r := reranker(t, opened(t, configured(server, newClock())))
			got, call, err := r.Rerank(t.Context(), 1, "lease queue", []string{"lease of it", "queue of lease", "none"})
			if c.failed != "" {
				if err == nil || !strings.Contains(err.Error(), c.failed) {
					t.Fatalf("error %v, want one with %q", err, c.failed)
				}
				if unusable := errors.Is(err, complement.ErrUnusableAnswer); unusable == (c.name == "404") || errors.Is(err, complement.ErrPermanent) == unusable {
					t.Errorf("the failure is of the wrong kind: %v", err)
				}
				return
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Fatalf("%v, %v; want %v", got, err, c.want)
			}
			again, err := endpoint.DecodeRanking(call.Response)
			if err != nil || !slices.Equal(again, got) {
				t.Errorf("the record gives %v, %v", again, err)
			}
		})
	}
}

// The whole method of reranking meets a server that is down, and one that is
// well.
func TestRerankMethod(t *testing.T) {
	for _, c := range []struct {
		name     string
		replies  []endpointtest.Reply
		failed   string
		attempts int
		fallback bool
	}{
		{"good", nil, "", 1, false},
		{"500, then good", always(endpointtest.Refuse(500, "x", "oops"), 2), "", 3, false},
		{"useless for good", always(endpointtest.Raw(200, "application/json", `{}`), 3), "", 3, true},
		{"down", always(endpointtest.HangUp, 3), "in 3 attempts", 3, false},
		{"wrong key", always(endpointtest.Refuse(401, "x", "wrong "+key), 3), "401", 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.Start(t)
			server.Then(endpointtest.Rerank, c.replies...)
			s := opened(t, configured(server, newClock()))
			r := run(t, t.Context(), complement.MethodRerank, s, func(with *complement.Settings) {
				with.Reranker, with.Retrieval.Embedder = reranker(t, s), embedder(t, s)
			})
			secretless(t, r.rec.text(t), told(r.err))
			if n := len(r.rec.calls("rerank")); n != c.attempts || n != len(server.Requests(endpointtest.Rerank)) {
				t.Errorf("%d attempts, want %d", n, c.attempts)
			}
			if c.failed != "" {
				if r.err == nil || !strings.Contains(r.err.Error(), c.failed) {
					t.Errorf("error %v", r.err)
				}
				return
			}
			if r.err != nil {
				t.Fatal(r.err)
			}
			if st := r.stage(t, methods.StageRerank); st.Fallback != c.fallback || len(r.out.Ranked) != 90 {
				t.Errorf("stage %+v, %d units", st, len(r.out.Ranked))
			}
		})
	}
}

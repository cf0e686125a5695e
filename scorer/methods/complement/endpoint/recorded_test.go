package endpoint_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// particular is a configuration in which nothing that decides the answers is as
// by default.
func particular(s *endpointtest.Server) endpoint.Config {
	c := configured(s, newClock())
	c.Model, c.Models = "", map[string]string{
		methods.StagePropose: "p", methods.StageExpand: "e", methods.StageFinalize: "f",
		methods.StageSelect: "s", methods.StageWiden: "w", methods.StageRerank: "r", methods.StageSSR: "x",
	}
	c.Format, c.ServerTemperature, c.Timeout = endpoint.FormatObject, true, 1500*time.Millisecond
	c.Extra = map[string]any{"seed": int64(9007199254740993), "half": 0.5, "chat_template_kwargs": map[string]any{"enable_thinking": false, "note": "a<b"}}
	c.Embedding = endpoint.EmbeddingConfig{
		Server: endpoint.Server{BaseURL: endpoint.NewAddress(s.URL + "?sig=0123456789"), Key: endpoint.NewSecret(key)},
		Model:  "other-embeddings", Characters: 700, Batch: 7, Dimensions: 8, QueryPrefix: "query: ", DocumentPrefix: "passage: ",
	}
	c.Rerank = endpoint.RerankConfig{Model: "other-reranker", Characters: 300}
	return c
}

// made is a method of a service.
func made(t testing.TB, method string, s *endpoint.Service, change func(*complement.Settings)) methods.Method {
	t.Helper()
	with := complement.Defaults()
	with.Controller = controller(t, s)
	change(&with)
	m, err := complement.New(method, with)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// written is the configuration of a method as an experiment records it.
func written(t testing.TB, m methods.Method) jsontext.Value {
	t.Helper()
	text, err := json.Marshal(m.Identity(), json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What a record says of the services is enough to make each method with the
// identity that it had, and to replay it: no key, no settings and no server.
func TestRecorded(t *testing.T) {
	for name, config := range map[string]func(*endpointtest.Server) endpoint.Config{
		"plain":      func(s *endpointtest.Server) endpoint.Config { return configured(s, newClock()) },
		"particular": particular,
	} {
		for _, method := range []string{complement.MethodComplement, complement.MethodSSR, complement.MethodRerank, "dense"} {
			t.Run(name+"/"+method, func(t *testing.T) {
				t.Parallel()
				server := endpointtest.Start(t)
				s := opened(t, config(server))
				s.Adopt(map[string]string{"asked-model": "served-model", "p": "served-p"})
				with := func(s *endpoint.Service) func(*complement.Settings) {
					return func(with *complement.Settings) {
						with.Reranker, with.Retrieval.Embedder = reranker(t, s), embedder(t, s)
					}
				}
				first := run(t, t.Context(), method, s, with(s))
				if first.err != nil {
					t.Fatal(first.err)
				}
				was := written(t, made(t, method, s, with(s)))
				c, resolved, err := endpoint.Recorded([]jsontext.Value{was})
				if err != nil {
					t.Fatal(err)
				}
				lend(&c)
				again := opened(t, c)
				again.Adopt(resolved)
				if is := written(t, made(t, method, again, with(again))); string(is) != string(was) {
					t.Errorf("the identity was\n%s\nand is\n%s", was, is)
				}
				asked := len(server.Requests(""))
				second := run(t, methods.WithPlayer(t.Context(), recordOf(first)), method, again, with(again))
				if second.err != nil || endpointtest.Text(second.out) != endpointtest.Text(first.out) {
					t.Errorf("replayed: %v\n%s\n%s", second.err, endpointtest.Text(first.out), endpointtest.Text(second.out))
				}
				if n := len(server.Requests("")); n != asked {
					t.Errorf("the replay made %d requests", n-asked)
				}
			})
		}
	}
}

// lend gives a recorded configuration the models that only another method asks:
// a test makes every service for every method.
func lend(c *endpoint.Config) {
	for _, to := range []*string{&c.Model, &c.Embedding.Model, &c.Rerank.Model} {
		if *to == "" {
			*to = "of-another-method"
		}
	}
}

// The services are found however deep their method stands in a configuration,
// and what works inside the program is none.
func TestRecordedOfManyMethods(t *testing.T) {
	const (
		chat   = `{"client":"c","server":"https://chat.example","models":[{"stage":"propose","model":"p"}],"temperature":0,"format":"auto","timeout_seconds":240}`
		embeds = `{"client":"c","server":"https://vectors.example","model":"v","characters":6000,"batch":64}`
	)
	c, resolved, err := endpoint.Recorded([]jsontext.Value{
		jsontext.Value(`{"method":"bm25"}`),
		jsontext.Value(`{"method":"ssr","controller":{"name":"offline","settings":{"weights":3}},"embedder":{"name":"lsa"}}`),
		jsontext.Value(`{"method":"single_stage","derived_from":{"method":"mss_complement","controller":{"name":"openai","settings":` + chat + `}}}`),
		jsontext.Value(`{"calibrated":{"method":"dense","embedder":{"name":"v","settings":` + embeds + `}},"calibration_sha256":"h"}`),
	})
	if err != nil || resolved != nil {
		t.Fatalf("resolved %v, %v", resolved, err)
	}
	if c.BaseURL.String() != "https://chat.example" || c.ModelOf(methods.StageSSR) != "p" || c.Embedding.Model != "v" || c.Embedding.BaseURL.String() != "https://vectors.example" || c.Rerank.Model != "" {
		t.Errorf("%+v", c)
	}
	if c.Key.Known() || c.Embedding.Key.Known() {
		t.Error("a record gives a key")
	}
}

// A record that does not say what was asked is told as that.
func TestRecordedOfNonsense(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "configuration of a method",
		`{"controller":{"settings":{"client":"c","models":3}}}`:   "settings of the controller",
		`{"controller":{"settings":{"client":"c","extra":"no"}}}`: "at extra",
		`{"embedder":{"settings":{"client":"c","batch":"no"}}}`:   "settings of the embedder",
		`{"reranker":{"settings":{"client":"c","model":[]}}}`:     "settings of the reranker",
	} {
		if _, _, err := endpoint.Recorded([]jsontext.Value{jsontext.Value(text)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}

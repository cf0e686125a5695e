package endpoint_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// identity is the identity of something as a manifest writes it.
func identity(t testing.TB, of interface{ Identity() any }) string {
	t.Helper()
	text, err := json.Marshal(of.Identity(), json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What decides the answers changes the identity; what does not, does not.
func TestIdentity(t *testing.T) {
	base := func() endpoint.Config {
		c := endpoint.Defaults()
		c.BaseURL, c.Key, c.Model = endpoint.NewAddress("https://user:passwordword@models.example/team-token/v1?sig=0123456789"), endpoint.Secret{}, "m"
		c.Headers = map[string]endpoint.Secret{"X-Key": endpoint.NewSecret(key)}
		c.Embedding.Model, c.Rerank.Model = "e", "r"
		return c
	}
	all := func(c endpoint.Config) [3]string {
		s := opened(t, c)
		e, err := s.Embedder()
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Reranker()
		if err != nil {
			t.Fatal(err)
		}
		return [3]string{identity(t, controller(t, s)), identity(t, e), identity(t, r)}
	}
	was := all(base())
	secretless(t, was[:]...)
	for _, text := range was {
		for _, part := range []string{"password", "team-token", "0123456789", "user", "X-Key"} {
			if strings.Contains(text, part) {
				t.Errorf("the identity holds %q: %s", part, text)
			}
		}
		if !strings.Contains(text, "https://models.example") {
			t.Errorf("the identity does not name the server: %s", text)
		}
	}
	for _, c := range []struct {
		name    string
		change  func(*endpoint.Config)
		changes [3]bool // controller, embedder, reranker
	}{
		{"nothing", func(*endpoint.Config) {}, [3]bool{}},
		{"key", func(c *endpoint.Config) { c.Headers["X-Key"] = endpoint.NewSecret("another") }, [3]bool{}},
		{"rate", func(c *endpoint.Config) { c.RequestsPerMinute, c.Concurrency, c.LongestWait = 3, 1, time.Second }, [3]bool{}},
		{"query", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("https://models.example/v1?sig=1") }, [3]bool{}},
		{"server", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("https://other.example/v1") }, [3]bool{true, true, true}},
		{"model", func(c *endpoint.Config) { c.Model = "n" }, [3]bool{true, false, false}},
		{"model of a stage", func(c *endpoint.Config) { c.Models = map[string]string{methods.StageExpand: "n"} }, [3]bool{true, false, false}},
		{"format", func(c *endpoint.Config) { c.Format = endpoint.FormatObject }, [3]bool{true, false, false}},
		{"temperature", func(c *endpoint.Config) { c.ServerTemperature = true }, [3]bool{true, false, false}},
		{"extra", func(c *endpoint.Config) { c.Extra = map[string]any{"seed": int64(1)} }, [3]bool{true, false, false}},
		{"timeout", func(c *endpoint.Config) { c.Timeout = time.Minute }, [3]bool{true, false, false}},
		{"embedding model", func(c *endpoint.Config) { c.Embedding.Model = "f" }, [3]bool{false, true, false}},
		{"characters", func(c *endpoint.Config) { c.Embedding.Characters = 5 }, [3]bool{false, true, false}},
		{"prefix", func(c *endpoint.Config) { c.Embedding.QueryPrefix = "query: " }, [3]bool{false, true, false}},
		{"embedding server", func(c *endpoint.Config) { c.Embedding.BaseURL = endpoint.NewAddress("http://localhost:8081/v1") }, [3]bool{false, true, false}},
		{"rerank model", func(c *endpoint.Config) { c.Rerank.Model = "q" }, [3]bool{false, false, true}},
	} {
		config := base()
		c.change(&config)
		now := all(config)
		for i, who := range []string{"controller", "embedder", "reranker"} {
			if (now[i] != was[i]) != c.changes[i] {
				t.Errorf("another %s: the identity of the %s is now %s", c.name, who, now[i])
			}
		}
	}
}

// Models are allocated to the stages of the comparators as to those of
// MSS-Complement.
func TestModelOfStages(t *testing.T) {
	c := endpoint.Config{Model: "m", Models: map[string]string{methods.StagePropose: "p", methods.StageExpand: "e", methods.StageWiden: "w"}}
	for stage, want := range map[string]string{
		methods.StagePropose: "p", methods.StageSelect: "p", methods.StageSSR: "p",
		methods.StageExpand: "e", methods.StageWiden: "w", methods.StageFinalize: "m", methods.StageRerank: "m",
	} {
		if got := c.ModelOf(stage); got != want {
			t.Errorf("stage %s asks %q, want %q", stage, got, want)
		}
	}
}

// Resolve settles which models answer and how they are asked, before a run.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name     string
		listed   []string
		reported any // model of the answers; nil: none
		want     string
		probes   int
		before   []endpointtest.Reply
		refuses  []string
	}{
		{"alias", []string{"asked-model", "other"}, "asked-model-2026-01-01", "asked-model-2026-01-01", 1, nil, nil},
		{"the same name", []string{"asked-model"}, "asked-model", "asked-model", 1, nil, nil},
		{"no list", nil, "asked-model-q4", "asked-model-q4", 1, nil, nil},
		{"no name", nil, nil, "asked-model", 1, nil, nil},
		{"a file", nil, "/home/someone/models/qwen.gguf", "qwen.gguf", 1, nil, nil},
		{"loading", nil, "asked-model", "asked-model", 4, always(endpointtest.Refuse(503, "unavailable", "Loading model"), 3), nil},
		{"formats refused", nil, "asked-model", "asked-model", 3, nil, []string{"json_schema", "json_object"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.StartWith(t, endpointtest.Settings{ModelNames: c.listed, Refuses: c.refuses})
			server.Then(endpointtest.Chat, c.before...)
			if len(c.refuses) == 0 {
				server.Always(endpointtest.Chat, endpointtest.JSON(endpointtest.Envelope(`{"ok":true}`, map[string]any{"model": c.reported})))
			} else {
				c.want = "served-model-0001"
			}
			ask := controller(t, opened(t, configured(server, newClock())))
			before := identity(t, ask)
			for range 2 {
				if got, err := ask.Resolve(t.Context()); err != nil || got != c.want {
					t.Errorf("resolved to %q, %v; want %q", got, err, c.want)
				}
			}
			if n := len(server.Requests(endpointtest.Chat)); n != c.probes {
				t.Errorf("%d small questions, want %d", n, c.probes)
			}
			after := identity(t, ask)
			if after == before || !strings.Contains(after, `"resolved":"`+c.want+`"`) {
				t.Errorf("the identity does not name what was resolved: %s", after)
			}
			again := opened(t, configured(server, newClock()))
			again.Adopt(ask.Resolved())
			if got := identity(t, controller(t, again)); got != after {
				t.Errorf("what was adopted gives another identity:\n%s\n%s", got, after)
			}
		})
	}
}

// A single model behind a server answers to any name: what it lists tells it.
func TestResolveOnlyModel(t *testing.T) {
	server := endpointtest.Start(t)
	server.Always(endpointtest.Models, endpointtest.JSON(map[string]any{"data": []any{map[string]any{"id": `C:\models\qwen.gguf`}}}))
	server.Always(endpointtest.Chat, endpointtest.JSON(endpointtest.Envelope(`{"ok":true}`, map[string]any{"model": "asked-model"})))
	ask := controller(t, opened(t, configured(server, newClock())))
	if got, err := ask.Resolve(t.Context()); err != nil || got != "qwen.gguf" {
		t.Errorf("resolved to %q, %v", got, err)
	}
}

// What is not worth starting an experiment with is told before it starts.
func TestResolveFails(t *testing.T) {
	for _, c := range []struct {
		name, want string
		models     endpointtest.Reply
		chat       endpointtest.Reply
		requests   int
	}{
		{"wrong key", "check the key", endpointtest.Refuse(401, "invalid_api_key", "wrong "+key), nil, 0},
		{"unknown model", "does not know the model", nil, endpointtest.Refuse(404, "model_not_found", "The model does not exist"), 1},
		{"broken", "500", nil, endpointtest.Refuse(500, "x", "oops"), 3},
		{"overloaded", "503", nil, endpointtest.Refuse(503, "x", "oops"), 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.Start(t)
			if c.models != nil {
				server.Always(endpointtest.Models, c.models)
			}
			server.Always(endpointtest.Chat, c.chat)
			_, err := controller(t, opened(t, configured(server, newClock()))).Resolve(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			secretless(t, told(err))
			if n := len(server.Requests(endpointtest.Chat)); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
		})
	}
}

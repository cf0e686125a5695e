package endpoint_test

import (
	"bytes"
	"encoding/gob"
	stdjson "encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// holder has a secret where printers cannot call its methods.
type holder struct {
	hidden endpoint.Secret
	Shown  endpoint.Secret
	Map    map[string]endpoint.Secret
}

// However a secret is printed, alone or inside something, it does not come out.
func TestSecretIsNeverPrinted(t *testing.T) {
	s := endpoint.NewSecret(key)
	config := endpoint.Defaults()
	config.Key, config.Headers = s, map[string]endpoint.Secret{"X-Key": s}
	in := holder{s, s, map[string]endpoint.Secret{"k": s}}
	var out []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%t", "%20s", "%.3s"} {
		for _, v := range []any{s, &s, in, &in, config, config.Server, []endpoint.Secret{s}, fmt.Errorf("wrapped %w %v", http.ErrNoLocation, s)} {
			out = append(out, fmt.Sprintf(verb, v))
		}
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("text", "secret", s, "holder", in)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("json", "secret", s, "holder", in)
	out = append(out, log.String())
	for _, encode := range []func(any) ([]byte, error){
		func(v any) ([]byte, error) { return json.Marshal(v) },
		stdjson.Marshal,
		func(v any) ([]byte, error) { return toml.Marshal(v) },
		func(v any) ([]byte, error) { return xml.Marshal(v) },
		func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return b.Bytes(), err
		},
	} {
		for _, v := range []any{s, struct{ S endpoint.Secret }{s}, map[string]endpoint.Secret{"s": s}} {
			if text, err := encode(v); err == nil {
				out = append(out, string(text))
			}
		}
	}
	secretless(t, out...)
	if got := fmt.Sprint(s); got != "[secret]" {
		t.Errorf("a secret prints as %q", got)
	}
	if got := fmt.Sprint(endpoint.Secret{}); got != "" || (endpoint.Secret{}).Known() || endpoint.NewSecret("").Known() {
		t.Errorf("no secret prints as %q", got)
	}
}

// echo sends everything that came with a request back, in every way a server
// could: the words of its answer, an error, IDs, names.
func echo(status int) endpointtest.Reply {
	return func(w http.ResponseWriter, r endpointtest.Request) {
		all := []string{r.Query, r.HTTP.URL.String()}
		for _, values := range r.Header {
			all = append(all, values...)
		}
		text := strings.Join(all, " ")
		if status != http.StatusOK {
			endpointtest.Refuse(status, text, text, "X-Request-Id", strings.ReplaceAll(text, "\n", " "))(w, r)
			return
		}
		endpointtest.Raw(status, "application/json", endpointtest.Text(endpointtest.Envelope(text, map[string]any{
			"id": text, "model": text, "system_fingerprint": text,
		})), "X-Request-Id", text)(w, r)
	}
}

// A server that sends the key back, in whatever part of its answer, puts it into
// no trace and no error. The same for a user in the address, a query, a header.
func TestServerEchoesSecrets(t *testing.T) {
	password := "hunter2-hunter2"
	for _, c := range []struct {
		name   string
		change func(c *endpoint.Config, address string)
	}{
		{"key", func(*endpoint.Config, string) {}},
		{"user", func(c *endpoint.Config, address string) {
			c.Key = endpoint.Secret{}
			c.BaseURL = endpoint.NewAddress(strings.Replace(address, "http://", "http://someone:"+password+"@", 1))
		}},
		{"query", func(c *endpoint.Config, address string) {
			c.BaseURL = endpoint.NewAddress(address + "?sig=" + url.QueryEscape(key) + "&code=" + password)
		}},
		{"headers", func(c *endpoint.Config, _ string) {
			c.Key = endpoint.Secret{}
			c.Headers = map[string]endpoint.Secret{"X-Api-Key": endpoint.NewSecret(key), "Authorization": endpoint.NewSecret("Token " + password)}
		}},
	} {
		for _, status := range []int{200, 400, 401, 429, 500} {
			t.Run(fmt.Sprint(c.name, " ", status), func(t *testing.T) {
				t.Parallel()
				server := endpointtest.Start(t)
				for _, path := range []string{endpointtest.Chat, endpointtest.Embeddings, endpointtest.Rerank, endpointtest.Models} {
					server.Always(path, echo(status))
				}
				config := configured(server, newClock())
				c.change(&config, server.URL)
				s := opened(t, config)
				var out []string
				for _, method := range []string{complement.MethodComplement, complement.MethodRerank} {
					r := run(t, t.Context(), method, s, func(with *complement.Settings) {
						if method == complement.MethodRerank {
							with.Reranker, _ = s.Reranker()
						}
					})
					out = append(out, r.rec.text(t), told(r.err))
				}
				e, err := s.Embedder()
				if err != nil {
					t.Fatal(err)
				}
				rec := &tape{}
				_, _, err = e.Embed(methods.WithRecorder(t.Context(), rec), methods.NewInput(state(3), counter).Index, "query")
				out = append(out, rec.text(t), told(err))
				_, err = controller(t, s).Resolve(t.Context())
				out = append(out, told(err), identity(t, controller(t, s)), fmt.Sprintf("%+v %#v %+v", config, config, s))
				secretless(t, out...)
				for _, text := range out {
					if strings.Contains(text, password) || strings.Contains(text, "c29tZW9uZTpodW50ZXIy") {
						t.Errorf("the password comes out: %.300s", text)
					}
				}
				if n := len(server.Requests(endpointtest.Chat)); n == 0 {
					t.Error("nothing was asked")
				}
			})
		}
	}
}

// An address that cannot be reached is told without what opens it.
func TestUnreachable(t *testing.T) {
	for _, address := range []string{
		"http://someone:hunter2-hunter2@127.0.0.1:1/v1?sig=hunter2-hunter2",
		"http://someone:hunter2-hunter2@no.such.host.invalid/hunter2-hunter2/v1",
		"https://someone:hunter2-hunter2@[::1]:1/v1",
	} {
		at := newClock()
		config := endpoint.Defaults()
		config.BaseURL, config.Model, config.Now, config.Sleep = endpoint.NewAddress(address), "m", at.now, at.sleep
		r := run(t, t.Context(), complement.MethodComplement, opened(t, config), nil)
		if r.err == nil || endpoint.Fatal(r.err) {
			t.Errorf("error %v", r.err)
		}
		for _, text := range []string{told(r.err), r.rec.text(t)} {
			if strings.Contains(text, "hunter2") || strings.Contains(text, "someone") {
				t.Errorf("the address comes out: %s", text)
			}
		}
	}
}

// The credentials of OpenAI's own tools in the environment are for OpenAI: no
// request carries them because of the client's defaults.
func TestAmbientCredentials(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET"} {
		t.Setenv(name, "ambient-"+key)
	}
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Ambient: "+key)
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	server := endpointtest.Start(t)
	config := configured(server, newClock())
	config.Key = endpoint.Secret{}
	s := opened(t, config)
	if r := run(t, t.Context(), complement.MethodComplement, s, nil); r.err != nil {
		t.Fatal(r.err)
	}
	if _, err := controller(t, s).Resolve(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, r := range server.Requests("") {
		secretless(t, fmt.Sprint(r.Header, r.Query, string(r.Body)))
	}
}

// The embedder's and the reranker's own servers do not get the controller's key.
func TestKeysStayWithTheirServers(t *testing.T) {
	chat, other := endpointtest.Start(t), endpointtest.Start(t)
	config := configured(chat, newClock())
	config.Embedding.BaseURL, config.Rerank.BaseURL = endpoint.NewAddress(other.URL), endpoint.NewAddress(other.URL)
	config.Rerank.Key = endpoint.NewSecret("the reranker's own")
	s := opened(t, config)
	e, _ := s.Embedder()
	r, _ := s.Reranker()
	if _, _, err := e.Embed(t.Context(), methods.NewInput(state(2), counter).Index, "q"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Rerank(t.Context(), 1, "q", []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if got := other.Requests(endpointtest.Embeddings)[0].Header.Get("Authorization"); got != "" {
		t.Errorf("the embedder's server got %q", got)
	}
	if got := other.Requests(endpointtest.Rerank)[0].Header.Get("Authorization"); got != "Bearer the reranker's own" {
		t.Errorf("the reranker's server got %q", got)
	}
}

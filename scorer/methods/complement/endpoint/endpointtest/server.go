// Package endpointtest is an OpenAI-compatible server for tests: it answers
// chat, embeddings, rerank and model lists well by itself, and as badly as real
// servers do when it is told to. It listens on the loopback interface only.
package endpointtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The paths of the services, below the base URL.
const (
	Chat       = "chat/completions"
	Embeddings = "embeddings"
	Rerank     = "rerank"
	Models     = "models"
)

// Request is a request as it arrived.
type Request struct {
	Method string
	Path   string // below the base URL
	Query  string
	Header http.Header
	Body   []byte
	HTTP   *http.Request
}

// Reply answers one request.
type Reply func(w http.ResponseWriter, r Request)

// Settings say how a server answers by itself. They are given before it starts
// and never change: its requests are answered side by side.
type Settings struct {
	// Key is what requests must carry as a bearer token; empty: anything goes.
	Key string
	// Refuses are values of response_format.type that chat refuses with 400.
	Refuses []string
	// ModelNames are listed; a chat request for another one is refused with 404.
	// None: every model is there.
	ModelNames []string
	// Answer is the text of a chat answer; nil: Obedient.
	Answer func(Request) string
}

// Server is a running fake.
type Server struct {
	URL string // the base URL, with /v1

	settings Settings

	mu      sync.Mutex
	scripts map[string][]Reply
	always  map[string]Reply
	got     []Request
}

// New is a server that listens nowhere yet: a handler for the address of a base
// URL.
func New(url string) *Server { return configured(url, Settings{}) }

func configured(url string, settings Settings) *Server {
	return &Server{URL: url, settings: settings, scripts: map[string][]Reply{}, always: map[string]Reply{}}
}

// Start runs a server in good order until the test is over.
func Start(t testing.TB) *Server {
	t.Helper()
	return StartWith(t, Settings{})
}

// StartWith runs a server with settings until the test is over.
func StartWith(t testing.TB, settings Settings) *Server {
	t.Helper()
	s := configured("", settings)
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.URL = h.URL + "/v1"
	return s
}

// Then queues replies to the next requests of a service; afterwards the server
// answers by itself again.
func (s *Server) Then(path string, replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts[path] = append(s.scripts[path], replies...)
}

// Always gives every request of a service the same reply, once its queue is
// empty.
func (s *Server) Always(path string, reply Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always[path] = reply
}

// Requests are the requests of a service so far, in the order of arrival; of
// all services if path is empty.
func (s *Server) Requests(path string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Request
	for _, r := range s.got {
		if path == "" || r.Path == path {
			out = append(out, r)
		}
	}
	return out
}

// ServeHTTP answers a request as it was told to, or else well.
func (s *Server) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	body, err := io.ReadAll(h.Body)
	if err != nil {
		return
	}
	r := Request{
		Method: h.Method, Path: strings.TrimPrefix(h.URL.Path, "/v1/"), Query: h.URL.RawQuery,
		Header: h.Header.Clone(), Body: body, HTTP: h,
	}
	s.take(r)(w, r)
}

// take notes a request and finds its reply.
func (s *Server) take(r Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, r)
	if q := s.scripts[r.Path]; len(q) > 0 {
		s.scripts[r.Path] = q[1:]
		return q[0]
	}
	if reply := s.always[r.Path]; reply != nil {
		return reply
	}
	return s.itself(r)
}

// itself is the reply of a server in good order.
func (s *Server) itself(r Request) Reply {
	switch {
	case s.settings.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.settings.Key:
		return Refuse(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+r.Header.Get("Authorization"))
	case r.Path == Models && r.Method == http.MethodGet:
		return s.models()
	case r.Method != http.MethodPost:
		return Refuse(http.StatusMethodNotAllowed, "method", "method not allowed")
	case r.Path == Chat:
		return s.chat(r)
	case r.Path == Embeddings:
		return embed
	case r.Path == Rerank:
		return rank
	}
	return Refuse(http.StatusNotFound, "not_found", "no such path")
}

func (s *Server) models() Reply {
	var list []any
	for _, name := range s.settings.ModelNames {
		list = append(list, map[string]any{"id": name, "object": "model", "owned_by": "test"})
	}
	return JSON(map[string]any{"object": "list", "data": list})
}

func (s *Server) chat(r Request) Reply {
	q := r.Chat()
	for _, f := range s.settings.Refuses {
		if q.Format.Type == f {
			return Refuse(http.StatusBadRequest, "invalid_request_error", "This response_format type is unavailable now")
		}
	}
	known := len(s.settings.ModelNames) == 0
	for _, name := range s.settings.ModelNames {
		known = known || name == q.Model
	}
	if !known {
		return Refuse(http.StatusNotFound, "model_not_found", "The model `"+q.Model+"` does not exist")
	}
	if s.settings.Answer != nil {
		return Answer(s.settings.Answer(r))
	}
	return Answer(Obedient(r))
}

// ChatRequest is what the fake reads of a chat request.
type ChatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Format struct {
		Type   string `json:"type"`
		Schema struct {
			Strict bool           `json:"strict"`
			Schema jsontext.Value `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Temperature *float64 `json:"temperature"`
	MaxTokens   *int     `json:"max_tokens"`
	Completion  *int     `json:"max_completion_tokens"`
}

// Chat reads the body as a chat request; the zero value if it is none.
func (r Request) Chat() ChatRequest {
	var q ChatRequest
	_ = json.Unmarshal(r.Body, &q)
	return q
}

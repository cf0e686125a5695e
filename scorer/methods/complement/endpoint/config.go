package endpoint

import (
	"context"
	"net/http"
	"slices"
	"time"

	"suffice/scorer/methods"
)

// HostedBaseURL is where requests go when nothing else is said.
const HostedBaseURL = "https://api.openai.com/v1"

// Config says which servers and models answer, and how they are treated. Begin
// with Defaults; Decode reads the section of the settings file over it and
// Environment the environment over that; Open checks it.
type Config struct {
	Server                   // of the controller, and of the others unless they have their own
	Model  string            // of every stage that Models does not name
	Models map[string]string // by stage: methods.StagePropose ...

	Format            Format         // how JSON is asked for
	ServerTemperature bool           // leave the temperature to the server, for models that refuse 0
	Extra             map[string]any // further members of every chat request; never a secret

	Embedding EmbeddingConfig
	Rerank    RerankConfig

	RequestsPerMinute float64       // of all services together; 0: no limit
	Concurrency       int           // requests at a time
	Timeout           time.Duration // of one request (paper E.1: 240 s)
	LongestWait       time.Duration // the most that is waited because a server asks for it

	Transport http.RoundTripper // nil: the network
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error
}

// Server is an address and what opens it.
type Server struct {
	BaseURL Address           // http or https, with the path up to and with /v1; may hold user:password@ and a query
	Key     Secret            // sent as a bearer token; none: nothing is sent
	KeyEnv  string            // the variable of the environment that holds the key
	Headers map[string]Secret // further headers; every value is taken for a secret
}

// EmbeddingConfig is the embedder's part.
type EmbeddingConfig struct {
	Server                // without a base URL: the controller's, key and all
	Model          string // without one there is no embedder
	Characters     int    // longer texts are cut to so many
	Batch          int    // texts in one request
	Dimensions     int    // asked of the server; 0: the model's own
	QueryPrefix    string // put before queries, as models such as E5 or Qwen3 want
	DocumentPrefix string // put before units
}

// RerankConfig is the reranker's part.
type RerankConfig struct {
	Server            // without a base URL: the controller's, key and all
	Model      string // without one there is no reranker
	Characters int    // longer texts are cut to so many
}

// Format is how a chat request asks for JSON.
type Format string

// The formats, from the strictest.
const (
	FormatAuto   Format = "auto"        // the first of those below that the server takes
	FormatSchema Format = "json_schema" // the answer is held to the stage's schema
	FormatObject Format = "json_object" // any JSON object; the schema stands in the prompt
	FormatText   Format = "text"        // nothing is asked; the schema stands in the prompt
)

func formats() []Format { return []Format{FormatSchema, FormatObject, FormatText} }

// Defaults are the paper's settings where it names them; no model and no key.
func Defaults() Config {
	return Config{
		Server:      Server{BaseURL: NewAddress(HostedBaseURL)},
		Format:      FormatAuto,
		Embedding:   EmbeddingConfig{Characters: 6000, Batch: 64},
		Rerank:      RerankConfig{Characters: 4000},
		Concurrency: 4,
		Timeout:     240 * time.Second,
		LongestWait: 240 * time.Second,
		Now:         time.Now,
		Sleep:       sleepFor,
	}
}

// Stages are the stages that can have a model of their own.
func Stages() []string {
	return []string{
		methods.StagePropose, methods.StageExpand, methods.StageFinalize,
		methods.StageSelect, methods.StageWiden, methods.StageRerank, methods.StageSSR,
	}
}

// counterpart is the stage of MSS-Complement whose model a comparator's stage
// takes: controllers are allocated alike (paper E.2).
func counterpart(stage string) string {
	switch stage {
	case methods.StageSelect, methods.StageSSR:
		return methods.StagePropose
	case methods.StageWiden:
		return methods.StageExpand
	case methods.StageRerank:
		return methods.StageFinalize
	}
	return stage
}

// ModelOf is the model that a stage asks: its own, that of its counterpart in
// MSS-Complement, or the common one; empty if there is none.
func (c Config) ModelOf(stage string) string {
	for _, s := range []string{stage, counterpart(stage)} {
		if m := c.Models[s]; m != "" {
			return m
		}
	}
	return c.Model
}

// chatModels are the models asked, each once, in the order of the stages.
func (c Config) chatModels() []string {
	var out []string
	for _, s := range Stages() {
		if m := c.ModelOf(s); m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// servers gives the embedder and the reranker what they do not say themselves.
// A key stays with its server: an address of their own comes without the
// controller's key and headers.
func (c Config) servers() (chat, embed, rerank Server) {
	own := func(s Server) Server {
		if s.BaseURL.Known() {
			return s
		}
		base := c.Server
		if s.Key.Known() {
			base.Key = s.Key
		}
		if len(s.Headers) > 0 {
			base.Headers = s.Headers
		}
		return base
	}
	return c.Server, own(c.Embedding.Server), own(c.Rerank.Server)
}

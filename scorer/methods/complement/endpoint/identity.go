package endpoint

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// stageModel is the model of one stage.
type stageModel struct {
	Stage    string `json:"stage"`
	Model    string `json:"model"`
	Resolved string `json:"resolved,omitempty"` // as the server names it, once Resolve was called
}

// controllerIdentity is what decides the answers of a controller. The pace and
// the waits do not, and a run may be taken up again with others.
type controllerIdentity struct {
	Client         string         `json:"client"`
	Server         string         `json:"server"` // scheme, host and port
	Models         []stageModel   `json:"models"`
	Temperature    *float64       `json:"temperature"` // null: the server's own
	Format         Format         `json:"format"`
	FormatOrder    []Format       `json:"format_order,omitempty"` // of auto: a refused one gives way to the next
	SchemaPrompt   string         `json:"schema_prompt_sha256"`
	Extra          jsontext.Value `json:"extra,omitempty"`
	TimeoutSeconds float64        `json:"timeout_seconds"`
}

const client = "github.com/openai/openai-go/v3"

// Identity is the configuration that decides the answers, as a value that
// encodes to JSON. Of the address it has scheme, host and port; of keys,
// headers, users and queries nothing. It changes when Resolve is called: call
// that first, or never.
func (c *Controller) Identity() any {
	s := c.s
	id := controllerIdentity{
		Client: client, Server: s.chat.origin, Format: s.config.Format,
		SchemaPrompt: hashOf([]byte(schemaPrompt)), TimeoutSeconds: s.config.Timeout.Seconds(),
	}
	resolved := s.resolved()
	for _, stage := range Stages() {
		m := s.config.ModelOf(stage)
		id.Models = append(id.Models, stageModel{stage, m, resolved[m]})
	}
	if !s.config.ServerTemperature {
		id.Temperature = new(float64)
	}
	if s.config.Format == FormatAuto {
		id.FormatOrder = formats()
	}
	if len(s.config.Extra) > 0 {
		if extra, err := json.Marshal(s.config.Extra, json.Deterministic(true)); err == nil { // Check let nothing else through
			id.Extra = extra
		}
	}
	return id
}

// embedderIdentity is what decides the vectors of an embedder.
type embedderIdentity struct {
	Client         string `json:"client"`
	Server         string `json:"server"`
	Model          string `json:"model"`
	Characters     int    `json:"characters"`
	Batch          int    `json:"batch"`
	Dimensions     int    `json:"dimensions,omitzero"`
	QueryPrefix    string `json:"query_prefix,omitempty"`
	DocumentPrefix string `json:"document_prefix,omitempty"`
}

// Identity is the configuration that decides the vectors, without secrets.
func (e *Embedder) Identity() any {
	c := e.s.config.Embedding
	return embedderIdentity{client, e.s.embed.origin, c.Model, c.Characters, c.Batch, c.Dimensions, c.QueryPrefix, c.DocumentPrefix}
}

// rerankerIdentity is what decides the scores of a reranker.
type rerankerIdentity struct {
	Client     string `json:"client"`
	Server     string `json:"server"`
	Model      string `json:"model"`
	Characters int    `json:"characters"`
}

// Identity is the configuration that decides the scores, without secrets.
func (r *Reranker) Identity() any {
	c := r.s.config.Rerank
	return rerankerIdentity{client, r.s.rerank.origin, c.Model, c.Characters}
}

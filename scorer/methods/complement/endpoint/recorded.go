package endpoint

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Recorded is the configuration that recorded methods were run with, read off
// their identities: all that decides what is asked and by whom it is answered,
// and nothing that opens a server, which a replay never asks. resolved is what
// Resolve had found, for Adopt. A server that no identity names is left as in
// Defaults. The error says which part of a record is not of the form that
// Identity gives.
func Recorded(identities []jsontext.Value) (c Config, resolved map[string]string, err error) {
	var found recordedServices
	for _, text := range identities {
		var id recordedIdentity
		if err := json.Unmarshal(text, &id); err != nil {
			return c, nil, fmt.Errorf("read the recorded configuration of a method: %w", err)
		}
		found.gather(&id)
	}
	c = Defaults()
	if resolved, err = c.takeController(found.controller); err != nil {
		return c, nil, err
	}
	if err := c.takeEmbedder(found.embedder); err != nil {
		return c, nil, err
	}
	return c, resolved, c.takeReranker(found.reranker)
}

// recordedIdentity is what the recorded configuration of a method says of the
// services that it asks: by itself, as what it is derived from, or calibrated.
type recordedIdentity struct {
	Controller recordedService   `json:"controller"`
	Embedder   recordedService   `json:"embedder"`
	Reranker   recordedService   `json:"reranker"`
	From       *recordedIdentity `json:"derived_from"`
	Calibrated *recordedIdentity `json:"calibrated"`
}

// recordedService is one service. What works inside the program names no client.
type recordedService struct {
	Settings jsontext.Value `json:"settings"`
}

func (s recordedService) settings() jsontext.Value {
	var asks struct {
		Client string `json:"client"`
	}
	if len(s.Settings) == 0 || json.Unmarshal(s.Settings, &asks) != nil || asks.Client == "" {
		return nil
	}
	return s.Settings
}

// recordedServices are the identities of one process: its methods share them.
type recordedServices struct{ controller, embedder, reranker jsontext.Value }

func (f *recordedServices) gather(id *recordedIdentity) {
	for ; id != nil; id = cmp.Or(id.From, id.Calibrated) {
		for _, one := range []struct {
			to   *jsontext.Value
			from recordedService
		}{{&f.controller, id.Controller}, {&f.embedder, id.Embedder}, {&f.reranker, id.Reranker}} {
			if len(*one.to) == 0 {
				*one.to = one.from.settings()
			}
		}
	}
}

func (c *Config) takeController(text jsontext.Value) (resolved map[string]string, err error) {
	if len(text) == 0 {
		return nil, nil
	}
	var id controllerIdentity
	if err := json.Unmarshal(text, &id); err != nil {
		return nil, fmt.Errorf("read the recorded settings of the controller: %w", err)
	}
	c.BaseURL, c.Format, c.ServerTemperature = NewAddress(id.Server), id.Format, id.Temperature == nil
	c.Timeout = time.Duration(math.Round(id.TimeoutSeconds * float64(time.Second)))
	c.Models = map[string]string{}
	for _, m := range id.Models {
		c.Models[m.Stage] = m.Model
		if m.Resolved != "" {
			if resolved == nil {
				resolved = map[string]string{}
			}
			resolved[m.Model] = m.Resolved
		}
	}
	if len(id.Extra) == 0 {
		return resolved, nil
	}
	var extra map[string]jsontext.Value // as it stands: numbers keep their digits
	if err := json.Unmarshal(id.Extra, &extra); err != nil {
		return nil, fmt.Errorf("read the recorded settings of the controller at extra: %w", err)
	}
	c.Extra = map[string]any{}
	for key, v := range extra {
		c.Extra[key] = v
	}
	return resolved, nil
}

func (c *Config) takeEmbedder(text jsontext.Value) error {
	if len(text) == 0 {
		return nil
	}
	var id embedderIdentity
	if err := json.Unmarshal(text, &id); err != nil {
		return fmt.Errorf("read the recorded settings of the embedder: %w", err)
	}
	c.Embedding = EmbeddingConfig{
		Server: Server{BaseURL: NewAddress(id.Server)}, Model: id.Model, Characters: id.Characters, Batch: id.Batch,
		Dimensions: id.Dimensions, QueryPrefix: id.QueryPrefix, DocumentPrefix: id.DocumentPrefix,
	}
	return nil
}

func (c *Config) takeReranker(text jsontext.Value) error {
	if len(text) == 0 {
		return nil
	}
	var id rerankerIdentity
	if err := json.Unmarshal(text, &id); err != nil {
		return fmt.Errorf("read the recorded settings of the reranker: %w", err)
	}
	c.Rerank = RerankConfig{Server: Server{BaseURL: NewAddress(id.Server)}, Model: id.Model, Characters: id.Characters}
	return nil
}

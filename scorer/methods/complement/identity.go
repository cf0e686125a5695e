package complement

import (
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

// identity is the complete configuration of a method of this package: what it
// reads of the settings, and no more. Never a key.
type identity struct {
	Method     string             `json:"method"`
	From       any                `json:"derived_from,omitempty"`
	Retrieval  retrieval.Identity `json:"retrieval,omitzero"`
	Embedder   any                `json:"embedder,omitempty"`
	Controller *service           `json:"controller,omitempty"`
	Reranker   *service           `json:"reranker,omitempty"`
	Prompts    string             `json:"prompts_sha256,omitempty"`
	Capacities *Capacities        `json:"capacities,omitempty"`
	Attempts   int                `json:"attempts,omitzero"`
	TimeoutMS  int64              `json:"timeout_ms,omitzero"`
	Ceiling    int                `json:"ceiling_tokens,omitzero"`
	Tokenizer  string             `json:"tokenizer"`
	Basis      string             `json:"token_basis"`
}

// service is a controller or reranker by name and configuration.
type service struct {
	Name     string `json:"name"`
	Settings any    `json:"settings,omitempty"`
}

func (b base) identity() identity {
	return identity{Method: b.method, Tokenizer: tokens.Tokenizer, Basis: tokens.Basis}
}

// Identity is the configuration of a single retriever.
func (m *ranking) Identity() any {
	id := m.identity()
	id.Retrieval = m.ranker.Identity()
	if embeds(id.Retrieval) {
		id.Embedder = methods.EmbedderIdentity(m.with.Retrieval.Embedder)
	}
	return id
}

func embeds(id retrieval.Identity) bool {
	return id.Embedder != "" || id.Base != nil && embeds(*id.Base)
}

// Identity is the configuration of a method that asks a controller.
func (m *staged) Identity() any {
	id := m.asking()
	id.Retrieval = mustIdentify(retrieval.MethodFused, m.with.Retrieval)
	if embeds(id.Retrieval) || m.method == MethodSSR {
		id.Embedder = methods.EmbedderIdentity(m.with.Retrieval.Embedder)
	}
	id.Controller = &service{m.with.Controller.Name(), m.with.Controller.Identity()}
	id.Prompts, id.Ceiling = PromptsHash(), m.with.Ceiling
	return id
}

// Identity is the configuration of a reranking.
func (m *rerank) Identity() any {
	id := m.asking()
	id.Retrieval = mustIdentify(retrieval.MethodDense, m.with.Retrieval)
	id.Embedder = methods.EmbedderIdentity(m.with.Retrieval.Embedder)
	id.Reranker = &service{m.with.Reranker.Name(), m.with.Reranker.Identity()}
	return id
}

// Identity is the configuration of the method that the output is read off, and
// the ceiling.
func (d *derived) Identity() any {
	id := d.identity()
	id.From, id.Ceiling = d.from.Identity(), d.with.Ceiling
	return id
}

// asking is what all that ask a service have in common.
func (b base) asking() identity {
	id := b.identity()
	id.Capacities, id.Attempts, id.TimeoutMS = &b.with.Capacities, attempts, b.with.Timeout.Milliseconds()
	return id
}

// mustIdentify identifies retrieval that New has made before.
func mustIdentify(method string, with retrieval.Settings) retrieval.Identity {
	with.Limit = 0
	r, err := retrieval.New(method, with)
	if err != nil {
		panic("complement: " + err.Error())
	}
	return r.Identity()
}

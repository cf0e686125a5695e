package endpoint

import (
	"fmt"
	"maps"
	"strings"
)

// The variables of the environment that are read. Each wins over the settings
// file; the two of OpenAI's own tools come last.
const (
	EnvBaseURL          = "SUFFICE_OPENAI_BASE_URL"
	EnvKey              = "SUFFICE_OPENAI_API_KEY"
	EnvModel            = "SUFFICE_MODEL" // and SUFFICE_MODEL_PROPOSE, _EXPAND, _FINALIZE ...
	EnvEmbeddingModel   = "SUFFICE_EMBEDDING_MODEL"
	EnvEmbeddingBaseURL = "SUFFICE_EMBEDDING_BASE_URL"
	EnvEmbeddingKey     = "SUFFICE_EMBEDDING_API_KEY"
	EnvRerankModel      = "SUFFICE_RERANK_MODEL"
	EnvRerankBaseURL    = "SUFFICE_RERANK_BASE_URL"
	EnvRerankKey        = "SUFFICE_RERANK_API_KEY"
	EnvOpenAIBaseURL    = "OPENAI_BASE_URL"
	EnvOpenAIKey        = "OPENAI_API_KEY"
)

// EnvModelOf is the variable that names the model of a stage.
func EnvModelOf(stage string) string { return EnvModel + "_" + strings.ToUpper(stage) }

// Environment reads the environment over c; lookup is os.LookupEnv. An empty
// variable counts as none. The error is a *Fault: a key_env that names a
// variable without a value.
func Environment(c Config, lookup func(string) (string, bool)) (Config, error) {
	env := func(name string) string {
		v, _ := lookup(name)
		return strings.TrimSpace(v)
	}
	over := func(to *string, name string) {
		if v := env(name); v != "" {
			*to = v
		}
	}
	at := func(to *Address, name string) {
		if v := env(name); v != "" {
			*to = NewAddress(v)
		}
	}
	if hosted := c.BaseURL.text(); hosted == "" || hosted == HostedBaseURL {
		at(&c.BaseURL, EnvOpenAIBaseURL)
	}
	at(&c.BaseURL, EnvBaseURL)
	over(&c.Model, EnvModel)
	c.Models = maps.Clone(c.Models)
	if c.Models == nil {
		c.Models = map[string]string{}
	}
	for _, s := range Stages() {
		if v := env(EnvModelOf(s)); v != "" {
			c.Models[s] = v
		}
	}
	over(&c.Embedding.Model, EnvEmbeddingModel)
	at(&c.Embedding.BaseURL, EnvEmbeddingBaseURL)
	over(&c.Rerank.Model, EnvRerankModel)
	at(&c.Rerank.BaseURL, EnvRerankBaseURL)
	for _, k := range []struct {
		server *Server
		key    string
		names  []string
	}{
		{&c.Server, "key_env", []string{EnvKey}},
		{&c.Embedding.Server, "embedding.key_env", []string{EnvEmbeddingKey}},
		{&c.Rerank.Server, "rerank.key_env", []string{EnvRerankKey}},
	} {
		if err := k.server.unlock(k.key, env, k.names); err != nil {
			return c, err
		}
	}
	if !c.Key.Known() && !c.authorized() {
		c.Key = NewSecret(env(EnvOpenAIKey))
	}
	return c, nil
}

// unlock finds the server's key: in the variables named, then in that of
// KeyEnv, then as it stands.
func (s *Server) unlock(key string, env func(string) string, names []string) error {
	for _, n := range names {
		if v := env(n); v != "" {
			s.Key = NewSecret(v)
			return nil
		}
	}
	if s.KeyEnv == "" {
		return nil
	}
	v := env(s.KeyEnv)
	if v == "" {
		return &Fault{Key: key, Why: unset(s.KeyEnv)}
	}
	s.Key = NewSecret(v)
	return nil
}

// unset says that a variable is not there. What does not look like the name of one
// is not shown: it may be the key itself, put in the wrong place.
func unset(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' }) {
		return "names a variable that is not set in the environment (not shown: names have capital letters, digits and _; a key itself stands under key)"
	}
	return fmt.Sprintf("names %s, which is not set in the environment", cut(name, 60))
}

// authorized reports whether something other than a key opens the server: then
// OPENAI_API_KEY is not meant for it.
func (s Server) authorized() bool {
	for name := range s.Headers {
		if strings.EqualFold(name, "Authorization") {
			return true
		}
	}
	return strings.Contains(s.BaseURL.text(), "@")
}

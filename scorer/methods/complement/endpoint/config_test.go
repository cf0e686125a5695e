package endpoint_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement/endpoint"
)

// section is the [openai] section of a settings file.
func section(t testing.TB, text string) map[string]any {
	t.Helper()
	var file map[string]any
	if _, err := toml.Decode(text, &file); err != nil {
		t.Fatal(err)
	}
	table, _ := file[endpoint.Section].(map[string]any)
	return table
}

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
}

// Every key of the section arrives where it belongs.
func TestDecode(t *testing.T) {
	c, faults := endpoint.Decode(endpoint.Defaults(), section(t, `
[openai]
base_url = "http://localhost:1234/v1"
key_env = "LOCAL_KEY"
model = "m"
format = "json_object"
server_temperature = true
requests_per_minute = 30
concurrency = 2
timeout = "90s"
longest_wait = "2m"
[openai.models]
propose = "pro"
expand = "flash"
[openai.headers]
X-Title = "suffice"
[openai.extra]
reasoning_effort = "low"
thinking = { type = "disabled" }
[openai.embedding]
base_url = "http://localhost:8081/v1"
key = "embedding key"
model = "e"
characters = 1000
batch = 8
dimensions = 256
query_prefix = "query: "
document_prefix = "passage: "
[openai.rerank]
base_url = "http://localhost:8082/v1"
model = "r"
characters = 900
`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c, err := endpoint.Environment(c, lookup(map[string]string{"LOCAL_KEY": "local key"}))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	c.Now, c.Sleep = nil, nil
	got := fmt.Sprintf("%+v", c)
	for _, part := range []string{
		"BaseURL:http://localhost:1234", "Key:[secret]", "KeyEnv:LOCAL_KEY", "Model:m", "Models:map[expand:flash propose:pro]",
		"Format:json_object", "ServerTemperature:true", "RequestsPerMinute:30", "Concurrency:2", "Timeout:1m30s", "LongestWait:2m0s",
		"Headers:map[X-Title:[secret]]", "Extra:map[reasoning_effort:low thinking:map[type:disabled]]",
		"BaseURL:http://localhost:8081", "Model:e", "Characters:1000", "Batch:8", "Dimensions:256", "QueryPrefix:query: ", "DocumentPrefix:passage: ",
		"BaseURL:http://localhost:8082", "Model:r", "Characters:900",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is missing in %s", part, got)
		}
	}
}

// What is wrong is told by its key, all at once, and without quoting secrets.
func TestDecodeFaults(t *testing.T) {
	_, faults := endpoint.Decode(endpoint.Defaults(), section(t, `
[openai]
base_url = 5
key = ["`+key+`"]
modle = "m"
models = "pro"
timeout = 240
longest_wait = "soon"
concurrency = "4"
server_temperature = "no"
requests_per_minute = "many"
extra = { when = 2026-01-01, ok = 1, list = [nan] }
headers = { X = 1 }
rerank = 1
[openai.embedding]
batch = 1.5
speed = 1
`))
	var got []string
	for _, f := range faults {
		got = append(got, f.Key)
		secretless(t, f.Error())
	}
	want := "base_url concurrency embedding.batch embedding.speed extra.list extra.when headers.X key longest_wait models modle requests_per_minute rerank server_temperature timeout"
	if strings.Join(got, " ") != want {
		t.Errorf("faults at %v", got)
	}
	for _, f := range faults {
		if f.Key == "modle" && !strings.Contains(f.Why, "model, models,") {
			t.Errorf("an unknown key is told as %q", f.Why)
		}
	}
}

// What cannot work is refused before anything is asked.
func TestCheck(t *testing.T) {
	secret := endpoint.NewSecret
	for _, c := range []struct {
		key    string
		why    string
		change func(*endpoint.Config)
	}{
		{"base_url", "http", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("localhost:1234/v1") }},
		{"base_url", "http", func(c *endpoint.Config) { c.BaseURL = endpoint.Address{} }},
		{"base_url", "no address", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("http://hunter2:%zz@h/") }},
		{"base_url", "#", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("http://h/v1#x") }},
		{"base_url", "before /chat/completions", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("http://h/v1/chat/completions/") }},
		{"base_url", "only one", func(c *endpoint.Config) {
			c.BaseURL, c.Key = endpoint.NewAddress("http://u:hunter2@h/v1"), secret(key)
		}},
		{"embedding.base_url", "http", func(c *endpoint.Config) { c.Embedding.BaseURL = endpoint.NewAddress("ftp://h") }},
		{"rerank.base_url", "http", func(c *endpoint.Config) { c.Rerank.BaseURL = endpoint.NewAddress("h") }},
		{"key", "line break", func(c *endpoint.Config) { c.Key = secret(key + "\n") }},
		{"headers", "name", func(c *endpoint.Config) { c.Headers = map[string]endpoint.Secret{"X Y": secret(key)} }},
		{"headers", "value", func(c *endpoint.Config) { c.Headers = map[string]endpoint.Secret{"X": secret(key + "\r\nY: 1")} }},
		{"headers", "Authorization", func(c *endpoint.Config) {
			c.Key, c.Headers = secret(key), map[string]endpoint.Secret{"authorization": secret(key)}
		}},
		{"headers", "Content-Type", func(c *endpoint.Config) { c.Headers = map[string]endpoint.Secret{"content-type": secret("x")} }},
		{"models.expnad", "stage", func(c *endpoint.Config) { c.Models = map[string]string{"expnad": "m"} }},
		{"format", "must be", func(c *endpoint.Config) { c.Format = "yaml" }},
		{"extra.temperature", "method", func(c *endpoint.Config) { c.Extra = map[string]any{"temperature": 1.0} }},
		{"extra.messages", "method", func(c *endpoint.Config) { c.Extra = map[string]any{"messages": 1.0} }},
		{"concurrency", "from 1", func(c *endpoint.Config) { c.Concurrency = 0 }},
		{"embedding.batch", "from 1", func(c *endpoint.Config) { c.Embedding.Batch = 0 }},
		{"embedding.characters", "from 1", func(c *endpoint.Config) { c.Embedding.Characters = -1 }},
		{"embedding.dimensions", "from 0", func(c *endpoint.Config) { c.Embedding.Dimensions = -1 }},
		{"rerank.characters", "from 1", func(c *endpoint.Config) { c.Rerank.Characters = 0 }},
		{"requests_per_minute", "number", func(c *endpoint.Config) { c.RequestsPerMinute = -1 }},
		{"timeout", "duration", func(c *endpoint.Config) { c.Timeout = 0 }},
		{"longest_wait", "duration", func(c *endpoint.Config) { c.LongestWait = 48 * time.Hour }},
	} {
		config := endpoint.Defaults()
		config.Model = "m"
		c.change(&config)
		_, err := endpoint.Open(config)
		var f *endpoint.Fault
		if !errors.As(err, &f) || f.Key != c.key || !strings.Contains(f.Why, c.why) {
			t.Errorf("%s: error %v, want one with %q", c.key, err, c.why)
		}
		if strings.Contains(told(err), "hunter2") {
			t.Errorf("the fault quotes an address: %v", err)
		}
		secretless(t, told(err))
	}
	if err := endpoint.Defaults().Check(); err != nil {
		t.Errorf("the defaults cannot be: %v", err)
	}
}

// Without a model there is nobody to ask, and it is said how to name one.
func TestNoModel(t *testing.T) {
	s := opened(t, endpoint.Defaults())
	_, chat := s.Controller()
	_, embed := s.Embedder()
	_, rerank := s.Reranker()
	for want, err := range map[string]error{"SUFFICE_MODEL": chat, "SUFFICE_EMBEDDING_MODEL": embed, "SUFFICE_RERANK_MODEL": rerank} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
}

// The environment wins over the file, the project's own variables over those of
// other tools.
func TestEnvironment(t *testing.T) {
	file := func(c *endpoint.Config) {
		c.BaseURL, c.Model = endpoint.NewAddress("http://file.example/v1"), "file"
	}
	for _, c := range []struct {
		name   string
		change func(*endpoint.Config)
		env    map[string]string
		want   string // server, model of propose, of expand, key
	}{
		{"nothing", func(*endpoint.Config) {}, nil, "https://api.openai.com   false"},
		{"OpenAI's own", func(*endpoint.Config) {}, map[string]string{"OPENAI_BASE_URL": "http://o.example/v1", "OPENAI_API_KEY": key}, "http://o.example   true"},
		{"ours first", func(*endpoint.Config) {}, map[string]string{
			"OPENAI_BASE_URL": "http://o.example/v1", "SUFFICE_OPENAI_BASE_URL": "http://s.example/v1", "SUFFICE_OPENAI_API_KEY": key,
		}, "http://s.example   true"},
		{"file before OpenAI's own", file, map[string]string{"OPENAI_BASE_URL": "http://o.example/v1"}, "http://file.example file file false"},
		{"models", file, map[string]string{"SUFFICE_MODEL": "env", "SUFFICE_MODEL_EXPAND": "deep"}, "http://file.example env deep false"},
		{"empty is none", file, map[string]string{"SUFFICE_MODEL": " ", "SUFFICE_OPENAI_API_KEY": ""}, "http://file.example file file false"},
		{"a user in the address needs no key", func(c *endpoint.Config) { c.BaseURL = endpoint.NewAddress("http://u:p@file.example/v1") },
			map[string]string{"OPENAI_API_KEY": key}, "http://file.example   false"},
	} {
		config := endpoint.Defaults()
		c.change(&config)
		config, err := endpoint.Environment(config, lookup(c.env))
		if err != nil {
			t.Fatal(c.name, err)
		}
		got := fmt.Sprint(config.BaseURL, " ", config.ModelOf(methods.StagePropose), " ", config.ModelOf(methods.StageExpand), " ", config.Key.Known())
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	config := endpoint.Defaults()
	config.KeyEnv = "NOT_THERE"
	_, err := endpoint.Environment(config, lookup(nil))
	var f *endpoint.Fault
	if !errors.As(err, &f) || f.Key != "key_env" || !strings.Contains(f.Why, "NOT_THERE") {
		t.Errorf("error %v", err)
	}
	config.KeyEnv = key // the key in place of the variable that holds it
	_, err = endpoint.Environment(config, lookup(nil))
	if !errors.As(err, &f) || f.Key != "key_env" {
		t.Errorf("error %v", err)
	}
	secretless(t, told(err))
}

// The page about controllers names every setting and every variable.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/controllers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, faults := endpoint.Decode(endpoint.Defaults(), map[string]any{"?": 1, "embedding": map[string]any{"?": 1}, "rerank": map[string]any{"?": 1}})
	for _, f := range faults {
		_, names, _ := strings.Cut(f.Why, "the keys here are ")
		for name := range strings.SplitSeq(names, ", ") {
			if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), "`["+endpoint.Section+"."+name+"]`") {
				t.Errorf("the page does not name the setting %s", name)
			}
		}
	}
	names := []string{
		endpoint.EnvBaseURL, endpoint.EnvKey, endpoint.EnvModel, endpoint.EnvEmbeddingModel, endpoint.EnvEmbeddingBaseURL, endpoint.EnvEmbeddingKey,
		endpoint.EnvRerankModel, endpoint.EnvRerankBaseURL, endpoint.EnvRerankKey, endpoint.EnvOpenAIBaseURL, endpoint.EnvOpenAIKey,
	}
	for _, s := range endpoint.Stages() {
		names = append(names, endpoint.EnvModelOf(s))
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the page does not name the variable %s", name)
		}
	}
}

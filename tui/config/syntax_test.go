package config

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// A settings file holds API keys, and the parser quotes what it stumbles over.
func TestSyntaxQuotesNothing(t *testing.T) {
	const secret = "canary"
	quoted := 0
	for _, c := range []struct{ text, at, why string }{
		{"[openai]\nkey = \"sk-canary\nmodel = 1", "2:17", "ends on the line"},
		{"[openai]\nkey = \"sk-canary", "2:16", "has no end"},
		{"[openai]\nkey = 'sk-canary\n", "2:17", "ends on the line"},
		{"[openai]\nkey = \"\"\"sk-canary\n", "2:19", "has no end"},
		{"[openai]\nkey = canary0sk\n", "2:7", "after = comes a value"},
		{"[openai]\nkey = 12canary\n", "2:9", "needs quotes around the whole"},
		{"[openai]\nkey = \"sk\" canary\n", "2:11", "needs quotes around the whole"},
		{"[openai]\nkey = 2026-13-99canary\n", "2:7", "a value is a text in quotes"},
		{"[openai]\nkey = 99999999999999999999\n", "2:7", "too large"},
		{"[openai]\nsk-canary\n", "2:10", "followed by ="},
		{"[openai]\nsk-canary = 1\nsk-canary = 2", "3:15", "there twice"},
		{"[openai]\n[openai]\nkey = \"canary\"", "2:2", "there twice"},
		{"[openai.canary]\n[openai.canary]", "2:2", "there twice"},
		{"[openai\nkey = \"canary\"", "2:8", "a section is written"},
		{"[openai]\nkey = \"\\ccanary\"", "2:8", "a backslash"},
		{"[openai]\nkey = [\"canary\"\n", "2:16", "ends with its bracket"},
		{"[openai]\nkey = {a = \"canary\"\n", "2:20", "ends with its bracket"},
		{"[openai]\nkey = \"\xffcanary\"", "2:7", "UTF-8"},
		{"[openai]\nkey = \"\x01canary\"", "2:7", "control character"},
		{"sk-canary = 1", "1", "is not known"},
		{"openai = \"canary\"\n\"\" = 1\n= 2", "3", "this is not TOML"},
	} {
		_, err := Parse("c.toml", c.text)
		if err == nil {
			t.Errorf("%q is no error", c.text)
			continue
		}
		if said := err.Error(); !strings.HasPrefix(said, "c.toml:"+c.at+":") || !strings.Contains(said, c.why) || strings.Contains(said, secret) {
			t.Errorf("%q: %s; want %s and %q", c.text, said, c.at, c.why)
		}
		if _, err := toml.Decode(c.text, new(map[string]any)); err != nil && strings.Contains(err.Error(), secret) {
			quoted++
		}
	}
	if quoted < 3 {
		t.Errorf("the parser itself quotes %d secrets: nothing was tested", quoted)
	}
}

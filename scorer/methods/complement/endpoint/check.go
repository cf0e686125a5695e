package endpoint

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Section is the name of the section of the settings file.
const Section = "openai"

// Fault is one thing wrong with a configuration.
type Fault struct {
	Key string // below [openai], such as "base_url" or "embedding.model"
	Why string // what is wrong and what to do, free of secrets
}

func (f *Fault) Error() string { return fmt.Sprintf("[%s] %s %s", Section, f.Key, f.Why) }

// Check reports everything that is wrong with the configuration: joined *Fault.
// Their texts name the keys of the settings file and never quote an address.
func (c Config) Check() error {
	var errs []error
	fault := func(key, why string) { errs = append(errs, &Fault{Key: key, Why: why}) }
	c.Server.check("", fault)
	if c.Embedding.BaseURL.Known() {
		c.Embedding.Server.check("embedding.", fault)
	}
	if c.Rerank.BaseURL.Known() {
		c.Rerank.Server.check("rerank.", fault)
	}
	for _, s := range slices.Sorted(maps.Keys(c.Models)) {
		if !slices.Contains(Stages(), s) {
			fault("models."+s, "is no stage; the stages are "+strings.Join(Stages(), ", "))
		}
	}
	if c.Format != FormatAuto && !slices.Contains(formats(), c.Format) {
		fault("format", `must be "auto", "json_schema", "json_object" or "text"`)
	}
	for _, k := range slices.Sorted(maps.Keys(c.Extra)) {
		if slices.Contains(ownMembers(), k) {
			fault("extra."+k, "is set by the method itself and cannot be changed")
		}
	}
	c.checkNumbers(fault)
	return errors.Join(errs...)
}

// ownMembers are the members of a chat request that belong to the method.
func ownMembers() []string {
	return []string{"model", "messages", "response_format", "temperature", "stream", "stream_options",
		"n", "tools", "tool_choice", "functions", "function_call", "max_tokens", "max_completion_tokens"}
}

func (c Config) checkNumbers(fault func(key, why string)) {
	whole := func(key string, n, least, most int) {
		if n < least || n > most {
			fault(key, fmt.Sprintf("must be a whole number from %d to %d", least, most))
		}
	}
	whole("concurrency", c.Concurrency, 1, 1024)
	whole("embedding.characters", c.Embedding.Characters, 1, 1_000_000)
	whole("embedding.batch", c.Embedding.Batch, 1, 2048)
	whole("embedding.dimensions", c.Embedding.Dimensions, 0, 65536)
	whole("rerank.characters", c.Rerank.Characters, 1, 1_000_000)
	if !(c.RequestsPerMinute >= 0 && c.RequestsPerMinute <= 1e6) {
		fault("requests_per_minute", "must be a number from 0, which is no limit, to 1000000")
	}
	duration := func(key string, d time.Duration) {
		if d <= 0 || d > 24*time.Hour {
			fault(key, `must be a duration of at most a day, such as "240s" or "4m"`)
		}
	}
	duration("timeout", c.Timeout)
	duration("longest_wait", c.LongestWait)
}

func (s Server) check(prefix string, fault func(key, why string)) {
	u, err := url.Parse(s.BaseURL.text())
	switch {
	case err != nil:
		fault(prefix+"base_url", "is no address; it looks like http://localhost:1234/v1")
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		fault(prefix+"base_url", "must begin with http:// or https:// and a host, such as http://localhost:1234/v1")
	case u.Fragment != "":
		fault(prefix+"base_url", "holds a #, which no server sees")
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"):
		fault(prefix+"base_url", "must end before /chat/completions; it usually ends in /v1")
	case u.User != nil && s.Key.Known():
		fault(prefix+"base_url", "holds a user where there is a key too; only one of them can be sent")
	}
	if k := s.Key.text(); !headerValue(k) || strings.TrimSpace(k) != k {
		fault(prefix+"key", "holds characters that no key has, such as a line break or a space around it")
	}
	for _, h := range slices.Sorted(maps.Keys(s.Headers)) {
		if why := s.wrongHeader(h); why != "" {
			fault(prefix+"headers", why)
		}
	}
}

// wrongHeader is what is wrong with a header of the configuration.
func (s Server) wrongHeader(name string) string {
	own := []string{"Content-Type", "Content-Length", "Host", "Accept-Encoding", "Transfer-Encoding"}
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case !headerName(name):
		return "holds a name that no header can have"
	case canonical == "Authorization" && s.Key.Known():
		return "sets Authorization where there is a key too; only one of them can be sent"
	case slices.Contains(own, canonical):
		return "sets " + canonical + ", which belongs to the request itself"
	case !headerValue(s.Headers[name].text()):
		return "holds a value for " + canonical + " that no header can have"
	}
	return ""
}

// headerName reports whether a name is a token of RFC 9110.
func headerName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
	})
}

// headerValue reports whether a value stays on its line.
func headerValue(v string) bool {
	return !strings.ContainsFunc(v, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

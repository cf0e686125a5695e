package endpoint

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Decode reads the [openai] section of the settings file, as a TOML reader
// gives it, over c. What is wrong with it comes back in the order of the keys,
// nothing of it taken over; values that may be secret are never quoted.
func Decode(c Config, table map[string]any) (Config, []Fault) {
	d := decoding{}
	d.section("", table, map[string]func(key string, v any){
		"model":               d.text(&c.Model),
		"models":              func(key string, v any) { d.models(&c, key, v) },
		"format":              d.text((*string)(&c.Format)),
		"server_temperature":  d.flag(&c.ServerTemperature),
		"extra":               func(key string, v any) { d.extra(&c, key, v) },
		"requests_per_minute": d.number(&c.RequestsPerMinute),
		"concurrency":         d.whole(&c.Concurrency),
		"timeout":             d.duration(&c.Timeout),
		"longest_wait":        d.duration(&c.LongestWait),
		"embedding": d.inner(&c.Embedding.Server, map[string]func(string, any){
			"model":           d.text(&c.Embedding.Model),
			"characters":      d.whole(&c.Embedding.Characters),
			"batch":           d.whole(&c.Embedding.Batch),
			"dimensions":      d.whole(&c.Embedding.Dimensions),
			"query_prefix":    d.text(&c.Embedding.QueryPrefix),
			"document_prefix": d.text(&c.Embedding.DocumentPrefix),
		}),
		"rerank": d.inner(&c.Rerank.Server, map[string]func(string, any){
			"model":      d.text(&c.Rerank.Model),
			"characters": d.whole(&c.Rerank.Characters),
		}),
	}, &c.Server)
	return c, d.faults
}

// decoding gathers what is wrong.
type decoding struct{ faults []Fault }

func (d *decoding) wrong(key, why string) { d.faults = append(d.faults, Fault{Key: key, Why: why}) }

// section reads a table whose keys are those of set and, where there is one,
// those of a server.
func (d *decoding) section(prefix string, table map[string]any, set map[string]func(key string, v any), s *Server) {
	set["base_url"] = d.address(&s.BaseURL)
	set["key"] = d.secret(&s.Key)
	set["key_env"] = d.text(&s.KeyEnv)
	set["headers"] = func(key string, v any) { d.headers(s, key, v) }
	for _, k := range slices.Sorted(maps.Keys(table)) {
		f := set[k]
		if f == nil {
			d.wrong(prefix+k, "is not known; the keys here are "+strings.Join(slices.Sorted(maps.Keys(set)), ", "))
			continue
		}
		f(prefix+k, table[k])
	}
}

func (d *decoding) inner(s *Server, set map[string]func(key string, v any)) func(string, any) {
	return func(key string, v any) {
		if t, ok := d.table(key, v); ok {
			d.section(key+".", t, set, s)
		}
	}
}

func (d *decoding) table(key string, v any) (map[string]any, bool) {
	t, ok := v.(map[string]any)
	if !ok {
		d.wrong(key, "must be a section, written ["+Section+"."+key+"]")
	}
	return t, ok
}

func (d *decoding) text(to *string) func(string, any) {
	return func(key string, v any) {
		s, ok := v.(string)
		if !ok {
			d.wrong(key, "must be a text in quotes")
			return
		}
		*to = s
	}
}

func (d *decoding) secret(to *Secret) func(string, any) {
	return func(key string, v any) {
		var s string
		d.text(&s)(key, v)
		*to = NewSecret(s)
	}
}

func (d *decoding) address(to *Address) func(string, any) {
	return func(key string, v any) {
		var s string
		d.text(&s)(key, v)
		*to = NewAddress(s)
	}
}

func (d *decoding) flag(to *bool) func(string, any) {
	return func(key string, v any) {
		b, ok := v.(bool)
		if !ok {
			d.wrong(key, "must be true or false")
			return
		}
		*to = b
	}
}

func (d *decoding) whole(to *int) func(string, any) {
	return func(key string, v any) {
		n, ok := v.(int64)
		if !ok || n < math.MinInt32 || n > math.MaxInt32 {
			d.wrong(key, "must be a whole number")
			return
		}
		*to = int(n)
	}
}

func (d *decoding) number(to *float64) func(string, any) {
	return func(key string, v any) {
		switch n := v.(type) {
		case int64:
			*to = float64(n)
		case float64:
			*to = n
		default:
			d.wrong(key, "must be a number")
		}
	}
}

func (d *decoding) duration(to *time.Duration) func(string, any) {
	return func(key string, v any) {
		s, ok := v.(string)
		t, err := time.ParseDuration(s)
		if !ok || err != nil {
			d.wrong(key, `must be a duration in quotes, such as "240s" or "4m"`)
			return
		}
		*to = t
	}
}

func (d *decoding) models(c *Config, key string, v any) {
	t, ok := d.table(key, v)
	if !ok {
		return
	}
	c.Models = maps.Clone(c.Models)
	for _, stage := range slices.Sorted(maps.Keys(t)) {
		var model string
		d.text(&model)(key+"."+stage, t[stage])
		if c.Models == nil {
			c.Models = map[string]string{}
		}
		c.Models[stage] = model
	}
}

func (d *decoding) headers(s *Server, key string, v any) {
	t, ok := d.table(key, v)
	if !ok {
		return
	}
	s.Headers = maps.Clone(s.Headers)
	for _, name := range slices.Sorted(maps.Keys(t)) {
		var value Secret
		d.secret(&value)(key+"."+name, t[name])
		if s.Headers == nil {
			s.Headers = map[string]Secret{}
		}
		s.Headers[name] = value
	}
}

func (d *decoding) extra(c *Config, key string, v any) {
	t, ok := d.table(key, v)
	if !ok {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(t)) {
		if why := unfit(t[k]); why != "" {
			d.wrong(key+"."+k, why)
		}
	}
	c.Extra = maps.Clone(t)
}

// unfit says what keeps a TOML value from being a member of a JSON request.
func unfit(v any) string {
	switch v := v.(type) {
	case string, bool, int64:
		return ""
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "holds a number that JSON has not"
		}
		return ""
	case []any:
		for _, x := range v {
			if why := unfit(x); why != "" {
				return why
			}
		}
		return ""
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if why := unfit(v[k]); why != "" {
				return why
			}
		}
		return ""
	}
	return fmt.Sprintf("holds a %T, which a JSON request cannot carry", v)
}

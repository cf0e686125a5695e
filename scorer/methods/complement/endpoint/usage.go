package endpoint

import (
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
)

// reported are the places in which servers report what an exchange cost.
type reported struct {
	Usage struct {
		Prompt     jsontext.Value `json:"prompt_tokens"`
		Completion jsontext.Value `json:"completion_tokens"`
		Input      jsontext.Value `json:"input_tokens"`
		Output     jsontext.Value `json:"output_tokens"`
		Total      jsontext.Value `json:"total_tokens"`
		Hit        jsontext.Value `json:"prompt_cache_hit_tokens"` // DeepSeek
		Read       jsontext.Value `json:"cache_read_input_tokens"` // gateways to Anthropic
		Reasoning  jsontext.Value `json:"reasoning_tokens"`        // xAI and others, beside the details
		PromptHas  jsontext.Value `json:"prompt_tokens_details"`
		InputHas   jsontext.Value `json:"input_tokens_details"`
		Has        jsontext.Value `json:"completion_tokens_details"`
		OutputHas  jsontext.Value `json:"output_tokens_details"`
	} `json:"usage"`
	Timings struct {
		Cached jsontext.Value `json:"cache_n"`
	} `json:"timings"` // llama.cpp
	Meta struct {
		Tokens struct {
			Input jsontext.Value `json:"input_tokens"`
		} `json:"tokens"`
	} `json:"meta"` // Cohere
}

// usageOf reads what a server reports. What it does not, or not as a number of
// tokens, is missing: never zero.
func usageOf(body []byte) methods.Usage {
	r := readReported(body)
	u := r.Usage
	return methods.Usage{
		Input:     first(u.Prompt, u.Input, r.Meta.Tokens.Input),
		Output:    first(u.Completion, u.Output),
		Cached:    first(member(u.PromptHas, "cached_tokens"), member(u.InputHas, "cached_tokens"), u.Hit, u.Read, r.Timings.Cached),
		Reasoning: first(member(u.Has, "reasoning_tokens"), member(u.OutputHas, "reasoning_tokens"), u.Reasoning),
	}
}

// readUsageOf is the usage of a service that only reads: what Jina and others
// report as the total is its input.
func readUsageOf(body []byte) methods.Usage {
	u := usageOf(body)
	if u.Input == nil {
		u.Input = first(readReported(body).Usage.Total)
	}
	return methods.Usage{Input: u.Input, Cached: u.Cached}
}

// readReported reads each part by itself, so that one of an unexpected type
// takes no other with it.
func readReported(body []byte) reported {
	var r reported
	var top map[string]jsontext.Value
	if json.Unmarshal(body, &top, lenient()) != nil {
		return r
	}
	for _, part := range []struct {
		name string
		to   any
	}{{"usage", &r.Usage}, {"timings", &r.Timings}, {"meta", &r.Meta}} {
		if v, ok := top[part.name]; ok {
			_ = json.Unmarshal(v, part.to, lenient())
		}
	}
	return r
}

// member is a member of an object; nothing if it is none.
func member(v jsontext.Value, name string) jsontext.Value {
	var m map[string]jsontext.Value
	if len(v) == 0 || json.Unmarshal(v, &m, lenient()) != nil {
		return nil
	}
	return m[name]
}

// first is the first of the values that is a number of tokens.
func first(values ...jsontext.Value) *int {
	for _, v := range values {
		if v.Kind() != '0' {
			continue
		}
		var f float64
		if json.Unmarshal(v, &f) != nil || f < 0 || f != math.Trunc(f) || f > math.MaxInt32 {
			continue
		}
		n := int(f)
		return &n
	}
	return nil
}

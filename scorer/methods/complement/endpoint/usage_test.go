package endpoint_test

import (
	"fmt"
	"testing"

	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// tokens prints a number of tokens, and - for a missing one.
func tokensOf(n *int) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

// What a server reports is kept; what it does not is missing, never zero.
func TestUsage(t *testing.T) {
	details := func(name string, v any) map[string]any { return map[string]any{name: v} }
	for _, c := range []struct {
		name    string
		members map[string]any
		want    string // input, output, cached, reasoning
	}{
		{"OpenAI", nil, "1200 80 1024 16"},
		{"missing", map[string]any{"usage": nil}, "- - - -"},
		{"empty", map[string]any{"usage": map[string]any{}}, "- - - -"},
		{"no details", map[string]any{"usage": map[string]any{"prompt_tokens": 5, "completion_tokens": 0}}, "5 0 - -"},
		{"null inside", map[string]any{"usage": map[string]any{"prompt_tokens": nil, "completion_tokens": 3, "prompt_tokens_details": nil}}, "- 3 - -"},
		{"DeepSeek", map[string]any{"usage": map[string]any{
			"prompt_tokens": 9, "completion_tokens": 3, "prompt_cache_hit_tokens": 4, "prompt_cache_miss_tokens": 5}}, "9 3 4 -"},
		{"llama.cpp", map[string]any{
			"usage": map[string]any{"prompt_tokens": 9, "completion_tokens": 3}, "timings": map[string]any{"cache_n": 6}}, "9 3 6 -"},
		{"gateway", map[string]any{"usage": map[string]any{
			"input_tokens": 9, "output_tokens": 3, "input_tokens_details": details("cached_tokens", 2), "output_tokens_details": details("reasoning_tokens", 1)}}, "9 3 2 1"},
		{"zero cached", map[string]any{"usage": map[string]any{
			"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": details("cached_tokens", 0)}}, "9 3 0 -"},
		{"no numbers", map[string]any{"usage": map[string]any{"prompt_tokens": "9", "completion_tokens": -3, "reasoning_tokens": 1.5}}, "- - - -"},
		{"another form", map[string]any{"usage": []any{1, 2}}, "- - - -"},
		{"floats", map[string]any{"usage": map[string]any{"prompt_tokens": 9.0, "completion_tokens": 1e2}}, "9 100 - -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.Start(t)
			server.Then(endpointtest.Chat, obedient(func(s string) endpointtest.Reply { return endpointtest.JSON(endpointtest.Envelope(s, c.members)) }))
			r := run(t, t.Context(), complement.MethodComplement, opened(t, configured(server, newClock())), nil)
			if r.err != nil {
				t.Fatal(r.err)
			}
			call := r.rec.calls("chat")[0]
			u := call.Usage
			if got := fmt.Sprint(tokensOf(u.Input), " ", tokensOf(u.Output), " ", tokensOf(u.Cached), " ", tokensOf(u.Reasoning)); got != c.want {
				t.Errorf("usage %s, want %s", got, c.want)
			}
			if call.Reported != "served-model-0001" || call.Fingerprint != "fp_1" || call.ServerID != "chatcmpl-1" || call.RequestID != "req_1" ||
				call.StopReason != "stop" || call.Status != 200 || call.LatencyMS == nil || len(call.ResponseHash) != 64 {
				t.Errorf("what the server said is not kept: %+v", call)
			}
		})
	}
	// null stands for nothing as well.
	server := endpointtest.Start(t)
	server.Then(endpointtest.Chat, obedient(func(s string) endpointtest.Reply {
		return endpointtest.JSON(endpointtest.Envelope(s, map[string]any{"usage": []any(nil), "id": 7, "model": map[string]any{}, "system_fingerprint": []any{}}))
	}))
	r := run(t, t.Context(), complement.MethodComplement, opened(t, configured(server, newClock())), nil)
	if r.err != nil {
		t.Fatal(r.err)
	}
	if c := r.rec.calls("chat")[0]; c.Usage.Input != nil || c.Usage.Cached != nil || c.Attempt != 1 {
		t.Errorf("recorded %+v", c)
	}
}

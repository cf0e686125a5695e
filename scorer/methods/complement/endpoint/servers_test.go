package endpoint_test

import (
	"strings"
	"testing"
	"time"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// behaviour is how a server treats the first requests of a run, and what must
// come of it. The server answers well after them.
type behaviour struct {
	name     string
	replies  []endpointtest.Reply
	attempts int    // at propose
	failed   string // part of the run's error; empty: a prediction
	fatal    bool   // the experiment is better stopped
	// Of propose, where there is a prediction.
	normalized, fallback bool
	recorded             string          // part of what the first attempt's record says is wrong
	waits                []time.Duration // least waits before the later attempts
}

// message replies with one choice around what a good model would say.
func message(stop any, with func(text string) map[string]any) endpointtest.Reply {
	return obedient(func(text string) endpointtest.Reply {
		return endpointtest.JSON(endpointtest.Envelope("", endpointtest.Message(stop, with(text))))
	})
}

func content(text any) func(string) map[string]any {
	return func(string) map[string]any { return map[string]any{"role": "assistant", "content": text} }
}

func behaviours() []behaviour {
	fake := func(reply ...endpointtest.Reply) []endpointtest.Reply { return reply }
	text := func(s string) []endpointtest.Reply { return fake(endpointtest.Answer(s)) }
	second := time.Second
	return []behaviour{
		{name: "good", attempts: 1},
		{name: "429 with seconds", replies: fake(endpointtest.Refuse(429, "rate_limit", "slow down", "Retry-After", "7")), attempts: 2,
			recorded: "429 Too Many Requests: slow down", waits: []time.Duration{7 * second}},
		{name: "429 with a date", replies: fake(endpointtest.Refuse(429, "rate_limit", "slow down",
			"Date", "Sun, 01 Mar 2026 12:00:00 GMT", "Retry-After", "Sun, 01 Mar 2026 12:00:09 GMT")), attempts: 2, recorded: "429", waits: []time.Duration{9 * second}},
		{name: "429 with milliseconds", replies: fake(endpointtest.Refuse(429, "rate_limit", "slow down", "Retry-After-Ms", "1500")), attempts: 2,
			recorded: "429", waits: []time.Duration{1500 * time.Millisecond}},
		{name: "429 without", replies: always(endpointtest.Refuse(429, "rate_limit", "slow down"), 2), attempts: 3,
			recorded: "429", waits: []time.Duration{7 * second, 28 * second}},
		{name: "429 for good", replies: always(endpointtest.Refuse(429, "rate_limit", "slow down"), 3), attempts: 3, failed: "in 3 attempts: "},
		{name: "429 until tomorrow", replies: fake(endpointtest.Refuse(429, "rate_limit", "slow down", "Retry-After", "86400")), attempts: 1,
			failed: "asks to be left alone for 24h0m0s", fatal: true},
		{name: "429 for longer than numbers go", replies: fake(endpointtest.Refuse(429, "rate_limit", "slow down", "Retry-After", "9"+strings.Repeat("0", 400))), attempts: 1,
			failed: "asks to be left alone for 1000h0m0s", fatal: true},
		{name: "used-up quota", replies: fake(endpointtest.Refuse(429, "insufficient_quota", "You exceeded your current quota")), attempts: 1,
			failed: "You exceeded your current quota", fatal: true},
		{name: "500", replies: fake(endpointtest.Refuse(500, "server_error", "oops")), attempts: 2, recorded: "500 Internal Server Error: oops",
			waits: []time.Duration{750 * time.Millisecond}},
		{name: "500 twice", replies: always(endpointtest.Refuse(500, "server_error", "oops"), 2), attempts: 3, recorded: "500",
			waits: []time.Duration{750 * time.Millisecond, 3 * second}},
		{name: "500 for good", replies: always(endpointtest.Refuse(500, "server_error", "oops"), 3), attempts: 3, failed: "500 Internal Server Error: oops"},
		{name: "503 with Retry-After", replies: fake(endpointtest.Refuse(503, "overloaded", "overloaded", "Retry-After", "3")), attempts: 2,
			recorded: "503", waits: []time.Duration{3 * second}},
		{name: "503 while loading", replies: fake(endpointtest.Refuse(503, "unavailable_error", "Loading model")), attempts: 2,
			recorded: "Loading model", waits: []time.Duration{7 * second}},
		{name: "500 that says not to retry", replies: fake(endpointtest.Refuse(500, "server_error", "no", "X-Should-Retry", "false")), attempts: 1, failed: "in 1 attempt: "},
		{name: "HTML error page", replies: fake(endpointtest.Raw(502, "text/html", "<html><head><title>502 Bad Gateway</title></head><body>"+strings.Repeat("<hr>", 5000)+"</body></html>")),
			attempts: 2, recorded: "502 Bad Gateway: an HTML page: 502 Bad Gateway"},
		{name: "HTML page with success", replies: fake(endpointtest.Raw(200, "text/html", "<!doctype html><title>Sign in</title>")), attempts: 2,
			recorded: "it is an HTML page: Sign in"},
		{name: "cut connection", replies: fake(endpointtest.Cut), attempts: 2, recorded: "cut in the middle", waits: []time.Duration{750 * time.Millisecond}},
		{name: "cut for good", replies: always(endpointtest.Cut, 3), attempts: 3, failed: "cut in the middle"},
		{name: "no answer at all", replies: fake(endpointtest.HangUp), attempts: 2, recorded: "no answer of http://127.0.0.1"},
		{name: "empty body", replies: fake(endpointtest.Raw(200, "application/json", "")), attempts: 2, recorded: "it is empty"},
		{name: "invalid JSON body", replies: fake(endpointtest.Raw(200, "application/json", `{"choices":[`)), attempts: 2, recorded: "it is no JSON"},
		{name: "another JSON", replies: fake(endpointtest.Raw(200, "application/json", `[1,2]`)), attempts: 2, recorded: "cannot be used"},
		{name: "no choices", replies: fake(endpointtest.JSON(endpointtest.Envelope("", map[string]any{"choices": []any{}}))), attempts: 2, recorded: "holds no choice"},
		{name: "stream of events", replies: fake(endpointtest.Raw(200, "text/event-stream", "data: {\"choices\":[]}\n\ndata: [DONE]\n")), attempts: 2,
			recorded: "a stream of events"},
		{name: "wrong content type", replies: fake(obedient(func(s string) endpointtest.Reply {
			return endpointtest.Raw(200, "text/plain", endpointtest.Text(endpointtest.Envelope(s, nil)))
		})), attempts: 1},
		{name: "chunked", replies: fake(obedient(func(s string) endpointtest.Reply {
			return endpointtest.Chunked(endpointtest.Text(endpointtest.Envelope(s, nil)))
		})), attempts: 1},
		{name: "gzip", replies: fake(obedient(func(s string) endpointtest.Reply {
			return endpointtest.Gzip(endpointtest.Text(endpointtest.Envelope(s, nil)))
		})), attempts: 1},
		{name: "extra fields", replies: fake(obedient(func(s string) endpointtest.Reply {
			return endpointtest.JSON(endpointtest.Envelope(s, map[string]any{"x_groq": map[string]any{"id": "1"}, "timings": map[string]any{"prompt_n": 3}}))
		})), attempts: 1},
		{name: "success with an error inside", replies: fake(endpointtest.JSON(map[string]any{"error": map[string]any{"message": "Provider returned error", "code": 502}})),
			attempts: 2, recorded: "502 Bad Gateway: Provider returned error", waits: []time.Duration{750 * time.Millisecond}},
		{name: "success with a busy server inside", replies: always(endpointtest.JSON(map[string]any{"error": map[string]any{"message": "slow down", "code": 429}}), 2),
			attempts: 3, recorded: "429 Too Many Requests: slow down", waits: []time.Duration{7 * second, 28 * second}},
		{name: "invalid JSON content", replies: text(`{"ids": [`), attempts: 2, recorded: "JSON"},
		{name: "invalid JSON content for good", replies: always(endpointtest.Answer(`{"ids": [`), 3), attempts: 3, fallback: true, recorded: "JSON"},
		{name: "wrong schema", replies: text(`{"answer": "evidence-001"}`), attempts: 2, recorded: `has no "ids"`},
		{name: "wrong schema for good", replies: always(endpointtest.Answer(`{"answer": 1}`), 3), attempts: 3, fallback: true, recorded: `has no "ids"`},
		{name: "unknown IDs", replies: fake(endpointtest.Answering(func(r endpointtest.Request) string {
			return endpointtest.With(r, 0, []string{"evidence-x", "evidence-y"})
		})), attempts: 1, normalized: true},
		{name: "repeated IDs", replies: fake(endpointtest.Answering(func(r endpointtest.Request) string {
			first := endpointtest.Cards(r)[0]
			return endpointtest.With(r, 0, []string{first, first, first})
		})), attempts: 1, normalized: true},
		{name: "too few IDs", replies: fake(endpointtest.Answering(func(r endpointtest.Request) string { return endpointtest.With(r, -3, nil) })),
			attempts: 1, normalized: true},
		{name: "no IDs", replies: text(`{"ids": []}`), attempts: 1, normalized: true},
		{name: "too many IDs", replies: fake(endpointtest.Answering(func(r endpointtest.Request) string { return endpointtest.With(r, 5, nil) })),
			attempts: 1, normalized: true},
		{name: "over-long content", replies: text(`{"ids": ["` + strings.Repeat("x", 3<<20) + `"]}`), attempts: 1, normalized: true},
		{name: "over-long words", replies: text(strings.Repeat("I think that ", 100_000)), attempts: 2, recorded: "JSON"},
		{name: "markdown fences", replies: fake(obedient(func(s string) endpointtest.Reply { return endpointtest.Answer("```json\n" + s + "\n```") })), attempts: 1},
		{name: "think block", replies: fake(obedient(func(s string) endpointtest.Reply {
			return endpointtest.Answer("<think>\nMaybe {\"ids\": []}?\n</think>\n\n" + s)
		})), attempts: 1},
		{name: "think block without its beginning", replies: fake(obedient(func(s string) endpointtest.Reply { return endpointtest.Answer("Hm.</think>" + s) })), attempts: 1},
		{name: "think block without an end", replies: text("<think>Let me see, the first unit"), attempts: 2, recorded: "in the middle of its reasoning"},
		{name: "reasoning field", replies: fake(message("stop", func(s string) map[string]any {
			return map[string]any{"role": "assistant", "reasoning_content": "Hm.", "content": s}
		})), attempts: 1},
		{name: "reasoning only", replies: fake(message("stop", func(string) map[string]any {
			return map[string]any{"role": "assistant", "reasoning_content": "Hm.", "content": ""}
		})), attempts: 2, recorded: "reasoning and no text"},
		{name: "empty content, cut", replies: fake(message("length", content(""))), attempts: 2, recorded: "cut at its greatest length"},
		{name: "null content", replies: fake(message("stop", content(nil))), attempts: 2, recorded: "its text is empty"},
		{name: "content in parts", replies: fake(message("stop", func(s string) map[string]any {
			return map[string]any{"role": "assistant", "content": []any{
				map[string]any{"type": "thinking", "thinking": []any{}}, map[string]any{"type": "text", "text": s[:5]}, map[string]any{"type": "text", "text": s[5:]}}}
		})), attempts: 1},
		{name: "refusal", replies: fake(message("stop", func(string) map[string]any {
			return map[string]any{"role": "assistant", "content": nil, "refusal": "I cannot help with that"}
		})), attempts: 2, recorded: "the model refused: I cannot help with that"},
		{name: "refusal for good", replies: always(message("stop", func(string) map[string]any {
			return map[string]any{"role": "assistant", "content": nil, "refusal": "no"}
		}), 3), attempts: 3, fallback: true, recorded: "refused"},
		{name: "content filter", replies: fake(message("content_filter", content(""))), attempts: 2, recorded: "filter"},
		{name: "tool call", replies: fake(message("tool_calls", func(s string) map[string]any {
			return map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
				"id": "1", "type": "function", "function": map[string]any{"name": "json", "arguments": s}}}}
		})), attempts: 1},
		{name: "function call", replies: fake(message("function_call", func(s string) map[string]any {
			return map[string]any{"role": "assistant", "content": nil, "function_call": map[string]any{"name": "json", "arguments": s}}
		})), attempts: 1},
		{name: "odd finish reason", replies: fake(message("eos_token", func(s string) map[string]any { return map[string]any{"content": s} })), attempts: 1},
		{name: "null finish reason", replies: fake(message(nil, func(s string) map[string]any { return map[string]any{"content": s} })), attempts: 1},
		{name: "wrong key", replies: fake(endpointtest.Refuse(401, "invalid_api_key", "Incorrect API key provided: "+key+".")), attempts: 1,
			failed: "401 Unauthorized: Incorrect API key provided: [secret]", fatal: true},
		{name: "half a key", replies: fake(endpointtest.Refuse(401, "invalid_api_key", "Incorrect API key provided: sk-proj-********tail.")), attempts: 1,
			failed: "provided: [secret]", fatal: true},
		{name: "forbidden", replies: fake(endpointtest.Refuse(403, "forbidden", "not for you")), attempts: 1, failed: "check the key: SUFFICE_OPENAI_API_KEY", fatal: true},
		{name: "unknown model", replies: fake(endpointtest.Refuse(404, "model_not_found", "The model `asked-model` does not exist")), attempts: 1,
			failed: "the server does not know the model", fatal: true},
		{name: "wrong path", replies: fake(endpointtest.Raw(404, "text/plain", "404 page not found")), attempts: 1, failed: "404 Not Found: 404 page not found", fatal: true},
		{name: "out of credit", replies: fake(endpointtest.Refuse(402, "payment", "Insufficient Balance")), attempts: 1, failed: "Insufficient Balance", fatal: true},
		{name: "too long for the model", replies: fake(endpointtest.Refuse(400, "context_length_exceeded", "This model's maximum context length is 4096 tokens")), attempts: 1,
			failed: "a longer context is needed"},
		{name: "too large", replies: fake(endpointtest.Raw(413, "text/plain", "Payload Too Large")), attempts: 1, failed: "a longer context is needed"},
		{name: "policy", replies: fake(endpointtest.Refuse(400, "content_filter", "The prompt triggered the content policy")), attempts: 1, failed: "content policy"},
		{name: "bad request", replies: fake(endpointtest.Refuse(400, "invalid_request_error", "messages: wrong")), attempts: 1, failed: "messages: wrong", fatal: true},
		{name: "temperature refused", replies: fake(endpointtest.Refuse(400, "unsupported_value", "'temperature' does not support 0 with this model")), attempts: 1,
			failed: "server_temperature = true", fatal: true},
		{name: "redirect", replies: fake(endpointtest.Redirect(308, "https://elsewhere.example/v1?token="+key)), attempts: 1,
			failed: "redirects are not followed", fatal: true},
		{name: "format refused", replies: fake(endpointtest.Refuse(400, "invalid_request_error", "This response_format type is unavailable now")), attempts: 2,
			recorded: "the next attempt asks in another form"},
	}
}

// TestServers has a run meet every behaviour at its first stage.
func TestServers(t *testing.T) {
	for _, b := range behaviours() {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			server, at := endpointtest.StartWith(t, endpointtest.Settings{Key: key}), newClock()
			server.Then(endpointtest.Chat, b.replies...)
			r := run(t, t.Context(), complement.MethodComplement, opened(t, configured(server, at)), nil)
			b.check(t, r, len(server.Requests(endpointtest.Chat)), at)
		})
	}
}

func (b behaviour) check(t *testing.T, r ran, requests int, at *clock) {
	secretless(t, r.rec.text(t), told(r.err))
	calls := r.rec.calls("chat")
	made := 0
	for _, c := range calls {
		if c.Stage == methods.StagePropose {
			made++
		}
		if len(c.RequestHash) != 64 || c.Controller != endpoint.ControllerName || c.Model != "asked-model" {
			t.Errorf("a record lacks who was asked what: %+v", c)
		}
	}
	if made != b.attempts || requests != len(calls) {
		t.Errorf("%d attempts at propose, want %d; %d requests for %d records", made, b.attempts, requests, len(calls))
	}
	if len(calls) == 0 {
		t.Fatal("no exchange was recorded")
	}
	if wrong := calls[0].Error + calls[0].Malformed; b.failed == "" && !strings.Contains(wrong, b.recorded) || (b.recorded == "" && b.failed == "" && wrong != "") {
		t.Errorf("the first attempt is recorded as %q, want %q", wrong, b.recorded)
	}
	if b.failed != "" {
		if r.err == nil || !strings.Contains(r.err.Error(), b.failed) {
			t.Errorf("error %v, want one with %q", r.err, b.failed)
		}
		if got := endpoint.Fatal(r.err); got != b.fatal {
			t.Errorf("fatal: %v, want %v (%v)", got, b.fatal, r.err)
		}
		if last := calls[len(calls)-1]; last.Error == "" {
			t.Errorf("the failure is not recorded: %+v", last)
		}
		return
	}
	if r.err != nil {
		t.Fatal(r.err)
	}
	r.valid(t)
	s := r.stage(t, methods.StagePropose)
	if s.Normalized != b.normalized || s.Fallback != b.fallback || s.Attempts != b.attempts || len(s.Selected) != 8 {
		t.Errorf("propose came to %+v", s)
	}
	slept := at.sleeps()
	for i, least := range b.waits {
		if i >= len(slept) || slept[i] < least || slept[i] > 2*least {
			t.Errorf("waits of %v, want at least %v", slept, b.waits)
		}
	}
	if len(b.waits) == 0 && b.recorded == "" && len(slept) > 0 {
		t.Errorf("waits of %v for nothing", slept)
	}
}

// A failure for good at a later stage keeps to three attempts as well.
func TestThreeAttemptsAtEveryStage(t *testing.T) {
	server, at := endpointtest.Start(t), newClock()
	server.Always(endpointtest.Chat, endpointtest.Answer("no JSON"))
	r := run(t, t.Context(), complement.MethodComplement, opened(t, configured(server, at)), nil)
	if r.err != nil {
		t.Fatal(r.err)
	}
	r.valid(t)
	for _, s := range r.out.Stages {
		if s.Attempts != 3 || !s.Fallback || s.Normalized {
			t.Errorf("stage %s: %+v", s.Name, s)
		}
	}
	if n := len(server.Requests(endpointtest.Chat)); n != 9 {
		t.Errorf("%d requests for three stages", n)
	}
	if slept := at.sleeps(); len(slept) > 0 {
		t.Errorf("a badly formed answer is no reason to wait: %v", slept)
	}
	if got := server.Requests(endpointtest.Chat)[0].Header.Get("Authorization"); got != "Bearer "+key {
		t.Errorf("the key does not arrive: %q", got)
	}
}

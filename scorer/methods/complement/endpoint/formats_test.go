package endpoint_test

import (
	"strings"
	"testing"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// A server that refuses a way of asking for JSON is asked in the next one, and
// the process remembers.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name    string
		refuses []string
		format  endpoint.Format
		first   []string // formats of the attempts at the first stage of the process
		failed  string
	}{
		{"schema taken", nil, endpoint.FormatAuto, []string{"json_schema"}, ""},
		{"DeepSeek", []string{"json_schema"}, endpoint.FormatAuto, []string{"json_schema", "json_object"}, ""},
		{"LM Studio", []string{"json_object"}, endpoint.FormatAuto, []string{"json_schema"}, ""},
		{"neither", []string{"json_schema", "json_object"}, endpoint.FormatAuto, []string{"json_schema", "json_object", "text"}, ""},
		{"object pinned", []string{"json_schema"}, endpoint.FormatObject, []string{"json_object"}, ""},
		{"text pinned", []string{"json_schema", "json_object"}, endpoint.FormatText, []string{"text"}, ""},
		{"pinned and refused", []string{"json_schema"}, endpoint.FormatSchema, []string{"json_schema"}, "response_format type is unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.StartWith(t, endpointtest.Settings{Refuses: c.refuses})
			config := configured(server, newClock())
			config.Format = c.format
			service := opened(t, config)
			before := identity(t, controller(t, service))
			r := run(t, t.Context(), complement.MethodComplement, service, nil)
			if c.failed != "" {
				if r.err == nil || !strings.Contains(r.err.Error(), c.failed) || !endpoint.Fatal(r.err) {
					t.Fatalf("error %v, want a fatal one with %q", r.err, c.failed)
				}
				return
			}
			if r.err != nil {
				t.Fatal(r.err)
			}
			var formats []string
			for _, call := range r.rec.calls("chat") {
				if call.Stage == methods.StagePropose {
					formats = append(formats, call.Sampling.Format)
				}
			}
			if strings.Join(formats, " ") != strings.Join(c.first, " ") {
				t.Errorf("asked in %v, want %v", formats, c.first)
			}
			settled := c.first[len(c.first)-1]
			again := run(t, t.Context(), complement.MethodComplement, service, nil)
			for _, call := range append(again.rec.calls("chat"), r.rec.calls("chat")[len(c.first):]...) {
				if call.Sampling.Format != settled || call.Attempt != 1 {
					t.Errorf("stage %s, attempt %d asks in %s after the process knows better", call.Stage, call.Attempt, call.Sampling.Format)
				}
			}
			requests := server.Requests(endpointtest.Chat)
			checkForm(t, requests[len(requests)-1].Chat(), settled)
			if after := identity(t, controller(t, service)); after != before {
				t.Errorf("what was learned changes the identity of runs:\n%s\n%s", before, after)
			}
		})
	}
}

// checkForm checks that a request holds the schema where its format puts it.
func checkForm(t *testing.T, q endpointtest.ChatRequest, format string) {
	t.Helper()
	inWords := strings.Contains(q.Messages[0].Content, `{"type":"object","properties":{"ranked_ids"`)
	want := format
	if format == "text" {
		want = ""
	}
	if q.Format.Type != want {
		t.Errorf("response_format %q, want %q", q.Format.Type, want)
	}
	if held := len(q.Format.Schema.Schema) > 0 && q.Format.Schema.Strict; held != (format == "json_schema") || inWords == held {
		t.Errorf("the schema is held to: %v, in words: %v", held, inWords)
	}
	if q.Temperature == nil || *q.Temperature != 0 {
		t.Errorf("temperature %v", q.Temperature)
	}
}

// The longest response has two names; a server that knows only one is asked
// with that.
func TestLimitNames(t *testing.T) {
	server := endpointtest.Start(t)
	server.Then(endpointtest.Chat, endpointtest.Refuse(400, "unsupported_parameter",
		"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."))
	service := opened(t, configured(server, newClock()))
	for range 2 {
		if r := run(t, t.Context(), complement.MethodSSR, service, nil); r.err != nil {
			t.Fatal(r.err)
		}
	}
	for i, want := range []bool{false, true, true} {
		q := server.Requests(endpointtest.Chat)[i].Chat()
		if (q.Completion != nil) != want || (q.MaxTokens != nil) == want || want && *q.Completion != 2400 {
			t.Errorf("request %d: max_tokens %v, max_completion_tokens %v", i+1, q.MaxTokens, q.Completion)
		}
	}
	// Refused under both names, it is not about the name.
	server = endpointtest.Start(t)
	server.Always(endpointtest.Chat, endpointtest.Refuse(400, "invalid", "max_tokens is too large: 2400"))
	r := run(t, t.Context(), complement.MethodSSR, opened(t, configured(server, newClock())), nil)
	if n := len(server.Requests(endpointtest.Chat)); r.err == nil || !endpoint.Fatal(r.err) || n != 2 {
		t.Errorf("%d requests, error %v", n, r.err)
	}
}

// Members of the configuration travel with every request; the temperature is
// left out on demand, and the record says so.
func TestExtraAndTemperature(t *testing.T) {
	server := endpointtest.Start(t)
	config := configured(server, newClock())
	config.Extra = map[string]any{"reasoning_effort": "low", "chat_template_kwargs": map[string]any{"enable_thinking": false}, "seed": int64(7)}
	config.ServerTemperature = true
	r := run(t, t.Context(), complement.MethodComplement, opened(t, config), nil)
	if r.err != nil {
		t.Fatal(r.err)
	}
	for _, q := range server.Requests(endpointtest.Chat) {
		for _, part := range []string{`"reasoning_effort":"low"`, `"chat_template_kwargs":{"enable_thinking":false}`, `"seed":7`} {
			if !strings.Contains(string(q.Body), part) {
				t.Errorf("the request lacks %s", part)
			}
		}
		if q.Chat().Temperature != nil {
			t.Error("a temperature is sent")
		}
	}
	for _, c := range r.rec.calls("chat") {
		if !c.Sampling.ServerTemperature {
			t.Errorf("the record does not say that the temperature was left to the server: %+v", c.Sampling)
		}
	}
}

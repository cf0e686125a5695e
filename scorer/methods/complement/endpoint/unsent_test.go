package endpoint_test

import (
	"testing"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// A request that never got to a server is recorded as that, and so costs nothing;
// one whose connection broke may have been worked on.
func TestUnsent(t *testing.T) {
	for _, c := range []struct {
		name   string
		reply  endpointtest.Reply // nil: nobody listens
		unsent []bool             // of the attempts
	}{
		{"nobody listens", nil, []bool{true, true, true}},
		{"hung up", endpointtest.HangUp, []bool{false, false, false}},
		{"refused", endpointtest.Refuse(500, "x", "oops"), []bool{false, false, false}},
		{"asked to wait for too long", endpointtest.Refuse(429, "x", "slow", "Retry-After", "3600"), []bool{false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := endpointtest.Start(t)
			config := configured(server, newClock())
			if c.reply == nil {
				config.BaseURL = endpoint.NewAddress("http://127.0.0.1:1/v1")
			} else {
				server.Always(endpointtest.Chat, c.reply)
			}
			s := opened(t, config)
			first := run(t, t.Context(), complement.MethodSSR, s, nil)
			unsent(t, first.rec.calls("chat"), c.unsent...)
			if c.name == "asked to wait for too long" { // every other request finds that out before it leaves
				unsent(t, run(t, t.Context(), complement.MethodSSR, s, nil).rec.calls("chat"), true)
			}
			if first.err == nil {
				t.Error("no answer came, and the run does not fail")
			}
		})
	}
}

func unsent(t *testing.T, calls []methods.ModelCall, want ...bool) {
	t.Helper()
	if len(calls) != len(want) {
		t.Fatalf("%d attempts, want %d: %+v", len(calls), len(want), calls)
	}
	for i, c := range calls {
		if c.Unsent != want[i] || c.Error == "" {
			t.Errorf("attempt %d: unsent is %v, want %v: %s", i+1, c.Unsent, want[i], c.Error)
		}
	}
}

package main

import (
	"bytes"
	"strings"
	"testing"

	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// bare runs the program with a settings file and no variable of an endpoint.
func (h hosted) bare(env []string, args ...string) (said string, code int) {
	h.t.Helper()
	cmd := h.command(append(args, "--config", "settings.toml")...)
	cmd.Env = append(cmd.Env, env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); cmd.ProcessState == nil {
		h.t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// A replay takes servers and models from the record: the variable of the key is
// not set, the settings name another server and other models, and nobody is
// asked. Attempts that were refused or garbled are replayed as they were.
func TestReplayNeedsNoKeyAndNoSettings(t *testing.T) {
	h := newHosted(t)
	h.write("settings.toml", `[openai]
base_url = "`+h.server.URL+`"
key_env = "REPLAY_TEST_KEY"
model = "fake-large"
extra = { seed = 7 }
[openai.models]
expand = "fake-small"
[openai.embedding]
model = "fake-embeddings"
[openai.rerank]
model = "fake-reranker"`)
	h.server.Then(endpointtest.Rerank, endpointtest.Refuse(503, "x", "loading", "Retry-After-Ms", "1"), endpointtest.Answer("not json"))
	key := []string{"REPLAY_TEST_KEY=" + canary}
	for experiment, args := range map[string][]string{
		"all":  {"mss_complement", "fixed_top8", "dense", "rerank", "bm25", "--controller", "openai", "--embedder", "openai"},
		"rr":   {"rerank"},
		"none": {"bm25", "--embedder", "openai"},
	} {
		args = append([]string{"run", "--experiment", experiment, "--jobs", "1", "--no-set"}, args...)
		if said, code := h.bare(key, args...); code != exitDone {
			t.Fatalf("%s: exit code %d\n%s", experiment, code, said)
		}
	}
	before := len(h.server.Requests(""))
	h.write("settings.toml", `[openai]
base_url = "http://127.0.0.1:1/v1"
key_env = "REPLAY_TEST_KEY"
model = "another"`)
	for _, experiment := range []string{"all", "rr", "none"} {
		said, code := h.bare(nil, "replay", experiment)
		if code != exitDone || !strings.Contains(said, "the predictions are equal, byte for byte") {
			t.Errorf("%s: exit code %d\n%s", experiment, code, said)
		}
	}
	if n := len(h.server.Requests("")) - before; n != 0 {
		t.Errorf("a replay asked the server %d times", n)
	}
}

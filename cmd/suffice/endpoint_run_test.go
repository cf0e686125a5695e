package main

import (
	"bytes"
	"encoding/base64"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// canary stands in for a person's key. It must be found nowhere but in the
// requests.
const canary = "sk-canary-4f1d-kept-off-every-disk"

// hosted is a project with a fake server beside it.
type hosted struct {
	processes
	server *endpointtest.Server
}

func newHosted(t *testing.T) hosted {
	h := hosted{processes{t, t.TempDir()}, endpointtest.StartWith(t, endpointtest.Settings{Key: canary})}
	h.must("generate", "set", "--states", "3", "--units", "20", "--methods", "1", "--seed", "11")
	h.must("init")
	h.must("import", "items", "set/items.jsonl")
	h.must("import", "labels", "set/labels.jsonl")
	return h
}

// said runs the program with a key and returns what it printed and its exit
// code.
func (h hosted) said(key string, args ...string) (stdout, stderr string, code int) {
	h.t.Helper()
	cmd := h.command(args...)
	cmd.Env = append(cmd.Env, endpoint.EnvBaseURL+"="+h.server.URL, endpoint.EnvModel+"=fake-large", endpoint.EnvKey+"="+key)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		h.t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// keyless fails when a key, or what an Authorization header or a basic
// credential makes of it, is in a text or in any file of the folder.
func (h hosted) keyless(key string, texts ...string) {
	h.t.Helper()
	forms := []string{key, base64.StdEncoding.EncodeToString([]byte(key)), key[len(key)-12:]}
	holds := func(text string) bool {
		return slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(text, form) })
	}
	for _, text := range texts {
		if holds(text) {
			h.t.Errorf("the key was printed:\n%s", text)
		}
	}
	files := 0
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if holds(path) || holds(string(text)) {
			h.t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if files < 4 {
		h.t.Errorf("only %d files were looked through", files)
	}
}

// TestEndpointRun runs a method against a server, from the command line to the
// set that tables read. The key was sent, and is nowhere else.
func TestEndpointRun(t *testing.T) {
	h := newHosted(t)
	out, errs, code := h.said(canary, "run", "mss_complement", "--controller", "openai", "--experiment", "hosted")
	if code != exitDone {
		t.Fatalf("exit code %d\n%s%s", code, out, errs)
	}
	for _, want := range []string{
		"hosted: 1 method on 3 states, 3 runs", "controller openai: an OpenAI-compatible endpoint", "9 calls, ", " tokens in, ", "fallback 0",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	asked := h.server.Requests(endpointtest.Chat)
	if len(asked) < 9 {
		t.Errorf("%d chat requests for 3 states of 3 stages", len(asked))
	}
	for _, r := range asked {
		if r.Header.Get("Authorization") != "Bearer "+canary {
			t.Fatal("a request went without the key: nothing was tested")
		}
	}
	texts := []string{out, errs}
	for _, args := range [][]string{
		{"validate", "--items", "set/items.jsonl", "--labels", "set/labels.jsonl", "--predictions", "results/predictions/hosted.jsonl"},
		{"table", "attribution"}, {"runs", "show", "hosted", "--method", "mss_complement", "--json"},
		{"dataset", "build", "--out", "derived"}, {"table", "efficiency"}, {"ledger", "--json"},
	} {
		out, errs, code := h.said(canary, args...)
		if code != exitDone {
			t.Errorf("suffice %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errs)
		}
		texts = append(texts, out, errs)
	}
	h.keyless(canary, texts...)
}

// TestEndpointReplay replays what a server answered, with no key and the server
// answering nothing.
func TestEndpointReplay(t *testing.T) {
	h := newHosted(t)
	if out, errs, code := h.said(canary, "run", "mss_complement", "--controller", "openai", "--experiment", "hosted"); code != exitDone {
		t.Fatalf("exit code %d\n%s%s", code, out, errs)
	}
	before := len(h.server.Requests(""))
	out, errs, code := h.said("", "replay", "hosted")
	if code != exitDone || !strings.Contains(out, "3 runs replayed without a network; the predictions are equal, byte for byte") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	if n := len(h.server.Requests("")) - before; n != 0 {
		t.Errorf("a replay asked the server %d times", n)
	}
}

// TestEndpointWrongKey: a key that is refused ends a run before it costs
// anything more, in one sentence that does not repeat it.
func TestEndpointWrongKey(t *testing.T) {
	const wrong = "sk-wrong-9c2b-not-the-one-that-fits"
	models := map[string]any{"object": "list", "data": []any{map[string]any{"id": "fake-large", "object": "model"}}}
	for what, list := range map[string]endpointtest.Reply{
		"asked for":       nil, // by the server itself: the refusal repeats the key
		"open to anybody": endpointtest.JSON(models),
	} {
		t.Run("a list of models "+what, func(t *testing.T) {
			h := newHosted(t)
			if list != nil {
				h.server.Always(endpointtest.Models, list)
			}
			out, errs, code := h.said(wrong, "run", "mss_complement", "--controller", "openai", "--experiment", "hosted", "--jobs", "1")
			if code != exitWrong || out != "" {
				t.Errorf("exit code %d\n%s%s", code, out, errs)
			}
			if !strings.Contains(errs, "401 Unauthorized") || !strings.Contains(errs, "check the key: "+endpoint.EnvKey) {
				t.Errorf("it does not say what was refused, and what to check:\n%s", errs)
			}
			if n := strings.Count(errs, "suffice: "); n != 1 {
				t.Errorf("it is told %d times:\n%s", n, errs)
			}
			if n := len(h.server.Requests(endpointtest.Chat)); n > 1 {
				t.Errorf("%d requests went out with a key that is refused", n)
			}
			h.keyless(wrong, out, errs)
		})
	}
}

// TestEndpointRevokedKey: a key that is refused in the middle of a run ends it;
// what was finished is kept, and a key that fits goes on with it.
func TestEndpointRevokedKey(t *testing.T) {
	h := newHosted(t)
	answered := endpointtest.Answering(endpointtest.Obedient)
	h.server.Then(endpointtest.Chat, answered, answered, answered, answered) // which model answers, and one state
	h.server.Then(endpointtest.Chat, endpointtest.Refuse(http.StatusUnauthorized, "invalid_api_key", "revoked: "+canary))
	out, errs, code := h.said(canary, "run", "mss_complement", "--controller", "openai", "--experiment", "hosted", "--jobs", "1")
	if code != exitWrong || out != "" {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	for _, want := range []string{"401 Unauthorized", "check the key", "suffice run --resume --experiment hosted (1 of 3 runs finished, and kept)"} {
		if !strings.Contains(errs, want) {
			t.Errorf("it does not say %q:\n%s", want, errs)
		}
	}
	if n := len(h.server.Requests(endpointtest.Chat)); n != 5 {
		t.Errorf("%d requests: the refused one was not the last", n)
	}
	again, more, code := h.said(canary, "run", "--resume", "--experiment", "hosted")
	if code != exitDone || !strings.Contains(again, "2 runs in") || !strings.Contains(again, "1 there already") {
		t.Errorf("exit code %d\n%s%s", code, again, more)
	}
	h.keyless(canary, out, errs, again, more)
}

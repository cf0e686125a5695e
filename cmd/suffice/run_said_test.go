package main

import (
	"strings"
	"testing"

	"suffice/scorer/methods/complement/endpoint/endpointtest"
	"suffice/scorer/methods/run"
)

// What a server does not report is missing in words and cells, and never zero.
func TestTokensThatWereNotReported(t *testing.T) {
	for _, c := range []struct {
		what  string
		of    run.Totals
		words string
		cell  string
	}{
		{"input alone", run.Totals{Calls: 3, Input: 300, NoOutput: 3, NoCached: 3}, "300 tokens in, - out, - cached", ">300"},
		{"everything", run.Totals{Calls: 2, Input: 30, Output: 4}, "30 tokens in, 4 out, 0 cached", "34"},
		{"one call of two", run.Totals{Calls: 2, Input: 30, Output: 4, Missing: 1, NoInput: 1, NoOutput: 1, NoCached: 1}, ">30 tokens in, >4 out, - cached", ">34"},
		{"nothing", run.Totals{Calls: 2, Missing: 2, NoInput: 2, NoOutput: 2, NoCached: 2}, "none with tokens reported", "-"},
		{"one of three refused", run.Totals{Calls: 3, Refused: 1, Input: 30, Output: 4}, "3 calls, 1 of them refused, 30 tokens in, 4 out, 0 cached; stages", "34"},
		{"all refused", run.Totals{Calls: 3, Refused: 3}, "3 calls, 3 of them refused; stages", "-"},
		{"the rest of the refused without", run.Totals{Calls: 3, Refused: 2, Missing: 1, NoInput: 1, NoOutput: 1, NoCached: 1}, "2 of them refused, none with tokens reported", "-"},
		{"a reranker", run.Totals{Calls: 3, Reading: 3, Input: 60}, "3 calls, 60 tokens in; stages", "60"},
		{"a reranker that reports nothing", run.Totals{Calls: 3, Reading: 3, Missing: 3, NoInput: 3}, "3 calls, none with tokens reported", "-"},
		{"a reranker that reports nothing, recorded before it was told apart", run.Totals{Calls: 3, Missing: 3, NoInput: 3}, "none with tokens reported", "-"},
		{"a reranker beside a chat model", run.Totals{Calls: 3, Reading: 1, Input: 60, Output: 7, Missing: 1, NoInput: 1}, ">60 tokens in, 7 out, 0 cached", ">67"},
		{"no call", run.Totals{}, "0 calls", "-"},
	} {
		got := totalsOf(c.of)
		if words := tokenWords(got); !strings.Contains(words, c.words) {
			t.Errorf("%s: %q", c.what, words)
		}
		if cell := tokenCell(got); cell != c.cell {
			t.Errorf("%s: cell %q, want %q", c.what, cell, c.cell)
		}
	}
}

// A method that asks a server without a controller says what the calls came to as
// well: that a reranker never answered in its form is not passed over. What was
// refused on the way leaves no gap in the sums.
func TestRunSaysWhatServersAnswered(t *testing.T) {
	h := newHosted(t)
	h.write("settings.toml", `[openai]
base_url = "`+h.server.URL+`"
key = "`+canary+`"
[openai.embedding]
model = "fake-embeddings"
[openai.rerank]
model = "fake-reranker"`)
	h.server.Always(endpointtest.Rerank, endpointtest.Answer("not json"))
	h.server.Then(endpointtest.Embeddings, endpointtest.Refuse(429, "x", "slow down", "Retry-After-Ms", "1"))
	for _, c := range []struct {
		args  []string
		words []string
	}{
		{[]string{"dense", "--embedder", "openai"}, []string{"calls, 1 of them refused, ", " tokens in; stages normalized 0, fallback 0"}},
		{[]string{"rerank"}, []string{"9 calls, ", "fallback 3"}},
		{[]string{"bm25"}, nil},
	} {
		said, code := h.bare(nil, append([]string{"run", "--jobs", "1", "--experiment", c.args[0]}, c.args...)...)
		if code != exitDone {
			t.Errorf("%s: exit code %d", c.args, code)
		}
		for _, words := range c.words {
			if !strings.Contains(said, words) {
				t.Errorf("%s: it does not say %q:\n%s", c.args, words, said)
			}
		}
		if len(c.words) == 0 && strings.Contains(said, "call") {
			t.Errorf("%s asked nobody:\n%s", c.args, said)
		}
	}
}

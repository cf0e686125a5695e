package endpoint

import (
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"suffice/scorer/methods/complement"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after, ms, date string
		want            time.Duration
		told            bool
	}{
		{"", "", "", 0, false},
		{"0", "", "", 0, true},
		{"2", "", "", 2 * time.Second, true},
		{" 2.5 ", "", "", 2500 * time.Millisecond, true},
		{"2", "1500", "", 1500 * time.Millisecond, true},
		{"2", "soon", "", 2 * time.Second, true},
		{"-1", "", "", 0, false},
		{"NaN", "", "", 0, false},
		{"Inf", "", "", 0, false},
		{"1e400", "", "", farOff, true},
		{strings.Repeat("9", 30), "", "", farOff, true},
		{"never", "", "", 0, false},
		{"Sun, 01 Mar 2026 12:00:30 GMT", "", "", 30 * time.Second, true},
		{"Sun, 01 Mar 2026 11:00:00 GMT", "", "", 0, true},
		{"Sun, 01 Mar 2026 12:00:30 GMT", "", "Sun, 01 Mar 2026 12:00:10 GMT", 20 * time.Second, true},
		{"Sunday, 01-Mar-26 12:00:30 GMT", "", "", 30 * time.Second, true},
		{"Fri, 01 Jan 9999 00:00:00 GMT", "", "", farOff, true},
	} {
		h := http.Header{}
		h.Set("Retry-After", c.after)
		h.Set("Retry-After-Ms", c.ms)
		h.Set("Date", c.date)
		if got, told := retryAfter(h, now); got != c.want || told != c.told {
			t.Errorf("Retry-After %q, Retry-After-Ms %q, Date %q: %v, %v; want %v, %v", c.after, c.ms, c.date, got, told, c.want, c.told)
		}
	}
}

// Backoff grows, keeps to its bound, is the same for the same conversation and
// differs between conversations.
func TestGrowing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		who := rapid.String().Draw(t, "conversation")
		first := rapid.SampledFrom([]time.Duration{afterFault, afterBusy}).Draw(t, "first")
		was := time.Duration(0)
		for n := 1; n <= 40; n++ {
			d := growing(who, first, n)
			if d != growing(who, first, n) || d <= 0 || d > longestBackoff*5/4 {
				t.Fatalf("wait %d is %v", n, d)
			}
			if n <= 2 && d <= was {
				t.Fatalf("wait %d is %v after %v", n, d, was)
			}
			was = d
		}
	})
	if growing("a", time.Second, 1) == growing("b", time.Second, 1) {
		t.Error("two conversations come back together")
	}
}

// The words of a server are found wherever it puts them.
func TestComplaint(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"message":"m","code":"c"}}`:             "m",
		`{"error":"m"}`:                                    "m",
		`{"message":"m"}`:                                  "m",
		`{"detail":"m"}`:                                   "m",
		`{"detail":[{"loc":["body"],"msg":"m"}]}`:          `[{"loc":["body"],"msg":"m"}]`,
		`{"error":{"code":500,"message":null}}`:            "",
		`[{"error":{"message":"m","status":"NOT_FOUND"}}]`: "m",
		`{"error":{"message":"a","message":"m"}}`:          "m",
		` plain words `:                                    "plain words",
		``:                                                 "",
		`<html><title> Bad  Gateway </title>`:              "an HTML page: Bad  Gateway",
		`<?xml version="1.0"?><Error/>`:                    "an HTML page",
		`{"object":"error","message":"m","code":40303}`:    "m",
		`null`:                                 "",
		`{"error":{"message":{"reason":"m"}}}`: `{"reason":"m"}`,
		`{"error":{"type":"x","message":"m \ud800 broken"}}`: "m \uFFFD broken",
	} {
		if got := complaintOf([]byte(body)).text; got != want {
			t.Errorf("%s says %q, want %q", body, got, want)
		}
	}
}

// Servers that quote the path of a request, or its user, tell nobody a token in it.
func TestErrorsHoldNoAddress(t *testing.T) {
	u, err := url.Parse("https://some-user-name:password@host/gateways/tok%2Fen-0123456789/0123456789-0123456789/v1")
	if err != nil {
		t.Fatal(err)
	}
	s := newScrubber(nil, addressWords(u))
	for in, want := range map[string]string{
		"Cannot POST " + u.EscapedPath() + "/chat/completions": "Cannot POST [secret][secret][secret]/v1/chat/completions",
		"no route " + u.Path + "/models":                       "no route [secret]/tok[secret][secret]/v1/models",
		"gateway 0123456789-0123456789 is closed":              "gateway [secret] is closed",
		"some-user-name may not":                               "[secret] may not",
		"gateways and /v1/chat are words":                      "gateways and /v1/chat are words",
	} {
		if got := s.complained(in, 200); got != want {
			t.Errorf("%s is told as %s, want %s", in, got, want)
		}
	}
	if got := s.quote("gateways/0123456789-0123456789", 200); got != "gateways/0123456789-0123456789" {
		t.Errorf("the name of a model is told as %s", got)
	}
}

// Quoted words are short, on one line, and free of what moves a terminal.
func TestQuote(t *testing.T) {
	s := newScrubber([]string{"a-long-secret/with+signs"}, nil)
	for in, want := range map[string]string{
		"plain":                              "plain",
		"two\nlines\tand \x1b[31mred\x1b[0m": "two lines and [31mred[0m",
		"a-long-secret/with+signs.":          "[secret].",
		"a-long-secret%2Fwith%2Bsigns":       "[secret]",
		`a-long-secret\/with+signs`:          "[secret]",
		"YS1sb25nLXNlY3JldC93aXRoK3NpZ25z":   "[secret]",
		"Bearer abc.def-ghi":                 "[secret]",
		"sk-proj-****abcd":                   "[secret]",
		"evil\u202etxt":                      "eviltxt",
		"key id 7":                           "key id 7",
		"api-version 2024":                   "api-version 2024",
	} {
		if got := s.quote(in, 300); got != want {
			t.Errorf("%q is quoted as %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		got := s.quote(rapid.String().Draw(t, "words"), 20)
		if n := utf8.RuneCountInString(got); n > 22 || strings.ContainsAny(got, "\n\r\x1b\x00") {
			t.Fatalf("quoted as %q", got)
		}
	})
}

// The hash is of what is asked, whatever the order of its members.
func TestRequestHash(t *testing.T) {
	a, err := requestHash([]byte(`{"model":"m","temperature":0,"messages":[{"role":"user","content":"é"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := requestHash([]byte("{\"messages\": [{\"content\":\"\\u00e9\",\"role\":\"user\"}],\n\"temperature\":0.0,\"model\":\"m\"}"))
	if a != b || len(a) != 64 {
		t.Errorf("%s and %s", a, b)
	}
	if c, _ := requestHash([]byte(`{"model":"n","temperature":0,"messages":[{"role":"user","content":"é"}]}`)); c == a {
		t.Error("another model gives the same hash")
	}
}

// The schema reaches the server with its members in their order: models write
// their answer in it.
func TestSchemaOrder(t *testing.T) {
	c := Defaults()
	c.Model = "m"
	s, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	schema := `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}},"required":["z","a"],"additionalProperties":false}`
	body, err := s.chatBody("m", complement.Prompt{SchemaName: "x", Schema: jsontext.Value(schema)}, 0, way{format: FormatSchema})
	if err != nil || !strings.Contains(string(body), schema) {
		t.Errorf("%s, %v", body, err)
	}
}

// FuzzAnswers reads whatever a server may send: nothing panics, and what is read
// is sound.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`,
		`{"choices":[{"message":{"content":[{"type":"text","text":"x"}]}}]}`, `{"choices":[null]}`, `{"choices":{"a":1}}`, `[]`, `null`, `"x"`, `{`,
		`{"choices":[{"message":{"tool_calls":[{"function":{"arguments":"{}"}}]}}]}`, `{"choices":[{"message":"x"}]}`, `{"choices":[{"message":null}]}`,
		`{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":"AACAPw=="}]}`, `{"results":[{"index":0,"relevance_score":1}]}`,
		`{"error":{"message":"x","code":429}}`, `{"usage":{"prompt_tokens_details":[1]},"timings":7,"meta":null}`, "<think>a</think>b", "data: {}\n\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		h, err := hear(body)
		if err == nil && (h.text == "") == (h.why == "" && h.failed == 0) {
			t.Errorf("neither a text nor a reason: %+v", h)
		}
		if h.failed != 0 && (h.failed < 400 || h.failed > 599) {
			t.Errorf("status %d", h.failed)
		}
		for _, n := range []*int{h.usage.Input, h.usage.Output, h.usage.Cached, h.usage.Reasoning} {
			if n != nil && *n < 0 {
				t.Errorf("usage of %d", *n)
			}
		}
		if vectors, _, err := readVectors(body, 2); err == nil {
			again, err := DecodeVectors(EncodeVectors(vectors))
			if err != nil || len(again) != 2 || len(again[0]) == 0 || len(again[0]) != len(again[1]) {
				t.Errorf("vectors %v became %v, %v", vectors, again, err)
			}
		}
		if scores, _, err := readScores(body); err == nil {
			again, err := DecodeRanking(encodeScores(scores))
			if err != nil || len(again) != len(scores) {
				t.Errorf("scores %v became %v, %v", scores, again, err)
			}
			for _, s := range scores {
				if math.IsNaN(s.Relevance) {
					t.Error("a score is NaN")
				}
			}
		}
		_, _ = DecodeVectors(string(body))
		_, _ = DecodeRanking(string(body))
		_ = complaintOf(body)
	})
}

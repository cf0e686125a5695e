package endpointtest

import (
	"compress/gzip"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
)

// Envelope is a chat completion around a text, as OpenAI writes it. With
// members, those stand in place of its own: nil takes one away.
func Envelope(text string, members map[string]any) map[string]any {
	e := map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1767225600, "model": "served-model-0001",
		"system_fingerprint": "fp_1",
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text, "refusal": nil},
		}},
		"usage": map[string]any{
			"prompt_tokens": 1200, "completion_tokens": 80, "total_tokens": 1280,
			"prompt_tokens_details":     map[string]any{"cached_tokens": 1024},
			"completion_tokens_details": map[string]any{"reasoning_tokens": 16},
		},
	}
	maps.Copy(e, members)
	maps.DeleteFunc(e, func(_ string, v any) bool { return v == nil })
	return e
}

// Message is the choices of an envelope: one, with these members.
func Message(stop any, message map[string]any) map[string]any {
	return map[string]any{"choices": []any{map[string]any{"index": 0, "finish_reason": stop, "message": message}}}
}

// JSON replies with a value.
func JSON(v any) Reply { return Raw(http.StatusOK, "application/json", Text(v)) }

// Answer replies with a chat completion around a text.
func Answer(text string) Reply { return JSON(Envelope(text, nil)) }

// Answering replies with a chat completion around a text that depends on the
// request.
func Answering(text func(Request) string) Reply {
	return func(w http.ResponseWriter, r Request) { Answer(text(r))(w, r) }
}

// Raw replies with a body as it is. Headers come in pairs.
func Raw(status int, contentType, body string, headers ...string) Reply {
	return func(w http.ResponseWriter, _ Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("X-Request-Id", "req_1")
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// Refuse replies with an error in OpenAI's form. Headers come in pairs.
func Refuse(status int, code, message string, headers ...string) Reply {
	body := Text(map[string]any{"error": map[string]any{"message": message, "type": code, "code": code, "param": nil}})
	return Raw(status, "application/json", body, headers...)
}

// Cut breaks the connection in the middle of the answer.
func Cut(w http.ResponseWriter, _ Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "4096")
	_, _ = w.Write([]byte(`{"id":"chatcmpl-1","choices":[{"message":{"content":"{\"ids\":`))
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// HangUp breaks the connection before anything is answered.
func HangUp(http.ResponseWriter, Request) { panic(http.ErrAbortHandler) }

// Silent answers nothing until whoever asked gives up.
func Silent(_ http.ResponseWriter, r Request) { <-r.HTTP.Context().Done() }

// Half begins an answer and then says nothing until whoever asked gives up.
func Half(w http.ResponseWriter, r Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"id":`))
	_ = http.NewResponseController(w).Flush()
	<-r.HTTP.Context().Done()
}

// Chunked sends a body in many small pieces.
func Chunked(body string) Reply {
	return func(w http.ResponseWriter, _ Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		for part := range strings.SplitSeq(body, "") {
			_, _ = fmt.Fprint(w, part)
			if part == "," {
				_ = http.NewResponseController(w).Flush()
			}
		}
	}
}

// Gzip sends a body compressed.
func Gzip(body string) Reply {
	return func(w http.ResponseWriter, r Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.WriteHeader(http.StatusNotAcceptable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = z.Write([]byte(body))
		_ = z.Close()
	}
}

// Redirect sends whoever asked elsewhere.
func Redirect(status int, to string) Reply {
	return func(w http.ResponseWriter, _ Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(status)
	}
}

// Text is the JSON of a value; a test that has no JSON for it is broken.
func Text(v any) string {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic("endpointtest: " + err.Error())
	}
	return string(text)
}

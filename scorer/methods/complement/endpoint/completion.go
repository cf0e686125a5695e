package endpoint

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"

	"suffice/scorer/methods"
)

// heard is what a chat completion says.
type heard struct {
	text   string // of the answer, without reasoning
	why    string // why there is no text
	stop   string
	model  string
	id     string
	finger string
	usage  methods.Usage
	failed int // the status of an error in an answer with a status of success; 0: none
}

// hear reads a chat completion. Servers that call themselves compatible write
// it in many ways: whatever can be read is, and nothing is made up.
func hear(body []byte) (heard, error) {
	var c openai.ChatCompletion
	if err := json.Unmarshal(body, &c, lenient()); err != nil {
		return heard{}, notJSON(body)
	}
	h := heard{
		model: c.Model, id: c.ID,
		finger: textOf(jsontext.Value(c.JSON.SystemFingerprint.Raw())),
		usage:  usageOf(body),
	}
	if len(c.Choices) == 0 {
		if h.failed = failedInside(body); h.failed != 0 {
			return h, nil
		}
	}
	if len(c.Choices) == 0 {
		h.why = "it holds no choice"
		return h, nil
	}
	choice := c.Choices[0]
	h.stop = choice.FinishReason
	h.text, h.why = spoken(choice)
	return h, nil
}

// notJSON says what came instead of JSON.
func notJSON(body []byte) error {
	text := strings.TrimSpace(string(body))
	switch {
	case text == "":
		return fmt.Errorf("it is empty")
	case strings.HasPrefix(text, "<"):
		return fmt.Errorf("it is %s", htmlTitle(text))
	case strings.HasPrefix(text, "data:"), strings.HasPrefix(text, "event:"):
		return fmt.Errorf("it is a stream of events, which was not asked for")
	}
	return fmt.Errorf("it is no JSON: %s", text)
}

// spoken is the text of a choice, or why it has none.
func spoken(c openai.ChatCompletionChoice) (text, why string) {
	m := c.Message
	text = contentOf(m.JSON.Content)
	if strings.TrimSpace(text) == "" {
		text = calledWith(m)
	}
	text, open := withoutReasoning(text)
	if strings.TrimSpace(text) != "" {
		return text, ""
	}
	switch {
	case m.Refusal != "":
		return "", "the model refused: " + m.Refusal
	case c.FinishReason == "length":
		return "", "it was cut at its greatest length before the answer began"
	case c.FinishReason == "content_filter":
		return "", "the server's filter held it back"
	case open:
		return "", "it ends in the middle of its reasoning"
	case m.JSON.ExtraFields["reasoning_content"].Raw() != "", m.JSON.ExtraFields["reasoning"].Raw() != "":
		return "", "it holds reasoning and no text"
	}
	return "", "its text is empty"
}

// contentOf is the content of a message: a string, or the texts of its parts.
func contentOf(f respjson.Field) string {
	v := jsontext.Value(f.Raw())
	if v.Kind() != '[' {
		if v.Kind() == '"' {
			return textOf(v)
		}
		return ""
	}
	var parts []jsontext.Value
	if json.Unmarshal(v, &parts, lenient()) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Kind() == '"' {
			b.WriteString(textOf(p))
			continue
		}
		var part map[string]jsontext.Value
		if json.Unmarshal(p, &part, lenient()) == nil && part["text"].Kind() == '"' {
			b.WriteString(textOf(part["text"]))
		}
	}
	return b.String()
}

// calledWith is what the model says through the arguments of a call: models that
// are at home with tools put the answer there, though none was offered.
func calledWith(m openai.ChatCompletionMessage) string {
	if len(m.ToolCalls) == 1 {
		return m.ToolCalls[0].Function.Arguments
	}
	return textOf(member(jsontext.Value(m.JSON.FunctionCall.Raw()), "arguments"))
}

// withoutReasoning takes away the reasoning that some servers leave in the text
// before the answer, with or without the tag that opens it. open: it is not
// ended, and nothing follows.
func withoutReasoning(text string) (answer string, open bool) {
	rest := strings.TrimSpace(text)
	if strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "```") {
		return text, false
	}
	for _, tag := range []string{"think", "thinking", "reasoning"} {
		if at := strings.LastIndex(rest, "</"+tag+">"); at >= 0 {
			return strings.TrimSpace(rest[at+len(tag)+3:]), false
		}
		if strings.HasPrefix(rest, "<"+tag+">") {
			return "", true
		}
	}
	return text, false
}

// failedInside is the HTTP status of a failure that came with a status of
// success, as gateways pass on those of the servers behind them; 0 if the answer
// is none. One that names no status is the gateway's.
func failedInside(body []byte) int {
	e := member(jsontext.Value(body), "error")
	if k := e.Kind(); k == 0 || k == 'n' {
		return 0
	}
	return cmp.Or(codeOf(e), http.StatusBadGateway)
}

// codeOf is the HTTP status that an error in a body names; 0 if it names none.
func codeOf(complained jsontext.Value) int {
	var e struct {
		Code   jsontext.Value `json:"code"`
		Status jsontext.Value `json:"status"`
	}
	if json.Unmarshal(complained, &e, lenient()) != nil {
		return 0
	}
	for _, v := range []jsontext.Value{e.Code, e.Status} {
		if n, err := strconv.Atoi(textOf(v)); err == nil && n >= 400 && n < 600 {
			return n
		}
	}
	return 0
}

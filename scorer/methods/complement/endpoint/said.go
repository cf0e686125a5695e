package endpoint

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// complaint is what the body of a refused request says, as servers write it.
type complaint struct {
	text  string // for a person; raw
	marks string // codes, types and parameters, for recognition
}

// lenient reads what servers write, not what the standards want.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// complaintOf reads {"error":{"message":…,"code":…}} and its relatives, the
// title of an HTML page, or else the text itself.
func complaintOf(body []byte) complaint {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '<' {
		return complaint{text: htmlTitle(string(body))}
	}
	var top map[string]jsontext.Value
	if json.Unmarshal(body, &top, lenient()) != nil {
		var list []jsontext.Value // Gemini's compatible form wraps the object
		if json.Unmarshal(body, &list, lenient()) != nil || len(list) == 0 || json.Unmarshal(list[0], &top, lenient()) != nil {
			return complaint{text: string(body)}
		}
	}
	inner := top
	if e, ok := top["error"]; ok {
		var deeper map[string]jsontext.Value
		if json.Unmarshal(e, &deeper, lenient()) == nil {
			inner = deeper
		} else if s := textOf(e); s != "" {
			return complaint{text: s}
		}
	}
	c := complaint{}
	for _, k := range []string{"message", "detail", "msg", "error", "errors"} {
		if c.text = textOf(inner[k]); c.text != "" {
			break
		}
	}
	for _, k := range []string{"code", "type", "param", "status"} {
		c.marks += " " + textOf(inner[k])
	}
	return c
}

// textOf is a JSON string, or other JSON as it stands; empty for null and
// nothing.
func textOf(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		var s string
		if json.Unmarshal(v, &s, lenient()) == nil {
			return s
		}
		return ""
	case 'n', 0:
		return ""
	}
	return string(v)
}

var title = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

func htmlTitle(page string) string {
	if m := title.FindStringSubmatch(page); m != nil && strings.TrimSpace(m[1]) != "" {
		return "an HTML page: " + strings.TrimSpace(m[1])
	}
	return "an HTML page"
}

// What a refusal is about, told from its words.
var (
	aboutFormat = regexp.MustCompile(`(?i)response.?format|json.?schema|json.?object|structured.?output|guided|grammar|\bschema\b`)
	aboutLimit  = regexp.MustCompile(`(?i)max_completion_tokens|max_tokens`)
	aboutHeat   = regexp.MustCompile(`(?i)\btemperature\b`)
	aboutLength = regexp.MustCompile(`(?i)context.?(length|window|size)|maximum context|too (long|many tokens)|(prompt|input|request)[^.]{0,40}too large|exceeds? the (available )?(context|limit)|n_ctx|input is too|token limit|string_above_max_length`)
	aboutPolicy = regexp.MustCompile(`(?i)content.?(filter|policy)|moderation|safety|responsible.?ai`)
	aboutQuota  = regexp.MustCompile(`(?i)insufficient.?(quota|balance|funds|credit)|billing|exceeded your current quota|credit balance`)
	aboutModel  = regexp.MustCompile(`(?i)model.{0,120}\b(not (be )?(found|exist|available|loaded|a valid)|does not exist|unknown|invalid)|\b(unknown|invalid|no such) model|model_not_found|no models? loaded`)
)

// about reports whether the complaint is about something.
func (c complaint) about(what *regexp.Regexp) bool { return what.MatchString(c.text + c.marks) }

// lesson is what a refusal says about the form of a request.
type lesson struct{ format, limit, length bool }

func (c complaint) lesson() lesson {
	return lesson{format: c.about(aboutFormat), limit: c.about(aboutLimit), length: c.about(aboutLength)}
}

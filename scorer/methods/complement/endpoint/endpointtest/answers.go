package endpointtest

import (
	"hash/fnv"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// card is the line of a prompt that names a card's evidence ID.
var card = regexp.MustCompile(`(?m)^<<card \d+ \w+>>\nid: (.*)$`)

// Cards are the evidence IDs that a chat request shows, in order.
func Cards(r Request) []string {
	var out []string
	for _, m := range r.Chat().Messages {
		for _, found := range card.FindAllStringSubmatch(m.Content, -1) {
			out = append(out, found[1])
		}
	}
	return out
}

// asked is what the schema of a request wants.
type asked struct {
	Properties map[string]struct {
		Max     int `json:"maxItems"`
		Maximum int `json:"maximum"`
	} `json:"properties"`
}

// inText finds the schema where it stands in the prompt.
var inText = regexp.MustCompile(`(?m)^\{"type":"object".*\}$`)

// wanted reads the schema of a request: from its response format or its text.
func wanted(r Request) asked {
	q := r.Chat()
	text := []byte(q.Format.Schema.Schema)
	for _, m := range q.Messages {
		if len(text) == 0 {
			text = []byte(inText.FindString(m.Content))
		}
	}
	var a asked
	_ = json.Unmarshal(text, &a)
	return a
}

// Obedient answers as the schema wants it: the last cards that were shown, the
// last of all first, so that the answer is never the order of the cards.
func Obedient(r Request) string { return With(r, 0, nil) }

// With answers as the schema wants it, but with so many IDs more, or less if
// extra is negative, and with the IDs of first before all others. What is
// missing for more is made up.
func With(r Request, extra int, first []string) string {
	members := map[string]any{}
	for name, p := range wanted(r).Properties {
		switch {
		case p.Max > 0:
			ids := Cards(r)
			slices.Reverse(ids)
			ids = slices.Concat(first, ids)
			for len(ids) < p.Max+extra {
				ids = append(ids, "made-up-"+strings.Repeat("x", len(ids)))
			}
			members[name] = ids[:max(p.Max+extra, 0)]
		case p.Maximum > 0:
			members[name] = p.Maximum
		default:
			members[name] = true
		}
	}
	text, _ := json.Marshal(members, json.Deterministic(true))
	return string(text)
}

// embed answers with vectors in which texts with words in common are near.
func embed(w http.ResponseWriter, r Request) {
	var q struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions"`
	}
	if json.Unmarshal(r.Body, &q) != nil || len(q.Input) == 0 || slices.Contains(q.Input, "") {
		Refuse(http.StatusBadRequest, "invalid_request_error", "'$.input' is invalid")(w, r)
		return
	}
	if q.Dimensions == 0 {
		q.Dimensions = 16
	}
	data := make([]any, len(q.Input))
	for i, text := range q.Input {
		// The last first: the index counts, not the place.
		data[len(data)-1-i] = map[string]any{"object": "embedding", "index": i, "embedding": Vector(text, q.Dimensions)}
	}
	JSON(map[string]any{
		"object": "list", "model": q.Model + "-0001", "data": data,
		"usage": map[string]any{"prompt_tokens": 10 * len(q.Input), "total_tokens": 10 * len(q.Input)},
	})(w, r)
}

// Vector is the vector that the server gives a text.
func Vector(text string, dimensions int) []float32 {
	v := make([]float32, dimensions)
	for _, word := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(word))
		v[h.Sum32()%uint32(dimensions)] += 0.1
	}
	v[0] += 0.01
	return v
}

// rank answers with the share of the query's words that a document has.
func rank(w http.ResponseWriter, r Request) {
	var q struct {
		Model     string   `json:"model"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		TopN      int      `json:"top_n"`
	}
	if json.Unmarshal(r.Body, &q) != nil || len(q.Documents) == 0 {
		Refuse(http.StatusBadRequest, "invalid_request_error", "no documents")(w, r)
		return
	}
	results := make([]any, 0, len(q.Documents))
	words := strings.Fields(strings.ToLower(q.Query))
	for i, d := range q.Documents {
		n := 0
		for _, word := range words {
			if strings.Contains(strings.ToLower(d), word) {
				n++
			}
		}
		results = append(results, map[string]any{"index": i, "relevance_score": float64(n) / float64(max(len(words), 1))})
	}
	JSON(map[string]any{
		"id": "rerank-1", "model": q.Model, "results": results[:min(q.TopN, len(results))],
		"usage": map[string]any{"total_tokens": 7 * len(q.Documents)},
	})(w, r)
}

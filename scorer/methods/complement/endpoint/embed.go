package endpoint

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/openai/openai-go/v3"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// mostAttempts is how often one request of an embedder is made (paper E.1).
const mostAttempts = 3

// mostInBatch bounds one request in characters, whatever the number of texts:
// hosted services bound it in tokens.
const mostInBatch = 400_000

// Embedder asks an embedding model (retrieval.Embedder). Every exchange is told
// to the recorder that the context carries.
type Embedder struct{ s *Service }

// Embedder is the embedding model as an embedder. The error says that there is
// none.
func (s *Service) Embedder() (*Embedder, error) {
	if s.config.Embedding.Model == "" {
		return nil, &Fault{Key: "embedding.model", Why: "names no model; set it, or " + EnvEmbeddingModel}
	}
	return &Embedder{s}, nil
}

// Name is the model's name.
func (e *Embedder) Name() string { return e.s.config.Embedding.Model }

// Embed asks for the vectors of all units and of the query: batches in the order
// of the pool, the query last, three attempts each. Texts are cut to the
// characters of the configuration; a blank one is not sent and has the zero
// vector. Numbers are those of 32 bits that the trace keeps, so that a replay
// reckons with the same. The error says which request got no vectors.
func (e *Embedder) Embed(ctx context.Context, x *retrieval.Index, query string) (units [][]float64, asked []float64, err error) {
	c := e.s.config.Embedding
	pool := x.Pool().Units
	texts := make([]string, 0, len(pool)+1)
	for _, u := range pool {
		texts = append(texts, fitted(c.DocumentPrefix, retrieval.Document(u), c.Characters))
	}
	texts = append(texts, fitted(c.QueryPrefix, query, c.Characters))
	all, err := e.vectors(ctx, texts)
	if err != nil {
		return nil, nil, err
	}
	last := len(all) - 1
	return all[:last:last], all[last], nil
}

// fitted is a text with its prefix, cut to so many characters; empty if the
// text itself is blank.
func fitted(prefix, text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return prefix + leading(text, most)
}

// leading are the first characters of a text.
func leading(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i]
		}
		n++
	}
	return text
}

// vectors asks for the vectors of all texts that are not empty.
func (e *Embedder) vectors(ctx context.Context, texts []string) ([][]float64, error) {
	out := make([][]float64, len(texts))
	dimensions := 0
	for _, b := range batches(texts, e.s.config.Embedding.Batch) {
		part := make([]string, len(b))
		for i, at := range b {
			part[i] = texts[at]
		}
		got, err := e.insist(ctx, part)
		if err != nil {
			return nil, err
		}
		if dimensions == 0 {
			dimensions = len(got[0])
		}
		if len(got[0]) != dimensions {
			return nil, e.s.unusable(serviceEmbed, e.s.embed, fmt.Sprintf("vectors of %d dimensions follow on such of %d", len(got[0]), dimensions))
		}
		for i, at := range b {
			out[at] = widened(got[i])
		}
	}
	for i := range out {
		if out[i] == nil {
			out[i] = make([]float64, dimensions)
		}
	}
	return out, nil
}

// batches are the positions of the texts that are not empty, in order, so many
// in one request and not too much of them.
func batches(texts []string, most int) [][]int {
	var out [][]int
	size := 0
	for i, t := range texts {
		if t == "" {
			continue
		}
		if len(out) == 0 || len(out[len(out)-1]) == most || size+len(t) > mostInBatch {
			out = append(out, nil)
			size = 0
		}
		out[len(out)-1] = append(out[len(out)-1], i)
		size += len(t)
	}
	return out
}

func widened(v []float32) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// insist makes one request, three times at most, and records every attempt.
func (e *Embedder) insist(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := e.body(texts)
	if err != nil {
		return nil, err
	}
	hash, err := requestHash(body)
	if err != nil {
		return nil, err
	}
	rec := methods.RecorderFrom(ctx)
	for attempt := 1; ; attempt++ {
		call := methods.ModelCall{
			Service: serviceEmbed, Attempt: attempt, Controller: ControllerName,
			Model: e.s.config.Embedding.Model, RequestHash: hash,
		}
		call, vectors, err := e.attempt(ctx, call, body, len(texts))
		failed(&call, err)
		if told := rec.Record(methods.Event{Kind: methods.ModelCalled, Body: call}); told != nil {
			return nil, told
		}
		if err == nil {
			return vectors, nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return nil, cause
		}
		var f Failing
		if attempt == mostAttempts || errors.As(err, &f) && !f.Retryable() {
			return nil, fmt.Errorf("attempt %d: %w", attempt, err)
		}
	}
}

// failed notes in a record why an attempt failed.
func failed(call *methods.ModelCall, err error) {
	var unusable *UnusableError
	switch {
	case err == nil || call.Error != "" || call.Malformed != "":
	case errors.As(err, &unusable):
		call.Malformed = err.Error()
	default:
		call.Error = err.Error()
	}
	if late, ok := errors.AsType[*NoAnswerError](err); ok && late.Late {
		call.StopReason = methods.StopTimeout
	}
}

// body is the JSON of an embedding request.
func (e *Embedder) body(texts []string) ([]byte, error) {
	c := e.s.config.Embedding
	params := openai.EmbeddingNewParams{
		Model: c.Model,
		Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
	}
	if c.Dimensions > 0 {
		params.Dimensions = openai.Int(int64(c.Dimensions))
	}
	body, err := params.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("write the embeddings request: %w", err)
	}
	return body, nil
}

// attempt makes the request once.
func (e *Embedder) attempt(ctx context.Context, call methods.ModelCall, body []byte, texts int) (methods.ModelCall, [][]float32, error) {
	if p := methods.PlayerFrom(ctx); p != nil {
		call, err := play(p, call)
		if err != nil {
			return call, nil, err
		}
		vectors, err := DecodeVectors(call.Response)
		if err == nil && len(vectors) != texts {
			err = fmt.Errorf("the record holds %d vectors for %d texts", len(vectors), texts)
		}
		return call, vectors, err
	}
	asked := request{
		service: serviceEmbed, line: e.s.embed, path: "embeddings", model: call.Model, body: body,
		conversation: serviceEmbed + "\x00" + call.RequestHash,
	}
	got, err := e.s.exchange(ctx, asked)
	e.s.note(&call, got)
	if err != nil {
		return call, nil, err
	}
	vectors, model, err := readVectors(got.body, texts)
	call.Reported, call.Usage = e.s.reported(model), readUsageOf(got.body)
	if err != nil {
		if status := failedInside(got.body); status != 0 {
			return call, nil, e.s.refused(asked, reply{status: status, header: got.header, body: got.body})
		}
	}
	e.s.pace.answered(asked.conversation)
	if err != nil {
		return call, nil, e.s.unusable(serviceEmbed, e.s.embed, err.Error())
	}
	call.Response = EncodeVectors(vectors)
	call.ResponseHash = hashOf([]byte(call.Response))
	return call, vectors, nil
}

package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
)

// Reranker asks a reranking model (complement.Reranker) in the form that Jina,
// vLLM, llama.cpp and, at /v2, Cohere have in common.
type Reranker struct{ s *Service }

// Reranker is the reranking model as a reranker. The error says that there is
// none.
func (s *Service) Reranker() (*Reranker, error) {
	if s.config.Rerank.Model == "" {
		return nil, &Fault{Key: "rerank.model", Why: "names no model; set it, or " + EnvRerankModel}
	}
	return &Reranker{s}, nil
}

// Name is ControllerName: what labels the output. The model is in the identity.
func (r *Reranker) Name() string { return ControllerName }

// TimesRequests implements complement.SelfTimed, as the Controller's does.
func (r *Reranker) TimesRequests() {}

// rerankRequest is the request of the common form.
type rerankRequest struct {
	Model           string   `json:"model"`
	Query           string   `json:"query"`
	Documents       []string `json:"documents"`
	TopN            int      `json:"top_n"`
	ReturnDocuments bool     `json:"return_documents"`
}

// Rerank makes one HTTP request and returns positions in docs, best first, as
// the server names them: it may leave some out. Equal scores keep the order of
// docs. Query and documents are cut to the characters of the configuration.
// A replay finds the exchange by its attempt, too. Errors are those of Controller.Ask.
func (r *Reranker) Rerank(ctx context.Context, attempt int, query string, docs []string) ([]int, methods.ModelCall, error) {
	s, c := r.s, r.s.config.Rerank
	call := methods.ModelCall{Service: serviceRerank, Stage: methods.StageRerank, Attempt: attempt, Controller: ControllerName, Model: c.Model}
	ask := rerankRequest{Model: c.Model, Query: fitted("", query, c.Characters), TopN: len(docs), Documents: make([]string, len(docs))}
	for i, d := range docs {
		ask.Documents[i] = fitted("", d, c.Characters)
	}
	body, err := json.Marshal(ask)
	if err != nil {
		return nil, call, fmt.Errorf("write the rerank request: %w", err)
	}
	if call.RequestHash, err = requestHash(body); err != nil {
		return nil, call, err
	}
	if p := methods.PlayerFrom(ctx); p != nil {
		if call, err = play(p, call); err != nil {
			return nil, call, err
		}
		order, err := DecodeRanking(call.Response)
		return order, call, err
	}
	asked := request{
		service: serviceRerank, line: s.rerank, path: "rerank", model: c.Model, body: body,
		conversation: serviceRerank + "\x00" + call.RequestHash,
	}
	got, err := s.exchange(ctx, asked)
	s.note(&call, got)
	if err != nil {
		return nil, call, err
	}
	scores, reported, err := readScores(got.body)
	call.Usage = readUsageOf(got.body)
	call.Reported, call.ServerID = s.reported(reported.Model), s.scrub.quote(reported.ID, 200)
	if err != nil {
		if status := failedInside(got.body); status != 0 {
			return nil, call, s.refused(asked, reply{status: status, header: got.header, body: got.body})
		}
	}
	s.pace.answered(asked.conversation)
	if err != nil {
		return nil, call, s.unusable(serviceRerank, s.rerank, err.Error())
	}
	call.Response = encodeScores(scores)
	call.ResponseHash = hashOf([]byte(call.Response))
	return order(scores), call, nil
}

// score is what a server says of one document.
type score struct {
	Index     int     `json:"index"`
	Relevance float64 `json:"relevance_score"`
}

// scored is the answer to a rerank request, in its usual forms.
type scored struct {
	ID      string         `json:"id"`
	Model   string         `json:"model"`
	Results []scoredResult `json:"results"`
	Data    []scoredResult `json:"data"` // Voyage
}

type scoredResult struct {
	Index     *int     `json:"index"`
	Relevance *float64 `json:"relevance_score"`
	Score     *float64 `json:"score"` // text-embeddings-inference
}

// readScores reads what a server says of each document, in its order.
func readScores(body []byte) ([]score, scored, error) {
	var s scored
	err := json.Unmarshal(body, &s, lenient())
	if jsontext.Value(body).Kind() == '[' {
		err = json.Unmarshal(body, &s.Results, lenient())
	}
	if err != nil {
		if !jsontext.Value(body).IsValid(lenient()) {
			return nil, s, notJSON(body)
		}
		return nil, s, errors.New("it has not the form of a ranking")
	}
	results := s.Results
	if results == nil {
		results = s.Data
	}
	if results == nil {
		return nil, s, errors.New("it holds no results")
	}
	out := make([]score, len(results))
	for i, r := range results {
		relevance := r.Relevance
		if relevance == nil {
			relevance = r.Score
		}
		if r.Index == nil || relevance == nil {
			return nil, s, fmt.Errorf("result %d has no index or no score", i+1)
		}
		out[i] = score{*r.Index, *relevance}
	}
	return out, s, nil
}

// order are the positions, best first.
func order(scores []score) []int {
	scores = slices.Clone(scores)
	slices.SortStableFunc(scores, func(a, b score) int {
		return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(a.Index, b.Index))
	})
	out := make([]int, len(scores))
	for i, s := range scores {
		out[i] = s.Index
	}
	return out
}

// recordedScores is the response of a rerank exchange as a trace keeps it.
type recordedScores struct {
	Results []score `json:"results"`
}

func encodeScores(scores []score) string {
	text, err := json.Marshal(recordedScores{scores})
	if err != nil {
		panic("endpoint: scores that do not encode: " + err.Error()) // JSON has no other numbers
	}
	return string(text)
}

// DecodeRanking reads the recorded response of a rerank exchange: positions,
// best first, as Rerank returned them. The error says what is wrong with the
// record.
func DecodeRanking(response string) ([]int, error) {
	var r recordedScores
	if err := json.Unmarshal([]byte(response), &r); err != nil {
		return nil, fmt.Errorf("the recorded ranking is no JSON object of its form: %w", err)
	}
	if r.Results == nil {
		return nil, errors.New("the recorded ranking holds no results")
	}
	return order(r.Results), nil
}

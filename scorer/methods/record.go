package methods

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
)

// hashOf is the SHA-256 of a text, in hex.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// viewQuery is the name and text of what a view asks with. Entities and recency
// read several fields of the card; their query is the text of all of them.
func viewQuery(name retrieval.ViewName, s card.StateCard) (form, query string) {
	switch name {
	case retrieval.BM25Question:
		return "question", retrieval.Question(s)
	case retrieval.BM25State:
		return "state", retrieval.FullState(s)
	case retrieval.BM25Actions:
		return "actions", retrieval.PriorActions(s)
	case retrieval.BM25Observations:
		return "observations", retrieval.Observations(s)
	case retrieval.TFIDFWord, retrieval.TFIDFChar, retrieval.Dense:
		return "focus", retrieval.Focus(s)
	case retrieval.EntityOverlap:
		return "entities", retrieval.Focus(s) + s.Issue + "\n" + s.Diff + "\n" + s.TestOutput
	}
	return "trajectory", retrieval.PriorActions(s) + retrieval.Observations(s)
}

// toolCall describes one retrieval route and what it gave.
func (in *Input) toolCall(view, form, query string, ranked []retrieval.Ranked, matched int) ToolCall {
	h := sha256.New()
	units := in.Pool().Units
	for _, r := range ranked {
		h.Write([]byte(units[r.Position].ID + "\n"))
	}
	return ToolCall{
		Tool: ToolRetrieve, View: view, QueryForm: form, QueryHash: hashOf(query),
		Matched: matched, ResultHash: hex.EncodeToString(h.Sum(nil)), Size: len(ranked),
	}
}

// RecordRoute tells of a single retriever that was asked: its query, its ranking
// and how long that took, as Stopwatch says.
func (in *Input) RecordRoute(rec Recorder, view, form, query string, ranked []retrieval.Ranked, took *float64) error {
	matched := 0
	for matched < len(ranked) && ranked[matched].Score > 0 {
		matched++
	}
	call := in.toolCall(view, form, query, ranked, matched)
	call.LatencyMS = took
	return rec.Record(Event{Kind: ToolCalled, Body: call})
}

// RecordCandidates tells of the leading units of a ranking that a method reads,
// at most n, under the name of the method or view whose ranking it is. query is
// the text that it asked with; empty if there is no one such text.
func (in *Input) RecordCandidates(rec Recorder, source, query string, ranked []retrieval.Ranked, n int) error {
	hash := ""
	if query != "" {
		hash = hashOf(query)
	}
	for i, r := range ranked[:min(n, len(ranked))] {
		c := in.candidate(source, i+1, r)
		c.Query = hash
		if err := rec.Record(Event{Kind: CandidateFound, Body: c}); err != nil {
			return err
		}
	}
	return nil
}

// RecordFusion tells of the leading candidates of a fusion, at most n, with the rank
// of each in every view that has something to say about it.
func (in *Input) RecordFusion(rec Recorder, f retrieval.Fusion, n int) error {
	for i, u := range f.Candidates()[:min(n, f.Admitted)] {
		c := in.candidate(retrieval.MethodFused, i+1, retrieval.Ranked{Position: u.Position, Score: u.Score})
		for v, rank := range u.Ranks {
			if rank > 0 {
				c.Routes = append(c.Routes, Route{View: string(f.Views[v]), Rank: rank})
			}
		}
		if err := rec.Record(Event{Kind: CandidateFound, Body: c}); err != nil {
			return err
		}
	}
	return nil
}

func (in *Input) candidate(source string, rank int, r retrieval.Ranked) Candidate {
	u := &in.Pool().Units[r.Position]
	return Candidate{
		ID: u.ID, Source: source, Path: u.Path, Symbol: u.Symbol, LineStart: u.LineStart, LineEnd: u.LineEnd,
		Rank: rank, Score: r.Score,
	}
}

// RecordReadings tells of every unit that a method returned, in order, and
// gives the number of their source tokens. origin says where a unit came from,
// by evidence ID, and may be nil. Whoever records a derived output uses it too.
func (in *Input) RecordReadings(ctx context.Context, rec Recorder, ranked []string, origin map[string]string) (int, error) {
	total := 0
	for _, id := range ranked {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		u := in.Pool().Unit(id)
		if u == nil {
			return 0, fmt.Errorf("state %q has no unit %q to return", in.Card.ID, id)
		}
		n, err := in.Tokens.Unit(u)
		if err != nil {
			return 0, err
		}
		total += n
		if err := rec.Record(Event{Kind: FileRead, Body: in.reading(u, n, origin[id])}); err != nil {
			return 0, err
		}
	}
	return total, nil
}

func (in *Input) reading(u *card.Unit, tokens int, origin string) Reading {
	return Reading{
		ID: u.ID, Path: u.Path, Symbol: u.Symbol, LineStart: u.LineStart, LineEnd: u.LineEnd,
		Commit: in.Card.BaseCommit, Hash: hashOf(u.Text), Tokens: tokens, Observed: in.Observed(u.ID), Origin: origin,
	}
}

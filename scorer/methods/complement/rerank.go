package complement

import (
	"context"
	"fmt"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// rerank puts the leading units of the dense ranking before a reranker (D.2).
type rerank struct{ base }

func newRerank(b base) (methods.Method, error) {
	if b.with.Reranker == nil {
		return nil, fmt.Errorf("method %s needs a reranker", b.method)
	}
	if _, err := retrieval.New(retrieval.MethodDense, b.with.Retrieval); err != nil {
		return nil, fmt.Errorf("method %s: %w", b.method, err)
	}
	return &rerank{b}, nil
}

// Run returns the leading candidates of the dense ranking in the reranker's
// order, within the context budget: intact units, against the query of the settings' form. Positions that
// do not exist or come twice are left out, those not named follow in dense
// order. The error is a *ControllerError when the reranker did not answer.
func (m *rerank) Run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	out, err := m.run(ctx, in, rec)
	if err != nil {
		return methods.Output{}, fmt.Errorf("method %s on state %q: %w", m.method, in.Card.ID, err)
	}
	return out, nil
}

func (m *rerank) run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	if err := context.Cause(ctx); err != nil {
		return methods.Output{}, err
	}
	found, err := in.Dense(ctx, m.with.Retrieval, rec)
	if err != nil {
		return methods.Output{}, err
	}
	query := m.with.Retrieval.Query.Text(in.Card)
	ranked := found.Views[0].Ranked
	ranked = ranked[:min(m.with.Capacities.Rerank, len(ranked))]
	if err := in.RecordCandidates(rec, retrieval.MethodDense, query, ranked, len(ranked)); err != nil {
		return methods.Output{}, err
	}
	r := &session{base: m.base, in: in, rec: rec}
	stage, err := r.rerank(ctx, query, ranked)
	if err != nil {
		return methods.Output{}, err
	}
	selected, err := underCeiling(in, stage.Selected, 0)
	if err != nil {
		return methods.Output{}, err
	}
	tokens, err := in.RecordReadings(ctx, rec, selected, nil)
	if err != nil {
		return methods.Output{}, err
	}
	return methods.Output{Ranked: selected, Stages: r.stages, Tokens: tokens, Controller: m.with.Reranker.Name()}, nil
}

// rerank is the one stage of the method.
func (r *session) rerank(ctx context.Context, query string, ranked []retrieval.Ranked) (methods.Stage, error) {
	stage := methods.Stage{Name: methods.StageRerank, Shown: len(ranked)}
	if len(ranked) == 0 {
		return stage, r.finish(&stage)
	}
	docs := make([]string, len(ranked))
	for i, d := range ranked {
		docs[i] = retrieval.Document(r.in.Pool().Units[d.Position])
	}
	var positions []int
	by := r.base.with.Reranker
	made, read, err := r.base.attemptStage(ctx, r.rec, ControllerError{Service: "rerank", Name: by.Name(), Stage: stage.Name}, by,
		func(ctx context.Context, attempt int, _ bool) (methods.ModelCall, error) {
			got, call, err := by.Rerank(ctx, attempt, query, docs)
			if err == nil {
				positions = got
			}
			if call.RequestHash == "" {
				call.RequestHash = hashOf(append([]string{query}, docs...))
			}
			return call, err
		})
	if err != nil {
		return stage, err
	}
	stage.Attempts, stage.Fallback = made, !read
	settlePositions(&stage, positions, r.in.Index.IDs(ranked))
	return stage, r.finish(&stage)
}

// settlePositions makes the stage's selection of positions in a list.
func settlePositions(stage *methods.Stage, positions []int, ids []string) {
	named := make([]string, 0, len(positions))
	for _, p := range positions {
		if p < 0 || p >= len(ids) {
			stage.Unknown++
			continue
		}
		named = append(named, ids[p])
	}
	selection{want: len(ids), shown: ids}.settle(stage, named)
}

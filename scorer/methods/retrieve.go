package methods

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods/retrieval"
)

// Retrieved is what retrieval found for a state, and how.
type Retrieved struct {
	Fusion retrieval.Fusion
	Views  []retrieval.View // in the order of Fusion.Views

	tools []ToolCall  // one for each view
	calls []ModelCall // of the embedder
}

// View is the ranking by one view; false when it was not asked for.
func (r *Retrieved) View(name retrieval.ViewName) (retrieval.View, bool) {
	for _, v := range r.Views {
		if v.Name == name {
			return v, true
		}
	}
	return retrieval.View{}, false
}

// Fused is the fusion of the views that the settings name, worked out once for
// each embedder: all methods on a state share it (paper E.2). The recorder of
// ctx is told as Retrieve tells.
func (in *Input) Fused(ctx context.Context, with retrieval.Settings) (retrieval.Fusion, error) {
	r, err := in.Retrieve(ctx, with, RecorderFrom(ctx))
	if err != nil {
		return retrieval.Fusion{}, err
	}
	return r.Fusion, nil
}

// Retrieve ranks the pool by the views that the settings name and fuses them.
// Equal settings are worked out once a state, however many runs ask at a time;
// a failure is told to all who wait for it and forgotten, so that whoever asks
// next tries again. Every run is told what was asked, exchanges with an embedder
// included: those made for another run are marked as shared.
//
// An embedder is told apart by its name and, if it has one, by the value of its
// method Identity() any.
func (in *Input) Retrieve(ctx context.Context, with retrieval.Settings, rec Recorder) (*Retrieved, error) {
	ranker, err := retrieval.New(retrieval.MethodFused, with)
	if err != nil {
		return nil, err
	}
	key, err := json.Marshal(struct {
		Ranker   retrieval.Identity
		Embedder any
	}{ranker.Identity(), EmbedderIdentity(with.Embedder)}, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("identify the retrieval of state %q: %w", in.Card.ID, err)
	}
	return in.once(ctx, string(key), rec, func(ctx context.Context) (*Retrieved, error) {
		return in.views(ctx, with)
	})
}

// Dense ranks the pool by the cosine of embeddings with a query in words, once a
// state and query as Retrieve does. The only view of the result is the ranking.
func (in *Input) Dense(ctx context.Context, with retrieval.Settings, rec Recorder) (*Retrieved, error) {
	query := with.Query.Text(in.Card)
	key, err := json.Marshal(struct {
		Embedder any
		Query    string
	}{EmbedderIdentity(with.Embedder), hashOf(query)}, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("identify the embedder of state %q: %w", in.Card.ID, err)
	}
	return in.once(ctx, "dense "+string(key), rec, func(ctx context.Context) (*Retrieved, error) {
		r := &Retrieved{}
		took := in.Stopwatch()
		v, err := in.Index.Dense(ctx, with.Embedder, query)
		if err != nil {
			return r, fmt.Errorf("rank state %q by %s: %w", in.Card.ID, retrieval.MethodDense, err)
		}
		r.add(in, v, retrieval.MethodDense, string(with.Query), query, took())
		return r, nil
	})
}

// EmbedderIdentity is the complete configuration of an embedder for manifests:
// its name, and the value of its method Identity() any where it has one.
func EmbedderIdentity(e retrieval.Embedder) any {
	if e == nil {
		return nil
	}
	id := struct {
		Name     string `json:"name"`
		Settings any    `json:"settings,omitempty"`
	}{Name: e.Name()}
	if more, ok := e.(interface{ Identity() any }); ok {
		id.Settings = more.Identity()
	}
	return id
}

// pending is retrieval that is at work or done. done is closed when the others
// may be read; own is whether it came to nothing for a reason of the run that did
// the work: it was cancelled, or its recorder refused.
type pending struct {
	done chan struct{}
	r    *Retrieved
	err  error
	own  bool
}

// once runs work for the first who asks and lets the others wait for it.
func (in *Input) once(ctx context.Context, key string, rec Recorder, work func(context.Context) (*Retrieved, error)) (*Retrieved, error) {
	for {
		in.mu.Lock()
		p, known := in.fusions[key]
		if !known {
			p = &pending{done: make(chan struct{})}
			in.fusions[key] = p
		}
		in.mu.Unlock()
		if !known {
			in.lead(ctx, key, p, rec, work)
			if p.own {
				return p.r, p.err
			}
			return p.r, errors.Join(p.err, p.r.tellTools(rec, false))
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-p.done:
		}
		if !p.own {
			return p.r, errors.Join(p.err, p.r.tellShared(rec))
		}
	}
}

// lead does the work that others wait for, and tells its own run of every
// exchange as it happens. A failure is not remembered.
func (in *Input) lead(ctx context.Context, key string, p *pending, rec Recorder, work func(context.Context) (*Retrieved, error)) {
	finished, refused := false, false
	defer func() {
		if p.err != nil || !finished {
			in.mu.Lock()
			delete(in.fusions, key)
			in.mu.Unlock()
			p.own = !finished || refused || ctx.Err() != nil
		}
		close(p.done)
	}()
	var calls []ModelCall
	p.r, p.err = work(WithRecorder(ctx, RecorderFunc(func(e Event) error {
		if c, ok := e.Body.(ModelCall); ok {
			calls = append(calls, c)
		}
		err := rec.Record(e)
		refused = refused || err != nil
		return err
	})))
	p.r.calls = calls
	finished = true
}

// views asks one view after the other, and times them.
func (in *Input) views(ctx context.Context, with retrieval.Settings) (*Retrieved, error) {
	r := &Retrieved{}
	for _, name := range with.Views {
		took := in.Stopwatch()
		v, err := in.Index.Views(ctx, in.Card, with.Embedder, name)
		if err != nil {
			return r, fmt.Errorf("rank state %q by %s: %w", in.Card.ID, name, err)
		}
		form, query := viewQuery(name, in.Card)
		r.add(in, v[0], string(name), form, query, took())
	}
	r.Fusion = retrieval.Fuse(in.Pool(), r.Views, with.Fusing)
	return r, nil
}

// add takes over the ranking of a view and notes that it was asked.
func (r *Retrieved) add(in *Input, v retrieval.View, name, form, query string, took *float64) {
	r.Views = append(r.Views, v)
	call := in.toolCall(name, form, query, v.Ranked, v.Matched)
	call.LatencyMS = took
	r.tools = append(r.tools, call)
}

// tellShared tells a run what was asked for another one.
func (r *Retrieved) tellShared(rec Recorder) error {
	for _, c := range r.calls {
		c.Shared = true
		if err := rec.Record(Event{Kind: ModelCalled, Body: c}); err != nil {
			return err
		}
	}
	return r.tellTools(rec, true)
}

// tellTools tells a run of the views that were asked.
func (r *Retrieved) tellTools(rec Recorder, shared bool) error {
	for _, c := range r.tools {
		c.Shared = shared
		if err := rec.Record(Event{Kind: ToolCalled, Body: c}); err != nil {
			return err
		}
	}
	return nil
}

// Stopwatch begins to measure by the clock of the input. What it returns gives
// the milliseconds since then; nil without a clock, since what was not measured
// is missing.
func (in *Input) Stopwatch() func() *float64 {
	if in.Clock == nil {
		return func() *float64 { return nil }
	}
	begun := in.Clock()
	return func() *float64 {
		ms := float64(in.Clock().Sub(begun)) / float64(time.Millisecond)
		return &ms
	}
}

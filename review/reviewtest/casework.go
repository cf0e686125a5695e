package reviewtest

import (
	"context"
	"errors"
	"iter"
	"slices"

	"suffice/certificate/card"
	"suffice/review"
)

// Board is the project as s may see it.
func (m *Memory) Board(ctx context.Context, s review.Scope) (review.Board, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return s.ProjectBoard(m.board), ctx.Err()
}

// Case is what s may see of a state.
func (m *Memory) Case(ctx context.Context, s review.Scope, state string) (review.Case, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, err := m.visible(ctx, s, state)
	if err != nil {
		return review.Case{}, err
	}
	k, _ = s.ProjectCase(k)
	return k, nil
}

// Cases walks the states of which s may see something, without certificates.
func (m *Memory) Cases(ctx context.Context, s review.Scope) iter.Seq2[review.Case, error] {
	return func(yield func(review.Case, error) bool) {
		m.mu.Lock()
		cases := m.clonedCases()
		m.mu.Unlock()
		for _, st := range m.states {
			k, ok := s.ProjectCase(cases[st.Card.ID])
			if !ok {
				continue
			}
			k.Sheets = standings(k.Sheets)
			if !yield(k, ctx.Err()) {
				return
			}
		}
	}
}

// standings are the works without what is on them.
func standings(sheets map[review.Sheet]review.Work) map[review.Sheet]review.Work {
	out := make(map[review.Sheet]review.Work, len(sheets))
	for sheet, w := range sheets {
		out[sheet] = review.Work{
			State: w.State, Phase: w.Phase, Revision: w.Revision,
			Labelled: w.Labelled, Touched: w.Touched, Done: w.Done,
		}
	}
	return out
}

// Tasks lists what there is to do for the person of s.
func (m *Memory) Tasks(ctx context.Context, s review.Scope, now int64) ([]review.QueueRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	anywhere := m.duties(m.cases, s.Person())
	var rows []review.QueueRow
	for _, st := range m.states {
		k := m.cases[st.Card.ID]
		sheet := s.Part(k.Course).Sheet
		seen, _ := s.ProjectCase(k)
		w, ok := seen.Sheets[sheet]
		if !ok {
			w = review.Work{State: st.Card.ID}
		}
		row := review.Row(st.Card, st.Pool.Len(), w, seen.Sums[sheet], s.Person())
		if row, ok := review.TaskRow(s, k, anywhere, now, row); ok {
			rows = append(rows, row)
		}
	}
	return rows, ctx.Err()
}

// Left lists the states that the person of s has annotated and does not see now.
func (m *Memory) Left(ctx context.Context, s review.Scope) ([]review.QueueRow, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var rows []review.QueueRow
	for _, st := range m.states {
		c := st.Card
		row := review.QueueRow{Instance: c.InstanceID, Repo: c.Repo, Boundary: c.Boundary, Need: c.Need, Units: st.Pool.Len()}
		if row, ok := review.LeftRow(s, m.cases[c.ID].Course, row); ok {
			rows = append(rows, row)
		}
	}
	return rows, ctx.Err()
}

func (m *Memory) duties(cases map[string]review.Case, p review.PersonID) review.Duties {
	var d review.Duties
	for _, k := range cases {
		d = d.Or(k.Course.Duties[p])
	}
	return d
}

// Enact runs review.Enact; nothing is kept when it fails.
func (m *Memory) Enact(ctx context.Context, s review.Scope, acts []review.Act) ([]review.Event, review.Case, error) {
	if err := m.wait(ctx); err != nil {
		return nil, review.Case{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.appends.next(); err != nil {
		return nil, review.Case{}, err
	}
	b := &books{m: m, board: m.board, cases: m.clonedCases()}
	events, err := review.Enact(b, s, acts)
	if err != nil {
		return nil, review.Case{}, err
	}
	m.board, m.cases = b.board, b.cases
	m.events = append(m.events, b.events...)
	for _, f := range b.forgets {
		m.settle(f)
	}
	last := acts[len(acts)-1].Event
	if last.State == "" {
		return events, review.Case{}, nil
	}
	k, ok := s.ProjectCase(m.cases[last.State])
	if !ok {
		k = review.Case{Course: review.Course{State: last.State}}
	}
	return events, k, nil
}

// Signals are what models said, for who sees everything.
func (m *Memory) Signals(ctx context.Context, s review.Scope) ([]review.Signal, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !s.Whole() {
		return nil, ctx.Err()
	}
	return slices.Clone(m.signals), ctx.Err()
}

// books are a transaction on a Memory: what it writes is put in place by Enact
// once all of it has succeeded.
type books struct {
	m       *Memory
	board   review.Board
	cases   map[string]review.Case
	events  []review.Event
	forgets []forgotten
}

func (b *books) Board() (review.Board, error) { return b.board, nil }

func (b *books) Case(state string) (review.Case, error) {
	k, ok := b.cases[state]
	if !ok {
		return review.Case{}, &review.UnknownStateError{State: state}
	}
	return k, nil
}

func (b *books) State(state string) (card.State, error) { return b.m.state(state) }

func (b *books) States() ([]string, error) {
	ids := make([]string, len(b.m.states))
	for i, st := range b.m.states {
		ids[i] = st.Card.ID
	}
	return ids, nil
}

func (b *books) Duties(p review.PersonID) (review.Duties, error) { return b.m.duties(b.cases, p), nil }

func (b *books) Enter(e review.Event) (review.Event, error) {
	all := len(b.m.events) + len(b.events)
	var prev [32]byte
	switch {
	case len(b.events) > 0:
		prev = b.events[len(b.events)-1].Hash
	case all > 0:
		prev = b.m.events[all-1].Hash
	}
	e.Seq = uint64(all) + 1
	e = review.Chain(prev, e)
	b.events = append(b.events, e)
	return e, nil
}

func (b *books) SaveCase(k review.Case) error {
	if k.Course.State == "" {
		return errors.New("a case of no state")
	}
	b.cases[k.Course.State] = k
	return nil
}

func (b *books) SaveBoard(board review.Board) error {
	b.board = board
	return nil
}

func (b *books) Forget(p review.PersonID, state string, sheet review.Sheet, durable review.Words) error {
	b.forgets = append(b.forgets, forgotten{p, state, sheet, durable})
	return nil
}

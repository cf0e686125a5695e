// Package reviewtest holds a review.Repository in memory that behaves as the
// stored one does, with failures on demand, and projects in the middle of the
// work (project.go), for tests of desks and screens.
package reviewtest

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"suffice/certificate/card"
	"suffice/review"
)

// Memory is a review.Repository and review.Casework in memory. Safe for
// concurrent use.
type Memory struct {
	mu      sync.Mutex
	board   review.Board
	states  []card.State // in import order
	cases   map[string]review.Case
	events  []review.Event
	typing  map[review.PersonID][]review.Typing
	locked  map[string][]card.Prediction
	signals []review.Signal
	appends failures
	typings failures
	gate    chan struct{} // appends wait until it is closed; nil when they are not held
	held    int           // how many wait
	changed *sync.Cond    // on mu: held has changed
}

var (
	_ review.Repository = (*Memory)(nil)
	_ review.Casework   = (*Memory)(nil)
)

// NewMemory is a project with these people and states. Its journal begins with
// the events that an import by the first person would make.
func NewMemory(p review.Project, people []review.Person, states ...card.State) *Memory {
	m := &Memory{
		board: review.NewBoard(p), states: states, cases: map[string]review.Case{},
		typing: map[review.PersonID][]review.Typing{}, locked: map[string][]card.Prediction{},
	}
	m.changed = sync.NewCond(&m.mu)
	first := review.PersonID("nobody")
	if len(people) > 0 {
		first = people[0].ID
	}
	m.begin(review.ProjectCreated(first, p.Created, p))
	for _, q := range people {
		m.begin(review.PersonAdded(first, p.Created, q))
	}
	units := 0
	for _, s := range states {
		k := review.NewCase(s.Card, p)
		k.Sums[review.Main] = review.Summarize(s, k.Sheets[review.Main])
		m.cases[s.Card.ID] = k
		units += s.Pool.Len()
	}
	if len(states) > 0 {
		m.begin(review.FileImported(first, p.Created, review.ImportBody{
			What: "items", File: "items.jsonl", Counts: map[string]int{"states": len(states), "units": units},
		}))
	}
	return m
}

// begin puts an event that comes before any act into the journal.
func (m *Memory) begin(e review.Event) {
	b := &books{m: m}
	e, _ = b.Enter(e)
	board, err := review.FoldBoard(m.board, e)
	if err != nil {
		panic(fmt.Sprintf("begin a project: %v", err))
	}
	m.board = board
	m.events = append(m.events, b.events...)
}

// Lock gives a state locked predictions, one for each method.
func (m *Memory) Lock(state string, predictions ...card.Prediction) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.locked[state] = append(m.locked[state], predictions...)
}

// Signal brings in what models said.
func (m *Memory) Signal(signals ...review.Signal) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.signals = append(m.signals, signals...)
}

// Journal is a copy of every event, whoever may see it.
func (m *Memory) Journal() []review.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.events)
}

// Stored is everything that is kept of a state, whoever may see it.
func (m *Memory) Stored(state string) review.Case {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cases[state]
}

// StoredBoard is everything that is kept of the project.
func (m *Memory) StoredBoard() review.Board {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.board
}

// Project returns the project.
func (m *Memory) Project(ctx context.Context) (review.Project, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.board.Project, ctx.Err()
}

// People returns everyone known to the project.
func (m *Memory) People(ctx context.Context) ([]review.Person, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.board.People), ctx.Err()
}

// State returns a card and its pool.
func (m *Memory) State(ctx context.Context, s review.Scope, id string) (card.State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return card.State{}, err
	}
	if k, ok := m.cases[id]; !ok || !s.Card(k.Course) {
		return card.State{}, &review.UnknownStateError{State: id}
	}
	return m.state(id)
}

func (m *Memory) state(id string) (card.State, error) {
	i := slices.IndexFunc(m.states, func(st card.State) bool { return st.Card.ID == id })
	if i < 0 {
		return card.State{}, &review.UnknownStateError{State: id}
	}
	return m.states[i], nil
}

// Work returns what s may see of the work on the sheet of its part.
func (m *Memory) Work(ctx context.Context, s review.Scope, id string) (review.Work, error) {
	k, err := m.Case(ctx, s, id)
	if err != nil {
		return review.Work{}, err
	}
	return k.Sheets[s.Part(k.Course).Sheet], nil
}

// visible is the whole case of a state of which s may see something.
func (m *Memory) visible(ctx context.Context, s review.Scope, id string) (review.Case, error) {
	if err := ctx.Err(); err != nil {
		return review.Case{}, err
	}
	k, ok := m.cases[id]
	if !ok || !s.Part(k.Course).Certificate() {
		return review.Case{}, &review.UnknownStateError{State: id}
	}
	return k, nil
}

// Queue is Tasks without claims: leases are told by a clock.
func (m *Memory) Queue(ctx context.Context, s review.Scope) ([]review.QueueRow, error) {
	return m.Tasks(ctx, s, 0)
}

// Append is Enact for a single act.
func (m *Memory) Append(ctx context.Context, s review.Scope, e review.Event, wr review.Write) (review.Event, review.Work, error) {
	events, k, err := m.Enact(ctx, s, []review.Act{{Event: e, Write: wr}})
	if err != nil {
		return review.Event{}, review.Work{}, err
	}
	return events[0], k.Sheets[e.Sheet], nil
}

// SaveTyping keeps or forgets text being typed.
func (m *Memory) SaveTyping(ctx context.Context, p review.PersonID, t review.Typing) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.saveTyping(ctx, p, t)
}

// ReplaceTyping keeps or forgets text being typed, but not over what was typed
// elsewhere.
func (m *Memory) ReplaceTyping(ctx context.Context, p review.PersonID, t review.Typing, was string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	current := ""
	for _, k := range m.typing[p] {
		if k.State == t.State && k.Sheet == t.Sheet && k.Field == t.Field {
			current = k.Text
		}
	}
	if err := t.Over(current, was); err != nil {
		return err
	}
	return m.saveTyping(ctx, p, t)
}

// saveTyping is called with the lock held.
func (m *Memory) saveTyping(ctx context.Context, p review.PersonID, t review.Typing) error {
	if err := m.typings.next(); err != nil {
		return err
	}
	m.forget(p, t, func(string) bool { return true })
	if t.Text != "" {
		m.typing[p] = append(m.typing[p], t)
	}
	return ctx.Err()
}

// forgotten names text being typed that is durable now.
type forgotten struct {
	person  review.PersonID
	state   string
	sheet   review.Sheet
	durable review.Words
}

// settle drops text that is durable now, if it is still what is kept.
func (m *Memory) settle(f forgotten) {
	t := review.Typing{State: f.state, Sheet: f.sheet, Field: f.durable.Field}
	m.forget(f.person, t, func(kept string) bool { return kept == f.durable.Text })
}

// forget drops what p has typed in the field of t, if that text is to go.
func (m *Memory) forget(p review.PersonID, t review.Typing, goes func(kept string) bool) {
	m.typing[p] = slices.DeleteFunc(m.typing[p], func(k review.Typing) bool {
		return k.State == t.State && k.Sheet == t.Sheet && k.Field == t.Field && goes(k.Text)
	})
}

// Typing returns the text that p was typing on the state.
func (m *Memory) Typing(ctx context.Context, p review.PersonID, state string) ([]review.Typing, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []review.Typing
	for _, t := range m.typing[p] {
		if t.State == state {
			found = append(found, t)
		}
	}
	return found, ctx.Err()
}

// Events walks the events that s may see.
func (m *Memory) Events(ctx context.Context, s review.Scope, f review.Filter) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		for _, e := range m.matching(s, f) {
			if err := ctx.Err(); err != nil {
				yield(review.Event{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (m *Memory) matching(s review.Scope, f review.Filter) []review.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []review.Event
	for _, e := range m.events {
		if e.Seq <= f.After || f.State != "" && e.State != f.State || f.Kind != "" && e.Kind != f.Kind {
			continue
		}
		if e, ok := s.Sees(e, m.cases[e.State].Course); ok {
			found = append(found, e)
		}
	}
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[len(found)-f.Limit:]
	}
	return found
}

// Event returns one event that s may see.
func (m *Memory) Event(ctx context.Context, s review.Scope, seq uint64) (review.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if seq == 0 || seq > uint64(len(m.events)) {
		return review.Event{}, &review.UnknownEventError{Seq: seq}
	}
	e := m.events[seq-1]
	e, ok := s.Sees(e, m.cases[e.State].Course)
	if !ok {
		return review.Event{}, &review.UnknownEventError{Seq: seq}
	}
	return e, ctx.Err()
}

// LockedPredictions returns what Lock was given, if s shows outcomes.
func (m *Memory) LockedPredictions(ctx context.Context, s review.Scope, state string) ([]card.Prediction, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, err := m.visible(ctx, s, state)
	if err != nil {
		return nil, fmt.Errorf("read locked predictions: %w", err)
	}
	if !s.Part(k.Course).Outcomes() {
		return nil, nil
	}
	return slices.Clone(m.locked[state]), nil
}

// clonedCases is a copy of the map; a Case is never written to.
func (m *Memory) clonedCases() map[string]review.Case { return maps.Clone(m.cases) }

package review

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"suffice/certificate/card"
)

// heldStates is how many states a desk keeps at hand. A pool is about 300 kB.
const heldStates = 16

// held is a state at hand: what every edit needs and nothing changes.
type held struct {
	state    card.State
	observed map[string]card.Observation // only units with a reason
}

// sheet is the one this person had of a state when they last opened it.
func (s *shelf) sheet(id string) (Sheet, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sheet, ok := s.sheets[id]
	return sheet, ok
}

// opens remembers it.
func (s *shelf) opens(id string, sheet Sheet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sheets == nil {
		s.sheets = map[string]Sheet{}
	}
	s.sheets[id] = sheet
}

// name is how people know a unit: its path and lines.
func (h *held) name(unit string) string {
	u := h.state.Pool.Unit(unit)
	switch {
	case u == nil || u.Path == "":
		return unit
	case u.LineStart == 0:
		return u.Path
	}
	return fmt.Sprintf("%s:%d-%d", u.Path, u.LineStart, u.LineEnd)
}

// shelf keeps the states used last, so that an edit does not load a pool.
type shelf struct {
	mu     sync.Mutex
	recent []*held // the one used last stands first
	sheets map[string]Sheet
}

func (s *shelf) find(id string) *held {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.recent, func(h *held) bool { return h.state.Card.ID == id })
	if i < 0 {
		return nil
	}
	h := s.recent[i]
	copy(s.recent[1:i+1], s.recent[:i])
	s.recent[0] = h
	return h
}

func (s *shelf) put(h *held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recent = slices.DeleteFunc(s.recent, func(o *held) bool { return o.state.Card.ID == h.state.Card.ID })
	s.recent = slices.Insert(s.recent, 0, h)
	if len(s.recent) > heldStates {
		clear(s.recent[heldStates:])
		s.recent = s.recent[:heldStates]
	}
}

// hold returns the state from the shelf or the repository.
func (d *Desk) hold(ctx context.Context, id string) (*held, error) {
	if h := d.shelf.find(id); h != nil {
		return h, nil
	}
	s, err := d.repo.State(ctx, d.Scope(), id)
	if err != nil {
		return nil, fmt.Errorf("open state %s: %w", id, err)
	}
	h := &held{state: s, observed: card.Observe(s)}
	d.shelf.put(h)
	return h, nil
}

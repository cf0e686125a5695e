package review

import (
	"context"
	"fmt"
)

// LeftRow is the line of a state that the person of s has annotated and does not
// see now, and whether it is one: from its first closing until the release is
// frozen. card holds what the card says. How it closed, and whether it went to a
// senior or was replaced, does not show.
func LeftRow(s Scope, c Course, card QueueRow) (QueueRow, bool) {
	if p := s.Part(c); p.certificate || !s.Card(c) {
		return QueueRow{}, false
	}
	return QueueRow{
		State: c.State, Instance: card.Instance, Repo: card.Repo, Boundary: card.Boundary, Need: firstLine(card.Need), Units: card.Units,
		Status: StatusDone, Phase: Closed,
	}, true
}

// Card reports whether the card of a state and its pool are shown: with its
// certificate, and to who annotated it, as long as they do so in no other role.
func (s Scope) Card(c Course) bool {
	p := s.Part(c)
	return p.certificate || p.Role == Annotator && c.Duties[s.person].Annotated
}

// Left lists the states that I have annotated and that have closed since, until
// the release is frozen, as of the last look at the queue: what their cards say.
// What I did there is in the history.
func (d *Desk) Left(ctx context.Context) ([]QueueRow, error) {
	if d.frozen.Load() {
		return nil, nil // all that closed are in the release, for me to see
	}
	rows, err := d.repo.Left(ctx, d.Scope())
	if err != nil {
		return nil, fmt.Errorf("list the states that have closed: %w", err)
	}
	return rows, nil
}

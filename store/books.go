package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/review"
)

// books are the rows of one transaction, for the rules to read and write. A
// case is read once and kept as it was last saved, so that a save writes only
// the rows that changed.
type books struct {
	ctx    context.Context
	tx     *sql.Tx
	board  *storedBoard
	cases  map[string]*storedCase
	state  *card.State                // the one used last; a pool is about 300 kB
	joined map[review.PersonID]uint64 // seq of the event that added somebody in this transaction
}

var _ review.Books = (*books)(nil)

func openBooks(ctx context.Context, tx *sql.Tx) *books {
	return &books{
		ctx: ctx, tx: tx, cases: map[string]*storedCase{}, joined: map[review.PersonID]uint64{},
	}
}

// close forgets a case that is saved, so that many of them need no memory.
func (b *books) close(state string) { delete(b.cases, state) }

// enact runs the rules over all acts in one transaction.
func (s *Store) enact(ctx context.Context, sc review.Scope, acts []review.Act) ([]review.Event, review.Case, error) {
	var made []review.Event
	var last review.Case
	err := s.tx(ctx, func(tx *sql.Tx) (err error) {
		b := openBooks(ctx, tx)
		if made, err = review.Enact(b, sc, acts); err != nil || len(made) == 0 {
			return err
		}
		if state := made[len(made)-1].State; state != "" {
			last, err = b.Case(state)
		}
		return err
	})
	return made, last, err
}

// Board is what holds for the whole project.
func (b *books) Board() (review.Board, error) {
	if b.board == nil {
		board, err := loadBoard(b.ctx, b.tx)
		if err != nil {
			return review.Board{}, err
		}
		b.board = &board
	}
	return b.board.Board, nil
}

// Case is everything on one state.
func (b *books) Case(state string) (review.Case, error) {
	k, ok := b.cases[state]
	if !ok {
		var err error
		if k, err = loadCase(b.ctx, b.tx, state); err != nil {
			return review.Case{}, err
		}
		b.cases[state] = k
	}
	return k.Case, nil
}

// State is a card and its pool.
func (b *books) State(state string) (card.State, error) {
	if b.state != nil && b.state.Card.ID == state {
		return *b.state, nil
	}
	c, err := loadCard(b.ctx, b.tx, state)
	if err != nil {
		return card.State{}, err
	}
	pool, err := loadPool(b.ctx, b.tx, c.n)
	if err != nil {
		return card.State{}, fmt.Errorf("read the pool of %s: %w", state, err)
	}
	b.state = &card.State{Card: c.StateCard, Pool: pool}
	return *b.state, nil
}

// States lists every state in the order of import.
func (b *books) States() ([]string, error) {
	rows, err := b.tx.QueryContext(b.ctx, "SELECT id FROM state ORDER BY n")
	if err != nil {
		return nil, err
	}
	return collect(rows, "list the states", func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) })
}

// Duties puts together what p has done on any state.
func (b *books) Duties(p review.PersonID) (d review.Duties, err error) {
	return loadDuties(b.ctx, b.tx, p)
}

func loadDuties(ctx context.Context, q queryer, p review.PersonID) (d review.Duties, err error) {
	err = q.QueryRowContext(ctx, dutiesSQL, p).Scan(&d.Annotated, &d.Reviewed, &d.Arbitrated, &d.Audited)
	return d, wrap(err, "read what %s has done", p)
}

// Enter gives an event its place in the journal.
func (b *books) Enter(e review.Event) (review.Event, error) {
	e, err := insertEvent(b.ctx, b.tx, e)
	if err != nil || e.Kind != review.Joined {
		return e, err
	}
	var p review.Person
	if err := json.Unmarshal(e.Body, &p); err != nil {
		return e, fmt.Errorf("read event %d: %w", e.Seq, err)
	}
	b.joined[p.ID] = e.Seq
	return e, nil
}

// SaveCase writes the rows of a case that changed.
func (b *books) SaveCase(k review.Case) error {
	if _, err := b.Case(k.Course.State); err != nil {
		return err
	}
	return b.cases[k.Course.State].save(b.ctx, b.tx, k)
}

// SaveBoard writes what changed of the project.
func (b *books) SaveBoard(board review.Board) error {
	if _, err := b.Board(); err != nil {
		return err
	}
	return b.board.save(b.ctx, b.tx, board, b.joined)
}

// Forget drops text that was being typed and is durable now, and no other.
func (b *books) Forget(p review.PersonID, state string, sheet review.Sheet, durable review.Words) error {
	_, err := b.tx.ExecContext(b.ctx, settleTypingSQL, p, state, sheet, durable.Field, durable.Text)
	return wrap(err, "clear what was typed")
}

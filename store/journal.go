package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/review"
)

// eventPage is how many events one query of a walk reads. Rows are closed
// before they are handed out: a reader that stops to think would keep the
// write-ahead log from being folded back into the file.
const eventPage = 256

// insertEvent gives e its place in the journal and writes it.
func insertEvent(ctx context.Context, tx *sql.Tx, e review.Event) (review.Event, error) {
	var seq uint64
	var hash []byte
	if err := tx.QueryRowContext(ctx, "SELECT seq, hash FROM head").Scan(&seq, &hash); err != nil {
		return e, fmt.Errorf("find the end of the journal: %w", err)
	}
	prev, err := hash32(hash)
	if err != nil {
		return e, fmt.Errorf("find the end of the journal: %w", err)
	}
	e.Seq = seq + 1
	e = review.Chain(prev, e)
	if _, err := tx.ExecContext(ctx, insertEventSQL, e.Seq, e.Who, e.At, e.Kind, null(e.State),
		e.From, e.To, null(e.Undoes), string(e.Body), e.Prev[:], e.Hash[:]); err != nil {
		return e, fmt.Errorf("append event %d: %w", e.Seq, err)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE head SET seq = ?, hash = ?", e.Seq, e.Hash[:]); err != nil {
		return e, fmt.Errorf("append event %d: %w", e.Seq, err)
	}
	return e, nil
}

// null turns a zero value into NULL.
func null[T comparable](v T) any {
	if v == *new(T) {
		return nil
	}
	return v
}

func hash32(b []byte) (h [32]byte, err error) {
	if copy(h[:], b) != 32 || len(b) != 32 {
		return h, fmt.Errorf("a hash of %d bytes stands where 32 belong", len(b))
	}
	return h, nil
}

// scanEvent reads one row and the phase of its state, "" for an act on the project.
func scanEvent(row interface{ Scan(...any) error }) (e review.Event, ph review.Phase, err error) {
	var state, undoes = sql.NullString{}, sql.NullInt64{}
	var body, prev, hash []byte
	var from, to int64
	if err := row.Scan(&e.Seq, &e.Who, &e.At, &e.Kind, &state, &from, &to, &undoes, &body, &prev, &hash, &ph); err != nil {
		return e, ph, err
	}
	e.State, e.Undoes = state.String, uint64(undoes.Int64)
	e.From, e.To = certificate.Revision(from), certificate.Revision(to)
	e.Body = jsontext.Value(body)
	if e.Prev, err = hash32(prev); err != nil {
		return e, ph, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	if e.Hash, err = hash32(hash); err != nil {
		return e, ph, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	return e, ph, nil
}

// Events walks the events that s may see, oldest first. With a limit it is the
// newest that many, still oldest first. It holds no lock between rows, so
// events appended meanwhile may or may not be part of the walk.
func (s *Store) Events(ctx context.Context, sc review.Scope, f review.Filter) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		if f.Limit > 0 {
			from, err := s.limitFrom(ctx, sc, f)
			if err != nil {
				yield(review.Event{}, wrap(err, "read the journal"))
				return
			}
			f.After = max(f.After, from)
		}
		for e, err := range pages(ctx, s.read, sc, walk{Filter: f}) {
			if !yield(e, wrap(err, "read the journal")) {
				return
			}
		}
	}
}

// walk is a Filter and what else a query of the journal can narrow by.
type walk struct {
	review.Filter
	beyond certificate.Revision // only events that lead to a later revision, when not 0
}

// pages walks the events page by page.
func pages(ctx context.Context, q queryer, sc review.Scope, f walk) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		for left := f.Limit; ; {
			page, err := eventsAfter(ctx, q, sc, f, eventPage)
			if err != nil {
				yield(review.Event{}, err)
				return
			}
			for _, e := range page {
				f.After = e.Seq
				if e, ok := sc.ProjectEvent(e.Event, e.phase); ok {
					if f.Limit > 0 && left == 0 || !yield(e, nil) {
						return
					}
					left--
				}
			}
			if len(page) < eventPage {
				return
			}
		}
	}
}

type phasedEvent struct {
	review.Event
	phase review.Phase
}

func eventsAfter(ctx context.Context, q queryer, sc review.Scope, f walk, limit int) ([]phasedEvent, error) {
	args := append(scopeArgs(sc), sql.Named("after", f.After), sql.Named("state", f.State),
		sql.Named("kind", string(f.Kind)), sql.Named("revision", int64(f.beyond)-1), sql.Named("limit", limit))
	rows, err := q.QueryContext(ctx, eventsSQL, args...)
	if err != nil {
		return nil, err
	}
	return collect(rows, "read events", func(rows *sql.Rows) (e phasedEvent, err error) {
		e.Event, e.phase, err = scanEvent(rows)
		return e, err
	})
}

// scopeArgs are what every query of the journal narrows by.
func scopeArgs(sc review.Scope) []any {
	shared, _ := json.Marshal(review.SharedKinds()) // strings always encode
	return []any{
		sql.Named("everyone", sc.Everyone()), sql.Named("me", string(sc.Person())),
		sql.Named("shared", string(shared)), sql.Named("phases", visiblePhases(sc)),
	}
}

// visiblePhases lists the phases whose certificates sc shows, as JSON.
func visiblePhases(sc review.Scope) string {
	b, _ := json.Marshal(sc.Readable(), json.FormatNilSliceAsNull(false)) // strings always encode
	return string(b)
}

// limitFrom is the Seq after which the newest f.Limit events begin.
func (s *Store) limitFrom(ctx context.Context, sc review.Scope, f review.Filter) (uint64, error) {
	var first sql.NullInt64
	args := append(scopeArgs(sc), sql.Named("after", f.After), sql.Named("state", f.State),
		sql.Named("kind", string(f.Kind)), sql.Named("limit", f.Limit))
	err := s.read.QueryRowContext(ctx, newestSQL, args...).Scan(&first)
	if err != nil || !first.Valid {
		return f.After, err
	}
	return uint64(first.Int64) - 1, nil
}

// Event returns one event that sc may see. Errors:
// *review.UnknownEventError.
func (s *Store) Event(ctx context.Context, sc review.Scope, seq uint64) (review.Event, error) {
	row := s.read.QueryRowContext(ctx, eventSQL, append(scopeArgs(sc), sql.Named("seq", seq))...)
	e, ph, err := scanEvent(row)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return e, wrap(err, "read event %d", seq)
	}
	shown, ok := sc.ProjectEvent(e, ph)
	if err != nil || !ok {
		return review.Event{}, &review.UnknownEventError{Seq: seq}
	}
	return shown, nil
}

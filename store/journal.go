package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

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
	if _, err := tx.ExecContext(ctx, insertEventSQL, e.Seq, e.Who, e.At, e.Kind, null(e.State), e.Sheet,
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

// scanEvent reads one row.
func scanEvent(row interface{ Scan(...any) error }) (e review.Event, err error) {
	var state, undoes = sql.NullString{}, sql.NullInt64{}
	var body, prev, hash []byte
	var from, to int64
	if err := row.Scan(&e.Seq, &e.Who, &e.At, &e.Kind, &state, &e.Sheet, &from, &to, &undoes, &body, &prev, &hash); err != nil {
		return e, err
	}
	e.State, e.Undoes = state.String, uint64(undoes.Int64)
	e.From, e.To = certificate.Revision(from), certificate.Revision(to)
	e.Body = jsontext.Value(body)
	if e.Prev, err = hash32(prev); err != nil {
		return e, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	if e.Hash, err = hash32(hash); err != nil {
		return e, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	return e, nil
}

// Events walks the events that s may see, oldest first. With a limit it is the
// newest that many, still oldest first. It holds no lock between rows, so
// events appended meanwhile may or may not be part of the walk; what s may see
// is as of its beginning.
func (s *Store) Events(ctx context.Context, sc review.Scope, f review.Filter) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		w, err := openWalk(ctx, s.read, sc, f)
		if err == nil && f.Limit > 0 {
			w.After, err = w.newest(ctx, s.read)
		}
		if err != nil {
			yield(review.Event{}, wrap(err, "read the journal"))
			return
		}
		for e, err := range w.events(ctx, s.read) {
			if !yield(e, wrap(err, "read the journal")) {
				return
			}
		}
	}
}

// walk is a way through the journal: a filter, the query that narrows by it
// and by what its reader may see, and what the reader is to each state.
type walk struct {
	review.Filter
	scope  review.Scope
	query  string
	args   []any
	course func(state string) review.Course // the rows of the reader alone
}

// openWalk finds out what sc may see.
func openWalk(ctx context.Context, q queryer, sc review.Scope, f review.Filter) (walk, error) {
	w := walk{Filter: f, scope: sc, course: func(state string) review.Course { return review.Course{State: state} }}
	switch {
	case f.State != "":
		st, err := loadStanding(ctx, q, sc, f.State)
		if err != nil && !errors.As(err, new(*review.UnknownStateError)) {
			return w, err
		}
		// Of a state that is not theirs (any more) they still see their own acts.
		w.query = eventsOfStateSQL
		w.args = append(partArgs(sc, st), sql.Named("state", f.State))
		w.course = func(string) review.Course { return st.course }
		return w, nil
	case sc.Whole():
		w.query = eventsSQL
		return w, nil
	}
	states, err := loadStandings(ctx, q, sc)
	if err != nil {
		return w, err
	}
	w.query = eventsSeenSQL
	w.args, err = partsArgs(sc, states)
	courses := make(map[string]review.Course, len(states))
	for _, st := range states {
		courses[st.course.State] = st.course
	}
	w.course = func(state string) review.Course { return courses[state] }
	return w, err
}

// partArgs are what events_of_state.sql and event.sql narrow by.
func partArgs(sc review.Scope, st standing) []any {
	return append(sharedArgs(sc),
		sql.Named("everyone", sc.Whole()), sql.Named("history", st.part.History()),
		sql.Named("sheet", string(st.part.Sheet)), sql.Named("since", st.part.Seat.Since))
}

// partsArgs are what events_seen.sql narrows by.
func partsArgs(sc review.Scope, states []standing) ([]any, error) {
	type part struct {
		State   string       `json:"state"`
		Sheet   review.Sheet `json:"sheet"`
		History bool         `json:"history"`
		Since   uint64       `json:"since"`
	}
	parts := make([]part, len(states))
	for i, st := range states {
		parts[i] = part{st.course.State, st.part.Sheet, st.part.History(), st.part.Seat.Since}
	}
	text, err := pack(parts)
	return append(sharedArgs(sc), sql.Named("parts", text)), err
}

func sharedArgs(sc review.Scope) []any {
	return []any{
		sql.Named("me", string(sc.Person())), sql.Named("shared", list(review.SharedKinds())),
		sql.Named("opened", string(review.Opened)),
	}
}

// page reads the next events of the walk, at most limit.
func (w walk) page(ctx context.Context, q queryer, limit int) ([]review.Event, error) {
	rows, err := q.QueryContext(ctx, w.query, append(w.args,
		sql.Named("after", w.After), sql.Named("kind", string(w.Kind)), sql.Named("limit", limit))...)
	if err != nil {
		return nil, err
	}
	return collect(rows, "read events", func(rows *sql.Rows) (review.Event, error) { return scanEvent(rows) })
}

// events walks page by page; Scope.Sees has the last word on each event.
func (w walk) events(ctx context.Context, q queryer) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		for left := w.Limit; ; {
			page, err := w.page(ctx, q, eventPage)
			if err != nil {
				yield(review.Event{}, err)
				return
			}
			for _, e := range page {
				w.After = e.Seq
				if e, ok := w.scope.Sees(e, w.course(e.State)); ok {
					if w.Limit > 0 && left == 0 || !yield(e, nil) {
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

// pages walks the journal, or the part of it that f names, for the file's own
// upkeep.
func pages(ctx context.Context, q queryer, f review.Filter) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		w := walk{Filter: f, scope: everything(), query: eventsSQL, course: func(string) review.Course { return review.Course{} }}
		if f.State != "" {
			w.query, w.args = eventsOfStateSQL, append(partArgs(w.scope, standing{}), sql.Named("state", f.State))
		}
		w.events(ctx, q)(yield)
	}
}

// projectEvents walks the acts on the project itself.
func projectEvents(ctx context.Context, q queryer) iter.Seq2[review.Event, error] {
	w := walk{scope: everything(), query: projectEventsSQL, course: func(string) review.Course { return review.Course{} }}
	return w.events(ctx, q)
}

// newest is the Seq after which the newest events begin, as many as the limit.
func (w walk) newest(ctx context.Context, q queryer) (uint64, error) {
	backwards := strings.Replace(w.query, "seq\nLIMIT", "seq DESC\nLIMIT", 1)
	var first sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT min(seq) FROM ("+backwards+")", append(w.args,
		sql.Named("after", w.After), sql.Named("kind", string(w.Kind)), sql.Named("limit", w.Limit))...).Scan(&first)
	if err != nil || !first.Valid {
		return w.After, err
	}
	return max(w.After, uint64(first.Int64)-1), nil
}

// Event returns one event that sc may see. Errors:
// *review.UnknownEventError.
func (s *Store) Event(ctx context.Context, sc review.Scope, seq uint64) (review.Event, error) {
	e, err := s.event(ctx, sc, seq)
	if err != nil && !errors.As(err, new(*review.UnknownEventError)) {
		return review.Event{}, wrap(err, "read event %d", seq)
	}
	return e, err
}

func (s *Store) event(ctx context.Context, sc review.Scope, seq uint64) (review.Event, error) {
	unknown := &review.UnknownEventError{Seq: seq}
	var state string
	err := s.read.QueryRowContext(ctx, "SELECT coalesce(state, '') FROM event WHERE seq = ?", seq).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return review.Event{}, unknown
	}
	if err != nil {
		return review.Event{}, err
	}
	var st standing
	if state != "" && !sc.Whole() {
		st, err = loadStanding(ctx, s.read, sc, state)
		if err != nil && !errors.As(err, new(*review.UnknownStateError)) {
			return review.Event{}, err
		}
	}
	e, err := scanEvent(s.read.QueryRowContext(ctx, eventSQL, append(partArgs(sc, st), sql.Named("seq", seq))...))
	if errors.Is(err, sql.ErrNoRows) {
		return review.Event{}, unknown
	}
	if err != nil {
		return review.Event{}, err
	}
	seen, ok := sc.Sees(e, st.course)
	if !ok {
		return review.Event{}, unknown
	}
	return seen, nil
}

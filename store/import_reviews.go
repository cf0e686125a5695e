package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"suffice/certificate/records"
	"suffice/review"
)

// ImportReviews imports what model reviewers said, as sealed signals: all
// files in one transaction, one record a state and reviewer,
//
//	{"reviewer": "...", "state_id": "...", "verdict": "accept", "note": "..."}
//
// where note may be left out. They change no certificate. One that is there
// already with equal content is passed over; with other content it is refused.
// at is in Unix milliseconds. Errors: *records.Error with every fault,
// *review.ForbiddenError, *NotSavedError; then nothing was imported.
func (s *Store) ImportReviews(ctx context.Context, sc review.Scope, at int64, files []Source) (Report, error) {
	return s.importAll(ctx, sc, at, "reviews", files, func(b *batch) (importer, error) {
		b.report.Reviewers = map[string]int{}
		w := &signalWriter{batch: b, brought: map[string]review.Signal{}}
		return w, b.prepared(map[**sql.Stmt]string{
			&w.state:  "SELECT n FROM state WHERE id = ?",
			&w.find:   "SELECT verdict, note FROM signal WHERE reviewer = ? AND state = ?",
			&w.insert: "INSERT INTO signal (reviewer, state, verdict, note, hash) VALUES (?, ?, ?, ?, ?)",
		})
	})
}

// decodeSignal reads one record. A key that is not known is refused: notes are
// all that a reviewer may add.
func decodeSignal(r records.Record) (review.Signal, error) {
	f := records.FieldsOf(r.Raw)
	g := review.Signal{
		Reviewer: f.ID("reviewer"), State: f.ID("state_id"),
		Verdict: review.Verdict(f.String("verdict")), Note: f.OptionalString("note"),
	}
	if f.Has("verdict") && f.Err() == nil && !slices.Contains(review.Verdicts(), g.Verdict) {
		f.Fail("verdict", "expected %s, found %q", verdictWords(), g.Verdict)
	}
	for _, m := range f.Members() {
		if !slices.Contains([]string{"reviewer", "state_id", "verdict", "note"}, m.Name) {
			f.Fail(records.Key(m.Name), "this key is not known here; known are reviewer, state_id, verdict and note")
		}
	}
	return g, f.Err()
}

func verdictWords() string {
	words := make([]string, 0, len(review.Verdicts()))
	for _, v := range review.Verdicts() {
		words = append(words, string(v))
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " or " + words[n]
}

// signalWriter writes signals in one transaction.
type signalWriter struct {
	*batch
	brought map[string]review.Signal // of this import, by identity
	state   *sql.Stmt
	find    *sql.Stmt
	insert  *sql.Stmt
}

func (w *signalWriter) read(src *records.Hashed) error {
	return records.Source[review.Signal]{Name: w.name, Reader: src, Decode: decodeSignal, Check: w.take}.Read(w.ctx)
}

func (w *signalWriter) finish() error { return nil }

// entry adds the hash of all signals: no event holds them, and so a changed
// one is noticed.
func (w *signalWriter) entry(body review.ImportBody) (e review.Event, err error) {
	body.Rows, err = hashSignals(w.ctx, w.tx)
	return review.SignalsImported(w.scope.Person(), w.at, body), err
}

// take writes one signal, or says why not.
func (w *signalWriter) take(line int, g review.Signal) error {
	id := g.Reviewer + "\x00" + g.State
	if earlier, again := w.first(id, line); again {
		if w.brought[id] == g {
			w.notice(line, "state_id", "the review of %q by %s stands twice with equal content, first on %s; this one was ignored", g.State, g.Reviewer, earlier)
			return nil
		}
		return &records.FieldError{Key: signalDifference(g, w.brought[id]), Msg: fmt.Sprintf("the review of %q by %s stands twice with different content: this differs from %s", g.State, g.Reviewer, earlier)}
	}
	w.brought[id] = g
	var state int64
	err := w.state.QueryRowContext(w.ctx, g.State).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		err = &review.UnknownStateError{State: g.State}
	}
	if err != nil {
		return unknownState(err, g.State)
	}
	w.report.Reviews++
	w.report.Reviewers[g.Reviewer]++
	w.counts["reviews"]++
	w.counts["reviewer "+g.Reviewer]++
	have := review.Signal{Reviewer: g.Reviewer, State: g.State}
	err = w.find.QueryRowContext(w.ctx, g.Reviewer, state).Scan(&have.Verdict, &have.Note)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		w.report.New++
		w.changed++
		hash := hashSignal(g)
		_, err := w.insert.ExecContext(w.ctx, g.Reviewer, state, g.Verdict, g.Note, hash[:])
		return err
	case err != nil:
		return err
	case have != g:
		return &records.FieldError{Key: signalDifference(g, have), Msg: fmt.Sprintf("the project holds another review of %q by %s; a review is never changed, so give the reviewer another name", g.State, g.Reviewer)}
	}
	w.report.Same++
	return nil
}

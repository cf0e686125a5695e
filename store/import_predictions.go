package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
)

// PredictionOptions tune ImportPredictions.
type PredictionOptions struct {
	// Set names the prediction set; empty means the base name of the first
	// file without its endings.
	Set string
	// Partial says that a method may leave states out.
	Partial bool
}

// LockedSetError says that a prediction set is locked, so that it cannot change.
type LockedSetError struct{ Set string }

func (e *LockedSetError) Error() string {
	return fmt.Sprintf("the prediction set %q is locked: import into another set with --set, or unlock this one first", e.Set)
}

// UnknownSetError says that there is no prediction set of this name.
type UnknownSetError struct{ Set string }

func (e *UnknownSetError) Error() string {
	return fmt.Sprintf("there is no prediction set %q; `suffice predictions list` lists them", e.Set)
}

// ImportPredictions imports rankings into one set, all files in one
// transaction, each checked against the pool of its state and all together as
// card.CheckPredictions says. A ranking that is in the set already with equal
// content is passed over; with other content it is refused. at is in Unix
// milliseconds. Errors: *records.Error with every fault, *LockedSetError,
// *review.ForbiddenError, *NotSavedError; then nothing was imported.
func (s *Store) ImportPredictions(ctx context.Context, sc review.Scope, at int64, files []Source, o PredictionOptions) (Report, error) {
	if o.Set == "" && len(files) > 0 {
		o.Set = setName(files[0].Name)
	}
	return s.importAll(ctx, sc, at, "predictions", files, func(b *batch) (importer, error) {
		b.report.Set, b.report.Methods = o.Set, map[string]int{}
		w := &predictionWriter{batch: b, options: o}
		return w, w.open()
	})
}

// setName makes bm25 of runs/bm25.jsonl.gz.
func setName(file string) string {
	base := filepath.Base(file)
	for _, end := range []string{".gz", ".jsonl", ".json"} {
		base = strings.TrimSuffix(base, end)
	}
	if base == "" || base == "." || file == records.Name("-") || file == "-" {
		return "predictions"
	}
	return base
}

// predictionWriter gathers rankings and writes them into one set.
type predictionWriter struct {
	*batch
	options PredictionOptions
	rows    []card.Row
	from    []int // for each row the file it came from, as an index of batch.files
	set     int64
	find    *sql.Stmt
	insert  *sql.Stmt
}

// open finds the set or makes it.
func (w *predictionWriter) open() error {
	var locked []byte
	var err error
	w.set, locked, err = findSet(w.ctx, w.tx, w.options.Set)
	switch {
	case errors.As(err, new(*UnknownSetError)):
		res, err := w.tx.ExecContext(w.ctx, "INSERT INTO prediction_set (name) VALUES (?)", w.options.Set)
		if err != nil {
			return err
		}
		if w.set, err = res.LastInsertId(); err != nil {
			return err
		}
	case err != nil:
		return err
	case locked != nil:
		return &LockedSetError{Set: w.options.Set}
	}
	return w.prepared(map[**sql.Stmt]string{
		&w.find:   `SELECT p.body FROM prediction AS p JOIN state AS s ON s.n = p.state WHERE p."set" = ? AND s.id = ? AND p.method = ?`,
		&w.insert: `INSERT INTO prediction ("set", state, method, body) SELECT ?, n, ?, ? FROM state WHERE id = ?`,
	})
}

func (w *predictionWriter) read(src *records.Hashed) error {
	rows, err := card.ReadPredictions(w.ctx, w.name, src)
	for range rows {
		w.from = append(w.from, len(w.files)-1)
	}
	w.rows = append(w.rows, rows...)
	return err
}

// finish checks the rankings together and writes them.
func (w *predictionWriter) finish() error {
	known, err := loadKnown(w.ctx, w.tx)
	if err != nil {
		return err
	}
	if err := card.CheckPredictions(w.rows, known, w.options.Partial).Err(); err != nil {
		return err
	}
	var clashes records.Error
	for i, row := range w.rows {
		w.tally = w.files[w.from[i]]
		if err := w.put(row, &clashes); err != nil {
			return err
		}
	}
	return clashes.Err()
}

// put writes one ranking, or finds that it is there.
func (w *predictionWriter) put(row card.Row, clashes *records.Error) error {
	w.report.Predictions++
	w.report.Methods[row.Method]++
	w.counts["predictions"]++
	w.counts["method "+row.Method]++
	body := card.EncodePrediction(row.Prediction)
	var have []byte
	err := w.find.QueryRowContext(w.ctx, w.set, row.State, row.Method).Scan(&have)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		w.report.New++
		w.changed++
		_, err := w.insert.ExecContext(w.ctx, w.set, row.Method, string(body), row.State)
		return err
	case err != nil:
		return err
	case !equalValue(have, body):
		clashes.Add(records.Problem{File: row.File, Line: row.Line, Key: "ranked_evidence_ids", Msg: fmt.Sprintf(
			"the set %q holds another ranking of %q by %q; import this one into another set with --set", w.options.Set, row.State, row.Method)})
		return nil
	}
	w.report.Same++
	return nil
}

// loadKnown reads the unit IDs of every state.
func loadKnown(ctx context.Context, q queryer) (card.Known, error) {
	rows, err := q.QueryContext(ctx, knownUnitsSQL)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	units := map[string][]card.Unit{}
	for rows.Next() {
		var state string
		var unit sql.NullString
		if err := rows.Scan(&state, &unit); err != nil {
			return nil, err
		}
		units[state] = append(units[state], card.Unit{ID: unit.String})
	}
	known := make(card.Known, len(units))
	for state, us := range units {
		pool := card.NewPool(us)
		known[state] = &pool
	}
	return known, rows.Err()
}

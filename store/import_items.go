package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
)

// ImportItems imports states with their pools, all files in one transaction.
// A state that is there already with equal content is passed over; with other
// content it is refused, naming the first key that differs. at is in Unix
// milliseconds. Errors: *records.Error with every fault, *review.ForbiddenError,
// *NotSavedError; then nothing was imported.
func (s *Store) ImportItems(ctx context.Context, sc review.Scope, at int64, files []Source) (Report, error) {
	return s.importAll(ctx, sc, at, "items", files, func(b *batch) (importer, error) { return newStateWriter(b) })
}

// stagedState is a record made ready for its rows, so that all that costs
// time happens in the decoding goroutines and the one writer only writes.
type stagedState struct {
	card.State
	body        string // the card as stored
	units       []stagedUnit
	fingerprint [32]byte
	summary     string // of the empty certificate, as JSON
	row         review.QueueRow
}

type stagedUnit struct {
	id     string
	body   string
	text   string
	sha256 [32]byte
}

// stage decodes one record and prepares its rows. Safe for concurrent use.
func stage(p review.Project, r records.Record) (*stagedState, error) {
	st, err := card.DecodeState(r.Raw)
	if err != nil {
		return nil, err
	}
	body := records.AppendObject(nil, st.Card.Raw)
	out := &stagedState{State: st, body: string(body), units: make([]stagedUnit, len(st.Pool.Units))}
	mark := newFingerprint(body)
	for i, u := range st.Pool.Units {
		body := records.AppendObject(nil, u.Extra)
		out.units[i] = stagedUnit{id: u.ID, body: string(body), text: u.Text, sha256: sha256.Sum256([]byte(u.Text))}
		mark.unit(body, out.units[i].sha256[:])
	}
	out.fingerprint = mark.sum()
	w := review.NewWork(st.Card, p)
	sum := review.Summarize(st, w)
	b, err := json.Marshal(sum, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	out.summary = string(b)
	out.row = review.Row(st.Card, len(out.units), w, sum, "")
	return out, nil
}

// stateWriter writes staged states in one transaction.
type stateWriter struct {
	*batch
	project review.Project
	refused map[string]card.State // of this import, as they first stood in it: the project has them otherwise
	find    *sql.Stmt
	state   *sql.Stmt
	card    *sql.Stmt
	unit    *sql.Stmt
	work    *sql.Stmt
	course  *sql.Stmt
	texts   *textWriter
}

func newStateWriter(b *batch) (*stateWriter, error) {
	w := &stateWriter{batch: b, refused: map[string]card.State{}}
	var err error
	if w.project, err = project(b.ctx, b.tx); err != nil {
		return nil, err
	}
	if w.texts, err = newTextWriter(b); err != nil {
		return nil, err
	}
	return w, b.prepared(map[**sql.Stmt]string{
		&w.find:   "SELECT fingerprint FROM state WHERE id = ?",
		&w.state:  addStateSQL,
		&w.card:   "INSERT INTO card (state, body) VALUES (?, ?)",
		&w.unit:   "INSERT INTO unit (state, place, id, text, body) VALUES (?, ?, ?, ?, ?)",
		&w.work:   setWorkSQL,
		&w.course: setCourseSQL,
	})
}

func (w *stateWriter) read(src *records.Hashed) error {
	return records.Source[*stagedState]{
		Name: w.name, Reader: src,
		Decode: func(r records.Record) (*stagedState, error) { return stage(w.project, r) },
		// Check, not Each: what repeats is told however many faults came before.
		Check: w.take,
	}.Read(w.ctx)
}

func (w *stateWriter) finish() error {
	w.report.NewTexts = w.texts.added
	return nil
}

// take writes one state, or finds that it is there.
func (w *stateWriter) take(line int, s *stagedState) error {
	if earlier, again := w.first(s.Card.ID, line); again {
		return w.repeated(line, s, earlier)
	}
	var have []byte
	err := w.find.QueryRowContext(w.ctx, s.Card.ID).Scan(&have)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		w.count(s)
		w.report.New++
		w.changed++
		return w.add(s)
	case err != nil:
		return err
	}
	if key, same, err := w.compare(s, have); err != nil || !same {
		if err == nil {
			w.refused[s.Card.ID] = s.State
			err = &records.FieldError{Key: key, Msg: fmt.Sprintf("the state %q is in the project already with other content: this differs; a state is never changed, so give the new one another state_id", s.Card.ID)}
		}
		return err
	}
	w.count(s)
	w.report.Same++
	return nil
}

// repeated compares a state with the one that stood earlier in this import:
// what was refused is not what the project has, all others are.
func (w *stateWriter) repeated(line int, s *stagedState, earlier place) error {
	id := s.Card.ID
	var key string
	var same bool
	if first, ok := w.refused[id]; ok {
		key, same = firstDifference(first, s.State)
	} else {
		var have []byte
		err := w.find.QueryRowContext(w.ctx, id).Scan(&have)
		if err != nil {
			return err
		}
		if key, same, err = w.compare(s, have); err != nil {
			return err
		}
	}
	if !same {
		return &records.FieldError{Key: key, Msg: fmt.Sprintf("the state %q stands twice with different content: this differs from %s", id, earlier)}
	}
	w.notice(line, "state_id", "%q stands twice with equal content, first on %s; this one was ignored", id, earlier)
	return nil
}

func (w *stateWriter) count(s *stagedState) {
	w.report.States++
	w.report.Units += len(s.units)
	w.counts["states"]++
	w.counts["units"] += len(s.units)
}

// compare compares a state with the one of its ID in the project, whose
// fingerprint is have, and tells one that was only written differently from
// one that has other content. It reads through the transaction, so it sees
// what this import brought.
func (w *stateWriter) compare(s *stagedState, have []byte) (key string, same bool, err error) {
	if string(have) == string(s.fingerprint[:]) {
		return "", true, nil
	}
	c, err := loadCard(w.ctx, w.tx, s.Card.ID)
	if err != nil {
		return "", false, err
	}
	pool, err := loadPool(w.ctx, w.tx, c.n)
	if err != nil {
		return "", false, err
	}
	key, same = firstDifference(card.State{Card: c.StateCard, Pool: pool}, s.State)
	return key, same, nil
}

func (w *stateWriter) add(s *stagedState) error {
	id := s.Card.ID
	res, err := w.state.ExecContext(w.ctx, id, s.row.Instance, s.row.Repo, s.row.Boundary, s.row.Need, len(s.units), s.fingerprint[:])
	if err != nil {
		return fmt.Errorf("write the state %s: %w", id, err)
	}
	n, err := res.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := w.card.ExecContext(w.ctx, n, s.body); err != nil {
		return fmt.Errorf("write the card of %s: %w", id, err)
	}
	for i := range s.units {
		u := &s.units[i]
		text, err := w.texts.put(u.sha256, u.text)
		if err != nil {
			return fmt.Errorf("write a text of %s: %w", id, err)
		}
		if _, err := w.unit.ExecContext(w.ctx, n, i, u.id, text, u.body); err != nil {
			return fmt.Errorf("write the pool of %s: %w", id, err)
		}
	}
	if _, err := w.work.ExecContext(w.ctx, id, review.Main, 0, false, false, false, 0, 0, s.summary); err != nil {
		return err
	}
	_, err = w.course.ExecContext(w.ctx, id, review.Annotate, 0, false, nil, nil, 0)
	return err
}

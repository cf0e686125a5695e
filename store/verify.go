package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"suffice/review"
)

// Verification is what Verify found. The file is sound when Problems is empty.
type Verification struct {
	Events       uint64    `json:"events"`
	Head         string    `json:"head"` // hash of the last event, in hex
	States       int       `json:"states"`
	Units        int       `json:"units"`
	Texts        int       `json:"texts"`
	Certificates int       `json:"certificates"` // states with events that were folded again
	Sets         int       `json:"sets"`
	Signals      int       `json:"signals"`
	Problems     []Problem `json:"problems"`
}

// Problem is one thing that is not as it was written.
type Problem struct {
	What  string `json:"what"` // journal, certificate, card, text, predictions, signals, people, database
	Seq   uint64 `json:"seq,omitzero"`
	State string `json:"state,omitzero"`
	Text  string `json:"text"` // one sentence that names the row
}

// Sound reports whether nothing is wrong.
func (v Verification) Sound() bool { return len(v.Problems) == 0 }

// maxProblems is how many problems of one kind are told.
const maxProblems = 20

// Verify checks everything in the file against what it follows from: the hash
// chain from the first event, the fold of the whole journal against every
// snapshot and summary, cards, pools and texts against their hashes, locked
// sets against the journal, and SQLite's own structure. It reads as of one
// moment and changes nothing. Problems are no error.
func (s *Store) Verify(ctx context.Context) (Verification, error) {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return Verification{}, wrap(err, "verify %s", s.path)
	}
	defer tx.Rollback() // it only read
	v := &verifier{tx: tx, scope: everything()}
	for _, check := range []func(context.Context) error{
		v.structure, v.references, v.chain, v.people, v.texts, v.states, v.sets, v.signals,
	} {
		if err := check(ctx); err != nil {
			return v.Verification, wrap(err, "verify %s", s.path)
		}
	}
	if v.Problems == nil {
		v.Problems = []Problem{} // a list in JSON, not null
	}
	return v.Verification, nil
}

// everything is the scope of the file's own upkeep; nothing that it reads
// reaches a person.
func everything() review.Scope {
	return review.Visible(review.Person{Roles: []review.Role{review.Organizer}}, review.Open)
}

type verifier struct {
	Verification
	tx    *sql.Tx
	scope review.Scope
	told  map[string]int
}

func (v *verifier) problem(p Problem, format string, args ...any) {
	if v.told == nil {
		v.told = map[string]int{}
	}
	v.told[p.What]++
	if v.told[p.What] > maxProblems {
		return
	}
	p.Text = fmt.Sprintf(format, args...)
	v.Problems = append(v.Problems, p)
}

// structure asks SQLite about its own pages and indexes.
func (v *verifier) structure(ctx context.Context) error {
	return each(ctx, v.tx, "PRAGMA integrity_check", nil, func(rows *sql.Rows) error {
		var said string
		if err := rows.Scan(&said); err != nil {
			return err
		}
		if said != "ok" {
			v.problem(Problem{What: "database"}, "SQLite finds the file damaged: %s", said)
		}
		return nil
	})
}

func (v *verifier) references(ctx context.Context) error {
	return each(ctx, v.tx, "PRAGMA foreign_key_check", nil, func(rows *sql.Rows) error {
		var table, parent string
		var row sql.NullInt64
		var key int
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		v.problem(Problem{What: "database"}, "row %d of %s names a row of %s that is not there", row.Int64, table, parent)
		return nil
	})
}

// chain recomputes every hash and compares the end with the one on record, so
// that a journal with its tail cut off does not pass for a shorter one.
func (v *verifier) chain(ctx context.Context) error {
	head, n, err := review.VerifyChain(pages(ctx, v.tx, review.Filter{}))
	v.Events, v.Head = n, hex.EncodeToString(head[:])
	var broken *review.BrokenChainError
	if errors.As(err, &broken) {
		v.problem(Problem{What: "journal", Seq: broken.Seq}, "%v", broken)
		return nil
	}
	if err != nil {
		return err
	}
	var seq, rows uint64
	var hash []byte
	if err := v.tx.QueryRowContext(ctx, "SELECT seq, hash, (SELECT count(*) FROM event) FROM head").Scan(&seq, &hash, &rows); err != nil {
		return err
	}
	switch {
	case rows != n:
		v.problem(Problem{What: "journal"}, "the journal holds %d events, %d of which stand before its first", rows, rows-n)
	case seq > n:
		v.problem(Problem{What: "journal", Seq: n + 1}, "the journal is broken at event %d: it and what came after it, up to event %d, is gone", n+1, seq)
	case seq < n || string(hash) != string(head[:]):
		v.problem(Problem{What: "journal", Seq: n}, "the journal is broken at event %d: the end on record is event %d with another hash", n, seq)
	}
	return nil
}

// texts recomputes the hash of every text.
func (v *verifier) texts(ctx context.Context) error {
	var wrong []int64
	err := each(ctx, v.tx, "SELECT n, sha256, body FROM text", nil, func(rows *sql.Rows) error {
		var n int64
		var want, body sql.RawBytes
		if err := rows.Scan(&n, &want, &body); err != nil {
			return err
		}
		v.Texts++
		if sum := sha256.Sum256(body); string(sum[:]) != string(want) {
			wrong = append(wrong, n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, n := range wrong {
		var state, unit sql.NullString
		err := v.tx.QueryRowContext(ctx, "SELECT s.id, u.id FROM unit AS u JOIN state AS s ON s.n = u.state WHERE u.text = ?", n).Scan(&state, &unit)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		v.problem(Problem{What: "text", State: state.String}, "text %d, shown as unit %q of %q, was changed after it was imported", n, unit.String, state.String)
	}
	return nil
}

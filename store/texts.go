package store

import (
	"context"
	"database/sql"
	"errors"
)

// knownTexts bounds the texts that an import remembers; beyond it the index of
// the table is asked. A quarter of a million is about 15 MB.
const knownTexts = 1 << 18

// textWriter stores texts once each.
type textWriter struct {
	ctx    context.Context
	find   *sql.Stmt
	insert *sql.Stmt
	known  map[[32]byte]int64
	ask    bool // the table may hold texts that known does not
	next   int64
	added  int
}

func newTextWriter(b *batch) (*textWriter, error) {
	w := &textWriter{ctx: b.ctx, known: map[[32]byte]int64{}}
	var last sql.NullInt64
	if err := b.tx.QueryRowContext(b.ctx, "SELECT max(n) FROM text").Scan(&last); err != nil {
		return nil, err
	}
	w.next, w.ask = last.Int64+1, last.Valid
	return w, b.prepared(map[**sql.Stmt]string{
		&w.find:   "SELECT n FROM text WHERE sha256 = ?",
		&w.insert: "INSERT INTO text (n, sha256, body) VALUES (?, ?, ?)",
	})
}

// put returns the number of the text, writing it when it is new.
func (w *textWriter) put(sha256 [32]byte, body string) (int64, error) {
	if n, ok := w.known[sha256]; ok {
		return n, nil
	}
	if w.ask {
		var n int64
		err := w.find.QueryRowContext(w.ctx, sha256[:]).Scan(&n)
		if err == nil {
			w.remember(sha256, n)
			return n, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return 0, err
		}
	}
	n := w.next
	if _, err := w.insert.ExecContext(w.ctx, n, sha256[:], body); err != nil {
		return 0, err
	}
	w.next++
	w.added++
	w.remember(sha256, n)
	return n, nil
}

func (w *textWriter) remember(sha256 [32]byte, n int64) {
	if len(w.known) >= knownTexts {
		clear(w.known)
		w.ask = true
	}
	w.known[sha256] = n
}

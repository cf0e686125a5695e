package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"suffice/certificate/records"
	"suffice/review"
)

// importer brings one kind of record in.
type importer interface {
	// read reads the records of one file. It may write them at once.
	read(src *records.Hashed) error
	// finish checks and writes what had to wait until every file was read.
	finish() error
	// entry is the event that says what one file brought.
	entry(body review.ImportBody) (review.Event, error)
}

// batch is one import under way: several files, one transaction.
type batch struct {
	ctx    context.Context
	tx     *sql.Tx
	scope  review.Scope
	at     int64
	report Report
	faults records.Error
	seen   map[string]place // by identity: where it stood first
	files  []*tally
	*tally // of the file being read
}

// tally is what one file brought.
type tally struct {
	name    string
	sha256  [32]byte
	counts  map[string]int // as the journal keeps them
	changed int            // records that changed something
}

// place is a line of a file.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("line %d of %s", p.line, p.file) }

// importAll imports every file in one transaction: all of them, or nothing
// with every fault of every file told.
func (s *Store) importAll(ctx context.Context, sc review.Scope, at int64, what string, files []Source, prepare func(*batch) (importer, error)) (Report, error) {
	if err := sc.Administer("import " + what); err != nil {
		return Report{}, err
	}
	b := &batch{ctx: ctx, scope: sc, at: at, seen: map[string]place{}}
	b.report.Files = len(files)
	err := s.tx(ctx, func(tx *sql.Tx) error {
		b.tx = tx
		in, err := prepare(b)
		if err != nil {
			return err
		}
		for _, f := range files {
			if err := b.read(f, in); err != nil {
				return err
			}
		}
		if err := b.faults.Err(); err != nil {
			return err
		}
		if err := in.finish(); err != nil {
			return err
		}
		return b.record(what, in)
	})
	if err != nil {
		if errors.As(err, new(*records.Error)) {
			return Report{}, err // names its files by itself
		}
		return Report{}, wrap(err, "import %s", what)
	}
	return b.report, nil
}

// read reads one file, and remembers its faults: the other files may have
// some to tell as well.
func (b *batch) read(f Source, in importer) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b.tally = &tally{name: f.Name, counts: map[string]int{}}
	b.files = append(b.files, b.tally)
	src := records.NewHashed(r)
	if err = in.read(src); err == nil { // else the reader may still be at it
		b.sha256 = src.Sum()
	}
	if told := new(records.Error); errors.As(err, &told) {
		for _, p := range told.Problems {
			b.faults.Add(p)
		}
		b.faults.More += told.More
		return nil
	}
	return err
}

// record says in the journal what each file brought, if it brought anything.
func (b *batch) record(what string, in importer) error {
	for _, f := range b.files {
		if f.changed == 0 {
			continue
		}
		body := review.ImportBody{What: what, File: baseName(f.name), SHA256: hex.EncodeToString(f.sha256[:]), Counts: f.counts}
		e, err := in.entry(body)
		if err != nil {
			return err
		}
		if _, err := appendProject(b.ctx, b.tx, e); err != nil {
			return err
		}
	}
	return nil
}

// entry is what most imports leave in the journal.
func (b *batch) entry(body review.ImportBody) (review.Event, error) {
	return review.FileImported(b.scope.Person(), b.at, body), nil
}

// notice tells something that stops nothing.
func (b *batch) notice(line int, key, format string, args ...any) {
	b.report.Notices = append(b.report.Notices, records.Problem{
		File: b.name, Line: line, Key: key, Msg: fmt.Sprintf(format, args...),
	})
}

// first notes where an identity stands first, and tells of an earlier place.
func (b *batch) first(id string, line int) (earlier place, again bool) {
	if p, ok := b.seen[id]; ok {
		return p, true
	}
	b.seen[id] = place{b.name, line}
	return place{}, false
}

// prepared makes statements that live as long as the transaction.
func (b *batch) prepared(stmts map[**sql.Stmt]string) (err error) {
	for to, text := range stmts {
		if *to, err = b.tx.PrepareContext(b.ctx, text); err != nil {
			return err
		}
	}
	return nil
}

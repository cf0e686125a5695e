package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

const (
	// pageSize suits what is stored: excerpts of about 2,400 bytes waste a
	// third of a 4 KiB page, and each edit logs whole pages, so more costs
	// more on every key.
	pageSize = 8192
	// readers is the size of the read pool; one of them may be kept to watch.
	readers    = 4
	busyMillis = 10_000
)

// dsn names the file for the driver. The driver applies _pragma values in
// alphabetical order, whatever order they are written in, and journal_mode
// fixes the page size: so the page size is not set here but by format.
func dsn(path string, o Options, kind connection) string {
	busy := o.BusyMillis
	if busy == 0 {
		busy = busyMillis
	}
	q := url.Values{}
	q.Set("mode", "rw") // never makes a file
	q.Set("_busy_timeout", strconv.Itoa(busy))
	q.Set("_foreign_keys", "on")
	q.Set("_synchronous", o.synchronous())
	q.Set("_dqs", "0")
	q.Set("_error_rc", "1")
	q.Add("_pragma", "cache_size(-16384)")
	q.Add("_pragma", "temp_store(MEMORY)")
	q.Add("_pragma", "journal_size_limit(16777216)") // after a large import
	if kind == writing {
		q.Set("_txlock", "immediate")
		q.Set("_journal_mode", "WAL")
	} else {
		q.Set("_query_only", "on")
	}
	return fileURI(path) + "?" + q.Encode()
}

// fileURI escapes an absolute path for SQLite's URI form.
func fileURI(path string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a Windows drive letter
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// synchronous is how hard SQLite tries to get a write onto the disk.
func (o Options) synchronous() string {
	if o.Scratch {
		return "OFF"
	}
	return "FULL"
}

type connection int

const (
	writing connection = iota
	reading
)

// connect opens both pools and reads back what durability rests on.
func connect(ctx context.Context, path string, o Options) (*Store, error) {
	w, err := sql.Open("sqlite", dsn(path, o, writing))
	if err != nil {
		return nil, err
	}
	w.SetMaxOpenConns(1)
	r, err := sql.Open("sqlite", dsn(path, o, reading))
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	r.SetMaxOpenConns(readers)
	r.SetMaxIdleConns(readers)
	s := &Store{path: path, write: w, read: r}
	if err := s.readBack(ctx, o); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// readBack checks that SQLite took the settings: journal_mode, for one, is
// silently kept as it was where WAL cannot work.
func (s *Store) readBack(ctx context.Context, o Options) error {
	synchronous := "2" // FULL
	if o.Scratch {
		synchronous = "0"
	}
	for _, want := range []struct{ pragma, value string }{
		{"journal_mode", "wal"},
		{"synchronous", synchronous},
		{"foreign_keys", "1"},
	} {
		var got string
		if err := s.write.QueryRowContext(ctx, "PRAGMA "+want.pragma).Scan(&got); err != nil {
			return fmt.Errorf("read back %s: %w", want.pragma, openFault(s.path, err))
		}
		if got != want.value {
			return &NotSavedError{Reason: NoWAL, Err: fmt.Errorf("%s is %q, not %q", want.pragma, got, want.value)}
		}
	}
	return nil
}

// claim makes an empty file at path and fails when anything is there.
func claim(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return &ExistsError{Path: path}
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("create project %s: there is no folder %s", path, filepath.Dir(path))
	case errors.Is(err, fs.ErrPermission):
		return &ReadOnlyError{Path: filepath.Dir(path), Err: err}
	case err != nil:
		return fmt.Errorf("create project %s: %w", path, err)
	}
	return f.Close()
}

// format gives an empty file its page size and mark, before WAL fixes both.
func format(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", fileURI(path)+"?mode=rw&_error_rc=1")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	for _, stmt := range []string{
		"PRAGMA page_size = " + strconv.Itoa(pageSize),
		"PRAGMA application_id = " + strconv.Itoa(applicationID),
	} {
		if _, err := db.ExecContext(ctx, stmt); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return db.Close()
}

// syncDir makes a new name in dir durable. Windows has no such call.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// Package store keeps one project in one SQLite file. It implements
// review.Repository and review.Casework, and imports, exports, locks, verifies
// and rebuilds.
//
// One write connection a process, immediate transactions, WAL with
// synchronous=FULL: what a write returned is on disk. Several processes may
// share the file. Everything a person did is in the append-only journal; the
// certificates that reads return are a fold of it, kept as snapshots.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"suffice/review"
)

// Store is an open project file. Safe for concurrent use.
type Store struct {
	path  string
	write *sql.DB // one connection; every transaction is immediate
	read  *sql.DB // a small pool that cannot write

	watchMu sync.Mutex
	watch   *sql.Conn // kept open: data_version counts per connection
}

var _ review.Repository = (*Store)(nil)

// Options tune Open. The zero value is what commands use.
type Options struct {
	// BusyMillis is how long a write waits for another process to finish
	// its own, in milliseconds; 0 means 10,000.
	BusyMillis int

	// Scratch is for a copy that nobody needs after a crash of the machine:
	// writes are not waited for. Never for a project that people work in.
	Scratch bool
}

// Create makes a new project file holding p and its first person, and opens
// it. Errors: *ExistsError when something is at path already; then nothing
// was touched.
func Create(ctx context.Context, path string, p review.Project, first review.Person) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("create project %s: %w", path, err)
	}
	if err := claim(path); err != nil {
		return nil, err
	}
	s, err := create(ctx, path, p, first)
	if err != nil {
		// The claim made the file, so nobody else's is removed here.
		os.Remove(path)
		os.Remove(path + "-wal")
		os.Remove(path + "-shm")
		return nil, fmt.Errorf("create project %s: %w", path, unsaved(err))
	}
	return s, nil
}

func create(ctx context.Context, path string, p review.Project, first review.Person) (*Store, error) {
	if err := format(ctx, path); err != nil {
		return nil, err
	}
	s, err := connect(ctx, path, Options{})
	if err != nil {
		return nil, err
	}
	if err := s.migrate(ctx, migrations()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.found(ctx, p, first); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Open opens the project file at path, migrating an older schema after a
// verified backup. Nothing is written to a file that is refused. Errors:
// *MissingError, *NotProjectError, *NewerSchemaError, *ReadOnlyError.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open project %s: %w", path, err)
	}
	return open(ctx, path, o, migrations())
}

func open(ctx context.Context, path string, o Options, ms []migration) (*Store, error) {
	if err := inspect(path, len(ms)); err != nil {
		return nil, err
	}
	s, err := connect(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open project %s: %w", path, err)
	}
	if err := s.migrate(ctx, ms); err != nil {
		return nil, errors.Join(fmt.Errorf("open project %s: %w", path, err), s.Close())
	}
	return s, nil
}

// Path is the absolute path of the file.
func (s *Store) Path() string { return s.path }

// Close releases the file. The last process to close it leaves neither -wal
// nor -shm behind.
func (s *Store) Close() error {
	s.watchMu.Lock()
	defer s.watchMu.Unlock()
	var err error
	if s.watch != nil {
		err = s.watch.Close()
		s.watch = nil
	}
	// Readers first: the write connection is the one that checkpoints.
	return errors.Join(err, s.read.Close(), s.write.Close())
}

// DataVersion is a number that changes whenever the file's content was changed
// through any other connection, in this process or another: cheap enough to
// ask before every refresh.
func (s *Store) DataVersion(ctx context.Context) (int64, error) {
	s.watchMu.Lock()
	defer s.watchMu.Unlock()
	if s.watch == nil {
		c, err := s.read.Conn(ctx)
		if err != nil {
			return 0, fmt.Errorf("watch project %s: %w", s.path, err)
		}
		s.watch = c
	}
	var v int64
	if err := s.watch.QueryRowContext(ctx, "PRAGMA data_version").Scan(&v); err != nil {
		return 0, fmt.Errorf("watch project %s: %w", s.path, err)
	}
	return v, nil
}

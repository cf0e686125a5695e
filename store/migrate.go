package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migration takes the schema from version number-1 to number.
type migration struct {
	number int
	name   string
	sql    string
}

// migrations lists the embedded ones in order. They are numbered from 1
// without a gap; a landed one is never edited.
func migrations() []migration {
	entries, err := migrationFiles.ReadDir("migrations")
	if err != nil {
		panic(err) // embedded: cannot fail once built
	}
	ms := make([]migration, 0, len(entries))
	for i, e := range entries {
		body, err := migrationFiles.ReadFile(path.Join("migrations", e.Name()))
		if err != nil {
			panic(err)
		}
		number, _, _ := strings.Cut(e.Name(), "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			panic("store: migrations/" + e.Name() + " is out of order")
		}
		ms = append(ms, migration{number: i + 1, name: e.Name(), sql: string(body)})
	}
	return ms
}

// migrate brings the file to the newest schema. An existing project is backed
// up first, and the backup checked.
func (s *Store) migrate(ctx context.Context, ms []migration) error {
	have, err := schemaVersion(ctx, s.write)
	if err != nil {
		return err
	}
	if have == len(ms) {
		return nil
	}
	if have > len(ms) {
		return &NewerSchemaError{Path: s.path, Have: have, Known: len(ms)}
	}
	if have > 0 {
		if _, err := s.backUp(ctx, have); err != nil {
			return err
		}
	}
	return s.tx(ctx, func(tx *sql.Tx) error {
		// Another process may have migrated while this one waited.
		have, err := schemaVersion(ctx, tx)
		if err != nil {
			return err
		}
		if have > len(ms) {
			return &NewerSchemaError{Path: s.path, Have: have, Known: len(ms)}
		}
		for _, m := range ms[have:] {
			if _, err := tx.ExecContext(ctx, m.sql); err != nil {
				return fmt.Errorf("migrate with %s: %w", m.name, err)
			}
		}
		_, err = tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(len(ms)))
		return err
	})
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func schemaVersion(ctx context.Context, q queryer) (int, error) {
	var v int
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v); err != nil {
		return 0, fmt.Errorf("read the schema version: %w", err)
	}
	return v, nil
}

// backUp writes a copy of the file beside it and checks that the copy is whole
// before it gets its name: suffice.db.schema-1.backup, then -2 and so on.
func (s *Store) backUp(ctx context.Context, version int) (name string, err error) {
	defer func() { err = wrap(err, "back up before migrating") }()
	name, err = claimName(fmt.Sprintf("%s.schema-%d.backup", s.path, version))
	if err != nil {
		return "", err
	}
	part, err := os.CreateTemp(filepath.Dir(s.path), filepath.Base(name)+".*.part")
	if err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	// CreateTemp lets nobody else read it; the copy is for whoever reads the project.
	if info, statErr := os.Stat(s.path); statErr == nil {
		err = part.Chmod(info.Mode().Perm())
	}
	err = errors.Join(err, part.Close())
	if err == nil {
		err = s.copyTo(ctx, part.Name(), version)
	}
	if err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(part.Name()), os.Remove(name))
	}
	return name, syncDir(filepath.Dir(name))
}

// copyTo writes a compact copy of the database and compares it with the
// original: whole, same schema version, same end of the journal.
func (s *Store) copyTo(ctx context.Context, path string, version int) error {
	if _, err := s.write.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return err
	}
	copied, err := sql.Open("sqlite", fileURI(path)+"?mode=ro&_error_rc=1")
	if err != nil {
		return err
	}
	defer copied.Close()
	var health string
	if err := copied.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&health); err != nil {
		return err
	}
	got, err := schemaVersion(ctx, copied)
	if err != nil {
		return err
	}
	if health != "ok" || got != version {
		return fmt.Errorf("the copy is not whole: %s, schema %d instead of %d", health, got, version)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// claimName makes an empty file called base, or base with the first number that
// is not taken.
func claimName(base string) (string, error) {
	name := base
	for i := 2; ; i++ {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return name, f.Close()
		}
		if !errors.Is(err, os.ErrExist) {
			return "", err
		}
		name = fmt.Sprintf("%s-%d", base, i)
	}
}

// tx runs f in one immediate transaction of the write connection: all of it
// is on disk when tx returns nil, and none of it otherwise.
func (s *Store) tx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return unsaved(err)
	}
	if err := f(tx); err != nil {
		tx.Rollback() // SQLite may have rolled back by itself, as on a full disk
		return unsaved(err)
	}
	return unsaved(tx.Commit())
}

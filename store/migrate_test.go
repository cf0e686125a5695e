package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/review/reviewtest"
)

// next is the schema of a later version of this program.
func next(sql string) []migration {
	return append(migrations(), migration{number: len(migrations()) + 1, name: "next.sql", sql: sql})
}

// Before a migration a copy is written beside the file, and the copy is a
// whole project of the version before.
func TestMigrateBacksUp(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3))
	reviewtest.Do(t, reviewtest.Desk(t, s, ann), "s1", addGroup(t, "bug_location"))
	before := everyRow(t, s)
	path := s.Path()
	must(t, s.Close())
	// The first backup's name is taken, as after an earlier try.
	backup := fmt.Sprintf("suffice.db.schema-%d.backup", len(migrations()))
	taken := filepath.Join(filepath.Dir(path), backup)
	write(t, taken, "mine")

	ctx := context.Background()
	newer, err := open(ctx, path, Options{}, next("ALTER TABLE project ADD COLUMN motto TEXT NOT NULL DEFAULT 'x'"))
	must(t, err)
	if v, err := schemaVersion(ctx, newer.read); err != nil || v != len(migrations())+1 {
		t.Errorf("schema %d, %v", v, err)
	}
	if n := count(t, newer, "SELECT count(*) FROM project WHERE motto = 'x'"); n != 1 {
		t.Error("the migration did not run")
	}
	must(t, newer.Close())
	want := []string{"suffice.db", backup, backup + "-2"}
	if got := beside(t, path); !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	if _, err := Open(ctx, path, Options{}); !is[*NewerSchemaError](err) {
		t.Errorf("this version opened the newer file: %v", err)
	}
	if b, _ := os.ReadFile(taken); string(b) != "mine" {
		t.Error("a file that was there was overwritten")
	}
	old, err := Open(ctx, taken+"-2", Options{})
	must(t, err)
	defer old.Close()
	if everyRow(t, old) != before {
		t.Error("the backup holds other rows")
	}
	sound(t, old)
}

// A migration that fails leaves the file as it was; one whose backup cannot be
// written does not begin.
func TestMigrateFails(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3))
	before := everyRow(t, s)
	path := s.Path()
	must(t, s.Close())
	ctx := context.Background()
	_, err := open(ctx, path, Options{}, next("CREATE TABLE half (n); INSERT INTO nowhere VALUES (1)"))
	if err == nil || !strings.Contains(err.Error(), "migrate with next.sql") {
		t.Errorf("got %v", err)
	}
	again, err := Open(ctx, path, Options{})
	must(t, err)
	defer again.Close()
	if everyRow(t, again) != before || count(t, again, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'") != 0 {
		t.Error("something of it stayed")
	}
	sound(t, again)
	if _, err := os.Stat(fmt.Sprintf("%s.schema-%d.backup", path, len(migrations()))); err != nil {
		t.Errorf("no backup: %v", err)
	}
	if again.copyTo(ctx, filepath.Join(path+"-nowhere", "copy"), len(migrations())) == nil {
		t.Error("a copy was written into a folder that is not there")
	}
	if err := again.copyTo(ctx, path+".wrong", 99); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("schema %d instead of 99", len(migrations()))) {
		t.Errorf("a copy of another version passed: %v", err)
	}
}

// Of two processes that migrate at once, both end on the new schema.
func TestMigrateTwice(t *testing.T) {
	s := newProject(t)
	path := s.Path()
	must(t, s.Close())
	ms := next("CREATE TABLE once (n)")
	errs := make(chan error, 2)
	for range 2 {
		go func() {
			s, err := open(context.Background(), path, Options{}, ms)
			if err == nil {
				err = s.Close()
			}
			errs <- err
		}()
	}
	must(t, errors.Join(<-errs, <-errs))
}

// The embedded migrations are numbered and make the very schema that a fresh
// file has; a landed one is never edited.
func TestMigrationsAreNumbered(t *testing.T) {
	for i, m := range migrations() {
		if m.number != i+1 || m.sql == "" {
			t.Errorf("%+v stands in place %d", m, i+1)
		}
	}
	s := newProject(t)
	if v, err := schemaVersion(context.Background(), s.read); err != nil || v != len(migrations()) {
		t.Errorf("schema %d, %v", v, err)
	}
}

// Reading the newest first page out of the log gives what SQLite gives, after
// any number of transactions, commits and rollbacks.
func TestFirstPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suffice.db")
	newProjectAt(t, path, reviewtest.Calibration()).Close()
	db, err := sql.Open("sqlite", fileURI(path)+"?_journal_mode=WAL&_pragma=wal_autocheckpoint(0)")
	must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	version := func() int {
		header, err := readHeader(path)
		must(t, err)
		page, err := firstPage(path+"-wal", header)
		must(t, err)
		if page == nil {
			page = header
		}
		return int(page[atUserSchema+3])
	}
	for i := 1; i <= 9; i++ {
		_, err := db.Exec("PRAGMA user_version = " + string(rune('0'+i)))
		must(t, err)
		_, err = db.Exec("INSERT INTO typing SELECT id, 's', '', 'f', hex(randomblob(9000)), 0 FROM person WHERE false")
		must(t, err)
		if got := version(); got != i {
			t.Fatalf("got version %d, want %d", got, i)
		}
		if i == 5 { // the next transactions overwrite the log from its start
			rows, err := db.Query("PRAGMA wal_checkpoint(TRUNCATE)")
			must(t, err)
			must(t, rows.Close())
			if got := version(); got != i {
				t.Fatalf("after a checkpoint: version %d, want %d", got, i)
			}
		}
	}
	// Whatever the log is cut to, the version is one that was committed, and a
	// changed bit makes an end, never a wrong version.
	log, err := os.ReadFile(path + "-wal")
	must(t, err)
	for _, n := range []int{0, 10, 32, 33, 8000, 8248, 8249, len(log) - 1} {
		if n > len(log) {
			continue
		}
		must(t, os.WriteFile(path+"-wal2", log[:n], 0o644))
		header, err := readHeader(path)
		must(t, err)
		page, err := firstPage(path+"-wal2", header)
		must(t, err)
		if page != nil && (page[atUserSchema+3] < 6 || page[atUserSchema+3] > 9) {
			t.Errorf("cut to %d bytes: version %d", n, page[atUserSchema+3])
		}
	}
	broken := slices.Clone(log)
	broken[walHeaderSize+walFrameHeader+200] ^= 1
	must(t, os.WriteFile(path+"-wal2", broken, 0o644))
	header, err := readHeader(path)
	must(t, err)
	if page, err := firstPage(path+"-wal2", header); err != nil || page != nil {
		t.Errorf("a frame with a wrong checksum was taken: %v", err)
	}
}

// Whatever bytes stand in the file and its log, looking at them neither
// panics nor changes them.
func FuzzInspect(f *testing.F) {
	path := filepath.Join(f.TempDir(), "suffice.db")
	s := newProjectAt(f, path, reviewtest.Calibration())
	file, err := os.ReadFile(path)
	must(f, err)
	log, err := os.ReadFile(path + "-wal")
	must(f, err)
	must(f, s.Close())
	f.Add(file[:min(len(file), 200)], log[:min(len(log), 20_000)])
	f.Add([]byte(magic), []byte{})
	f.Add([]byte{}, []byte{})
	f.Add(append([]byte(magic), make([]byte, 100)...), []byte{0x37, 0x7f, 6, 0x82, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, file, log []byte) {
		path := filepath.Join(t.TempDir(), "f.db")
		must(t, os.WriteFile(path, file, 0o644))
		must(t, os.WriteFile(path+"-wal", log, 0o644))
		before := fingerprintDir(t, path)
		if err := inspect(path, 1); err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("the sentence does not name the file: %v", err)
		}
		if fingerprintDir(t, path) != before {
			t.Error("looking at it changed it")
		}
	})
}

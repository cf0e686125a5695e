package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// Whatever is not a project that this program can work on is refused in one
// plain sentence, and left exactly as it was.
func TestOpenRefuses(t *testing.T) {
	tests := []struct {
		name string
		make func(t *testing.T, path string)
		want string // the sentence after the path
		is   error
	}{
		{"nothing there", func(*testing.T, string) {}, "there is no project at PATH; `suffice init` makes one", fs.ErrNotExist},
		{"a folder", func(t *testing.T, p string) { must(t, os.Mkdir(p, 0o755)) }, "PATH is a folder; name the project file in it, such as suffice.db", nil},
		{"an empty file", func(t *testing.T, p string) { write(t, p, "") }, "PATH is empty: no project was ever made in it; remove it and run `suffice init`", nil},
		{"a text file", func(t *testing.T, p string) { write(t, p, strings.Repeat("no database\n", 100)) }, "PATH is not an SQLite database, so it is no suffice project", nil},
		{"a short file", func(t *testing.T, p string) { write(t, p, "SQLite format 3\x00") }, "PATH is not an SQLite database, so it is no suffice project", nil},
		{"another program's database", func(t *testing.T, p string) { execute(t, p, "CREATE TABLE a (b)") }, "PATH is an SQLite database, but no suffice project", nil},
		{"a newer schema", func(t *testing.T, p string) {
			newProjectAt(t, p, reviewtest.Calibration()).Close()
			execute(t, p, "PRAGMA user_version = 99")
		}, "PATH was made by a newer suffice (schema 99, this one knows up to " + strconv.Itoa(len(migrations())) + "); it was left untouched: install the newer version to open it", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "suffice.db")
			tt.make(t, path)
			before := fingerprintDir(t, path)
			s, err := Open(context.Background(), path, Options{})
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if got := strings.ReplaceAll(err.Error(), path, "PATH"); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
			if after := fingerprintDir(t, path); after != before {
				t.Errorf("the folder changed:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
}

// C26: the newer version may still stand in the write-ahead log of a process
// that was killed; the file's own header then tells the old one.
func TestOpenRefusesNewerSchemaInTheLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suffice.db")
	newProjectAt(t, path, reviewtest.Calibration()).Close()
	db, err := sql.Open("sqlite", fileURI(path)+"?_journal_mode=WAL&_pragma=wal_autocheckpoint(0)")
	must(t, err)
	db.SetMaxOpenConns(1)
	_, err = db.Exec("PRAGMA user_version = 7")
	must(t, err)
	// A copy of both files is what a kill leaves; the connection stays open so
	// that closing it does not fold the log back.
	killed := filepath.Join(t.TempDir(), "suffice.db")
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + end)
		must(t, err)
		must(t, os.WriteFile(killed+end, b, 0o644))
	}
	must(t, db.Close())
	before := fingerprintDir(t, killed)
	var newer *NewerSchemaError
	if _, err := Open(context.Background(), killed, Options{}); !errors.As(err, &newer) || newer.Have != 7 {
		t.Fatalf("got %v, want schema 7 refused", err)
	}
	if after := fingerprintDir(t, killed); after != before {
		t.Errorf("the folder changed:\n%s\nbefore:\n%s", after, before)
	}
}

func TestCreateLeavesOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b%20?#é.db")
	s := newProjectAt(t, path, reviewtest.Calibration(), reviewtest.State("s1", 3))
	must(t, s.Close())
	if got, want := beside(t, path), []string{filepath.Base(path)}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	s, err := Open(context.Background(), path, Options{})
	must(t, err)
	defer s.Close()
	p, err := s.Project(context.Background())
	must(t, err)
	if p != reviewtest.Calibration() {
		t.Errorf("got %+v", p)
	}
	people, err := s.People(context.Background())
	must(t, err)
	if fmt.Sprint(people) != fmt.Sprint([]review.Person{olga, ann, ben}) {
		t.Errorf("got %v", people)
	}
	sound(t, s)
}

func TestCreateRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suffice.db")
	write(t, path, "mine")
	_, err := Create(context.Background(), path, reviewtest.Calibration(), olga)
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want it refused because something is there", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "mine" {
		t.Errorf("the file now holds %q", b)
	}
	_, err = Create(context.Background(), filepath.Join(path+"-no", "suffice.db"), reviewtest.Calibration(), olga)
	if err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("got %v", err)
	}
}

// What durability rests on is what SQLite says, not what was asked for.
func TestSettingsAreRead(t *testing.T) {
	s := newProject(t)
	for _, c := range []struct {
		db           *sql.DB
		pragma, want string
	}{
		{s.write, "journal_mode", "wal"}, {s.write, "synchronous", "2"}, {s.write, "foreign_keys", "1"},
		{s.write, "page_size", "8192"}, {s.write, "busy_timeout", "10000"}, {s.write, "query_only", "0"},
		{s.read, "query_only", "1"}, {s.read, "foreign_keys", "1"}, {s.read, "busy_timeout", "10000"},
	} {
		var got string
		must(t, c.db.QueryRow("PRAGMA "+c.pragma).Scan(&got))
		if got != c.want {
			t.Errorf("%s is %s, want %s", c.pragma, got, c.want)
		}
	}
	if _, err := s.read.Exec("DELETE FROM typing"); err == nil {
		t.Error("the read pool can write")
	}
}

func TestJoin(t *testing.T) {
	s := newProject(t)
	ctx := context.Background()
	var forbidden *review.ForbiddenError
	if err := s.Join(ctx, scopeOf(ann), reviewtest.Annotator("cy"), 1); !errors.As(err, &forbidden) {
		t.Errorf("an annotator added a person: %v", err)
	}
	var taken *TakenError
	again := reviewtest.Annotator("ann")
	again.ID = "another"
	if err := s.Join(ctx, scopeOf(olga), again, 1); !errors.As(err, &taken) {
		t.Errorf("got %v, want the name taken", err)
	}
	if n := count(t, s, "SELECT count(*) FROM event"); n != 4 {
		t.Errorf("%d events, want 4: what was refused left one", n)
	}
	sound(t, s)
}

func TestDataVersion(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3))
	other := reopen(t, s)
	version := func() int64 {
		v, err := s.DataVersion(context.Background())
		must(t, err)
		return v
	}
	first := version()
	if v := version(); v != first {
		t.Errorf("it changed from %d to %d though nobody wrote", first, v)
	}
	reviewtest.Do(t, reviewtest.Desk(t, other, ann), "s1", addGroup(t, "bug_location"))
	second := version()
	if second == first {
		t.Error("another process wrote and it stayed the same")
	}
	reviewtest.Do(t, reviewtest.Desk(t, s, ann), "s1", addGroup(t, "bug_location"))
	if version() == second {
		t.Error("this process wrote and it stayed the same")
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// execute runs one statement on a database file and closes it.
func execute(t testing.TB, path, stmt string) {
	t.Helper()
	db, err := sql.Open("sqlite", fileURI(path))
	must(t, err)
	_, err = db.Exec(stmt)
	must(t, err)
	must(t, db.Close())
}

// fingerprintDir is the names and hashes of all files beside path.
func fingerprintDir(t testing.TB, path string) string {
	t.Helper()
	var b strings.Builder
	for _, name := range beside(t, path) {
		p := filepath.Join(filepath.Dir(path), name)
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			fmt.Fprintf(&b, "%s/\n", name)
			continue
		}
		fmt.Fprintf(&b, "%s %x\n", name, hashOf(t, p))
	}
	return b.String()
}

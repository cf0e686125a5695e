package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// The people of these tests. olga runs the project, ann and ben annotate.
var (
	olga = reviewtest.Organizer("olga")
	ann  = reviewtest.Annotator("ann")
	ben  = reviewtest.Annotator("ben")
	rea  = inRole("rea", review.Reviewer)
	rob  = inRole("rob", review.Reviewer)
	ray  = inRole("ray", review.Reviewer)
	sam  = inRole("sam", review.Senior)
	sue  = inRole("sue", review.Senior)
	una  = inRole("una", review.Auditor)
	ugo  = inRole("ugo", review.Auditor)
)

func inRole(name string, roles ...review.Role) review.Person {
	return review.Person{ID: review.PersonID("id-" + name), Name: name, Roles: roles}
}

// scopeOf is what p may see in an open project.
func scopeOf(p review.Person) review.Scope { return review.Visible(p, review.Open) }

// newProject makes a project file with the three people and these states.
func newProject(t testing.TB, states ...card.State) *Store {
	t.Helper()
	return newProjectAt(t, filepath.Join(t.TempDir(), "suffice.db"), reviewtest.Calibration(), states...)
}

func newProjectAt(t testing.TB, path string, p review.Project, states ...card.State) *Store {
	t.Helper()
	ctx := context.Background()
	s, err := Create(ctx, path, p, olga)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, who := range []review.Person{ann, ben} {
		if err := s.Join(ctx, review.Visible(olga, p.Mode), who, reviewtest.Start); err != nil {
			t.Fatal(err)
		}
	}
	if len(states) > 0 {
		if _, err := s.ImportItems(ctx, scopeOf(olga), reviewtest.Start, []Source{itemsOf(states...)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// reopen opens the file of s a second time, as another process would.
func reopen(t testing.TB, s *Store) *Store {
	t.Helper()
	other, err := Open(context.Background(), s.Path(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	return other
}

// itemsOf writes states as a file named items.jsonl.
func itemsOf(states ...card.State) Source {
	var b bytes.Buffer
	for _, s := range states {
		b.Write(card.EncodeState(s))
		b.WriteByte('\n')
	}
	return textSource("items.jsonl", b.String())
}

func textSource(name, text string) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader([]byte(text))), nil }}
}

// addGroup is the edit that most tests begin with.
func addGroup(t testing.TB, role string) certificate.Edit {
	t.Helper()
	return reviewtest.Edit(t, certificate.AddGroup, "", "", map[string]any{"role": role})
}

// sound fails the test unless everything in the file is as it was written.
func sound(t testing.TB, s *Store) Verification {
	t.Helper()
	v, err := s.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range v.Problems {
		t.Errorf("verify: %+v", p)
	}
	return v
}

// count runs a query for one number.
func count(t testing.TB, s *Store, query string, args ...any) int {
	t.Helper()
	var n int
	if err := s.read.QueryRowContext(context.Background(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// tamper changes the file as someone with a database editor would, triggers
// out of the way.
func tamper(t testing.TB, s *Store, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", fileURI(s.Path()))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var triggers []string
	rows, err := db.Query("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		triggers = append(triggers, "DROP TRIGGER "+name)
	}
	rows.Close()
	for _, stmt := range append(triggers, statements...) {
		res, err := db.Exec(stmt)
		if err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
		if n, _ := res.RowsAffected(); n == 0 && stmt[:4] != "DROP" {
			t.Fatalf("%s changed nothing", stmt)
		}
	}
}

func hashOf(t testing.TB, path string) [32]byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(b)
}

// beside lists the files in the folder of path.
func beside(t testing.TB, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"suffice/review"
)

// schema1 puts a project file of the first schema at path: what worked makes,
// and a text half typed, written by the program as it was then.
func schema1(t *testing.T, path string) {
	t.Helper()
	packed, err := os.ReadFile("testdata/schema-1.db.gz")
	must(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	must(t, err)
	file, err := io.ReadAll(z)
	must(t, err)
	must(t, os.WriteFile(path, file, 0o644))
}

// A file of the first schema becomes the very file in which the same happened
// under this one: not an event, note or half-typed text is lost or changed,
// and a copy of the old one stays beside it.
func TestFirstSchemaIsMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suffice.db")
	schema1(t, path)
	old, err := os.ReadFile(path)
	must(t, err)
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	must(t, err)
	defer s.Close()
	fresh := worked(t)
	must(t, fresh.SaveTyping(ctx, ann.ID, review.Typing{State: "s1", Field: "note", Text: "half a sent", At: 7}))
	if have, want := uncounted(everyRow(t, s)), uncounted(everyRow(t, fresh)); have != want {
		t.Errorf("the migrated file holds other rows: %s", firstChange(have, want))
	}
	if have, want := schemaOf(t, s), schemaOf(t, fresh); have != want {
		t.Errorf("the migrated file has another schema: %s", firstChange(have, want))
	}
	sound(t, s)
	must(t, s.Close())
	if got, want := beside(t, path), []string{"suffice.db", "suffice.db.schema-1.backup"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// The backup is compacted, so it is compared by opening it as what it is.
	kept, err := open(ctx, path+".schema-1.backup", Options{}, migrations()[:1])
	must(t, err)
	defer kept.Close()
	again := filepath.Join(t.TempDir(), "suffice.db")
	must(t, os.WriteFile(again, old, 0o644))
	before, err := open(ctx, again, Options{}, migrations()[:1])
	must(t, err)
	defer before.Close()
	for _, table := range []string{"event", "work", "snapshot", "personal", "typing", "state", "prediction"} {
		if have, want := rowsIn(t, kept, table), rowsIn(t, before, table); have != want || have == "" {
			t.Errorf("the backup holds other rows: %s", firstChange(have, want))
		}
	}
}

// uncounted leaves the counts of imports out: a map was written in the order
// in which it came, and the hashes beside it do not depend on that.
func uncounted(rows string) string {
	return regexp.MustCompile(`"counts\\":{[^}]*}`).ReplaceAllString(rows, "")
}

// A migration that is stopped halfway leaves a file of the first schema.
func TestFirstSchemaSurvivesAFailedMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suffice.db")
	schema1(t, path)
	ctx := context.Background()
	broken := migrations()
	broken[1].sql += "; INSERT INTO nowhere VALUES (1)"
	if _, err := open(ctx, path, Options{}, broken); err == nil || !strings.Contains(err.Error(), "migrate with 0002_review.sql") {
		t.Fatalf("got %v", err)
	}
	s, err := Open(ctx, path, Options{})
	must(t, err)
	defer s.Close()
	sound(t, s)
}

// schemaOf is every statement that makes the schema.
func schemaOf(t *testing.T, s *Store) string {
	t.Helper()
	rows, err := s.read.Query("SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name")
	must(t, err)
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		must(t, rows.Scan(&line))
		lines = append(lines, line)
	}
	must(t, rows.Err())
	return strings.Join(lines, "\n")
}

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/review"
	"suffice/store"
)

// TestExportedIsThere: the ledger names a file once it is there. One that never
// came by its name is not in it, and one that the ledger does not know is told.
func TestExportedIsThere(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	f.must("olga", "init")
	ses, err := openAs(t.Context(), filepath.Join(f.dir, defaultProject), "olga", streams{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer ses.close()
	exported := func(out string, meanwhile func() error) error {
		cmd := &cobra.Command{}
		cmd.SetContext(context.WithValue(t.Context(), lending{}, &session{store: ses.store, desk: ses.desk, path: ses.path, lent: true}))
		cmd.SetOut(io.Discard)
		cmd.Flags().String("out", out, "")
		cmd.Flags().Bool("overwrite", false, "")
		cmd.Flags().Bool("json", false, "")
		return export(cmd, streams{Now: time.Now}, "certificates", func(_ context.Context, _ *session, w io.Writer) (store.Export, error) {
			_, err := io.WriteString(w, "{}\n")
			return store.Export{What: "labels", Rows: 1}, errors.Join(err, meanwhile())
		})
	}
	named := func() (n int) {
		for e, err := range ses.store.Events(t.Context(), ses.desk.Scope(), review.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == review.Exported {
				n++
			}
		}
		return n
	}
	in := func(name string) string { return filepath.Join(f.dir, name) }

	if err := exported(in("a"), func() error { return nil }); err != nil || named() != 1 {
		t.Fatalf("%v, %d", err, named())
	}
	taken := func() error { return os.WriteFile(in("b"), []byte("another's"), 0o600) }
	if err := exported(in("b"), taken); !errors.As(err, new(*records.ExistsError)) || named() != 1 {
		t.Errorf("%v, %d", err, named())
	}
	err = exported(in("c"), ses.store.Close)
	text, readErr := os.ReadFile(in("c"))
	if err == nil || !strings.Contains(err.Error(), in("c")+" was written, but the ledger could not be told of it") || readErr != nil || string(text) != "{}\n" {
		t.Errorf("%v, %q, %v", err, text, readErr)
	}
}

// TestTRECRecordsWhatIsThere: of several files the ledger is told those that came
// by their names.
func TestTRECRecordsWhatIsThere(t *testing.T) {
	dir, told := t.TempDir(), []string(nil)
	record := func(made []trecFile) error {
		for _, one := range made {
			told = append(told, one.Name)
		}
		return nil
	}
	files := []trecFile{{Name: "a.qrels"}, {Name: "b.qrels"}, {Name: "b.qrels"}} // the last finds its name taken
	if err := writeTREC(dir, files, false, record); !errors.As(err, new(*records.ExistsError)) || !slices.Equal(told, []string{"a.qrels", "b.qrels"}) {
		t.Errorf("%v, %q", err, told)
	}
	told = nil
	if err := writeTREC(dir, files, false, record); !errors.As(err, new(*records.ExistsError)) || told != nil {
		t.Errorf("%v, %q", err, told)
	}
}

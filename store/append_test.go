package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// C16: one person, two terminals, both at revision 7. The first save makes 8,
// the second is told what happened since and may be kept beside it.
func TestStaleSave(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5))
	here, there := reviewtest.Desk(t, s, ann), reviewtest.Desk(t, reopen(t, s), ann)
	ctx := context.Background()
	for i := range 7 {
		reviewtest.Do(t, here, "s1", addGroup(t, fmt.Sprintf("role %d", i)))
	}
	first, err := here.Edit(ctx, "s1", 7, reviewtest.Edit(t, certificate.AcceptUnit, "g1", "u1", nil), "")
	must(t, err)
	late := reviewtest.Edit(t, certificate.AcceptUnit, "g2", "u2", nil)
	_, err = there.Edit(ctx, "s1", 7, late, "")
	var stale *review.StaleError
	if !errors.As(err, &stale) {
		t.Fatalf("got %v, want a stale save", err)
	}
	if stale.At != 7 || stale.Now != 8 || len(stale.Since) != 1 || stale.Since[0].Seq != first.Event.Seq {
		t.Errorf("got %+v", stale)
	}
	kept, err := there.Keep(ctx, "s1", 7, late)
	must(t, err)
	if kept.Revision != 8 || len(kept.Mine.Kept) != 1 {
		t.Errorf("revision %d, kept %v", kept.Revision, kept.Mine.Kept)
	}
	if n := count(t, s, `SELECT count(*) FROM event WHERE state = 's1' AND "from" < "to"`); n != 8 {
		t.Errorf("%d changes in the journal, want 8: none lost, none doubled", n)
	}
	sound(t, s)
}

// Two handles race for the same revision, over and over: each time exactly one
// wins and the other is told so.
func TestTwoHandlesOneCertificate(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5))
	desks := []*review.Desk{reviewtest.Desk(t, s, ann), reviewtest.Desk(t, reopen(t, s), ben)}
	const rounds = 25
	for r := range certificate.Revision(rounds) {
		var wait sync.WaitGroup
		errs := make([]error, len(desks))
		for i, d := range desks {
			edit := addGroup(t, fmt.Sprintf("round %d by %d", r, i))
			wait.Go(func() { _, errs[i] = d.Edit(context.Background(), "s1", r, edit, "") })
		}
		wait.Wait()
		won, lost := 0, 0
		for _, err := range errs {
			switch {
			case err == nil:
				won++
			case errors.As(err, new(*review.StaleError)):
				lost++
			default:
				t.Fatal(err)
			}
		}
		if won != 1 || lost != 1 {
			t.Fatalf("round %d: %d won, %d were told", r, won, lost)
		}
	}
	w, err := s.Work(context.Background(), scopeOf(olga), "s1")
	must(t, err)
	if w.Revision != rounds || len(w.Draft.Certificate().Groups) != rounds {
		t.Errorf("revision %d with %d groups, want %d of both", w.Revision, len(w.Draft.Certificate().Groups), rounds)
	}
	sound(t, s)
}

// Eight writers over two handles, forty acts each: all succeed.
func TestManyWriters(t *testing.T) {
	const writers, acts = 8, 40
	states := []string{}
	s := newProject(t)
	for i := range writers {
		states = append(states, fmt.Sprintf("s%d", i))
		_, err := s.ImportItems(context.Background(), scopeOf(olga), 1, []Source{itemsOf(reviewtest.State(states[i], 3))})
		must(t, err)
	}
	before := count(t, s, "SELECT count(*) FROM event")
	handles := []*Store{s, reopen(t, s)}
	var wait sync.WaitGroup
	errs := make(chan error, writers*acts)
	for i := range writers {
		d := reviewtest.Desk(t, handles[i%2], []review.Person{ann, ben}[i%2])
		wait.Go(func() {
			for n := range acts {
				_, err := d.Note(context.Background(), states[i], fmt.Sprintf("note %d", n))
				errs <- err
			}
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if n := count(t, s, "SELECT count(*) FROM event") - before; n != writers*acts {
		t.Errorf("%d events, want %d", n, writers*acts)
	}
	sound(t, s)
}

// A write that cannot reach the disk says why, leaves nothing half-written,
// and succeeds once the cause is gone.
func TestNotSaved(t *testing.T) {
	tests := []struct {
		name  string
		cause func(t *testing.T, s *Store) (mend func())
		want  Reason
	}{
		{"disk full", func(t *testing.T, s *Store) func() {
			pages := count(t, s, "PRAGMA page_count")
			pragma(t, s, fmt.Sprintf("max_page_count = %d", pages))
			return func() { pragma(t, s, "max_page_count = 1000000") }
		}, DiskFull},
		{"read-only", func(t *testing.T, s *Store) func() {
			pragma(t, s, "query_only = ON")
			return func() { pragma(t, s, "query_only = OFF") }
		}, Unwritable},
		{"locked by another process", func(t *testing.T, s *Store) func() {
			pragma(t, s, "busy_timeout = 1")
			tx, err := reopen(t, s).write.Begin()
			must(t, err)
			return func() { must(t, tx.Rollback()) }
		}, Locked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newProject(t, reviewtest.State("s1", 5))
			d := reviewtest.Desk(t, s, ann)
			at := reviewtest.Do(t, d, "s1", addGroup(t, "bug_location")).Revision
			text := strings.Repeat("because ", 20_000) // larger than the free space that a page still has
			must(t, d.SaveTyping(context.Background(), "s1", "rationale g1", text))
			before := everyRow(t, s)
			mend := tt.cause(t, s)
			edit := reviewtest.Edit(t, certificate.SetRationale, "g1", "", text)
			_, err := d.Edit(context.Background(), "s1", at, edit, "rationale g1")
			var unsaved *NotSavedError
			if !errors.As(err, &unsaved) || unsaved.Reason != tt.want {
				t.Fatalf("got %v, want %q", err, tt.want)
			}
			var told interface{ NotSaved() string }
			if !errors.As(err, &told) || told.NotSaved() == "" || !strings.Contains(err.Error(), "not saved: "+string(tt.want)) {
				t.Errorf("the screen cannot tell: %v", err)
			}
			if now := everyRow(t, s); now != before {
				t.Error("something was written all the same")
			}
			mend()
			if _, err := d.Edit(context.Background(), "s1", at, edit, "rationale g1"); err != nil {
				t.Errorf("still not saved once mended: %v", err)
			}
			if typing, _ := s.Typing(context.Background(), ann.ID, "s1"); len(typing) != 0 {
				t.Errorf("typing is still there: %v", typing)
			}
			sound(t, s)
		})
	}
}

func pragma(t *testing.T, s *Store, set string) {
	t.Helper()
	rows, err := s.write.Query("PRAGMA " + set)
	must(t, err)
	for rows.Next() {
	}
	must(t, rows.Close())
}

// everyRow is all that stands in the tables that writes touch.
func everyRow(t *testing.T, s *Store) string {
	t.Helper()
	var all strings.Builder
	for _, table := range []string{
		"board", "course", "decision", "duty", "event", "head", "judgment", "opinion", "person", "personal", "prediction",
		"prediction_set", "project", "seat", "signal", "snapshot", "state", "typing", "unit", "work",
	} {
		all.WriteString(rowsIn(t, s, table))
	}
	return all.String()
}

// rowsIn is all that stands in one table, a line a row.
func rowsIn(t *testing.T, s *Store, table string) string {
	t.Helper()
	rows, err := s.read.Query("SELECT * FROM " + table)
	must(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	must(t, err)
	cells := make([]any, len(names))
	for i := range cells {
		cells[i] = new(sql.RawBytes)
	}
	var lines []string
	for rows.Next() {
		must(t, rows.Scan(cells...))
		line := table
		for _, c := range cells {
			line += fmt.Sprintf(",%q", *c.(*sql.RawBytes))
		}
		lines = append(lines, line+"\n")
	}
	must(t, rows.Err())
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// An event that does not fit is refused as a whole.
func TestAppendRefuses(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5))
	ctx := context.Background()
	before := everyRow(t, s)
	event := review.Event{Who: ann.ID, At: 1, Kind: review.Edited, State: "s1", From: 0, To: 1, Body: jsontext.Value(`{"op":"set_threshold","group":"g9","after":2}`)}
	tests := []struct {
		name  string
		scope review.Scope
		event func(e review.Event) review.Event
		want  func(error) bool
	}{
		{"an edit that does not fit", scopeOf(ann), func(e review.Event) review.Event { return e }, is[*review.FoldError]},
		{"an unknown state", scopeOf(ann), func(e review.Event) review.Event { e.State = "s2"; return e }, is[*review.UnknownStateError]},
		{"nobody's scope", review.Visible(review.Person{ID: "x"}, review.Open), func(e review.Event) review.Event { return e }, is[*review.UnknownPersonError]},
		{"an act on the project by an annotator", scopeOf(ann), func(e review.Event) review.Event {
			return review.FileExported(ann.ID, 1, review.ExportBody{What: "labels"})
		}, is[*review.ForbiddenError]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := s.Append(ctx, tt.scope, tt.event(event), review.Write{})
			if !tt.want(err) {
				t.Errorf("got %T %v", err, err)
			}
			if everyRow(t, s) != before {
				t.Error("something was written")
			}
		})
	}
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// The journal takes no change and no removal, however it is asked.
func TestJournalIsAppendOnly(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5))
	reviewtest.Do(t, reviewtest.Desk(t, s, ann), "s1", addGroup(t, "bug_location"))
	for _, stmt := range []string{
		"UPDATE event SET at = 0",
		"DELETE FROM event",
		"DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)",
		"INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 2",
		"INSERT INTO event SELECT seq + 50, who, at, kind, state, \"from\", \"to\", undoes, body, prev, hash, sheet FROM event WHERE seq = 2",
	} {
		if _, err := s.write.Exec(stmt); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", stmt, err)
		}
	}
	sound(t, s)
}

// Two windows of one person do not write over each other (C16).
func TestReplaceTyping(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5))
	ctx := context.Background()
	const field = "review reason"
	for _, c := range []struct{ was, text, kept string }{
		{"", "one", ""}, // nothing in the way
		{"", "two", "one"},
		{"", "one", ""}, // it is there already: an answer that got lost
		{"one", "one more", ""},
		{"one", "", "one more"},
		{"one more", "", ""},
	} {
		err := s.ReplaceTyping(ctx, ann.ID, review.Typing{State: "s1", Field: field, Text: c.text, At: 1}, c.was)
		var other *review.TypedElsewhereError
		if errors.As(err, &other); c.kept != "" && (other == nil || *other != review.TypedElsewhereError{State: "s1", Field: field, Text: c.kept}) {
			t.Errorf("%q over %q: %v", c.text, c.was, err)
		} else if c.kept == "" {
			must(t, err)
		}
		want := c.text
		if c.kept != "" {
			want = c.kept
		}
		got, err := s.Typing(ctx, ann.ID, "s1")
		must(t, err)
		if want == "" && len(got) != 0 || want != "" && (len(got) != 1 || got[0].Text != want) {
			t.Errorf("%q over %q left %+v", c.text, c.was, got)
		}
	}
	must(t, s.ReplaceTyping(ctx, ann.ID, review.Typing{State: "s1", Field: field, Text: "ann's", At: 1}, ""))
	must(t, s.ReplaceTyping(ctx, ben.ID, review.Typing{State: "s1", Field: field, Text: "ben's", At: 1}, ""))
	if err := s.ReplaceTyping(ctx, ann.ID, review.Typing{State: "s9", Field: field, Text: "n"}, ""); !is[*review.UnknownStateError](err) {
		t.Errorf("got %v", err)
	}
}

// C25: what was being typed survives, for the person who typed it.
func TestTyping(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5), reviewtest.State("s2", 5))
	ctx := context.Background()
	text := strings.Repeat("0123456789", 4)
	must(t, s.SaveTyping(ctx, ann.ID, review.Typing{State: "s1", Field: "rationale g1", Text: text[:10], At: 1}))
	must(t, s.SaveTyping(ctx, ann.ID, review.Typing{State: "s1", Field: "rationale g1", Text: text, At: 2}))
	must(t, s.SaveTyping(ctx, ann.ID, review.Typing{State: "s1", Field: "note", Text: "n", At: 3}))
	must(t, s.SaveTyping(ctx, ben.ID, review.Typing{State: "s1", Field: "note", Text: "ZEBRA-77", At: 3}))
	must(t, s.SaveTyping(ctx, ann.ID, review.Typing{State: "s2", Field: "note", Text: "m", At: 3}))
	must(t, s.SaveTyping(ctx, ann.ID, review.Typing{State: "s2", Field: "note", At: 4}))
	got, err := reopen(t, s).Typing(ctx, ann.ID, "s1")
	must(t, err)
	want := []review.Typing{{State: "s1", Field: "note", Text: "n", At: 3}, {State: "s1", Field: "rationale g1", Text: text, At: 2}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	if got, _ := s.Typing(ctx, ann.ID, "s2"); len(got) != 0 {
		t.Errorf("empty text was kept: %v", got)
	}
	if err := s.SaveTyping(ctx, ann.ID, review.Typing{State: "s9", Field: "note", Text: "n"}); !is[*review.UnknownStateError](err) {
		t.Errorf("got %v", err)
	}
}

// An import that is stopped leaves nothing behind, says so, and does not stand
// in the way of the next write.
func TestStoppedImport(t *testing.T) {
	s := newProject(t)
	before := everyRow(t, s)
	ctx, stop := context.WithCancel(context.Background())
	file := itemsOf(reviewtest.State("s1", 3))
	stopping := Source{Name: "items.jsonl", Open: func() (io.ReadCloser, error) {
		stop()
		return file.Open()
	}}
	_, err := s.ImportItems(ctx, scopeOf(olga), 1, []Source{file, stopping})
	var unsaved *NotSavedError
	if !errors.As(err, &unsaved) || unsaved.Reason != Stopped || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if everyRow(t, s) != before {
		t.Error("something was imported")
	}
	_, err = s.ImportItems(context.Background(), scopeOf(olga), 1, []Source{file})
	must(t, err)
	sound(t, s)
}

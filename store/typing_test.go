package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// settling is one act that makes typed text durable.
type settling struct {
	name, field string
	do          func(d *review.Desk, text string) (review.Ack, error)
}

// settlings are all of them, on state s1 with a group g1.
func settlings() []settling {
	ctx := context.Background()
	edit := func(again bool) func(*review.Desk, string) (review.Ack, error) {
		return func(d *review.Desk, text string) (review.Ack, error) {
			v, err := d.Take(ctx, "s1")
			if err != nil {
				return review.Ack{}, err
			}
			if again {
				return d.Reapply(ctx, "s1", v.Revision, v.Revision, certificate.SetRationaleEdit("g1", text), "rationale g1")
			}
			return d.Edit(ctx, "s1", v.Revision, certificate.SetRationaleEdit("g1", text), "rationale g1")
		}
	}
	return []settling{
		{"note", review.TypingNote, func(d *review.Desk, text string) (review.Ack, error) { return d.Note(ctx, "s1", text) }},
		{"edit", "rationale g1", edit(false)},
		{"edit made again", "rationale g1", edit(true)},
	}
}

// twoWindows are two desks of ann, each with a handle of its own on one file.
func twoWindows(t *testing.T) (one, two *review.Desk) {
	t.Helper()
	s := newProject(t, reviewtest.State("s1", 5))
	one, two = reviewtest.Desk(t, s, ann), reviewtest.Desk(t, reopen(t, s), ann)
	reviewtest.Do(t, one, "s1", addGroup(t, "bug_location"))
	return one, two
}

// keptText is what ann is typing in a field; empty for nothing.
func keptText(t *testing.T, d *review.Desk, field string) string {
	t.Helper()
	all, err := d.Typing(context.Background(), "s1")
	must(t, err)
	for _, k := range all {
		if k.Field == field {
			return k.Text
		}
	}
	return ""
}

// An act forgets the typed text that it makes durable, and no other.
func TestAnActSettlesItsOwnWordsAlone(t *testing.T) {
	ctx := context.Background()
	for _, a := range settlings() {
		for _, c := range []struct{ name, kept, made, left string }{
			{"what was typed", "first", "first", ""},
			{"nothing is typed", "", "first", ""},
			{"typed on elsewhere", "first and more", "first", "first and more"},
			{"behind what is made", "fir", "first", "fir"},
			{"other words", "second", "first", "second"},
			{"quotes and line ends", "it's \"so\";\r\n--", "it's \"so\";\r\n--", ""},
		} {
			t.Run(a.name+", "+c.name, func(t *testing.T) {
				one, two := twoWindows(t)
				must(t, two.SaveTyping(ctx, "s1", a.field, c.kept))
				must(t, two.SaveTyping(ctx, "s1", "another field", c.made))
				_, err := a.do(one, c.made)
				must(t, err)
				if got := keptText(t, two, a.field); got != c.left {
					t.Errorf("kept is %q, want %q", got, c.left)
				}
				if got := keptText(t, two, "another field"); got != c.made {
					t.Errorf("in another field is %q", got)
				}
			})
		}
	}
}

// A note that is there already makes no event, and settles in the same way.
func TestANoteThatChangesNothingSettlesItsOwnWordsAlone(t *testing.T) {
	ctx := context.Background()
	one, two := twoWindows(t)
	for _, c := range []struct{ kept, left string }{{"first", ""}, {"second", "second"}} {
		must(t, two.SaveTyping(ctx, "s1", review.TypingNote, c.kept))
		for range 2 {
			ack, err := one.Note(ctx, "s1", "first")
			must(t, err)
			if ack.Mine.Note != "first" {
				t.Errorf("the note is %q", ack.Mine.Note)
			}
		}
		if got := keptText(t, two, review.TypingNote); got != c.left {
			t.Errorf("over %q kept is %q, want %q", c.kept, got, c.left)
		}
	}
}

// While one window makes its words durable the other types on: whichever comes
// first, what it has typed is kept.
func TestWordsTypedDuringAnActAreKept(t *testing.T) {
	ctx := context.Background()
	const rounds = 25
	for _, a := range settlings() {
		t.Run(a.name, func(t *testing.T) {
			one, two := twoWindows(t)
			for r := range rounds {
				mine, theirs := fmt.Sprintf("first %d", r), fmt.Sprintf("first %d and second", r)
				must(t, one.SaveTyping(ctx, "s1", a.field, mine))
				var wait sync.WaitGroup
				var made, typed error
				wait.Go(func() { _, made = a.do(one, mine) })
				wait.Go(func() { typed = typeOver(two, a.field, mine, theirs) })
				wait.Wait()
				must(t, made)
				must(t, typed)
				if got := keptText(t, one, a.field); got != theirs {
					t.Fatalf("round %d: kept is %q, want %q", r, got, theirs)
				}
			}
		})
	}
}

// typeOver keeps text as a window does that last knew another.
func typeOver(d *review.Desk, field, was, text string) error {
	for {
		err := d.ReplaceTyping(context.Background(), "s1", field, was, text)
		var other *review.TypedElsewhereError
		if !errors.As(err, &other) {
			return err
		}
		was = other.Text
	}
}

// Two windows make a note at the same time, each over the one that it knows: the
// words of both are in the note then, whichever came first.
func TestNotesOfTwoWindowsAreBothKept(t *testing.T) {
	ctx := context.Background()
	const rounds = 20
	one, two := twoWindows(t)
	for r := range rounds {
		before := fmt.Sprintf("before %d", r)
		_, err := one.Note(ctx, "s1", before)
		must(t, err)
		beside := func(d *review.Desk, words string) error {
			_, err := d.Amend(ctx, "s1", words, func(there string) string {
				if there == before {
					return words
				}
				return words + "\n\n" + there
			})
			return err
		}
		var wait sync.WaitGroup
		var first, second error
		wait.Go(func() { first = beside(one, "first") })
		wait.Go(func() { second = beside(two, "second") })
		wait.Wait()
		must(t, first)
		must(t, second)
		v, err := one.Take(ctx, "s1")
		must(t, err)
		if got := v.Mine.Note; got != "first\n\nsecond" && got != "second\n\nfirst" {
			t.Fatalf("round %d: the note is %q", r, got)
		}
	}
}

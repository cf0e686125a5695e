package store

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// A walk goes over pages of the journal without holding it: whoever is walking
// can write meanwhile.
func TestEvents(t *testing.T) {
	alone(t)
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3))
	ctx := context.Background()
	d := reviewtest.Desk(t, s, ann)
	const notes = 2*eventPage + 7
	for i := range notes {
		_, err := d.Note(ctx, []string{"s1", "s2"}[i%2], fmt.Sprint(i))
		must(t, err)
	}
	walk := func(p review.Person, f review.Filter) []uint64 {
		t.Helper()
		var seqs []uint64
		for e, err := range s.Events(ctx, scopeOf(p), f) {
			must(t, err)
			seqs = append(seqs, e.Seq)
		}
		return seqs
	}
	all := walk(olga, review.Filter{})
	first := uint64(len(all) - notes + 1) // the Seq of the first note
	if len(all) != count(t, s, "SELECT count(*) FROM event") || all[0] != 1 || !slices.IsSorted(all) {
		t.Errorf("%d events from %d", len(all), all[0])
	}
	last := all[len(all)-1]
	for _, tt := range []struct {
		name string
		p    review.Person
		f    review.Filter
		want []uint64
	}{
		{"mine", ann, review.Filter{Limit: 2}, []uint64{last - 1, last}},
		{"of another", ben, review.Filter{}, nil},
		{"after", ann, review.Filter{After: last - 3}, []uint64{last - 2, last - 1, last}},
		{"after, and the newest", ann, review.Filter{After: last - 3, Limit: 1}, []uint64{last}},
		{"after everything", ann, review.Filter{After: last}, nil},
		{"after everything, limited", ann, review.Filter{After: last, Limit: 3}, nil},
		{"of a state", ann, review.Filter{State: "s2", Limit: 2}, []uint64{last - 3, last - 1}},
		{"of a kind", olga, review.Filter{Kind: review.Joined}, []uint64{2, 3, 4}},
		{"of a kind, limited", olga, review.Filter{Kind: review.Joined, Limit: 2}, []uint64{3, 4}},
		{"of an unknown state", olga, review.Filter{State: "s9"}, nil},
		{"more than there are", ann, review.Filter{State: "s1", Limit: 10 * notes}, nil},
	} {
		got := walk(tt.p, tt.f)
		if tt.name == "more than there are" {
			if len(got) != (notes+1)/2 || got[0] != first {
				t.Errorf("%s: %d events from %d", tt.name, len(got), got[0])
			}
		} else if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
	for e, err := range s.Events(ctx, scopeOf(ann), review.Filter{}) {
		must(t, err)
		if _, err := d.Note(ctx, "s1", fmt.Sprint("while walking ", e.Seq)); err != nil {
			t.Fatal(err)
		}
		if e.Seq > first+3 {
			break
		}
	}
	e, err := s.Event(ctx, scopeOf(olga), first)
	must(t, err)
	if e.Kind != review.Noted || e.State != "s1" || e.Hash != review.Chain(e.Prev, e).Hash {
		t.Errorf("got %+v", e)
	}
	// Hashes cover what others did: only who sees the whole journal gets them.
	mine, err := s.Event(ctx, scopeOf(ann), first)
	must(t, err)
	if mine.Kind != review.Noted || mine.Hash != [32]byte{} || mine.Prev != [32]byte{} {
		t.Errorf("got %+v, want the event without hashes", mine)
	}
}

package store

import (
	"context"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// What has closed is listed for who annotated it, from its card alone: nothing
// of its certificates, reviews or decision is read.
func TestLeftReadsCardsAlone(t *testing.T) {
	ctx := context.Background()
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1", "s2")
	for _, state := range []string{"s1", "s2"} {
		reviewtest.Do(t, o.desk(ann), state, acceptAlso(t, "u5"))
		_, err := o.desk(ann).Undo(ctx, state, 2)
		must(t, err)
	}
	o.submit(rea, "s1", review.VerdictAccept)
	o.submit(rob, "s1", review.VerdictAccept)
	tamper(t, o.Store, `PRAGMA foreign_keys = OFF;
		UPDATE snapshot SET body = 'ZEBRA-77 {'; UPDATE work SET summary = 'ZEBRA-77 {';
		UPDATE opinion SET body = 'ZEBRA-77 {'; UPDATE decision SET outcome = 'ZEBRA-77 {'`)
	for _, tt := range []struct {
		who  review.Person
		want int
	}{{ann, 1}, {ben, 0}, {rea, 0}, {rob, 0}, {sam, 0}, {una, 0}, {olga, 0}} {
		rows, err := o.Left(ctx, scopeOf(tt.who))
		must(t, err)
		if len(rows) != tt.want {
			t.Errorf("%s has left %+v", tt.who.Name, rows)
			continue
		}
		for _, r := range rows {
			if r.State != "s1" || r.Phase != review.Closed || r.Status != review.StatusDone || r.Units != 5 || r.Groups != 0 || r.Revision != 0 {
				t.Errorf("%s has left %+v", tt.who.Name, r)
			}
		}
		st, err := o.State(ctx, scopeOf(tt.who), "s1")
		if seen := err == nil; seen && st.Pool.Len() != 5 || !seen && !is[*review.UnknownStateError](err) {
			t.Errorf("%s gets a pool of %d, %v", tt.who.Name, st.Pool.Len(), err)
		} else if tt.want == 1 && !seen || seen && (tt.who.ID == ben.ID || tt.who.ID == una.ID) {
			t.Errorf("%s sees the card: %v", tt.who.Name, seen)
		}
	}
}

package store

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// disputed is a project at the point where everything there is to hide is
// there: s1 was reviewed by rea and rob, who differ, and sam is deciding it;
// s2 is reviewed by ray alone; s3 is free.
func disputed(t *testing.T) office {
	t.Helper()
	ctx := context.Background()
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Sealed(reviewtest.Calibration()), "s1", "s2", "s3")
	for _, state := range []string{"s1", "s2"} {
		_, err := o.ImportPredictions(ctx, scopeOf(olga), 1, []Source{textSource(state+".jsonl", `{"state_id":"`+state+`","method":"bm25","ranked_evidence_ids":["u2"]}`)}, PredictionOptions{Partial: true})
		must(t, err)
		_, err = o.Lock(ctx, scopeOf(olga), 1, state)
		must(t, err)
	}
	_, err := o.ImportReviews(ctx, scopeOf(olga), 1, []Source{textSource("panel.jsonl", signalLine("model-1", "s1", review.VerdictRevise, "n"))})
	must(t, err)
	reviewtest.Do(t, o.desk(ann), "s2", acceptAlso(t, "u5"))
	_, err = o.desk(ann).Undo(ctx, "s2", 2)
	must(t, err)
	o.submit(rea, "s1", review.VerdictRevise, acceptAlso(t, "u4"))
	o.submit(rob, "s1", review.VerdictAccept)
	_, err = o.desk(rob).Note(ctx, "s1", "mine alone")
	must(t, err)
	_, err = o.desk(sam).Claim(ctx, "s1")
	must(t, err)
	_, err = o.desk(sam).Choose(ctx, "s1", 1, 0, &review.Choice{Take: review.TakeA})
	must(t, err)
	return o
}

// What a person may not see is not loaded for them: their answers stay the
// same, to the byte, when every hidden row is replaced by garbage that no
// decoder takes.
func TestHiddenRowsAreNeverRead(t *testing.T) {
	alone(t)
	const garbage = "'ZEBRA-77 {'"
	// The rows of s1 in each table that are not the reader's, where mine says
	// which sheet and slot are.
	hidden := func(who review.Person, sheet, slot string) []string {
		return []string{
			fmt.Sprintf("UPDATE snapshot SET body = %s WHERE state = 's1' AND sheet <> '%s'", garbage, sheet),
			fmt.Sprintf("UPDATE personal SET body = %s, flag = %s WHERE state = 's1' AND person <> '%s'", garbage, garbage, who.ID),
			fmt.Sprintf("UPDATE work SET summary = json_object('groups', 'ZEBRA-77', 'blocking', 0), revision = 77 WHERE state = 's1' AND sheet <> '%s'", sheet),
			fmt.Sprintf("UPDATE opinion SET body = %s WHERE state = 's1' AND (slot <> '%s' OR basis)", garbage, slot),
			fmt.Sprintf("UPDATE decision SET outcome = %s, ruling = %s WHERE state = 's1'", garbage, garbage),
			fmt.Sprintf("UPDATE seat SET person = %s WHERE state = 's1' AND person <> '%s'", garbage, who.ID),
			fmt.Sprintf("UPDATE duty SET person = person || 'ZEBRA-77' WHERE state = 's1' AND person <> '%s'", who.ID),
			fmt.Sprintf("UPDATE event SET body = %s WHERE state = 's1' AND who <> '%s' AND sheet <> '%s'", garbage, who.ID, sheet),
			fmt.Sprintf("UPDATE prediction SET body = %s", garbage),
			fmt.Sprintf("UPDATE signal SET note = %s, verdict = %s", garbage, garbage),
			fmt.Sprintf("UPDATE course SET last = 77, replaces = %s WHERE state = 's1'", garbage),
		}
	}
	for _, tt := range []struct {
		who  review.Person
		hide func(o office) []string
	}{
		{rea, func(o office) []string {
			slot := string(o.slotOf(rea, "s1"))
			return hidden(rea, slot, slot)
		}},
		{rob, func(o office) []string {
			slot := string(o.slotOf(rob, "s1"))
			return hidden(rob, slot, slot)
		}},
		{ray, func(office) []string { // has no seat there: nothing of it
			return hidden(ray, "none", "none")
		}},
		{una, func(office) []string { return hidden(una, "none", "none") }},
		{sam, func(office) []string { // the reviews are a senior's to see, the sheets and who made them are not
			var kept []string
			for _, stmt := range hidden(sam, "S", "none") {
				if !strings.HasPrefix(stmt, "UPDATE opinion") && !strings.HasPrefix(stmt, "UPDATE decision") {
					kept = append(kept, stmt)
				}
			}
			return kept
		}},
		{ann, func(office) []string { // sees the certificate under review as it was left, and its history
			return []string{
				"UPDATE snapshot SET body = " + garbage + " WHERE sheet <> ''",
				"UPDATE personal SET body = " + garbage + " WHERE person <> 'id-ann'",
				"UPDATE work SET summary = " + garbage + " WHERE sheet <> ''",
				"UPDATE opinion SET body = " + garbage,
				"UPDATE decision SET outcome = " + garbage,
				"UPDATE seat SET person = " + garbage,
				"UPDATE event SET body = " + garbage + " WHERE sheet <> '' OR kind IN ('reviews_judged', 'claimed')",
				"UPDATE prediction SET body = " + garbage,
				"UPDATE signal SET note = " + garbage,
			}
		}},
	} {
		t.Run(tt.who.Name, func(t *testing.T) {
			o := disputed(t)
			sc := review.Visible(tt.who, review.Sealed)
			before := everyAnswer(t, o.Store, sc)
			for _, stmt := range tt.hide(o) {
				rows := everyRow(t, o.Store)
				tamper(t, o.Store, "PRAGMA foreign_keys = OFF; "+stmt)
				if everyRow(t, o.Store) == rows {
					t.Fatalf("%s changed nothing: there was nothing to hide", stmt)
				}
			}
			after := everyAnswer(t, o.Store, sc)
			if after != before {
				t.Errorf("hidden rows were read: %s", firstChange(before, after))
			}
			if strings.Contains(after, "ZEBRA-77") {
				t.Error("the garbage comes out")
			}
			if v, err := o.Verify(context.Background()); err == nil && v.Sound() {
				t.Error("nobody notices the garbage, so it proves nothing")
			}
		})
	}
}

// A decision that is taken back is read for nobody who annotated: their answers
// are those that they had when it was made, in the memory and on the disk.
func TestARecalledDecisionIsNotRead(t *testing.T) {
	ctx := context.Background()
	o := disputed(t)
	sc := review.Visible(ann, review.Sealed)
	rule := func(take review.Take) {
		t.Helper()
		q, err := o.desk(sam).Dispute(ctx, "s1")
		must(t, err)
		for _, pair := range q.Open {
			_, err := o.desk(sam).Choose(ctx, "s1", q.Revision, pair, &review.Choice{Take: take})
			must(t, err)
		}
		_, err = o.desk(sam).Rule(ctx, "s1", q.Revision, review.Ruling{Whole: review.ByGroup, Reason: "ZEBRA-77"})
		must(t, err)
	}
	before := everyAnswer(t, o.Store, sc)
	rule(review.TakeA)
	closed := everyAnswer(t, o.Store, sc)
	if closed == before {
		t.Fatal("a closed state is shown as before: there is nothing to hide")
	}
	_, err := o.desk(sam).Recall(ctx, "s1")
	must(t, err)
	if now := everyAnswer(t, o.Store, sc); now != closed {
		t.Errorf("the decision taken back is read: %s", firstChange(closed, now))
	}
	whole, err := o.Case(ctx, scopeOf(olga), "s1")
	must(t, err)
	if !whole.Course.Recalled || whole.Course.Phase != review.Arbitrate {
		t.Errorf("the organizer reads %s, recalled %v", whole.Course.Phase, whole.Course.Recalled)
	}
	if main := whole.Sheets[review.Main]; main.Revision == whole.Course.Under {
		t.Error("the decision changed nothing: the test shows nothing")
	}
	rule(review.TakeA)
	if now := everyAnswer(t, o.Store, sc); now != closed {
		t.Errorf("the decision made again is read: %s", firstChange(closed, now))
	}
	sound(t, o.Store)
}

// Asking for anything hidden answers exactly as asking for what is not there.
func TestHiddenIsLikeUnknown(t *testing.T) {
	o := disputed(t)
	ctx := context.Background()
	for _, who := range []review.Person{ray, una} { // s1 is not theirs
		sc := review.Visible(who, review.Sealed)
		ask := func(state string) string {
			_, errCase := o.Case(ctx, sc, state)
			_, errWork := o.Work(ctx, sc, state)
			_, errState := o.State(ctx, sc, state)
			_, errLocked := o.LockedPredictions(ctx, sc, state)
			events := 0
			for range o.Events(ctx, sc, review.Filter{State: state}) {
				events++
			}
			return strings.ReplaceAll(fmt.Sprint(errCase, errWork, errState, errLocked, events), state, "S")
		}
		if hidden, unknown := ask("s1"), ask("s0"); hidden != unknown {
			t.Errorf("%s is told apart:\n%s\n%s", who.Name, hidden, unknown)
		}
		for seq := range uint64(count(t, o.Store, "SELECT max(seq) FROM event")) {
			if e, err := o.Event(ctx, sc, seq+1); err == nil && e.Who != who.ID {
				t.Errorf("%s sees event %d, %s", who.Name, seq+1, e.Kind)
			}
		}
	}
}

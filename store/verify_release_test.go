package store

import (
	"context"
	"os"
	"slices"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// C27: one row of the reviews changed by hand, whichever it is, is found and
// named, and rebuilding mends what follows from the journal.
func TestVerifyNamesWhatWasChangedInReview(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	o := released(t, dir+"/suffice.db")
	must(t, o.Close())
	file, err := os.ReadFile(o.Path())
	must(t, err)
	tests := []struct {
		name    string
		change  string
		what    string
		mention string
		mends   bool
	}{
		{"a review in the journal", `UPDATE event SET body = replace(body, 'as read', 'as heard') WHERE kind = 'review_submitted' AND seq = (SELECT min(seq) FROM event WHERE kind = 'review_submitted')`, "journal", "its content does not match its hash", false},
		{"the sheet of an event", `UPDATE event SET sheet = 'B' WHERE seq = (SELECT min(seq) FROM event WHERE sheet = 'A')`, "journal", "its content does not match its hash", false},
		{"who claimed", `UPDATE event SET who = 'id-ray' WHERE seq = (SELECT min(seq) FROM event WHERE kind = 'claimed')`, "journal", "its content does not match its hash", false},
		{"a phase", `UPDATE course SET phase = 'review' WHERE state = 's1'`, "certificate", "the row of the course of s1", true},
		{"the revision under review", `UPDATE course SET under = 2 WHERE state = 's2'`, "certificate", "the row of the course of s2", true},
		{"a reserve", `UPDATE course SET reserve = 1 WHERE state = 's9'`, "certificate", "the row of the course of s9", true},
		{"a replacement", `UPDATE course SET replaced = NULL WHERE state = 's3'`, "certificate", "the row of the course of s3", true},
		{"a course gone", `DELETE FROM course WHERE state = 's4'`, "certificate", "s4", true},
		{"an outcome", `UPDATE decision SET outcome = replace(outcome, '"senior"', '"closes"') WHERE state = 's2'`, "certificate", "what the reviews came to of s2", true},
		{"an outcome that is no JSON", `UPDATE decision SET outcome = 'x' WHERE state = 's2'`, "certificate", "s2", true},
		{"a ruling", `UPDATE decision SET ruling = replace(ruling, 'as the source says', 'as I say') WHERE state = 's2'`, "certificate", "what the reviews came to of s2", true},
		{"a ruling gone", `UPDATE decision SET ruling = NULL WHERE state = 's2'`, "certificate", "what the reviews came to of s2", true},
		{"a decision of nobody", `INSERT INTO decision SELECT 's1x', outcome, ruling FROM decision WHERE state = 's2'`, "database", "a row of course that is not there", false},
		{"who reviews", `UPDATE seat SET person = 'id-ray' WHERE state = 's1' AND task = 'review' AND slot = 'A'`, "certificate", `the seat "reviewA" of s1`, true},
		{"a lease", `UPDATE seat SET until = until + 1 WHERE state = 's2' AND task = 'arbitrate'`, "certificate", `the seat "arbitrate" of s2`, true},
		{"a submission taken for open", `UPDATE seat SET done = 0 WHERE state = 's4' AND slot = 'B'`, "certificate", `the seat "reviewB" of s4`, true},
		{"a seat gone", `DELETE FROM seat WHERE state = 's9' AND slot = 'A'`, "certificate", `the seat "reviewA" of s9`, true},
		{"a seat too many", `INSERT INTO seat SELECT state, 'annotate', '', person, 0, 0, 0, 0, 0 FROM seat WHERE state = 's1' AND task = 'review' AND slot = 'A'`, "certificate", `the seat "annotate" of s1`, true},
		{"a duty", `UPDATE duty SET annotated = 1 WHERE state = 's1' AND person = 'id-rea'`, "certificate", "what id-rea is on record for of s1", true},
		{"a duty gone", `DELETE FROM duty WHERE state = 's2' AND person = 'id-sam'`, "certificate", "what id-sam is on record for of s2", true},
		{"a review", `UPDATE opinion SET body = replace(body, '"confidence":4', '"confidence":5') WHERE state = 's1' AND slot = 'A' AND NOT basis`, "certificate", "the review of A of s1", true},
		{"a review that was decided on", `UPDATE opinion SET body = replace(body, '"confidence":4', '"confidence":5') WHERE state = 's2' AND slot = 'B' AND basis`, "certificate", "the review of B that was decided on of s2", true},
		{"a review that is no JSON", `UPDATE opinion SET body = 'x' WHERE state = 's1' AND slot = 'B'`, "certificate", "s1", true},
		{"a review gone", `DELETE FROM opinion WHERE state = 's9' AND slot = 'B'`, "certificate", "the review of B of s9", true},
		{"a reviewer's certificate", `UPDATE snapshot SET body = replace(body, '"u5"', '"u4"') WHERE state = 's4' AND sheet = 'A'`, "certificate", "the stored certificate on sheet A of s4", true},
		{"the certificate that was decided", `UPDATE snapshot SET body = replace(body, '"u4"', '"u5"') WHERE state = 's2' AND sheet = ''`, "certificate", "the stored certificate of s2", true},
		{"a sheet gone", `DELETE FROM snapshot WHERE state = 's2' AND sheet = 'S'; DELETE FROM work WHERE state = 's2' AND sheet = 'S'`, "certificate", "the stored certificate on sheet S of s2", true},
		{"a sheet too many", `INSERT INTO work SELECT 's1', 'S', revision, labelled, touched, done, changed, last, summary FROM work WHERE state = 's2' AND sheet = 'S'; INSERT INTO snapshot SELECT 's1', 'S', replace(body, '"s2"', '"s1"') FROM snapshot WHERE state = 's2' AND sheet = 'S'`, "certificate", "the stored certificate on sheet S of s1", true},
		{"a summary of a sheet", `UPDATE work SET summary = replace(summary, '"groups":2', '"groups":3') WHERE state = 's2' AND sheet = 'A'`, "certificate", "the stored summary on sheet A of s2", true},
		{"a revision of a sheet", `UPDATE work SET revision = 9 WHERE state = 's2' AND sheet = 'B'`, "certificate", "the queue's row on sheet B of s2", true},
		{"a time spent on a sheet", `UPDATE personal SET spent = spent + 1 WHERE state = 's2' AND sheet = 'S'`, "certificate", "the queue's row for id-sam on sheet S of s2", true},
		{"what a reviewer can undo", `UPDATE personal SET body = '{}' WHERE state = 's4' AND person = 'id-rea'`, "certificate", "what id-rea noted on sheet", true},
		{"a judgment", `UPDATE judgment SET body = replace(body, '"ok"', '"not ok"') WHERE slot = 'A'`, "certificate", "the judgments of auditor A of s", true},
		{"a judgment gone", `DELETE FROM judgment WHERE slot = 'B'`, "certificate", "the judgments of auditor B of s", true},
		{"a model's review", `UPDATE signal SET verdict = 'revise' WHERE state = 1`, "signals", "the review of s1 by model-1 was changed", false},
		{"a model's review gone", `DELETE FROM signal WHERE state = 2`, "signals", "not those that event", false},
		{"a model's review too many", `INSERT INTO signal SELECT 'model-2', state, verdict, note, hash FROM signal WHERE state = 1`, "signals", "the review of s1 by model-2 was changed", false},
		{"the policy", `UPDATE board SET policy = '{"minor_to_senior":true,"lease":1,"seed":1}'`, "people", "the policy of the project", true},
		{"the freeze", `UPDATE board SET freeze = replace(freeze, '"states":4', '"states":5')`, "people", "the freeze of the project", true},
		{"the sample", `UPDATE board SET sample = replace(sample, '"s1"', '"s4"'), report = report`, "people", "the audit's sample of the project", true},
		{"the report", `UPDATE board SET report = NULL`, "people", "the audit's report of the project", true},
		{"a board that is no JSON", `UPDATE board SET report = 'x'`, "people", "cannot be read", true},
		{"a board gone", `DELETE FROM board`, "people", "cannot be read", true},
		{"a retirement", `UPDATE person SET retired = 1 WHERE id = 'id-rea'`, "people", "the people listed", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := t.TempDir() + "/suffice.db"
			must(t, os.WriteFile(path, file, 0o644))
			ctx := context.Background()
			s, err := Open(ctx, path, Options{})
			must(t, err)
			defer s.Close()
			before := everyRow(t, s)
			tamper(t, s, "PRAGMA foreign_keys = OFF; "+tt.change)
			if everyRow(t, s) == before {
				t.Fatal("the change changed nothing")
			}
			v, err := s.Verify(ctx)
			must(t, err)
			if !named(v, tt.what, 0, tt.mention) {
				t.Fatalf("want %s, %q; got %+v", tt.what, tt.mention, v.Problems)
			}
			if !tt.mends {
				return
			}
			_, err = s.Rebuild(ctx)
			must(t, err)
			sound(t, s)
			if after := everyRow(t, s); after != before {
				t.Error("it was not mended: ", firstChange(before, after))
			}
		})
	}
}

// C27: deleting, undoing, assigning and taking away, reopening and exporting
// are acts of the ledger.
func TestEveryActIsInTheLedger(t *testing.T) {
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1", "s2")
	ctx := context.Background()
	boss := o.desk(olga)
	must(t, boss.Seat(ctx, "s1", review.TaskReview, rea.ID))
	must(t, boss.Unseat(ctx, "s1", review.TaskReview, rea.ID))
	must(t, boss.Seat(ctx, "s1", review.TaskReview, rob.ID))
	o.submit(rea, "s2", review.VerdictAccept)
	_, err := o.desk(rea).Reopen(ctx, "s2")
	must(t, err)
	view, err := o.desk(rea).Take(ctx, "s2")
	must(t, err)
	ack, err := o.desk(rea).Edit(ctx, "s2", view.Revision, reviewtest.Edit(t, certificate.RemoveGroup, "g1", "", nil), "")
	must(t, err)
	_, err = o.desk(rea).Undo(ctx, "s2", ack.Revision)
	must(t, err)
	must(t, boss.Retire(ctx, ray.ID))
	must(t, boss.SetPolicy(ctx, review.Policy{Lease: 1000, Seed: 3}))
	_, _, err = o.Append(ctx, scopeOf(olga), review.FileExported(olga.ID, 1, review.ExportBody{What: "labels", File: "-"}), review.Write{})
	must(t, err)
	var kinds []review.Kind
	for e, err := range o.Events(ctx, scopeOf(olga), review.Filter{}) {
		must(t, err)
		if e.Who != review.Rules && e.Kind != review.Joined && e.Kind != review.Labelled && e.Kind != review.Imported && e.Kind != review.Created {
			kinds = append(kinds, e.Kind)
		}
	}
	want := []review.Kind{
		review.Assigned, review.Released, review.Assigned, review.Claimed, review.Submitted, review.Reopened,
		review.Edited, review.Edited, review.Rerolled, review.Adjusted, review.Exported,
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("got %v\nwant %v", kinds, want)
	}
	sound(t, o.Store)
}

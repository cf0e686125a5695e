package review_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// Case C16: one person, two terminals, both at the same revision.
func TestStaleSaveLosesNothing(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	here, there := o.ada, reviewtest.Desk(t, o.memory, o.ada.Person())
	reviewtest.Do(t, here, "s1", sound()[:7]...)
	both := take(t, there, "s1")
	if both.Revision != 7 {
		t.Fatalf("both stand at revision %d, want 7", both.Revision)
	}
	ack, err := here.Edit(background, "s1", 7, certificate.SetThresholdEdit("g1", 2), "")
	if err != nil || ack.Revision != 8 {
		t.Fatalf("the first save makes revision %d, %v", ack.Revision, err)
	}

	mine := certificate.SetThresholdEdit("g1", 3)
	_, err = there.Edit(background, "s1", 7, mine, "")
	var stale *review.StaleError
	if !errors.As(err, &stale) || stale.At != 7 || stale.Now != 8 || len(stale.Since) != 1 || stale.Since[0].To != 8 {
		t.Fatalf("the second save: %v, since %+v", err, stale)
	}
	v := take(t, there, "s1")
	name := func(u string) string { return u }
	want := []string{
		"yours: set the threshold of G1 to 3",
		"revision 8: set the threshold of G1 from 1 to 2 (yours changes the same: the threshold of G1)",
	}
	if got := review.Difference(mine, stale.Since, v.Draft.Certificate(), name); !reflect.DeepEqual(got, want) {
		t.Errorf("the difference reads\n%s", strings.Join(got, "\n"))
	}

	// Re-applying is refused, since the field itself was changed; it is kept.
	if _, err := there.Reapply(background, "s1", 7, 8, mine, ""); !errors.As(err, new(*certificate.ConflictError)) {
		t.Errorf("re-applied over the other save: %v", err)
	}
	if ack, err = there.Keep(background, "s1", 7, mine); err != nil {
		t.Fatal(err)
	}
	if kept := take(t, here, "s1").Mine.Kept; len(kept) != 1 || kept[0].At != 7 || !reflect.DeepEqual(kept[0].Edit.After, mine.After) {
		t.Errorf("kept: %+v", kept)
	}
	// Revisions 7, 8 and the draft all exist.
	reached := map[certificate.Revision]bool{}
	for _, e := range o.memory.Journal() {
		reached[e.To] = true
	}
	if !reached[7] || !reached[8] {
		t.Errorf("revisions in the journal: %v", reached)
	}

	// Once the way is free, the kept edit applies and is kept no longer.
	if ack, err = there.Edit(background, "s1", 8, certificate.SetThresholdEdit("g1", 1), ""); err != nil {
		t.Fatal(err)
	}
	if ack, err = there.ApplyKept(background, "s1", "k1", ack.Revision); err != nil {
		t.Fatal(err)
	}
	if got := ack.Draft.Certificate().Groups[0].Threshold; got != 3 || len(ack.Mine.Kept) != 0 {
		t.Errorf("threshold %d, kept %+v", got, ack.Mine.Kept)
	}
	for _, want := range []string{"drop the kept edit, made on revision 7: set the threshold of G1 to 3", "set the threshold of G1 from 1 to 3"} {
		if ack.Undo != want {
			t.Errorf("undo offers %q, want %q", ack.Undo, want)
		}
		if ack, err = there.Undo(background, "s1", ack.Revision); err != nil {
			t.Fatal(err)
		}
	}
	if len(ack.Mine.Kept) != 1 {
		t.Error("after undoing it the edit is not kept again")
	}
}

// An edit made on an old revision goes onto the newest where nobody touched
// the same thing, and is refused where somebody did.
func TestRebase(t *testing.T) {
	set := certificate.SetThresholdEdit
	for _, c := range []struct {
		name   string
		theirs certificate.Edit
		mine   certificate.Edit
		fits   bool
	}{
		{"another field of the same group", certificate.SetWeightEdit("g1", 2), set("g1", 2), true},
		{"the same field of another group", set("g2", 2), set("g1", 2), true},
		{"the same field", set("g1", 2), set("g1", 3), false},
		{"the group is gone", certificate.RemoveGroupEdit("g1"), set("g1", 2), false},
		{"another unit in the same group", certificate.AcceptEdit("g1", "u5"), certificate.AcceptEdit("g1", "u6"), true},
		{"the same unit", certificate.AcceptEdit("g1", "u5"), certificate.AcceptEdit("g1", "u5"), false},
		{"drop what was dropped", certificate.DropEdit("g1", "u2"), certificate.DropEdit("g1", "u2"), false},
		{"drop after others moved", certificate.DropEdit("g1", "u1"), certificate.DropEdit("g1", "u2"), true},
		{"two new groups", certificate.AddGroupEdit("a"), certificate.AddGroupEdit("b"), true},
		{"remove a group that grew", certificate.AcceptEdit("g1", "u5"), certificate.RemoveGroupEdit("g1"), false},
		{"remove another group", certificate.AcceptEdit("g2", "u5"), certificate.RemoveGroupEdit("g1"), true},
		{"merge, another group changed", certificate.SetRoleEdit("g3", "x"), certificate.MergeEdit("g1", "g2"), true},
		{"merge, one of them changed", certificate.SetRoleEdit("g2", "x"), certificate.MergeEdit("g1", "g2"), false},
		{"split, another group changed", certificate.SetRoleEdit("g3", "x"), certificate.SplitEdit("g1", "u2"), true},
		{"split, it changed", certificate.DropEdit("g1", "u1"), certificate.SplitEdit("g1", "u2"), false},
		{"a branch each", certificate.AddBranchEdit("u1"), certificate.AddBranchEdit("u2"), true},
		{"all branches set, one added", certificate.AddBranchEdit("u1"), certificate.SetBranchesEdit([][]string{{"u2"}}), false},
		{"confidence and scope", certificate.SetScopeEdit(ptr("x")), certificate.SetConfidenceEdit(ptr(0.5)), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t, reviewtest.Calibration())
			old := reviewtest.Do(t, o.ada, "s1",
				certificate.AddGroupEdit("a"), certificate.AcceptEdit("g1", "u1"), certificate.AcceptEdit("g1", "u2"), certificate.AcceptEdit("g1", "u3"),
				certificate.AddGroupEdit("b"), certificate.AcceptEdit("g2", "u3"), certificate.AcceptEdit("g2", "u4"),
				certificate.AddGroupEdit("c"), certificate.AcceptEdit("g3", "u4"))
			now := reviewtest.Do(t, o.bea, "s1", c.theirs)
			rebased, err := review.Rebase(old.Draft, now.Draft, c.mine)
			if fits := err == nil; fits != c.fits {
				t.Fatalf("fits %v, want %v (%v)", fits, c.fits, err)
			}
			ack, deskErr := o.ada.Reapply(background, "s1", old.Revision, now.Revision, c.mine, "")
			if (deskErr == nil) != c.fits {
				t.Fatalf("the desk says %v", deskErr)
			}
			if !c.fits {
				if !errors.As(err, new(*certificate.ConflictError)) || !errors.As(deskErr, new(*certificate.ConflictError)) || err.Error() == "" {
					t.Errorf("refused by %T (%v) and %T (%v)", err, err, deskErr, deskErr)
				}
				return
			}
			want, _, err := now.Draft.Apply(rebased)
			if err != nil || !certificate.Equal(want.Certificate(), ack.Draft.Certificate()) {
				t.Errorf("applying the rebased edit gives something else than the desk did (%v)", err)
			}
			if certificate.Equal(ack.Draft.Certificate(), now.Draft.Certificate()) {
				t.Error("nothing was applied")
			}
		})
	}
}

// My undo is refused when someone else's later change is in the way, and says
// whose act it would be and what came in between.
func TestUndoBlockedByALaterEdit(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Do(t, o.ada, "s1", sound()...)
	reviewtest.Do(t, o.ada, "s1", certificate.SetThresholdEdit("g1", 2))
	free := reviewtest.Do(t, o.bea, "s1", certificate.SetWeightEdit("g1", 3)) // another field: no obstacle
	at := reviewtest.Do(t, o.bea, "s1", certificate.SetThresholdEdit("g1", 1)).Revision
	before := take(t, o.ada, "s1")
	_, err := o.ada.Undo(background, "s1", at)
	var blocked *review.BlockedError
	if !errors.As(err, &blocked) || !errors.As(err, new(*certificate.ConflictError)) {
		t.Fatalf("got %T: %v", err, err)
	}
	if blocked.What != "set the threshold of G1 from 1 to 2" || len(blocked.By) != 1 || blocked.By[0].To != at || blocked.By[0].Who != "" {
		t.Errorf("in the way: %+v", blocked)
	}
	if want := []string{"set the threshold of G1 from 2 to 1"}; !reflect.DeepEqual(blocked.Words, want) {
		t.Errorf("in words: %q", blocked.Words)
	}
	if !strings.Contains(err.Error(), "cannot undo “set the threshold of G1 from 1 to 2”") || !strings.Contains(err.Error(), "since then: set the threshold of G1 from 2 to 1") {
		t.Errorf("it says %q", err)
	}
	if !reflect.DeepEqual(before, take(t, o.ada, "s1")) {
		t.Error("a refused undo changed something")
	}
	if _, err := o.bea.Undo(background, "s1", at); err != nil {
		t.Fatal(err)
	}
	ack, err := o.ada.Undo(background, "s1", at+1)
	if err != nil {
		t.Fatalf("with the way free: %v", err)
	}
	if g := ack.Draft.Certificate().Groups[0]; g.Threshold != 1 || g.Weight != free.Draft.Certificate().Groups[0].Weight {
		t.Errorf("threshold %d, weight %g", g.Threshold, g.Weight)
	}
}

package review_test

import (
	"errors"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

func TestFinishing(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	ack := reviewtest.Do(t, o.ada, "s1", sound()[:2]...) // no rationale, no quotation
	_, err := o.ada.Finish(background, "s1", ack.Revision, true)
	var unfinished *review.UnfinishedError
	if !errors.As(err, &unfinished) || len(unfinished.Findings) == 0 {
		t.Fatalf("finished although not ready: %v", err)
	}
	if !strings.HasPrefix(err.Error(), "not ready to be finished: ") {
		t.Errorf("it says %q", err)
	}

	ack = reviewtest.Do(t, o.ada, "s2", sound()...)
	if ack, err = o.ada.Finish(background, "s2", ack.Revision, true); err != nil {
		t.Fatal(err)
	}
	v := take(t, o.ada, "s2")
	if ack.Status != review.StatusDone || v.Phase != review.Review || v.MayEdit {
		t.Errorf("finished: status %s, phase %s, may edit %v", ack.Status, v.Phase, v.MayEdit)
	}
	_, err = o.ada.Edit(background, "s2", ack.Revision, certificate.SetThresholdEdit("g1", 2), "")
	if want := "the certificate of s2 is finished: reopen it before you change it"; !errors.As(err, new(*review.FinishedError)) || err.Error() != want {
		t.Errorf("editing a finished certificate: %v", err)
	}
	if ack, err = o.ada.Finish(background, "s2", ack.Revision, false); err != nil || ack.Status != review.StatusDraft {
		t.Fatalf("reopened: %s, %v", ack.Status, err)
	}
	reviewtest.Do(t, o.ada, "s2", certificate.SetThresholdEdit("g1", 2))
}

// The certificate is finished by another process between my reading and my
// saving: the fold refuses, and says it as plainly as the desk does.
func TestEditLosesAgainstFinish(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	ack := reviewtest.Do(t, o.ada, "s1", sound()...)
	release := o.memory.HoldAppends()
	edited := make(chan error, 1)
	go func() {
		_, err := o.bea.Edit(background, "s1", ack.Revision, certificate.SetThresholdEdit("g1", 2), "")
		edited <- err
	}()
	o.memory.AwaitHeld(1)
	o.memory.LetThrough()
	if _, err := o.ada.Finish(background, "s1", ack.Revision, true); err != nil {
		t.Fatal(err)
	}
	release()
	if err := <-edited; !errors.As(err, new(*review.FinishedError)) || strings.Contains(err.Error(), "event") {
		t.Errorf("got %v", err)
	}
}

// An import that nobody touched is only warned about missing quotations; once
// it was edited they keep it from being finished. What blocks always does.
func TestFinishingAnImport(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Label(t, o.memory, o.org, "s1", []string{"u1", "u2"}) // neither rationale nor quotation
	row := func() review.QueueRow {
		rows, err := o.ada.Queue(background)
		if err != nil {
			t.Fatal(err)
		}
		return rows[0]
	}
	untouched := row()
	if untouched.Status != review.StatusImported || untouched.Freezing != 0 || untouched.Warnings == 0 || untouched.Blocking != 0 {
		t.Errorf("untouched: %+v", untouched)
	}
	ack := reviewtest.Do(t, o.ada, "s1", certificate.SetThresholdEdit("g1", 2))
	if r := row(); r.Status != review.StatusDraft || r.Freezing == 0 || r.Warnings+r.Freezing < untouched.Warnings || !r.Touched {
		t.Errorf("edited: %+v", r)
	}
	if _, err := o.ada.Finish(background, "s1", ack.Revision, true); !errors.As(err, new(*review.UnfinishedError)) {
		t.Errorf("finished without quotations: %v", err)
	}
	ack, err := o.ada.Undo(background, "s1", ack.Revision)
	if err != nil || ack.Status != review.StatusImported || ack.Touched {
		t.Fatalf("taken back it is %s, touched %v, %v", ack.Status, ack.Touched, err)
	}
	if r := row(); r.Freezing != 0 || r.Warnings != untouched.Warnings {
		t.Errorf("taken back: %+v", r)
	}
	if _, err := o.ada.Finish(background, "s1", ack.Revision, true); err != nil {
		t.Errorf("an untouched import: %v", err)
	}

	reviewtest.Label(t, o.memory, o.org, "s2", []string{"u1", "u99"}) // no such unit
	if _, err := o.ada.Finish(background, "s2", take(t, o.ada, "s2").Revision, true); !errors.As(err, new(*review.UnfinishedError)) {
		t.Errorf("finished with a unit that is not there: %v", err)
	}
}

// Undoing a reopening finishes again, so it asks again what finishing asks.
func TestRedoOfFinishingAsksAgain(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	at := reviewtest.Do(t, o.ada, "s1", sound()...).Revision
	for _, done := range []bool{true, false} {
		if _, err := o.ada.Finish(background, "s1", at, done); err != nil {
			t.Fatal(err)
		}
	}
	at = reviewtest.Do(t, o.bea, "s1", certificate.SetRationaleEdit("g1", "")).Revision
	if _, err := o.ada.Undo(background, "s1", at); !errors.As(err, new(*review.UnfinishedError)) {
		t.Errorf("undoing the reopening of what is no longer ready: %v", err)
	}
	at = reviewtest.Do(t, o.bea, "s1", certificate.SetRationaleEdit("g1", "again")).Revision
	if ack, err := o.ada.Undo(background, "s1", at); err != nil || ack.Status != review.StatusDone {
		t.Errorf("ready again: %s, %v", ack.Status, err)
	}
}

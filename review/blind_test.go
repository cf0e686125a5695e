package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// Everything one annotator has beside the certificate carries this word; no
// byte of it may reach another annotator (case C14).
const secret = "ZEBRA-77"

func leaveSecrets(t *testing.T, d *review.Desk, state string) {
	t.Helper()
	v := take(t, d, state)
	kept := certificate.SetRationaleEdit("g1", secret+" kept")
	for _, do := range []func() (review.Ack, error){
		func() (review.Ack, error) { return d.Note(background, state, secret+" note") },
		func() (review.Ack, error) { return d.Flag(background, state, ptr(secret+" flag")) },
		func() (review.Ack, error) { return d.Skip(background, state, ptr(secret+" skip")) },
		func() (review.Ack, error) {
			return d.Carry(background, state, review.Carry{Unit: "u1", In: "step 1", Reason: secret + " carry"})
		},
		func() (review.Ack, error) { return d.Keep(background, state, v.Revision, kept) },
	} {
		if _, err := do(); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.SaveTyping(background, state, "rationale g1", secret+" typing"); err != nil {
		t.Fatal(err)
	}
}

// shown is all that a desk gives its person about everything, as JSON.
func shown(t *testing.T, d *review.Desk) string {
	t.Helper()
	var b strings.Builder
	write := func(v any) {
		out, err := json.Marshal(v, json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(out)
	}
	rows, err := d.Queue(background)
	if err != nil {
		t.Fatal(err)
	}
	write(rows)
	for _, row := range rows {
		v := take(t, d, row.State)
		v.State = card.State{} // the same for everyone
		write(v)
	}
	for e, err := range d.History(background, review.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		write(e)
	}
	return b.String()
}

func TestNothingOfOneAnnotatorReachesAnother(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Do(t, o.bea, "s1", sound()...)
	before := shown(t, o.bea)
	leaveSecrets(t, o.ada, "s1")
	leaveSecrets(t, o.ada, "s2")

	after := shown(t, o.bea)
	if strings.Contains(after, secret) || strings.Contains(after, string(o.ada.Person().ID)) || strings.Contains(after, "Ada") {
		t.Errorf("Bea sees Ada's things:\n%s", after)
	}
	// Not even counts, times or statuses move.
	if after != before {
		t.Errorf("what Bea sees changed from\n%s\nto\n%s", before, after)
	}
	if own := shown(t, o.ada); strings.Count(own, secret) < 10 {
		t.Error("Ada does not see her own things: the test shows nothing")
	}
	if all := shown(t, o.org); !strings.Contains(all, secret+" note") {
		t.Error("an organizer does not see the journal")
	} else if strings.Contains(all, secret+" typing") {
		t.Error("text being typed is nobody else's")
	}
}

// An event that may not be seen is answered exactly as one that is not there.
func TestHiddenEventIsAnUnknownEvent(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	ack, err := o.ada.Note(background, "s1", secret)
	if err != nil {
		t.Fatal(err)
	}
	hidden, beyond := ack.Event.Seq, ack.Event.Seq+1000
	for _, seq := range []uint64{hidden, beyond, 0} {
		_, err := o.memory.Event(background, o.bea.Scope(), seq)
		var unknown *review.UnknownEventError
		if !errors.As(err, &unknown) || err.Error() != fmt.Sprintf("there is no event %d here", seq) {
			t.Errorf("event %d: %v", seq, err)
		}
	}
}

// Skipping takes a state out of my queue, not out of another's (case C18).
func TestSkippingIsMyOwn(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	if _, err := o.ada.Skip(background, "s1", ptr("later")); err != nil {
		t.Fatal(err)
	}
	if got := statuses(t, o.ada); got != "s1 skipped, s2 empty" {
		t.Errorf("Ada's queue: %s", got)
	}
	if got := statuses(t, o.bea); got != "s1 empty, s2 empty" {
		t.Errorf("Bea's queue: %s", got)
	}
	if _, err := o.ada.Skip(background, "s1", nil); err != nil {
		t.Fatal(err)
	}
	if got := statuses(t, o.ada); got != "s1 empty, s2 empty" {
		t.Errorf("Ada's queue after putting it back: %s", got)
	}
}

func statuses(t *testing.T, d *review.Desk) string {
	t.Helper()
	rows, err := d.Queue(background)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, r := range rows {
		said = append(said, r.State+" "+string(r.Status))
	}
	return strings.Join(said, ", ")
}

// A person's note that a unit carries what was seen warns that person alone.
func TestCarryWarnsWhereTheUnitIsAccepted(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Do(t, o.ada, "s1", sound()...)
	warnings := func(d *review.Desk) int {
		rows, err := d.Queue(background)
		if err != nil {
			t.Fatal(err)
		}
		return rows[0].Warnings
	}
	mine, theirs := warnings(o.ada), warnings(o.bea)
	for unit, more := range map[string]int{"u1": 1, "u6": 0} { // u6 is in no group
		ack, err := o.ada.Carry(background, "s1", review.Carry{Unit: unit, In: "u5"})
		if err != nil {
			t.Fatal(err)
		}
		if got := warnings(o.ada) - mine; got != more {
			t.Errorf("%s: %d more warnings, want %d", unit, got, more)
		}
		if got := warnings(o.bea) - theirs; got != 0 {
			t.Errorf("%s: Bea gets %d more warnings from Ada's note", unit, got)
		}
		v := take(t, o.ada, "s1")
		found := review.CarryFindings(v.Draft.Certificate(), v.Mine.Carries, func(u string) string { return u })
		if len(found) != more {
			t.Errorf("%s: findings %v, want %d", unit, found, more)
		}
		if more == 1 && found[0].Text != "G1 accepts u1, which by your note carries what was seen in u5" {
			t.Errorf("it says %q", found[0].Text)
		}
		if _, err := o.ada.Undo(background, "s1", ack.Revision); err != nil {
			t.Fatal(err)
		}
	}
	carry := review.Carry{Unit: "u1", In: "u5"}
	if _, err := o.ada.Carry(background, "s1", carry); err != nil {
		t.Fatal(err)
	}
	reviewtest.Do(t, o.bea, "s1", certificate.DropEdit("g1", "u1"))
	if got := warnings(o.ada) - mine; got > 0 {
		t.Errorf("the unit was dropped by someone else, still %d more warnings", got)
	}
}

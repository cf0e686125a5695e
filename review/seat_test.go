package review_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// refused checks that an error is of a type and says something.
func refused[E error](t *testing.T, err error, says string) {
	t.Helper()
	var want E
	if !errors.As(err, &want) {
		t.Errorf("got %v (%T), want a %T", err, err, want)
	} else if !strings.Contains(err.Error(), says) {
		t.Errorf("it says %q, want %q", err, says)
	}
}

func claim(d *review.Desk, state string) error {
	_, err := d.Claim(background, state)
	return err
}

// What each person may claim, and what they are told otherwise.
func TestClaims(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	refused[*review.UnknownStateError](t, claim(o.Rosa, "s9"), "s9")
	refused[*review.UnknownStateError](t, claim(o.Rosa, "s7"), "s7") // not finished: nothing to know of
	refused[*review.UnknownStateError](t, claim(o.Sven, "s1"), "s1") // nothing to arbitrate
	refused[*review.UnknownStateError](t, claim(o.Ann, "s1"), "s1")  // no reviewer
	refused[*review.UnknownStateError](t, claim(o.Alma, "s5"), "s5") // neither
	refused[*review.TakenError](t, claim(o.Rosa, "s3"), "taken by somebody else")
	refused[*review.TakenError](t, claim(o.Rosa, "s5"), "taken by somebody else")
	refused[*review.DutyError](t, claim(o.Rita, "s2"), "one person")
	v := reviewtest.Begin(t, o.Sven, "s5")
	if v.Sheet != review.SheetSenior || v.Seat.Task != review.TaskArbitrate || !v.MayEdit {
		t.Errorf("Sven gets %+v", v.Seat)
	}
	refused[*review.TakenError](t, claim(o.Selma, "s5"), "arbitration")
}

// Two seats, whatever the order; the slots are drawn and say nothing.
func TestSlotsAreDrawn(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 40)
	first := map[review.Slot]int{}
	for i := range 40 {
		id := reviewtest.State("s"+itoa(i+1), 1).Card.ID
		o.Annotate(t, id)
		a := reviewtest.Begin(t, o.Rita, id)
		b := reviewtest.Begin(t, o.Ralf, id)
		if a.Seat.Slot != b.Seat.Slot.Other() {
			t.Fatalf("%s: slots %s and %s", id, a.Seat.Slot, b.Seat.Slot)
		}
		first[a.Seat.Slot]++
	}
	if first[review.SlotA] < 10 || first[review.SlotB] < 10 {
		t.Errorf("the first of two gets %v", first)
	}
}

// Fifty at once want the last seat: one gets it, forty-nine are told.
func TestOneSeatFiftyClaims(t *testing.T) {
	const n = 50
	people := []review.Person{reviewtest.Organizer("Olga"), reviewtest.Annotator("Ann"), reviewtest.Person("Rita", review.Reviewer)}
	for i := range n {
		people = append(people, reviewtest.Person("R"+itoa(i), review.Reviewer))
	}
	m := reviewtest.NewMemory(reviewtest.Calibration(), people, reviewtest.State("s1", 8))
	reviewtest.Label(t, m, reviewtest.Desk(t, m, people[0]), "s1", []string{"u1"})
	reviewtest.Begin(t, reviewtest.Desk(t, m, people[2]), "s1")
	var all sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		d := reviewtest.Desk(t, m, people[3+i])
		all.Go(func() { errs[i] = claim(d, "s1") })
	}
	all.Wait()
	got := 0
	for _, err := range errs {
		if err == nil {
			got++
			continue
		}
		refused[*review.TakenError](t, err, "taken by somebody else")
	}
	if seats := m.Stored("s1").Course.Seats; got != 1 || len(seats) != 2 {
		t.Errorf("%d got it, seats %+v", got, seats)
	}
}

func itoa(n int) string {
	const digits = "0123456789"
	if n < 10 {
		return digits[n : n+1]
	}
	return itoa(n/10) + digits[n%10:n%10+1]
}

// An idle person blocks nobody: once the lease is over somebody else may take
// the seat, and until then every act of the holder gives it more time.
func TestLeases(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	o.Annotate(t, "s1")
	reviewtest.Begin(t, o.Ralf, "s1")
	v := reviewtest.Begin(t, o.Rita, "s1")
	if v.Seat.Until-v.Seat.Lease <= 0 || v.Seat.Lease != review.DefaultLease {
		t.Errorf("seat %+v", v.Seat)
	}
	o.Pass(review.DefaultLease - 60_000)
	reviewtest.Do(t, o.Rita, "s1", certificate.SetWeightEdit("g1", 2))
	o.Pass(review.DefaultLease - 60_000)
	// Rita's act renewed her claim, Ralf's is over. Rosa gets Ralf's seat.
	w := reviewtest.Begin(t, o.Rosa, "s1")
	if w.Seat.Slot != v.Seat.Slot.Other() {
		t.Errorf("Rosa got slot %s, Rita holds %s", w.Seat.Slot, v.Seat.Slot)
	}
	_, err := o.Ralf.Take(background, "s1")
	refused[*review.UnknownStateError](t, err, "s1")
	refused[*review.TakenError](t, claim(o.Ralf, "s1"), "taken")
	if take(t, o.Rita, "s1").Revision != 2 {
		t.Error("Rita's sheet did not stay")
	}
	// A lapsed claim that nobody took goes on with its next act.
	o.Pass(2 * review.DefaultLease)
	reviewtest.Do(t, o.Rosa, "s1", certificate.SetWeightEdit("g1", 3))
	if v := take(t, o.Rosa, "s1"); v.Seat.Until < o.Clock() {
		t.Error("an act does not renew a lapsed claim")
	}
	// What is submitted does not lapse.
	v = take(t, o.Rita, "s1")
	if _, err := o.Rita.Submit(background, "s1", v.Revision, reviewtest.Revises("heavier")); err != nil {
		t.Fatal(err)
	}
	o.Pass(2 * review.DefaultLease)
	third := o.Sit(t, o.Ralf.Person())
	v = reviewtest.Begin(t, third, "s1")
	if v.Seat.Slot != w.Seat.Slot || v.Touched {
		t.Errorf("Ralf got %s, touched %v: want Rosa's seat with a fresh sheet", v.Seat.Slot, v.Touched)
	}
}

// Assigned seats do not lapse; an organizer may take them away.
func TestAssignedSeats(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 3)
	o.Annotate(t, "s1", "s2")
	staffing := review.Staffing{Task: review.TaskReview, Seed: 3, DryRun: true}
	dry, err := o.Olga.Assign(background, staffing)
	if err != nil || dry.Made || len(dry.Plan.Seats) != 4 || len(dry.Skipped) != 1 || dry.Skipped[0].State != "s3" {
		t.Fatalf("%+v, %v", dry, err)
	}
	if n := len(o.Memory.Stored("s1").Course.Seats); n != 0 {
		t.Fatalf("a dry run made %d seats", n)
	}
	staffing.DryRun = false
	made, err := o.Olga.Assign(background, staffing)
	if err != nil || !made.Made {
		t.Fatalf("%+v, %v", made, err)
	}
	seats := o.Memory.Stored("s1").Course.Seats
	o.Pass(10 * review.DefaultLease)
	for _, s := range seats {
		if s.Free(o.Clock()) || s.Until != 0 {
			t.Errorf("an assigned seat lapses: %+v", s)
		}
	}
	again, err := o.Olga.Assign(background, staffing)
	if err != nil || len(again.Plan.Seats) != 0 || len(again.Skipped) != 3 {
		t.Errorf("assigning twice: %+v, %v", again, err)
	}
	if err := o.Olga.Unseat(background, "s1", review.TaskReview, seats[0].Person); err != nil {
		t.Fatal(err)
	}
	refused[*review.VacantError](t, o.Olga.Unseat(background, "s1", review.TaskReview, seats[0].Person), "no review on s1")
	if err := o.Olga.Seat(background, "s1", review.TaskReview, seats[0].Person); err != nil {
		t.Errorf("seat them again: %v", err)
	}
	refused[*review.DutyError](t, o.Olga.Seat(background, "s1", review.TaskReview, o.Ann.Person().ID), "reviewer")
	refused[*review.NotReadyError](t, o.Olga.Seat(background, "s3", review.TaskReview, seats[0].Person), "not finished")
	refused[*review.ForbiddenError](t, o.Rita.Seat(background, "s2", review.TaskReview, o.Rita.Person().ID), "only an organizer")
	_, err = o.Rita.Assign(background, staffing)
	refused[*review.ForbiddenError](t, err, "only an organizer")
}

// Nobody arbitrates what they annotated or reviewed; the rule holds where work
// is offered, claimed, assigned and again when it is saved (case C15).
func TestNobodyArbitratesTheirOwn(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 2)
	all := reviewtest.Person("Dora", review.Annotator, review.Reviewer, review.Senior)
	if err := o.Olga.AddPerson(background, all); err != nil {
		t.Fatal(err)
	}
	dora := o.Sit(t, all)
	// s1: Dora reviews. s2: Dora annotates.
	o.Annotate(t, "s1")
	reviewtest.Do(t, dora, "s2", reviewtest.Sound()...)
	if _, err := dora.Finish(background, "s2", take(t, dora, "s2").Revision, true); err != nil {
		t.Fatal(err)
	}
	refused[*review.DutyError](t, claim(dora, "s2"), "reviews a state that they annotated")
	reviewtest.Differ(t, dora, o.Ralf, "s1")
	reviewtest.Differ(t, o.Rita, o.Ralf, "s2")
	rows, err := dora.Queue(background)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Task == review.TaskArbitrate {
			t.Errorf("she is offered %s", r.State)
		}
	}
	for id, why := range map[string]string{"s1": "arbitrates a state that they reviewed", "s2": "arbitrates a state that they annotated"} {
		e := review.Event{Who: all.ID, At: o.Clock(), Kind: review.Claimed, State: id, Body: []byte(`{"task":"arbitrate","person":"id-Dora"}`)}
		_, _, err := o.Memory.Enact(background, dora.Scope(), []review.Act{{Event: e}})
		refused[*review.DutyError](t, err, why)
		refused[*review.DutyError](t, o.Olga.Seat(background, id, review.TaskArbitrate, all.ID), why)
		if _, err := dora.Dispute(background, id); err == nil {
			t.Errorf("she can open %s for arbitration", id)
		}
	}
	// Roles are looked at again when something is saved.
	reviewtest.Begin(t, o.Sven, "s1")
	if err := o.Olga.SetRoles(background, o.Sven.Person().ID, []review.Role{review.Reviewer}); err != nil {
		t.Fatal(err)
	}
	_, err = o.Sven.Choose(background, "s1", 1, 0, &review.Choice{Take: review.TakeA})
	if err == nil {
		t.Error("somebody who is no senior any more decides")
	}
	reviewtest.Begin(t, o.Selma, "s1") // the seat is free again
}

// A senior who reviews a state gets the same answer to a claim of its
// arbitration before the other review is in and after, whatever it said.
func TestClaimDoesNotTellOfTheOtherReview(t *testing.T) {
	for _, name := range []string{"agrees", "disagrees"} {
		t.Run(name, func(t *testing.T) {
			o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
			both := reviewtest.Person("Dora", review.Reviewer, review.Senior)
			if err := o.Olga.AddPerson(background, both); err != nil {
				t.Fatal(err)
			}
			dora := o.Sit(t, both)
			o.Annotate(t, "s1")
			submit := func(d *review.Desk, s review.Submission) {
				t.Helper()
				if _, err := d.ClaimFor(background, "s1", review.TaskReview); err != nil {
					t.Fatal(err)
				}
				if _, err := d.Submit(background, "s1", take(t, d, "s1").Revision, s); err != nil {
					t.Fatal(err)
				}
			}
			submit(dora, reviewtest.Accepts())
			arbitrate := func() error {
				_, err := dora.ClaimFor(background, "s1", review.TaskArbitrate)
				return err
			}
			before := arbitrate()
			refused[*review.DutyError](t, before, "arbitrates a state that they reviewed")
			other := reviewtest.Accepts()
			if name == "disagrees" {
				other.Verdict, other.Reason = review.VerdictUnscorable, "there is no decision"
			}
			submit(o.Ralf, other)
			if after := arbitrate(); after == nil || after.Error() != before.Error() {
				t.Errorf("before it says %v, after %v", before, after)
			}
		})
	}
}

// An event cannot be made for somebody else, nor one that only the rules make.
func TestNobodyActsForAnother(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for name, e := range map[string]review.Event{
		"a claim for Rosa":      {Who: o.Rosa.Person().ID, Kind: review.Claimed, State: "s1", Body: []byte(`{"task":"review","person":"id-Rosa"}`)},
		"a seat for Rosa":       {Who: o.Rita.Person().ID, Kind: review.Claimed, State: "s1", Body: []byte(`{"task":"review","person":"id-Rosa"}`)},
		"an outcome":            {Who: o.Rita.Person().ID, Kind: review.Judged, State: "s3", Body: []byte(`{"route":"closes"}`)},
		"a release of a rival":  {Who: o.Rita.Person().ID, Kind: review.Released, State: "s3", Body: []byte(`{"task":"review","slot":"A","person":"id-Ralf"}`)},
		"a release of a rival ": {Who: o.Rita.Person().ID, Kind: review.Released, State: "s3", Body: []byte(`{"task":"review","slot":"B","person":"id-Ralf"}`)},
		"a freeze":              {Who: o.Rita.Person().ID, Kind: review.Froze, Body: []byte(`{"states":0,"excluded":0,"sha256":""}`)},
		"a role":                {Who: o.Rita.Person().ID, Kind: review.Rerolled, Body: []byte(`{}`)},
		"a note on A's sheet":   {Who: o.Rosa.Person().ID, Kind: review.Noted, State: "s3", Sheet: review.SheetA, Body: []byte(`{"before":"","after":"x"}`)},
		"a note on B's sheet":   {Who: o.Rosa.Person().ID, Kind: review.Noted, State: "s3", Sheet: review.SheetB, Body: []byte(`{"before":"","after":"x"}`)},
	} {
		before := len(o.Memory.Journal())
		_, _, err := o.Memory.Enact(background, o.Rita.Scope(), []review.Act{{Event: e}})
		if err == nil || len(o.Memory.Journal()) != before {
			t.Errorf("%s: %v", name, err)
		}
	}
}

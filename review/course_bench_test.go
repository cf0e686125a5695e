package review_test

import (
	"strconv"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// sixGroups turns the Sound certificate into one of six groups.
func sixGroups() []certificate.Edit {
	var edits []certificate.Edit
	for g := 3; g <= 6; g++ {
		key := certificate.GroupKey("g" + strconv.Itoa(g))
		edits = append(edits, certificate.AddGroupEdit("interaction"),
			certificate.AcceptEdit(key, "u"+strconv.Itoa(g+1)), certificate.AcceptEdit(key, "u"+strconv.Itoa(g+2)),
			certificate.SetRationaleEdit(key, "needed"), reviewtest.QuoteLine(key, "u"+strconv.Itoa(g+1), 10*g+1))
	}
	return edits
}

// Opening an arbitration of two certificates of six groups.
func BenchmarkDispute(b *testing.B) {
	o := reviewtest.NewOffice(b, reviewtest.Calibration(), 1)
	o.Annotate(b, "s1")
	reviewtest.Review(b, o.Rita, "s1", reviewtest.Revises("x"), sixGroups()...)
	reviewtest.Review(b, o.Ralf, "s1", reviewtest.Revises("y"), append(sixGroups(), certificate.SetThresholdEdit("g1", 2), certificate.AcceptEdit("g4", "u1"))...)
	reviewtest.Begin(b, o.Sven, "s1")
	for b.Loop() {
		if _, err := o.Sven.Dispute(background, "s1"); err != nil {
			b.Fatal(err)
		}
	}
}

// The queue of a reviewer in a project of 5,000 states, without a store.
func BenchmarkReviewQueue5000(b *testing.B) {
	people := []review.Person{reviewtest.Organizer("Olga"), reviewtest.Person("Rita", review.Reviewer)}
	states := make([]card.State, 5000)
	for i := range states {
		states[i] = reviewtest.State("s"+strconv.Itoa(i), 2)
	}
	m := reviewtest.NewMemory(reviewtest.Calibration(), people, states...)
	olga := reviewtest.Desk(b, m, people[0])
	for i := range 200 {
		reviewtest.Label(b, m, olga, "s"+strconv.Itoa(i), []string{"u1"})
	}
	d := reviewtest.Desk(b, m, people[1])
	for b.Loop() {
		if rows, err := d.Queue(background); err != nil || len(rows) != 200 {
			b.Fatalf("%d rows, %v", len(rows), err)
		}
	}
}

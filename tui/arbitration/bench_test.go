package arbitration_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/tuitest"
)

// large is a state of 120 units on which two reviewers made six groups each,
// all but one of them different.
func large(b *testing.B) (*reviewtest.Memory, *review.Desk) {
	b.Helper()
	units := make([]card.Unit, 120)
	for i := range units {
		var text strings.Builder
		for l := range 60 {
			fmt.Fprintf(&text, "def tide_%d(station, when):  # unit %d\n", l, i)
		}
		units[i] = card.Unit{ID: fmt.Sprintf("u%d", i), Path: fmt.Sprintf("pilot/tides_%d.py", i%9), LineStart: 60*i + 1, LineEnd: 60*i + 60, Text: text.String()}
	}
	st := reviewtest.State("s1", 1)
	st.Pool = card.NewPool(units)
	people := []review.Person{
		reviewtest.Person("Ann", review.Annotator), reviewtest.Person("Rita", review.Reviewer),
		reviewtest.Person("Ralf", review.Reviewer), reviewtest.Person("Sven", review.Senior),
	}
	mem := reviewtest.NewMemory(reviewtest.Calibration(), people, st)
	desks := make([]*review.Desk, len(people))
	for i, p := range people {
		desks[i] = reviewtest.Desk(b, mem, p)
	}
	quote := func(g certificate.GroupKey, unit int) certificate.Edit {
		q, err := certificate.Quotable(units[unit], units[unit].LineStart, units[unit].LineStart)
		if err != nil {
			b.Fatal(err)
		}
		return certificate.QuoteEdit(g, q)
	}
	var made []certificate.Edit
	for g := range 6 {
		key := certificate.GroupKey(fmt.Sprintf("g%d", g+1))
		made = append(made, certificate.AddGroupEdit("bug_location"), certificate.SetRationaleEdit(key, "It is read here."))
		for u := range 8 {
			made = append(made, certificate.AcceptEdit(key, fmt.Sprintf("u%d", 10*g+u)))
		}
		made = append(made, quote(key, 10*g))
	}
	confidence := 0.9
	made = append(made, certificate.SetConfidenceEdit(&confidence))
	at := reviewtest.Do(b, desks[0], "s1", made...).Revision
	if _, err := desks[0].Finish(b.Context(), "s1", at, true); err != nil {
		b.Fatal(err)
	}
	var wider, stricter []certificate.Edit
	for g := range 5 {
		key := certificate.GroupKey(fmt.Sprintf("g%d", g+1))
		wider = append(wider, certificate.AcceptEdit(key, fmt.Sprintf("u%d", 100+g)))
		stricter = append(stricter, certificate.SetThresholdEdit(key, 2))
	}
	reviewtest.Review(b, desks[1], "s1", reviewtest.Revises("more says it"), wider...)
	reviewtest.Review(b, desks[2], "s1", reviewtest.Revises("one is not enough"), stricter...)
	return mem, desks[3]
}

// BenchmarkOpen measures from the asking until the first frame of an
// arbitration of two certificates of six groups, on 120 units at 160x50.
func BenchmarkOpen(b *testing.B) {
	mem, sven := large(b)
	reviewtest.Begin(b, sven, "s1")
	o := &reviewtest.Office{Memory: mem}
	for b.Loop() {
		open(b, o, sven, "s1", 160, 50)
	}
}

// BenchmarkKeyToFrame measures a key, everything that follows from it and the
// frame after it, among them choices that are saved and read again.
func BenchmarkKeyToFrame(b *testing.B) {
	mem, sven := large(b)
	reviewtest.Begin(b, sven, "s1")
	r := open(b, &reviewtest.Office{Memory: mem}, sven, "s1", 160, 50)
	r.Elapse(time.Second)
	for name, keys := range map[string]string{"move": "j j j k j l j k h n", "choose": "a", "read": ";"} {
		b.Run(name, func(b *testing.B) {
			list := strings.Fields(keys)
			for i := 0; b.Loop(); i++ {
				r.Send(tuitest.Press(list[i%len(list)]))
			}
		})
	}
}

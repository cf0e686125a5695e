package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/audit"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// TestAgreementInPlaces: who compares groups or units reads paths and lines,
// and the figures stay what they are.
func TestAgreementInPlaces(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for field, want := range map[string]string{
		review.FieldGroups:  "2 of [a.go:1-10 a.go:11-20] | 1 of [a.go:1-10 a.go:11-20 a.go:31-40]",
		review.FieldVerdict: "accept",
	} {
		g, err := o.Olga.Agreement(background, field, review.LatestReviews, audit.Resampling{Draws: 10})
		if err != nil {
			t.Fatal(err)
		}
		places, err := o.Olga.UnitPlaces(background, g)
		if err != nil {
			t.Fatal(err)
		}
		words := places.Words(g)
		if said := strings.Join(words.Lines(), "\n"); !strings.Contains(said, want) || strings.Contains(said, `["u`) {
			t.Errorf("%s: no %q in\n%s", field, want, said)
		}
		for i, c := range g.Cells {
			if w := words.Cells[i]; w.Count != c.Count || places.Answer(c.A) != w.A || len(g.Behind(c.A, c.B)) != c.Count {
				t.Errorf("%+v is said as %+v", c, w)
			}
		}
	}
	places := review.UnitPlaces{"u1": "a.go:1-10", "u4": "a.go:31-40"}
	if a, b := places.Apart(audit.Content([]string{"u1"}, 1), audit.Content([]string{"u1", "u4"}, 1)); a != "1 of [a.go:1-10]" || b != "1 of [a.go:31-40 a.go:1-10]" {
		t.Errorf("apart: %s and %s", a, b)
	}
	g, err := o.Olga.Agreement(background, review.FieldUnits, review.LatestReviews, audit.Resampling{Draws: 10})
	if err != nil {
		t.Fatal(err)
	}
	if places, err = o.Olga.UnitPlaces(background, g); err != nil {
		t.Fatal(err)
	}
	if item := places.Item(review.FieldUnits, audit.Item{State: "s5", Group: "u4"}); item.Group != "a.go:31-40" {
		t.Errorf("the unit u4 is %v", item)
	}
	if item := places.Item(review.FieldGroups, audit.Item{State: "s5", Group: "u4"}); item.Group != "u4" {
		t.Errorf("a group is %v", item)
	}
	if _, err := o.Rita.UnitPlaces(background, g); err == nil {
		t.Error("a reviewer reads the places of what others accept")
	}
}

// TestPlacesTellUnitsApart: places that would read alike get folders, and IDs
// where nothing else differs or where states disagree about them.
func TestPlacesTellUnitsApart(t *testing.T) {
	pools := map[string][]card.Unit{
		"s1": {
			{ID: "one", Path: "a/x/init.py", LineStart: 1, LineEnd: 5}, {ID: "two", Path: "b/x/init.py", LineStart: 1, LineEnd: 5},
			{ID: "three", Path: "init.py", LineStart: 1, LineEnd: 5}, {ID: "alone", Path: "a/x/run.py", LineStart: 1, LineEnd: 5},
			{ID: "again", Path: "a/y.py", LineStart: 2, LineEnd: 3}, {ID: "twin", Path: "a/y.py", LineStart: 2, LineEnd: 3},
			{ID: "whole", Path: "a/z.py"}, {ID: "none"}, {ID: "moving", Path: "m.py", LineStart: 1, LineEnd: 2},
		},
		"s2": {{ID: "moving", Path: "n.py", LineStart: 1, LineEnd: 2}, {ID: "alone", Path: "a/x/run.py", LineStart: 1, LineEnd: 5}},
	}
	var states []card.State
	for _, id := range []string{"s1", "s2"} {
		states = append(states, card.State{Card: card.StateCard{ID: id}, Pool: card.NewPool(pools[id])})
	}
	olga := reviewtest.Organizer("olga")
	m := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{olga}, states...)
	d, err := review.NewDesk(background, m, olga, reviewtest.Ticking(1))
	if err != nil {
		t.Fatal(err)
	}
	var said []audit.Rating
	for id, units := range pools {
		for _, u := range units {
			said = append(said, audit.Rating{Item: audit.Item{State: id, Group: u.ID}, Category: audit.Content([]string{u.ID}, 1)})
		}
	}
	g, err := audit.Agree(audit.Question{Name: review.FieldGroups, Level: audit.Groups, A: said, B: said}, audit.Resampling{Draws: 10})
	if err != nil {
		t.Fatal(err)
	}
	places, err := d.UnitPlaces(background, g)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range []string{"one", "again", "alone", "two", "three", "twin", "whole", "none", "moving"} {
		got = append(got, fmt.Sprintf("%s=%s", id, places.Unit(id)))
	}
	want := "one=a/x/init.py:1-5 again=again alone=run.py:1-5 two=b/x/init.py:1-5 three=init.py:1-5 twin=twin whole=z.py none=none moving=moving"
	if !slices.Equal(got, strings.Fields(want)) {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}

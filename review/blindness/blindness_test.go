package blindness

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/review"
)

func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"accept", nil}, // a verdict tells nothing
		{"so it is", []string{"so it is"}},
		{"the lease ends too early here", []string{"the lease ends too", "lease ends too early", "ends too early here"}},
		{"see ZEBRA-77", []string{"see ZEBRA-77", "ZEBRA-77"}},
		{"one,\n\ttwo\\three (four)", []string{"one two three four"}},
	} {
		var got []string
		wordsOf(c.text).phrases(func(p string) { got = append(got, p) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestContentOf(t *testing.T) {
	c, ok := contentOf([]byte(`{"a":["u1","u2"],"b":{"c":"text","d":[1,"x"]},"e":[["u3"]]}`))
	if !ok || !slices.Equal(c.texts, []string{"u1", "u2", "text", "x", "u3"}) || !slices.Equal(c.names, []string{"a", "b", "c", "d", "e"}) {
		t.Errorf("%+v, %t", c, ok)
	}
	if len(c.lists) != 2 || !slices.Equal(c.lists[0], []string{"u1", "u2"}) || !slices.Equal(c.lists[1], []string{"u3"}) {
		t.Errorf("lists %v", c.lists)
	}
	for _, text := range []string{"", "state  repository", `{"a":`, "12 states"} {
		if _, ok := contentOf([]byte(text)); ok {
			t.Errorf("%q passes for JSON", text)
		}
	}
}

// world is a state under review by ada (A) and bo (B); cy has nothing to do
// with it.
func world() *World {
	units := []card.Unit{{ID: "u1", Text: "func Lease() is what the pool says of it"}, {ID: "u2", Text: "package a"}, {ID: "u3"}}
	state := card.State{Card: card.StateCard{ID: "s1"}, Pool: card.NewPool(units)}
	seats := []review.Seated{
		{Task: review.TaskReview, Slot: review.SlotA, Person: "p1"}, {Task: review.TaskReview, Slot: review.SlotB, Person: "p2"},
	}
	reviewer := []review.Role{review.Reviewer}
	w := &World{
		Board: review.Board{Project: review.Project{ID: "x", Name: "trial", Mode: review.Sealed}, People: []review.Person{
			{ID: "p1", Name: "ada", Roles: reviewer}, {ID: "p2", Name: "bo", Roles: reviewer}, {ID: "p3", Name: "cy", Roles: reviewer},
		}},
		States: []string{"s1"}, Cards: map[string]card.State{"s1": state},
		Cases: map[string]review.Case{"s1": {
			Course: review.Course{State: "s1", Phase: review.Review, Under: 1, Seats: seats},
			Sheets: map[review.Sheet]review.Work{},
		}},
		Events: []review.Event{
			{Seq: 1, Who: "p1", State: "s1", Sheet: review.SheetA, Kind: review.Edited,
				Body: jsontext.Value(`{"after":"What counts is that the heron flies \"first\" of all.","units":["u1","u3"]}`)},
			{Seq: 2, Who: "p2", State: "s1", Sheet: review.SheetB, Kind: review.Noted, Body: jsontext.Value(`{"after":"My own note about otters and rivers."}`)},
			{Seq: 3, Who: "p1", State: "s1", Sheet: review.SheetA, Kind: review.Noted, Body: jsontext.Value(`{"after":"is what the pool says of it"}`)},
		},
		Signal: []review.Signal{{Reviewer: "model-x9", State: "s1", Verdict: "revise", Note: "It is not minimal at all."}},
		Ranked: map[string][]card.Prediction{}, Typing: map[review.PersonID][]review.Typing{}, Names: []string{"bm25_need"},
	}
	w.vocabulary = w.learn()
	return w
}

func TestWatch(t *testing.T) {
	w := world()
	bo := w.Watch(w.Board.People[1])
	type inner struct{ hidden string }
	type outer struct {
		private *inner
		ids     []string
		who     review.PersonID
	}
	for name, c := range map[string]struct {
		found []Leak
		leaks bool
	}{
		"whole":           {bo.Text("x", "s1", "it says: What counts is that the heron flies first of all."), true},
		"wrapped":         {bo.Text("x", "s1", "   What counts is that\n   the heron flies"), true},
		"cut":             {bo.Text("x", "s1", "is that the heron fli…"), true},
		"escaped":         {bo.JSON("x", "s1", []byte(`{"text":"heron flies \"first\" of\nall"}`)), true},
		"a member's name": {bo.JSON("x", "s1", []byte(`{"the heron flies first":1}`)), true},
		"a model":         {bo.Text("x", "", "model-x9 said so"), true},
		"a method":        {bo.Text("x", "", "by bm25_need"), true},
		"a name":          {bo.Text("x", "", "ada has it"), true},
		"an ID":           {bo.JSON("x", "s1", []byte(`{"who":"p1"}`)), true},
		"a list of units": {bo.JSON("x", "s1", []byte(`["u3","u1"]`)), true},
		"in memory":       {bo.Value("x", "s1", outer{private: &inner{"the heron flies first"}}), true},
		"a list in it":    {bo.Value("x", "s1", outer{ids: []string{"u1", "u3"}}), true},
		"a person in it":  {bo.Value("x", "s1", outer{who: "p1"}), true},
		"an opinion":      {bo.Value("x", "s1", review.Opinion{Verdict: review.VerdictAccept}), true},
		"their event":     {bo.Event("x", w.Events[0]), true},

		"their own":         {bo.Text("x", "s1", "My own note about otters and rivers."), false},
		"what is public":    {bo.Text("x", "s1", "func Lease() is what the pool says of it"), false},
		"few words":         {bo.Text("x", "s1", "heron flies"), false},
		"their own name":    {bo.Text("x", "", "bo (reviewer)"), false},
		"their own ID":      {bo.Value("x", "s1", outer{who: "p2"}), false},
		"nothing in memory": {bo.Value("x", "s1", outer{}), false},
		"their own event":   {bo.Event("x", w.Events[1]), false},
	} {
		if got := len(c.found) > 0; got != c.leaks {
			t.Errorf("%s: %v", name, c.found)
		}
	}
	for _, l := range bo.Text("x", "s1", "the heron flies first") {
		if said := l.String(); !strings.Contains(said, "bo, x: edited on the sheet of reviewer A of s1 came out") {
			t.Errorf("told as %q", said)
		}
	}
}

// What a decision made of a certificate is hidden from its annotator, also while
// the decision is taken back.
func TestWatchRecalled(t *testing.T) {
	w := world()
	ann := review.Person{ID: "p4", Name: "dee", Roles: []review.Role{review.Annotator}}
	w.Board.People = append(w.Board.People, ann)
	w.Board.Project.Mode = review.Open
	k := w.Cases["s1"]
	k.Course.Phase = review.Arbitrate
	w.Cases["s1"] = k
	finds := func() bool { return len(w.Watch(ann).Text("x", "s1", "the gulls come back at noon")) > 0 }
	if s := w.seeing(ann, "s1"); !s.annotator || !s.outcomes {
		t.Errorf("before a decision they see %+v", s)
	}
	w.Events = append(w.Events,
		review.Event{Seq: 4, Who: review.Rules, State: "s1", Kind: review.Ruled, Body: jsontext.Value(`{"after":"What counts: the gulls come back at noon."}`)},
		review.Event{Seq: 5, Who: "p3", State: "s1", Sheet: review.SheetSenior, Kind: review.Recalled})
	w.vocabulary = w.learn()
	if s := w.seeing(ann, "s1"); s.annotator || s.outcomes || !finds() {
		t.Errorf("taken back, they may see %+v", s)
	}
	k.Course.Phase = review.Frozen
	w.Cases["s1"] = k
	if s := w.seeing(ann, "s1"); !s.release || finds() {
		t.Errorf("frozen, they may see %+v", s)
	}
}

// What does not exist for somebody answers like what nobody has.
func TestBlank(t *testing.T) {
	w := world()
	cy, bo := w.Watch(w.Board.People[2]), w.Watch(w.Board.People[1])
	const unknown = `there is no state "none" here`
	if found := cy.Blank("x", "s1", `there is no state "s1" here`, "none", unknown); len(found) > 0 {
		t.Error(found)
	}
	if found := cy.Blank("x", "s1", `you may not see "s1"`, "none", unknown); len(found) == 0 {
		t.Error("another refusal was not told")
	}
	if found := bo.Blank("x", "s1", "revision 3", "none", unknown); len(found) > 0 {
		t.Error(found)
	}
}

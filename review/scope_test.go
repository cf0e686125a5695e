package review

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Every role, mode and phase, written out. c: the certificate is shown, e: it
// may be edited, o: outcomes are shown; A: everyone's events, P: the project
// may be changed.
func TestVisibilityTable(t *testing.T) {
	none := []Role{}
	annotator, organizer := []Role{Annotator}, []Role{Organizer}
	both, turned := []Role{Annotator, Organizer}, []Role{Organizer, Annotator}
	strange, mixed := []Role{"reviewer"}, []Role{Annotator, "reviewer"}
	for _, row := range []struct {
		roles                     []Role
		mode                      Mode
		annotate, review, project string
	}{
		{none, Open, "---", "---", "--"},
		{none, Sealed, "---", "---", "--"},
		{annotator, Open, "ceo", "ceo", "--"},
		{annotator, Sealed, "ce-", "ce-", "--"},
		{annotator, "", "ce-", "ce-", "--"}, // an unknown mode is a sealed one
		{organizer, Open, "ceo", "ceo", "AP"},
		{organizer, Sealed, "ceo", "ceo", "AP"},
		{both, Open, "ceo", "ceo", "-P"},
		{both, Sealed, "ce-", "ce-", "-P"},
		{turned, Open, "ceo", "ceo", "-P"},
		{turned, Sealed, "ce-", "ce-", "-P"},
		{strange, Open, "---", "---", "--"},
		{strange, Sealed, "---", "---", "--"},
		{mixed, Open, "---", "---", "--"}, // what a role allows that is not known is not known either
		{mixed, Sealed, "---", "---", "--"},
	} {
		t.Run(fmt.Sprintf("%v/%s", row.roles, row.mode), func(t *testing.T) {
			s := Visible(Person{ID: ada, Roles: row.roles}, row.mode)
			cell := func(ph Phase) string {
				return letters("ceo", s.Certificate(ph), s.Edit(ph), s.Outcomes(ph))
			}
			got := []string{cell(Annotate), cell(Review), letters("AP", s.Everyone(), s.Admin())}
			if want := []string{row.annotate, row.review, row.project}; !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if s.Person() != ada {
				t.Errorf("scope of %q", s.Person())
			}
			if other := cell("arbitrate"); other != "---" {
				t.Errorf("a phase that is not in the table shows %s", other)
			}
			if err := s.Administer("import"); (err == nil) != s.Admin() {
				t.Errorf("Administer: %v, admin: %v", err, s.Admin())
			}
			if got, want := len(s.Readable()), strings.Count(row.annotate+row.review, "c"); got != want {
				t.Errorf("%d readable phases, want %d", got, want)
			}
		})
	}
}

func letters(names string, has ...bool) string {
	b := []byte(names)
	for i, h := range has {
		if !h {
			b[i] = '-'
		}
	}
	return string(b)
}

func TestZeroScopeShowsNothing(t *testing.T) {
	var s Scope
	w := Work{State: "s1", Phase: Annotate, Revision: 3, Done: true, Mine: map[PersonID]Personal{"": {Note: "x"}}}
	if got := s.Project(w); !reflect.DeepEqual(got, Work{State: "s1"}) {
		t.Errorf("a scope that nobody made shows %+v", got)
	}
	if _, ok := s.ProjectEvent(Event{Kind: Edited, State: "s1", Who: ""}, Annotate); ok {
		t.Error("a scope that nobody made shows an event")
	}
}

func TestProjectKeepsOthersOut(t *testing.T) {
	w := Work{
		State: "s1", Phase: Annotate, Revision: 2, LastSeq: 9, Last: 5,
		Mine: map[PersonID]Personal{ada: {Note: "mine"}, bea: {Note: "ZEBRA-77", Undo: []uint64{9}}},
	}
	annotator := Visible(Person{ID: ada, Roles: []Role{Annotator}}, Open)
	got := annotator.Project(w)
	if want := map[PersonID]Personal{ada: {Note: "mine"}}; !reflect.DeepEqual(got.Mine, want) {
		t.Errorf("ada sees %+v", got.Mine)
	}
	if got.LastSeq != 0 {
		t.Errorf("the number of the last event, %d, tells when others write", got.LastSeq)
	}
	if len(w.Mine) != 2 {
		t.Error("projecting changed the work")
	}
	organizer := Visible(Person{ID: "p-org", Roles: []Role{Organizer}}, Open)
	if got := organizer.Project(w); !reflect.DeepEqual(got, w) {
		t.Errorf("an organizer sees %+v", got)
	}
}

func TestProjectEvent(t *testing.T) {
	annotator := Visible(Person{ID: ada, Roles: []Role{Annotator}}, Open)
	hash := [32]byte{1}
	for _, c := range []struct {
		name  string
		event Event
		phase Phase
		shown bool
		who   PersonID
	}{
		{"my own note", Event{Who: ada, Kind: Noted, State: "s1", Hash: hash}, Annotate, true, ada},
		{"my own import", Event{Who: ada, Kind: Imported, Hash: hash}, "", true, ada},
		{"another's note", Event{Who: bea, Kind: Noted, State: "s1", Hash: hash}, Annotate, false, ""},
		{"another's flag", Event{Who: bea, Kind: Flagged, State: "s1", Hash: hash}, Annotate, false, ""},
		{"another's skip", Event{Who: bea, Kind: Skipped, State: "s1", Hash: hash}, Annotate, false, ""},
		{"another's carry", Event{Who: bea, Kind: Carried, State: "s1", Hash: hash}, Annotate, false, ""},
		{"another's kept edit", Event{Who: bea, Kind: Kept, State: "s1", Hash: hash}, Annotate, false, ""},
		{"another's import", Event{Who: bea, Kind: Imported, Hash: hash}, "", false, ""},
		{"another's lock", Event{Who: bea, Kind: Locked, Hash: hash}, "", false, ""},
		{"another's edit of a certificate I see", Event{Who: bea, Kind: Edited, State: "s1", Hash: hash}, Annotate, true, ""},
		{"an imported certificate I see", Event{Who: bea, Kind: Labelled, State: "s1", Hash: hash}, Annotate, true, ""},
		{"that it was finished", Event{Who: bea, Kind: Finished, State: "s1", Hash: hash}, Review, true, ""},
		{"another's edit in a phase I do not see", Event{Who: bea, Kind: Edited, State: "s1", Hash: hash}, "arbitrate", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := annotator.ProjectEvent(c.event, c.phase)
			if ok != c.shown || got.Who != c.who {
				t.Fatalf("shown %v by %q, want %v by %q", ok, got.Who, c.shown, c.who)
			}
			if named := got.Hash != [32]byte{}; ok && named != (c.who == ada) {
				t.Errorf("hash shown: %v; it covers the name", named)
			}
		})
	}
}

package review

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// seatOf is ada's seat for a task, as a course holds it.
func seatOf(t Task) []Seated {
	switch t {
	case TaskReview, TaskAudit:
		return []Seated{{Task: t, Slot: SlotB, Person: ada}}
	case TaskArbitrate:
		return []Seated{{Task: t, Person: ada}}
	}
	return nil
}

// Every role, seat, mode and phase, written out (spec 3.1). The columns are the
// phases annotate, review, arbitrate, closed, frozen and excluded. c: the
// certificate is shown, e: it may be edited, o: outcomes are shown, h: others'
// changes of it are shown without names, r: both reviews are shown. A: everyone
// sees everything of everybody, P: the project may be changed.
func TestVisibilityTable(t *testing.T) {
	const nothing = "----- ----- ----- ----- ----- -----"
	is := func(roles ...Role) []Role { return roles }
	for _, row := range []struct {
		roles   []Role
		seat    Task
		duty    Duties
		mode    Mode
		cells   string
		project string
	}{
		{is(), "", Duties{}, Open, nothing, "--"},
		{is(), "", Duties{}, Sealed, nothing, "--"},
		{is("stranger"), "", Duties{}, Open, nothing, "--"},

		{is(Annotator), "", Duties{}, Open, "ceoh- ceoh- c-oh- ----- c-o-- -----", "--"},
		{is(Annotator), "", Duties{}, Sealed, "ce-h- ce-h- c--h- ----- c-o-- -----", "--"},
		{is(Annotator), "", Duties{}, "", "ce-h- ce-h- c--h- ----- c-o-- -----", "--"},           // an unknown mode is a sealed one
		{is(Annotator), TaskReview, Duties{}, Open, "ceoh- ceoh- c-oh- ----- c-o-- -----", "--"}, // a seat without its role is none

		{is(Reviewer), "", Duties{}, Open, "----- ----- ----- ----- c-o-- -----", "--"},
		{is(Reviewer), "", Duties{}, Sealed, "----- ----- ----- ----- c-o-- -----", "--"},
		{is(Reviewer), TaskReview, Duties{}, Open, "----- ce--- ce--- ceo-- c-o-- -----", "--"},
		{is(Reviewer), TaskReview, Duties{}, Sealed, "----- ce--- ce--- ce--- c-o-- -----", "--"},

		{is(Senior), "", Duties{}, Open, "----- ----- ----- ----- c-o-- -----", "--"},
		{is(Senior), "", Duties{}, Sealed, "----- ----- ----- ----- c-o-- -----", "--"},
		{is(Senior), TaskArbitrate, Duties{}, Open, "----- ----- ce--r ceo-r c-o-- -----", "--"},
		{is(Senior), TaskArbitrate, Duties{}, Sealed, "----- ----- ce--r ce--r c-o-- -----", "--"},

		{is(Auditor), "", Duties{}, Open, nothing, "--"},
		{is(Auditor), "", Duties{}, Sealed, nothing, "--"},
		{is(Auditor), TaskAudit, Duties{}, Open, "----- ----- ----- ----- c---- -----", "--"},
		{is(Auditor), TaskAudit, Duties{}, Sealed, "----- ----- ----- ----- c---- -----", "--"},

		{is(Organizer), "", Duties{}, Open, "ceohr ceohr c-ohr c-ohr c-ohr c-ohr", "AP"},
		{is(Organizer), "", Duties{}, Sealed, "ceohr ceohr c-ohr c-ohr c-ohr c-ohr", "AP"},

		// Of two roles the stricter view of a state wins.
		{is(Annotator, Organizer), "", Duties{}, Open, "ceoh- ceoh- c-oh- ----- c-o-- -----", "-P"},
		{is(Organizer, Annotator), "", Duties{}, Sealed, "ce-h- ce-h- c--h- ----- c-o-- -----", "-P"},
		{is(Annotator, Reviewer), "", Duties{}, Open, "ce-h- ----- ----- ----- c-o-- -----", "--"},
		{is(Annotator, Reviewer), "", Duties{Annotated: true}, Open, "ce-h- ce-h- c--h- ----- c-o-- -----", "--"},
		{is(Annotator, Reviewer), TaskReview, Duties{}, Open, "----- ce--- ce--- ce--- c-o-- -----", "--"},
		{is(Reviewer, Senior), TaskReview, Duties{}, Open, "----- ce--- ce--- ceo-- c-o-- -----", "--"},
		{is(Reviewer, Senior), TaskArbitrate, Duties{}, Open, "----- ----- ce--r ceo-r c-o-- -----", "--"},
		{is(Organizer, Reviewer), "", Duties{}, Open, "ce-h- ----- ----- ----- c-o-- -----", "-P"},
		{is(Organizer, Reviewer), "", Duties{Annotated: true}, Open, "ce-h- ce-h- c--h- ----- c-o-- -----", "-P"},
		{is(Organizer, Senior), "", Duties{Annotated: true}, Sealed, "ce-h- ce-h- c--h- ----- c-o-- -----", "-P"},
		{is(Organizer, Reviewer), TaskReview, Duties{}, Open, "----- ce--- ce--- ceo-- c-o-- -----", "-P"},
		{is(Organizer, Senior), TaskArbitrate, Duties{}, Sealed, "----- ----- ce--r ce--r c-o-- -----", "-P"},
		{is(Auditor, Annotator), "", Duties{}, Open, nothing, "--"},
		{is(Auditor, Organizer), TaskAudit, Duties{}, Open, "----- ----- ----- ----- c---- -----", "-P"},
	} {
		t.Run(fmt.Sprintf("%v/%s/%v/%s", row.roles, row.seat, row.duty, row.mode), func(t *testing.T) {
			s := Visible(Person{ID: ada, Roles: row.roles}, row.mode)
			var cells []string
			for _, ph := range phases() {
				p := s.Part(Course{Phase: ph, Seats: seatOf(row.seat), Duties: map[PersonID]Duties{ada: row.duty}})
				cells = append(cells, letters("ceohr", p.Certificate(), p.Edit(), p.Outcomes(), p.History(), p.Reviews()))
			}
			if got := strings.Join(cells, " "); got != row.cells {
				t.Errorf("shows %s,\nwant  %s", got, row.cells)
			}
			if got := letters("AP", s.Whole(), s.Admin()); got != row.project || s.Everyone() != s.Whole() {
				t.Errorf("project %s, want %s", got, row.project)
			}
			if err := s.Administer("import"); (err == nil) != s.Admin() {
				t.Errorf("Administer: %v, admin: %v", err, s.Admin())
			}
			if err := s.Oversee("report"); (err == nil) != s.Whole() {
				t.Errorf("Oversee: %v, whole: %v", err, s.Whole())
			}
			if s.Person() != ada {
				t.Errorf("scope of %q", s.Person())
			}
			if p := s.Part(Course{Phase: "unheard-of", Seats: seatOf(row.seat)}); p.Certificate() || p.Edit() || p.Outcomes() || p.History() || p.Reviews() {
				t.Error("a phase that is not in the table shows something")
			}
			if row.seat == "" && row.duty == (Duties{}) {
				if got, want := len(s.Readable()), strings.Count(row.cells, "c"); got != want {
					t.Errorf("%d readable phases, want %d", got, want)
				}
			}
			retired := Visible(Person{ID: ada, Roles: row.roles, Retired: true}, row.mode)
			if len(retired.Readable()) != 0 || retired.Admin() || retired.Whole() {
				t.Error("retired people see or change something")
			}
		})
	}
}

// A decision that is taken back does not bring the state back to who annotated
// it: what it made of the certificate stands. Nothing changes for the others.
func TestRecalledDecisionsAreHidden(t *testing.T) {
	annotated := map[PersonID]Duties{ada: {Annotated: true}}
	for _, c := range []struct {
		roles []Role
		seat  Task
		shown bool
	}{
		{[]Role{Annotator}, "", false},
		{[]Role{Annotator, Senior}, "", false},
		{[]Role{Annotator, Organizer}, "", false},
		{[]Role{Organizer, Reviewer}, "", false},
		{[]Role{Organizer}, "", true},
		{[]Role{Reviewer}, TaskReview, true},
		{[]Role{Senior}, TaskArbitrate, true},
	} {
		s := Visible(Person{ID: ada, Roles: c.roles}, Open)
		k := Course{Phase: Arbitrate, Under: 3, Seats: seatOf(c.seat)}
		if c.seat == "" {
			k.Duties = annotated
		}
		before := s.Part(k)
		k.Recalled = true
		after := s.Part(k)
		if after.Certificate() != c.shown || !before.Certificate() || after.History() && !s.Whole() || after.Outcomes() && !s.Whole() {
			t.Errorf("%v: %+v, and before %+v", c.roles, after, before)
		}
	}
}

// Once the audit is reported its auditors may see outcomes.
func TestReportedAuditOpensOutcomes(t *testing.T) {
	b := Board{Project: Project{Mode: Sealed}, Report: &AuditBody{}}
	s := b.Scope(Person{ID: ada, Roles: []Role{Auditor}})
	if p := s.Part(Course{Phase: Frozen, Seats: seatOf(TaskAudit)}); !p.Outcomes() || p.Edit() {
		t.Errorf("part %+v", p)
	}
}

// The phase tells how the other review went: who must not know is shown review.
func TestPhaseIsHidden(t *testing.T) {
	for _, c := range []struct {
		role Role
		seat Task
		mode Mode
		at   Phase
		want Phase
	}{
		{Reviewer, TaskReview, Sealed, Arbitrate, Review},
		{Reviewer, TaskReview, Sealed, Closed, Review},
		{Reviewer, TaskReview, Open, Arbitrate, Review},
		{Reviewer, TaskReview, Open, Closed, Closed}, // outcomes are open and say it
		{Reviewer, TaskReview, Sealed, Frozen, Frozen},
		{Annotator, "", Open, Arbitrate, Review},
		{Senior, TaskArbitrate, Sealed, Arbitrate, Arbitrate},
		{Senior, TaskArbitrate, Sealed, Closed, Closed},
		{Organizer, "", Sealed, Arbitrate, Arbitrate},
	} {
		s := Visible(Person{ID: ada, Roles: []Role{c.role}}, c.mode)
		course := Course{Phase: c.at, Seats: seatOf(c.seat)}
		if got := s.Part(course).Phase; got != c.want {
			t.Errorf("%s in a %s project sees %s as %s, want %s", c.role, c.mode, c.at, got, c.want)
		}
		if got := s.ProjectCourse(course).Phase; got != c.want {
			t.Errorf("%s: the projected course says %s, want %s", c.role, got, c.want)
		}
	}
}

// Under review, the certificate stays as it is for whoever annotated it.
func TestUnderReviewNobodyEditsMain(t *testing.T) {
	for _, r := range []Role{Annotator, Organizer} {
		s := Visible(Person{ID: ada, Roles: []Role{r}}, Open)
		if p := s.Part(Course{Phase: Review, Under: 3}); p.Edit() || !p.Certificate() {
			t.Errorf("%s: %+v", r, p)
		}
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
		{"another's edit while it is arbitrated", Event{Who: bea, Kind: Edited, State: "s1", Hash: hash}, Arbitrate, true, ""},
		{"the decision", Event{Who: Rules, Kind: Ruled, State: "s1", Hash: hash}, Closed, false, ""},
		{"an edit on a reviewer's sheet", Event{Who: bea, Kind: Edited, State: "s1", Sheet: SheetA, Hash: hash}, Review, false, ""},
		{"what a reviewer's sheet starts from", Event{Who: Rules, Kind: Opened, State: "s1", Sheet: SheetA, Hash: hash}, Review, false, ""},
		{"a review", Event{Who: bea, Kind: Submitted, State: "s1", Sheet: SheetA, Hash: hash}, Review, false, ""},
		{"another's claim", Event{Who: bea, Kind: Claimed, State: "s1", Hash: hash}, Review, false, ""},
		{"another's edit in a phase I do not see", Event{Who: bea, Kind: Edited, State: "s1", Hash: hash}, Excluded, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := annotator.ProjectEvent(c.event, c.phase)
			if ok != c.shown || got.Who != c.who {
				t.Fatalf("shown %v by %q, want %v by %q", ok, got.Who, c.shown, c.who)
			}
			if ok && got.Hash != [32]byte{} {
				t.Error("the hash is shown; it covers everything that came before")
			}
		})
	}
}

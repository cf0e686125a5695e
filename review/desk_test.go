package review_test

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

var background = context.Background()

// office is a project with three people at their desks.
type office struct {
	memory        *reviewtest.Memory
	ada, bea, org *review.Desk
}

func newOffice(t *testing.T, p review.Project) office {
	t.Helper()
	ada, bea, org := reviewtest.Annotator("Ada"), reviewtest.Annotator("Bea"), reviewtest.Organizer("Olga")
	m := reviewtest.NewMemory(p, []review.Person{org, ada, bea}, reviewtest.State("s1", 6), reviewtest.State("s2", 6))
	return office{m, reviewtest.Desk(t, m, ada), reviewtest.Desk(t, m, bea), reviewtest.Desk(t, m, org)}
}

func take(t *testing.T, d *review.Desk, state string) review.View {
	t.Helper()
	v, err := d.Take(background, state)
	if err != nil {
		t.Fatalf("take %s: %v", state, err)
	}
	return v
}

// sound is a certificate with two groups that can be finished.
func sound() []certificate.Edit {
	quote := func(g certificate.GroupKey, unit string, line int) certificate.Edit {
		return certificate.QuoteEdit(g, certificate.Quotation{Unit: unit, LineStart: line, LineEnd: line, Text: "line " + strconv.Itoa(line)})
	}
	return []certificate.Edit{
		certificate.AddGroupEdit("bug_location"),
		certificate.AcceptEdit("g1", "u1"), certificate.AcceptEdit("g1", "u2"),
		certificate.SetRationaleEdit("g1", "read here"), quote("g1", "u1", 1),
		certificate.AddGroupEdit("caller"),
		certificate.AcceptEdit("g2", "u3"),
		certificate.SetRationaleEdit("g2", "called here"), quote("g2", "u3", 21),
		certificate.SetConfidenceEdit(ptr(0.9)),
	}
}

func ptr[T any](v T) *T { return &v }

// Each act, what it leaves behind, and what undo then offers, in words.
func TestActs(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(d *review.Desk, at certificate.Revision) (review.Ack, error)
		kind review.Kind
		undo string
		mine func(p review.Personal) any
		want any
	}{
		{"edit", func(d *review.Desk, at certificate.Revision) (review.Ack, error) {
			return d.Edit(background, "s1", at, certificate.SetThresholdEdit("g1", 2), "")
		}, review.Edited, "set the threshold of G1 from 1 to 2", nil, nil},
		{"accept", func(d *review.Desk, at certificate.Revision) (review.Ack, error) {
			return d.Edit(background, "s1", at, certificate.AcceptEdit("g2", "u4"), "")
		}, review.Edited, "accept src/a.go:31-40 in G2", nil, nil},
		{"remove a group", func(d *review.Desk, at certificate.Revision) (review.Ack, error) {
			return d.Edit(background, "s1", at, certificate.RemoveGroupEdit("g1"), "")
		}, review.Edited, "remove G1", nil, nil},
		{"note", func(d *review.Desk, _ certificate.Revision) (review.Ack, error) {
			return d.Note(background, "s1", "ask about the tide")
		}, review.Noted, "note: ask about the tide", func(p review.Personal) any { return p.Note }, "ask about the tide"},
		{"flag", func(d *review.Desk, _ certificate.Revision) (review.Ack, error) {
			return d.Flag(background, "s1", ptr("two readings"))
		}, review.Flagged, "flag it: two readings", func(p review.Personal) any { return *p.Flag }, "two readings"},
		{"flag without a reason", func(d *review.Desk, _ certificate.Revision) (review.Ack, error) {
			return d.Flag(background, "s1", ptr(""))
		}, review.Flagged, "flag it", func(p review.Personal) any { return *p.Flag }, ""},
		{"skip", func(d *review.Desk, _ certificate.Revision) (review.Ack, error) {
			return d.Skip(background, "s1", ptr("too long"))
		}, review.Skipped, "skip it: too long", func(p review.Personal) any { return *p.Skip }, "too long"},
		{"carry", func(d *review.Desk, _ certificate.Revision) (review.Ack, error) {
			return d.Carry(background, "s1", review.Carry{Unit: "u1", In: "step 2", Reason: "same table"})
		}, review.Carried, "note that src/a.go:1-10 carries what was seen in step 2: same table",
			func(p review.Personal) any { return p.Carries }, []review.Carry{{Unit: "u1", In: "step 2", Reason: "same table"}}},
		{"keep", func(d *review.Desk, at certificate.Revision) (review.Ack, error) {
			return d.Keep(background, "s1", at, certificate.SetThresholdEdit("g1", 2))
		}, review.Kept, "keep for later, made on revision 10: set the threshold of G1 to 2", func(p review.Personal) any { return p.Kept[0].ID }, "k1"},
		{"finish", func(d *review.Desk, at certificate.Revision) (review.Ack, error) {
			return d.Finish(background, "s1", at, true)
		}, review.Finished, "finish the certificate", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t, reviewtest.Calibration())
			start := reviewtest.Do(t, o.ada, "s1", sound()...)
			ack, err := c.do(o.ada, start.Revision)
			if err != nil {
				t.Fatal(err)
			}
			if ack.Event.Kind != c.kind || ack.Event.Who != o.ada.Person().ID || ack.Event.Hash == [32]byte{} {
				t.Errorf("event %+v", ack.Event)
			}
			if ack.Undo != c.undo || ack.Redo != "" {
				t.Errorf("undo offers %q and redo %q, want %q", ack.Undo, ack.Redo, c.undo)
			}
			if c.mine != nil && !reflect.DeepEqual(c.mine(ack.Mine), c.want) {
				t.Errorf("left behind %v, want %v", c.mine(ack.Mine), c.want)
			}
			agree(t, ack, take(t, o.ada, "s1"))

			undone, err := o.ada.Undo(background, "s1", ack.Revision)
			if err != nil {
				t.Fatalf("undo: %v", err)
			}
			if undone.Redo != c.undo || undone.Undo != start.Undo || undone.Event.Undoes != ack.Event.Seq {
				t.Errorf("after undo, undo offers %q and redo %q, want %q and %q", undone.Undo, undone.Redo, start.Undo, c.undo)
			}
			if !certificate.Equal(undone.Draft.Certificate(), start.Draft.Certificate()) || undone.Status != start.Status {
				t.Error("undo does not give back what was there")
			}
			agree(t, undone, take(t, o.ada, "s1"))

			redone, err := o.ada.Redo(background, "s1", undone.Revision)
			if err != nil {
				t.Fatalf("redo: %v", err)
			}
			if redone.Undo != c.undo || redone.Redo != "" || redone.Event.Undoes != undone.Event.Seq {
				t.Errorf("after redo, undo offers %q and redo %q", redone.Undo, redone.Redo)
			}
			if !certificate.Equal(redone.Draft.Certificate(), ack.Draft.Certificate()) || redone.Status != ack.Status {
				t.Error("redo does not give back what was undone")
			}
		})
	}
}

// agree checks that what an act acknowledged is what opening the state shows.
func agree(t *testing.T, a review.Ack, v review.View) {
	t.Helper()
	if a.Revision != v.Revision || a.Status != v.Status || a.Touched != v.Touched || a.Undo != v.Undo || a.Redo != v.Redo ||
		!reflect.DeepEqual(a.Mine, v.Mine) || !certificate.Equal(a.Draft.Certificate(), v.Draft.Certificate()) {
		t.Errorf("acknowledged\n%+v\nbut there is\n%+v", a, v)
	}
}

// Setting what is there already makes no event, and leaves nothing to undo.
func TestActsThatChangeNothing(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	before := len(o.memory.Journal())
	for name, do := range map[string]func() (review.Ack, error){
		"empty note":     func() (review.Ack, error) { return o.ada.Note(background, "s1", "") },
		"no flag":        func() (review.Ack, error) { return o.ada.Flag(background, "s1", nil) },
		"no skip":        func() (review.Ack, error) { return o.ada.Skip(background, "s1", nil) },
		"no carry":       func() (review.Ack, error) { return o.ada.Carry(background, "s1", review.Carry{Unit: "u1"}) },
		"still open":     func() (review.Ack, error) { return o.ada.Finish(background, "s1", 0, false) },
		"nothing to say": func() (review.Ack, error) { return o.ada.Note(background, "s1", "") },
	} {
		ack, err := do()
		if err != nil || ack.Event.Seq != 0 || ack.Undo != "" {
			t.Errorf("%s: %+v, %v", name, ack, err)
		}
	}
	if n := len(o.memory.Journal()) - before; n != 0 {
		t.Errorf("%d events for nothing", n)
	}
}

// A refusal is of its own type, and nothing changes.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(o office, at certificate.Revision) error
		target any
		says   string
	}{
		{"stale edit", func(o office, at certificate.Revision) error {
			_, err := o.ada.Edit(background, "s1", at-1, certificate.SetThresholdEdit("g1", 2), "")
			return err
		}, new(*review.StaleError), "s1 was changed in the meantime: this edit was made on revision 9, revision 10 is there now"},
		{"stale undo", func(o office, at certificate.Revision) error {
			_, err := o.ada.Undo(background, "s1", at-1)
			return err
		}, new(*review.StaleError), "revision 10 is there now"},
		{"stale finish", func(o office, at certificate.Revision) error {
			_, err := o.ada.Finish(background, "s1", at-1, true)
			return err
		}, new(*review.StaleError), "revision 10 is there now"},
		{"unknown state", func(o office, _ certificate.Revision) error {
			_, err := o.ada.Edit(background, "s9", 0, certificate.AddGroupEdit(""), "")
			return err
		}, new(*review.UnknownStateError), `there is no state "s9" here`},
		{"unknown group", func(o office, at certificate.Revision) error {
			_, err := o.ada.Edit(background, "s1", at, certificate.SetThresholdEdit("g7", 2), "")
			return err
		}, new(*certificate.InvalidError), "g7"},
		{"another value there", func(o office, at certificate.Revision) error {
			e := certificate.SetThresholdEdit("g1", 2)
			e.Before = []byte("5")
			_, err := o.ada.Edit(background, "s1", at, e, "")
			return err
		}, new(*certificate.ConflictError), "threshold of G1"},
		{"nothing to redo", func(o office, at certificate.Revision) error {
			_, err := o.ada.Redo(background, "s1", at)
			return err
		}, new(*review.NothingError), "there is nothing of yours to redo here"},
		{"another person's act is not mine to undo", func(o office, at certificate.Revision) error {
			_, err := o.bea.Undo(background, "s1", at)
			return err
		}, new(*review.NothingError), "there is nothing of yours to undo here"},
		{"carry a unit that is not there", func(o office, _ certificate.Revision) error {
			_, err := o.ada.Carry(background, "s1", review.Carry{Unit: "u99", In: "step 1"})
			return err
		}, new(*certificate.InvalidError), `"u99"`},
		{"carry itself", func(o office, _ certificate.Revision) error {
			_, err := o.ada.Carry(background, "s1", review.Carry{Unit: "u1", In: "u1"})
			return err
		}, new(*certificate.InvalidError), "src/a.go:1-10 cannot carry itself"},
		{"drop what was not kept", func(o office, _ certificate.Revision) error {
			_, err := o.ada.DropKept(background, "s1", "k4")
			return err
		}, new(*review.UnknownKeptError), `"k4"`},
		{"apply what was not kept", func(o office, at certificate.Revision) error {
			_, err := o.ada.ApplyKept(background, "s1", "k4", at)
			return err
		}, new(*review.UnknownKeptError), `"k4"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t, reviewtest.Calibration())
			at := reviewtest.Do(t, o.ada, "s1", sound()...).Revision
			before, events := take(t, o.ada, "s1"), len(o.memory.Journal())
			err := c.do(o, at)
			if !errors.As(err, c.target) {
				t.Fatalf("got %T: %v, want %T", err, err, c.target)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %q, want %q in it", err, c.says)
			}
			if after := take(t, o.ada, "s1"); !reflect.DeepEqual(before, after) || len(o.memory.Journal()) != events {
				t.Error("a refused act changed something")
			}
		})
	}
}

func TestOutcomesOnlyWhereTheyAreOpen(t *testing.T) {
	ranking := card.Prediction{State: "s1", Method: "bm25", Ranked: []string{"u1"}}
	for _, c := range []struct {
		name    string
		project review.Project
		desk    func(o office) *review.Desk
		open    bool
	}{
		{"annotator, open", reviewtest.Calibration(), func(o office) *review.Desk { return o.ada }, true},
		{"annotator, sealed", reviewtest.Sealed(reviewtest.Calibration()), func(o office) *review.Desk { return o.ada }, false},
		{"organizer, sealed", reviewtest.Sealed(reviewtest.Calibration()), func(o office) *review.Desk { return o.org }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t, c.project)
			o.memory.Lock("s1", ranking)
			v := take(t, c.desk(o), "s1")
			if v.Outcomes != c.open || (len(v.Locked) == 1) != c.open {
				t.Errorf("outcomes %v, %d locked rankings", v.Outcomes, len(v.Locked))
			}
		})
	}
}

func TestPeopleWithoutPlace(t *testing.T) {
	nobody := review.Person{ID: "p-x", Name: "Xenia"}
	m := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{nobody}, reviewtest.State("s1", 2))
	d := reviewtest.Desk(t, m, nobody)
	if _, err := d.Take(background, "s1"); !errors.As(err, new(*review.UnknownStateError)) {
		t.Errorf("a person without a role opens a state: %v", err)
	}
	if rows, err := d.Queue(background); err != nil || len(rows) != 0 {
		t.Errorf("and sees %d rows, %v", len(rows), err)
	}
	_, err := review.NewDesk(background, m, reviewtest.Annotator("Stranger"), reviewtest.Ticking(1))
	if !errors.As(err, new(*review.UnknownPersonError)) {
		t.Errorf("a stranger is seated: %v", err)
	}
	grand := nobody
	grand.Roles = []review.Role{review.Organizer}
	if d := reviewtest.Desk(t, m, grand); d.Scope().Admin() {
		t.Error("the roles handed in count, not those on record")
	}
}

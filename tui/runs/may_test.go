package runs_test

import (
	"strings"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/runs/runstest"
)

// TestWhoMayRun: every role in every mode. The keys that run methods are there
// for who has a state to run them on, and the screen says why where they are not.
func TestWhoMayRun(t *testing.T) {
	const (
		reviewers = "reviewers and seniors see no outcome of a state before it is closed"
		sealed    = "in a sealed project outcomes are the organizer's alone until it is frozen"
		nobodys   = "none of yours is at a point at which its outcomes are open to you"
		auditors  = "auditors see outcomes once their audit is reported"
	)
	live := reviewtest.MidReview(t, reviewtest.Calibration())
	disputed, _ := reviewtest.Disputed(t, reviewtest.Calibration())
	shut := reviewtest.MidReview(t, reviewtest.Sealed(reviewtest.Calibration()))
	frozen := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	for _, c := range []struct {
		name string
		d    *review.Desk
		on   string // how many states; empty for none
		why  string
	}{
		{"open, organizer", live.Olga, "8", ""},
		{"open, annotator", live.Ann, "7", ""},
		{"open, reviewer of a closed state", live.Rita, "1", ""},
		{"open, reviewer of another closed state", live.Ralf, "1", ""},
		{"open, reviewer of none that is closed", live.Rosa, "", reviewers},
		{"open, senior who holds nothing", live.Sven, "", nobodys},
		{"open, senior", disputed.Sven, "", reviewers},
		{"open, auditor", live.Alma, "", auditors},
		{"sealed, organizer", shut.Olga, "8", ""},
		{"sealed, annotator", shut.Ann, "", sealed},
		{"sealed, reviewer", shut.Rita, "", sealed},
		{"sealed, senior", shut.Sven, "", sealed},
		{"sealed, auditor", shut.Alma, "", auditors},
		{"frozen, organizer", frozen.Sit(t, frozen.Olga.Person()), "6", ""},
		{"frozen, annotator", frozen.Sit(t, frozen.Ann.Person()), "6", ""},
		{"frozen, reviewer", frozen.Sit(t, frozen.Rita.Person()), "6", ""},
		{"frozen, senior", frozen.Sit(t, frozen.Sven.Person()), "6", ""},
		{"frozen, auditor", frozen.Sit(t, frozen.Alma.Person()), "", auditors},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, c.d, runstest.New(), 120, 40)
			s.Shows("There are no runs yet that you may see.")
			if c.on == "" {
				if got := strings.Join(strings.Fields(s.Screen()), " "); !strings.Contains(got, "no state either that you may run methods on now: "+c.why+".") {
					t.Errorf("it does not say %q:\n%s", c.why, s.Screen())
				}
				s.Hides("n starts", "n new")
				s.Keys("n")
				s.Hides("New experiment")
				s.Keys("?")
				s.Hides("Start a new experiment", "Pause: ", "Cancel the experiment")
				s.Keys("esc :")
				s.Type("new exp")
				s.Hides("Start a new experiment")
				return
			}
			s.Shows("n starts an experiment on every state that is open to you", "n new")
			s.Keys("?")
			s.Shows("Start a new experiment", "Pause: ")
			s.Keys("esc n")
			s.Shows("on every state that is open to you: " + c.on)
		})
	}
}

// TestRunningOpensAndCloses: what the person may do is asked again with every
// change of the project; an experiment at work keeps its keys.
func TestRunningOpensAndCloses(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	f := runstest.Busy()
	s := open(t, o.Rita, f, 120, 40)
	s.Shows("nightly", "n new")
	if err := o.Olga.Retire(t.Context(), o.Rita.Person().ID); err != nil {
		t.Fatal(err)
	}
	s.Keys("f5")
	s.Shows("nightly") // as the fake has it
	s.Hides("n new")
	f.Set(live())
	s.Keys("f5 k")
	s.Shows("p pause", "x cancel")
	s.Hides("n new")
	s.Keys("n")
	s.Hides("New experiment")
}

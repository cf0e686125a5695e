package queue_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/tuitest"
)

// at opens the queue of somebody in the office. Every screen but the queue
// only says what was opened; a claim is made as the real ones make it.
func at(t testing.TB, d *review.Desk, w, h int) *world {
	t.Helper()
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start + 3_600_000).UTC())
	says := func(what string) app.Factory {
		return func(_ *part.Env, state string) part.Screen { return opened{blank{}, what + " " + state} }
	}
	m, err := app.Start(t.Context(), app.Options{
		Desk: d, Config: config.Default(), Now: timers.Now, After: timers.After,
		Workbench: says("workbench"), Review: says("review"), Arbitration: says("arbitration"), Audit: says("audit"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &world{Session: tuitest.New(t, m, &cell.Width{}, timers, w, h), desk: d}
}

// mixed is somebody with several roles in a project in the middle of review.
func mixed(t testing.TB, roles ...review.Role) (*reviewtest.Office, *review.Desk) {
	t.Helper()
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	p := reviewtest.Person("Mira", roles...)
	if err := o.Olga.AddPerson(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	people, err := o.Olga.People(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range people {
		if q.Name == p.Name {
			return o, o.Sit(t, q)
		}
	}
	t.Fatal("Mira did not join")
	return nil, nil
}

func TestOneTaskHasNoTaskColumn(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for name, d := range map[string]*review.Desk{"annotator": o.Ben, "reviewer": o.Rita, "senior": o.Sven} {
		w := at(t, d, 160, 50)
		head := w.Lines()[3]
		if strings.Contains(head, " task ") {
			t.Errorf("%s: a column says the same in every row:\n%s", name, w.Screen())
		}
	}
}

func TestReviewerClaimsAndGivesBack(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	w := at(t, o.Rosa, 120, 40)
	w.Shows("+ offered", "free to claim")
	w.Keys("/")
	w.Type("is:free")
	w.Keys("enter enter")
	w.Shows("Claim this review?")
	w.Keys("n")
	w.Hides("opened review")
	w.Keys("f") // nobody's yet
	w.Shows("This review is nobody's yet: enter claims it.")
	w.Keys("enter y")
	w.Shows("opened review s")
	w.Keys("esc")

	// Rita's own: submitted ones stay, the one under work can be given back.
	w = at(t, o.Rita, 120, 40)
	w.Keys("/")
	w.Type("task:review is:open is:mine")
	w.Keys("enter")
	w.Shows("Queue 1 of", "begun")
	w.Keys("R")
	w.Shows("Give this review back?")
	w.Keys("y")
	w.Shows("given back.")
	if seats := o.Memory.Stored("s2").Course.Seats; len(seats) != 0 {
		t.Errorf("the seat is still there: %+v", seats)
	}
}

func TestSeniorSeesTheLowestAgreementFirst(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	w := at(t, o.Sven, 160, 50)
	rows, err := o.Sven.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last := -1.0
	for _, r := range rows {
		if r.Task == review.TaskArbitrate {
			if r.Closeness < last {
				t.Errorf("%s at %v stands behind %v", r.State, r.Closeness, last)
			}
			last = r.Closeness
		}
	}
	w.Shows("alike", fmt.Sprintf("%.0f%%", 100*rows[0].Closeness), "Why it is here")
	w.Keys("enter y")
	w.Shows("opened arbitration " + rows[0].State)
}

func TestSeveralTasks(t *testing.T) {
	_, d := mixed(t, review.Annotator, review.Reviewer, review.Senior)
	w := at(t, d, 160, 50)
	w.Shows("task", "annotate", "review", "arbitrate", "free")
	for _, task := range []string{"annotate", "review", "arbitrate"} {
		w.Keys("/ ctrl+u")
		w.Type("task:" + task)
		w.Keys("enter")
		for _, l := range w.Lines()[4:20] {
			for _, other := range []string{"annotate", "review", "arbitrate"} {
				if other != task && strings.Contains(strings.Join(strings.Fields(l), " "), other) {
					t.Errorf("filtered by %s: %s", task, l)
				}
			}
		}
	}
	w.Keys("esc S")
	w.Shows("lowest agreement", "task")
}

// TestSkipIsMineAlone is case C18.
func TestSkipIsMineAlone(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	w := at(t, o.Ralf, 120, 40)
	w.Keys("/")
	w.Type("is:mine is:open")
	w.Keys("enter x")
	w.Type("too large for today")
	w.Keys("enter")
	w.Shows("skipped")
	w.Keys("esc")
	w.Hides("-1")
	mine, err := o.Ralf.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := o.Rita.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range mine {
		if r.State == "s3" && r.Status != review.StatusSkipped {
			t.Errorf("s3 is %s at Ralf's", r.Status)
		}
	}
	for _, r := range theirs {
		if r.State == "s3" && (r.Status != review.StatusDone || r.Skip != nil) {
			t.Errorf("s3 is %s at Rita's, skip %v", r.Status, r.Skip)
		}
	}
	w.Keys("u")
	w.Shows("undone")
}

// TestNothingHiddenInTheQueue is case C14 for this screen: what A did reaches
// no cell, count or order of B's queue.
func TestNothingHiddenInTheQueue(t *testing.T) {
	screens := func(touch bool) string {
		o := reviewtest.NewOffice(t, reviewtest.Calibration(), 3)
		o.Annotate(t, "s1", "s2", "s3")
		reviewtest.Begin(t, o.Ralf, "s1")
		v := reviewtest.Begin(t, o.Rita, "s1")
		if touch {
			o.Pass(120_000)
			reviewtest.Do(t, o.Rita, "s1", certificate.SetRationaleEdit("g1", "ZEBRA-77"), certificate.AcceptEdit("g1", "u7"), certificate.AddGroupEdit("ZEBRA-77"))
			v, _ = o.Rita.Take(context.Background(), "s1")
			if _, err := o.Rita.Submit(context.Background(), "s1", v.Revision, review.Submission{Verdict: review.VerdictUncertain, Confidence: 1, Reason: "ZEBRA-77"}); err == nil {
				t.Fatal("an edited certificate was submitted as uncertain")
			}
			o.Pass(-120_000)
		}
		var out []string
		w := at(t, o.Ralf, 160, 50)
		for _, keys := range []string{"", "s", "s", "s", "s", "s", "s"} {
			w.Keys(keys)
			w.Elapse(time.Second)
			out = append(out, w.Screen())
		}
		return strings.Join(out, "\n")
	}
	with, without := screens(true), screens(false)
	if with != without {
		t.Errorf("B's queue tells what A did:\n%s\n---\n%s", with, without)
	}
}

func TestTaskFrames(t *testing.T) {
	o, several := mixed(t, review.Annotator, review.Reviewer, review.Senior)
	frozen := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		for name, d := range map[string]*review.Desk{"several": several, "reviewer": o.Rita, "senior": o.Sven, "auditor": frozen.Alma, "organizer": o.Olga} {
			w := at(t, d, size[0], size[1])
			w.Elapse(time.Second)
			w.CheckSize()
			w.Golden(fmt.Sprintf("task_%s_%dx%d", name, size[0], size[1]))
		}
	}
	for _, size := range tuitest.Sizes() {
		w := at(t, several, size[0], size[1])
		w.CheckSize()
	}
}

// States that are only to be looked at say their phase in every row, also where
// it is the same for all.
func TestWhatIsOnlyToBeReadSaysItsPhase(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	for name, d := range map[string]*review.Desk{"organizer": o.Olga, "annotator": o.Ann} {
		for _, w := range []int{80, 160} {
			q := at(t, d, w, 50)
			rows := 0
			for _, line := range q.Lines() {
				if strings.Contains(line, "harbour/pilot harbour__") && strings.Contains(line, " frozen ") {
					rows++
				}
			}
			if rows < 6 {
				t.Errorf("%s, %d cells: %d rows say it:\n%s", name, w, rows, q.Screen())
			}
		}
	}
}

// An imported certificate that somebody reviews is nothing to work on for who
// annotates: the queue says so and does not stop there.
func TestWhatIsUnderReviewIsNotOpenToAnnotate(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 3)
	for _, state := range []string{"s1", "s2"} {
		reviewtest.Label(t, o.Memory, o.Olga, state, []string{"u1", "u2"})
	}
	w := at(t, o.Ann, 120, 40)
	w.Keys("/")
	w.Type("is:open")
	w.Keys("enter")
	w.Shows("Queue 3 · filter", "2 imported")
	reviewtest.Begin(t, o.Rita, "s1")
	w.Keys("f5")
	w.Shows("Queue 2 of 3", "1 imported", "1 under review")
	w.Keys("esc g")
	w.Shows("◇ waits", "Under review: it stays as it is")
	w.Keys("n n")
	w.Shows("3/3") // s2, s3, and not s1
	w.Keys("n")
	w.Shows("2/3")
	if err := o.Rita.Release(t.Context(), "s1"); err != nil {
		t.Fatal(err)
	}
	w.Keys("f5")
	w.Shows("2 imported")
	w.Hides("◇ waits")
}

// A state that has closed stays in the queue of who annotated it: what they did
// there can be read, and nothing of what others made of it.
func TestWhatHasClosedStaysToBeRead(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Calibration()) // s4 and s5 have closed
	w := at(t, o.Ann, 120, 40)
	w.Keys("/")
	w.Type("phase:closed")
	w.Keys("enter")
	w.Shows("Queue 2 of 8", "✓ done     closed", "harbour__4", "harbour__5", "Closed: enter shows what you did")
	w.Hides("Certificate", "group")
	w.Keys("G")
	for _, key := range []string{"f", "x", "u", "O"} {
		w.Keys(key)
		w.Shows("This state has closed: what you did there can be read, and no longer changed.")
	}
	w.Keys("enter")
	w.Shows("harbour__5 · ledger", "add G1 for bug_location", "finish the certificate")
	w.Hides("decision", "union", "revise", "someone else")
	w.Keys("esc")
	w.Shows("Queue 2 of 8")
	if _, err := o.Sven.Recall(t.Context(), state); err != nil {
		t.Fatal(err)
	}
	w.Keys("f5")
	w.Shows("Queue 2 of 8", "harbour__5") // as before: a decision taken back is nothing of theirs

	ben := at(t, o.Ben, 120, 40) // has annotated nothing
	ben.Hides("closed", "harbour__4", "harbour__5")
}

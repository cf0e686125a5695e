package review_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// watched counts what is asked of the outcomes of a repository.
type watched struct {
	*reviewtest.Memory
	predictions []string
}

func (w *watched) LockedPredictions(ctx context.Context, s review.Scope, state string) ([]card.Prediction, error) {
	w.predictions = append(w.predictions, state)
	return w.Memory.LockedPredictions(ctx, s, state)
}

func seat(t *testing.T, repo review.Repository, p review.Person, clock review.Clock) *review.Desk {
	t.Helper()
	d, err := review.NewDesk(t.Context(), repo, p, clock)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOutcomesFollowTheTable: every person of a project in the middle of the
// work, on every state, in both modes. Whoever is refused had nothing loaded.
func TestOutcomesFollowTheTable(t *testing.T) {
	for _, mode := range []review.Project{reviewtest.Calibration(), reviewtest.Sealed(reviewtest.Calibration())} {
		o := reviewtest.MidReview(t, mode)
		live := mode.Mode == review.Open
		for _, c := range []struct {
			who    *review.Desk
			states []string // of which outcomes are open in an open project
			sealed []string // in a sealed one
		}{
			{o.Olga, []string{"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"}, []string{"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"}},
			{o.Ann, []string{"s1", "s2", "s3", "s5", "s6", "s7", "s8"}, nil}, // s4 is closed
			{o.Rita, []string{"s4"}, nil}, {o.Ralf, []string{"s4"}, nil}, {o.Rosa, nil, nil},
			{o.Sven, nil, nil}, {o.Alma, nil, nil},
		} {
			want := c.sealed
			if live {
				want = c.states
			}
			repo := &watched{Memory: o.Memory}
			d := seat(t, repo, c.who.Person(), o.Clock)
			name := d.Person().Name + " in a project that is " + string(mode.Mode)
			got, err := d.OutcomeStates(t.Context())
			if err != nil || !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("%s: open %v, want %v, %v", name, got, want, err)
			}
			if may := d.SeesOutcomes(); !may && len(want) > 0 {
				t.Errorf("%s: the way to outcomes is left out", name)
			}
			for _, id := range []string{"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"} {
				checkOutcomes(t, name, d, repo, id, slices.Contains(want, id))
			}
		}
	}
}

func checkOutcomes(t *testing.T, name string, d *review.Desk, repo *watched, id string, open bool) {
	t.Helper()
	repo.predictions = nil
	got, err := d.Outcomes(t.Context(), id)
	_, inputErr := d.Input(t.Context(), id)
	runErr := d.MayRun(t.Context(), id)
	if open {
		if err != nil || inputErr != nil || runErr != nil || len(got.Baselines) == 0 || got.State.Card.ID != id {
			t.Errorf("%s, %s: %v, %v, %v, %d baselines", name, id, err, inputErr, runErr, len(got.Baselines))
		}
		return
	}
	for _, err := range []error{err, inputErr, runErr} {
		var forbidden *review.ForbiddenError
		var unknown *review.UnknownStateError
		if !errors.As(err, &forbidden) && !errors.As(err, &unknown) {
			t.Errorf("%s, %s: refused by %v", name, id, err)
		}
	}
	if len(got.Locked)+len(got.Baselines) > 0 || len(repo.predictions) > 0 {
		t.Errorf("%s, %s: loaded %v, gave %d rankings", name, id, repo.predictions, len(got.Locked))
	}
}

// TestRefusalTellsNoPhase: what a refusal says is the same whatever the state
// is about.
func TestRefusalTellsNoPhase(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	var said string
	for _, id := range []string{"s2", "s3", "s5"} { // begun, one review in, with the senior
		_, err := o.Rita.Outcomes(t.Context(), id)
		if err == nil {
			t.Fatalf("%s is open", id)
		}
		words := strings.ReplaceAll(err.Error(), id, "it")
		if said == "" {
			said = words
		}
		if words != said {
			t.Errorf("%s: %q, elsewhere %q", id, words, said)
		}
	}
}

// TestAuditorsWaitForTheReport: nothing before it, the release after it.
func TestAuditorsWaitForTheReport(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	if o.Alma.SeesOutcomes() {
		t.Error("an auditor sees outcomes before the report")
	}
	if got, err := o.Alma.OutcomeStates(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("open %v, %v", got, err)
	}
	for _, d := range []*review.Desk{o.Ann, o.Rita, o.Sven} {
		got, err := o.Sit(t, d.Person()).OutcomeStates(t.Context())
		if err != nil || len(got) != 6 {
			t.Errorf("%s of a frozen release: %v, %v", d.Person().Name, got, err)
		}
	}
}

// TestBaselines are what the person's own certificate can be held against.
func TestBaselines(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	ids := func(d *review.Desk, state string) string {
		t.Helper()
		got, err := d.Outcomes(t.Context(), state)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, b := range got.Baselines {
			all = append(all, string(b.ID))
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		d     *review.Desk
		state string
		want  string
	}{
		{o.Ann, "s7", "start"}, {o.Ann, "s1", "start finished"}, {o.Ann, "s2", "start finished under"}, {o.Rita, "s4", "start"},
		{o.Olga, "s5", "start finished under A B"}, {o.Olga, "s8", "start"},
	} {
		if got := ids(c.d, c.state); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.d.Person().Name, c.state, got, c.want)
		}
	}
}

// TestLastFinished: the version that was finished, however much was changed since.
func TestLastFinished(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	o.Annotate(t, "s1")
	at := o.Memory.Stored("s1").Sheets[review.Main].Revision
	if _, err := o.Ann.Finish(t.Context(), "s1", at, false); err != nil {
		t.Fatal(err)
	}
	reviewtest.Do(t, o.Ann, "s1", certificate.SetThresholdEdit("g1", 2))
	got, err := o.Ben.Outcomes(t.Context(), "s1") // the work is shared by who annotates
	if err != nil {
		t.Fatal(err)
	}
	b := got.Baselines[1]
	if b.ID != review.BaselineFinished || b.Certificate.Groups[0].Threshold != 1 || got.Now.Groups[0].Threshold != 2 {
		t.Errorf("%s: threshold %d, now %d", b.ID, b.Certificate.Groups[0].Threshold, got.Now.Groups[0].Threshold)
	}
	if b.Revision >= got.Revision {
		t.Errorf("revision %d of %d", b.Revision, got.Revision)
	}
}

// TestSetsAreTheOrganizers: without a repository that keeps them there are none,
// and nobody else may ask.
func TestSetsAreTheOrganizers(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	if o.Olga.MayLock() || o.Ann.MayLock() {
		t.Error("sets can be locked that are nowhere")
	}
	if _, err := o.Olga.PredictionSets(t.Context()); err == nil {
		t.Error("sets were listed that are nowhere")
	}
	for _, d := range []*review.Desk{o.Ann, o.Rita, o.Sven, o.Alma} {
		var forbidden *review.ForbiddenError
		if _, err := d.LockPredictions(t.Context(), "x"); !errors.As(err, &forbidden) {
			t.Errorf("%s: %v", d.Person().Name, err)
		}
		if _, err := d.PredictionSets(t.Context()); !errors.As(err, &forbidden) {
			t.Errorf("%s: %v", d.Person().Name, err)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/fixtures"
	"suffice/review"
	"suffice/store"
)

// The people of the demo projects.
const (
	demoOrganizer = "organizer-1"
	demoAnnotator = "annotator-1"
)

// demoPeople lists them in the order in which they join.
func demoPeople() []review.Person {
	person := func(n int, name string, r review.Role) review.Person {
		return review.Person{ID: review.PersonID(fmt.Sprintf("p%d", n)), Name: name, Roles: []review.Role{r}}
	}
	return []review.Person{
		person(1, demoOrganizer, review.Organizer), person(2, demoAnnotator, review.Annotator),
		person(3, "reviewer-1", review.Reviewer), person(4, "reviewer-2", review.Reviewer), person(5, "reviewer-3", review.Reviewer),
		person(6, "senior-1", review.Senior), person(7, "auditor-1", review.Auditor), person(8, "auditor-2", review.Auditor),
	}
}

// demo is a demo project in the making: everybody does their part at a desk of
// their own, by the same rules as in any project.
type demo struct {
	store *store.Store
	watch *demoTime
	desks map[string]*review.Desk
	files fixtures.Demo
}

// demoTime is a clock that starts in the past and goes on by a minute or two
// at each look, so that the demo has a history one can believe.
type demoTime struct{ at int64 }

func (t *demoTime) now() int64 {
	t.at += 95_000
	return t.at
}

// reach lets the time pass until then.
func (t *demoTime) reach(then time.Time) { t.at = max(t.at, then.UnixMilli()) }

// buildDemo makes a demo project at path and lets act do the work in it.
func buildDemo(ctx context.Context, path, name string, s streams, act func(context.Context, *demo) error) error {
	files, err := fixtures.BuildDemo()
	if err != nil {
		return err
	}
	watch := &demoTime{s.Now().Add(-30 * time.Hour).UnixMilli()}
	_, err = initProject(ctx, path, newProject{
		name: name, scope: "demo", organizer: demoOrganizer, mode: review.Open, annotators: []string{demoAnnotator},
	}, streams{Now: func() time.Time { return time.UnixMilli(watch.now()) }})
	if err != nil {
		return err
	}
	st, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return err
	}
	d := &demo{store: st, watch: watch, desks: map[string]*review.Desk{}, files: files}
	err = d.people(ctx)
	if err == nil {
		err = act(ctx, d)
	}
	return errors.Join(err, st.Close())
}

// people lets everybody join and seats them.
func (d *demo) people(ctx context.Context) error {
	for i, p := range demoPeople() {
		if i >= 2 { // the first two came with the project
			if err := d.desks[demoOrganizer].AddPerson(ctx, p); err != nil {
				return err
			}
		}
		desk, err := review.NewDesk(ctx, d.store, p, d.watch.now)
		if err != nil {
			return err
		}
		d.desks[p.Name] = desk
	}
	policy, err := d.desks[demoOrganizer].Policy(ctx)
	if err != nil {
		return err
	}
	policy.Seed = 2027 // the same A and B in every demo
	return d.desks[demoOrganizer].SetPolicy(ctx, policy)
}

// imports brings the files in, of the states that keep says, and locks the
// predictions.
func (d *demo) imports(ctx context.Context, keep func(state string) bool) error {
	organizer := d.desks[demoOrganizer].Scope()
	of := func(b []byte) []byte { return linesOf(b, keep) }
	if _, err := d.store.ImportItems(ctx, organizer, d.watch.now(), []store.Source{bytesSource("items.jsonl", of(d.files.Items))}); err != nil {
		return err
	}
	if _, err := d.store.ImportLabels(ctx, organizer, d.watch.now(), []store.Source{bytesSource("labels.jsonl", of(d.files.Labels))}, store.LabelOptions{}); err != nil {
		return err
	}
	for _, method := range slices.Sorted(maps.Keys(d.files.Predictions)) {
		src := bytesSource(method+".jsonl", of(d.files.Predictions[method]))
		if _, err := d.store.ImportPredictions(ctx, organizer, d.watch.now(), []store.Source{src}, store.PredictionOptions{Set: method}); err != nil {
			return err
		}
		if _, err := d.store.Lock(ctx, organizer, d.watch.now(), method); err != nil {
			return err
		}
	}
	_, err := d.store.ImportReviews(ctx, organizer, d.watch.now(), []store.Source{bytesSource("signals.jsonl", of(d.files.Signals))})
	return err
}

// linesOf keeps the records of some states.
func linesOf(b []byte, keep func(state string) bool) []byte {
	var out []byte
	for l := range bytes.Lines(b) {
		_, rest, _ := strings.Cut(string(l), `"state_id":"`)
		if state, _, _ := strings.Cut(rest, `"`); keep(state) {
			out = append(out, l...)
		}
	}
	return out
}

func bytesSource(name string, b []byte) store.Source {
	return store.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }}
}

// annotateDemo does what an annotator has done by the middle of the work: two
// states finished, one under work, one flagged, one skipped.
func annotateDemo(ctx context.Context, d *review.Desk) error {
	for _, state := range []string{"tideline-33-s003", "tideline-60-s005"} {
		v, err := d.Take(ctx, state)
		if err != nil {
			return err
		}
		if _, err := d.Finish(ctx, state, v.Revision, true); err != nil {
			return fmt.Errorf("finish %s: %w", state, err)
		}
	}
	if err := demoEdits(ctx, d, "tideline-57-s001"); err != nil {
		return err
	}
	reason := "Does the refund row make a second attempt safe? Ask before finishing."
	if _, err := d.Flag(ctx, "tideline-52-s006", &reason); err != nil {
		return err
	}
	if _, err := d.Note(ctx, "tideline-14-s004", "G1 stands; look again at whether the alert belongs to G2."); err != nil {
		return err
	}
	reason = "Needs somebody who knows the paging query."
	_, err := d.Skip(ctx, "tideline-45-s001", &reason)
	return err
}

// demoEdits starts a certificate: one group with one unit, no quotation yet.
func demoEdits(ctx context.Context, d *review.Desk, state string) error {
	v, err := d.Take(ctx, state)
	if err != nil {
		return err
	}
	probe, err := unitWith(v.State.Pool, "deploy/api.yaml", "readinessProbe")
	if err != nil {
		return err
	}
	add := certificate.Edit{Op: certificate.AddGroup, After: []byte(`{"role":"configuration","necessity_weight":2}`)}
	ack, err := d.Edit(ctx, state, v.Revision, add, "")
	if err != nil {
		return err
	}
	group := ack.Draft.Certificate().Groups[0].Key
	_, err = d.Edit(ctx, state, ack.Revision, certificate.AcceptEdit(group, probe), "")
	return err
}

// unitWith is the shortest unit of a file that holds a text.
func unitWith(pool card.Pool, path, text string) (string, error) {
	best := -1
	for i, u := range pool.Units {
		if u.Path == path && strings.Contains(u.Text, text) && (best < 0 || len(u.Text) < len(pool.Units[best].Text)) {
			best = i
		}
	}
	if best < 0 {
		return "", fmt.Errorf("no unit of %s holds %q", path, text)
	}
	return pool.Units[best].ID, nil
}

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

// The people of the demo project.
const (
	demoOrganizer = "organizer-1"
	demoAnnotator = "annotator-1"
)

// buildDemo makes the demo project: the organizer imports and locks, then the
// annotator gets half way through the work.
func buildDemo(ctx context.Context, path string, s streams) error {
	d, err := fixtures.BuildDemo()
	if err != nil {
		return err
	}
	watch := demoClock(s.Now())
	people, err := initProject(ctx, path, newProject{
		name: "Tideline (demo)", scope: "demo", organizer: demoOrganizer, mode: review.Open,
		annotators: []string{demoAnnotator},
	}, streams{Now: func() time.Time { return time.UnixMilli(watch()) }})
	if err != nil {
		return err
	}
	st, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return err
	}
	err = fillDemo(ctx, st, d, people, watch)
	return errors.Join(err, st.Close())
}

// demoClock starts some hours ago and goes on by a minute or two at each look,
// so that the demo has a history one can believe.
func demoClock(now time.Time) review.Clock {
	at := now.Add(-3 * time.Hour).UnixMilli()
	return func() int64 {
		at += 95_000
		return at
	}
}

func fillDemo(ctx context.Context, st *store.Store, d fixtures.Demo, people []review.Person, clock review.Clock) error {
	organizer := review.Visible(people[0], review.Open)
	if _, err := st.ImportItems(ctx, organizer, clock(), []store.Source{bytesSource("items.jsonl", d.Items)}); err != nil {
		return err
	}
	if _, err := st.ImportLabels(ctx, organizer, clock(), []store.Source{bytesSource("labels.jsonl", d.Labels)}, store.LabelOptions{}); err != nil {
		return err
	}
	for _, method := range slices.Sorted(maps.Keys(d.Predictions)) {
		src := bytesSource(method+".jsonl", d.Predictions[method])
		if _, err := st.ImportPredictions(ctx, organizer, clock(), []store.Source{src}, store.PredictionOptions{Set: method}); err != nil {
			return err
		}
		if _, err := st.Lock(ctx, organizer, clock(), method); err != nil {
			return err
		}
	}
	desk, err := review.NewDesk(ctx, st, people[1], clock)
	if err != nil {
		return err
	}
	return annotateDemo(ctx, desk)
}

func bytesSource(name string, b []byte) store.Source {
	return store.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }}
}

// annotateDemo does what an annotator has done by the middle of the day: two
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
	probe := slices.IndexFunc(v.State.Pool.Units, func(u card.Unit) bool {
		return u.Path == "deploy/api.yaml" && strings.Contains(u.Text, "readinessProbe")
	})
	if probe < 0 {
		return fmt.Errorf("%s has no unit with the probe", state)
	}
	add := certificate.Edit{Op: certificate.AddGroup, After: []byte(`{"role":"configuration","necessity_weight":2}`)}
	ack, err := d.Edit(ctx, state, v.Revision, add, "")
	if err != nil {
		return err
	}
	group := ack.Draft.Certificate().Groups[0].Key
	accept := certificate.Edit{Op: certificate.AcceptUnit, Group: group, Unit: v.State.Pool.Units[probe].ID}
	_, err = d.Edit(ctx, state, ack.Revision, accept, "")
	return err
}

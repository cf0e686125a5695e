package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// Nothing of ben's own reaches ann, whatever she asks for.
func TestOthersStayHidden(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 5))
	ctx := context.Background()
	at := reviewtest.Do(t, reviewtest.Desk(t, s, ann), "s1", addGroup(t, "bug_location")).Revision
	b := reviewtest.Desk(t, s, ben)
	const token = "ZEBRA-77"
	note, err := b.Note(ctx, "s1", token)
	must(t, err)
	reason := token
	_, err = b.Flag(ctx, "s1", &reason)
	must(t, err)
	_, err = b.Keep(ctx, "s1", at, reviewtest.Edit(t, certificate.SetRationale, "g1", "", token))
	must(t, err)
	must(t, b.SaveTyping(ctx, "s1", "note", token))
	_, err = b.Edit(ctx, "s1", at, addGroup(t, "seen by all"), "")
	must(t, err)

	sc := scopeOf(ann)
	var seen strings.Builder
	show := func(v any, err error) {
		t.Helper()
		must(t, err)
		raw, err := json.Marshal(v)
		must(t, err)
		seen.Write(raw)
		fmt.Fprintf(&seen, "%+v\n", v)
	}
	work, err := s.Work(ctx, sc, "s1")
	show(work, err)
	queue, err := s.Queue(ctx, sc)
	show(queue, err)
	typing, err := s.Typing(ctx, ann.ID, "s1")
	show(typing, err)
	events := 0
	for e, err := range s.Events(ctx, sc, review.Filter{}) {
		show(e, err)
		events++
	}
	if strings.Contains(seen.String(), token) || strings.Contains(seen.String(), string(ben.ID)) {
		t.Errorf("ann sees of ben: %s", seen.String())
	}
	if events != 2 {
		t.Errorf("ann sees %d events, want her own edit and ben's, without his name", events)
	}
	_, hidden := s.Event(ctx, sc, note.Event.Seq)
	_, missing := s.Event(ctx, sc, 999)
	if strings.ReplaceAll(fmt.Sprint(hidden), fmt.Sprint(note.Event.Seq), "N") != strings.ReplaceAll(fmt.Sprint(missing), "999", "N") || !is[*review.UnknownEventError](hidden) {
		t.Errorf("a hidden event and an unknown one are told apart: %v, %v", hidden, missing)
	}
	all := 0
	for range s.Events(ctx, scopeOf(olga), review.Filter{State: "s1"}) {
		all++
	}
	if all != 5 {
		t.Errorf("the organizer sees %d events of the state, want 5", all)
	}
}

// Outcomes are loaded for those who may see them, and from locked sets only.
func TestLockedPredictions(t *testing.T) {
	both := review.Person{ID: "id-both", Name: "both", Roles: []review.Role{review.Organizer, review.Annotator}}
	for _, tt := range []struct {
		mode   review.Mode
		who    review.Person
		locked bool
		want   int
	}{
		{review.Open, ann, true, 2}, {review.Open, ann, false, 0}, {review.Sealed, ann, true, 0},
		{review.Sealed, olga, true, 2}, {review.Open, olga, true, 2}, {review.Sealed, both, true, 0},
	} {
		t.Run(fmt.Sprintf("%s %s locked=%v", tt.mode, tt.who.Name, tt.locked), func(t *testing.T) {
			p := reviewtest.Calibration()
			p.Mode = tt.mode
			s := newProjectAt(t, t.TempDir()+"/suffice.db", p, reviewtest.State("s1", 5))
			ctx := context.Background()
			rows := `{"state_id":"s1","method":"bm25","ranked_evidence_ids":["u2","u1"]}
{"state_id":"s1","method":"abstains","ranked_evidence_ids":[]}
`
			_, err := s.ImportPredictions(ctx, scopeOf(olga), 1, []Source{textSource("round.jsonl", rows)}, PredictionOptions{})
			must(t, err)
			if tt.locked {
				_, err = s.Lock(ctx, scopeOf(olga), 1, "round")
				must(t, err)
			}
			got, err := s.LockedPredictions(ctx, review.Visible(tt.who, tt.mode), "s1")
			must(t, err)
			if len(got) != tt.want {
				t.Errorf("got %v", got)
			}
			if tt.want > 0 && !reflect.DeepEqual(got[1].Ranked, []string{"u2", "u1"}) {
				t.Errorf("got %v", got[1])
			}
			if _, err := s.Sets(ctx, review.Visible(tt.who, tt.mode)); (err == nil) != (tt.mode == review.Open || tt.who.Name == "olga") {
				t.Errorf("listing sets: %v", err)
			}
			if _, err := s.ExportPredictions(ctx, review.Visible(tt.who, tt.mode), "round", io.Discard); (err == nil) != (tt.who.Name == "olga") {
				t.Errorf("exporting a set: %v", err)
			}
		})
	}
}

// The store is the memory repository on disk: after any acts of two people,
// both give each of them the same answers.
func TestAnswersLikeMemory(t *testing.T) {
	alone(t)
	states := []card.State{reviewtest.State("s1", 4), reviewtest.State("s2", 4)}
	template := newProject(t, states...)
	must(t, template.Close())
	project, err := os.ReadFile(template.Path())
	must(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		must(t, os.WriteFile(template.Path(), project, 0o644))
		stored, err := Open(context.Background(), template.Path(), Options{})
		must(t, err)
		defer stored.Close()
		memory := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{olga, ann, ben}, states...)
		clocks := []review.Clock{reviewtest.Ticking(700), reviewtest.Ticking(700)}
		ctx := context.Background()
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			who := rapid.SampledFrom([]review.Person{ann, ben, olga}).Draw(rt, "who")
			act := drawAct(rt)
			var outcomes [2]string
			for i, repo := range []review.Repository{stored, memory} {
				d, err := review.NewDesk(ctx, repo, who, clocks[i])
				if err != nil {
					rt.Fatal(err)
				}
				outcomes[i] = act(ctx, d)
			}
			if outcomes[0] != outcomes[1] {
				rt.Fatalf("%s got\n%s\nfrom the store and\n%s\nfrom memory", who.Name, outcomes[0], outcomes[1])
			}
		}
		for _, who := range []review.Person{ann, ben, olga} {
			if a, b := everythingSeen(rt, stored, scopeOf(who)), everythingSeen(rt, memory, scopeOf(who)); a != b {
				rt.Fatalf("%s sees\n%s\nin the store and\n%s\nin memory", who.Name, a, b)
			}
		}
		if v, err := stored.Verify(ctx); err != nil || !v.Sound() {
			rt.Fatalf("%v %v", v.Problems, err)
		}
	})
}

// drawAct draws something a person does at a desk, and how they see it end.
func drawAct(rt *rapid.T) func(context.Context, *review.Desk) string {
	state := rapid.SampledFrom([]string{"s1", "s2"}).Draw(rt, "state")
	behind := certificate.Revision(rapid.IntRange(0, 1).Draw(rt, "behind"))
	group := certificate.GroupKey(rapid.SampledFrom([]string{"g1", "g2"}).Draw(rt, "group"))
	unit := rapid.SampledFrom([]string{"u1", "u2", "u3"}).Draw(rt, "unit")
	kind := rapid.SampledFrom([]string{"add", "accept", "drop", "undo", "redo", "note", "type", "skip", "carry", "finish"}).Draw(rt, "kind")
	was := rapid.SampledFrom([]string{"", "u1", "u2", "u3"}).Draw(rt, "was")
	text := rapid.SampledFrom([]string{"", unit}).Draw(rt, "text")
	return func(ctx context.Context, d *review.Desk) string {
		v, err := d.Take(ctx, state)
		if err != nil {
			return err.Error()
		}
		at := v.Revision - min(behind, v.Revision)
		var ack review.Ack
		switch kind {
		case "add":
			ack, err = d.Edit(ctx, state, at, certificate.Edit{Op: certificate.AddGroup, After: []byte(`{"role":"r"}`)}, "")
		case "accept":
			ack, err = d.Edit(ctx, state, at, certificate.Edit{Op: certificate.AcceptUnit, Group: group, Unit: unit}, "")
		case "drop":
			ack, err = d.Edit(ctx, state, at, certificate.Edit{Op: certificate.DropUnit, Group: group, Unit: unit}, "")
		case "undo":
			ack, err = d.Undo(ctx, state, at)
		case "redo":
			ack, err = d.Redo(ctx, state, at)
		case "note":
			ack, err = d.Note(ctx, state, unit)
		case "type":
			err = d.ReplaceTyping(ctx, state, review.TypingNote, was, text)
			if other := (*review.TypedElsewhereError)(nil); errors.As(err, &other) {
				return fmt.Sprintf("%+v", *other)
			}
		case "skip":
			ack, err = d.Skip(ctx, state, &unit)
		case "carry":
			ack, err = d.Carry(ctx, state, review.Carry{Unit: unit, In: "step 1", Reason: "same lines"})
		case "finish":
			ack, err = d.Finish(ctx, state, at, !v.MayEdit)
		}
		if err != nil {
			if stale := new(review.StaleError); errors.As(err, &stale) {
				return fmt.Sprintf("stale at %d now %d", stale.At, stale.Now)
			}
			return err.Error()
		}
		return fmt.Sprintf("revision %d, %s, undo %q redo %q", ack.Revision, ack.Status, ack.Undo, ack.Redo)
	}
}

// everythingSeen is every answer of a repository to one reader. Seq and hashes
// differ where imports were recorded otherwise, so they are left out.
func everythingSeen(rt *rapid.T, r review.Repository, sc review.Scope) string {
	ctx := context.Background()
	var b strings.Builder
	queue, err := r.Queue(ctx, sc)
	if err != nil {
		rt.Fatal(err)
	}
	for _, row := range queue {
		raw, _ := json.Marshal(row, json.Deterministic(true))
		fmt.Fprintf(&b, "%s\n", raw)
		w, err := r.Work(ctx, sc, row.State)
		if err != nil {
			rt.Fatal(err)
		}
		raw, err = json.Marshal(w.Draft, json.Deterministic(true))
		if err != nil {
			rt.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %d %v %v %d %s\n", w.Phase, w.Revision, w.Touched, w.Done, len(w.Mine), raw)
	}
	for e, err := range r.Events(ctx, sc, review.Filter{}) {
		if err != nil {
			rt.Fatal(err)
		}
		if e.State != "" {
			fmt.Fprintf(&b, "%s %s %d %d %s\n", e.Who, e.Kind, e.From, e.To, e.Body)
		}
	}
	return b.String()
}

package store

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// reviewed is a project of so many states with imported certificates and 24
// people, in the middle of its reviews: of every eight states two are free,
// four have both reviewers, one has its reviews in and goes to the senior, and
// one is closed.
func reviewed(b *testing.B, states int) (*Store, []review.Person) {
	b.Helper()
	ctx := context.Background()
	s := newProjectAt(b, filepath.Join(b.TempDir(), "suffice.db"), reviewtest.Calibration())
	people := []review.Person{sam}
	for i := range 20 {
		people = append(people, inRole(fmt.Sprintf("reviewer-%02d", i), review.Reviewer))
	}
	for _, p := range people {
		must(b, s.Join(ctx, scopeOf(olga), p, 1))
	}
	var items, labels bytes.Buffer
	ids := make([]string, states)
	for i := range ids {
		ids[i] = fmt.Sprintf("state-%05d", i)
		st := reviewtest.State(ids[i], 3)
		items.Write(card.EncodeState(st))
		items.WriteByte(10)
		fmt.Fprintln(&labels, labelOf(ids[i], 6))
	}
	_, err := s.ImportItems(ctx, scopeOf(olga), 1, []Source{textSource("items.jsonl", items.String())})
	must(b, err)
	_, err = s.ImportLabels(ctx, scopeOf(olga), 1, []Source{textSource("labels.jsonl", labels.String())}, LabelOptions{})
	must(b, err)
	var acts []review.Act
	flush := func() {
		if len(acts) == 0 {
			return
		}
		_, _, err := s.Enact(ctx, scopeOf(olga), acts)
		must(b, err)
		acts = nil
	}
	for i, id := range ids {
		if i%8 < 2 {
			continue
		}
		for j, slot := range []review.Slot{review.SlotA, review.SlotB} {
			seat := review.Seated{Task: review.TaskReview, Slot: slot, Person: people[1+(i+j)%20].ID}
			acts = append(acts, review.Act{Event: act(b, review.Assigned, olga, id, seat)})
		}
		if len(acts) > 400 {
			flush()
		}
	}
	flush()
	for i, id := range ids {
		if i%8 < 6 {
			continue
		}
		for j, verdict := range []review.Verdict{review.VerdictAccept, []review.Verdict{review.VerdictAccept, review.VerdictUncertain}[i%2]} {
			d := reviewtest.Desk(b, s, people[1+(i+j)%20])
			_, err := d.Submit(ctx, id, 1, review.Submission{Verdict: verdict, Confidence: 4, Reason: "as read"})
			must(b, err)
		}
	}
	return s, people
}

func act(tb testing.TB, k review.Kind, who review.Person, state string, body any) review.Event {
	tb.Helper()
	raw, err := json.Marshal(body)
	must(tb, err)
	return review.Event{Who: who.ID, At: reviewtest.Start, Kind: k, State: state, Body: raw}
}

// BenchmarkReviewQueue lists the tasks of a project of 5,000 states.
func BenchmarkReviewQueue(b *testing.B) {
	const states = 5000
	s, people := reviewed(b, states)
	ctx := context.Background()
	for _, who := range []review.Person{people[1], sam, ann, olga} {
		b.Run(string(who.Roles[0]), func(b *testing.B) {
			rows := 0
			for b.Loop() {
				all, err := s.Tasks(ctx, scopeOf(who), reviewtest.Start)
				must(b, err)
				rows = len(all)
			}
			b.ReportMetric(float64(rows), "rows")
		})
	}
	b.Run("Work", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			_, err := s.Work(ctx, scopeOf(olga), fmt.Sprintf("state-%05d", i%states))
			must(b, err)
		}
	})
}

// BenchmarkArbitration opens a dispute over two certificates of six groups.
func BenchmarkArbitration(b *testing.B) {
	s, _ := reviewed(b, 8)
	ctx := context.Background()
	d := reviewtest.Desk(b, s, sam)
	_, err := d.Claim(ctx, "state-00007")
	must(b, err)
	b.Run("Case", func(b *testing.B) {
		for b.Loop() {
			_, err := s.Case(ctx, scopeOf(sam), "state-00007")
			must(b, err)
		}
	})
	b.Run("Dispute", func(b *testing.B) {
		for b.Loop() {
			_, err := d.Dispute(ctx, "state-00007")
			must(b, err)
		}
	})
}

// labelOf is a certificate of so many groups over the units u1, u2 and u3.
func labelOf(state string, groups int) string {
	one, retrieval, scope := 1.0, true, "single_state"
	c := certificate.Certificate{State: state, Retrieval: &retrieval, Scope: &scope, Confidence: &one}
	for i := range groups {
		units := []string{"u1", "u2", "u3"}
		c.Groups = append(c.Groups, certificate.Group{
			Role: fmt.Sprintf("role %d", i), Acceptable: units[i%3:], Threshold: 1, Weight: 1, Rationale: "because of what stands there",
			Quotations: []certificate.Quotation{{Unit: "u3", LineStart: 21, LineEnd: 21, Text: "line 21"}},
		})
	}
	return string(certificate.Encode(c))
}

package store

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"suffice/audit"
	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// office is a project with everybody in it, all at their desks on one clock.
type office struct {
	*Store
	t     testing.TB
	clock review.Clock
}

// newOffice is a project with these states, each with an imported certificate
// that may go under review.
func newOffice(t testing.TB, path string, p review.Project, states ...string) office {
	t.Helper()
	ctx := context.Background()
	s := newProjectAt(t, path, p)
	for _, who := range []review.Person{rea, rob, ray, sam, sue, una, ugo} {
		must(t, s.Join(ctx, scopeOf(olga), who, reviewtest.Start))
	}
	var labels strings.Builder
	var items []card.State
	for _, id := range states {
		st := reviewtest.State(id, 5)
		st.Card.Need = "Where is the tide table of " + id + " read?" // no two states show the same
		st.Card.Repo, st.Card.InstanceID = "harbour/"+id, "harbour__"+id
		items = append(items, st)
		fmt.Fprintln(&labels, labelOf(id, 2))
	}
	_, err := s.ImportItems(ctx, scopeOf(olga), reviewtest.Start, []Source{itemsOf(items...)})
	must(t, err)
	_, err = s.ImportLabels(ctx, scopeOf(olga), reviewtest.Start, []Source{textSource("labels.jsonl", labels.String())}, LabelOptions{})
	must(t, err)
	return office{s, t, reviewtest.Ticking(1000)}
}

func (o office) desk(who review.Person) *review.Desk {
	o.t.Helper()
	d, err := review.NewDesk(context.Background(), o.Store, who, o.clock)
	must(o.t, err)
	return d
}

// submit claims a review of a state and hands it in, after these edits.
func (o office) submit(who review.Person, state string, v review.Verdict, edits ...certificate.Edit) {
	o.t.Helper()
	ctx, d := context.Background(), o.desk(who)
	view, err := d.Claim(ctx, state)
	must(o.t, err)
	at := view.Revision
	if len(edits) > 0 {
		at = reviewtest.Do(o.t, d, state, edits...).Revision
	}
	_, err = d.Submit(ctx, state, at, review.Submission{Verdict: v, Confidence: 4, Reason: "as read"})
	must(o.t, err)
}

// rule claims the arbitration of a state and decides it.
func (o office) rule(who review.Person, state string, r review.Ruling) {
	o.t.Helper()
	ctx, d := context.Background(), o.desk(who)
	view, err := d.Claim(ctx, state)
	must(o.t, err)
	r.Reason = "as the source says"
	_, err = d.Rule(ctx, state, view.Revision, r)
	must(o.t, err)
}

func acceptAlso(t testing.TB, unit string) certificate.Edit {
	return reviewtest.Edit(t, certificate.AcceptUnit, "g1", unit, nil)
}

// released is a whole way to a release: s1 closes by agreement, s2 by a
// decision for A, s3 is replaced by s9, s4 is changed by both alike and one of
// them takes their review back later; then it is frozen, and s1 and s2 are
// audited and reported.
func released(t testing.TB, path string) office {
	t.Helper()
	ctx := context.Background()
	o := newOffice(t, path, reviewtest.Calibration(), "s1", "s2", "s3", "s4", "s9")
	must(t, o.desk(olga).SetReserve(ctx, "s9", true))
	_, err := o.ImportReviews(ctx, scopeOf(olga), reviewtest.Start, []Source{textSource("panel.jsonl", signalLine("model-1", "s1", review.VerdictAccept, "fine")+signalLine("model-1", "s2", review.VerdictRevise, "wider"))})
	must(t, err)
	o.submit(rea, "s1", review.VerdictAccept)
	o.submit(rob, "s1", review.VerdictAccept)
	o.submit(rea, "s2", review.VerdictRevise, acceptAlso(t, "u4"))
	o.submit(ray, "s2", review.VerdictAccept)
	whole := review.WholeA
	if o.slotOf(rea, "s2") == review.SlotB {
		whole = review.WholeB
	}
	o.rule(sam, "s2", review.Ruling{Whole: whole, Causes: []review.Cause{review.Plurality}})
	o.submit(rob, "s3", review.VerdictUnscorable)
	o.submit(ray, "s3", review.VerdictAccept)
	o.rule(sue, "s3", review.Ruling{Whole: review.ReplaceState, Replacement: "s9"})
	o.submit(rea, "s9", review.VerdictAccept)
	o.submit(rob, "s9", review.VerdictAccept)
	o.submit(rea, "s4", review.VerdictRevise, acceptAlso(t, "u5"))
	o.submit(rob, "s4", review.VerdictRevise, acceptAlso(t, "u5"))
	_, err = o.desk(rob).Reopen(ctx, "s4")
	must(t, err)
	_, err = o.desk(olga).Freeze(ctx)
	must(t, err)
	_, err = o.desk(olga).Sample(ctx, review.Sampling{States: 2, Auditors: []review.PersonID{una.ID, ugo.ID}, Seed: 7})
	must(t, err)
	o.audit(una)
	o.audit(ugo)
	_, err = o.desk(olga).AuditReport(ctx, nil, audit.Resampling{}, true)
	must(t, err)
	return o
}

func (o office) slotOf(who review.Person, state string) review.Slot {
	o.t.Helper()
	k, err := o.Case(context.Background(), scopeOf(who), state)
	must(o.t, err)
	return k.Course.Seats[0].Slot
}

// audit judges and hands in every state of the sample.
func (o office) audit(who review.Person) {
	o.t.Helper()
	ctx, d := context.Background(), o.desk(who)
	board, err := o.Board(ctx, scopeOf(olga))
	must(o.t, err)
	must(o.t, judgeAll(ctx, d, board.Sample.Sample.States...))
}

// The whole way leaves a file in which every row is what the journal says, and
// what closed states export is what was decided.
func TestReleaseIsTheFold(t *testing.T) {
	alone(t)
	o := released(t, t.TempDir()+"/suffice.db")
	v := sound(t, o.Store)
	if v.Signals != 2 || v.Certificates != 5 {
		t.Errorf("got %+v", v)
	}
	before := everyRow(t, o.Store)
	r, err := o.Rebuild(context.Background())
	must(t, err)
	if r.Mended != 0 {
		t.Errorf("rebuilding mended %d sound states", r.Mended)
	}
	if after := everyRow(t, o.Store); after != before {
		t.Error("rebuilding changed: ", firstChange(before, after))
	}
	sound(t, o.Store)
}

func TestExportIsWhatWasDecided(t *testing.T) {
	alone(t)
	o := released(t, t.TempDir()+"/suffice.db")
	ctx := context.Background()
	var file bytes.Buffer
	e, err := o.ExportLabels(ctx, scopeOf(olga), &file)
	must(t, err)
	board, err := o.Board(ctx, scopeOf(olga))
	must(t, err)
	if e.Rows != 4 || e.Excluded != 1 || board.Freeze.States != 4 || board.Freeze.Excluded != 1 {
		t.Errorf("exported %+v, froze %+v", e, *board.Freeze)
	}
	if e.SHA256 != board.Freeze.SHA256 {
		t.Errorf("the export has hash %s, what was frozen %s", e.SHA256, board.Freeze.SHA256)
	}
	if _, err := hex.DecodeString(board.Freeze.SHA256); err != nil || len(board.Freeze.SHA256) != 64 {
		t.Errorf("%q is no SHA-256", board.Freeze.SHA256)
	}
	exported := map[string]certificate.Certificate{}
	for line := range strings.Lines(file.String()) {
		c, err := certificate.Decode([]byte(line))
		must(t, err)
		exported[c.State] = c
	}
	for state, units := range map[string]string{"s1": "[u1 u2 u3]", "s2": "[u1 u2 u3 u4]", "s4": "[u1 u2 u3 u5]", "s9": "[u1 u2 u3]"} {
		if got := fmt.Sprint(exported[state].Groups[0].Acceptable); got != units {
			t.Errorf("%s exports %s, want %s", state, got, units)
		}
	}
	if _, ok := exported["s3"]; ok {
		t.Error("a replaced state was exported")
	}
}

// What is under review no longer changes by an import, whoever asks for it.
func TestImportLabelsUnderReview(t *testing.T) {
	ctx := context.Background()
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1", "s2")
	_, err := o.desk(rea).Claim(ctx, "s1")
	must(t, err)
	before := everyRow(t, o.Store)
	for _, options := range []LabelOptions{{}, {Replace: []string{"s1"}}} {
		files := []Source{textSource("labels.jsonl", labelOf("s2", 3)+"\n"+labelOf("s1", 3))}
		p := onlyProblem(t, func() error { _, err := o.ImportLabels(ctx, scopeOf(olga), 10, files, options); return err })
		if p.Line != 2 || p.Key != "state_id" || !strings.Contains(p.Msg, "under review or decided") {
			t.Errorf("got %+v", p)
		}
		if everyRow(t, o.Store) != before {
			t.Error("something was imported")
		}
	}
	same, err := o.ImportLabels(ctx, scopeOf(olga), 10, []Source{textSource("labels.jsonl", labelOf("s1", 2))}, LabelOptions{})
	must(t, err)
	if !same.Unchanged() {
		t.Errorf("what is there already: %+v", same)
	}
	sound(t, o.Store)
}

// An organizer with another role, who does not see every certificate, gets no
// part of the labels that could pass for all of them.
func TestExportIsWholeOrRefused(t *testing.T) {
	ctx := context.Background()
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1", "s2")
	both := inRole("org", review.Organizer, review.Senior)
	must(t, o.Join(ctx, scopeOf(olga), both, reviewtest.Start))
	var file bytes.Buffer
	e, err := o.ExportLabels(ctx, scopeOf(both), &file)
	must(t, err)
	if e.Rows != 2 {
		t.Errorf("got %+v", e)
	}
	_, err = o.desk(rea).Claim(ctx, "s1")
	must(t, err)
	file.Reset()
	if _, err := o.ExportLabels(ctx, scopeOf(both), &file); !is[*review.ForbiddenError](err) || file.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, file.Len())
	}
}

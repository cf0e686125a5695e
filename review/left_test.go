package review_test

import (
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/review"
	"suffice/review/reviewtest"
)

// left are the states that a desk lists as closed.
func left(t *testing.T, d *review.Desk) []string {
	t.Helper()
	if _, err := d.Queue(background); err != nil { // as of this look
		t.Fatal(err)
	}
	rows, err := d.Left(background)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.State)
		bare := review.QueueRow{
			State: r.State, Instance: r.Instance, Repo: r.Repo, Boundary: r.Boundary, Need: r.Need, Units: r.Units,
			Status: review.StatusDone, Phase: review.Closed,
		}
		if r.Need == "" || r.Units == 0 || !sameRow(r, bare) {
			t.Errorf("%s says more than its card: %+v", r.State, r)
		}
	}
	return ids
}

func sameRow(a, b review.QueueRow) bool { return jsonOf(a) == jsonOf(b) }

// What somebody annotated is listed once it has closed, however it did, to them
// alone, and until the release shows it to them.
func TestLeft(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Calibration()) // s4 by agreement, s5 by the senior; s6 waits
	same := func(when string, d *review.Desk, want ...string) {
		t.Helper()
		if got := left(t, d); len(got) != len(want) || len(got) > 0 && jsonOf(got) != jsonOf(want) {
			t.Errorf("%s: %s has left %v, want %v", when, d.Person().Name, got, want)
		}
	}
	same("closed", o.Ann, "s4", "s5")
	for _, d := range []*review.Desk{o.Olga, o.Ben, o.Rita, o.Ralf, o.Rosa, o.Sven, o.Alma} {
		same("closed", d)
	}
	if _, err := o.Sven.Recall(background, state); err != nil {
		t.Fatal(err)
	}
	same("taken back", o.Ann, "s4", "s5")
	var told []string // in a new sitting, which has not seen the state before
	for e, err := range o.Sit(t, o.Ann.Person()).History(background, review.Filter{State: state}) {
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, e.Text)
	}
	if len(told) != 11 || told[1] != "accept src/a.go:1-10 in G1" || told[10] != "finish the certificate" {
		t.Errorf("what Ann did there is told as %q", told)
	}
	for _, s := range left(t, o.Ann) {
		_, err := o.Ann.Take(background, s)
		refused[*review.UnknownStateError](t, err, s)
	}

	done := reviewtest.CloseAll(t, reviewtest.Calibration(), 3)
	same("all closed", done.Ann, "s1", "s2", "s3")
	if _, err := done.Olga.Freeze(background); err != nil {
		t.Fatal(err)
	}
	same("frozen", done.Ann)
	if rows, err := done.Ann.Queue(background); err != nil || len(rows) != 3 {
		t.Errorf("frozen, the queue has %d rows, %v", len(rows), err)
	}
}

func jsonOf(v any) string {
	out, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return err.Error()
	}
	return string(out)
}

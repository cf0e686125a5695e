package review_test

import (
	"strings"
	"testing"

	"suffice/audit"
	"suffice/review"
	"suffice/review/reviewtest"
)

// The ledger of a whole project, act by act, in words that name people only to
// who may know them.
func TestReviewInWords(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Calibration())
	if _, err := o.Sven.Recall(background, state); err != nil {
		t.Fatal(err)
	}
	if err := o.Olga.Seat(background, "s1", review.TaskReview, o.Rosa.Person().ID); err != nil {
		t.Fatal(err)
	}
	if err := o.Olga.Unseat(background, "s1", review.TaskReview, o.Rosa.Person().ID); err != nil {
		t.Fatal(err)
	}
	if err := o.Olga.SetReserve(background, "s1", true); err != nil {
		t.Fatal(err)
	}
	if err := o.Olga.SetRoles(background, o.Ben.Person().ID, nil); err != nil {
		t.Fatal(err)
	}
	if err := o.Olga.Retire(background, o.Ben.Person().ID); err != nil {
		t.Fatal(err)
	}
	policy, err := o.Olga.Policy(background)
	if err != nil {
		t.Fatal(err)
	}
	policy.MinorToSenior, policy.Lease = true, 60*60_000
	if err := o.Olga.SetPolicy(background, policy); err != nil {
		t.Fatal(err)
	}
	told := ledger(t, o.Olga)
	for _, want := range []string{
		"Rita: claim the review", "the rules: opened the sheet of reviewer A", "the rules: opened the sheet of the senior",
		"Ralf: submit the review: accept, confidence 4", "the rules: the reviews agree: A and B both say accept and the certificate under review stands",
		"the rules: the reviews go to the senior: ", "Sven: claim the arbitration", "Sven: take the union of A and B for difference 1",
		"Sven: decide group by group: both readings hold", "the rules: the decision became the certificate",
		"Sven: take the arbitration back to change it", " to Rosa\n", "Olga: release the review", " of Rosa\n",
		"Olga: keep it in reserve", "Olga: changed the roles of Ben from annotator to none", "Olga: retired Ben",
		"Olga: changed how the project is run: weights and roles go to the senior; a claim lasts 60 minutes",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the ledger does not say %q", want)
		}
	}
	if strings.Contains(told, "cannot be read") || strings.Contains(told, "id-") {
		t.Errorf("it says\n%s", told)
	}
	for _, line := range strings.Split(strings.TrimSpace(ledger(t, o.Sven)), "\n") {
		if !strings.HasPrefix(line, "Sven: ") && line != "the rules: opened your sheet" {
			t.Errorf("Sven's ledger says %q", line)
		}
	}
}

// So too of freezing and the audit.
func TestAuditInWords(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	sample := o.Memory.StoredBoard().Sample.Sample.States
	if _, err := o.Olga.AuditReport(background, sample[1:], audit.Resampling{Draws: 10}, true); err != nil {
		t.Fatal(err)
	}
	told := ledger(t, o.Olga)
	for _, want := range []string{
		"Olga: froze the release: 6 states, 0 excluded, SHA-256 ", "Olga: drew 4 states to be audited by Alma and Abel, seed 7",
		"Alma: audit A: G1 requirement validity: ok", "Alma: submit the audit A: accept, confidence 4",
		"Abel: submit the audit B: revise, confidence 4", "Olga: reported the audit: ",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the ledger does not say %q", want)
		}
	}
	if strings.Contains(told, "cannot be read") || strings.Contains(told, "id-") {
		t.Error("it cannot be read or names an ID")
	}
}

func ledger(t *testing.T, d *review.Desk) string {
	t.Helper()
	var b strings.Builder
	for e, err := range d.History(background, review.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(e.Name + ": " + e.Text + "\n")
	}
	return b.String()
}

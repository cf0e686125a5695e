package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// leaveReview lets somebody review s1 with the token in everything they write:
// four groups, the unit u7, an undo, a note, a flag, a skip, a kept edit and
// text in the middle of being typed.
func leaveReview(t *testing.T, d *review.Desk) {
	t.Helper()
	reviewtest.Begin(t, d, "s1",
		certificate.AddGroupEdit("interaction"), certificate.AcceptEdit("g3", "u7"),
		certificate.SetRationaleEdit("g3", secret+" rationale"), reviewtest.QuoteLine("g3", "u7", 61),
		certificate.AddGroupEdit(secret+" role"), certificate.AcceptEdit("g4", "u8"),
		certificate.SetRationaleEdit("g4", "also read"), reviewtest.QuoteLine("g4", "u8", 71))
	leaveSecrets(t, d, "s1")
	v := take(t, d, "s1")
	ack := reviewtest.Do(t, d, "s1", certificate.SetWeightEdit("g3", 7))
	if _, err := d.Undo(background, "s1", ack.Revision); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Skip(background, "s1", nil); err != nil {
		t.Fatal(err)
	}
	v = take(t, d, "s1")
	if _, err := d.Submit(background, "s1", v.Revision, reviewtest.Revises(secret+" reason", review.Plurality)); err != nil {
		t.Fatal(err)
	}
}

// Nothing of A reaches B (case C14): B is told, byte for byte, the same before
// and after A has reviewed, and so is everybody else but the organizer.
func TestNothingOfOneReviewReachesTheOther(t *testing.T) {
	for _, mode := range []review.Mode{review.Open, review.Sealed} {
		t.Run(string(mode), func(t *testing.T) {
			p := reviewtest.Calibration()
			p.Mode = mode
			o := reviewtest.NewOffice(t, p, 2)
			o.Annotate(t, "s1")
			o.Memory.Lock("s1", card.Prediction{State: "s1", Method: "bm25", Ranked: []string{"u1", "u3"}})
			reviewtest.Begin(t, o.Ralf, "s1", certificate.AcceptEdit("g1", "u4"))
			if _, err := o.Rita.Claim(background, "s1"); err != nil {
				t.Fatal(err)
			}
			if err := o.Rita.Release(background, "s1"); err != nil {
				t.Fatal(err)
			}
			hidden := map[*review.Desk]string{}
			for _, d := range o.Desks() {
				hidden[d] = everything(t, o.Memory, d, "s1", "s2")
			}
			begun := uint64(len(o.Memory.Journal()))
			leaveReview(t, o.Rita)

			for _, d := range o.Desks() {
				now := everything(t, o.Memory, d, "s1", "s2")
				switch d {
				case o.Olga, o.Rita:
					if !strings.Contains(now, secret) {
						t.Errorf("%s does not see the review: the test shows nothing", d.Person().Name)
					}
					continue
				case o.Rosa: // both reviews are taken: it is no longer offered to her
				default:
					if now != hidden[d] {
						t.Errorf("what %s is told changed from\n%s\nto\n%s", d.Person().Name, hidden[d], now)
					}
				}
				for _, leak := range []string{secret, "u7", string(o.Rita.Person().ID), "Rita"} {
					if strings.Contains(now, leak) {
						t.Errorf("%s is told %q:\n%s", d.Person().Name, leak, now)
					}
				}
				askForAll(t, o, d, begun)
			}
		})
	}
}

// askForAll asks for every event by its number: one of somebody else's review
// is answered exactly as one that is not there.
func askForAll(t *testing.T, o *reviewtest.Office, d *review.Desk, begun uint64) {
	t.Helper()
	for seq := begun + 1; seq <= uint64(len(o.Memory.Journal()))+1; seq++ {
		_, err := o.Memory.Event(background, d.Scope(), seq)
		var unknown *review.UnknownEventError
		if !errors.As(err, &unknown) || err.Error() != fmt.Sprintf("there is no event %d here", seq) {
			t.Errorf("%s asks for event %d: %v", d.Person().Name, seq, err)
		}
	}
}

// Once both are in, the senior sees the reviews as A and B and nobody's name;
// the reviewers go on seeing their own alone, in every phase.
func TestTheSeniorSeesReviewsAndNobody(t *testing.T) {
	p := reviewtest.Sealed(reviewtest.Calibration())
	o := reviewtest.NewOffice(t, p, 2)
	o.Annotate(t, "s1")
	o.Lock("s1")
	leaveReview(t, o.Rita)
	reviewtest.Review(t, o.Ralf, "s1", reviewtest.Accepts())
	before := everything(t, o.Memory, o.Ralf, "s1", "s2")
	reviewtest.Begin(t, o.Sven, "s1")
	seen := everything(t, o.Memory, o.Sven, "s1", "s2")
	if !strings.Contains(seen, secret+" rationale") || !strings.Contains(seen, secret+" reason") {
		t.Error("the senior does not see the review")
	}
	for _, leak := range []string{"Rita", "Ralf", "id-Ann", secret + " note", secret + " flag", secret + " typing", "bm25", "recency"} {
		for _, line := range strings.Split(seen, "\n") {
			if strings.Contains(line, leak) && !strings.HasPrefix(line, "accounts") {
				t.Errorf("the senior is told %q: %s", leak, line)
			}
		}
	}
	reviewtest.Decide(t, o.Sven, "s1", review.TakeA)
	for _, d := range []*review.Desk{o.Ralf, o.Rosa, o.Ann, o.Alma, o.Selma} {
		if now := everything(t, o.Memory, d, "s1", "s2"); strings.Contains(now, secret) {
			t.Errorf("%s is told of it:\n%s", d.Person().Name, now)
		}
	}
	if now := everything(t, o.Memory, o.Ralf, "s1", "s2"); now != before {
		t.Errorf("arbitration shows to a reviewer: from\n%s\nto\n%s", before, now)
	}
}

// An auditor is told nothing of the other auditor and nothing of how the
// release came about.
func TestAnAuditorSeesTheReleaseAlone(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	states := []string{"s1", "s2", "s3", "s4", "s5", "s6"}
	before := everything(t, o.Memory, o.Alma, states...)
	for _, leak := range []string{"the others imply it", "Abel", "Rita", "Ralf", "Sven", "Olga", "both readings", "u4 reads", "bm25", `"reviews`} {
		if strings.Contains(before, leak) {
			t.Errorf("Alma is told %q", leak)
		}
	}
	sample := o.Memory.StoredBoard().Sample.Sample.States
	reviewtest.Audit(t, o.Abel, sample[1])
	if now := everything(t, o.Memory, o.Alma, states...); now != before {
		t.Errorf("what Alma is told changed from\n%s\nto\n%s", before, now)
	}
}

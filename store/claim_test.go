package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// claimants makes so many reviewers known to a project.
func claimants(t testing.TB, s *Store, n int) []review.Person {
	t.Helper()
	people := make([]review.Person, n)
	for i := range people {
		people[i] = inRole(fmt.Sprintf("claimant-%02d", i), review.Reviewer)
		must(t, s.Join(context.Background(), scopeOf(olga), people[i], reviewtest.Start))
	}
	return people
}

// Fifty processes claim the one free review of a state at the same moment: one
// gets it, forty-nine are told that somebody was faster, and there is never a
// third reviewer.
func TestFiftyProcessesClaimOneReview(t *testing.T) {
	const processes = claimingProcesses
	t.Logf("%d processes", processes)
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1")
	people := claimants(t, o.Store, processes)
	_, err := o.desk(rea).Claim(context.Background(), "s1")
	must(t, err)
	answers := make([]string, processes)
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i, who := range people {
		ready.Add(1)
		done.Go(func() { answers[i] = claimAsProcess(t, o.Path(), who, ready.Done, start) })
	}
	ready.Wait()
	close(start)
	done.Wait()
	won := 0
	for i, said := range answers {
		switch said {
		case "claimed":
			won++
		case "taken":
		default:
			t.Errorf("%s was told %q", people[i].Name, said)
		}
	}
	if won != 1 {
		t.Errorf("%d processes got the one review", won)
	}
	twoReviewers(t, o.Store, 1+1)
}

// twoReviewers wants both seats of s1 taken by two people and so many claims
// in the journal.
func twoReviewers(t testing.TB, s *Store, claims int) {
	t.Helper()
	if n := count(t, s, "SELECT count(*) FROM seat WHERE state = 's1' AND task = 'review'"); n != 2 {
		t.Errorf("%d reviewers, want 2", n)
	}
	if n := count(t, s, "SELECT count(DISTINCT person) FROM seat WHERE state = 's1' AND task = 'review'"); n != 2 {
		t.Errorf("%d people review, want 2", n)
	}
	if n := count(t, s, "SELECT count(*) FROM event WHERE state = 's1' AND kind = 'claimed'"); n != claims {
		t.Errorf("%d claims in the journal, want %d", n, claims)
	}
	sound(t, s)
}

// claimAsProcess lets another process open the project, tells when it is ready
// to claim, lets it go once start is closed, and returns what it was told.
func claimAsProcess(t *testing.T, path string, who review.Person, ready func(), start <-chan struct{}) string {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=claim\n%s\n%s\n%d", childEnv, path, who.Name, reviewtest.Start+5000))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		ready()
		return err.Error()
	}
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		ready()
		return err.Error()
	}
	r := bufio.NewReader(out)
	_, err = r.ReadString('\n')
	ready()
	<-start
	err = errors.Join(err, in.Close())
	said, readErr := io.ReadAll(r)
	if err := errors.Join(err, readErr, cmd.Wait()); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(said))
}

// childClaim opens the project, says so, waits until its input ends, and claims.
func childClaim(path, name, at string) error {
	ctx := context.Background()
	now, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return err
	}
	s, err := Open(ctx, path, Options{BusyMillis: 60_000}) // 50 writers on a slow disk
	if err != nil {
		return err
	}
	d, err := review.NewDesk(ctx, s, inRole(name, review.Reviewer), func() int64 { return now })
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	_, err = d.Claim(ctx, "s1")
	switch {
	case err == nil:
		fmt.Println("claimed")
	case errors.As(err, new(*review.TakenError)):
		fmt.Println("taken")
	default:
		fmt.Println(err)
	}
	return s.Close()
}

// The same between the goroutines of one process, for the race detector: of
// two free reviews exactly two are claimed.
func TestManyClaimTwoReviews(t *testing.T) {
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1")
	people := claimants(t, o.Store, 8)
	handles := []*Store{o.Store, reopen(t, o.Store)}
	errs := make([]error, len(people))
	var wait sync.WaitGroup
	for i, who := range people {
		d := reviewtest.Desk(t, handles[i%2], who)
		wait.Go(func() { _, errs[i] = d.Claim(context.Background(), "s1") })
	}
	wait.Wait()
	won := 0
	for i, err := range errs {
		if err == nil {
			won++
		} else if !is[*review.TakenError](err) {
			t.Errorf("%s: %v", people[i].Name, err)
		}
	}
	if won != 2 {
		t.Errorf("%d got a review, want 2", won)
	}
	twoReviewers(t, o.Store, 2)
}

// A claim is a lease: while its holder works nobody else gets the review; when
// they have done nothing for as long as it lasts, the next one does, with a
// fresh sheet; and whoever lost it is told so.
func TestClaimsRunOut(t *testing.T) {
	ctx := context.Background()
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1")
	now := reviewtest.Start
	o.clock = func() int64 { return now }
	must(t, o.desk(olga).SetPolicy(ctx, review.Policy{Lease: 1000, Seed: 1}))
	o.submit(rob, "s1", review.VerdictAccept)
	_, err := o.desk(rea).Claim(ctx, "s1")
	must(t, err)
	now += 900
	ack := reviewtest.Do(t, o.desk(rea), "s1", acceptAlso(t, "u4"))
	now += 900 // 1800 after the claim, but she worked in between
	if _, err := o.desk(ray).Claim(ctx, "s1"); !is[*review.TakenError](err) {
		t.Fatalf("a review under work was taken: %v", err)
	}
	if offeredTo(t, o, ray, now) {
		t.Error("a review under work is offered")
	}
	now += 200 // her lease has run out
	if !offeredTo(t, o, ray, now) {
		t.Error("a free review is not offered")
	}
	view, err := o.desk(ray).Claim(ctx, "s1")
	must(t, err)
	if fmt.Sprint(view.Draft.Certificate().Groups[0].Acceptable) != "[u1 u2 u3]" {
		t.Error("the next reviewer sees what the last one did")
	}
	if _, err := o.desk(rea).Edit(ctx, "s1", ack.Revision, acceptAlso(t, "u5"), ""); !is[*review.UnknownStateError](err) {
		t.Errorf("whoever lost the review may still change it: %v", err)
	}
	now += 1_000_000
	if _, err := o.desk(claimants(t, o.Store, 1)[0]).Claim(ctx, "s1"); err != nil {
		t.Errorf("an idle reviewer blocks the next one: %v", err)
	}
	if n := count(t, o.Store, "SELECT count(*) FROM seat WHERE state = 's1' AND task = 'review'"); n != 2 {
		t.Errorf("%d reviewers, want 2", n)
	}
	sound(t, o.Store)
}

// offeredTo reports whether somebody may claim s1 now.
func offeredTo(t testing.TB, o office, who review.Person, now int64) bool {
	t.Helper()
	rows, err := o.Tasks(context.Background(), scopeOf(who), now)
	must(t, err)
	return len(rows) == 1 && rows[0].Claimable && rows[0].State == "s1"
}

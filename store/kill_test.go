package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// Environment variable with the number of rounds of TestKill: `make soak` sets 300.
const soakEnv = "SUFFICE_SOAK"

// typedPerRound sets the numbers of one process apart from the next one's.
const typedPerRound = 1_000_000

// rounds is how often a test kills a process: few in a plain run.
func rounds(t *testing.T) int {
	t.Helper()
	v := os.Getenv(soakEnv)
	if v == "" {
		return 20
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q is no number of rounds", soakEnv, v)
	}
	return n
}

// Over and over, a process that edits, types and acknowledges each of it is
// killed with SIGKILL at a random moment. Every acknowledged edit and every
// acknowledged typing is there afterwards, and the file is sound. At most one
// edit may be there without its acknowledgement having been printed.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suffice.db")
	must(t, newProjectAt(t, path, reviewtest.Calibration(), reviewtest.State("s1", 5)).Close())
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	acknowledged, typed := certificate.Revision(0), ""
	edits := 0
	for round := range rounds(t) {
		lines := killed(t, path, round, time.Duration(random.IntN(60_000))*time.Microsecond, random.IntN(12))
		for _, l := range lines {
			switch what, value, _ := strings.Cut(l, " "); what {
			case "revision":
				n, err := strconv.ParseUint(value, 10, 64)
				must(t, err)
				acknowledged, edits = certificate.Revision(n), edits+1
			case "typed":
				typed = value
			default:
				t.Fatalf("round %d: the process said %q", round, l)
			}
		}
		acknowledged = checkSurvived(t, path, round, acknowledged, typed)
	}
	if edits < rounds(t) {
		t.Errorf("only %d edits were acknowledged in %d rounds: too few to mean anything", edits, rounds(t))
	}
	t.Logf("%d edits acknowledged before %d kills", edits, rounds(t))
}

// killed runs a process that edits until it is killed, some time after it has
// acknowledged so many lines, and returns the whole lines that it printed.
func killed(t *testing.T, path string, round int, after time.Duration, lines int) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=edit\n%s\n%d", childEnv, path, round))
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	var said []string
	r := bufio.NewReader(out)
	var timer *time.Timer
	for {
		if len(said) >= lines && timer == nil {
			timer = time.AfterFunc(after, func() { cmd.Process.Kill() })
		}
		line, err := r.ReadString('\n')
		if err != nil {
			break // what was cut off was not acknowledged
		}
		said = append(said, strings.TrimSuffix(line, "\n"))
	}
	timer.Stop()
	if err := cmd.Wait(); err == nil || complaints.Len() > 0 {
		t.Fatalf("round %d: the process ended by itself: %v %s", round, err, complaints.String())
	}
	return said
}

// checkSurvived opens the file as the next process would, and returns the
// revision that is there.
func checkSurvived(t *testing.T, path string, round int, acknowledged certificate.Revision, typed string) certificate.Revision {
	t.Helper()
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	defer s.Close()
	w, err := s.Work(ctx, scopeOf(ann), "s1")
	must(t, err)
	if w.Revision < acknowledged {
		t.Fatalf("round %d: revision %d is there, %d was acknowledged", round, w.Revision, acknowledged)
	}
	if w.Revision > acknowledged+1 {
		t.Fatalf("round %d: revision %d is there, only %d was acknowledged", round, w.Revision, acknowledged)
	}
	if n := count(t, s, "SELECT count(*) FROM event WHERE kind = 'edited'"); n != int(w.Revision) {
		t.Fatalf("round %d: %d edits in the journal at revision %d", round, n, w.Revision)
	}
	if typed != "" {
		checkTyped(t, s, round, typed)
	}
	sound(t, s)
	if t.Failed() {
		t.Fatalf("round %d", round)
	}
	return w.Revision
}

// checkTyped wants what was typed last, or something typed after it.
func checkTyped(t *testing.T, s *Store, round int, typed string) {
	t.Helper()
	got, err := s.Typing(context.Background(), ann.ID, "s1")
	must(t, err)
	if len(got) != 1 || len(got[0].Text) < 40 {
		t.Fatalf("round %d: %d characters were typed, this is there: %+v", round, len(typed), got)
	}
	have, _, _ := strings.Cut(got[0].Text, ":")
	want, _, _ := strings.Cut(typed, ":")
	a, errA := strconv.Atoi(have)
	b, errB := strconv.Atoi(want)
	next := a == b+1 || a == round*typedPerRound // typed, and killed before it could say so
	if errA != nil || errB != nil || a != b && !next {
		t.Fatalf("round %d: %q was typed, %q is there", round, typed, got[0].Text)
	}
}

// childEdit edits, undoes and types for ever, and prints a line for each once
// it is durable. round makes the numbers of what it types grow over processes.
func childEdit(path, round string) error {
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	d, err := review.NewDesk(ctx, s, ann, func() int64 { return time.Now().UnixMilli() })
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(round)
	if err != nil {
		return err
	}
	v, err := d.Take(ctx, "s1")
	if err != nil {
		return err
	}
	at := v.Revision
	for i := n * typedPerRound; ; i++ {
		ack, err := childAct(ctx, d, at, i)
		if err != nil {
			return err
		}
		at = ack.Revision
		fmt.Printf("revision %d\n", at)
		text := fmt.Sprintf("%d:%s", i, strings.Repeat("typed ", 10))
		if err := d.SaveTyping(ctx, "s1", "note", text); err != nil {
			return err
		}
		fmt.Printf("typed %s\n", text)
	}
}

// childAct is one change of a certificate that never grows without end.
func childAct(ctx context.Context, d *review.Desk, at certificate.Revision, i int) (review.Ack, error) {
	v, err := d.Take(ctx, "s1")
	if err != nil {
		return review.Ack{}, err
	}
	groups := v.Draft.Certificate().Groups
	switch {
	case len(groups) == 0:
		return d.Edit(ctx, "s1", at, certificate.Edit{Op: certificate.AddGroup, After: []byte(`{"role":"bug_location"}`)}, "")
	case i%5 == 4:
		return d.Undo(ctx, "s1", at)
	case i%7 == 6:
		return d.Edit(ctx, "s1", at, certificate.Edit{Op: certificate.RemoveGroup, Group: groups[0].Key}, "")
	}
	text, err := json.Marshal(fmt.Sprintf("because of %d", i))
	if err != nil {
		return review.Ack{}, err
	}
	return d.Edit(ctx, "s1", at, certificate.Edit{Op: certificate.SetRationale, Group: groups[0].Key, After: text}, "")
}

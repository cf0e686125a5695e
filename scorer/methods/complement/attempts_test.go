package complement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"suffice/scorer/methods"
)

var errLine = errors.New("the line is dead")

// spoken is what a scripted stage says in one attempt: a good answer, one that
// cannot be read, or nothing.
type spoken byte

const (
	good    spoken = 'g'
	garbled spoken = 'f' // a format failure
	silent  spoken = 't' // a transport failure
	useless spoken = 'u' // an answer without a text
	refused spoken = 'p' // a failure for good
)

// speaking answers the attempts at propose by the letters, other stages well.
func speaking(letters string) func(Question) (string, error) {
	return func(q Question) (string, error) {
		answer, _ := lastFirst(q)
		if q.Stage != methods.StagePropose {
			return answer, nil
		}
		switch spoken(letters[q.Attempt-1]) {
		case garbled:
			return "Here you are: " + answer, nil
		case silent:
			return "", errLine
		case useless:
			return "", fmt.Errorf("refusal: %w", ErrUnusableAnswer)
		case refused:
			return "", fmt.Errorf("wrong key: %w", ErrPermanent)
		}
		return answer, nil
	}
}

func TestAttempts(t *testing.T) {
	s := generatedOf(90, 400, 6)
	f := fusedIDs(t, s)
	cases := []struct {
		letters          string // one for each attempt that is made
		fallback, failed bool
		again            string // a letter for each attempt: does it ask again
	}{
		{"g", false, false, "n"},
		{"fg", false, false, "ny"},
		{"ffg", false, false, "nyy"},
		{"tg", false, false, "nn"},
		{"ttg", false, false, "nnn"},
		{"tfg", false, false, "nny"},
		{"ftg", false, false, "nyy"},
		{"ug", false, false, "ny"},
		{"fff", true, false, "nyy"},
		{"uuu", true, false, "nyy"},
		{"fft", true, false, "nyy"},
		{"ftt", true, false, "nyy"},
		{"tft", true, false, "nny"},
		{"ttf", true, false, "nnn"},
		{"ttt", false, true, "nnn"},
		{"p", false, true, "n"},
		{"tp", false, true, "nn"},
		{"fpp", true, false, "nyy"},
		{"fpg", false, false, "nyy"},
	}
	for _, c := range cases {
		t.Run(c.letters, func(t *testing.T) {
			with, control := withScript(speaking(c.letters + "!!!"[:3-len(c.letters)]))
			tape := &tape{}
			out, err := made(t, MethodComplement, with).Run(context.Background(), methods.NewInput(s, counter), tape)
			var asked strings.Builder
			for i, q := range control.asked {
				if q.Stage == methods.StagePropose {
					if q.Attempt != i+1 {
						t.Errorf("question %d is attempt %d", i+1, q.Attempt)
					}
					asked.WriteByte(map[bool]byte{true: 'y', false: 'n'}[q.Again])
				}
			}
			if asked.String() != c.again {
				t.Errorf("asked again %q, want %q", asked.String(), c.again)
			}
			checkCalls(t, tape, c.letters)
			if c.failed {
				failsWith(t, err, c.letters, tape)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := out.Stages[0]
			if got.Fallback != c.fallback || got.Normalized || got.Attempts != len(c.letters) {
				t.Errorf("%+v", got)
			}
			want := reversed(f[72:80])
			if c.fallback {
				want = f[:8]
			}
			same(t, "selected", got.Selected, want)
		})
	}
}

func checkCalls(t *testing.T, tape *tape, letters string) {
	t.Helper()
	calls := slices.DeleteFunc(bodies[methods.ModelCall](tape), func(c methods.ModelCall) bool { return c.Stage != methods.StagePropose })
	if len(calls) != len(letters) {
		t.Fatalf("%d exchanges recorded", len(calls))
	}
	for i, c := range calls {
		kind := spoken(letters[i])
		if c.Attempt != i+1 || (c.Error != "") != (kind == silent || kind == refused) || (c.Malformed != "") != (kind == garbled || kind == useless) {
			t.Errorf("attempt %d %q is recorded as %+v", i+1, kind, c)
		}
	}
}

func failsWith(t *testing.T, err error, letters string, tape *tape) {
	t.Helper()
	var failure *ControllerError
	if !errors.As(err, &failure) {
		t.Fatalf("the run ends with %v", err)
	}
	if failure.Stage != methods.StagePropose || failure.Attempts != len(letters) || failure.Service != "chat" || failure.Name != "scripted" {
		t.Errorf("%+v", failure)
	}
	last := errLine
	if strings.HasSuffix(letters, "p") {
		last = ErrPermanent
	}
	if !errors.Is(err, last) {
		t.Errorf("%v does not hold its cause", err)
	}
	if len(bodies[methods.Stage](tape)) > 0 || len(bodies[methods.Reading](tape)) > 0 {
		t.Error("a failed stage is recorded as finished")
	}
}

func TestControllerErrorIsASentence(t *testing.T) {
	e := &ControllerError{Service: "chat", Name: "openai", Stage: "expand", Attempts: 1, Err: errLine}
	if got := e.Error(); got != "stage expand got no answer from openai in 1 attempt: the line is dead" {
		t.Error(got)
	}
	e.Attempts = 3
	if got := e.Error(); !strings.Contains(got, "in 3 attempts:") {
		t.Error(got)
	}
}

// TestFallbackOfEveryStage: the fused order completes what nobody answered.
func TestFallbackOfEveryStage(t *testing.T) {
	s := generatedOf(90, 400, 6)
	f := fusedIDs(t, s)
	with, c := withScript(func(Question) (string, error) { return "no", nil })
	out, _ := ran(t, made(t, MethodComplement, with), s)
	if len(c.asked) != 9 {
		t.Errorf("%d attempts at three stages", len(c.asked))
	}
	same(t, "propose", out.Stages[0].Selected, f[:8])
	same(t, "expand", out.Stages[1].Selected, f[8:56])
	same(t, "finalize", out.Stages[2].Selected, f[:8])
	for _, stage := range out.Stages {
		if !stage.Fallback || stage.Normalized || stage.Attempts != 3 {
			t.Errorf("%+v", stage)
		}
	}
	if out.Stages[2].Keep != 8 {
		t.Errorf("%d are kept", out.Stages[2].Keep)
	}
}

// blocking is a controller that answers when its attempt has no time left.
type blocking struct {
	script
	deadlines []time.Duration
}

func (b *blocking) Ask(ctx context.Context, q Question) (methods.ModelCall, error) {
	at, ok := ctx.Deadline()
	if !ok {
		return methods.ModelCall{}, errors.New("no deadline")
	}
	b.deadlines = append(b.deadlines, time.Until(at))
	<-ctx.Done()
	return methods.ModelCall{}, context.Cause(ctx)
}

// TestEveryAttemptHasItsOwnTime: a controller that hangs is given up, which is a
// failure to answer and not the end of the run's own context.
func TestEveryAttemptHasItsOwnTime(t *testing.T) {
	with := Defaults()
	b := &blocking{}
	with.Controller, with.Timeout = b, time.Millisecond
	_, err := made(t, MethodComplement, with).Run(context.Background(), methods.NewInput(generatedOf(9, 200, 7), counter), &tape{})
	var failure *ControllerError
	if !errors.As(err, &failure) || failure.Attempts != 3 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	for _, d := range b.deadlines {
		if d > time.Millisecond {
			t.Errorf("an attempt may last %v", d)
		}
	}
	if got := Defaults().Timeout; got != 240*time.Second {
		t.Errorf("an attempt may last %v by default", got)
	}
}

// selfTimed answers nothing and notes whether it was given a limit.
type selfTimed struct {
	blocking
	limited bool
}

func (s *selfTimed) TimesRequests() {}

func (s *selfTimed) Ask(ctx context.Context, _ Question) (methods.ModelCall, error) {
	_, limit := ctx.Deadline()
	s.limited = s.limited || limit
	return methods.ModelCall{}, errors.New("nothing came")
}

// TestSelfTimedIsNotTimedTwice: waiting for a turn is not to use up the time in
// which an answer may come.
func TestSelfTimedIsNotTimedTwice(t *testing.T) {
	with, c := Defaults(), &selfTimed{}
	with.Controller = c
	_, err := made(t, MethodComplement, with).Run(context.Background(), methods.NewInput(generatedOf(9, 200, 7), counter), &tape{})
	var failure *ControllerError
	if !errors.As(err, &failure) || failure.Attempts != 3 {
		t.Errorf("%v", err)
	}
	if c.limited {
		t.Error("an attempt has the method's limit beside its own")
	}
}

// TestCancelledIsNeitherFailureNorFallback whenever it happens.
func TestCancelledIsNeitherFailureNorFallback(t *testing.T) {
	stop := errors.New("stopped by hand")
	for _, stage := range []string{"", methods.StagePropose, methods.StageExpand, methods.StageFinalize} {
		for _, kind := range []spoken{good, garbled, silent} {
			ctx, cancel := context.WithCancelCause(context.Background())
			with, c := withScript(func(q Question) (string, error) {
				if q.Stage == stage {
					cancel(stop)
					return speaking(string(kind))(Question{Stage: methods.StagePropose, Attempt: 1, Cards: q.Cards, Max: q.Max})
				}
				return lastFirst(q)
			})
			if stage == "" {
				cancel(stop)
			}
			tape := &tape{}
			_, err := made(t, MethodComplement, with).Run(ctx, methods.NewInput(generatedOf(90, 200, 8), counter), tape)
			var failure *ControllerError
			if !errors.Is(err, stop) || errors.As(err, &failure) {
				t.Errorf("stopped in %q with %q: %v", stage, kind, err)
			}
			if stage != "" && c.asked[len(c.asked)-1].Stage != stage {
				t.Errorf("asked on after it was stopped in %s", stage)
			}
			for _, done := range bodies[methods.Stage](tape) {
				if done.Fallback {
					t.Errorf("stopped in %q with %q: a fallback is recorded", stage, kind)
				}
			}
			cancel(nil)
		}
	}
}

// TestCancelledInTheLastAttempt: what was answered badly before does not turn the
// end of the run into a fallback.
func TestCancelledInTheLastAttempt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	with, _ := withScript(func(q Question) (string, error) {
		if q.Attempt == 3 {
			cancel()
		}
		return "no", nil
	})
	tape := &tape{}
	_, err := made(t, MethodComplement, with).Run(ctx, methods.NewInput(generatedOf(9, 200, 10), counter), tape)
	if !errors.Is(err, context.Canceled) || len(bodies[methods.Stage](tape)) > 0 || len(bodies[methods.ModelCall](tape)) != 3 {
		t.Errorf("%v, recorded %+v", err, bodies[methods.Stage](tape))
	}
}

// TestTheRecorderEndsARun at whatever it refuses.
func TestTheRecorderEndsARun(t *testing.T) {
	full := errors.New("the disk is full")
	s := generatedOf(20, 200, 9)
	for _, kind := range []methods.Kind{methods.ToolCalled, methods.CandidateFound, methods.ModelCalled, methods.StageFinished, methods.FileRead} {
		with, _ := withScript(lastFirst)
		for _, name := range []string{MethodComplement, "bm25", "fused", "dense"} {
			refused := false
			_, err := made(t, name, with).Run(context.Background(), methods.NewInput(s, counter), methods.RecorderFunc(func(e methods.Event) error {
				if e.Kind == kind {
					refused = true
					return full
				}
				return nil
			}))
			if refused && !errors.Is(err, full) {
				t.Errorf("%s goes on after %s was not recorded: %v", name, kind, err)
			}
			if !refused && name == MethodComplement {
				t.Errorf("%s records no %s", name, kind)
			}
		}
	}
}

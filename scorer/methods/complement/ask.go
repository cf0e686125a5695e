package complement

import (
	"context"
	"errors"

	"suffice/scorer/methods"
)

// answerer makes one attempt and reads its answer. answered is whether the
// service said anything at all.
type answerer func(ctx context.Context, attempt int, again bool) (call methods.ModelCall, err error)

// attemptStage asks until an answer can be read, three times at most, whatever
// went wrong with the others. It returns the number of attempts, and whether one
// was read: if none was although something was answered, the stage falls back.
// by is who is asked. A *ControllerError says that nothing was answered. The end
// of ctx is neither: its cause comes back.
func (b base) attemptStage(ctx context.Context, rec methods.Recorder, about ControllerError, by any, ask answerer) (made int, read bool, err error) {
	answered, again := false, false
	for made < attempts {
		if cause := context.Cause(ctx); cause != nil {
			return made, false, cause
		}
		made++
		call, err := b.attempt(ctx, by, made, again, ask)
		call.Service, call.Stage, call.Attempt, call.Controller = about.Service, about.Stage, made, about.Name
		if told := rec.Record(methods.Event{Kind: methods.ModelCalled, Body: call}); told != nil {
			return made, false, told
		}
		if err == nil {
			return made, true, nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return made, false, cause
		}
		if call.Error == "" {
			answered, again = true, true
			continue
		}
		about.Err = err
		if errors.Is(err, ErrPermanent) && !answered {
			break
		}
	}
	if answered {
		return made, false, nil
	}
	about.Attempts = made
	return made, false, &about
}

// SelfTimed is a controller or reranker that holds each of its requests to the
// limit of an attempt by itself, from when it leaves. The method then sets none:
// waiting for a turn, or for a server that asked for patience, is no time in
// which an answer could have come.
type SelfTimed interface {
	TimesRequests()
}

// attempt makes one attempt under its own deadline. Of the call either Error or
// Malformed is set when there is an error.
func (b base) attempt(ctx context.Context, by any, n int, again bool, ask answerer) (methods.ModelCall, error) {
	if _, timed := by.(SelfTimed); !timed {
		var end context.CancelFunc
		ctx, end = context.WithTimeoutCause(ctx, b.with.Timeout, context.DeadlineExceeded)
		defer end()
	}
	call, err := ask(ctx, n, again)
	if call.ResponseHash == "" && call.Response != "" {
		call.ResponseHash = textHash(call.Response)
	}
	var form *formatError
	switch {
	case err == nil:
		call.Error, call.Malformed = "", ""
	case errors.As(err, &form), errors.Is(err, ErrUnusableAnswer):
		call.Error, call.Malformed = "", err.Error()
	case call.Error == "":
		call.Error = err.Error()
	}
	var late interface{ Timeout() bool }
	if call.Error != "" && (errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.As(err, &late) && late.Timeout()) {
		call.StopReason = methods.StopTimeout
	}
	return call, err
}

// formatError is an answer that is not of the form that was asked for.
type formatError struct{ err error }

func (e *formatError) Error() string { return e.err.Error() }
func (e *formatError) Unwrap() error { return e.err }

// ask puts a question to the controller and settles its answer. One that asks
// for nothing is not put, and shows nothing.
func (r *session) ask(ctx context.Context, q Question, s selection) (methods.Stage, error) {
	stage := methods.Stage{Name: q.Stage}
	if s.want == 0 {
		return stage, r.finish(&stage)
	}
	stage.Shown = len(q.Cards)
	q.Method, q.State = r.base.method, r.state
	var got Answer
	made, read, err := r.base.attemptStage(ctx, r.rec, ControllerError{Service: "chat", Name: r.base.with.Controller.Name(), Stage: q.Stage}, r.base.with.Controller,
		func(ctx context.Context, attempt int, again bool) (methods.ModelCall, error) {
			q.Attempt, q.Again = attempt, again
			call, err := r.base.with.Controller.Ask(ctx, q)
			if call.RequestHash == "" {
				call.RequestHash = q.Hash()
			}
			if err != nil {
				return call, err
			}
			if got, err = ParseAnswer(q.Stage, call.Response); err != nil {
				return call, &formatError{err}
			}
			return call, nil
		})
	if err != nil {
		return stage, err
	}
	stage.Attempts, stage.Fallback = made, !read
	s.settle(&stage, got.IDs)
	if keeps(q.Stage) {
		settleKeep(&stage, q, got.Keep)
	}
	return stage, r.finish(&stage)
}

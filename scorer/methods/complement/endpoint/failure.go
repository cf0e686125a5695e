package endpoint

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"suffice/scorer/methods/complement"
)

// Failing is what every failure of this package can say about itself. To package
// complement it wraps ErrPermanent when it is not Retryable.
type Failing interface {
	error
	// Fatal reports whether every other request would fail the same way, so that
	// an experiment is better stopped: a wrong key, an unknown model, a used-up
	// quota.
	Fatal() bool
	// Retryable reports whether the same request may succeed when it is made
	// again.
	Retryable() bool
}

// Fatal reports whether err says that every other request would fail the same
// way.
func Fatal(err error) bool {
	var f Failing
	return errors.As(err, &f) && f.Fatal()
}

// StatusError is an HTTP answer that is no success. Its text is fit to be
// shown and kept: no key, no address beyond the server's, nothing of the
// request.
type StatusError struct {
	Service string // "chat", "embeddings", "rerank", "models"
	Server  string // scheme, host and port
	Model   string
	Status  int
	Said    string        // what the server says is wrong, cut and rid of secrets
	Wait    time.Duration // how long it asks to be left alone; 0 if it does not say
	Advice  string        // what to do about it; may be empty

	lesson       lesson
	fatal, again bool
}

func (e *StatusError) Error() string {
	s := fmt.Sprintf("%s answers the %s request with %d", e.Server, e.Service, e.Status)
	if t := http.StatusText(e.Status); t != "" {
		s += " " + t
	}
	if e.Said != "" {
		s += ": " + e.Said
	}
	if e.Advice != "" {
		s += " (" + e.Advice + ")"
	}
	return s
}

// Fatal reports whether every other request would fail the same way.
func (e *StatusError) Fatal() bool { return e.fatal }

// Retryable reports whether the same request may succeed later.
func (e *StatusError) Retryable() bool { return e.again }

// Is reports complement.ErrPermanent of what is not retryable.
func (e *StatusError) Is(target error) bool { return permanent(e, target) }

func permanent(e Failing, target error) bool {
	return target == complement.ErrPermanent && !e.Retryable()
}

// NoAnswerError is an exchange without an answer: the connection failed or was
// cut, or time ran out.
type NoAnswerError struct {
	Service string
	Server  string
	Why     string // cut and rid of secrets
	Late    bool   // time ran out
}

// Timeout reports whether time ran out.
func (e *NoAnswerError) Timeout() bool { return e.Late }

func (e *NoAnswerError) Error() string {
	return fmt.Sprintf("no answer of %s to the %s request: %s", e.Server, e.Service, e.Why)
}

// Fatal is false: another request may fare better.
func (e *NoAnswerError) Fatal() bool { return false }

// Retryable is true.
func (e *NoAnswerError) Retryable() bool { return true }

// UnusableError is an answer, with a status of success, that holds nothing to
// read: no text, a refusal, no JSON. It wraps complement.ErrUnusableAnswer.
type UnusableError struct {
	Service string
	Server  string
	Why     string // cut and rid of secrets
}

func (e *UnusableError) Error() string {
	return fmt.Sprintf("the answer of %s to the %s request cannot be used: %s", e.Server, e.Service, e.Why)
}

// Unwrap is complement.ErrUnusableAnswer.
func (e *UnusableError) Unwrap() error { return complement.ErrUnusableAnswer }

// Fatal is false: another answer may be better.
func (e *UnusableError) Fatal() bool { return false }

// Retryable is true.
func (e *UnusableError) Retryable() bool { return true }

// WaitError says that a server asked to be left alone for longer than is waited.
type WaitError struct {
	Service string
	Server  string
	Status  int           // of the answer that asked for it; 0 when a later request heeds it
	Wait    time.Duration // what would have to be waited
	Most    time.Duration // what is
}

func (e *WaitError) Error() string {
	return fmt.Sprintf("%s asks to be left alone for %s, longer than the %s that a %s request waits; go on with the experiment later",
		e.Server, e.Wait.Round(time.Millisecond), e.Most.Round(time.Millisecond), e.Service)
}

// Fatal is true: the other requests would have to wait as long.
func (e *WaitError) Fatal() bool { return true }

// Retryable is false.
func (e *WaitError) Retryable() bool { return false }

// Is reports complement.ErrPermanent.
func (e *WaitError) Is(target error) bool { return permanent(e, target) }

// NotRecordedError says that a replay needs an exchange that no trace holds.
type NotRecordedError struct {
	Service, Stage, Model string
	RequestHash           string
}

func (e *NotRecordedError) Error() string {
	what := e.Service
	if e.Stage != "" {
		what += " (" + e.Stage + ")"
	}
	return fmt.Sprintf("the recorded run holds no %s exchange with %s for the request %s; a replay needs the configuration and the states of the recorded run",
		what, e.Model, e.RequestHash)
}

// Fatal is false.
func (e *NotRecordedError) Fatal() bool { return false }

// Retryable is false.
func (e *NotRecordedError) Retryable() bool { return false }

// Is reports complement.ErrPermanent.
func (e *NotRecordedError) Is(target error) bool { return permanent(e, target) }

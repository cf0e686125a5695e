package dataset

import (
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// Trouble is a kind of failure of an attempt or of a run.
type Trouble string

// The kinds of failures. A run that failed while a server was asked has the
// kind of its last attempt; any other has that of its stage.
const (
	RateLimited Trouble = "rate-limited" // HTTP 429
	ServerError Trouble = "server-error" // HTTP 5xx
	Refused     Trouble = "refused"      // any other HTTP status that is no success
	Timeout     Trouble = "timeout"      // no answer in time
	Unreachable Trouble = "unreachable"  // no answer at all: connection refused or cut
	Malformed   Trouble = "malformed"    // an answer that cannot be read
	BadInput    Trouble = "input"        // the state could not be read, or was changed
	NoSource    Trouble = "source"       // the run that it is derived from is missing
	NotRecorded Trouble = "record"       // an event could not be recorded
	Invalid     Trouble = "invalid"      // what the method returned is no prediction
	Method      Trouble = "method"       // the method failed and the trajectory does not say why
)

// troubles are the kinds that an attempt can have.
func troubles() []Trouble {
	return []Trouble{RateLimited, ServerError, Refused, Timeout, Unreachable, Malformed}
}

// Troubles lists every kind of failure, in the order of the table.
func Troubles() []Trouble {
	return append(troubles(), BadInput, NoSource, NotRecorded, Invalid, Method)
}

func (t Trouble) meaning() string {
	switch t {
	case RateLimited:
		return "the server said that it was asked too often (429)"
	case ServerError:
		return "the server failed (5xx)"
	case Refused:
		return "the server refused the request (another status)"
	case Timeout:
		return "no answer came in time"
	case Unreachable:
		return "no answer came at all"
	case Malformed:
		return "the answer cannot be read"
	case BadInput:
		return "the state could not be read, or was changed meanwhile"
	case NoSource:
		return "the run that it is derived from is missing"
	case NotRecorded:
		return "an event could not be recorded"
	case Invalid:
		return "what the method returned is no prediction"
	}
	return "the method failed, and the trajectory does not say why"
}

// troubleOf is how an attempt failed; empty for one that did not.
func troubleOf(c methods.ModelCall) Trouble {
	switch {
	case c.Error == "" && c.Malformed == "":
		return ""
	case c.StopReason == run.StopTimeout:
		return Timeout
	case c.Status == 429:
		return RateLimited
	case c.Status >= 500:
		return ServerError
	case c.Status >= 300:
		return Refused
	case c.Malformed != "":
		return Malformed
	}
	return Unreachable
}

// trouble counts the attempts of a stage that ended so.
func (a *artifacts) trouble(stage string, kind Trouble) int {
	n := 0
	for _, c := range a.calls {
		if c.Stage == stage && troubleOf(c) == kind {
			n++
		}
	}
	return n
}

// failureKind is why a run failed; empty for one that did not.
func (a *artifacts) failureKind() Trouble {
	f, failed := a.failure()
	if !failed {
		return ""
	}
	switch f.Stage {
	case run.StageLoad, run.StageChanged:
		return BadInput
	case run.StageDerive:
		return NoSource
	case run.StageRecord:
		return NotRecorded
	case run.StageValidate:
		return Invalid
	}
	if n := len(a.calls); n > 0 {
		if kind := troubleOf(a.calls[n-1]); kind != "" {
			return kind
		}
	}
	return Method
}

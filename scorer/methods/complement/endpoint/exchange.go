package endpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/openai/openai-go/v3/option"
)

// request is one thing to ask of a server.
type request struct {
	service      string // "chat", "embeddings", "rerank", "models"
	line         line
	path         string // below the base URL
	model        string
	conversation string // what has to wait when it failed before
	body         []byte // nil: a GET
}

// reply is an answer with a status of success.
type reply struct {
	body    []byte
	header  http.Header
	status  int
	latency time.Duration
	unsent  bool // it never got to the server
}

// mostQuoted is how much of a server's words stands in an error, in runes.
const mostQuoted = 300

// exchange makes one HTTP request, when its time has come, and no second one.
// An error is one of this package, or the context's if that was cancelled; the
// reply that comes with it has what is known of the answer. Whoever reads the
// answer tells the pace: some servers report failures with a status of success.
func (s *Service) exchange(ctx context.Context, q request) (reply, error) {
	leave, err := s.pace.enter(ctx, q.conversation)
	if err != nil {
		return reply{unsent: true}, s.notSent(ctx, q, err)
	}
	defer leave()
	within, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	var body []byte
	var res *http.Response
	began := s.config.Now()
	if q.body == nil {
		err = q.line.client.Get(within, q.path, nil, &body, option.WithResponseInto(&res))
	} else {
		err = q.line.client.Post(within, q.path, q.body, &body, option.WithResponseInto(&res))
	}
	got := reply{body: body, latency: s.config.Now().Sub(began)}
	if res != nil {
		got.status, got.header = res.StatusCode, res.Header
	}
	switch {
	case res != nil && res.StatusCode >= 300:
		if res.StatusCode >= 400 {
			got.body, _ = io.ReadAll(res.Body) // kept by the client
		}
		return got, s.refused(q, got)
	case err != nil:
		got.unsent = unconnected(err)
		return got, s.unheard(ctx, within, q, got, err)
	}
	return got, nil
}

// unconnected reports whether an error is that no connection came about.
func unconnected(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}

// notSent is why a request did not leave.
func (s *Service) notSent(ctx context.Context, q request, err error) error {
	var long *tooLong
	switch {
	case errors.As(err, &long):
		return &WaitError{Service: q.service, Server: q.line.origin, Wait: long.wait, Most: long.most}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &NoAnswerError{Service: q.service, Server: q.line.origin, Late: true,
			Why: "time ran out before its turn came; fewer states at a time, or more requests a minute, help"}
	}
	return fmt.Errorf("%s request not sent: %w", q.service, err)
}

// unheard is why nothing came back, and notes that the conversation has to wait.
func (s *Service) unheard(ctx, within context.Context, q request, got reply, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("%s request broken off: %w", q.service, ctx.Err())
	}
	s.pace.failed(q.conversation, afterFault)
	e := &NoAnswerError{Service: q.service, Server: q.line.origin}
	var where *url.Error
	switch {
	case within.Err() != nil:
		e.Late = true
		e.Why = fmt.Sprintf("nothing whole came within %s", got.latency.Round(time.Second))
	case errors.Is(err, errLongBody):
		e.Why = errLongBody.Error()
	case got.status != 0:
		e.Why = "the connection was cut in the middle of the answer"
	case errors.As(err, &where): // its own text holds the whole address
		e.Why = s.scrub.complained(where.Err.Error(), mostQuoted)
	default:
		e.Why = s.scrub.complained(err.Error(), mostQuoted)
	}
	return e
}

// refused is what a status other than success says, and what it means for the
// conversation and for everybody else.
func (s *Service) refused(q request, got reply) error {
	said := complaintOf(got.body)
	e := &StatusError{
		Service: q.service, Server: q.line.origin, Model: q.model, Status: got.status,
		Said: s.scrub.complained(said.text, mostQuoted), lesson: said.lesson(),
	}
	wait, told := retryAfter(got.header, s.config.Now())
	e.judge(said, q.line)
	if got.header.Get("X-Should-Retry") == "false" {
		e.again = false
	}
	if !e.again {
		return e
	}
	switch {
	case told:
		e.Wait = wait
		s.pace.holdAll(wait)
		if wait > s.config.LongestWait {
			return &WaitError{Service: q.service, Server: q.line.origin, Status: got.status, Wait: wait, Most: s.config.LongestWait}
		}
	case e.busy():
		s.pace.failed(q.conversation, afterBusy)
	case got.status >= 500 || got.status == http.StatusRequestTimeout:
		s.pace.failed(q.conversation, afterFault)
	}
	return e
}

func (e *StatusError) busy() bool {
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable || e.Status == 529
}

// judge says whether asking again, or asking anything else, can help.
func (e *StatusError) judge(said complaint, to line) {
	switch {
	case e.Status < 400:
		e.fatal, e.Advice = true, "redirects are not followed, so that the key goes nowhere else: set base_url to the final address"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		e.fatal, e.Advice = true, "check the key: "+EnvKey+", or key_env in ["+Section+"]"
		if !to.keyed {
			e.Advice = "no key is set: set " + EnvKey + ", or key_env in [" + Section + "]"
		}
	case e.Status == http.StatusPaymentRequired, said.about(aboutQuota) && e.Status < 500:
		e.fatal = true
	case e.Status == http.StatusNotFound:
		e.fatal = true
		switch {
		case said.about(aboutModel):
			e.Advice = adviceModel
		case to.bare:
			e.Advice = "most servers want a base_url that ends in /v1"
		}
	case e.Status == http.StatusRequestEntityTooLarge, said.about(aboutLength) && e.Status < 500 && e.Status != http.StatusTooManyRequests:
		e.Advice = "the request is too long for the model: one with a longer context is needed"
	case said.about(aboutPolicy) && e.Status < 500:
		// This state's text is refused; the others may pass.
	case e.Status == http.StatusBadRequest, e.Status == http.StatusUnprocessableEntity:
		e.judgeRequest(said)
	case e.Status == http.StatusRequestTimeout, e.Status == http.StatusConflict, e.Status == http.StatusTooEarly, e.Status == http.StatusTooManyRequests:
		e.again = true
	case e.Status == http.StatusNotImplemented, e.Status == http.StatusHTTPVersionNotSupported:
		e.fatal = true
	case e.Status >= 500:
		e.again = true
	default:
		e.fatal = true
	}
}

// judgeRequest judges a request that the server finds malformed.
func (e *StatusError) judgeRequest(said complaint) {
	e.fatal = true
	switch {
	case said.about(aboutHeat):
		e.Advice = "a model that refuses temperature 0 is asked without one by server_temperature = true in [" + Section + "]"
	case said.about(aboutModel):
		e.Advice = adviceModel
	}
}

const adviceModel = "the server does not know the model; its list is at /v1/models"

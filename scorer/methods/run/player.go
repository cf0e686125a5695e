package run

import (
	"fmt"
	"strings"

	"suffice/scorer/methods"
)

// ExchangeError says that a replay asked for something that was not recorded.
type ExchangeError struct {
	State, Method  string
	Service, Stage string
	Attempt        int
	Asked          string   // SHA-256 of the request
	Recorded       []string // of the requests recorded for this stage and attempt
	Answer         bool     // the request is as recorded, and what was made of it is not
}

func (e *ExchangeError) Error() string {
	where := fmt.Sprintf("replay of %s on state %q: ", e.Method, e.State)
	what := e.Service
	if e.Stage != "" {
		what = "stage " + e.Stage
	}
	what = fmt.Sprintf("%s, attempt %d: ", what, e.Attempt)
	switch {
	case e.Answer:
		return where + what + "the answer is not the recorded one, although the request is: the controller has changed"
	case len(e.Recorded) == 0:
		return where + what + fmt.Sprintf("no exchange was recorded for it (request %.12s)", e.Asked)
	}
	return where + what + fmt.Sprintf("the request %.12s is not the recorded one (%.12s): configuration, prompts or state have changed", e.Asked, strings.Join(e.Recorded, ", "))
}

// Fatal reports true: the replay cannot come to the same end any more.
func (e *ExchangeError) Fatal() bool { return true }

// exchange is what a recorded answer is found by.
type exchange struct {
	service, stage string
	attempt        int
	request        string
}

func exchangeOf(c methods.ModelCall) exchange {
	return exchange{c.Service, c.Stage, c.Attempt, c.RequestHash}
}

// player gives back the exchanges of one recorded run, and nothing else. It
// belongs to one run, but retrieval that several runs share asks it too, so it
// is used by one goroutine at a time only because the runs of a state are.
type player struct {
	state, method string
	answers       map[exchange][]methods.ModelCall // as recorded
	given         map[exchange]int                 // how many of them were given back; the last one is for good
	order         []exchange                       // as recorded
	missed        *ExchangeError                   // the first
}

// newPlayer takes the exchanges from a trace; find gives the answers that it
// names by hash alone.
func newPlayer(state, method string, trace []Recorded, find func(hash string) (string, error)) (*player, error) {
	p := &player{state: state, method: method, answers: map[exchange][]methods.ModelCall{}, given: map[exchange]int{}}
	for _, r := range trace {
		if c, ok := r.Body.(methods.ModelCall); ok {
			if c.Shared && c.Response == "" && c.ResponseHash != "" {
				var err error
				if c.Response, err = find(c.ResponseHash); err != nil {
					return nil, err
				}
			}
			p.answers[exchangeOf(c)] = append(p.answers[exchangeOf(c)], c)
			p.order = append(p.order, exchangeOf(c))
		}
	}
	return p, nil
}

// Play implements methods.Player. An exchange that is not there is no failure
// yet: a server may have been asked in one of several forms.
func (p *player) Play(asked methods.ModelCall) (methods.ModelCall, bool) {
	found := p.answers[exchangeOf(asked)]
	if len(found) == 0 {
		return methods.ModelCall{}, false
	}
	n := p.given[exchangeOf(asked)]
	if n < len(found)-1 {
		p.given[exchangeOf(asked)]++
	}
	call := found[n]
	call.LatencyMS, call.Shared = nil, false
	return call, true
}

// confirm checks an exchange that a replayed run tells of: it must be one of
// the recorded ones, with the recorded answer. Controllers that work their
// answers out again, without a player, are held to the same.
func (p *player) confirm(c methods.ModelCall) error {
	if p.missed != nil {
		return p.missed
	}
	found, known := p.answers[exchangeOf(c)]
	e := &ExchangeError{State: p.state, Method: p.method, Service: c.Service, Stage: c.Stage, Attempt: c.Attempt, Asked: c.RequestHash}
	if known {
		for _, r := range found {
			if r.Response == c.Response {
				return nil
			}
		}
		e.Answer = true
	}
	for _, o := range p.order {
		if o.service == c.Service && o.stage == c.Stage && o.attempt == c.Attempt && !known {
			e.Recorded = append(e.Recorded, o.request)
		}
	}
	p.missed = e
	return e
}

// watch tells rec what happens and holds every exchange against the recorded
// ones. What was shared when it was recorded counts as shared again.
func (p *player) watch(rec methods.Recorder) methods.Recorder {
	return methods.RecorderFunc(func(e methods.Event) error {
		if c, ok := value(e.Body).(methods.ModelCall); ok {
			if err := p.confirm(c); err != nil {
				return err
			}
			c.Shared = p.answers[exchangeOf(c)][0].Shared
			e.Body = c
		}
		return rec.Record(e)
	})
}

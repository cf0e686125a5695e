package review_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/audit"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// answers writes down what a desk and the repository behind it answer.
type answers struct{ strings.Builder }

func (b *answers) say(what string, v any, err error) {
	if err != nil {
		fmt.Fprintf(b, "%s: error %v\n", what, err)
		return
	}
	raw, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		raw = fmt.Appendf(nil, "%+v", v)
	}
	fmt.Fprintf(b, "%s: %s\n", what, raw)
}

// everything is everything that reading gives a person, refusals too: every method
// of the desk that shows something, and every read of the repository with
// their scope.
func everything(t interface{ Helper() }, m *reviewtest.Memory, d *review.Desk, states ...string) string {
	t.Helper()
	var b answers
	rows, err := d.Queue(background)
	b.say("queue", rows, err)
	for _, id := range states {
		v, err := d.Take(background, id)
		v.State = card.State{} // the same for everyone
		b.say("take "+id, v, err)
		q, err := d.Dispute(background, id)
		q.State = card.State{}
		b.say("dispute "+id, q, err)
		a, err := d.Audit(background, id)
		a.State = card.State{}
		b.say("audit "+id, a, err)
		k, err := m.Case(background, d.Scope(), id)
		b.say("case "+id, k, err)
		w, err := m.Work(background, d.Scope(), id)
		b.say("work "+id, w, err)
		p, err := m.LockedPredictions(background, d.Scope(), id)
		b.say("predictions "+id, p, err)
		typing, err := m.Typing(background, d.Person().ID, id)
		b.say("typing "+id, typing, err)
		_, _, err = d.WhatIf(background, id, nil)
		b.say("what if "+id, nil, err)
	}
	for e, err := range d.History(background, review.Filter{}) {
		b.say("history", e, err)
	}
	for k, err := range m.Cases(background, d.Scope()) {
		b.say("cases", k, err)
	}
	for e, err := range m.Events(background, d.Scope(), review.Filter{}) {
		b.say("events", e, err)
	}
	reports(&b, m, d)
	return b.String()
}

// reports asks for everything that is about the whole project.
func reports(b *answers, m *reviewtest.Memory, d *review.Desk) {
	board, err := m.Board(background, d.Scope())
	b.say("board", board, err)
	people, err := d.People(background)
	b.say("people", people, err)
	signals, err := d.Signals(background)
	b.say("signals", signals, err)
	raw, err := m.Signals(background, d.Scope())
	b.say("rows of signals", raw, err)
	accounts, err := d.Accounting(background)
	b.say("accounts", accounts, err)
	differ, err := d.Disagreements(background)
	b.say("disagreements", differ, err)
	agree, err := d.Agreement(background, review.FieldVerdict, review.LatestReviews, audit.Resampling{Draws: 10})
	b.say("agreement", agree, err)
	changes, err := d.Sensitivity(background)
	b.say("sensitivity", changes, err)
	checks, err := d.FreezeChecks(background)
	b.say("freeze", checks, err)
	progress, err := d.AuditStatus(background)
	b.say("audit", progress, err)
}

func asStale(err error, to **review.StaleError) bool { return errors.As(err, to) }

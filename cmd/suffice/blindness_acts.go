package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"suffice/audit"
	"suffice/certificate"
	"suffice/review"
	"suffice/review/blindness"
	"suffice/store"
)

// others lets everybody but this person do what they can where they have an
// open seat or may write a note, and returns how many acts that were. None of
// it is for this person to notice.
func (p person) others(ctx context.Context) (acts int, err error) {
	for done, who := range p.world.Board.People {
		if who.ID == p.who.ID || who.Retired {
			continue
		}
		d, err := review.NewDesk(ctx, p.store, who, func() int64 { return p.now().UnixMilli() })
		if err != nil {
			return acts, err
		}
		rows, err := d.Queue(ctx)
		if err != nil {
			return acts, err
		}
		for i, row := range rows {
			if len(rows) > manyRows && (i+done)%3 != 0 {
				continue // enough is done, and each time somewhere else
			}
			n, err := p.act(ctx, d, row)
			if err != nil {
				return acts, fmt.Errorf("act as %s on %s: %w", who.Name, row.State, err)
			}
			acts += n
		}
	}
	n, err := p.signal(ctx)
	return acts + n, err
}

// manyRows is how many rows of somebody's queue are all acted on.
const manyRows = 40

// act does what a person can do on one row of their queue without changing
// anything that another person is to see.
func (p person) act(ctx context.Context, d *review.Desk, row review.QueueRow) (int, error) {
	if row.Claimable || row.Submitted {
		return 0, nil
	}
	if row.Task == review.TaskAudit {
		return p.actOnAudit(ctx, d, row.State)
	}
	text := fmt.Sprintf("a note while %s looks away", p.who.ID)
	if _, err := d.Note(ctx, row.State, text); err != nil {
		return 0, err
	}
	if err := d.SaveTyping(ctx, row.State, "note", text); err != nil {
		return 1, err
	}
	if row.Task != review.TaskReview && row.Task != review.TaskArbitrate {
		return 2, nil // what is annotated is seen by all who annotate
	}
	v, err := d.Take(ctx, row.State)
	if err != nil || !v.MayEdit {
		return 2, err
	}
	edit := certificate.AddGroupEdit("verification")
	if groups := v.Draft.Certificate().Groups; len(groups) > 0 {
		edit = certificate.SetWeightEdit(groups[0].Key, groups[0].Weight+0.25)
	}
	if _, err := d.Edit(ctx, row.State, v.Revision, edit, ""); err != nil {
		return 2, err
	}
	return 3, nil
}

func (p person) actOnAudit(ctx context.Context, d *review.Desk, state string) (int, error) {
	v, err := d.Audit(ctx, state)
	if err != nil || len(v.Frozen.Groups) == 0 {
		return 0, err
	}
	note := audit.Judgment{Answer: audit.NotOK, Note: fmt.Sprintf("changed while %s looks away", p.who.ID)}
	if _, err := d.JudgeGroup(ctx, state, v.Frozen.Groups[0], audit.Necessity, note); err != nil {
		return 0, err
	}
	return 1, nil
}

// signal imports one more review by a model.
func (p person) signal(ctx context.Context) (int, error) {
	if len(p.world.States) == 0 {
		return 0, nil
	}
	text := fmt.Appendf(nil, "{\"reviewer\":\"while-%s-looks-away\",\"state_id\":%q,\"verdict\":\"rebuild\"}\n", p.who.ID, p.world.States[0])
	src := store.Source{Name: "signals.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
	organizer, ok := p.overseer()
	if !ok {
		return 0, nil
	}
	_, err := p.store.ImportReviews(ctx, review.Visible(organizer, p.world.Board.Project.Mode), p.now().UnixMilli(), []store.Source{src})
	return 1, err
}

// overseer is an organizer of the project other than this person.
func (p person) overseer() (review.Person, bool) {
	for _, q := range p.world.Board.People {
		if q.ID != p.who.ID && q.Is(review.Organizer) {
			return q, true
		}
	}
	return review.Person{}, false
}

// reads asks a desk for everything that screens ask for, and for every event
// by its number.
func (p person) reads(ctx context.Context) (int, []blindness.Leak, error) {
	ses, err := p.seated(ctx)
	if err != nil {
		return 0, nil, err
	}
	n, found, err := p.experimentReads(ctx, ses)
	if err != nil {
		return n, found, err
	}
	for _, r := range deskReads() {
		_, leaks := p.look(ctx, ses.desk, r, "")
		n, found = n+1, append(found, leaks...)
	}
	unknown := map[string]string{}
	for _, r := range stateReads(nobodysState) {
		unknown[r.name], _ = p.look(ctx, ses.desk, r, "")
	}
	for _, state := range p.world.States {
		if err := ctx.Err(); err != nil {
			return n, found, err
		}
		for _, r := range stateReads(state) {
			answer, leaks := p.look(ctx, ses.desk, r, state)
			n, found = n+1, append(found, leaks...)
			found = append(found, p.watch.Blank("desk: "+r.name, state, answer, nobodysState, unknown[r.name])...)
		}
	}
	loads, leaks := p.loads(ctx, ses.desk.Scope())
	n, found = n+loads, append(found, leaks...)
	events, leaks, err := p.events(ctx, ses.desk.Scope())
	return n + events, append(found, leaks...), err
}

// loads looks through what a repository loads into memory for a person, before
// a desk makes anything of it: hidden rows are not even read.
func (p person) loads(ctx context.Context, scope review.Scope) (int, []blindness.Leak) {
	work, ok := p.repo.(review.Casework)
	if !ok {
		return 0, nil
	}
	n := 0
	var found []blindness.Leak
	take := func(what, state string, v any, err error) {
		n++
		if err == nil {
			found = append(found, p.watch.Value("loaded: "+what, state, v)...)
		}
	}
	board, err := work.Board(ctx, scope)
	take("Board", "", board, err)
	tasks, err := work.Tasks(ctx, scope, p.now().UnixMilli())
	take("Tasks", "", tasks, err)
	signals, err := work.Signals(ctx, scope)
	take("Signals", "", signals, err)
	for k, err := range work.Cases(ctx, scope) {
		take("Cases", k.Course.State, k, err)
	}
	var left store.Withheld
	for c, err := range p.store.Labelled(ctx, scope, &left) {
		take("Labelled", c.Certificate.State, c, err)
	}
	for r, err := range p.store.Rankings(ctx, scope) {
		take("Rankings", r.State, r.Prediction, err)
	}
	for _, state := range p.world.States {
		k, err := work.Case(ctx, scope, state)
		take("Case", state, k, err)
		ranked, err := p.repo.LockedPredictions(ctx, scope, state)
		take("LockedPredictions", state, ranked, err)
	}
	return n, found
}

// look asks a desk for one thing and says how it answered: with an error, with
// nothing, or with something.
func (p person) look(ctx context.Context, d *review.Desk, r deskRead, state string) (string, []blindness.Leak) {
	where := "desk: " + r.name
	v, err := r.read(ctx, d)
	if err != nil {
		return err.Error(), append(p.watch.Text(where, state, err.Error()), p.watch.Value(where, state, err)...)
	}
	answer := "it was answered"
	if list, ok := v.([]review.Entry); ok && len(list) == 0 {
		answer = "nothing"
	}
	return answer, p.watch.Value(where, state, v)
}

// events asks for every event of the journal by its number.
func (p person) events(ctx context.Context, scope review.Scope) (int, []blindness.Leak, error) {
	var found []blindness.Leak
	for _, e := range p.world.Events {
		got, err := p.repo.Event(ctx, scope, e.Seq)
		if err := ctx.Err(); err != nil {
			return 0, nil, err
		}
		where := fmt.Sprintf("event %d", e.Seq)
		if err != nil {
			found = append(found, p.watch.Unknown(where, e, err)...)
			continue
		}
		found = append(found, p.watch.Value(where, e.State, got)...)
		found = append(found, p.watch.Event(where, e)...)
	}
	return len(p.world.Events), found, nil
}

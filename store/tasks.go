package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"suffice/audit"
	"suffice/review"
)

// Tasks lists what there is to do for the person of sc, in the order of
// import: their own seats, what they may claim at this time, and what they see
// otherwise. Of a state that is not theirs it reads what the card says, whether
// its certificate is ready, and which seats are taken, not by whom.
func (s *Store) Tasks(ctx context.Context, sc review.Scope, now int64) ([]review.QueueRow, error) {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, wrap(err, "list the tasks")
	}
	defer tx.Rollback() // it only read
	rows, err := loadTasks(ctx, tx, sc, now)
	return rows, wrap(err, "list the tasks")
}

func loadTasks(ctx context.Context, q queryer, sc review.Scope, now int64) ([]review.QueueRow, error) {
	t := tasks{scope: sc, me: sql.Named("me", string(sc.Person())), cases: map[string]*task{}}
	for _, load := range []func(context.Context, queryer) error{
		t.loadMine, t.loadReviews, t.loadArbitrations, t.loadOutcomes, t.loadJudged, t.loadMoved,
	} {
		if err := load(ctx, q); err != nil {
			return nil, err
		}
	}
	anywhere, err := loadDuties(ctx, q, sc.Person())
	if err != nil {
		return nil, err
	}
	slices.SortFunc(t.order, func(a, b *task) int { return cmp.Compare(a.n, b.n) })
	rows := make([]review.QueueRow, 0, len(t.order))
	for _, k := range t.order {
		if row, ok := review.TaskRow(sc, k.Case, anywhere, now, k.row); ok {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// tasks gathers, for every state that may have a task for somebody, what the
// rules look at.
type tasks struct {
	scope  review.Scope
	me     sql.NamedArg
	duties map[string]review.Duties // the person's own, by state
	order  []*task
	cases  map[string]*task
}

type task struct {
	review.Case
	n    int64 // of the state: the order of import
	row  review.QueueRow
	part review.Part
}

// couldSit reports whether somebody with a seat for a task would hold it:
// whether their roles are for it.
func couldSit(sc review.Scope, t review.Task, ph review.Phase) bool {
	seat := review.Seated{Task: t, Person: sc.Person()}
	return sc.Part(review.Course{Phase: ph, Seats: []review.Seated{seat}}).Holds
}

// add makes room for a state, once.
func (t *tasks) add(n int64, c review.Course) *task {
	k := t.cases[c.State]
	if k == nil {
		k = &task{n: n, Case: review.Case{Course: c}}
		t.order, t.cases[c.State] = append(t.order, k), k
	}
	return k
}

// loadMine reads the states that the person sees, each with the sheet of their
// part.
func (t *tasks) loadMine(ctx context.Context, q queryer) error {
	shown, err := loadStandings(ctx, q, t.scope)
	if err != nil {
		return err
	}
	rows, err := queueRows(ctx, q, t.scope, shown)
	if err != nil {
		return err
	}
	for i, st := range shown {
		k := t.add(st.n, st.course)
		k.part, k.row = st.part, rows[i]
	}
	t.duties, err = myDuties(ctx, q, t.scope.Person())
	return err
}

// loadReviews reads which reviews may be free: what the cards say, whether the
// certificates are ready, and until when the seats are taken.
func (t *tasks) loadReviews(ctx context.Context, q queryer) error {
	if !couldSit(t.scope, review.TaskReview, review.Review) {
		return nil
	}
	return each(ctx, q, reviewOffersSQL, []any{t.me}, func(rows *sql.Rows) error {
		var n int64
		var c review.Course
		var row review.QueueRow
		var main review.Work
		var sum review.Summary
		var a, b maybeSeat
		if err := rows.Scan(&n, &c.State, &c.Phase, &c.Under, &row.Instance, &row.Repo, &row.Boundary, &row.Need, &row.Units,
			&main.Done, &main.Labelled, &main.Touched, &sum.Blocking,
			&a.lease, &a.until, &a.done, &b.lease, &b.until, &b.done); err != nil {
			return err
		}
		k := t.offer(n, c, row)
		k.Sheets = map[review.Sheet]review.Work{review.Main: main}
		k.Sums = map[review.Sheet]review.Summary{review.Main: sum}
		k.Course.Seats = append(k.Course.Seats, a.seat(review.TaskReview, review.SlotA)...)
		k.Course.Seats = append(k.Course.Seats, b.seat(review.TaskReview, review.SlotB)...)
		return nil
	})
}

// loadArbitrations is loadReviews for states that wait for a senior, with why
// they do.
func (t *tasks) loadArbitrations(ctx context.Context, q queryer) error {
	if !couldSit(t.scope, review.TaskArbitrate, review.Arbitrate) {
		return nil
	}
	return each(ctx, q, arbitrationOffersSQL, []any{t.me}, func(rows *sql.Rows) error {
		var n int64
		var c review.Course
		var row review.QueueRow
		var outcome string
		var s maybeSeat
		if err := rows.Scan(&n, &c.State, &c.Phase, &c.Under, &row.Instance, &row.Repo, &row.Boundary, &row.Need, &row.Units,
			&outcome, &s.lease, &s.until, &s.done, &c.Recalled); err != nil {
			return err
		}
		k := t.offer(n, c, row)
		k.Course.Seats = append(k.Course.Seats, s.seat(review.TaskArbitrate, "")...)
		return unpack(outcome, &k.Course.Outcome)
	})
}

// offer makes room for a state that may be claimed; where the person sees it
// already, its row stays.
func (t *tasks) offer(n int64, c review.Course, row review.QueueRow) *task {
	if d, ok := t.duties[c.State]; ok {
		c.Duties = map[review.PersonID]review.Duties{t.scope.Person(): d}
	}
	k := t.add(n, c)
	if !k.part.Certificate() {
		row.State = c.State
		k.row = row
	}
	return k
}

// maybeSeat is a seat of nobody in particular, or none.
type maybeSeat struct{ lease, until, done sql.NullInt64 }

func (m maybeSeat) seat(t review.Task, slot review.Slot) []review.Seated {
	if !m.lease.Valid {
		return nil
	}
	return []review.Seated{{Task: t, Slot: slot, Lease: m.lease.Int64, Until: m.until.Int64, Done: uint64(m.done.Int64)}}
}

// loadOutcomes reads why the states that the person arbitrates went to them.
func (t *tasks) loadOutcomes(ctx context.Context, q queryer) error {
	if !couldSit(t.scope, review.TaskArbitrate, review.Arbitrate) {
		return nil
	}
	return each(ctx, q, outcomesSQL, []any{t.me}, func(rows *sql.Rows) error {
		var state, outcome string
		if err := rows.Scan(&state, &outcome); err != nil {
			return err
		}
		if k := t.cases[state]; k != nil && k.part.Reviews() {
			return unpack(outcome, &k.Course.Outcome)
		}
		return nil
	})
}

// loadJudged reads how far the person's own audits are.
func (t *tasks) loadJudged(ctx context.Context, q queryer) error {
	return each(ctx, q, judgedSQL, []any{t.me}, func(rows *sql.Rows) error {
		var state string
		var slot review.Slot
		var sheet audit.Sheet
		if err := rows.Scan(&state, &slot, &sheet.Revision); err != nil {
			return err
		}
		if k := t.cases[state]; k != nil {
			k.Course.Audits = map[review.Slot]audit.Sheet{slot: sheet}
		}
		return nil
	})
}

// loadMoved reads the reviews behind the person's own arbitrations, where one
// of them was changed since.
func (t *tasks) loadMoved(ctx context.Context, q queryer) error {
	moved := map[string]bool{}
	err := each(ctx, q, movedSQL, []any{t.me}, func(rows *sql.Rows) error {
		var state string
		err := rows.Scan(&state)
		moved[state] = true
		return err
	})
	if err != nil {
		return err
	}
	for state := range moved {
		k := t.cases[state]
		if k == nil || !k.part.Reviews() {
			continue
		}
		p := portion{me: t.scope.Person(), opinions: all().opinions, decided: true}
		full, err := loadPortion(ctx, q, state, p)
		if err != nil {
			return err
		}
		k.Course.Opinions, k.Course.Basis = full.Course.Opinions, full.Course.Basis
	}
	return nil
}

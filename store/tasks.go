package store

import (
	"context"
	"database/sql"

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
	t := tasks{scope: sc, cases: map[string]*task{}}
	for _, load := range []func(context.Context, queryer) error{
		t.loadMine, t.loadOffers, t.loadSeats, t.loadOutcomes, t.loadJudged, t.loadMoved,
	} {
		if err := load(ctx, q); err != nil {
			return nil, err
		}
	}
	anywhere, err := loadDuties(ctx, q, sc.Person())
	if err != nil {
		return nil, err
	}
	var rows []review.QueueRow
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
	scope review.Scope
	order []*task
	cases map[string]*task
}

type task struct {
	review.Case
	row  review.QueueRow
	part review.Part
}

// offered lists the phases in which sc may find something to claim.
func offered(sc review.Scope) []review.Phase {
	var phases []review.Phase
	if couldSit(sc, review.Seated{Task: review.TaskReview, Slot: review.SlotA}, review.Review).Certificate() {
		phases = append(phases, review.Annotate, review.Review)
	}
	if couldSit(sc, review.Seated{Task: review.TaskArbitrate}, review.Arbitrate).Certificate() {
		phases = append(phases, review.Arbitrate)
	}
	return phases
}

// couldSit is what somebody would see from a seat.
func couldSit(sc review.Scope, s review.Seated, ph review.Phase) review.Part {
	s.Person = sc.Person()
	return sc.Part(review.Course{Phase: ph, Seats: []review.Seated{s}})
}

// loadMine reads the states that the person sees, each with the sheet of their
// part, and makes room for those that they might claim.
func (t *tasks) loadMine(ctx context.Context, q queryer) error {
	every, err := readStandings(ctx, q, t.scope)
	if err != nil {
		return err
	}
	offers := map[review.Phase]bool{}
	for _, ph := range offered(t.scope) {
		offers[ph] = true
	}
	var shown []standing
	for _, st := range every {
		visible := st.part.Certificate()
		if !visible && !offers[st.course.Phase] {
			continue
		}
		k := &task{part: st.part, Case: review.Case{
			Course: st.course, Sheets: map[review.Sheet]review.Work{}, Sums: map[review.Sheet]review.Summary{},
		}}
		t.order, t.cases[st.course.State] = append(t.order, k), k
		if visible {
			shown = append(shown, st)
		}
	}
	rows, err := queueRows(ctx, q, t.scope, shown)
	if err != nil {
		return err
	}
	for _, row := range rows {
		t.cases[row.State].row = row
	}
	return nil
}

// loadOffers reads what the card says of states to claim, and whether their
// certificates are ready.
func (t *tasks) loadOffers(ctx context.Context, q queryer) error {
	phases := offered(t.scope)
	if len(phases) == 0 {
		return nil
	}
	return each(ctx, q, offersSQL, []any{sql.Named("phases", list(phases))}, func(rows *sql.Rows) error {
		var row review.QueueRow
		var main review.Work
		var blocking int
		if err := rows.Scan(&row.State, &row.Instance, &row.Repo, &row.Boundary, &row.Need, &row.Units,
			&main.Done, &main.Labelled, &main.Touched, &blocking); err != nil {
			return err
		}
		k := t.cases[row.State]
		main.State = row.State
		k.Sheets[review.Main] = main
		k.Sums[review.Main] = review.Summary{Blocking: blocking}
		if !k.part.Certificate() {
			k.row = row
		}
		return nil
	})
}

// loadSeats reads which seats are taken on states to claim. Who has them is
// left out already, but for the person's own.
func (t *tasks) loadSeats(ctx context.Context, q queryer) error {
	phases := offered(t.scope)
	if len(phases) == 0 {
		return nil
	}
	args := []any{sql.Named("phases", list(phases)), sql.Named("me", string(t.scope.Person()))}
	return each(ctx, q, takenSQL, args, func(rows *sql.Rows) error {
		var state string
		var s review.Seated
		if err := rows.Scan(&state, &s.Task, &s.Slot, &s.Lease, &s.Until, &s.Done, &s.Reopened); err != nil {
			return err
		}
		c := &t.cases[state].Course
		c.Seats = append(c.Seats, s)
		return nil
	})
}

// loadOutcomes reads why states went to the senior, for those who may be it.
func (t *tasks) loadOutcomes(ctx context.Context, q queryer) error {
	if !couldSit(t.scope, review.Seated{Task: review.TaskArbitrate}, review.Arbitrate).Reviews() {
		return nil
	}
	return each(ctx, q, outcomesSQL, []any{sql.Named("me", string(t.scope.Person()))}, func(rows *sql.Rows) error {
		var state, outcome string
		if err := rows.Scan(&state, &outcome); err != nil {
			return err
		}
		if k := t.cases[state]; k != nil {
			return unpack(outcome, &k.Course.Outcome)
		}
		return nil
	})
}

// loadJudged reads how far the person's own audits are.
func (t *tasks) loadJudged(ctx context.Context, q queryer) error {
	return each(ctx, q, judgedSQL, []any{sql.Named("me", string(t.scope.Person()))}, func(rows *sql.Rows) error {
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
	err := each(ctx, q, movedSQL, []any{sql.Named("me", string(t.scope.Person()))}, func(rows *sql.Rows) error {
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

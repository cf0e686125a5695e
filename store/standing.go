package store

import (
	"context"
	"database/sql"
	"slices"

	"suffice/review"
)

// standing is what a person is to one state: the phase, and their own seats
// and duties there. It is read before anything else, and says what else is.
type standing struct {
	n      int64 // of the state
	course review.Course
	part   review.Part
}

// loadStanding reads the rows of the person alone. A state that they may not
// know of is answered like one that is not there: *review.UnknownStateError.
func loadStanding(ctx context.Context, q queryer, sc review.Scope, state string) (standing, error) {
	k, err := loadPortion(ctx, q, state, portion{me: sc.Person()})
	if err != nil {
		return standing{}, err
	}
	s := standing{course: k.Course, part: sc.Part(k.Course)}
	if !s.part.Certificate() {
		return standing{}, &review.UnknownStateError{State: state}
	}
	return s, nil
}

// loadStandings is loadStanding for every state that sc may know of, in the
// order of import.
func loadStandings(ctx context.Context, q queryer, sc review.Scope) ([]standing, error) {
	every, err := readStandings(ctx, q, sc, false)
	return slices.DeleteFunc(every, func(s standing) bool { return !s.part.Certificate() }), err
}

// readStandings says what sc is to each state that they may know of, or to
// every one, even if that is nothing.
func readStandings(ctx context.Context, q queryer, sc review.Scope, every bool) ([]standing, error) {
	seats, err := mySeats(ctx, q, sc.Person())
	if err != nil {
		return nil, err
	}
	duties, err := myDuties(ctx, q, sc.Person())
	if err != nil {
		return nil, err
	}
	var all []standing
	args := []any{sql.Named("every", every), sql.Named("phases", list(sc.Readable())), sql.Named("me", string(sc.Person()))}
	err = each(ctx, q, phasesSQL, args, func(rows *sql.Rows) error {
		var s standing
		c := &s.course
		if err := rows.Scan(&s.n, &c.State, &c.Phase, &c.Under, &c.Reserve, &c.Recalled); err != nil {
			return err
		}
		c.Seats = seats[c.State]
		if d, ok := duties[c.State]; ok {
			c.Duties = map[review.PersonID]review.Duties{sc.Person(): d}
		}
		s.part = sc.Part(*c)
		all = append(all, s)
		return nil
	})
	return all, wrap(err, "list the states")
}

func mySeats(ctx context.Context, q queryer, me review.PersonID) (map[string][]review.Seated, error) {
	byState := map[string][]review.Seated{}
	err := each(ctx, q, mySeatsSQL, []any{me}, func(rows *sql.Rows) error {
		var state string
		var s review.Seated
		if err := rows.Scan(&state, &s.Task, &s.Slot, &s.Person, &s.Lease, &s.Until, &s.Since, &s.Done, &s.Reopened); err != nil {
			return err
		}
		byState[state] = append(byState[state], s)
		return nil
	})
	return byState, wrap(err, "read the seats of %s", me)
}

func myDuties(ctx context.Context, q queryer, me review.PersonID) (map[string]review.Duties, error) {
	byState := map[string]review.Duties{}
	err := each(ctx, q, myDutiesSQL, []any{me}, func(rows *sql.Rows) error {
		var state string
		var d review.Duties
		if err := rows.Scan(&state, &d.Annotated, &d.Reviewed, &d.Arbitrated, &d.Audited); err != nil {
			return err
		}
		byState[state] = d
		return nil
	})
	return byState, wrap(err, "read what %s has done", me)
}

// portion is what of the case the person gets; Scope.ProjectCase has the last
// word on it.
func (s standing) portion(sc review.Scope) portion {
	if sc.Whole() {
		return all()
	}
	p := portion{me: sc.Person(), sheets: []review.Sheet{s.part.Sheet}}
	slot := []review.Slot{s.part.Seat.Slot}
	switch {
	case s.part.Reviews():
		p.opinions, p.decided = all().opinions, true
	case s.part.Role == review.Reviewer && s.part.Holds:
		p.opinions = slot
	case s.part.Role == review.Auditor:
		p.audits = slot
	}
	return p
}

// seenCase is the case of a state as sc may see it. Errors:
// *review.UnknownStateError.
func seenCase(ctx context.Context, q queryer, sc review.Scope, state string) (review.Case, standing, error) {
	s, err := loadStanding(ctx, q, sc, state)
	if err != nil {
		return review.Case{}, s, err
	}
	k, err := loadPortion(ctx, q, state, s.portion(sc))
	if err != nil {
		return review.Case{}, s, err
	}
	seen, ok := sc.ProjectCase(k.Case)
	if !ok {
		return review.Case{}, s, &review.UnknownStateError{State: state}
	}
	return seen, s, nil
}

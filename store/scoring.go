package store

import (
	"context"
	"database/sql"
	"iter"
	"slices"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/scorer"
)

// Withheld counts the states of a project that cannot be scored. Those whose
// outcomes are hidden from the person are not even counted.
type Withheld struct {
	Empty    int // no certificate yet
	Excluded int // in no release: replaced, or kept as a reserve, which only who sees everything is told of
}

// Labelled yields the certificates whose outcomes are open to sc, each with the
// public side of its state, in the order of import, and counts in left what it
// leaves out. They are those that ExportLabels writes. Nothing is read of a
// state whose outcomes are hidden.
func (s *Store) Labelled(ctx context.Context, sc review.Scope, left *Withheld) iter.Seq2[scorer.Case, error] {
	return func(yield func(scorer.Case, error) bool) {
		*left = Withheld{}
		tx, err := s.read.BeginTx(ctx, nil)
		if err != nil {
			yield(scorer.Case{}, wrap(err, "read the certificates"))
			return
		}
		defer tx.Rollback() // it only read
		open, err := openOutcomes(ctx, tx, sc, left)
		if err != nil {
			yield(scorer.Case{}, err)
			return
		}
		for _, st := range open {
			c, ok, err := labelled(ctx, tx, sc, st)
			switch {
			case err != nil:
				yield(scorer.Case{}, wrapState(err, "read the certificate of", st.course.State))
				return
			case !ok:
				left.Empty++
			case !yield(c, nil):
				return
			}
		}
	}
}

// openOutcomes are the states of the release to be whose outcomes are open.
func openOutcomes(ctx context.Context, q queryer, sc review.Scope, left *Withheld) ([]standing, error) {
	all, err := readStandings(ctx, q, sc, sc.Whole())
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(st standing) bool {
		if !st.part.Outcomes() || st.part.Sheet != review.Main {
			return true
		}
		// Who sees a reserve as any other state must not learn here that it is one.
		out := st.course.Phase == review.Excluded || st.course.Reserve && sc.Whole()
		if out {
			left.Excluded++
		}
		return out
	}), nil
}

func labelled(ctx context.Context, q queryer, sc review.Scope, st standing) (scorer.Case, bool, error) {
	k, err := loadPortion(ctx, q, st.course.State, portion{me: sc.Person(), sheets: []review.Sheet{review.Main}})
	if err != nil {
		return scorer.Case{}, false, err
	}
	c := k.Sheets[review.Main].Draft.Certificate()
	if len(c.Groups) == 0 {
		return scorer.Case{}, false, nil
	}
	stored, err := loadCard(ctx, q, st.course.State)
	if err != nil {
		return scorer.Case{}, false, err
	}
	pool, err := loadPool(ctx, q, stored.n)
	return scorer.Case{Certificate: c, State: card.State{Card: stored.StateCard, Pool: pool}}, true, err
}

// Ranking is a prediction with the name of its set.
type Ranking struct {
	Set string
	card.Prediction
}

// Rankings yields the rows of the named sets, or of every set when none is
// named, on the states whose outcomes are open to sc: by set in the order of
// their making, then by method and state. A name that no set has is an
// *UnknownSetError; for who does not see everything, so is one that has no row
// for them, told after the rows of the others.
func (s *Store) Rankings(ctx context.Context, sc review.Scope, sets ...string) iter.Seq2[Ranking, error] {
	return func(yield func(Ranking, error) bool) {
		if !sc.Whole() {
			s.yieldOwnRankings(ctx, sc, sets, yield)
			return
		}
		for _, name := range sets {
			if _, _, err := findSet(ctx, s.read, name); err != nil {
				yield(Ranking{}, err)
				return
			}
		}
		s.yieldOpenRankings(ctx, sc, sets, yield)
	}
}

// yieldOwnRankings answers about a set that has no row for the person as about
// one that is not there.
func (s *Store) yieldOwnRankings(ctx context.Context, sc review.Scope, sets []string, yield func(Ranking, error) bool) {
	seen, listening := map[string]bool{}, true
	s.yieldOpenRankings(ctx, sc, sets, func(r Ranking, err error) bool {
		seen[r.Set] = true
		listening = yield(r, err) && err == nil
		return listening
	})
	for _, name := range sets {
		if listening && !seen[name] {
			yield(Ranking{}, &UnknownSetError{Set: name})
			return
		}
	}
}

func (s *Store) yieldOpenRankings(ctx context.Context, sc review.Scope, sets []string, yield func(Ranking, error) bool) {
	all, err := readStandings(ctx, s.read, sc, sc.Whole())
	if err != nil {
		yield(Ranking{}, err)
		return
	}
	states := []int64{}
	for _, st := range all {
		if st.part.Outcomes() {
			states = append(states, st.n)
		}
	}
	s.yieldRankings(ctx, states, sets, yield)
}

func (s *Store) yieldRankings(ctx context.Context, states []int64, sets []string, yield func(Ranking, error) bool) {
	stop := errStopped{}
	open, err := pack(states)
	if err != nil {
		yield(Ranking{}, wrap(err, "read the prediction sets"))
		return
	}
	err = each(ctx, s.read, rankingsSQL, []any{
		sql.Named("states", open), sql.Named("sets", list(sets)), sql.Named("every", len(sets) == 0),
	}, func(rows *sql.Rows) error {
		var r Ranking
		var body []byte
		if err := rows.Scan(&r.Set, &body); err != nil {
			return err
		}
		var err error
		if r.Prediction, err = card.DecodePrediction(body); err != nil {
			return err
		}
		if !yield(r, nil) {
			return stop
		}
		return nil
	})
	if err != nil && err != stop {
		yield(Ranking{}, wrap(err, "read the prediction sets"))
	}
}

// errStopped ends a loop over rows that nobody listens to any more.
type errStopped struct{}

func (errStopped) Error() string { return "stopped" }

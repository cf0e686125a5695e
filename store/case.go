package store

import (
	"context"
	"database/sql"

	"github.com/go-json-experiment/json"

	"suffice/review"
)

// portion says which rows of a case are loaded. The zero value loads none but
// the phase.
type portion struct {
	everyone  bool            // everybody's seats, duties, notes and times, not just mine, and what replaces what
	me        review.PersonID // whose, otherwise
	sheets    []review.Sheet
	standings bool          // of the sheets only how far they are, not the certificates and notes
	opinions  []review.Slot // whose reviews
	audits    []review.Slot // whose judgments
	decided   bool          // what the reviews came to: the outcome, the ruling and the reviews they are about
}

// all is every row of a case.
func all() portion {
	both := []review.Slot{review.SlotA, review.SlotB}
	return portion{everyone: true, sheets: review.Sheets(), opinions: both, audits: both, decided: true}
}

// storedCase is a case as it is stored: beside each part the text or row that
// holds it, so that a save writes only what changed.
type storedCase struct {
	review.Case
	course    courseRow
	decision  decisionRow
	seats     map[seatKey]review.Seated
	duties    map[review.PersonID]review.Duties
	opinions  map[opinionKey]string
	judgments map[review.Slot]string
	personal  map[personalKey]string
}

// courseRow is a row of table course; an absent part is the empty text.
type courseRow struct {
	phase        review.Phase
	under        int64
	reserve      bool
	replaces, by string
	last         uint64
}

// decisionRow is a row of table decision, each part as JSON or empty.
type decisionRow struct{ outcome, ruling string }

type seatKey struct {
	task review.Task
	slot review.Slot
}

type opinionKey struct {
	slot  review.Slot
	basis bool
}

type personalKey struct {
	person review.PersonID
	sheet  review.Sheet
}

// loadCase reads everything on a state. Errors: *review.UnknownStateError.
func loadCase(ctx context.Context, q queryer, state string) (*storedCase, error) {
	return loadPortion(ctx, q, state, all())
}

// loadPortion reads the rows of a case that p names, and no other.
func loadPortion(ctx context.Context, q queryer, state string, p portion) (*storedCase, error) {
	cases, err := loadPortions(ctx, q, []string{state}, p)
	if err != nil {
		return nil, err
	}
	if cases[state] == nil {
		return nil, &review.UnknownStateError{State: state}
	}
	return cases[state], nil
}

// loadPortions is loadPortion for several states at once; those that are not
// there have no entry.
func loadPortions(ctx context.Context, q queryer, states []string, p portion) (map[string]*storedCase, error) {
	l := caseLoader{ctx: ctx, q: q, portion: p, cases: make(map[string]*storedCase, len(states)), states: list(states)}
	if err := l.courses(); err != nil {
		return nil, err
	}
	for _, load := range []func() error{l.seats, l.duties, l.opinions, l.judgments, l.sheets, l.notes} {
		if err := load(); err != nil {
			return nil, err
		}
	}
	return l.cases, nil
}

// emptyWork is the certificate of a state before its first event.
func emptyWork(ctx context.Context, q queryer, state string) (review.Work, error) {
	p, err := project(ctx, q)
	if err != nil {
		return review.Work{}, err
	}
	c, err := loadCard(ctx, q, state)
	if err != nil {
		return review.Work{}, err
	}
	return review.NewWork(c.StateCard, p), nil
}

// list writes names as a JSON list, for json_each.
func list[S ~string](names []S) string {
	b, _ := json.Marshal(names, json.FormatNilSliceAsNull(false)) // strings always encode
	return string(b)
}

// each runs a query and hands out its rows.
func each(ctx context.Context, q queryer, query string, args []any, f func(*sql.Rows) error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

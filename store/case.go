package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/audit"
	"suffice/review"
)

// portion says which rows of a case are loaded. The zero value loads none but
// the phase.
type portion struct {
	everyone bool            // everybody's seats, duties, notes and times, not just mine, and what replaces what
	me       review.PersonID // whose, otherwise
	sheets   []review.Sheet
	opinions []review.Slot // whose reviews
	audits   []review.Slot // whose judgments
	decided  bool          // what the reviews came to: the outcome, the ruling and the reviews they are about
}

// all is every row of a case.
func all() portion {
	both := []review.Slot{review.SlotA, review.SlotB}
	return portion{everyone: true, sheets: review.Sheets(), opinions: both, audits: both, decided: true}
}

// args are what every query of a case narrows by.
func (p portion) args(state string, more ...any) []any {
	return append([]any{sql.Named("state", state), sql.Named("everyone", p.everyone), sql.Named("me", string(p.me))}, more...)
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
	k := &storedCase{}
	k.Course.State = state
	for _, load := range []func(context.Context, queryer, portion) error{
		k.loadCourse, k.loadSeats, k.loadDuties, k.loadOpinions, k.loadJudgments, k.loadSheets, k.loadPersonal,
	} {
		if err := load(ctx, q, p); err != nil {
			return nil, err
		}
	}
	return k, nil
}

func (k *storedCase) loadCourse(ctx context.Context, q queryer, p portion) error {
	c, r, d := &k.Course, &k.course, &k.decision
	err := q.QueryRowContext(ctx, courseSQL, p.args(c.State, sql.Named("decided", p.decided))...).
		Scan(&r.phase, &r.under, &r.reserve, &d.outcome, &d.ruling, &r.replaces, &r.by, &r.last)
	if err != nil {
		return unknownIfNone(err, c.State)
	}
	c.Phase, c.Replaces, c.Replaced, c.LastSeq = r.phase, r.replaces, r.by, r.last
	c.Under, c.Reserve = revision(r.under), r.reserve
	if err := unpack(d.outcome, &c.Outcome); err != nil {
		return fmt.Errorf("read the outcome of the reviews: %w", err)
	}
	if err := unpack(d.ruling, &c.Ruling); err != nil {
		return fmt.Errorf("read the decision: %w", err)
	}
	return nil
}

func (k *storedCase) loadSeats(ctx context.Context, q queryer, p portion) error {
	rows, err := q.QueryContext(ctx, seatsSQL, p.args(k.Course.State)...)
	if err != nil {
		return err
	}
	seats, err := collect(rows, "read the seats", func(rows *sql.Rows) (s review.Seated, err error) {
		return s, rows.Scan(&s.Task, &s.Slot, &s.Person, &s.Lease, &s.Until, &s.Since, &s.Done, &s.Reopened)
	})
	k.Course.Seats, k.seats = seats, seatsOf(seats)
	return err
}

func seatsOf(seats []review.Seated) map[seatKey]review.Seated {
	byKey := make(map[seatKey]review.Seated, len(seats))
	for _, s := range seats {
		byKey[seatKey{s.Task, s.Slot}] = s
	}
	return byKey
}

func (k *storedCase) loadDuties(ctx context.Context, q queryer, p portion) error {
	k.duties = map[review.PersonID]review.Duties{}
	err := each(ctx, q, stateDutiesSQL, p.args(k.Course.State), func(rows *sql.Rows) error {
		var who review.PersonID
		var d review.Duties
		if err := rows.Scan(&who, &d.Annotated, &d.Reviewed, &d.Arbitrated, &d.Audited); err != nil {
			return err
		}
		k.duties[who] = d
		return nil
	})
	k.Course.Duties = k.duties
	return err
}

func (k *storedCase) loadOpinions(ctx context.Context, q queryer, p portion) error {
	k.opinions = map[opinionKey]string{}
	if len(p.opinions) == 0 {
		return nil
	}
	c := &k.Course
	c.Opinions, c.Basis = map[review.Slot]review.Opinion{}, map[review.Slot]review.Opinion{}
	args := []any{sql.Named("state", c.State), sql.Named("slots", list(p.opinions)), sql.Named("decided", p.decided)}
	return each(ctx, q, opinionsSQL, args, func(rows *sql.Rows) error {
		var key opinionKey
		var body string
		if err := rows.Scan(&key.slot, &key.basis, &body); err != nil {
			return err
		}
		var o review.Opinion
		if err := json.Unmarshal([]byte(body), &o); err != nil {
			return fmt.Errorf("read the review of %s: %w", key.slot, err)
		}
		k.opinions[key] = body
		if key.basis {
			c.Basis[key.slot] = o
		} else {
			c.Opinions[key.slot] = o
		}
		return nil
	})
}

func (k *storedCase) loadJudgments(ctx context.Context, q queryer, p portion) error {
	k.judgments = map[review.Slot]string{}
	if len(p.audits) == 0 {
		return nil
	}
	k.Course.Audits = map[review.Slot]audit.Sheet{}
	args := []any{sql.Named("state", k.Course.State), sql.Named("slots", list(p.audits))}
	return each(ctx, q, judgmentsSQL, args, func(rows *sql.Rows) error {
		var slot review.Slot
		var body string
		if err := rows.Scan(&slot, &body); err != nil {
			return err
		}
		var s audit.Sheet
		if err := json.Unmarshal([]byte(body), &s); err != nil {
			return fmt.Errorf("read the judgments of auditor %s: %w", slot, err)
		}
		k.judgments[slot], k.Course.Audits[slot] = body, s
		return nil
	})
}

func (k *storedCase) loadSheets(ctx context.Context, q queryer, p portion) error {
	k.Sheets, k.Sums = map[review.Sheet]review.Work{}, map[review.Sheet]review.Summary{}
	if len(p.sheets) == 0 {
		return nil
	}
	args := []any{sql.Named("state", k.Course.State), sql.Named("sheets", list(p.sheets))}
	fresh := false
	err := each(ctx, q, sheetsSQL, args, func(rows *sql.Rows) error {
		var sheet review.Sheet
		var summary []byte
		var body sql.Null[[]byte]
		if err := rows.Scan(&sheet, &summary, &body); err != nil {
			return err
		}
		var sum review.Summary
		if err := json.Unmarshal(summary, &sum); err != nil {
			return fmt.Errorf("read the stored summary: %w", err)
		}
		k.Sums[sheet] = sum
		if !body.Valid {
			fresh = true // without an event there is no snapshot
			return nil
		}
		var w review.Work
		if err := json.Unmarshal(body.V, &w); err != nil {
			return err
		}
		if sheet == review.Main {
			w.Phase = k.course.phase
		}
		w.Mine = map[review.PersonID]review.Personal{}
		k.Sheets[sheet] = w
		return nil
	})
	if err != nil || !fresh {
		return err
	}
	k.Sheets[review.Main], err = emptyWork(ctx, q, k.Course.State)
	return err
}

func (k *storedCase) loadPersonal(ctx context.Context, q queryer, p portion) error {
	k.personal = map[personalKey]string{}
	if len(k.Sheets) == 0 {
		return nil
	}
	args := p.args(k.Course.State, sql.Named("sheets", list(p.sheets)))
	return each(ctx, q, personalSQL, args, func(rows *sql.Rows) error {
		var key personalKey
		var body string
		if err := rows.Scan(&key.person, &key.sheet, &body); err != nil {
			return err
		}
		var mine review.Personal
		if err := json.Unmarshal([]byte(body), &mine); err != nil {
			return fmt.Errorf("read what %s noted: %w", key.person, err)
		}
		if w, ok := k.Sheets[key.sheet]; ok && w.Mine != nil {
			w.Mine[key.person], k.personal[key] = mine, body
		}
		return nil
	})
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

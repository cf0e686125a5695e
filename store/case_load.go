package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/audit"
	"suffice/review"
)

// caseLoader reads the rows of several cases, one table after the other.
type caseLoader struct {
	portion
	ctx    context.Context
	q      queryer
	states string // as a JSON list
	cases  map[string]*storedCase
}

// rows runs a query for the states; further arguments narrow it.
func (l caseLoader) rows(query string, f func(*sql.Rows) error, more ...any) error {
	return each(l.ctx, l.q, query, append([]any{
		sql.Named("states", l.states), sql.Named("everyone", l.everyone), sql.Named("me", string(l.me)),
	}, more...), f)
}

func (l caseLoader) courses() error {
	return l.rows(courseSQL, func(rows *sql.Rows) error {
		k := &storedCase{
			duties: map[review.PersonID]review.Duties{}, opinions: map[opinionKey]string{},
			judgments: map[review.Slot]string{}, personal: map[personalKey]string{},
		}
		k.Sheets, k.Sums = map[review.Sheet]review.Work{}, map[review.Sheet]review.Summary{}
		c, r, d := &k.Course, &k.course, &k.decision
		if err := rows.Scan(&c.State, &r.phase, &r.under, &r.reserve, &d.outcome, &d.ruling, &r.replaces, &r.by, &r.last, &c.Recalled); err != nil {
			return err
		}
		c.Phase, c.Replaces, c.Replaced, c.LastSeq = r.phase, r.replaces, r.by, r.last
		c.Under, c.Reserve = revision(r.under), r.reserve
		if err := unpack(d.outcome, &c.Outcome); err != nil {
			return fmt.Errorf("read what the reviews of %s came to: %w", c.State, err)
		}
		if err := unpack(d.ruling, &c.Ruling); err != nil {
			return fmt.Errorf("read the decision on %s: %w", c.State, err)
		}
		l.cases[c.State] = k
		return nil
	}, sql.Named("decided", l.decided))
}

func (l caseLoader) seats() error {
	err := l.rows(seatsSQL, func(rows *sql.Rows) error {
		var state string
		var s review.Seated
		if err := rows.Scan(&state, &s.Task, &s.Slot, &s.Person, &s.Lease, &s.Until, &s.Since, &s.Done, &s.Reopened); err != nil {
			return err
		}
		if k := l.cases[state]; k != nil {
			k.Course.Seats = append(k.Course.Seats, s)
		}
		return nil
	})
	for _, k := range l.cases {
		k.seats = seatsOf(k.Course.Seats)
	}
	return err
}

func seatsOf(seats []review.Seated) map[seatKey]review.Seated {
	byKey := make(map[seatKey]review.Seated, len(seats))
	for _, s := range seats {
		byKey[seatKey{s.Task, s.Slot}] = s
	}
	return byKey
}

func (l caseLoader) duties() error {
	return l.rows(stateDutiesSQL, func(rows *sql.Rows) error {
		var state string
		var who review.PersonID
		var d review.Duties
		if err := rows.Scan(&state, &who, &d.Annotated, &d.Reviewed, &d.Arbitrated, &d.Audited); err != nil {
			return err
		}
		if k := l.cases[state]; k != nil {
			k.duties[who], k.Course.Duties = d, k.duties
		}
		return nil
	})
}

func (l caseLoader) opinions() error {
	if len(l.portion.opinions) == 0 {
		return nil
	}
	return l.rows(opinionsSQL, func(rows *sql.Rows) error {
		var state, body string
		var key opinionKey
		if err := rows.Scan(&state, &key.slot, &key.basis, &body); err != nil {
			return err
		}
		var o review.Opinion
		if err := json.Unmarshal([]byte(body), &o); err != nil {
			return fmt.Errorf("read the review of %s by %s: %w", state, key.slot, err)
		}
		k := l.cases[state]
		if k == nil {
			return nil
		}
		k.opinions[key] = body
		to := &k.Course.Opinions
		if key.basis {
			to = &k.Course.Basis
		}
		if *to == nil {
			*to = map[review.Slot]review.Opinion{}
		}
		(*to)[key.slot] = o
		return nil
	}, sql.Named("slots", list(l.portion.opinions)), sql.Named("decided", l.decided))
}

func (l caseLoader) judgments() error {
	if len(l.audits) == 0 {
		return nil
	}
	return l.rows(judgmentsSQL, func(rows *sql.Rows) error {
		var state, body string
		var slot review.Slot
		if err := rows.Scan(&state, &slot, &body); err != nil {
			return err
		}
		var s audit.Sheet
		if err := json.Unmarshal([]byte(body), &s); err != nil {
			return fmt.Errorf("read the judgments on %s by auditor %s: %w", state, slot, err)
		}
		k := l.cases[state]
		if k == nil {
			return nil
		}
		if k.Course.Audits == nil {
			k.Course.Audits = map[review.Slot]audit.Sheet{}
		}
		k.judgments[slot], k.Course.Audits[slot] = body, s
		return nil
	}, sql.Named("slots", list(l.audits)))
}

func (l caseLoader) sheets() error {
	switch {
	case len(l.portion.sheets) == 0:
		return nil
	case l.standings:
		return l.sheetStandings()
	}
	var fresh []*storedCase
	err := l.rows(sheetsSQL, func(rows *sql.Rows) error {
		var state string
		var sheet review.Sheet
		var summary []byte
		var body sql.Null[[]byte]
		if err := rows.Scan(&state, &sheet, &summary, &body); err != nil {
			return err
		}
		k := l.cases[state]
		if k == nil {
			return nil
		}
		if err := k.addSummary(sheet, summary); err != nil {
			return err
		}
		if !body.Valid {
			fresh = append(fresh, k) // without an event there is no snapshot
			return nil
		}
		var w review.Work
		if err := json.Unmarshal(body.V, &w); err != nil {
			return err
		}
		w.Mine = map[review.PersonID]review.Personal{}
		k.addSheet(sheet, w)
		return nil
	}, sql.Named("sheets", list(l.portion.sheets)))
	for _, k := range fresh {
		w, emptyErr := emptyWork(l.ctx, l.q, k.Course.State)
		if err == nil {
			err = emptyErr
		}
		k.addSheet(review.Main, w)
	}
	return err
}

// sheetStandings reads how far each certificate is, and not the certificate.
func (l caseLoader) sheetStandings() error {
	return l.rows(sheetStandingsSQL, func(rows *sql.Rows) error {
		var w review.Work
		var sheet review.Sheet
		var summary []byte
		if err := rows.Scan(&w.State, &sheet, &w.Revision, &w.Labelled, &w.Touched, &w.Done, &summary); err != nil {
			return err
		}
		k := l.cases[w.State]
		if k == nil {
			return nil
		}
		k.addSheet(sheet, w)
		return k.addSummary(sheet, summary)
	}, sql.Named("sheets", list(l.portion.sheets)))
}

// addSheet takes a certificate in; the phase of Main stands in the course.
func (k *storedCase) addSheet(sheet review.Sheet, w review.Work) {
	if sheet == review.Main {
		w.Phase = k.course.phase
	}
	k.Sheets[sheet] = w
}

func (k *storedCase) addSummary(sheet review.Sheet, summary []byte) error {
	var sum review.Summary
	if err := json.Unmarshal(summary, &sum); err != nil {
		return fmt.Errorf("read the stored summary of %s: %w", k.Course.State, err)
	}
	k.Sums[sheet] = sum
	return nil
}

// notes reads what people have on the sheets besides the certificate.
func (l caseLoader) notes() error {
	if len(l.portion.sheets) == 0 || l.standings {
		return nil
	}
	return l.rows(personalSQL, func(rows *sql.Rows) error {
		var state, body string
		var key personalKey
		if err := rows.Scan(&state, &key.person, &key.sheet, &body); err != nil {
			return err
		}
		var mine review.Personal
		if err := json.Unmarshal([]byte(body), &mine); err != nil {
			return fmt.Errorf("read what %s noted on %s: %w", key.person, state, err)
		}
		k := l.cases[state]
		if k == nil {
			return nil
		}
		if w, ok := k.Sheets[key.sheet]; ok && w.Mine != nil {
			w.Mine[key.person] = mine
		}
		k.personal[key] = body
		return nil
	}, sql.Named("sheets", list(l.portion.sheets)))
}

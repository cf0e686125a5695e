package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"suffice/certificate"
	"suffice/review"
)

// save writes the rows in which now differs from what is stored.
func (k *storedCase) save(ctx context.Context, tx *sql.Tx, now review.Case) error {
	w := caseWriter{ctx: ctx, tx: tx, state: k.Course.State}
	err := errors.Join(
		w.course(&k.course, now.Course),
		w.decision(&k.decision, now.Course),
		w.seats(&k.seats, now.Course.Seats),
		w.duties(&k.duties, now.Course.Duties),
		w.opinions(&k.opinions, now.Course),
		w.judgments(&k.judgments, now.Course),
	)
	for sheet, work := range now.Sheets {
		if old, ok := k.Sheets[sheet]; err == nil && (!ok || old.LastSeq != work.LastSeq || k.Sums[sheet] != now.Sums[sheet]) {
			err = errors.Join(w.sheet(sheet, work, now.Sums[sheet]), w.personal(k.personal, sheet, work.Mine))
		}
	}
	if err != nil {
		return fmt.Errorf("save what happened on %s: %w", k.Course.State, err)
	}
	k.Case = now
	return nil
}

// caseWriter writes rows of one state.
type caseWriter struct {
	ctx   context.Context
	tx    *sql.Tx
	state string
}

func (w caseWriter) exec(stmt string, args ...any) error {
	_, err := w.tx.ExecContext(w.ctx, stmt, args...)
	return err
}

// rowOfCourse is the row of table course that holds c.
func rowOfCourse(c review.Course) courseRow {
	return courseRow{phase: c.Phase, under: int64(c.Under), reserve: c.Reserve, replaces: c.Replaces, by: c.Replaced, last: c.LastSeq}
}

func (w caseWriter) course(have *courseRow, c review.Course) error {
	r := rowOfCourse(c)
	if r == *have {
		return nil
	}
	*have = r
	return w.exec(setCourseSQL, w.state, r.phase, r.under, r.reserve, null(r.replaces), null(r.by), r.last)
}

// rowOfDecision is the row of table decision that holds what c came to.
func rowOfDecision(c review.Course) (r decisionRow, err error) {
	if r.outcome, err = packed(c.Outcome); err != nil {
		return r, err
	}
	r.ruling, err = packed(c.Ruling)
	return r, err
}

func (w caseWriter) decision(have *decisionRow, c review.Course) error {
	r, err := rowOfDecision(c)
	if err != nil || r == *have {
		return err
	}
	*have = r
	if r == (decisionRow{}) {
		return w.exec("DELETE FROM decision WHERE state = ?", w.state)
	}
	return w.exec(setDecisionSQL, w.state, null(r.outcome), null(r.ruling))
}

func (w caseWriter) seats(have *map[seatKey]review.Seated, seats []review.Seated) error {
	return replaceRows(have, seatsOf(seats),
		func(_ seatKey, s review.Seated) error {
			return w.exec(setSeatSQL, w.state, s.Task, s.Slot, s.Person, s.Lease, s.Until, s.Since, s.Done, s.Reopened)
		},
		func(k seatKey) error {
			return w.exec("DELETE FROM seat WHERE state = ? AND task = ? AND slot = ?", w.state, k.task, k.slot)
		})
}

func (w caseWriter) duties(have *map[review.PersonID]review.Duties, now map[review.PersonID]review.Duties) error {
	return replaceRows(have, now,
		func(p review.PersonID, d review.Duties) error {
			return w.exec(setDutySQL, p, w.state, d.Annotated, d.Reviewed, d.Arbitrated, d.Audited)
		},
		func(p review.PersonID) error {
			return w.exec("DELETE FROM duty WHERE person = ? AND state = ?", p, w.state)
		})
}

func (w caseWriter) opinions(have *map[opinionKey]string, c review.Course) error {
	now, err := packOpinions(c)
	if err != nil {
		return err
	}
	return replaceRows(have, now,
		func(k opinionKey, body string) error {
			return w.exec(setOpinionSQL, w.state, k.slot, k.basis, body)
		},
		func(k opinionKey) error {
			return w.exec("DELETE FROM opinion WHERE state = ? AND slot = ? AND basis = ?", w.state, k.slot, k.basis)
		})
}

func packOpinions(c review.Course) (map[opinionKey]string, error) {
	texts := map[opinionKey]string{}
	for basis, opinions := range map[bool]map[review.Slot]review.Opinion{false: c.Opinions, true: c.Basis} {
		for slot, o := range opinions {
			body, err := pack(o)
			if err != nil {
				return nil, err
			}
			texts[opinionKey{slot, basis}] = body
		}
	}
	return texts, nil
}

func (w caseWriter) judgments(have *map[review.Slot]string, c review.Course) error {
	now, err := packJudgments(c)
	if err != nil {
		return err
	}
	return replaceRows(have, now,
		func(slot review.Slot, body string) error { return w.exec(setJudgmentSQL, w.state, slot, body) },
		func(slot review.Slot) error {
			return w.exec("DELETE FROM judgment WHERE state = ? AND slot = ?", w.state, slot)
		})
}

func packJudgments(c review.Course) (map[review.Slot]string, error) {
	texts := map[review.Slot]string{}
	for slot, s := range c.Audits {
		body, err := pack(s)
		if err != nil {
			return nil, err
		}
		texts[slot] = body
	}
	return texts, nil
}

// sheet stores a certificate under work, without anything personal.
func (w caseWriter) sheet(sheet review.Sheet, work review.Work, sum review.Summary) error {
	summary, err := pack(sum)
	if err != nil {
		return err
	}
	if err := w.exec(setWorkSQL, w.state, sheet, work.Revision, work.Labelled, work.Touched, work.Done,
		work.Last, work.LastSeq, summary); err != nil {
		return err
	}
	if work.LastSeq == 0 {
		return nil // no event yet: nothing that is not in the card
	}
	work.Mine = nil
	if sheet == review.Main {
		work.Phase = "" // the course has it
	}
	body, err := pack(work)
	if err != nil {
		return err
	}
	return w.exec(setSnapshotSQL, w.state, sheet, body)
}

// personal stores what changed of everybody's own parts of a sheet.
func (w caseWriter) personal(have map[personalKey]string, sheet review.Sheet, mine map[review.PersonID]review.Personal) error {
	for who, p := range mine {
		body, err := pack(p)
		if err != nil {
			return err
		}
		key := personalKey{who, sheet}
		if body == have[key] {
			continue
		}
		have[key] = body
		if err := w.exec(setPersonalSQL, who, w.state, sheet, p.Flag, p.Skip, p.Spent, p.LastAt, p.Warns, body); err != nil {
			return fmt.Errorf("what %s noted: %w", who, err)
		}
	}
	return nil
}

// replaceRows brings stored rows to what they should be: put those that are
// new or differ, drop those that are gone.
func replaceRows[K, R comparable](have *map[K]R, now map[K]R, put func(K, R) error, drop func(K) error) error {
	for k, r := range now {
		if old, ok := (*have)[k]; ok && old == r {
			continue
		}
		if err := put(k, r); err != nil {
			return err
		}
	}
	for k := range *have {
		if _, ok := now[k]; ok {
			continue
		}
		if err := drop(k); err != nil {
			return err
		}
	}
	*have = now
	return nil
}

func revision(n int64) certificate.Revision { return certificate.Revision(n) }

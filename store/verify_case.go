package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"suffice/review"
)

// differs names the first part of a case that is not stored as it should be,
// "" for none.
func differs(have *storedCase, want review.Case) (string, error) {
	if have.course != rowOfCourse(want.Course) {
		return "the row of the course", nil
	}
	decision, err := rowOfDecision(want.Course)
	if err != nil {
		return "", err
	}
	if have.decision != decision {
		return "what the reviews came to", nil
	}
	if k, ok := firstChanged(have.seats, seatsOf(want.Course.Seats)); ok {
		return fmt.Sprintf("the seat %q", string(k.task)+string(k.slot)), nil
	}
	if who, ok := firstChanged(have.duties, want.Course.Duties); ok {
		return fmt.Sprintf("what %s is on record for", who), nil
	}
	opinions, err := packOpinions(want.Course)
	if err != nil {
		return "", err
	}
	if k, ok := firstChanged(have.opinions, opinions); ok {
		return k.say(), nil
	}
	judgments, err := packJudgments(want.Course)
	if err != nil {
		return "", err
	}
	if slot, ok := firstChanged(have.judgments, judgments); ok {
		return fmt.Sprintf("the judgments of auditor %s", slot), nil
	}
	return sheetDiffers(have, want)
}

// sheetDiffers is differs for the certificates and what people noted on them.
func sheetDiffers(have *storedCase, want review.Case) (string, error) {
	stored, due, notes := map[review.Sheet]string{}, map[review.Sheet]string{}, map[personalKey]string{}
	for texts, sheets := range map[*map[review.Sheet]string]map[review.Sheet]review.Work{&stored: have.Sheets, &due: want.Sheets} {
		for sheet, w := range sheets {
			w.Mine = nil
			body, err := pack(w)
			if err != nil {
				return "", err
			}
			(*texts)[sheet] = body
		}
	}
	if sheet, ok := firstChanged(stored, due); ok {
		return "the stored certificate" + onSheet(sheet), nil
	}
	if sheet, ok := firstChanged(have.Sums, want.Sums); ok {
		return "the stored summary" + onSheet(sheet), nil
	}
	for sheet, w := range want.Sheets {
		for who, p := range w.Mine {
			body, err := pack(p)
			if err != nil {
				return "", err
			}
			notes[personalKey{who, sheet}] = body
		}
	}
	if k, ok := firstChanged(have.personal, notes); ok {
		return fmt.Sprintf("what %s noted", k.person) + onSheet(k.sheet), nil
	}
	return "", nil
}

func onSheet(s review.Sheet) string {
	if s == review.Main {
		return ""
	}
	return " on sheet " + string(s)
}

func (k opinionKey) say() string {
	if k.basis {
		return fmt.Sprintf("the review of %s that was decided on", k.slot)
	}
	return fmt.Sprintf("the review of %s", k.slot)
}

// firstChanged is the first key, in a fixed order, under which two maps differ.
func firstChanged[K comparable, V comparable](a, b map[K]V) (K, bool) {
	var changed []K
	for k, v := range a {
		if w, ok := b[k]; !ok || w != v {
			changed = append(changed, k)
		}
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			changed = append(changed, k)
		}
	}
	if len(changed) == 0 {
		return *new(K), false
	}
	return slices.MinFunc(changed, func(x, y K) int {
		return strings.Compare(fmt.Sprint(x), fmt.Sprint(y))
	}), true
}

// columns compares what the queue reads with the case that was folded.
func columns(ctx context.Context, q queryer, k review.Case) (string, error) {
	for _, sheet := range slices.Sorted(maps.Keys(k.Sheets)) {
		w := k.Sheets[sheet]
		var have review.Work
		err := q.QueryRowContext(ctx, "SELECT revision, labelled, touched, done, changed, last FROM work WHERE state = ? AND sheet = ?", w.State, sheet).
			Scan(&have.Revision, &have.Labelled, &have.Touched, &have.Done, &have.Last, &have.LastSeq)
		if err != nil {
			return "", err
		}
		if have.Revision != w.Revision || have.Labelled != w.Labelled || have.Touched != w.Touched ||
			have.Done != w.Done || have.Last != w.Last || have.LastSeq != w.LastSeq {
			return "the queue's row" + onSheet(sheet), nil
		}
	}
	what := ""
	err := each(ctx, q, "SELECT person, sheet, flag, skip, spent, last, warns FROM personal WHERE state = ?", []any{k.Course.State}, func(rows *sql.Rows) error {
		var who review.PersonID
		var sheet review.Sheet
		var p review.Personal
		if err := rows.Scan(&who, &sheet, &p.Flag, &p.Skip, &p.Spent, &p.LastAt, &p.Warns); err != nil {
			return err
		}
		m := k.Sheets[sheet].Mine[who]
		same := review.Personal{Flag: m.Flag, Skip: m.Skip, Spent: m.Spent, LastAt: m.LastAt, Warns: m.Warns}
		if !reflect.DeepEqual(p, same) {
			what = fmt.Sprintf("the queue's row for %s", who) + onSheet(sheet)
		}
		return nil
	})
	return what, err
}

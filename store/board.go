package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"

	"suffice/review"
)

// storedBoard is a board as it is stored.
type storedBoard struct {
	review.Board
	row boardRow
}

// boardRow is the row of table board; an absent part is the empty text.
type boardRow struct {
	policy, freeze, sample, report string
	last                           uint64
}

func loadBoard(ctx context.Context, q queryer) (b storedBoard, err error) {
	if b.Project, err = project(ctx, q); err != nil {
		return b, err
	}
	if b.People, err = listPeople(ctx, q); err != nil {
		return b, err
	}
	r := &b.row
	err = q.QueryRowContext(ctx, boardSQL).Scan(&r.policy, &r.freeze, &r.sample, &r.report, &r.last)
	if err != nil {
		return b, fmt.Errorf("read what holds for the project: %w", err)
	}
	b.LastSeq = r.last
	b.Policy = review.DefaultPolicy(b.Project)
	return b, errors.Join(
		unpack(r.policy, &b.Policy), unpack(r.freeze, &b.Freeze), unpack(r.sample, &b.Sample), unpack(r.report, &b.Report))
}

// rowOf is the row of table board that holds b.
func rowOf(b review.Board) (r boardRow, err error) {
	r.last = b.LastSeq
	var errs [4]error
	if b.Policy != review.DefaultPolicy(b.Project) {
		r.policy, errs[0] = pack(b.Policy)
	}
	r.freeze, errs[1] = packed(b.Freeze)
	r.sample, errs[2] = packed(b.Sample)
	r.report, errs[3] = packed(b.Report)
	return r, errors.Join(errs[:]...)
}

// save writes what changed; joined says which event added somebody new.
func (b *storedBoard) save(ctx context.Context, tx *sql.Tx, now review.Board, joined map[review.PersonID]uint64) error {
	if now.Project != b.Project {
		if err := setProject(ctx, tx, now.Project); err != nil {
			return fmt.Errorf("save the project: %w", err)
		}
	}
	for i, p := range now.People {
		if i >= len(b.People) {
			if err := addPerson(ctx, tx, p, joined[p.ID]); err != nil {
				return err
			}
			continue
		}
		if old := b.People[i]; old.Name != p.Name || old.Retired != p.Retired || !slices.Equal(old.Roles, p.Roles) {
			if err := changePerson(ctx, tx, p); err != nil {
				return err
			}
		}
	}
	r, err := rowOf(now)
	if err != nil {
		return err
	}
	if r != b.row {
		if _, err := tx.ExecContext(ctx, setBoardSQL, null(r.policy), null(r.freeze), null(r.sample), null(r.report), r.last); err != nil {
			return fmt.Errorf("save what holds for the project: %w", err)
		}
	}
	b.Board, b.row = now, r
	return nil
}

func changePerson(ctx context.Context, tx *sql.Tx, p review.Person) error {
	roles, err := pack(p.Roles)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE person SET name = ?, roles = ?, retired = ? WHERE id = ?", p.Name, roles, p.Retired, p.ID)
	if isUnique(err) {
		return &TakenError{Name: p.Name}
	}
	return wrap(err, "change %s", p.Name)
}

// pack is a value as a column holds it: always the same text for the same value.
func pack(v any) (string, error) {
	b, err := json.Marshal(v, json.Deterministic(true))
	return string(b), err
}

// packed is pack of what v points to, "" for nil.
func packed[T any](v *T) (string, error) {
	if v == nil {
		return "", nil
	}
	return pack(v)
}

// unpack is the inverse of pack; the empty text leaves v as it is.
func unpack(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/review"
)

// found writes the first two events of a journal: the project and its first person.
func (s *Store) found(ctx context.Context, p review.Project, first review.Person) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO head (one, seq, hash) VALUES (1, 0, zeroblob(32))"); err != nil {
			return err
		}
		made, err := insertEvent(ctx, tx, review.ProjectCreated(first.ID, p.Created, p))
		if err != nil {
			return err
		}
		board, err := review.FoldBoard(review.Board{}, made)
		if err != nil {
			return err
		}
		if err := new(storedBoard).save(ctx, tx, board, nil); err != nil {
			return err
		}
		_, err = appendProject(ctx, tx, review.PersonAdded(first.ID, p.Created, first))
		return err
	})
}

// Join adds a person to the project, as the act of the organizer whose scope
// this is. at is in Unix milliseconds. Errors: *review.ForbiddenError, *TakenError when
// the name or the ID is someone's already.
func (s *Store) Join(ctx context.Context, by review.Scope, p review.Person, at int64) error {
	if err := by.Administer("add people"); err != nil {
		return err
	}
	return wrap(s.tx(ctx, func(tx *sql.Tx) error {
		_, err := appendProject(ctx, tx, review.PersonAdded(by.Person(), at, p))
		return err
	}), "add %s", p.Name)
}

// TakenError says that a person of this name or ID is in the project already.
type TakenError struct{ Name string }

func (e *TakenError) Error() string {
	return fmt.Sprintf("there is someone called %q in this project already", e.Name)
}

// appendProject appends one event on the project itself, which nothing follows
// from, and folds it into the board.
func appendProject(ctx context.Context, tx *sql.Tx, e review.Event) (review.Event, error) {
	b := openBooks(ctx, tx)
	board, err := b.Board()
	if err != nil {
		return e, err
	}
	if e, err = b.Enter(e); err != nil {
		return e, err
	}
	if board, err = review.FoldBoard(board, e); err != nil {
		return e, err
	}
	return e, b.SaveBoard(board)
}

func setProject(ctx context.Context, tx *sql.Tx, p review.Project) error {
	_, err := tx.ExecContext(ctx, setProjectSQL, p.ID, p.Name, p.Mode, p.LabelScope, p.Created)
	return err
}

func addPerson(ctx context.Context, tx *sql.Tx, p review.Person, seq uint64) error {
	roles, err := json.Marshal(p.Roles)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, addPersonSQL, p.ID, p.Name, string(roles), p.Retired, seq)
	if isUnique(err) {
		return &TakenError{Name: p.Name}
	}
	return err
}

// Project returns what holds for the whole file.
func (s *Store) Project(ctx context.Context) (review.Project, error) {
	p, err := project(ctx, s.read)
	return p, wrap(err, "read the project")
}

func project(ctx context.Context, q queryer) (p review.Project, err error) {
	err = q.QueryRowContext(ctx, projectSQL).Scan(&p.ID, &p.Name, &p.Mode, &p.LabelScope, &p.Created)
	if errors.Is(err, sql.ErrNoRows) {
		err = errors.New("the file holds no project: making it was cut short; remove it and run `suffice init` again")
	}
	return p, err
}

// People lists everyone in the order in which they joined.
func (s *Store) People(ctx context.Context) ([]review.Person, error) {
	return listPeople(ctx, s.read)
}

func listPeople(ctx context.Context, q queryer) ([]review.Person, error) {
	rows, err := q.QueryContext(ctx, peopleSQL)
	if err != nil {
		return nil, wrap(err, "read the people")
	}
	return collect(rows, "read the people", func(rows *sql.Rows) (p review.Person, err error) {
		var roles []byte
		if err := rows.Scan(&p.ID, &p.Name, &roles, &p.Retired); err != nil {
			return p, err
		}
		return p, json.Unmarshal(roles, &p.Roles)
	})
}

// collect scans every row and closes rows.
func collect[T any](rows *sql.Rows, doing string, scan func(*sql.Rows) (T, error)) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, wrap(err, "%s", doing)
		}
		all = append(all, v)
	}
	return all, wrap(rows.Err(), "%s", doing)
}

// wrap says what was being done when err came up; nil stays nil.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

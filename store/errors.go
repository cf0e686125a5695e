package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// MissingError says that there is no file at Path.
type MissingError struct{ Path string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("there is no project at %s; `suffice init` makes one", e.Path)
}

// Is makes errors.Is(err, fs.ErrNotExist) hold.
func (e *MissingError) Is(target error) bool { return target == fs.ErrNotExist }

// ExistsError says that something is at Path already, where a new project was
// to be made.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string {
	return fmt.Sprintf("%s exists already; name another file, or work on the project that is there", e.Path)
}

// Is makes errors.Is(err, fs.ErrExist) hold.
func (e *ExistsError) Is(target error) bool { return target == fs.ErrExist }

// NotProjectError says that what is at Path is no project of this program.
type NotProjectError struct {
	Path string
	Why  string // the rest of the sentence after the path
}

func (e *NotProjectError) Error() string { return e.Path + " " + e.Why }

// NewerSchemaError says that a newer version of this program made the file.
// Nothing was written to it.
type NewerSchemaError struct {
	Path  string
	Have  int // schema version of the file
	Known int // newest schema version this program knows
}

func (e *NewerSchemaError) Error() string {
	return fmt.Sprintf("%s was made by a newer suffice (schema %d, this one knows up to %d); it was left untouched: install the newer version to open it", e.Path, e.Have, e.Known)
}

// ReadOnlyError says that the file, or its folder, cannot be written to.
type ReadOnlyError struct {
	Path string
	Err  error
}

func (e *ReadOnlyError) Error() string {
	return e.Path + " is read-only; make it writable, or work on a copy"
}

func (e *ReadOnlyError) Unwrap() error { return e.Err }

// Reason says why a write did not reach the disk.
type Reason string

// The reasons, as the rest of the sentence "not saved: ...".
const (
	DiskFull   Reason = "the disk is full; free some space, then try again"
	Unwritable Reason = "the project file cannot be written to; make it and its folder writable, then try again"
	Locked     Reason = "another program holds the project file; wait for it or stop it, then try again"
	DiskFault  Reason = "the disk reported a fault; check it, then try again"
	Damaged    Reason = "the project file is damaged; stop working on it and restore a copy"
	NoWAL      Reason = "this place cannot hold a project (no write-ahead log, as on some network folders); put the file on a local disk"
	Stopped    Reason = "it was stopped before it was done"
	Unknown    Reason = "the database refused it"
)

// NotSavedError says that a write did not happen: nothing of it is in the
// file, and the same write may be tried again.
type NotSavedError struct {
	Reason Reason
	Err    error
}

func (e *NotSavedError) Error() string {
	return fmt.Sprintf("not saved: %s (%v)", string(e.Reason), e.Err)
}

func (e *NotSavedError) Unwrap() error { return e.Err }

// NotSaved gives the reason in words, for a screen that does not know this
// package: errors.As with interface{ NotSaved() string }.
func (e *NotSavedError) NotSaved() string { return string(e.Reason) }

// unsaved gives an error of the driver its reason; what is no fault of the
// database (a stale revision, a wrong edit) passes through as it is.
func unsaved(err error) error {
	if err == nil || errors.As(err, new(*NotSavedError)) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &NotSavedError{Reason: Stopped, Err: err}
	}
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	return &NotSavedError{Reason: reason(se.Code()), Err: err}
}

// reason reads a result code; the low byte is the primary one.
func reason(code int) Reason {
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return DiskFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return Unwritable
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return Locked
	case sqlite3.SQLITE_IOERR:
		return DiskFault
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return Damaged
	}
	return Unknown
}

// openFault turns what SQLite says on a first look into a sentence.
func openFault(path string, err error) error {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return &NotProjectError{Path: path, Why: "is damaged: SQLite cannot read it; restore a copy"}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return &ReadOnlyError{Path: path, Err: err}
	}
	return unsaved(err)
}

// isUnique reports whether a row is there already.
func isUnique(err error) bool {
	return hasCode(err, sqlite3.SQLITE_CONSTRAINT_UNIQUE) || hasCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// isForeign reports whether a row names another that is not there.
func isForeign(err error) bool { return hasCode(err, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY) }

func hasCode(err error, code int) bool {
	var se *sqlite.Error
	return errors.As(err, &se) && se.Code() == code
}

package run

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"suffice/scorer/methods/complement"
)

// PlanError says what is wrong with a plan before anything was run.
type PlanError struct{ Msg string }

func (e *PlanError) Error() string { return e.Msg }

// ExistsError says that an experiment was to be new and is there already.
type ExistsError struct{ Root, Experiment string }

func (e *ExistsError) Error() string {
	return fmt.Sprintf("experiment %q is there already under %s: resume it, or choose another name", e.Experiment, e.Root)
}

// NotFoundError says that an experiment or a run is not there.
type NotFoundError struct{ Root, Experiment string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("there is no experiment %q under %s", e.Experiment, e.Root)
}

// Is makes the error one of fs.ErrNotExist.
func (e *NotFoundError) Is(target error) bool { return target == fs.ErrNotExist }

// MovedError says that the folder of one experiment holds another one: it was
// renamed, or copied from elsewhere. The IDs of its runs depend on the name. The
// text does not tell it, since not everybody may know of the experiment.
type MovedError struct{ Dir, Experiment string }

func (e *MovedError) Error() string {
	return fmt.Sprintf("%s holds another experiment: give the folder its name back, which follows from the one in %s", e.Dir, experimentFile)
}

// UnreadableError says that what was planned for an experiment cannot be read:
// its file is torn, of another version, or closed to whoever asks.
type UnreadableError struct{ Err error }

func (e *UnreadableError) Error() string {
	return e.Err.Error() + "; put the file back from a copy, or take its folder out of the results"
}

// Unwrap is what is wrong, with the path of the file.
func (e *UnreadableError) Unwrap() error { return e.Err }

// BusyError says that another process is at work on the experiment.
type BusyError struct{ Experiment, Holder string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("experiment %q is being run by %s: wait for it, or end it and resume", e.Experiment, e.Holder)
}

// SourceError says that a derived method lacks the one that it is derived from.
type SourceError struct{ Method, From string }

func (e *SourceError) Error() string {
	return fmt.Sprintf("%s is read off the recorded runs of %s, which is not part of the experiment: add %s", e.Method, e.From, e.From)
}

// ChangedError says that an experiment was begun with something else, so that
// its runs would not be one experiment any more.
type ChangedError struct {
	Experiment string
	What       string // "configuration of bm25", "seed" ...
	Key        string // of the configuration, where it differs first
	Was, Is    string
}

// ChangedRevision is what a ChangedError says of another program than the one
// that began: no setting brings that one back.
const ChangedRevision = "program revision"

func (e *ChangedError) Error() string {
	at := ""
	if e.Key != "" {
		at = " at " + e.Key
	}
	same := "the same settings"
	if e.What == ChangedRevision {
		same = "go on with the program of revision " + e.Was
	}
	return fmt.Sprintf("experiment %q has another %s%s: it was %s and is now %s; choose a new experiment name, or %s", e.Experiment, e.What, at, e.Was, e.Is, same)
}

// StorageError says that the results folder could not be written or read. It
// ends an experiment: what was finished is kept, the rest can be resumed.
type StorageError struct {
	Doing string
	Err   error
}

func (e *StorageError) Error() string {
	said := e.Err.Error()
	if strings.HasPrefix(said, e.Doing) {
		return said // the system names operation and path itself
	}
	return e.Doing + ": " + said
}

// Unwrap is what the system said.
func (e *StorageError) Unwrap() error { return e.Err }

// Fatal reports true: no other run would fare better.
func (e *StorageError) Fatal() bool { return true }

// storage wraps an error of the file system; nil stays nil.
func storage(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	return &StorageError{Doing: fmt.Sprintf(doing, args...), Err: err}
}

// fatal reports whether an error ends the whole experiment.
func fatal(err error) bool {
	var f interface{ Fatal() bool }
	return errors.As(err, &f) && f.Fatal()
}

// staged is an error with the stage of a run at which it came up.
type staged struct {
	stage string
	err   error
}

func at(stage string, err error) error { return &staged{stage, err} }

func (e *staged) Error() string { return e.err.Error() }

// Unwrap is the error itself.
func (e *staged) Unwrap() error { return e.err }

// Stage is where it came up.
func (e *staged) Stage() string { return e.stage }

// stageOf is the stage that an error names, and StageMethod when it names none.
func stageOf(err error) string {
	var s interface{ Stage() string }
	if errors.As(err, &s) && s.Stage() != "" {
		return s.Stage()
	}
	var c *complement.ControllerError
	if errors.As(err, &c) && c.Stage != "" {
		return c.Stage
	}
	return StageMethod
}

// The stages of a run at which it may fail, beside those of a method itself.
const (
	StageLoad     = "load"     // the state could not be read
	StageChanged  = "changed"  // the state is not what an earlier run of the experiment saw
	StageRetrieve = "retrieve" // an embedder gave no vectors
	StageMethod   = "method"   // the method failed and does not say where
	StageDerive   = "derive"   // the run that it is derived from is missing
	StageRecord   = "record"   // an event could not be recorded
	StageValidate = "validate" // the method returned what no prediction may hold
)

package certificate

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// Apply returns the draft after e and the Edit that takes it back: applying
// the inverse gives a draft equal to d but for minted keys' numbering. The
// inverse of the inverse is e completed with what it found (Before) and minted.
//
// An e without Before is a wish: it is checked against what an expert may ask
// for (a threshold of at least 1, a unit that is not there yet). An e with
// Before was completed by an earlier Apply (undo, redo, replay, a save that
// came late): it may restore whatever an import once brought, and is refused
// when the draft holds something else than Before says. For what is added or
// dropped at a position, the thing itself must fit; the position may have moved.
//
// Errors: *InvalidError, *ConflictError; then next is d.
func (d Draft) Apply(e Edit) (next Draft, inverse Edit, err error) {
	w := &change{next: d, edit: e, completed: len(e.Before) > 0}
	if err := w.shorten(); err != nil {
		return d, Edit{}, err
	}
	w.next.cert.Groups = slices.Clone(d.cert.Groups)
	if err := w.run(); err != nil {
		return d, Edit{}, err
	}
	return w.next, w.edit.Invert(), nil
}

// change is one Apply under way: the draft it builds, with a list of groups
// of its own, and the edit it completes.
type change struct {
	next      Draft
	edit      Edit
	completed bool // the edit came with Before
}

// shorten gives the edit values of its own in their shortest form.
func (w *change) shorten() error {
	for _, v := range []*jsontext.Value{&w.edit.Before, &w.edit.After} {
		if len(*v) == 0 {
			*v = nil
			continue
		}
		s, err := shortest(*v)
		if err != nil {
			return w.invalid("the edit holds no valid JSON: %v", err)
		}
		*v = s
	}
	return nil
}

// run dispatches on the operation.
func (w *change) run() error {
	switch w.edit.Op {
	case AddGroup:
		return w.addGroup()
	case RemoveGroup:
		return w.removeGroup()
	case MoveGroup:
		return w.moveGroup()
	case SetGroupID, SetRole, SetRationale, SetThreshold, SetWeight:
		return w.setOfGroup()
	case AcceptUnit:
		return w.acceptUnit()
	case DropUnit:
		return w.dropUnit()
	case MoveUnit:
		return w.moveUnit()
	case Quote:
		return w.quote()
	case Unquote:
		return w.unquote()
	case MergeGroups:
		return w.mergeGroups()
	case SplitGroup:
		return w.splitGroup()
	case Regroup:
		return w.regroup()
	case AddBranch:
		return w.addBranch()
	case DropBranch:
		return w.dropBranch()
	case SetBranches, SetOptional, SetObserved, SetRetrieval, SetScope, SetConfidence:
		return w.setOfCertificate()
	case Replace:
		return w.replace()
	}
	return w.invalid("there is no operation %q", w.edit.Op)
}

func (w *change) invalid(format string, args ...any) error {
	return &InvalidError{Edit: w.edit, Why: fmt.Sprintf(format, args...)}
}

func (w *change) conflict(have jsontext.Value, format string, args ...any) error {
	return &ConflictError{Edit: w.edit, Have: have, Why: fmt.Sprintf(format, args...)}
}

// expect compares what the edit expected with what the draft has, and from
// there on the edit says what was found.
func (w *change) expect(have jsontext.Value, what string) error {
	if w.completed && !records.Equal(w.edit.Before, have) {
		if len(have) > 40 || len(w.edit.Before) > 40 {
			return w.conflict(have, "%s was changed in between", what)
		}
		return w.conflict(have, "%s is %s now, not %s", what, have, w.edit.Before)
	}
	w.edit.Before = have
	return nil
}

// absent is expect for what the edit adds: there when it should not be is a
// conflict for a completed edit and a mistake in a new one.
func (w *change) absent(there bool, format string, args ...any) error {
	switch {
	case there && w.completed:
		return w.conflict(jsontext.Value("true"), format, args...)
	case there:
		return w.invalid(format, args...)
	}
	w.edit.Before = jsontext.Value("null")
	return nil
}

// gone is the error for something the edit needs and the draft has not.
func (w *change) gone(format string, args ...any) error {
	if w.completed {
		return w.conflict(nil, format, args...)
	}
	return w.invalid(format, args...)
}

// group finds the position of the group that *k names. A new edit may name it
// by its label instead of its key, as people do; *k is then made the key.
func (w *change) group(k *GroupKey) (int, error) {
	if *k == "" {
		return 0, w.invalid("%s needs a group", w.edit.Op)
	}
	if _, i, ok := w.next.cert.Group(*k); ok {
		return i, nil
	}
	if w.completed {
		return 0, w.conflict(nil, "there is no group %s any more", *k)
	}
	for i, label := range w.next.cert.labels() {
		if label == string(*k) {
			*k = w.next.cert.Groups[i].Key
			return i, nil
		}
	}
	return 0, w.invalid("there is no group %s here", *k)
}

// label names the group at position i.
func (w *change) label(i int) string { return w.next.cert.Label(i) }

// read reads a value of the edit, and says all its faults in one sentence.
func (w *change) read(read func(f *faults)) error {
	f := &faults{}
	read(f)
	if err := f.err(); err != nil {
		return w.invalid("%s: %v", w.edit.Op, firstFault(err))
	}
	return nil
}

func firstFault(err error) error {
	if all := fieldErrors(err); len(all) > 0 {
		return all[0]
	}
	return err
}

// needAfter refuses an edit that does not say what to set.
func (w *change) needAfter(what string) error {
	if w.edit.After == nil {
		return w.invalid("%s needs %s as after", w.edit.Op, what)
	}
	return nil
}

// insertAt returns a new list with v at a position.
func insertAt[T any](list []T, at int, v T) []T {
	out := make([]T, 0, len(list)+1)
	out = append(out, list[:at]...)
	out = append(out, v)
	return append(out, list[at:]...)
}

// removeAt returns a new list without what stands at a position.
func removeAt[T any](list []T, at int) []T {
	out := make([]T, 0, max(len(list)-1, 0))
	out = append(out, list[:at]...)
	return append(out, list[at+1:]...)
}

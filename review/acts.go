package review

import (
	"fmt"

	"suffice/certificate"
)

// The functions here make the events that no desk makes: acts on the project
// and what an import does to a state. Seq and hashes are given when an event
// is appended.

// ProjectCreated is the first event of a journal.
func ProjectCreated(who PersonID, at int64, p Project) Event { return act(Created, who, at, p) }

// PersonAdded says that who made p known to the project.
func PersonAdded(who PersonID, at int64, p Person) Event { return act(Joined, who, at, p) }

// FileImported says what one file brought.
func FileImported(who PersonID, at int64, b ImportBody) Event { return act(Imported, who, at, b) }

// SignalsImported says what one file of reviews by models brought.
func SignalsImported(who PersonID, at int64, b ImportBody) Event { return act(Signalled, who, at, b) }

// FileExported says what left the project.
func FileExported(who PersonID, at int64, b ExportBody) Event { return act(Exported, who, at, b) }

// PredictionsLocked says that a prediction set can no longer change.
func PredictionsLocked(who PersonID, at int64, b LockBody) Event { return act(Locked, who, at, b) }

// PredictionsUnlocked says that a prediction set may change again.
func PredictionsUnlocked(who PersonID, at int64, b LockBody) Event { return act(Unlocked, who, at, b) }

// LabelImported replaces the certificate of w by an imported one: label is a
// Replace whose After is the label as the file holds it. The event keeps it
// with the group keys it was given; what stood before is in the journal
// already. The caller has checked that it differs from what is there. Errors:
// what Apply says of it.
func LabelImported(who PersonID, at int64, w Work, label certificate.Edit) (Event, error) {
	if label.Op != certificate.Replace {
		return Event{}, fmt.Errorf("import a certificate for %s: %q does not replace it", w.State, label.Op)
	}
	_, inverse, err := w.Draft.Apply(certificate.Edit{Op: label.Op, After: label.After})
	if err != nil {
		return Event{}, fmt.Errorf("import a certificate for %s: %w", w.State, err)
	}
	e := act(Labelled, who, at, certificate.Edit{Op: label.Op, After: inverse.Invert().After})
	e.State, e.From, e.To = w.State, w.Revision, w.Revision+1
	return e, nil
}

// act is an event on the project. Its body is one of this package's own
// structs of strings and numbers, or an edit that Apply took: these encode.
func act(k Kind, who PersonID, at int64, b any) Event {
	raw, err := encode(b)
	if err != nil {
		panic(fmt.Sprintf("encode the body of %s: %v", k, err))
	}
	return Event{Who: who, At: at, Kind: k, Body: raw}
}

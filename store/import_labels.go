package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"suffice/certificate"
	"suffice/certificate/records"
	"suffice/review"
)

// LabelOptions tune ImportLabels.
type LabelOptions struct {
	// Replace names the states whose certificates may be imported over the
	// work of people. Their work stays in the journal.
	Replace []string
}

// ImportLabels imports certificates, all files in one transaction, each as an
// event of the journal. One that is there already is passed over; a changed
// one replaces an earlier import, but over the work of people only where o
// says so. What a certificate says may be wrong: that becomes findings. at is
// in Unix milliseconds. Errors: *records.Error with every fault,
// *review.ForbiddenError, *NotSavedError; then nothing was imported.
func (s *Store) ImportLabels(ctx context.Context, sc review.Scope, at int64, files []Source, o LabelOptions) (Report, error) {
	return s.importAll(ctx, sc, at, "labels", files, func(b *batch) (importer, error) {
		w := &labelWriter{batch: b, books: openBooks(b.ctx, b.tx), replace: o.Replace, brought: map[string]certificate.Certificate{}}
		for _, id := range o.Replace {
			if err := w.known(id); err != nil {
				return nil, fmt.Errorf("replace a certificate: %w", err)
			}
		}
		return w, nil
	})
}

// labelWriter writes certificates in one transaction.
type labelWriter struct {
	*batch
	books   *books
	replace []string
	brought map[string]certificate.Certificate // of this import, by state
}

func (w *labelWriter) known(state string) error {
	var one int
	err := w.tx.QueryRowContext(w.ctx, "SELECT 1 FROM state WHERE id = ?", state).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return &review.UnknownStateError{State: state}
	}
	return err
}

func (w *labelWriter) read(src *records.Hashed) error {
	return records.Source[certificate.Certificate]{
		Name: w.name, Reader: src,
		Decode: func(r records.Record) (certificate.Certificate, error) { return certificate.Decode(r.Raw) },
		Check:  w.take,
	}.Read(w.ctx)
}

func (w *labelWriter) finish() error { return nil }

// take writes one certificate, or says why not.
func (w *labelWriter) take(line int, c certificate.Certificate) error {
	if earlier, again := w.first(c.State, line); again {
		if certificate.Equal(w.brought[c.State], c) {
			w.notice(line, "state_id", "the certificate of %q stands twice with equal content, first on %s; this one was ignored", c.State, earlier)
			return nil
		}
		return &records.FieldError{Key: labelDifference(w.brought[c.State], c), Msg: fmt.Sprintf("the certificate of %q stands twice with different content: this differs from %s", c.State, earlier)}
	}
	w.brought[c.State] = c
	defer w.books.close(c.State)
	k, err := w.books.Case(c.State)
	if err != nil {
		return unknownState(err, c.State)
	}
	w.count(c)
	work := k.Sheets[review.Main]
	if work.Labelled && certificate.Equal(work.Base, c) || work.LastSeq > 0 && certificate.Equal(work.Draft.Certificate(), c) {
		w.report.Same++
		return nil
	}
	if err := w.mayReplace(k); err != nil {
		return err
	}
	if work.Labelled {
		w.report.Replaced++
	} else {
		w.report.New++
	}
	w.changed++
	return w.save(work, c)
}

func (w *labelWriter) count(c certificate.Certificate) {
	w.report.Certificates++
	w.report.Groups += len(c.Groups)
	w.report.Branches += len(c.Branches)
	w.counts["certificates"]++
	w.counts["groups"] += len(c.Groups)
	w.counts["branches"] += len(c.Branches)
}

// unknownState turns the answer for a screen into one for a line of a file.
func unknownState(err error, id string) error {
	if errors.As(err, new(*review.UnknownStateError)) {
		return &records.FieldError{Key: "state_id", Msg: fmt.Sprintf("the state %q is not in the project; import its items first", id)}
	}
	return err
}

// mayReplace refuses to import over what people did, unless it was asked for,
// and over what is under review in any case.
func (w *labelWriter) mayReplace(k review.Case) error {
	work, c := k.Sheets[review.Main], k.Course
	if c.Under != 0 || c.Phase != review.Annotate && c.Phase != review.Review {
		return &records.FieldError{Key: "state_id", Msg: fmt.Sprintf("the certificate of %q differs from this one and is under review or decided: it no longer changes by an import", work.State)}
	}
	if slices.Contains(w.replace, work.State) {
		return nil
	}
	var edits int
	if err := w.tx.QueryRowContext(w.ctx, editsSinceImportSQL, sql.Named("state", work.State)).Scan(&edits); err != nil {
		return err
	}
	if edits == 0 && !work.Done {
		return nil
	}
	did := plural(edits, "edit")
	if work.Done {
		did += " and was finished"
	}
	return &records.FieldError{Key: "state_id", Msg: fmt.Sprintf("the certificate of %q differs from this one and has %s by people; nothing was imported over it: to do so, ask for it by name with --replace %s", work.State, did, records.Typed(work.State))}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// save makes the import an act of the journal.
func (w *labelWriter) save(work review.Work, c certificate.Certificate) error {
	label := certificate.Edit{Op: certificate.Replace, After: certificate.Encode(c)}
	e, err := review.LabelImported(w.scope.Person(), w.at, work, label)
	if err != nil {
		return err
	}
	_, err = review.Enact(w.books, w.scope, []review.Act{{Event: e, Write: review.Write{At: work.Revision}}})
	return err
}

// labelDifference names the first key in which two certificates differ.
func labelDifference(a, b certificate.Certificate) string {
	old, errA := records.Members(certificate.Encode(a))
	now, errB := records.Members(certificate.Encode(b))
	if errA != nil || errB != nil {
		return "state_id"
	}
	key, _ := differing(old, now)
	return key
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/scorer"
)

// fedFrom reads certificates and states, and rankings if they are wanted, from
// the files that the command line names or from the project. What it gives of a
// project is the organizer's: act says what for.
func fedFrom(cmd *cobra.Command, s streams, act string, ranked bool) (f fed, err error) {
	labels, _ := cmd.Flags().GetString("labels")
	if labels != "" {
		return fedFromFiles(cmd, labels, ranked)
	}
	if err := withoutLabels(cmd); err != nil {
		return f, err
	}
	err = with(cmd, s, func(ctx context.Context, ses *session) error {
		if err := ses.desk.Scope().Oversee(act); err != nil {
			return err
		}
		f, err = fromStore(ctx, cmd, ses, ranked)
		return err
	})
	return f, err
}

// fedFromFiles checks the files as strict scoring does and then reads them.
func fedFromFiles(cmd *cobra.Command, labels string, ranked bool) (f fed, err error) {
	v := scorer.Validation{Labels: labels, AllowSubset: true}
	v.Items, _ = cmd.Flags().GetString("items")
	if ranked {
		v.Predictions, _ = cmd.Flags().GetStringArray("predictions")
	}
	if v.Items == "" {
		return f, hint(fmt.Errorf("%s needs --items beside --labels: the pools", cmd.CommandPath()), "%s --help", cmd.CommandPath())
	}
	for _, path := range append([]string{labels, v.Items}, v.Predictions...) {
		if path == "-" {
			return f, errors.New("standard input is read once, and these files are read twice: name a file")
		}
	}
	ctx := cmd.Context()
	told, err := scorer.ValidateFiles(ctx, v)
	if err != nil {
		return f, err
	}
	f.notices = told.Notices
	states := map[string]card.State{}
	if err := readFile(v.Items, func(name string, r io.Reader) error {
		return card.ReadStates(ctx, name, r, card.NewSeen(), func(_ int, one card.State, _ [32]byte) error {
			states[one.Card.ID] = one
			return nil
		})
	}); err != nil {
		return f, err
	}
	if err := readFile(labels, func(name string, r io.Reader) error {
		return readCertificates(ctx, name, r, func(c certificate.Certificate) {
			f.cases = append(f.cases, scorer.Case{Certificate: c, State: states[c.State]})
		})
	}); err != nil {
		return f, err
	}
	for _, path := range v.Predictions {
		if err := readFile(path, func(name string, r io.Reader) error {
			rows, err := card.ReadPredictions(ctx, name, r)
			for _, row := range rows {
				f.rankings = append(f.rankings, row.Prediction)
			}
			return err
		}); err != nil {
			return f, err
		}
	}
	return f, nil
}

func readCertificates(ctx context.Context, name string, r io.Reader, each func(certificate.Certificate)) error {
	return records.Source[certificate.Certificate]{
		Name: name, Reader: r,
		Decode: func(rec records.Record) (certificate.Certificate, error) { return certificate.Decode(rec.Raw) },
		Each: func(_ int, c certificate.Certificate) error {
			each(c)
			return nil
		},
	}.Read(ctx)
}

// readFile opens a file, plain or gzip, under the name that problems give it.
func readFile(path string, read func(name string, r io.Reader) error) error {
	r, err := records.Open(path, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	return read(records.Name(path), r)
}

// load gives the state of a case, for who reads them one by one.
func (f fed) load() func(context.Context, string) (card.State, error) {
	states := make(map[string]card.State, len(f.cases))
	for _, c := range f.cases {
		states[c.Certificate.State] = c.State
	}
	return func(_ context.Context, id string) (card.State, error) {
		one, ok := states[id]
		if !ok {
			return one, fmt.Errorf("there is no labelled state %q: %w", id, fs.ErrNotExist)
		}
		return one, nil
	}
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
	"suffice/scorer"
)

func newExportTREC(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "trec DIR", Short: "Write runs and qrels for trec_eval and ir_measures", Args: exactArgs("a folder"),
		Long: scorer.TRECLimits + `

Into DIR go states.qrels and groups.qrels, and for every method METHOD.states.run
and METHOD.groups.run. Methods are those of all prediction sets, or of --set, or
of files beside --labels. For an organizer without another role.`,
		Example: `  suffice export trec trec
  trec_eval -c -m success trec/groups.qrels trec/bm25.groups.run
  ir_measures trec/states.qrels trec/bm25.states.run nDCG@10 R@5`,
		RunE: func(cmd *cobra.Command, args []string) error { return exportTREC(cmd, s, args[0]) },
	}
	fedFlags(cmd)
	f := cmd.Flags()
	f.StringSlice("method", nil, "these `METHODS` alone")
	f.Bool("overwrite", false, "replace files that are there")
	complete(cmd, "method", methodNames()...)
	return cmd
}

// trecFile is one file of the export.
type trecFile struct {
	Name   string `json:"file"`
	Lines  int    `json:"lines"`
	SHA256 string `json:"sha256"`
	text   []byte
}

func exportTREC(cmd *cobra.Command, s streams, dir string) error {
	f, err := fedFrom(cmd, s, "export for trec_eval", true)
	if err != nil {
		return err
	}
	only, _ := cmd.Flags().GetStringSlice("method")
	files, err := trecFiles(f, only)
	if err != nil {
		return err
	}
	overwrite, _ := cmd.Flags().GetBool("overwrite")
	if err := writeTREC(dir, files, overwrite, func(made []trecFile) error { return recordTREC(cmd, s, dir, made) }); err != nil {
		return err
	}
	p := newPrinter(cmd)
	return p.answer(files, func() {
		for _, one := range files {
			p.line("%s  %s", p.clean(filepath.Join(dir, one.Name)), count(one.Lines, "line", "lines"))
		}
		p.line("what these formats cannot carry: suffice export trec --help")
		for _, n := range f.notices {
			p.line("note: %s", p.clean(n))
		}
	})
}

// trecFiles writes every file in memory: a fault in one leaves none behind.
func trecFiles(f fed, only []string) ([]trecFile, error) {
	byMethod := map[string][]card.Prediction{}
	var names []string
	for _, p := range f.rankings {
		if len(only) > 0 && !slices.Contains(only, p.Method) {
			continue
		}
		if byMethod[p.Method] == nil {
			names = append(names, p.Method)
		}
		byMethod[p.Method] = append(byMethod[p.Method], p)
	}
	slices.Sort(names)
	for _, name := range only {
		if byMethod[name] == nil {
			return nil, hint(fmt.Errorf("there is no prediction by %q", name), "suffice predictions list")
		}
	}
	certs := f.certificates()
	files := []trecFile{{Name: "states.qrels"}, {Name: "groups.qrels"}}
	writers := []func(io.Writer) error{
		func(w io.Writer) error { return scorer.WriteTRECQrels(w, certs) },
		func(w io.Writer) error { return scorer.WriteTRECGroupQrels(w, certs) },
	}
	for _, name := range names {
		rows, base := byMethod[name], strings.ReplaceAll(name, "/", "_")
		files = append(files, trecFile{Name: base + ".states.run"}, trecFile{Name: base + ".groups.run"})
		writers = append(writers,
			func(w io.Writer) error { return scorer.WriteTRECRun(w, rows) },
			func(w io.Writer) error { return scorer.WriteTRECGroupRun(w, certs, rows) })
	}
	for i, write := range writers {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return nil, fmt.Errorf("write %s: %w", files[i].Name, err)
		}
		sum := sha256.Sum256(b.Bytes())
		files[i].text, files[i].Lines, files[i].SHA256 = b.Bytes(), bytes.Count(b.Bytes(), []byte("\n")), hex.EncodeToString(sum[:])
	}
	return files, nil
}

// writeTREC puts the files into the folder; record then says in the ledger which
// of them are there.
func writeTREC(dir string, files []trecFile, overwrite bool, record func(made []trecFile) error) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the folder %s: %w", dir, err)
	}
	var open []*records.File
	defer func() {
		for _, f := range open {
			f.Close() // gives the file up unless it was committed
		}
	}()
	for _, one := range files {
		f, err := records.Create(filepath.Join(dir, one.Name), overwrite)
		if err != nil {
			return err
		}
		open = append(open, f)
		if _, err := f.Write(one.text); err != nil {
			return fmt.Errorf("write %s: %w", one.Name, err)
		}
	}
	made := 0
	for ; made < len(open) && err == nil; made++ {
		err = open[made].Commit()
	}
	if err != nil {
		made--
	}
	if made == 0 {
		return err
	}
	if untold := record(files[:made]); untold != nil {
		return errors.Join(err, unrecorded(dir, untold))
	}
	return err
}

// recordTREC puts the export of a project into its ledger: the qrels say what
// certificates accept.
func recordTREC(cmd *cobra.Command, s streams, dir string, files []trecFile) error {
	if labels, _ := cmd.Flags().GetString("labels"); labels != "" {
		return nil
	}
	cmd.SetContext(context.WithoutCancel(cmd.Context())) // the files are there
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		for _, one := range files {
			if filepath.Ext(one.Name) != ".qrels" {
				continue
			}
			body := review.ExportBody{What: "qrels", File: filepath.Join(dir, one.Name), SHA256: one.SHA256, Rows: one.Lines}
			if _, _, err := ses.store.Append(ctx, ses.desk.Scope(), review.FileExported(ses.desk.Person().ID, s.Now().UnixMilli(), body), review.Write{}); err != nil {
				return err
			}
		}
		return nil
	})
}

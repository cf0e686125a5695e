package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer"
)

// formatFlags say how tables are written, and where to.
func formatFlags(cmd *cobra.Command) {
	var names []string
	for _, f := range scorer.Formats() {
		names = append(names, string(f))
	}
	cmd.Flags().String("format", "", "`FORMAT` of tables: "+oneOfWords(names)+" (default terminal)")
	cmd.Flags().String("out", "-", "write to `FILE` instead of standard output")
	cmd.Flags().Bool("overwrite", false, "replace FILE if it is there")
	complete(cmd, "format", names...)
}

// tabled is what commands about tables print with --json and no --format.
type tabled struct {
	Tables  []scorer.Table `json:"tables"`
	Notices []string       `json:"notices"`
}

// sayTables prints tables as the command line asks for.
func sayTables(cmd *cobra.Command, tables []scorer.Table, notices []string) error {
	name, _ := cmd.Flags().GetString("format")
	asJSON, _ := cmd.Flags().GetBool("json")
	format := scorer.Terminal
	if name != "" {
		var err error
		if format, err = scorer.ParseFormat(name); err != nil {
			return fmt.Errorf("--format: %w", err)
		}
	} else if asJSON {
		format = scorer.JSON
	}
	if format == scorer.JSON && len(tables) != 1 || asJSON && name == "" {
		return toFile(cmd, func(cmd *cobra.Command) error {
			p := newPrinter(cmd)
			p.json = true
			return p.answer(tabled{tables, some(notices)}, nil)
		})
	}
	return toFile(cmd, func(cmd *cobra.Command) error { return writeTables(cmd, tables, notices, format) })
}

func writeTables(cmd *cobra.Command, tables []scorer.Table, notices []string, format scorer.Format) error {
	p := newPrinter(cmd)
	width := tableWidth(cmd)
	for i, t := range tables {
		if i > 0 {
			p.line("")
		}
		if i == len(tables)-1 {
			t.Notes = append(append([]string{}, t.Notes...), notices...)
		}
		if format == scorer.Terminal {
			printTable(p, t, width)
			continue
		}
		if err := t.Write(p.w, format); err != nil {
			return fmt.Errorf("write the table: %w", err)
		}
	}
	return p.flush()
}

// printTable prints a table for a terminal so many cells wide; 0 is any width.
func printTable(p *printer, t scorer.Table, width int) {
	p.line("%s", strings.TrimRight(t.Fit(width), "\n"))
}

// tableWidth is that of the terminal that is written to; 0 where it is none.
func tableWidth(cmd *cobra.Command) int {
	f, ok := cmd.OutOrStdout().(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return 0
	}
	w, _, err := term.GetSize(f.Fd())
	if err != nil {
		return 0
	}
	return w
}

// toFile lets a command write to --out: a file appears whole or not at all.
func toFile(cmd *cobra.Command, write func(*cobra.Command) error) error {
	path, _ := cmd.Flags().GetString("out")
	if path == "" || path == "-" {
		return write(cmd)
	}
	overwrite, _ := cmd.Flags().GetBool("overwrite")
	f, err := records.Create(path, overwrite)
	if err != nil {
		return err
	}
	defer f.Close() // gives the file up unless it was committed
	var text bytes.Buffer
	std := cmd.OutOrStdout()
	cmd.SetOut(&text)
	err = write(cmd)
	cmd.SetOut(std)
	if err != nil {
		return err
	}
	if _, err := f.Write(text.Bytes()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := f.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s\n", path)
	return nil
}

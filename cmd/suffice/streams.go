package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"charm.land/fang/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/tui/cell"
)

// streams is everything a command takes from the process around it.
type streams struct {
	In     io.Reader
	Out    io.Writer
	Err    io.Writer
	Getenv func(string) string
	Now    func() time.Time
}

// terminal reports whether both ends are a terminal that can show a screen.
func (s streams) terminal() bool {
	in, ok := s.In.(*os.File)
	if !ok || !term.IsTerminal(in.Fd()) || s.Getenv("TERM") == "dumb" {
		return false
	}
	out, ok := s.Out.(*os.File)
	return ok && term.IsTerminal(out.Fd())
}

// perform executes one command line and returns the exit code: 0 done, 1 findings
// or failed checks, 2 wrong input or use.
func perform(ctx context.Context, args []string, s streams) int {
	root := newRoot(s)
	addCompletion(root)
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	err := fang.Execute(ctx, root,
		fang.WithVersion(versionText()),
		fang.WithErrorHandler(func(_ io.Writer, _ fang.Styles, err error) { printError(s, err) }),
	)
	return exitCode(err)
}

// printer writes a command's answer as text for people or, with --json, as
// one JSON value. Text from outside goes through clean.
type printer struct {
	w     *bufio.Writer
	width cell.Width
	json  bool
}

func newPrinter(cmd *cobra.Command) *printer {
	asJSON, _ := cmd.Flags().GetBool("json")
	return &printer{
		w:     bufio.NewWriter(cmd.OutOrStdout()),
		width: cell.Width{Method: ansi.GraphemeWidth},
		json:  asJSON,
	}
}

// answer prints v as JSON or calls text, and flushes.
func (p *printer) answer(v any, text func()) error {
	if p.json {
		if err := json.MarshalWrite(p.w, v, json.Deterministic(true), jsontext.WithIndent("  ")); err != nil {
			return fmt.Errorf("write JSON: %w", err)
		}
		p.line("")
		return p.flush()
	}
	text()
	return p.flush()
}

func (p *printer) flush() error {
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// line prints one line; its arguments must be clean already.
func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(p.w, format, args...)
	p.w.WriteByte('\n')
}

// clean makes one line of text from outside safe to print.
func (p *printer) clean(s string) string { return p.width.Clean(s, 4) }

// block prints untrusted text of several lines, indented.
func (p *printer) block(indent, text string) {
	for _, l := range p.width.Lines(strings.TrimRight(text, "\r\n"), 4) {
		p.line("%s%s", indent, l)
	}
}

// table prints rows with columns padded to their widest cell; cells must be
// clean. Columns whose header begins with ">" are right-aligned.
func (p *printer) table(header []string, rows [][]string) {
	right := make([]bool, len(header))
	head := make([]string, len(header))
	for i, h := range header {
		head[i], right[i] = strings.CutPrefix(h, ">")
	}
	widths := make([]int, len(header))
	for _, row := range append([][]string{head}, rows...) {
		for i, c := range row {
			widths[i] = max(widths[i], p.width.Of(c))
		}
	}
	for _, row := range append([][]string{head}, rows...) {
		var b strings.Builder
		for i, c := range row {
			pad := strings.Repeat(" ", widths[i]-p.width.Of(c))
			if i > 0 {
				b.WriteString("  ")
			}
			if right[i] {
				b.WriteString(pad + c)
			} else {
				b.WriteString(c + pad)
			}
		}
		p.line("%s", strings.TrimRight(b.String(), " "))
	}
}

// count says "1 state" or "3 states".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%s %s", thousands(n), many)
}

// thousands prints 43500 as 43,500.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

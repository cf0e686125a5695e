package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"suffice/scorer/methods/run"
)

// runBar shows how far an experiment is: one line that is drawn again on a
// terminal, a line for every tenth of the way elsewhere. Nothing of it goes to
// standard output.
type runBar struct {
	w          io.Writer
	experiment string
	width      int // of the terminal; 0 without one
	quiet      bool
	drawn      int // cells of the line that is there
	tenth      int // the last tenth told
	told       time.Duration
}

// patientlyFor is how long plain output says nothing at most.
const patientlyFor = 30 * time.Second

func newRunBar(cmd *cobra.Command, s streams, experiment string) *runBar {
	b := &runBar{w: s.Err, experiment: newPrinter(cmd).clean(experiment)}
	if f, ok := s.Err.(*os.File); ok && term.IsTerminal(f.Fd()) && s.Getenv("TERM") != "dumb" {
		b.width = 80
		if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
			b.width = w
		}
		return b
	}
	b.quiet, _ = cmd.Flags().GetBool("json")
	return b
}

// show is called by one goroutine at a time.
func (b *runBar) show(p run.Progress) {
	switch {
	case b.width > 0:
		b.draw(barLine(p, b.width-1))
	case !b.quiet && p.Total > 0:
		tenth := 10 * (p.Done + p.Skipped + p.Failed) / p.Total
		if tenth == b.tenth && p.Elapsed-b.told < patientlyFor {
			return
		}
		b.tenth, b.told = tenth, p.Elapsed
		fmt.Fprintf(b.w, "%s: %s\n", b.experiment, progressWords(p))
	}
}

func (b *runBar) draw(line string) {
	n := len([]rune(line))
	fmt.Fprintf(b.w, "\r%s%s", line, strings.Repeat(" ", max(0, b.drawn-n)))
	b.drawn = n
}

// done takes the line away: what it came to is printed after it.
func (b *runBar) done() {
	if b.width > 0 && b.drawn > 0 {
		fmt.Fprintf(b.w, "\r%s\r", strings.Repeat(" ", b.drawn))
		b.drawn = 0
	}
}

// barLine is a bar with words behind it, in at most width cells.
func barLine(p run.Progress, width int) string {
	words := progressWords(p)
	size := min(30, width-len([]rune(words))-2)
	if size < 5 || p.Total == 0 {
		return cutTo(words, width)
	}
	full := size * (p.Done + p.Skipped + p.Failed) / p.Total
	return strings.Repeat("█", full) + strings.Repeat("░", size-full) + "  " + words
}

func cutTo(s string, width int) string {
	r := []rune(s)
	return string(r[:min(len(r), max(0, width))])
}

// progressWords say how far, how fast and how long yet.
func progressWords(p run.Progress) string {
	said := fmt.Sprintf("%s of %s", thousands(p.Done+p.Skipped+p.Failed), count(p.Total, "run", "runs"))
	if p.Failed > 0 {
		said += fmt.Sprintf(", %s failed", thousands(p.Failed))
	}
	if p.Rate > 0 {
		said += ", " + rateWords(p.Rate)
	}
	if p.Left > 0 {
		said += ", " + leftWords(p.Left)
	}
	if t := p.Tokens; t.Told() > 0 {
		said += fmt.Sprintf(", %s tokens", tokenCell(totalsOf(t)))
	}
	return said
}

// leftWords is the time that is left, in whole seconds and at least one.
func leftWords(d time.Duration) string {
	return max(d.Round(time.Second), time.Second).String() + " left"
}

// rateWords is finished runs a second, or a minute where that says more.
func rateWords(perSecond float64) string {
	if perSecond < 1 {
		return fmt.Sprintf("%.1f a minute", 60*perSecond)
	}
	return fmt.Sprintf("%.0f a second", perSecond)
}

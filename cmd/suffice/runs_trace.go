package main

import (
	"fmt"
	"strings"
	"time"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// printTrace tells what a run did, in order. Candidates are told as how many
// there were: --json has every one.
func printTrace(p *printer, t traceOut, list []run.Recorded) {
	p.line("run %s", t.RunID)
	p.line("%s on %s: %s%s", p.clean(t.Method), p.clean(t.State), p.clean(t.Outcome), bracketed(p.clean(t.Control)))
	if t.Failure != "" {
		p.line("%s", p.clean(t.Failure))
	}
	for _, bound := range []struct {
		of     string
		tokens *int
	}{{"ceiling", t.Ceiling}, {"context budget", t.Budget}} {
		if bound.tokens != nil {
			p.line("%s: %s", bound.of, count(*bound.tokens, "source token", "source tokens"))
		}
	}
	p.line("%s", p.clean(t.Folder))
	begun, candidates, source := int64(0), 0, ""
	flush := func() {
		if candidates > 0 {
			p.line("%s  %s of %s", blankClock, count(candidates, "candidate", "candidates"), p.clean(source))
			candidates = 0
		}
	}
	for i, r := range list {
		if i == 0 {
			begun = r.At
		}
		if c, ok := r.Body.(methods.Candidate); ok {
			if c.Source != source {
				flush()
			}
			candidates, source = candidates+1, c.Source
			continue
		}
		flush()
		printRecorded(p, r, begun)
	}
	flush()
}

const blankClock = "          "

// printRecorded prints one event, with the seconds since the run began.
func printRecorded(p *printer, r run.Recorded, begun int64) {
	clock := fmt.Sprintf("%+9.3fs", float64(r.At-begun)/1000)
	say := func(format string, args ...any) { p.line("%s  %s", clock, fmt.Sprintf(format, args...)) }
	switch b := r.Body.(type) {
	case methods.ModelCall:
		say("%s", p.clean(callSaid(b)))
		if b.Response != "" {
			p.block(blankClock+"    ", b.Response)
		}
	case methods.ToolCall:
		say("%s by %s%s: %s, %s matched%s", p.clean(b.Tool), p.clean(b.View), bracketed(p.clean(b.QueryForm)),
			count(b.Size, "unit", "units"), thousands(b.Matched), latencyWords(b.LatencyMS))
	case methods.Stage:
		say("%s", p.clean(stageSaid(b)))
		p.line("%s    %s", blankClock, p.clean(strings.Join(b.Selected, " ")))
	case methods.Reading:
		say("read %s  %s:%d-%d, %s%s%s", p.clean(b.ID), p.clean(b.Path), b.LineStart, b.LineEnd, count(b.Tokens, "token", "tokens"),
			bracketed(p.clean(b.Origin)), observedWords(b.Observed))
	case run.Started:
		say("begun: seed %d, repetition %d, %s", b.Limits.Seed, b.Limits.Repetition, p.clean(b.Environment.Revision))
	case run.Sample:
		say("memory of the process: %s MB", thousands(int(b.Total>>20)))
	case run.Ended:
		say("%s: %s, %s", p.clean(b.Outcome), count(len(b.Output.Ranked), "unit", "units"), count(b.Output.Tokens, "source token", "source tokens"))
		if b.Failure != nil {
			p.line("%s    at %s: %s", blankClock, p.clean(b.Failure.Stage), p.clean(b.Failure.Err))
		}
	default:
		say("%s", p.clean(string(r.Kind)))
	}
}

func callSaid(c methods.ModelCall) string {
	said := fmt.Sprintf("%s %s: attempt %d, %s, %s", c.Service, c.Stage, c.Attempt, c.Controller, c.Model)
	if c.Shared {
		said += ", asked for another run"
	}
	for _, one := range []struct {
		n    *int
		what string
	}{{c.Usage.Input, "in"}, {c.Usage.Cached, "of them cached"}, {c.Usage.Output, "out"}} {
		if one.n != nil {
			said += fmt.Sprintf(", %s %s", thousands(*one.n), one.what)
		}
	}
	said += latencyWords(c.LatencyMS)
	if c.StopReason != "" {
		said += ", stopped by " + c.StopReason
	}
	for _, trouble := range []string{c.Error, c.Malformed} {
		if trouble != "" {
			said += ": " + trouble
		}
	}
	return said
}

func stageSaid(s methods.Stage) string {
	said := fmt.Sprintf("stage %s: %d selected of %s", s.Name, len(s.Selected), count(s.Shown, "card", "cards"))
	if s.Keep > 0 {
		said += fmt.Sprintf(", %d kept", s.Keep)
	}
	said += ", " + count(s.Attempts, "attempt", "attempts")
	for _, one := range []struct {
		n    int
		what string
	}{{s.Unknown, "unknown"}, {s.Repeated, "repeated"}, {s.Cut, "cut"}, {s.Filled, "filled from the fused order"}} {
		if one.n > 0 {
			said += fmt.Sprintf(", %d %s", one.n, one.what)
		}
	}
	switch {
	case s.Fallback:
		said += "; fallback: no valid answer"
	case s.Normalized:
		said += "; normalized"
	}
	return said
}

func latencyWords(ms *float64) string {
	if ms == nil {
		return ""
	}
	return ", " + tookWords(time.Duration(*ms*float64(time.Millisecond)))
}

func observedWords(seen bool) string {
	if seen {
		return ", observed before"
	}
	return ""
}

package runs

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
	"suffice/tui/part"
)

// trace is one run step by step.
type trace struct {
	entry  run.Entry
	asked  int
	read   bool
	failed string
	all    []run.Recorded
	open   bool // candidates are listed one by one
	rows   Rows
	list   part.List
}

func (t *trace) clear() {
	t.asked++
	t.entry, t.read, t.failed, t.all, t.rows.All = run.Entry{}, false, "", nil, nil
	t.list.To(0)
}

// traceMsg is the trajectory of a run.
type traceMsg struct {
	to    *Screen
	asked int
	all   []run.Recorded
	err   error
}

func (s *Screen) traced(m traceMsg) {
	t := &s.trace
	if m.asked != t.asked {
		return
	}
	t.read, t.all, t.failed = true, m.all, ""
	if m.err != nil {
		t.failed = s.clean(m.err.Error())
	}
	s.retell()
	if was := s.backTo(s.entries.of); was != nil {
		if was.dir == t.entry.Dir {
			t.list.To(was.trace)
		}
		s.back = nil
	}
}

// retell puts the trajectory into rows.
func (s *Screen) retell() {
	t := &s.trace
	w := tracer{s: s, units: map[string]string{}, open: t.open}
	if t.failed != "" {
		w.add(Row{Kind: RowBad, Sign: "✗", Text: t.failed})
	}
	w.outcome(t.entry)
	for i, r := range t.all {
		if i == 0 {
			w.began = r.At
		}
		w.take(r)
	}
	w.flush()
	t.rows.All = w.rows
	t.rows.Version++
	t.list.Forget()
	t.list.To(t.list.Cursor)
}

// tracer writes the rows of a trajectory.
type tracer struct {
	s      *Screen
	rows   []Row
	began  int64
	open   bool
	units  map[string]string // unit to its name, as candidates told it
	story  Story
	found  []methods.Candidate // candidates not written yet
	atFind int64
	read   int // units of the answer so far
}

func (w *tracer) add(r ...Row) { w.rows = append(w.rows, r...) }

// outcome says how the run ended, above everything else.
func (w *tracer) outcome(e run.Entry) {
	switch e.Outcome {
	case run.OutcomeFinished:
		note := fmt.Sprintf("%s, %s source tokens", part.Many(len(e.Output.Ranked), "unit"), thousands(e.Output.Tokens))
		w.add(Row{Kind: RowGood, Sign: "✓", Text: "finished", Note: note, Tail: " " + w.s.clean(e.Output.Controller)})
	case run.OutcomeFailed:
		w.add(Row{Kind: RowBad, Sign: "✗", Text: "failed: " + w.s.clean(e.Failure)})
	case run.OutcomeHalfDone:
		w.add(Row{Kind: RowWarn, Sign: "◐", Text: "half done: it was ended from outside; resuming runs it again"})
	}
}

// stamp is how long after its beginning something happened.
func (w *tracer) stamp(at int64) string {
	return fmt.Sprintf(" +%.3f s", float64(at-w.began)/1000)
}

func (w *tracer) take(r run.Recorded) {
	w.story.Take(methods.Event{Kind: r.Kind, Body: r.Body})
	if c, ok := r.Body.(methods.Candidate); ok {
		if len(w.found) == 0 {
			w.atFind = r.At
		}
		w.found = append(w.found, c)
		w.units[c.ID] = w.where(c.Path, c.ID, c.LineStart, c.LineEnd)
		return
	}
	w.flush()
	switch b := r.Body.(type) {
	case run.Started:
		w.started(b, r.At)
	case methods.ToolCall:
		w.add(Row{
			Kind: RowText, Sign: "·", Text: "route " + w.s.clean(b.View),
			Note: fmt.Sprintf("%d of %s · %s%s", b.Matched, part.Many(b.Size, "unit"), millisWords(b.LatencyMS), shared(b.Shared)), Tail: w.stamp(r.At),
		})
	case methods.ModelCall:
		w.call(b, r.At)
	case methods.Stage:
		w.stage(b)
	case methods.Reading:
		w.reading(b)
	case run.Sample:
		w.add(Row{Kind: RowNote, Sign: "·", Text: "resource sample", Note: sampleWords(b), Tail: w.stamp(r.At)})
	case run.Ended:
		w.add(Row{Kind: RowHead, Sign: "■", Text: "run finished", Note: w.s.clean(b.Outcome), Tail: w.stamp(r.At)})
		if b.Failure != nil {
			w.add(Row{Kind: RowBad, Sign: "✗", Text: w.s.clean(b.Failure.Stage + ": " + b.Failure.Err)})
		}
	default:
		w.other(r)
	}
}

// sampleWords are what the whole process held when the run ended.
func sampleWords(b run.Sample) string {
	mb := func(n uint64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
	return "the process has " + mb(b.Total) + " · " + mb(b.Heap) + " in objects · " + mb(b.Allocated) + " made since it began"
}

func shared(yes bool) string {
	if yes {
		return " · shared with another run"
	}
	return ""
}

func (w *tracer) started(b run.Started, at int64) {
	note := fmt.Sprintf("%s · seed %d", part.Many(b.Task.Pool, "unit"), b.Limits.Seed)
	if b.Limits.Repetition > 0 {
		note += fmt.Sprintf(" · repetition %d", b.Limits.Repetition)
	}
	if b.From != "" {
		note += " · read off " + w.s.clean(b.From)
	}
	w.add(Row{Kind: RowHead, Sign: "▸", Text: "run started", Note: note, Tail: w.stamp(at)})
}

// flush writes the candidates that came one after the other: their number, and
// each of them where that was asked for.
func (w *tracer) flush() {
	n := len(w.found)
	if n == 0 {
		return
	}
	sign := "▹"
	if w.open {
		sign = "▿"
	}
	w.add(Row{Kind: RowHead, Fold: true, Sign: sign, Text: part.Many(n, "candidate"), Note: w.s.clean(w.found[0].Source), Tail: w.stamp(w.atFind)})
	for i := 0; w.open && i < n; i++ {
		c := &w.found[i]
		var by []string
		for _, r := range c.Routes {
			by = append(by, fmt.Sprintf("%s %d", r.View, r.Rank))
		}
		w.add(Row{Kind: RowUnit, Text: rankCell(c.Rank), Name: w.units[c.ID], Note: w.s.clean(strings.Join(by, ", ")), Tail: fmt.Sprintf(" %.4f", c.Score), Unit: c.ID})
	}
	w.found = nil
}

// call is one exchange with a controller.
func (w *tracer) call(b methods.ModelCall, at int64) {
	s := Chapter{Calls: []methods.ModelCall{b}}.Spent()
	text := "asks " + w.s.clean(b.Controller)
	if b.Stage != "" {
		text += " to " + w.s.clean(b.Stage)
	}
	note := tokenWords(s) + " · " + millisWords(s.Millis)
	if b.Attempt > 1 {
		note = fmt.Sprintf("attempt %d · ", b.Attempt) + note
	}
	if b.Model != "" {
		note += " · " + w.s.clean(b.Model)
	}
	if b.StopReason != "" {
		note += " · " + w.s.clean(b.StopReason)
	}
	w.add(Row{Kind: RowText, Sign: "?", Text: text, Note: note + shared(b.Shared), Tail: w.stamp(at)})
	for _, why := range []string{b.Error, b.Malformed} {
		if why != "" {
			w.add(Row{Kind: RowWarn, Sign: "!", Text: w.s.clean(why)})
		}
	}
}

// stage is the card of a stage with the units that it selected.
func (w *tracer) stage(b methods.Stage) {
	c := Chapter{Name: b.Name, Stage: b, Done: true}
	for _, told := range w.story.Chapters {
		if told.Name == b.Name {
			c.Calls = told.Calls
		}
	}
	w.add(c.Head(w.s.env))
	w.add(c.Odd()...)
	for i, id := range b.Selected {
		r := Row{Kind: RowUnit, Text: rankCell(i + 1), Name: w.name(id), Unit: id}
		if b.Name == methods.StageFinalize {
			r.Tail = " " + originCell(w.story.Origin(id))
			if b.Keep > 0 && i >= b.Keep {
				r.Note = "not kept"
			}
		}
		w.add(r)
	}
}

// reading is one unit of the answer.
func (w *tracer) reading(b methods.Reading) {
	if w.read == 0 {
		w.add(Row{Kind: RowHead, Sign: "=", Text: "returned"})
	}
	w.read++
	w.units[b.ID] = w.where(b.Path, b.ID, b.LineStart, b.LineEnd)
	r := Row{Kind: RowUnit, Text: rankCell(w.read), Name: w.name(b.ID), Unit: b.ID, Tail: readingTail(b.Tokens, w.s.clean(b.Origin))}
	if b.Observed {
		r.Note = "observed"
	}
	w.add(r)
}

// other is an event of another kind, as it was written.
func (w *tracer) other(r run.Recorded) {
	text, err := json.Marshal(r.Body, json.Deterministic(true))
	if err != nil {
		text = []byte(err.Error())
	}
	w.add(Row{Kind: RowNote, Sign: "·", Text: w.s.clean(strings.ReplaceAll(string(r.Kind), "_", " ")), Note: w.s.clean(string(text)), Tail: w.stamp(r.At)})
}

func (w *tracer) name(id string) string {
	if n := w.units[id]; n != "" {
		return n
	}
	return w.s.clean(id)
}

func (w *tracer) where(path, id string, from, to int) string {
	text := path
	if text == "" {
		text = id
	}
	if from > 0 {
		text += fmt.Sprintf(":%d-%d", from, to)
	}
	return w.s.clean(text)
}

package runs

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/scorer/methods/complement"
	"suffice/tui/part"
)

// form is an experiment being put together.
type form struct {
	s          *Screen
	order      Order
	at         int // of controllers
	methods    []Offer
	on         map[string]bool
	list       part.List
	drawn      uint64
	controller []string
	names      int // cells of the longest name of a method
}

// The rows of a form before its methods.
const (
	rowName = iota
	rowController
	rowSeed
	rowJobs
	rowGap
	rowMethods
)

// newForm offers a new experiment: the method of the paper alone, by default.
func (s *Screen) newForm() *form {
	f := &form{s: s, methods: s.e.Methods(), controller: s.e.Controllers(), on: map[string]bool{}}
	f.order.Experiment = "exp-" + s.env.Now().Format("20060102-1504")
	for _, m := range f.methods {
		f.names = max(f.names, s.env.Width.Of(s.clean(m.ID)))
		f.on[m.ID] = m.ID == complement.MethodComplement
	}
	f.list.Rows = formRows{f}
	return f
}

func (f *form) forget() {
	f.drawn++
	f.list.Forget()
}

// chosen are the methods that are ticked, in the order offered.
func (f *form) chosen() []string {
	var out []string
	for _, m := range f.methods {
		if f.on[m.ID] {
			out = append(out, m.ID)
		}
	}
	return out
}

// method is the one under the cursor.
func (f *form) method() (Offer, bool) {
	if i := f.list.Cursor - rowMethods; i >= 0 && i < len(f.methods) {
		return f.methods[i], true
	}
	return Offer{}, false
}

// formMsg changes a form by what was typed.
type formMsg struct {
	to  *Screen
	set func(*form)
}

// change changes what is under the cursor: ticks a method, asks for a value.
func (f *form) change() tea.Cmd {
	defer f.forget()
	if m, ok := f.method(); ok {
		f.on[m.ID] = !f.on[m.ID]
		return nil
	}
	switch f.list.Cursor {
	case rowName:
		return f.ask("Name of the experiment", f.order.Experiment, badName, func(f *form, text string) { f.order.Experiment = text })
	case rowController:
		f.at = (f.at + 1) % max(len(f.controller), 1)
	case rowSeed:
		return f.ask("Seed", strconv.FormatUint(f.order.Seed, 10), badNumber("a seed"), func(f *form, text string) {
			f.order.Seed, _ = strconv.ParseUint(text, 10, 64)
		})
	case rowJobs:
		return f.ask("States at a time; 0 for one on each core", strconv.Itoa(f.order.Jobs), badJobs, func(f *form, text string) {
			f.order.Jobs, _ = strconv.Atoi(text)
		})
	}
	return nil
}

func (f *form) ask(title, value string, check func(string) string, set func(*form, string)) tea.Cmd {
	s := f.s
	number := f.list.Cursor != rowName // a number is typed anew, a name is changed
	return send(part.PromptMsg{Title: title, Value: value, Over: number, Check: check, Then: func(text string) tea.Cmd {
		return send(formMsg{s, func(f *form) { set(f, strings.TrimSpace(text)) }})
	}})
}

func badName(text string) string {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return "An experiment needs a name."
	case text == AtTheDesk:
		return AtTheDesk + " is what single states are run in; choose another name."
	}
	return ""
}

func badNumber(what string) func(string) string {
	return func(text string) string {
		if _, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64); err != nil {
			return "Type " + what + " as a whole number, such as 7."
		}
		return ""
	}
}

const mostJobs = 256

func badJobs(text string) string {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 0 || n > mostJobs {
		return fmt.Sprintf("Type a whole number from 0 to %d.", mostJobs)
	}
	return ""
}

// more changes a number under the cursor by n; false where there is none.
func (f *form) more(n int) bool {
	switch f.list.Cursor {
	case rowSeed:
		if n < 0 && f.order.Seed == 0 {
			return false
		}
		f.order.Seed += uint64(n)
	case rowJobs:
		next := f.order.Jobs + n
		if next < 0 || next > mostJobs {
			return false
		}
		f.order.Jobs = next
	default:
		return false
	}
	f.forget()
	return true
}

// all ticks every method, or none when all are.
func (f *form) all() {
	tick := len(f.chosen()) < len(f.methods)
	for _, m := range f.methods {
		f.on[m.ID] = tick
	}
	f.forget()
}

// startedMsg says what became of an order.
type startedMsg struct {
	to    *Screen
	order Order
	err   error
}

// submit starts what the form says.
func (f *form) submit() tea.Cmd {
	o := f.order
	o.Methods = f.chosen()
	if f.at < len(f.controller) {
		o.Controller = f.controller[f.at]
	}
	return f.s.begin(o)
}

// begin starts an order in a command: the plan is read from disk.
func (s *Screen) begin(o Order) tea.Cmd {
	ctx, e := s.env.Ctx, s.e
	return func() tea.Msg { return startedMsg{s, o, e.Start(ctx, o)} }
}

// started shows the experiment at work, or why there is none.
func (s *Screen) started(m startedMsg) tea.Cmd {
	if m.err != nil {
		return send(part.ToastMsg{Kind: part.Bad, Text: "Not started: " + s.clean(m.err.Error())})
	}
	s.form = nil
	delete(s.live, m.order.Experiment) // of that name, what ended before is another one's end
	s.chosen = m.order.Experiment
	s.focus = paneList
	return tea.Batch(s.load(), s.poll())
}

// formRows draws the form.
type formRows struct{ f *form }

func (r formRows) Len() int         { return rowMethods + len(r.f.methods) }
func (r formRows) Key(i int) uint64 { return r.f.drawn<<16 | uint64(i) }

func (r formRows) Line(i, w int) string {
	f := r.f
	switch i {
	case rowName:
		note := ""
		if f.s.env.Desk.Scope().Admin() {
			note = "also of the prediction set it becomes"
		}
		return f.value("name", f.s.clean(f.order.Experiment), note, w)
	case rowController:
		name, note := "none", ""
		if f.at < len(f.controller) {
			name = f.s.clean(f.controller[f.at])
		}
		if len(f.controller) > 1 {
			note = "enter takes the next one"
		}
		return f.value("controller", name, note, w)
	case rowSeed:
		return f.value("seed", strconv.FormatUint(f.order.Seed, 10), "of random", w)
	case rowJobs:
		note := "states at a time"
		if f.order.Jobs == 0 {
			note = "states at a time: one on each core"
		}
		return f.value("jobs", strconv.Itoa(f.order.Jobs), note, w)
	case rowGap:
		t := f.s.env.Theme
		return f.s.env.Width.Fit(" "+t.Muted.Render(fmt.Sprintf("methods: %d of %d, %s", len(f.chosen()), len(f.methods), f.s.onStates())), w)
	}
	m := f.methods[i-rowMethods]
	tick := "[ ] "
	if f.on[m.ID] {
		tick = "[✓] "
	}
	row := Row{Kind: RowText, Text: tick + f.s.env.Width.Fit(f.s.clean(m.ID), f.names), Note: f.s.clean(m.Words)}
	if f.on[m.ID] {
		row.Kind = RowHead
	}
	if m.From != "" {
		row.Tail = " read off " + f.s.clean(m.From)
	}
	return row.Draw(f.s.env, w)
}

// value is one named value of the form.
func (f *form) value(name, value, note string, w int) string {
	m, t := f.s.env.Width, f.s.env.Theme
	line := " " + t.Muted.Render(m.Fit(name, 12)) + t.Strong.Render(value)
	if note != "" {
		line += "  " + t.Muted.Render(note)
	}
	return m.Fit(line, w)
}

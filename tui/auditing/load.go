package auditing

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/certificate"
	"suffice/review"
	"suffice/tui/workbench"
)

// facts are what follows from the frozen certificate; worked out once, in the
// command that loads the state.
type facts struct {
	witnesses certificate.Count
	tally     certificate.BranchTally
	fits      []certificate.BranchFit
	quoted    [][]bool // by group and quotation: it stands in the unit as quoted
}

// takenMsg is the state as the desk gives it.
type takenMsg struct {
	to      *Screen
	view    review.AuditView
	reading workbench.Reading
	facts   facts
	first   bool // reading and facts are there
	acts    int  // acts acknowledged when it was asked for
	err     error
}

// take loads the state, or reads it again: then every cursor stays where it is.
func (s *Screen) take() tea.Cmd {
	ctx, desk, id, first, acts := s.env.Ctx, s.desk, s.state, !s.loaded, s.line.done
	return func() tea.Msg {
		v, err := desk.Audit(ctx, id)
		m := takenMsg{to: s, view: v, first: first, acts: acts, err: err}
		if err == nil && first {
			m.reading = workbench.Prepare(review.View{
				State: v.State, Observed: v.Observed, Phase: review.Frozen, Draft: certificate.NewDraft(v.Certificate),
			})
			m.facts = learn(v)
		}
		return m
	}
}

// learn works out the facts.
func learn(v review.AuditView) facts {
	c := v.Certificate
	m, b := certificate.Compile(c), certificate.DefaultBudget()
	f := facts{witnesses: m.Count(b), tally: m.BranchTally(b), fits: m.BranchFits()}
	f.quoted = make([][]bool, len(c.Groups))
	for i, g := range c.Groups {
		for _, q := range g.Quotations {
			at, in := v.State.Pool.Find(q.Unit)
			found := false
			if in {
				ok, checkable := certificate.CheckQuotation(q, v.State.Pool.Units[at])
				found = ok || !checkable
			}
			f.quoted[i] = append(f.quoted[i], found)
		}
	}
	return f
}

// graceMsg ends the moment after opening in which nothing is decided.
type graceMsg struct{ to *Screen }

// grace is how long a state has to be on screen before a key decides: a key
// meant for the state before must not judge this one.
const grace = 600 * time.Millisecond

// taken shows what was loaded.
func (s *Screen) taken(m takenMsg) tea.Cmd {
	switch {
	case m.err != nil && s.loaded:
		return toast(bad, "The state could not be read again: "+s.sentence(m.err))
	case m.err != nil:
		s.failed = s.sentence(m.err)
		return nil
	case s.loaded && m.acts != s.line.done:
		return s.take() // it may be from before my latest act
	}
	first := !s.loaded && m.first
	s.loaded, s.failed = true, ""
	s.now = m.view
	if first {
		s.facts = m.facts
		s.reader = workbench.NewReader(s.env, m.reading)
	}
	s.reckon()
	if !first {
		return nil
	}
	s.group = s.firstOpen()
	s.field = s.nextField()
	cmds := []tea.Cmd{s.recover(m.view), s.reader.Start(), s.env.Later(grace, graceMsg{s})}
	s.remake()
	s.toFirstUnit()
	cmds = append(cmds, s.follow())
	return s.look(tea.Batch(cmds...))
}

// reckon works out the sheet as it will be once every act in line is on disk,
// and what is missing then.
func (s *Screen) reckon() {
	s.sheet = s.line.apply(s.now.Sheet)
	s.faults = s.sheet.Check(s.now.Frozen)
}

// label is the name of the group at a position, as the sheet has it.
func (s *Screen) label(i int) string {
	if i < 0 || i >= len(s.now.Frozen.Groups) {
		return ""
	}
	return s.now.Frozen.Groups[i]
}

// judged are the judgments on the group at a position.
func (s *Screen) judged(i int) audit.Judgments { return judgments(s.sheet, s.label(i)) }

func judgments(s audit.Sheet, group string) audit.Judgments {
	for _, g := range s.Groups {
		if g.Group == group {
			return g.Fields
		}
	}
	return audit.Judgments{}
}

// firstOpen is the first group that is not judged whole.
func (s *Screen) firstOpen() int {
	for i := range s.now.Frozen.Groups {
		if !s.judged(i).Complete() {
			return i
		}
	}
	return 0
}

// place is where the state stands among my audits.
type place struct {
	at, of, open   int    // at from 1; 0 while unknown
	previous, next string // state IDs, empty at the ends
	nextOpen       string // the next one that is not submitted, round the end
}

func (p place) words() string {
	if p.at == 0 {
		return ""
	}
	return fmt.Sprintf(" · audit %d of %d", p.at, p.of)
}

type placeMsg struct {
	to    *Screen
	place place
	err   error
}

// findPlace looks the state up among my audits.
func (s *Screen) findPlace() tea.Cmd {
	ctx, desk, id := s.env.Ctx, s.desk, s.state
	return func() tea.Msg {
		rows, err := desk.Queue(ctx)
		return placeMsg{to: s, err: err, place: placeOf(rows, id)}
	}
}

func placeOf(rows []review.QueueRow, state string) place {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r review.QueueRow) bool { return !isAudit(r) })
	at := slices.IndexFunc(rows, func(r review.QueueRow) bool { return r.State == state })
	p := place{at: at + 1, of: len(rows)}
	for k := range rows {
		r := rows[(at+1+k)%len(rows)]
		if !isOpen(r) {
			continue
		}
		p.open++
		if p.nextOpen == "" && r.State != state {
			p.nextOpen = r.State
		}
	}
	if at > 0 {
		p.previous = rows[at-1].State
	}
	if at+1 < len(rows) {
		p.next = rows[at+1].State
	}
	return p
}

// isAudit reports whether a row of the queue is an audit of mine, isOpen
// whether it is still to be done.
func isAudit(r review.QueueRow) bool { return r.Task == review.TaskAudit }

func isOpen(r review.QueueRow) bool { return !r.Submitted && r.Status != review.StatusSkipped }

// sentence is an error as one line that is safe to show.
func (s *Screen) sentence(err error) string { return s.clean(err.Error()) }

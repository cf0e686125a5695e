package workbench

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// stale is an edit that was refused because the certificate had changed in
// the meantime. Nothing else is sent until the person has decided.
type stale struct {
	act     *act
	edit    certificate.Edit
	before  certificate.Draft // what the edit was made on
	made    certificate.Revision
	err     *review.StaleError
	ready   bool              // what is there now has been read
	why     string            // why the edit cannot be applied any more; empty when it can
	instead *certificate.Edit // what puts its value in place of the one that is there now; nil when nothing does
	fields  []fieldDifference
	said    []string // what came since, in sentences
}

// fieldDifference is one field of the edit: what it was, what it is now, what
// the edit would make it.
type fieldDifference struct{ field, was, now, yours string }

// late takes a refusal: it reads what is there now and shows the difference.
func (s *Screen) late(a *act, err *review.StaleError) tea.Cmd {
	if a.again != nil { // applied again, and too late once more
		s.stale = a.again
		s.stale.err, s.stale.ready = err, false
		return s.take()
	}
	if a.edit == nil {
		s.pending.drop()
		return tea.Batch(
			toast(part.Bad, fmt.Sprintf("%s not done: the certificate was changed in the meantime; look at it and try again", a.what)),
			s.take())
	}
	s.stale = &stale{act: a, edit: s.pending.made, before: s.now.Draft, made: s.pending.at, err: err}
	return s.take()
}

// unfit shows a refused edit again that could not be applied after all: what
// was typed for it must not be lost.
func (s *Screen) unfit(a *act, err error) tea.Cmd {
	s.stale = a.again
	s.stale.ready, s.stale.why = true, err.Error()
	return nil
}

// compare works out the difference once the newest draft is there.
func (st *stale) compare(now certificate.Draft, name func(string) string) {
	st.ready = true
	rebased, err := review.Rebase(st.before, now, st.edit)
	st.why, st.instead = "", nil
	if err != nil {
		st.why, st.instead = err.Error(), replacing(now, st.edit)
	}
	yours, _, err := now.Apply(rebased)
	if err != nil {
		yours, _, _ = st.before.Apply(st.edit)
	}
	was, is, mine := fieldsOf(st.before.Certificate(), name), fieldsOf(now.Certificate(), name), fieldsOf(yours.Certificate(), name)
	st.fields = nil
	for _, f := range is.order(was, mine) {
		if was.text[f] != is.text[f] || is.text[f] != mine.text[f] {
			st.fields = append(st.fields, fieldDifference{f, was.text[f], is.text[f], mine.text[f]})
		}
	}
	st.said = review.Difference(rebased, st.err.Since, now.Certificate(), name)
}

// replacing is the edit of one value as it can be made on a draft whatever the
// value there is; nil when it cannot, or is more than one value.
func replacing(now certificate.Draft, e certificate.Edit) *certificate.Edit {
	switch e.Op {
	case certificate.SetGroupID, certificate.SetRole, certificate.SetRationale, certificate.SetThreshold,
		certificate.SetWeight, certificate.SetRetrieval, certificate.SetScope, certificate.SetConfidence:
	default:
		return nil
	}
	e.Before = nil
	if _, _, err := now.Apply(e); err != nil {
		return nil
	}
	return &e
}

// fields is a certificate as a list of named values, for comparing.
type fields struct {
	names []string
	text  map[string]string
}

func (f *fields) add(name, text string) {
	f.names = append(f.names, name)
	f.text[name] = text
}

// order is every field of f and of the others, each once.
func (f *fields) order(others ...*fields) []string {
	seen := map[string]bool{}
	var out []string
	for _, list := range append([]*fields{f}, others...) {
		for _, n := range list.names {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// fieldsOf writes every field of a certificate as text. Groups go by their
// keys, so that a group keeps its fields wherever it stands.
func fieldsOf(c certificate.Certificate, name func(string) string) *fields {
	f := &fields{text: map[string]string{}}
	units := func(ids []string) string {
		names := make([]string, len(ids))
		for i, id := range ids {
			names[i] = name(id)
		}
		return strings.Join(names, ", ")
	}
	var order []string
	for i, g := range c.Groups {
		order = append(order, c.Label(i))
		p := string(g.Key) + " "
		f.add(p+"group_id", g.ID)
		f.add(p+"role", g.Role)
		f.add(p+"units", units(g.Acceptable))
		f.add(p+"threshold", strconv.Itoa(g.Threshold))
		f.add(p+"weight", weight(g.Weight))
		f.add(p+"rationale", g.Rationale)
		quotes := make([]string, len(g.Quotations))
		for k, q := range g.Quotations {
			quotes[k] = fmt.Sprintf("%s lines %s", name(q.Unit), lineRange(q.LineStart, q.LineEnd))
		}
		f.add(p+"quotations", strings.Join(quotes, ", "))
	}
	f.add("groups", strings.Join(order, ", "))
	branches := make([]string, len(c.Branches))
	for i, b := range c.Branches {
		branches[i] = "{" + units(b) + "}"
	}
	f.add("branches", strings.Join(branches, " "))
	f.add("optional", units(c.Optional))
	f.add("confidence", confidence(c.Confidence))
	f.add("scope", orUnset(c.Scope))
	f.add("retrieval_needed", truth(c.Retrieval))
	return f
}

func confidence(c *float64) string {
	if c == nil {
		return "unset"
	}
	return strconv.FormatFloat(*c, 'f', -1, 64)
}

func orUnset(s *string) string {
	if s == nil {
		return "unset"
	}
	return *s
}

func truth(b *bool) string {
	if b == nil {
		return "unset"
	}
	return strconv.FormatBool(*b)
}

// settle ends the waiting: the act leaves the line, and what to do instead
// takes its place at the front, before anything pressed since.
func (s *Screen) settle(instead *act) tea.Cmd {
	s.stale = nil
	s.pending.drop()
	if instead != nil {
		s.pending.line = append([]*act{instead}, s.pending.line...)
	}
	return s.pump()
}

// applyStale makes the same edit on what is there now.
func (s *Screen) applyStale() tea.Cmd {
	st := s.stale
	return s.settle(&act{
		what: st.act.what, done: st.act.done, makes: st.act.makes, clears: st.act.clears, text: st.act.text, again: st,
		call: func(ctx context.Context, at certificate.Revision) (review.Ack, error) {
			return s.env.Desk.Reapply(ctx, s.state, st.made, at, st.edit, st.act.clears)
		},
	})
}

// replaceStale makes the edit all the same: the person has seen what it
// replaces, and can undo it.
func (s *Screen) replaceStale() tea.Cmd {
	st := s.stale
	return s.settle(&act{
		what: st.act.what, done: st.act.done, makes: st.act.makes, clears: st.act.clears, text: st.act.text,
		edit: func(certificate.Draft) (certificate.Edit, string) { return *st.instead, "" },
	})
}

// keepStale keeps the edit as a draft for later.
func (s *Screen) keepStale() tea.Cmd {
	st := s.stale
	return s.settle(&act{
		what: "keeping: " + st.act.what,
		call: func(ctx context.Context, _ certificate.Revision) (review.Ack, error) {
			return s.env.Desk.Keep(ctx, s.state, st.made, st.edit)
		},
		done: func(certificate.Certificate, review.Ack) tea.Cmd {
			return tea.Batch(toast(part.Good, "kept for later: the certificate pane lists it"), s.forgetTyping(st.act))
		},
	})
}

func (s *Screen) discardStale() tea.Cmd {
	a := s.stale.act
	return tea.Batch(toast(part.Quiet, "thrown away: "+a.what), s.forgetTyping(a), s.settle(nil))
}

// listKept offers the edits kept for later.
func (s *Screen) listKept() tea.Cmd {
	kept := s.now.Mine.Kept
	items := make([]part.Choice, len(kept))
	for i, k := range kept {
		items[i] = part.Choice{Text: s.clean(k.Edit.Say(s.cert, s.shelf.name)), Detail: fmt.Sprintf("made on revision %d", k.At)}
	}
	return s.open(part.ChooseMsg{Title: "Edits kept for later", Items: items, Then: func(i int) tea.Cmd { return s.openKept(kept[i]) }})
}

// openKept offers what to do with one kept edit.
func (s *Screen) openKept(k review.KeptEdit) tea.Cmd {
	what := s.clean(k.Edit.Say(s.cert, s.shelf.name))
	return send(part.ChooseMsg{Title: what, Items: []part.Choice{{Text: "apply it now"}, {Text: "drop it"}}, Then: func(i int) tea.Cmd {
		if i == 1 {
			return s.enqueue(&act{what: "drop a kept edit", call: func(ctx context.Context, _ certificate.Revision) (review.Ack, error) {
				return s.env.Desk.DropKept(ctx, s.state, k.ID)
			}})
		}
		return s.enqueue(&act{what: what, call: func(ctx context.Context, at certificate.Revision) (review.Ack, error) {
			return s.env.Desk.ApplyKept(ctx, s.state, k.ID, at)
		}})
	}})
}

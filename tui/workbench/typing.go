package workbench

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// field is a rationale or a note in the middle of being written. It becomes
// one act when it is left; until then its text is saved beside the journal.
type field struct {
	box     *part.Field          // nil while nothing is written
	name    string               // of the Typing: "rationale g2", "note"
	title   string               // of the box
	call    string               // in a sentence
	group   certificate.GroupKey // of a rationale
	start   string               // the text that is durable
	leaving func() tea.Cmd       // waits for the save on its way
	notice  string               // shown below the text
	fetched bool                 // the text came from another window or an earlier sitting
}

func (f *field) active() bool { return f.box != nil }

// rationaleTyping names the Typing of a group's rationale.
func rationaleTyping(k certificate.GroupKey) string { return "rationale " + string(k) }

// fieldNamed is the field that text typed under a name belongs to; false when
// there is none, or no more.
func (s *Screen) fieldNamed(name string) (field, bool) {
	if name == review.TypingNote {
		return field{name: name, title: "Note on this state", call: "note on this state", start: plain(s.now.Mine.Note)}, true
	}
	key, ok := strings.CutPrefix(name, rationaleTyping(""))
	if !ok {
		return field{}, false
	}
	g, i, ok := s.cert.Group(certificate.GroupKey(key))
	if !ok {
		return field{}, false
	}
	of := "ationale of " + s.clean(s.cert.Label(i))
	return field{name: name, title: "R" + of, call: "r" + of, group: g.Key, start: plain(g.Rationale)}, true
}

// plain is a text as a field holds it: with line ends of one kind.
func plain(text string) string { return part.NewField(text, true).Value() }

func (s *Screen) editRationale() tea.Cmd { return s.openField(rationaleTyping(s.current.key)) }

func (s *Screen) editNote() tea.Cmd { return s.openField(review.TypingNote) }

// openField opens a field with what is being typed in it, here or in another
// window, or else with the text that is durable.
func (s *Screen) openField(name string) tea.Cmd {
	f, ok := s.fieldNamed(name)
	if !ok {
		return nil
	}
	f.box = part.NewField(f.start, true)
	f.box.Hint = "why this evidence is needed: what it says, and why nothing else in the pool says it"
	if f.group == "" {
		f.box.Hint = "for yourself only: never exported"
	}
	if typed := s.typed.Get(name); typed != "" {
		f.show(typed)
	}
	s.field = f
	return s.typed.Add(name, f.call)
}

// recover reopens the text that was being typed when the last sitting ended.
// Of several texts the others come back when their fields are opened.
func (s *Screen) recover(typing []review.Typing) tea.Cmd {
	var known []field
	for _, t := range typing {
		if f, ok := s.fieldNamed(t.Field); ok {
			s.typed.Add(f.name, f.call)
			known = append(known, f)
		}
	}
	s.typed.Load(typing)
	var cmds []tea.Cmd
	for _, f := range known {
		switch text := s.typed.Get(f.name); {
		case text == "", s.field.active():
		case text == f.start: // it is durable already; the sitting ended before it was forgotten
			cmds = append(cmds, s.typed.Drop(f.name, text))
		default:
			if f.group != "" {
				s.setCurrent(f.group)
			}
			cmds = append(cmds, s.openField(f.name), toast(part.Good, "text that was being typed is back in its field"))
			s.field.notice = "recovered: this was being typed when the last sitting ended"
		}
	}
	return tea.Batch(cmds...)
}

// Typing reports whether text is being typed.
func (s *Screen) Typing() bool { return s.field.active() || s.line.active() }

// Type takes a key that no binding took while text is being typed.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.field.active():
		if s.field.box.Type(k) {
			return s.fieldChanged()
		}
	case s.line.active():
		if s.line.box.Type(k) {
			return s.lineChanged()
		}
	}
	return nil
}

// tooMuch refuses a paste.
const tooMuch = "that is more text than fits here; it was not pasted"

// paste puts pasted text where text is being typed.
func (s *Screen) paste(text string) tea.Cmd {
	switch {
	case s.field.active():
		if !s.field.box.Insert(text) {
			return toast(part.Bad, tooMuch)
		}
		return s.fieldChanged()
	case s.line.active():
		if !s.line.box.Insert(text) {
			return toast(part.Bad, tooMuch)
		}
		return s.lineChanged()
	}
	return nil
}

// edit performs an editing action of a field of part.
func (s *Screen) edit(a keys.Action) (tea.Cmd, bool) {
	switch {
	case s.field.active():
		return s.changed(s.field.box, a, s.fieldChanged)
	case s.line.active():
		return s.changed(s.line.box, a, s.lineChanged)
	}
	return nil, false
}

func (s *Screen) changed(box *part.Field, a keys.Action, then func() tea.Cmd) (tea.Cmd, bool) {
	before := box.Value()
	did := box.Do(a)
	if box.Value() == before {
		return nil, did
	}
	return then(), true
}

// fieldChanged sees to it that what was typed is saved soon.
func (s *Screen) fieldChanged() tea.Cmd { return s.typed.Set(s.field.name, s.field.typed()) }

// leaveField makes what was typed one act. It waits for a save on its way: that
// may meet words of another window, which come into the field then.
func (s *Screen) leaveField() tea.Cmd { return s.afterSave(s.commitField) }

func (s *Screen) afterSave(then func() tea.Cmd) tea.Cmd {
	if s.typed.Flying(s.field.name) {
		s.field.leaving = then
		return nil
	}
	return then()
}

func (s *Screen) commitField() tea.Cmd {
	f := s.field
	if !f.active() {
		return nil
	}
	text := f.box.Value()
	s.closeField()
	switch {
	case text == f.start:
		return s.typed.Flush()
	case f.group == "":
		return s.enqueue(s.noteAct(f, text))
	}
	return s.enqueue(&act{what: "the rationale", clears: f.name, text: text, edit: func(d certificate.Draft) (certificate.Edit, string) {
		if _, _, ok := d.Certificate().Group(f.group); !ok {
			return certificate.Edit{}, fmt.Sprintf("the group is no longer there; its text is kept: %s", firstLine(text))
		}
		return certificate.SetRationaleEdit(f.group, text), ""
	}})
}

// forgetField throws away what was typed, after asking when it was something.
func (s *Screen) forgetField() tea.Cmd {
	if s.field.box.Value() == s.field.start {
		return s.afterSave(s.dropField)
	}
	text := s.field.box.Value()
	return send(part.ConfirmMsg{
		Question: "Throw away what you typed here?",
		Then:     func() tea.Msg { return forgetMsg{s, text} },
	})
}

// forgetMsg says that the typed text may be thrown away.
type forgetMsg struct {
	to   *Screen
	text string // as it was when that was asked
}

// forgetAsked throws away what the person has seen, and no words of another
// window that have come since.
func (s *Screen) forgetAsked(m forgetMsg) tea.Cmd {
	if !s.field.active() {
		return nil
	}
	if s.field.box.Value() != m.text {
		return toast(part.Bad, "nothing is thrown away: another window of yours has written here meanwhile")
	}
	return s.afterSave(s.dropField)
}

func (s *Screen) dropField() tea.Cmd {
	f := s.field
	if !f.active() {
		return nil
	}
	s.closeField()
	return s.typed.Drop(f.name, f.typed())
}

func (s *Screen) closeField() { s.field = field{} }

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSuffix(line, "\r")
}

package workbench

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// saveTypingAfter is how long a key may wait until what was typed is saved
// beside the journal; the save itself has the rest of the 300 ms.
const saveTypingAfter = 150 * time.Millisecond

// field is a rationale or a note in the middle of being written. It becomes
// one act when it is left; until then its text is saved beside the journal.
type field struct {
	box     *part.Field // nil while nothing is written
	name    string      // of the Typing: "rationale g2", "note"
	title   string
	group   certificate.GroupKey // of a rationale
	start   string               // the text it was opened with
	kept    string               // the text that is saved beside the journal
	ticking bool                 // a save is due
	saving  bool                 // a save is on its way
	fail    string               // why the last save failed
	gen     int
	leaving func() tea.Cmd // waits for the save on its way
	notice  string         // shown below the text
}

// typingTickMsg says that it is time to save what was typed.
type typingTickMsg struct {
	to  *Screen
	gen int
}

func (f *field) active() bool { return f.box != nil }

func (f *field) failure() string { return f.fail }

// rationaleTyping names the Typing of a group's rationale.
func rationaleTyping(k certificate.GroupKey) string { return "rationale " + string(k) }

func (s *Screen) editRationale() tea.Cmd {
	g, i, _ := s.cert.Group(s.current.key)
	return s.openField(field{
		name: rationaleTyping(g.Key), title: "Rationale of " + s.cert.Label(i), group: g.Key, start: g.Rationale,
	}, g.Rationale)
}

func (s *Screen) editNote() tea.Cmd {
	return s.openField(field{name: review.TypingNote, title: "Note on this state", start: s.now.Mine.Note}, s.now.Mine.Note)
}

func (s *Screen) openField(f field, text string) tea.Cmd {
	f.gen = s.field.gen + 1
	f.box = part.NewField(text, true)
	f.box.Hint = "why this evidence is needed: what it says, and why nothing else in the pool says it"
	if f.group == "" {
		f.box.Hint = "for yourself only: never exported"
	}
	f.kept = f.start
	s.field = f
	return nil
}

// recover reopens the text that was being typed when the last sitting ended.
func (s *Screen) recover(typing []review.Typing) tea.Cmd {
	for _, t := range typing {
		if t.Text == "" {
			continue
		}
		key, rationale := strings.CutPrefix(t.Field, "rationale ")
		if rationale {
			g, i, ok := s.cert.Group(certificate.GroupKey(key))
			if !ok {
				continue
			}
			s.setCurrent(g.Key)
			s.openField(field{name: t.Field, title: "Rationale of " + s.cert.Label(i), group: g.Key, start: g.Rationale}, t.Text)
		} else if t.Field == review.TypingNote {
			s.openField(field{name: t.Field, title: "Note on this state", start: s.now.Mine.Note}, t.Text)
		} else {
			continue
		}
		s.field.kept = t.Text
		s.field.notice = "recovered: this was being typed when the last sitting ended"
		return toast(part.Good, "text that was being typed is back in its field")
	}
	return nil
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

// paste puts pasted text where text is being typed.
func (s *Screen) paste(text string) tea.Cmd {
	switch {
	case s.field.active():
		if !s.field.box.Insert(text) {
			return toast(part.Bad, "that is more text than fits here; it was not pasted")
		}
		return s.fieldChanged()
	case s.line.active():
		s.line.box.Insert(text)
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
func (s *Screen) fieldChanged() tea.Cmd {
	f := &s.field
	if f.ticking {
		return nil
	}
	f.ticking = true
	gen := f.gen
	return s.env.Later(saveTypingAfter, typingTickMsg{s, gen})
}

func (s *Screen) typingTick(gen int) tea.Cmd {
	if gen != s.field.gen || !s.field.active() {
		return nil
	}
	s.field.ticking = false
	return s.saveTyping()
}

// leaveField makes what was typed one act, once no save is on its way that
// could bring the text back.
func (s *Screen) leaveField() tea.Cmd { return s.afterSave(s.commitField) }

func (s *Screen) afterSave(then func() tea.Cmd) tea.Cmd {
	if s.field.saving {
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
	case text == f.start && f.kept == f.start:
		return nil
	case text == f.start:
		return s.keepText(f.gen, f.name, text, f.start)
	case f.group == "":
		return s.enqueue(&act{what: "the note", call: func(ctx context.Context, _ certificate.Revision) (review.Ack, error) {
			return s.env.Desk.Note(ctx, s.state, text)
		}})
	}
	return s.enqueue(&act{what: "the rationale", clears: f.name, edit: func(d certificate.Draft) (certificate.Edit, string) {
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
	return send(part.ConfirmMsg{
		Question: "Throw away what you typed here?",
		Then:     func() tea.Msg { return forgetMsg{s} },
	})
}

// forgetMsg says that the typed text may be thrown away.
type forgetMsg struct{ to *Screen }

func (s *Screen) dropField() tea.Cmd {
	f := s.field
	s.closeField()
	if !f.active() || f.kept == f.start {
		return nil
	}
	return s.keepText(f.gen, f.name, f.start, f.start)
}

func (s *Screen) closeField() { s.field = field{gen: s.field.gen} }

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSuffix(line, "\r")
}

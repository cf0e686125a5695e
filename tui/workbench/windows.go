package workbench

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/kept"
	"suffice/tui/part"
)

// What is typed is saved beside the journal as kept.Drafts do it: nothing that
// is typed in one window is overwritten by another window of the same person.

// hear hands a message to what is typed. It tells of a save that fails, shows
// what another window has written, and leaves the field once the save that
// leaving waits for is through.
func (s *Screen) hear(msg tea.Msg) tea.Cmd {
	before := s.typed.Failed()
	cmd := s.typed.Update(msg)
	moved := s.typed.Moved()
	f := &s.field
	if !f.active() {
		return cmd
	}
	if fail := s.typed.Failed(); fail != "" && before == "" {
		cmd = tea.Batch(cmd, toast(part.Bad, "text not saved: "+s.clean(fail)))
	}
	if moved && s.typed.Get(f.name) != f.typed() {
		f.show(s.typed.Get(f.name))
		f.leaving = nil // what stands there now has not been looked at
	}
	if leave := f.leaving; leave != nil && !s.typed.Flying(f.name) {
		f.leaving = nil
		return tea.Batch(cmd, leave())
	}
	return cmd
}

// typed is the text of the field as it is saved: none while it is as it was.
func (f *field) typed() string {
	if text := f.box.Value(); text != f.start {
		return text
	}
	return ""
}

// show shows a text that is saved. The cursor stays where something is being
// written, and goes to the end of a text that is only looked at.
func (f *field) show(typed string) {
	text := typed
	f.fetched = typed != ""
	if typed == "" {
		text = f.start
	}
	if f.typed() == "" {
		f.box.Set(text)
	} else {
		f.box.Renew(text)
	}
}

// replaces is the durable text that a text from elsewhere would replace unseen,
// were it not shown with it: what another window or an earlier sitting has typed
// may have been begun before that text was there. It is empty when nothing is.
func (f *field) replaces() string {
	if !f.fetched || strings.Contains(f.box.Value(), f.start) {
		return ""
	}
	return f.start
}

// failure says why the text in the field is not saved; empty when it is, or is
// going to be.
func (s *Screen) failure() string {
	if !s.field.active() {
		return ""
	}
	return s.clean(s.typed.Failed())
}

// rebase follows the certificate or the note under the text that is typed: what
// has taken the place of the text the field was opened with must not be
// replaced unseen.
func (s *Screen) rebase() tea.Cmd {
	f := &s.field
	if !f.active() {
		return nil
	}
	fresh, ok := s.fieldNamed(f.name)
	if !ok || fresh.start == f.start {
		return nil
	}
	text, start := f.box.Value(), f.start
	f.title, f.start = fresh.title, fresh.start
	if text == start {
		f.box.Set(f.start)
		return s.fieldChanged()
	}
	joined := kept.Join(text, f.start)
	f.box.Renew(joined)
	cmd := s.fieldChanged()
	if joined == text {
		return cmd
	}
	return tea.Batch(cmd, toast(part.Bad, changedElsewhere(fresh.call)))
}

// settleTyping forgets the text that an act has made durable; the words of another
// window stay.
func (s *Screen) settleTyping(a *act) tea.Cmd {
	if a.clears == "" {
		return nil
	}
	if f := &s.field; f.active() && f.name == a.clears { // opened again meanwhile
		f.start = a.text
		return s.fieldChanged()
	}
	return s.typed.Settle(a.clears, a.text)
}

// forgetTyping forgets the text that an edit was made of, now that the edit
// itself is kept or thrown away.
func (s *Screen) forgetTyping(a *act) tea.Cmd {
	if a.clears == "" || s.field.active() && s.field.name == a.clears {
		return nil
	}
	return s.typed.Drop(a.clears, a.text)
}

// noteAct makes the note durable. Notes have no revisions: a note that another
// window has made since is kept beside this one.
func (s *Screen) noteAct(f field, text string) *act {
	desk, state, known := s.env.Desk, s.state, []string{f.start, text}
	for _, a := range s.pending.line {
		if a.clears == review.TypingNote {
			known = append(known, a.text)
		}
	}
	a := &act{what: "the note", clears: review.TypingNote, text: text}
	a.call = func(ctx context.Context, _ certificate.Revision) (review.Ack, error) {
		return desk.Amend(ctx, state, text, func(there string) string {
			if there = plain(there); slices.Contains(known, there) {
				return text
			}
			return kept.Join(text, there)
		})
	}
	a.done = func(_ certificate.Certificate, ack review.Ack) tea.Cmd {
		if ack.Mine.Note == text {
			return nil
		}
		return toast(part.Bad, changedElsewhere(f.call))
	}
	return a
}

// changedElsewhere tells of words that were made durable here and there.
func changedElsewhere(call string) string {
	return "the " + call + " was changed in another window: both texts are kept, the other one last"
}

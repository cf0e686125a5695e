package auditing

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/part"
)

// notes are the texts that say why something is not ok, as far as they are no
// part of a judgment: in the middle of being typed, or of one that became ok.
type notes struct {
	kept    map[noteKey]string
	saved   map[noteKey]bool // it is on disk as text being typed
	failure string           // why the last save of such a text failed
}

type noteKey struct {
	group string
	field audit.Field
}

// typingField names the text of a note while it is typed.
func typingField(group string, f audit.Field) string { return "audit " + f.Name() + " " + group }

func (n *notes) keep(group string, f audit.Field, text string) {
	if n.kept == nil {
		n.kept, n.saved = map[noteKey]string{}, map[noteKey]bool{}
	}
	n.kept[noteKey{group, f}] = text
}

// recover takes up what was being typed when the last sitting ended.
func (n *notes) recover(v review.AuditView) {
	for _, t := range v.Typing {
		name, group, ok := strings.Cut(strings.TrimPrefix(t.Field, "audit "), " ")
		f, known := audit.FieldNamed(name)
		if !ok || !known || t.Text == judgments(v.Sheet, group)[f].Note {
			continue
		}
		n.keep(group, f, t.Text)
		n.saved[noteKey{group, f}] = true
	}
}

// typedMsg says how the saving of a text being typed went.
type typedMsg struct {
	to  *Screen
	key noteKey
	err error
}

func (s *Screen) typed(m typedMsg) {
	s.notes.failure = ""
	if m.err != nil {
		s.notes.failure = s.sentence(m.err)
		return
	}
	s.notes.saved[m.key] = true
}

// askNote asks why a judgment is not ok; it offers what there is already.
func (s *Screen) askNote(group string, f audit.Field, offer string) tea.Cmd {
	key := noteKey{group, f}
	return send(part.PromptMsg{
		Title: group + " · " + f.Title() + " is not ok: why?",
		Value: offer, Lines: 3,
		Hint: f.Asks(),
		Check: func(text string) string {
			if strings.TrimSpace(text) == "" {
				return "A judgment that is not ok needs a note, however short. esc leaves it for later."
			}
			return ""
		},
		Then: func(text string) tea.Cmd {
			text = strings.TrimSpace(text)
			s.notes.keep(group, f, text)
			if judgments(s.sheet, group)[f] == (audit.Judgment{Answer: audit.NotOK, Note: text}) {
				return nil
			}
			return s.enqueue(s.judgment(group, f, audit.Judgment{Answer: audit.NotOK, Note: text}))
		},
		Keep: func(text string) tea.Cmd {
			s.notes.keep(group, f, text)
			ctx, desk, state := s.env.Ctx, s.desk, s.state
			return func() tea.Msg {
				return typedMsg{s, key, desk.SaveTyping(ctx, state, typingField(group, f), text)}
			}
		},
	})
}

// editNote changes the note of a judgment of the group that is not ok: of the
// one shown, of the only one, or of one chosen.
func (s *Screen) editNote() tea.Cmd {
	group, j := s.label(s.group), s.judged(s.group)
	ask := func(f audit.Field) tea.Cmd {
		s.field = f
		offer := j[f].Note
		if typed := s.notes.kept[noteKey{group, f}]; typed != "" {
			offer = typed
		}
		return s.askNote(group, f, offer)
	}
	against := s.against(s.group)
	if j[s.field].Answer == audit.NotOK {
		return ask(s.field)
	}
	if len(against) == 1 {
		return ask(against[0])
	}
	items := make([]part.Choice, len(against))
	for i, f := range against {
		items[i] = part.Choice{Text: f.Title(), Detail: j[f].Note}
	}
	return send(part.ChooseMsg{Title: "Note on which judgment?", Items: items, Then: func(i int) tea.Cmd { return ask(against[i]) }})
}

// against are the judgments of a group that are not ok.
func (s *Screen) against(group int) []audit.Field {
	var out []audit.Field
	j := s.judged(group)
	for _, f := range audit.AllFields() {
		if j[f].Answer == audit.NotOK {
			out = append(out, f)
		}
	}
	return out
}

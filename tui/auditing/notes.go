package auditing

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/kept"
	"suffice/tui/part"
)

// notes are the texts that say why something is not ok, as far as they are no
// part of a judgment: in the middle of being typed, or of one that became ok.
type notes struct {
	typed *kept.Drafts       // saved beside the journal, by typingField
	past  map[noteKey]string // of judgments that became ok in this sitting
}

type noteKey struct {
	group string
	field audit.Field
}

func newNotes(env *part.Env, state string) notes {
	return notes{typed: kept.New(env, state), past: map[noteKey]string{}}
}

// typingField names the text of a note while it is typed.
func typingField(group string, f audit.Field) string { return "audit " + f.Name() + " " + group }

// offer is the text to begin the note of a judgment with: what is being typed,
// or else the note that there is, or that there was.
func (s *Screen) offer(group string, f audit.Field) string {
	for _, text := range []string{s.notes.typed.Get(typingField(group, f)), judgments(s.sheet, group)[f].Note} {
		if text != "" {
			return text
		}
	}
	return s.notes.past[noteKey{group, f}]
}

// recover takes up what was being typed when the last sitting ended. A text that
// is part of its judgment already is forgotten: the sitting ended before that.
func (s *Screen) recover(v review.AuditView) tea.Cmd {
	var cmds []tea.Cmd
	each := func(do func(name, group string, f audit.Field)) {
		for _, group := range v.Frozen.Groups {
			for _, f := range audit.AllFields() {
				do(typingField(group, f), group, f)
			}
		}
	}
	each(func(name, group string, f audit.Field) { s.notes.typed.Add(name, s.clean(noteOn(group, f))) })
	s.notes.typed.Load(v.Typing)
	each(func(name, group string, f audit.Field) {
		if text := s.notes.typed.Get(name); text != "" && text == judgments(v.Sheet, group)[f].Note {
			cmds = append(cmds, s.notes.typed.Drop(name, text))
		}
	})
	return tea.Batch(cmds...)
}

func noteOn(group string, f audit.Field) string { return "note on " + group + " " + f.Title() }

// hear hands a message to what is being typed.
func (s *Screen) hear(msg tea.Msg) tea.Cmd { return s.notes.typed.Update(msg) }

// noting is one note in the prompt. A prompt does not change while it is open,
// so what another window of the same person writes meanwhile is saved beside it,
// and comes into a prompt when this one is accepted.
type noting struct {
	typed   *kept.Drafts
	name    string
	said    string // what typed had when this prompt looked last
	mine    string // what stood in the prompt then
	theirs  string // of another window, and not in the prompt
	durable string // the note of the judgment, as the person has seen it
}

func (s *Screen) noting(group string, f audit.Field, offer string) *noting {
	name := typingField(group, f)
	return &noting{
		typed: s.notes.typed, name: name, said: s.notes.typed.Get(name), mine: offer,
		durable: judgments(s.sheet, group)[f].Note,
	}
}

// look takes up what another window has written.
func (n *noting) look() {
	got := n.typed.Get(n.name)
	switch {
	case got == n.said:
		return
	case got == "":
		n.theirs = "" // forgotten there, or made durable
	default:
		n.theirs = beside(got, n.mine)
	}
	n.said = got
}

// beside is the rest of a text that has mine as its first or last part; the whole
// text when it has not.
func beside(text, mine string) string {
	if rest, ok := strings.CutPrefix(text, mine+"\n\n"); ok && mine != "" {
		return rest
	}
	if rest, ok := strings.CutSuffix(text, "\n\n"+mine); ok && mine != "" {
		return rest
	}
	return text
}

// keep saves what stands in the prompt now.
func (n *noting) keep(text string) tea.Cmd {
	n.look()
	n.mine, n.said = text, text
	if n.theirs != "" {
		n.said = kept.Join(text, n.theirs)
	}
	return tea.Batch(n.typed.Set(n.name, n.said), n.typed.Flush())
}

// unseen joins to the text of an accepted prompt the words of another window
// that did not stand in it: those being typed, and those that have become the
// note of the judgment. It reports whether there are any.
func (n *noting) unseen(text, durable string) (string, bool) {
	n.look()
	joined := text
	if n.theirs != "" {
		joined = kept.Join(joined, n.theirs)
	}
	if durable != n.durable {
		joined = kept.Join(joined, durable)
	}
	return joined, joined != text
}

// askNote asks why a judgment is not ok; it offers what there is already.
func (s *Screen) askNote(group string, f audit.Field, offer string) tea.Cmd {
	return s.ask(s.noting(group, f, offer), group, f)
}

func (s *Screen) ask(n *noting, group string, f audit.Field) tea.Cmd {
	hint := f.Asks()
	if !strings.Contains(n.mine, n.durable) {
		hint = "In place of: " + n.durable
	}
	return send(part.PromptMsg{
		Title: group + " · " + f.Title() + " is not ok: why?",
		Value: n.mine, Lines: 3,
		Hint: hint,
		Check: func(text string) string {
			if strings.TrimSpace(text) == "" {
				return "A judgment that is not ok needs a note, however short. esc leaves it for later."
			}
			return ""
		},
		Then: func(text string) tea.Cmd { return s.acceptNote(n, group, f, strings.TrimSpace(text)) },
		Keep: n.keep,
	})
}

// acceptNote makes a note part of its judgment, unless another window has
// written one that the person has not seen here.
func (s *Screen) acceptNote(n *noting, group string, f audit.Field, text string) tea.Cmd {
	was := judgments(s.sheet, group)[f]
	if both, more := n.unseen(text, was.Note); more {
		return s.askBoth(group, f, both, was.Note)
	}
	s.notes.past[noteKey{group, f}] = text
	saved := s.notes.typed.Set(n.name, text) // settled once the judgment is on disk
	j := audit.Judgment{Answer: audit.NotOK, Note: text}
	if was == j {
		return tea.Batch(saved, s.notes.typed.Settle(n.name, text))
	}
	a := s.judgment(group, f, j)
	a.done = func() tea.Cmd { return s.notes.typed.Settle(n.name, text) }
	a.elsewhere = func(note string) tea.Cmd { return s.askBoth(group, f, kept.Join(text, note), note) }
	return tea.Batch(saved, s.enqueue(a))
}

// askBoth asks once more, with the words of both windows; durable are those that
// are the note of the judgment now.
func (s *Screen) askBoth(group string, f audit.Field, both, durable string) tea.Cmd {
	saved := s.notes.typed.Set(typingField(group, f), both)
	n := s.noting(group, f, both)
	n.durable = durable
	return tea.Batch(saved, s.notes.typed.Flush(), s.ask(n, group, f),
		toast(bad, "Another window of yours wrote the "+s.clean(noteOn(group, f))+" too: both texts are in it now, the other one last."))
}

// noteElsewhereError is the answer to a judgment in whose place another window
// of the same person has written a note that is not known here.
type noteElsewhereError struct {
	group string
	field audit.Field
	note  string
}

func (e *noteElsewhereError) Error() string {
	return "Not judged: another window of yours wrote the " + noteOn(e.group, e.field) + ". It is shown now; judge again if you mean it."
}

// editNote changes the note of a judgment of the group that is not ok: of the
// one shown, of the only one, or of one chosen.
func (s *Screen) editNote() tea.Cmd {
	group, j := s.label(s.group), s.judged(s.group)
	ask := func(f audit.Field) tea.Cmd {
		s.field = f
		return s.askNote(group, f, s.offer(group, f))
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

package app

import (
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// panicMsg says that a command panicked.
type panicMsg struct{ what any }

// guard runs a command so that a panic in it becomes a message instead of the
// end of the session. Batches and sequences are guarded member by member.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if what := recover(); what != nil {
				msg = panicMsg{what}
			}
		}()
		return guardAll(cmd())
	}
}

var cmdType = reflect.TypeFor[tea.Cmd]()

// guardAll guards the commands inside a message. Bubble Tea's message for a
// sequence has no exported type; like a batch it is a slice of commands.
func guardAll(msg tea.Msg) tea.Msg {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type().Elem() != cmdType {
		return msg
	}
	for i := range v.Len() {
		if cmd := v.Index(i).Interface().(tea.Cmd); cmd != nil {
			v.Index(i).Set(reflect.ValueOf(guard(cmd)))
		}
	}
	return msg
}

// The clock looks at the time and at the project file this often.
const interval = 2 * time.Second

// tickMsg is the clock.
type tickMsg struct{}

// versionMsg is the version of the project file.
type versionMsg struct {
	version int64
	err     error
}

func (m *Model) tick() tea.Cmd { return m.env.Later(interval, tickMsg{}) }

// clock keeps the time in the top line and asks whether another process has
// written; both without drawing when nothing is new.
func (m *Model) clock(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case tickMsg:
		now, behind := m.env.Now().Format("15:04"), m.behind()
		changed = now != m.minute || behind.Text != m.background
		return tea.Batch(m.tick(), m.ask()), changed
	case versionMsg:
		if msg.err != nil {
			return nil, false // the next read of a screen tells it
		}
		news := m.asked && msg.version != m.version
		m.version, m.asked = msg.version, true
		if news {
			return m.top().Update(part.ExternalChangeMsg{}), true
		}
	}
	return nil, false
}

// behind is what goes on behind the screens.
func (m *Model) behind() part.Background {
	if m.env.Background == nil {
		return part.Background{}
	}
	return m.env.Background()
}

// ask reads the version of the project file.
func (m *Model) ask() tea.Cmd {
	if m.env.Changed == nil {
		return nil
	}
	ctx, changed := m.env.Ctx, m.env.Changed
	return func() tea.Msg {
		v, err := changed(ctx)
		return versionMsg{v, err}
	}
}

// typingPause is how long typing has to rest before its text is saved.
const typingPause = 500 * time.Millisecond

// keepMsg saves the text being typed if nothing was typed since.
type keepMsg struct{ typed int }

func (m *Model) pause() tea.Cmd {
	m.typed++
	return m.env.Later(typingPause, keepMsg{m.typed})
}

func (m *Model) keep(msg keepMsg) tea.Cmd {
	if msg.typed != m.typed || len(m.over) == 0 {
		return nil
	}
	if p, ok := m.over[len(m.over)-1].(*part.Prompt); ok {
		return p.Pause()
	}
	return nil
}

package app

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/tuitest"
)

// attack is what a repository may hold to harm a terminal.
const attack = "\x1b]52;c;aGFjaw==\x07\x1b[2J\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\ \u009b31m\x9b5n \x1bPq#0\x1b\\ \u202eevil\u202c \u200b\u2066x\u2069 \x07\x08\x1b]0;own"

// hostile are states whose every text attacks.
func hostile() []card.State {
	out := few()
	for i := range out[:3] {
		c := &out[i].Card
		c.Repo = "harbour\x1b[2J/漢字\u202e"
		c.Boundary = card.Boundary("after\x1b]0;x\x07search")
		c.Need = attack
	}
	out[0].Card.InstanceID = "a" + attack
	return out
}

func sequence(msg tea.Msg) []tea.Cmd {
	v := reflect.ValueOf(msg)
	out := make([]tea.Cmd, v.Len())
	for i := range out {
		out[i] = v.Index(i).Interface().(tea.Cmd)
	}
	return out
}

// tap is a writer that several goroutines may write to.
type tap struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (t *tap) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.Write(p)
}

// Case C23: run the real program on hostile text and watch the bytes that
// would reach a terminal, and the screen that they make.
func TestHostileTextNeverReachesTheTerminal(t *testing.T) {
	flag := strings.ToValidUTF8(attack, "") // people type text, repositories hold bytes
	ann := reviewtest.Annotator("ann" + flag)
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{ann}, hostile()...)
	desk := reviewtest.Desk(t, mem, ann)
	for _, err := range []error{third(desk.Flag(t.Context(), "state-1", &flag)), third(desk.Note(t.Context(), "state-1", flag))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const mark = "␛]52;c;aGFjaw==␇␛[2J"
	for key, shows := range map[string]string{"j": mark, "P": "flag it", "?": "All keys of this screen", "f": "No reason takes", ":": "Every action", "/": "repository, boundary"} {
		var out tap
		drive(t, desk, &out, mark, key, shows)
		raw := out.b.String()
		for name, bad := range map[string]string{
			"clipboard": "\x1b]52", "link": "\x1b]8", "device control": "\x1bP", "C1": "\u009b", "raw C1": "\x9b5n",
			"override": "\u202e", "zero width": "\u200b", "isolate": "\u2066", "title": "\x1b]0;own", "backspace": "\x08\x1b]0",
		} {
			if strings.Contains(raw, bad) {
				t.Errorf("after %q: %s reached the terminal", key, name)
			}
		}
		if screen := shown(raw); !strings.Contains(screen, "␛") {
			t.Errorf("after %q the attack is not shown as marks:\n%s", key, screen)
		}
	}
	v, err := desk.Take(t.Context(), "state-1")
	if err != nil || v.State.Card.Need != attack || *v.Mine.Flag != flag {
		t.Errorf("stored text changed: %q, %v", v.State.Card.Need, err)
	}
}

// shown is the screen that output makes, before the program gives it back.
func shown(raw string) string {
	screen := vt.NewEmulator(160, 50)
	answered := make(chan struct{})
	go func() { // the terminal's answers are not wanted, but have to be taken
		_, _ = io.Copy(io.Discard, screen)
		close(answered)
	}()
	before, _, _ := strings.Cut(raw, "\x1b[?1049l")
	_, _ = io.WriteString(screen, before)
	shown := screen.String()
	_ = screen.InputPipe().(io.Closer).Close() // Close itself races with the reader
	<-answered
	return shown
}

// probeMsg asks whether the frame shows what is waited for; it never reaches
// the model.
type probeMsg struct{}

// drive runs a whole session on pipes: it waits for the queue, presses a key,
// and leaves once the answer to it is on the screen.
func drive(t *testing.T, desk *review.Desk, out io.Writer, ready, key, shows string) {
	t.Helper()
	m, err := Start(t.Context(), Options{Desk: desk, Config: config.Default(), Workbench: func(e *part.Env, s string) part.Screen { return &bench{env: e, state: s} }})
	if err != nil {
		t.Fatal(err)
	}
	pressed := false
	filter := func(model tea.Model, msg tea.Msg) tea.Msg {
		if _, ok := msg.(probeMsg); !ok {
			return msg
		}
		content := cell.Strip(model.View().Content)
		switch {
		case !pressed && strings.Contains(content, ready):
			pressed = true
			return tuitest.Press(key)
		case pressed && strings.Contains(content, shows):
			return tea.QuitMsg{}
		}
		return nil
	}
	in, keyboard := io.Pipe()
	defer keyboard.Close()
	p := tea.NewProgram(m, tea.WithContext(t.Context()), tea.WithInput(in), tea.WithOutput(out), tea.WithFilter(filter), tea.WithoutSignals(),
		tea.WithWindowSize(160, 50), tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			default:
				p.Send(probeMsg{})
			}
		}
	}()
	_, err = p.Run()
	close(ended)
	if err != nil {
		t.Fatal(err)
	}
}

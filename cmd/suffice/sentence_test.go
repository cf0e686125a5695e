package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"suffice/review"
)

// sitting is the program at work in a terminal of its own.
type sitting struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	out  bytes.Buffer
	grew chan struct{}
}

const sittingColumns, sittingRows = 120, 40

func (p processes) sit() *sitting {
	p.t.Helper()
	s := &sitting{t: p.t, cmd: p.command(), grew: make(chan struct{}, 1)}
	s.cmd.Env = append(s.cmd.Env, "TERM=xterm-256color", "NO_COLOR=1", "XDG_CONFIG_HOME="+p.dir)
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: sittingRows, Cols: sittingColumns})
	if err != nil {
		p.t.Skipf("no pseudo-terminal to be had here: %v", err)
	}
	s.tty = tty
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		s.listen()
	}()
	p.t.Cleanup(func() { s.kill(); <-heard })
	return s
}

// listen keeps what the program writes and says what kind of terminal this is.
func (s *sitting) listen() {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.tty.Read(buf)
		if bytes.Contains(buf[:n], []byte("\x1b[c")) {
			_, _ = io.WriteString(s.tty, "\x1b[?62;22c")
		}
		s.mu.Lock()
		s.out.Write(buf[:n])
		s.mu.Unlock()
		select {
		case s.grew <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// kill ends the program as a power cut would.
func (s *sitting) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	_ = s.tty.Close()
}

// hangUp tells the program what a terminal tells when its window is closed, and
// waits for it to end.
func (s *sitting) hangUp() (code int) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		s.t.Fatal(err)
	}
	_ = s.cmd.Wait() // its exit code is what is asked for
	return s.cmd.ProcessState.ExitCode()
}

func (s *sitting) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, keys); err != nil {
		s.t.Fatal(err)
	}
}

// screen is what a person would see now.
func (s *sitting) screen() string {
	s.mu.Lock()
	written := bytes.Clone(s.out.Bytes())
	s.mu.Unlock()
	e := vt.NewEmulator(sittingColumns, sittingRows)
	answered := make(chan struct{})
	go func() { // answers of this terminal are not wanted, but have to be taken
		_, _ = io.Copy(io.Discard, e)
		close(answered)
	}()
	_, _ = e.Write(written)
	text := e.String()
	_ = e.InputPipe().(io.Closer).Close()
	<-answered
	return text
}

// sees waits until the screen shows something.
func (s *sitting) sees(text string) {
	s.t.Helper()
	late := time.After(time.Minute)
	for !strings.Contains(s.screen(), text) {
		select {
		case <-s.grew:
		case <-late:
			s.t.Fatalf("%q does not appear:\n%s", text, s.screen())
		}
	}
}

// Case C25: forty characters of a rationale typed and a group removed, then
// the process is killed. All of it is there afterwards, and undo works.
func TestKilledInMidSentence(t *testing.T) {
	const typed = "tz is read here, before the gates: UTC\u202f漢"
	p := newProcesses(t)
	p.write("second.jsonl", `{"op":"add_group","after":{"role":"api_contract","acceptable_evidence_ids":["u2"],"necessity_weight":1}}`)
	p.must("apply", "s1", "second.jsonl")
	ses, err := openAs(t.Context(), filepath.Join(p.dir, "suffice.db"), "ana", streams{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer ses.close()
	look := func() review.View {
		v, err := ses.desk.Take(t.Context(), "s1")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}

	s := p.sit()
	s.sees("Queue")
	s.press("\r")
	s.sees("G2 api_contract")
	s.press("D")
	s.sees("removed G1")
	s.press("e")
	s.sees("Rationale of")
	s.press(typed)
	for late := time.Now().Add(time.Minute); len(look().Typing) == 0 || look().Typing[0].Text != typed; runtime.Gosched() {
		if time.Now().After(late) {
			t.Fatalf("what is typed never reaches the disk: %+v", look().Typing)
		}
	}
	s.kill()

	v := look()
	if n := len(v.Draft.Certificate().Groups); n != 1 {
		t.Errorf("%d groups after the kill, want the one that was left", n)
	}
	p.must("verify")
	again := p.sit()
	again.sees("Queue")
	again.press("\r")
	again.sees("recovered")
	again.sees("tz is read here, before the gates: UTC")
	again.press("\x18") // throw the text away, to get at the keys
	again.sees("Throw away")
	again.press("y")
	again.sees("G1 has no rationale") // where the text stood
	again.press("u")
	again.sees("G2")
	if g := look().Draft.Certificate().Groups; len(g) != 2 || g[0].Role != "bug_location" {
		t.Errorf("undo after the kill leaves %+v", g)
	}

	again.press("e")
	again.sees("Rationale of")
	again.press("a window is closed")
	again.sees("a window is closed")
	if code := again.hangUp(); code != exitWrong {
		t.Errorf("hung up, it ends with %d", code)
	}
	if typing := look().Typing; len(typing) != 1 || typing[0].Text != "a window is closed" {
		t.Errorf("hung up in mid-sentence leaves %+v", typing)
	}
	p.must("verify")
}

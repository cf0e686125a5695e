package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
)

const (
	columns, rows = 160, 50
	keyPresses    = 300
	patience      = 20 * time.Second
)

// terminal opens the workbench in a pseudo-terminal, as a person's terminal
// would, and measures from the outside: start to the first frame, key to the
// first byte that answers it, memory while open.
func (b *bench) terminal(ctx context.Context) error {
	var first []int64
	for i := range b.runs + 1 {
		t, err := b.openTerminal(ctx)
		if err != nil {
			return err
		}
		if i > 0 {
			first = append(first, t.first.Milliseconds())
		}
		if i == b.runs {
			err = b.press(t)
		}
		if err := errors.Join(err, t.close()); err != nil {
			return err
		}
	}
	b.row("start to first frame", "%s ms (whole process)", spreadOf(first))
	return nil
}

// screen is a running suffice and what it has written so far.
type screen struct {
	cmd   *exec.Cmd
	tty   *os.File
	first time.Duration // start to the first frame

	mu      sync.Mutex
	written bytes.Buffer
	grew    chan struct{} // a token when more was written
}

func (b *bench) openTerminal(ctx context.Context) (*screen, error) {
	s := &screen{cmd: b.command(ctx), grew: make(chan struct{}, 1)}
	s.cmd.Env = append(s.cmd.Env, "TERM=xterm-256color", "COLORTERM=truecolor")
	start := time.Now()
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	s.tty = tty
	go s.listen()
	if err := s.waitFor("synthetic-00001"); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.first = time.Since(start)
	return s, nil
}

// listen keeps what the program writes and answers its questions about the
// terminal, as a terminal does.
func (s *screen) listen() {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.tty.Read(buf)
		if n > 0 {
			s.answer(buf[:n])
			s.mu.Lock()
			s.written.Write(buf[:n])
			s.mu.Unlock()
			select {
			case s.grew <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

// answer replies to the request for the primary device attributes.
func (s *screen) answer(out []byte) {
	if bytes.Contains(out, []byte("\x1b[c")) {
		_, _ = io.WriteString(s.tty, "\x1b[?62;22c")
	}
}

func (s *screen) waitFor(text string) error {
	deadline := time.After(patience)
	for {
		s.mu.Lock()
		found := strings.Contains(s.written.String(), text)
		s.mu.Unlock()
		if found {
			return nil
		}
		select {
		case <-s.grew:
		case <-deadline:
			return fmt.Errorf("%q did not appear within %s", text, patience)
		}
	}
}

// press opens the first state and moves through its pool key by key.
func (b *bench) press(s *screen) error {
	if _, err := io.WriteString(s.tty, "\r"); err != nil {
		return err
	}
	if err := s.waitFor("Certificate"); err != nil {
		return err
	}
	s.settle()
	var took []int64
	for i := range keyPresses {
		key := "j"
		if i/40%2 == 1 {
			key = "k"
		}
		start := time.Now()
		if _, err := io.WriteString(s.tty, key); err != nil {
			return err
		}
		select {
		case <-s.grew:
			took = append(took, time.Since(start).Microseconds())
		case <-time.After(time.Second): // the key changed nothing
		}
		s.settle()
	}
	if len(took) == 0 {
		return errors.New("no key was answered")
	}
	all := spreadOf(took)
	b.row("key to first byte on the terminal", "p50 %.1f ms, p99 %.1f ms over %d keys (frames are written at most 60 times a second)",
		float64(all.median)/1e3, float64(took[len(took)*99/100])/1e3, len(took))
	memory, err := residentMB(s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	b.row("memory while open", "%d MB", memory)
	return nil
}

// settle waits until nothing has been written for a moment.
func (s *screen) settle() {
	for {
		select {
		case <-s.grew:
		case <-time.After(40 * time.Millisecond):
			return
		}
	}
}

func (s *screen) close() error {
	err := s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	return errors.Join(err, s.tty.Close())
}

// residentMB reads the resident set of a process, where the system tells.
func residentMB(pid int) (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, fmt.Errorf("read the memory of the process: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			var kb int
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				return 0, err
			}
			return kb >> 10, nil
		}
	}
	return 0, errors.New("the system does not tell the memory of a process")
}

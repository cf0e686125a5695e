package reviewtest

import (
	"context"
	"sync"
)

// failures are errors waiting to be given, the oldest first.
type failures []error

func (f *failures) next() error {
	if len(*f) == 0 {
		return nil
	}
	err := (*f)[0]
	*f = (*f)[1:]
	return err
}

// FailAppend makes the next appends fail with these errors, one each; nothing
// is written by an append that fails.
func (m *Memory) FailAppend(errs ...error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.appends = append(m.appends, errs...)
}

// FailTyping makes the next saves of text being typed fail with these errors.
func (m *Memory) FailTyping(errs ...error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.typings = append(m.typings, errs...)
}

// HoldAppends makes every append wait until release is called or its context
// ends, as a busy disk would. What is appended meanwhile goes on in no
// particular order.
func (m *Memory) HoldAppends() (release func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	gate := make(chan struct{})
	m.gate = gate
	return sync.OnceFunc(func() {
		m.LetThrough()
		close(gate)
	})
}

// LetThrough ends the holding for appends that come from now on; those that
// wait already go on waiting until they are released.
func (m *Memory) LetThrough() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gate = nil
}

// AwaitHeld returns once n appends wait.
func (m *Memory) AwaitHeld(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.held < n {
		m.changed.Wait()
	}
}

// wait blocks while appends are held.
func (m *Memory) wait(ctx context.Context) error {
	gate := m.enter()
	if gate == nil {
		return ctx.Err()
	}
	defer m.leave()
	select {
	case <-gate:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *Memory) enter() chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gate != nil {
		m.held++
		m.changed.Broadcast()
	}
	return m.gate
}

func (m *Memory) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held--
	m.changed.Broadcast()
}

package endpoint

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"
	"time"
)

// How long a conversation waits after its first failure when the server does not
// say: after the second it is four times as long.
const (
	afterFault     = time.Second      // a fault of the server or of the way there
	afterBusy      = 10 * time.Second // too many requests, or a model that is being loaded
	longestBackoff = time.Minute
)

// pace decides when a request may leave: after the backoff that its own
// failures ask for, after what the server asked of everybody, within the
// concurrency and within the rate. All states of a process share one.
type pace struct {
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error
	slots   chan struct{}
	every   time.Duration // between requests in the long run; 0: no limit
	burst   int           // requests that may leave at once
	longest time.Duration // the most that is waited for a server

	mu   sync.Mutex
	full time.Time           // when the bucket of the rate is full again
	hold time.Time           // until when the server wants no request at all
	owed map[string]*backoff // by the conversation that failed
}

// backoff is what one conversation has to wait.
type backoff struct {
	failures int
	until    time.Time
}

func newPace(c Config) *pace {
	p := &pace{
		now: c.Now, sleep: c.Sleep, longest: c.LongestWait,
		slots: make(chan struct{}, c.Concurrency), burst: c.Concurrency,
		owed: map[string]*backoff{},
	}
	if c.RequestsPerMinute > 0 {
		p.every = time.Duration(float64(time.Minute) / c.RequestsPerMinute)
	}
	return p
}

// tooLong is a wait that is not begun.
type tooLong struct{ wait, most time.Duration }

func (e *tooLong) Error() string { return fmt.Sprintf("%v is longer than %v", e.wait, e.most) }

// enter returns when a request of the conversation may leave; leave must be
// called when it is over. The error is a *tooLong, or that of the context.
func (p *pace) enter(ctx context.Context, conversation string) (leave func(), err error) {
	if err := p.await(ctx, func() time.Time { return p.debt(conversation) }); err != nil {
		return nil, err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	leave = func() { <-p.slots }
	if err := p.await(ctx, p.held); err != nil {
		leave()
		return nil, err
	}
	if d := p.take(); d > 0 {
		if err := p.sleep(ctx, d); err != nil {
			leave()
			return nil, err
		}
	}
	return leave, nil
}

// await sleeps until the time that until tells has come; it may move on
// meanwhile.
func (p *pace) await(ctx context.Context, until func() time.Time) error {
	for {
		d := until().Sub(p.now())
		if d <= 0 {
			return ctx.Err()
		}
		most := p.longest
		if deadline, ok := ctx.Deadline(); ok {
			most = min(most, time.Until(deadline))
		}
		if d > most {
			return &tooLong{wait: d, most: max(most, 0)}
		}
		if err := p.sleep(ctx, d); err != nil {
			return err
		}
	}
}

func (p *pace) debt(conversation string) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if b := p.owed[conversation]; b != nil {
		return b.until
	}
	return time.Time{}
}

func (p *pace) held() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hold
}

// take takes a token of the bucket, or one that is yet to fall into it, and
// returns how long that will be.
func (p *pace) take() time.Duration {
	if p.every == 0 {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.full.Before(now) {
		p.full = now
	}
	p.full = p.full.Add(p.every)
	return p.full.Sub(now) - time.Duration(p.burst)*p.every
}

// holdAll makes every conversation wait so long, as the server wants it.
func (p *pace) holdAll(wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := p.now().Add(wait); until.After(p.hold) {
		p.hold = until
	}
}

// failed notes that a request of the conversation failed in a way that time may
// mend; first is how long to wait when it is the first failure in a row.
func (p *pace) failed(conversation string, first time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.owed[conversation]
	if b == nil {
		b = &backoff{}
		p.owed[conversation] = b
	}
	b.failures++
	b.until = p.now().Add(growing(conversation, first, b.failures))
}

// answered forgets what the conversation had to wait.
func (p *pace) answered(conversation string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.owed, conversation)
}

// growing is four times as long after every failure. A quarter of it, up or
// down, depends on the conversation, so that many that failed together do not
// come back together; the same run waits the same.
func growing(conversation string, first time.Duration, failures int) time.Duration {
	d := first
	for range failures - 1 {
		d = min(4*d, longestBackoff)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", conversation, failures))
	part := float64(binary.LittleEndian.Uint32(sum[:4]))/(1<<32) - 0.5
	return d + time.Duration(part*float64(d)/2)
}

// sleepFor waits in real time.
func sleepFor(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

package records

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"
)

// inFlight bounds the bytes of text that were read and not yet handed to Each:
// what a whole import holds in memory besides its own results. A longer line
// travels alone.
const inFlight = 8 << 20

// Source is a JSONL file and what to do with its records. Decode and Fast run
// in several goroutines at once; Check and Each run on the caller's, in the
// order of the file.
type Source[T any] struct {
	Name   string // as it appears in problems
	Reader io.Reader
	// Decode makes a value of a record that was found valid. A *FieldError, or
	// several joined, becomes a problem of its line, and so does any other
	// error. The value must not point into the record.
	Decode func(Record) (T, error)
	// Fast, if set, may make the value from the bare line in place of the
	// general check and Decode; false hands the line on to them. It must take
	// only what they would take, with the same value.
	Fast func(line []byte) (T, bool)
	// Check, if set, sees every good record, also after a problem, so that
	// all faults between records are told at once. It returns errors as Each does.
	Check func(line int, v T) error
	// Each, if set, sees every record until the first problem; what it did
	// before then is void when Read returns an error. A *FieldError, or several
	// joined, becomes a problem of the line; any other error ends the reading.
	Each func(line int, v T) error
}

// Read is Source.Read for the usual case.
func Read[T any](ctx context.Context, name string, r io.Reader, decode func(Record) (T, error), each func(line int, v T) error) error {
	return Source[T]{Name: name, Reader: r, Decode: decode, Each: each}.Read(ctx)
}

// Read reads the whole file, plain or gzip. What is wrong with the file comes
// back as one *Error; other errors are the reader's, the context's or Each's
// own. When ctx ends, a goroutine may still wait for the reader.
func (s Source[T]) Read(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := max(2, runtime.GOMAXPROCS(0))
	p := pipe[T]{
		source: s,
		blocks: newBlocks(2 * workers),
		budget: semaphore.NewWeighted(inFlight),
		work:   make(chan *batch[T]),
		order:  make(chan *batch[T], 4*workers),
		free:   make(chan []line[T], 4*workers),
	}
	var running sync.WaitGroup
	running.Go(func() { p.cut(ctx) })
	for range workers {
		running.Go(func() { p.decode(ctx) })
	}
	err := p.collect(ctx)
	cancel()
	if outer.Err() == nil {
		running.Wait()
	}
	return err
}

// pipe is one reading under way: cut makes batches, decode works them off in
// any order, collect takes them in file order.
type pipe[T any] struct {
	source Source[T]
	blocks *blocks
	budget *semaphore.Weighted
	work   chan *batch[T]
	order  chan *batch[T]
	free   chan []line[T] // room for lines to use again
}

// batch is one block and what became of it.
type batch[T any] struct {
	block
	first  bool
	cost   int64
	ready  chan struct{} // closed when lines and stop are set
	lines  []line[T]
	faulty bool
	stop   *Problem // the file as a whole is not JSONL
	err    error    // the reader failed
}

// line is what became of one line that is not blank.
type line[T any] struct {
	number int
	value  T
	faults []FieldError
	open   bool // it ends before its object does
	inner  bool // it does not begin like a record, so it may continue an open one
}

func (p *pipe[T]) cut(ctx context.Context) {
	defer close(p.work)
	defer close(p.order)
	text, unfit := unwrap(p.source.Reader)
	if unfit != nil {
		b := &batch[T]{stop: unfit, ready: make(chan struct{})}
		close(b.ready)
		p.order <- b // the first one, so there is room
		return
	}
	p.blocks.r = text
	for first := true; ; first = false {
		text, err := p.blocks.next()
		if errors.Is(err, io.EOF) {
			return
		}
		b := &batch[T]{block: text, first: first, err: err, ready: make(chan struct{})}
		b.cost = min(int64(cap(text.text)), inFlight)
		if p.budget.Acquire(ctx, b.cost) != nil {
			return
		}
		select {
		case p.order <- b:
		case <-ctx.Done():
			return
		}
		if err != nil {
			close(b.ready)
			return
		}
		select {
		case p.work <- b:
		case <-ctx.Done():
			return
		}
	}
}

func (p *pipe[T]) decode(ctx context.Context) {
	for b := range p.work {
		if ctx.Err() != nil {
			return
		}
		select {
		case b.lines = <-p.free:
		default:
		}
		b.decode(p.source)
		p.blocks.release(b.text)
		b.text = nil
		close(b.ready)
	}
}

func (p *pipe[T]) collect(ctx context.Context) error {
	c := collector[T]{source: p.source}
	for {
		b, err := p.next(ctx)
		if err != nil {
			return err
		}
		if b == nil {
			return c.end()
		}
		if b.stop != nil {
			b.stop.File = p.source.Name
			return &Error{Problems: []Problem{*b.stop}}
		}
		if b.err != nil {
			problem := gzipProblem(b.err)
			if problem == nil {
				return fmt.Errorf("read %s: %w", p.source.Name, b.err)
			}
			c.add(0, problem.Key, problem.Msg)
			continue
		}
		if err := c.take(b); err != nil {
			return err
		}
		p.budget.Release(b.cost)
		p.again(b.lines)
	}
}

// keptLines is the most room for lines that is used again.
const keptLines = 4 << 10

// again takes back the room for lines, without what they held.
func (p *pipe[T]) again(lines []line[T]) {
	if cap(lines) > keptLines {
		return
	}
	clear(lines)
	select {
	case p.free <- lines[:0]:
	default:
	}
}

// next waits for the next batch in file order to be ready; nil is the end.
func (p *pipe[T]) next(ctx context.Context) (*batch[T], error) {
	select {
	case b, more := <-p.order:
		if !more {
			return nil, ctx.Err()
		}
		select {
		case <-b.ready:
			return b, nil
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return nil, ctx.Err()
}

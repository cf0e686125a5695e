package records

import (
	"bytes"
	"errors"
	"io"
)

// How much of a file travels to a worker at a time: little at first, so that
// buffers are few and stay in the processor's cache, and up to blockSize where
// lines are long; more only when one line is longer than that.
const (
	firstSize = 64 << 10
	blockSize = 256 << 10
)

// keptSize is the largest buffer that is used again.
const keptSize = 4 << 20

// block is a run of whole lines of a file.
type block struct {
	text []byte
	line int  // of its first line, 1-based
	last bool // nothing follows
	long bool // no text: this line is longer than MaxLine and was passed over
}

// blocks cuts a file into blocks. One goroutine calls next; release may be
// called by any.
type blocks struct {
	r    io.Reader
	free chan []byte // buffers to use again
	tail []byte      // what was read beyond the last line break, in a buffer of its own
	size int         // of a new buffer
	line int         // of what comes next
	done bool
}

func newBlocks(buffers int) *blocks {
	return &blocks{free: make(chan []byte, buffers), size: firstSize, line: 1}
}

func (s *blocks) buffer(size int) []byte {
	size = max(size, s.size)
	select {
	case b := <-s.free:
		if cap(b) >= size {
			return b[:0]
		}
	default:
	}
	return make([]byte, 0, size)
}

// release takes a buffer back for use again.
func (s *blocks) release(b []byte) {
	if cap(b) < firstSize || cap(b) > keptSize {
		return
	}
	select {
	case s.free <- b:
	default:
	}
}

// next returns the next block, io.EOF when there is none, or what the reader said.
func (s *blocks) next() (block, error) {
	if s.done {
		return block{}, io.EOF
	}
	buf := s.tail
	if buf == nil {
		buf = s.buffer(0)
	}
	s.tail = nil
	for {
		searched := len(buf)
		full, err := fill(s.r, buf)
		buf = full
		if errors.Is(err, io.EOF) {
			s.done = true
			return block{text: buf, line: s.line, last: true}, nil
		}
		if err != nil {
			return block{}, err
		}
		if end := bytes.LastIndexByte(buf[searched:], '\n') + 1; end > 0 {
			return s.cut(buf, searched+end), nil
		}
		if len(buf) > MaxLine {
			return s.passOver(buf)
		}
		s.size = min(2*s.size, blockSize)
		buf = append(make([]byte, 0, min(2*cap(buf), MaxLine+blockSize)), buf...)
	}
}

// cut makes a block of buf[:end] and keeps the rest for the next one.
func (s *blocks) cut(buf []byte, end int) block {
	s.tail = append(s.buffer(len(buf)-end), buf[end:]...)
	b := block{text: buf[:end], line: s.line}
	s.line += bytes.Count(b.text, []byte{'\n'})
	return b
}

// passOver reads on to the end of a line that is too long, keeping nothing of it.
func (s *blocks) passOver(buf []byte) (block, error) {
	long := block{line: s.line, long: true}
	s.line++
	for {
		full, err := fill(s.r, buf[:0])
		buf = full
		if end := bytes.IndexByte(buf, '\n') + 1; end > 0 {
			s.tail = append(s.buffer(len(buf)-end), buf[end:]...)
			s.done = errors.Is(err, io.EOF) && len(s.tail) == 0
			return long, nil
		}
		if errors.Is(err, io.EOF) {
			s.done, long.last = true, true
			return long, nil
		}
		if err != nil {
			return block{}, err
		}
	}
}

// fill reads until the buffer is full; io.EOF is the reader's own.
func fill(r io.Reader, buf []byte) ([]byte, error) {
	for len(buf) < cap(buf) {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

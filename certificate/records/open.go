package records

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
)

// openError says in its own words why a file could not be opened.
type openError struct {
	text string
	err  error
}

func (e *openError) Error() string { return e.text }
func (e *openError) Unwrap() error { return e.err }

// Open opens a file for reading; "-" is stdin, which Close leaves open.
func Open(path string, stdin io.Reader) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(stdin), nil
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &openError{fmt.Sprintf("read %s: there is no such file", path), fs.ErrNotExist}
	case errors.Is(err, fs.ErrPermission):
		return nil, &openError{fmt.Sprintf("read %s: you may not read this file", path), fs.ErrPermission}
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, fmt.Errorf("read %s: this is a folder; a file is expected", path)
	}
	return f, nil
}

// Name is how a path handed to Open appears in problems.
func Name(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// Hashed passes on what it reads and keeps its SHA-256, so that a file is
// hashed in the pass that imports it. What is hashed is the file as it lies
// there: compressed, if it is.
type Hashed struct {
	r io.Reader
	h hash.Hash
	n int64
}

// NewHashed hashes what is read from r through it.
func NewHashed(r io.Reader) *Hashed { return &Hashed{r: r, h: sha256.New()} }

// Read implements io.Reader.
func (h *Hashed) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	h.h.Write(p[:n])
	h.n += int64(n)
	return n, err
}

// Sum is the SHA-256 of everything read so far: of the whole file once Read of
// this package has returned without error.
func (h *Hashed) Sum() [32]byte { return [32]byte(h.h.Sum(nil)) }

// Size is the number of bytes read so far.
func (h *Hashed) Size() int64 { return h.n }

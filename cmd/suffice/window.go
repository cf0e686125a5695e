package main

import (
	"context"
	"io"
	"os"
)

// window is the terminal that is typed into. When it cannot be read any more its
// window was closed. An error of reading would end the session at once, with what
// is being typed; the input comes to its end instead, and the session is ended as
// by a signal, which lets the screens save.
type window struct {
	*os.File
	closed func()
}

// Read reads what is typed.
func (w window) Read(b []byte) (int, error) {
	n, err := w.File.Read(b)
	if err != nil {
		w.closed()
		err = io.EOF
	}
	return n, err
}

// watched is a terminal's input and a context that ends with it. stop lets go of
// the context.
func watched(ctx context.Context, in io.Reader) (inside context.Context, input io.Reader, stop func()) {
	f, ok := in.(*os.File)
	if !ok {
		return ctx, in, func() {}
	}
	inside, cancel := context.WithCancel(ctx)
	return inside, window{f, cancel}, cancel
}

package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

// A window that is closed ends the input and the context, and is no error.
func TestWindow(t *testing.T) {
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	ctx, input, stop := watched(t.Context(), in)
	defer stop()
	b := make([]byte, 8)
	if _, err := keys.WriteString("abc"); err != nil {
		t.Fatal(err)
	}
	if n, err := input.Read(b); err != nil || string(b[:n]) != "abc" || ctx.Err() != nil {
		t.Errorf("read %q, %v, %v", b[:n], err, ctx.Err())
	}
	if err := in.Close(); err != nil { // reading it is an error now
		t.Fatal(err)
	}
	if n, err := input.Read(b); n != 0 || !errors.Is(err, io.EOF) || ctx.Err() == nil {
		t.Errorf("read %q, %v, %v", b[:n], err, ctx.Err())
	}
	text := strings.NewReader("")
	if again, input, _ := watched(t.Context(), text); again != t.Context() || input != io.Reader(text) {
		t.Error("what is no terminal is watched")
	}
}

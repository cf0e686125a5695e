// Command suffice is the workbench: it builds, checks and scores
// minimal-sufficient-evidence certificates for coding-agent decisions.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// revision is the program's revision, set by the build.
var revision = ""

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := perform(ctx, os.Args[1:], osStreams())
	stop()
	os.Exit(code)
}

// osStreams is the process seen from the commands.
func osStreams() streams {
	return streams{
		In:     os.Stdin,
		Out:    os.Stdout,
		Err:    os.Stderr,
		Getenv: os.Getenv,
		Now:    time.Now,
	}
}

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
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	code := perform(ctx, os.Args[1:], osStreams())
	stop()
	os.Exit(code)
}

// endings are the signals that end what is being done, cleanly. A terminal window
// that is closed hangs up; under nohup that is to be ignored, and it is.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
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

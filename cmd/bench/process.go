package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// sample is one finished process.
type sample struct {
	wall time.Duration
	peak int64 // most memory held at once, in bytes
}

// spread is the least, the median and the greatest of several runs.
type spread struct{ least, median, most int64 }

func (s spread) String() string { return fmt.Sprintf("%d (%d to %d)", s.median, s.least, s.most) }

// repeated holds the figures of several runs of one command.
type repeated struct {
	wall spread // milliseconds
	peak spread // megabytes
}

// command runs in the bench folder as the bench's own person.
func (b *bench) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, b.binary, args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "SUFFICE_AS=bench", "SUFFICE_PROJECT="+b.file("suffice.db"))
	return cmd
}

// once runs one command to its end.
func (b *bench) once(ctx context.Context, args ...string) (sample, error) {
	cmd := b.command(ctx, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	s := sample{wall: time.Since(start)}
	if err != nil {
		return s, fmt.Errorf("%v: %w\n%s", args, err, out.String())
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = usage.Maxrss << 10
	}
	return s, nil
}

// repeat runs a command several times, each after before, if there is one.
func (b *bench) repeat(ctx context.Context, before func() error, args ...string) (repeated, error) {
	var walls, peaks []int64
	for i := range b.runs + 1 {
		if before != nil {
			if err := before(); err != nil {
				return repeated{}, err
			}
		}
		s, err := b.once(ctx, args...)
		if err != nil {
			return repeated{}, err
		}
		if i > 0 {
			walls = append(walls, s.wall.Milliseconds())
			peaks = append(peaks, s.peak>>20)
		}
	}
	return repeated{wall: spreadOf(walls), peak: spreadOf(peaks)}, nil
}

func spreadOf(v []int64) spread {
	slices.Sort(v)
	return spread{v[0], v[len(v)/2], v[len(v)-1]}
}

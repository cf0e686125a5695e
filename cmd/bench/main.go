// Command bench measures suffice as people meet it, process by process, on a
// generated set of 500 states: scoring, importing, opening, typing, running
// methods. It prints figures and judges none; see `make bench`.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"text/tabwriter"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

// bench holds what the measurements share.
type bench struct {
	binary string // suffice
	dir    string // everything is made here
	runs   int
	out    *tabwriter.Writer
}

func measure(ctx context.Context) error {
	binary := flag.String("suffice", "dist/suffice", "the program to measure")
	runs := flag.Int("runs", 5, "counted runs of each measurement; one more comes first and is not counted")
	states := flag.Int("states", 500, "states of the generated set")
	units := flag.Int("units", 87, "units in every pool")
	flag.Parse()

	path, err := filepath.Abs(*binary)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "suffice-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{binary: path, dir: dir, runs: *runs, out: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)}

	fmt.Printf("%s, %s/%s, %d processors; medians of %d runs after one warm-up\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), *runs)
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return b.generate(ctx, *states, *units) },
		b.score, b.importItems, b.terminal, b.experiments,
	} {
		if err := step(ctx); err != nil {
			return err
		}
		b.out.Flush()
	}
	return nil
}

func (b *bench) file(name string) string { return filepath.Join(b.dir, name) }

// row prints one figure.
func (b *bench) row(what, format string, args ...any) {
	fmt.Fprintf(b.out, "%s\t%s\n", what, fmt.Sprintf(format, args...))
}

func (b *bench) generate(ctx context.Context, states, units int) error {
	_, err := b.once(ctx, "generate", b.dir, "--states", fmt.Sprint(states), "--units", fmt.Sprint(units), "--seed", "1")
	if err != nil {
		return err
	}
	for _, name := range []string{"items.jsonl", "labels.jsonl", "predictions.jsonl"} {
		info, err := os.Stat(b.file(name))
		if err != nil {
			return err
		}
		b.row("generated "+name, "%.1f MB", float64(info.Size())/1e6)
	}
	return nil
}

// score measures the whole command, files read and table printed.
func (b *bench) score(ctx context.Context) error {
	r, err := b.repeat(ctx, nil, "score", "--labels", b.file("labels.jsonl"), "--predictions", b.file("predictions.jsonl"))
	if err != nil {
		return err
	}
	b.row("score 6,000 rankings at 7 cutoffs", "%s ms wall (whole process, files read), %s MB", r.wall, r.peak)
	return nil
}

// importItems measures items, labels and predictions into a fresh project.
func (b *bench) importItems(ctx context.Context) error {
	fresh := func() error {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if err := os.RemoveAll(b.file("suffice.db") + suffix); err != nil {
				return err
			}
		}
		_, err := b.once(ctx, "init", "--name", "bench")
		return err
	}
	r, err := b.repeat(ctx, fresh, "import", "items", b.file("items.jsonl"))
	if err != nil {
		return err
	}
	b.row("import items", "%s ms wall, %s MB", r.wall, r.peak)
	for _, what := range []string{"labels", "predictions"} {
		one, err := b.once(ctx, "import", what, b.file(what+".jsonl"))
		if err != nil {
			return err
		}
		b.row("import "+what, "%d ms wall, %d MB (once)", one.wall.Milliseconds(), one.peak>>20)
	}
	info, err := os.Stat(b.file("suffice.db"))
	if err != nil {
		return err
	}
	b.row("database", "%.1f MB", float64(info.Size())/1e6)
	return nil
}

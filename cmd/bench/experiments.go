package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// experiments measures runs of methods on the imported project, and what is
// read off them.
func (b *bench) experiments(ctx context.Context) error {
	for _, e := range []struct {
		name, what string
		methods    []string
	}{
		{"bm25", "run bm25", []string{"bm25"}},
		{"fused", "run fused (nine views)", []string{"fused"}},
		{"complement", "run mss_complement, offline controller", []string{"mss_complement"}},
		{"eleven", "run 11 methods", []string{
			"mss_complement", "fused", "independent_similarity", "no_feedback_fixed", "no_feedback_adaptive",
			"single_stage", "fixed_top8", "ssr", "bm25", "mmr", "random",
		}},
	} {
		if err := b.experiment(ctx, e.name, e.what, e.methods); err != nil {
			return err
		}
	}
	return b.readings(ctx)
}

// experiment measures a new experiment, and the start of one that is complete.
func (b *bench) experiment(ctx context.Context, name, what string, methods []string) error {
	run := append([]string{"run", "--experiment", name}, methods...)
	s, err := b.once(ctx, run...)
	if err != nil {
		return err
	}
	size, files, err := folderSize(filepath.Join(b.dir, "results", "raw", name))
	if err != nil {
		return err
	}
	b.row(what, "%.1f s wall, %d MB (once); %d files, %.0f MB", s.wall.Seconds(), s.peak>>20, files, float64(size)/1e6)
	again, err := b.repeat(ctx, nil, append(run, "--resume")...)
	if err != nil {
		return err
	}
	b.row("  resume it when it is complete", "%s ms wall", again.wall)
	return nil
}

// readings measures what is read off the experiments.
func (b *bench) readings(ctx context.Context) error {
	for _, r := range []struct {
		what string
		args []string
	}{
		{"table main of all sets", []string{"table", "main"}},
		{"table attribution (counts tokens)", []string{"table", "attribution"}},
		{"compare two methods, 20,000 draws", []string{"compare", "mss_complement", "independent_similarity"}},
		{"replay mss_complement", []string{"replay", "complement"}},
	} {
		s, err := b.once(ctx, r.args...)
		if err != nil {
			return err
		}
		b.row(r.what, "%d ms wall, %d MB (once)", s.wall.Milliseconds(), s.peak>>20)
	}
	return nil
}

// folderSize adds up the files under a folder.
func folderSize(dir string) (bytes int64, files int, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return fmt.Errorf("measure %s: %w", path, err)
		}
		bytes += info.Size()
		files++
		return nil
	})
	return bytes, files, err
}

package store

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"suffice/certificate"
	"suffice/fixtures"
	"suffice/review"
	"suffice/review/reviewtest"
)

// big is the size of the public calibration split.
func big() fixtures.Size { return fixtures.Size{States: 500, Units: 87, Seed: 1} }

// generated makes a synthetic set of that size, once a benchmark.
func generated(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	if _, err := fixtures.Generate(context.Background(), dir, big()); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkImportItems imports 500 states with 43,500 units in a process of
// its own, so that the peak of its memory is the import's.
func BenchmarkImportItems(b *testing.B) {
	dir := generated(b)
	info, err := os.Stat(filepath.Join(dir, "items.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	var took time.Duration
	var peak, size int64
	for b.Loop() {
		db := filepath.Join(b.TempDir(), "suffice.db")
		out := child(b, "import", db, dir)
		nanos, kib, found := strings.Cut(strings.TrimSpace(out), " ")
		if !found {
			b.Fatalf("the child said %q", out)
		}
		took += time.Duration(number(b, nanos))
		peak = max(peak, number(b, kib))
		stat, err := os.Stat(db)
		if err != nil {
			b.Fatal(err)
		}
		size = stat.Size()
	}
	b.ReportMetric(took.Seconds()/float64(b.N), "s/import")
	b.ReportMetric(float64(peak)/1024, "MiB-peak")
	b.ReportMetric(float64(size)/(1<<20), "MiB-database")
	b.ReportMetric(float64(info.Size())/1e6, "MB-json")
	b.ReportMetric(0, "ns/op")
}

func number(b *testing.B, s string) int64 {
	b.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// child runs this test binary as another process; see TestMain.
func child(tb testing.TB, args ...string) string {
	tb.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+strings.Join(args, "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("the child process: %v", err)
	}
	return string(out)
}

// childImport imports a generated set and prints nanoseconds and peak KiB.
func childImport(db, dir string) error {
	ctx := context.Background()
	start := time.Now()
	s, err := Create(ctx, db, reviewtest.Calibration(), reviewtest.Organizer("olga"))
	if err != nil {
		return err
	}
	sc := review.Visible(reviewtest.Organizer("olga"), review.Open)
	if _, err := s.ImportItems(ctx, sc, 1, []Source{fileSource(filepath.Join(dir, "items.jsonl"))}); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	took := time.Since(start)
	peak, err := peakMemory()
	if err != nil {
		return err
	}
	fmt.Println(took.Nanoseconds(), peak)
	return nil
}

// peakMemory is the most memory this process ever held, in KiB (VmHWM).
func peakMemory() (int64, error) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strconv.ParseInt(strings.Fields(v)[0], 10, 64)
		}
	}
	return 0, fmt.Errorf("no VmHWM in /proc/self/status")
}

func fileSource(path string) Source {
	return Source{Name: filepath.Base(path), Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

// imported is a project with the generated set in it.
func imported(b *testing.B) (*Store, review.Scope) {
	b.Helper()
	dir := generated(b)
	ctx := context.Background()
	s, err := Create(ctx, filepath.Join(b.TempDir(), "suffice.db"), reviewtest.Calibration(), reviewtest.Organizer("olga"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	sc := review.Visible(reviewtest.Organizer("olga"), review.Open)
	if _, err := s.ImportItems(ctx, sc, 1, []Source{fileSource(filepath.Join(dir, "items.jsonl"))}); err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if _, err := s.ImportLabels(ctx, sc, 1, []Source{fileSource(filepath.Join(dir, "labels.jsonl"))}, LabelOptions{}); err != nil {
		b.Fatal(err)
	}
	b.Logf("labels imported in %v", time.Since(start))
	return s, sc
}

// BenchmarkReads measures what a screen waits for.
func BenchmarkReads(b *testing.B) {
	s, sc := imported(b)
	ctx := context.Background()
	rows, err := s.Queue(ctx, sc)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("Queue", func(b *testing.B) {
		for b.Loop() {
			if rows, err := s.Queue(ctx, sc); err != nil || len(rows) != big().States {
				b.Fatal(len(rows), err)
			}
		}
	})
	b.Run("State", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := s.State(ctx, sc, rows[i%len(rows)].State); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Work", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := s.Work(ctx, sc, rows[i%len(rows)].State); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("DataVersion", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.DataVersion(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Append", func(b *testing.B) {
		d := reviewtest.Desk(b, s, reviewtest.Organizer("olga"))
		w, err := s.Work(ctx, sc, rows[0].State)
		if err != nil {
			b.Fatal(err)
		}
		at := w.Revision
		for i := 0; b.Loop(); i++ {
			e := reviewtest.Edit(b, certificate.SetRationale, "g1", "", fmt.Sprintf("reason %d", i))
			ack, err := d.Edit(ctx, rows[0].State, at, e, "")
			if err != nil {
				b.Fatal(err)
			}
			at = ack.Revision
		}
	})
}

// BenchmarkVerify checks a project of 43,500 units whole.
func BenchmarkVerify(b *testing.B) {
	s, _ := imported(b)
	for b.Loop() {
		if v, err := s.Verify(context.Background()); err != nil || !v.Sound() {
			b.Fatal(v.Problems, err)
		}
	}
}

package tuitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update is set by `go test ./tui/... -update`.
var update = flag.Bool("update", false, "write golden screens instead of comparing with them")

// Golden compares the screen with testdata/NAME.txt of the package under test.
func (s *Session) Golden(name string) {
	s.T.Helper()
	Golden(s.T, name, s.Screen())
}

// Golden compares text with testdata/NAME.txt of the package under test.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with -update", err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s", path, difference(string(want), got))
	}
}

// difference shows the lines that differ, wanted above got.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := range max(len(a), len(b)) {
		x, y := at(a, i), at(b, i)
		if x != y {
			out.WriteString("- " + x + "\n+ " + y + "\n")
		}
	}
	return out.String()
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

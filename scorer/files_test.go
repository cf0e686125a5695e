package scorer

import (
	"os"
	"path/filepath"
	"strings"

	"pgregory.net/rapid"
)

// writeRapid writes lines into a file that one check of a property uses.
func writeRapid(t *rapid.T, name string, lines []string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "scorer")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

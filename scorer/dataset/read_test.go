package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// contents are the names and bytes of all files below a folder.
func contents(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		below, _ := filepath.Rel(dir, path)
		b.WriteString("== " + below + "\n" + string(text))
		return err
	}))
	return b.String()
}

func lines(t testing.TB, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func hashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

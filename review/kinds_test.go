package review

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestKindsListsEveryKind reads the constants from the source, so that a new
// kind cannot be forgotten.
func TestKindsListsEveryKind(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	constant := regexp.MustCompile(`(?m)^\s+\w+\s+Kind\s*=\s*"(\w+)"`)
	found := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range constant.FindAllStringSubmatch(string(text), -1) {
			found++
			if !slices.Contains(Kinds(), Kind(m[1])) {
				t.Errorf("%s: Kinds lacks %q", f, m[1])
			}
		}
	}
	if found != len(Kinds()) {
		t.Errorf("%d constants, %d kinds listed", found, len(Kinds()))
	}
}

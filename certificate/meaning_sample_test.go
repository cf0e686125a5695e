package certificate

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// sampleCertificates reads the three published certificates where they are at
// hand: they are not part of this repository.
func sampleCertificates(t *testing.T) []Certificate {
	t.Helper()
	path := filepath.Join("..", "..", "shared", "data", "serbench-example", "labels.jsonl")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the published sample is not at %s", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []Certificate
	for line := range bytes.Lines(text) {
		c, err := Decode(bytes.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// The paper says of the release that every branch is a minimal witness
// (section 3), so that the branches change nothing about what completes.
func TestPublishedBranchesAreMinimalWitnesses(t *testing.T) {
	for _, c := range sampleCertificates(t) {
		m := Compile(c)
		for i, f := range m.BranchFits() {
			if f.Kind != BranchDerived {
				t.Errorf("%s: branch %d is %s", c.State, i+1, f.Kind)
			}
		}
		w, found, s := m.Smallest(DefaultBudget())
		n := m.BranchTally(DefaultBudget())
		t.Logf("%s: smallest %d, %+v", c.State, len(w), n)
		if !found || !s.Proven || !n.Minimal.Exact {
			t.Errorf("%s: smallest %q, %v, %+v, %v minimal witnesses", c.State, w, found, s, n.Minimal)
		}
		if same, s := Same(m, Compile(Certificate{Groups: c.Groups}), DefaultBudget()); !same || !s.Proven {
			t.Errorf("%s: the branches change what completes", c.State)
		}
		derived, err := Derive(c)
		if err != nil || uint64(len(derived)) != n.Minimal.N {
			t.Errorf("%s: %d derived of %v, %v", c.State, len(derived), n.Minimal, err)
		}
		for _, b := range c.Branches {
			if b = slices.Sorted(slices.Values(b)); !slices.ContainsFunc(derived, func(d []string) bool { return slices.Equal(d, b) }) {
				t.Errorf("%s: %q is listed and not derived", c.State, b)
			}
		}
	}
}

package run

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
)

// Verify reads what the run in a folder came to and checks that manifest and
// trajectory are what they were when it ended, that they are of the run that the
// folder is named after, and that the trajectory ends with the same outcome. It
// tells damage and mistakes, not a forgery of all three files.
func Verify(dir string) (Final, error) {
	f, err := ReadFinal(dir)
	if err != nil {
		return f, err
	}
	manifest, err := f.artifact(dir, manifestFile)
	if err != nil {
		return f, err
	}
	trajectory, err := f.artifact(dir, trajectoryFile)
	if err != nil {
		return f, err
	}
	if err := f.belongs(dir, manifest); err != nil {
		return f, err
	}
	return f, f.told(dir, trajectory)
}

// artifact reads a file of the run, which must be as it was when the run ended.
func (f Final) artifact(dir, name string) ([]byte, error) {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if sum, want := hashOf(b), f.Artifacts[name]; sum != want {
		return nil, fmt.Errorf("%s: its SHA-256 is %s and was %s when the run ended", filepath.Join(dir, name), sum, want)
	}
	return b, nil
}

// belongs checks that the run is the one that its folder is named after.
func (f Final) belongs(dir string, manifest []byte) error {
	var m Manifest
	if err := json.Unmarshal(manifest, &m); err != nil {
		return fmt.Errorf("read %s: %w", filepath.Join(dir, manifestFile), err)
	}
	id, _, _ := strings.Cut(filepath.Base(dir), aside)
	i := m.Identity
	if f.RunID != id || m.RunID != id || i.RunID() != id || f.Experiment != i.Experiment ||
		f.State != i.State || f.Method != i.Method || f.BaseCommit != i.BaseCommit || f.Card != i.Card {
		return fmt.Errorf("%s: it holds run %.12s of %s on state %q, not the one that it is named after", dir, f.RunID, f.Method, f.State)
	}
	return nil
}

// told checks that the run came to what the last event of its trajectory says.
func (f Final) told(dir string, trajectory []byte) error {
	path := filepath.Join(dir, trajectoryFile)
	last := bytes.TrimSuffix(trajectory, []byte{'\n'})
	r, err := parseEvent(last[bytes.LastIndexByte(last, '\n')+1:])
	if err != nil {
		return fmt.Errorf("%s: last line: %w", path, err)
	}
	e, ok := r.Body.(Ended)
	if !ok {
		return fmt.Errorf("%s: it does not end with %s", path, methods.RunFinished)
	}
	said, err := encode(Ended{e.Outcome, e.Failure, e.Output, e.Totals, nil})
	if err != nil {
		return err
	}
	stands, err := encode(Ended{f.Outcome, f.Failure, f.Output, f.Totals, nil})
	if err != nil {
		return err
	}
	if !bytes.Equal(said, stands) {
		return fmt.Errorf("%s: it is not what the trajectory ends with", filepath.Join(dir, metricsFile))
	}
	return nil
}

package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"suffice/certificate/records"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// Input is a file that the data set was made of.
type Input struct {
	Path   string `json:"path"` // below the results folder, with forward slashes
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// artifacts is one run as its folder tells it, with what was joined to it.
type artifacts struct {
	experiment string
	entry      run.Entry
	factors    factors
	manifest   *run.Manifest // nil where a run was killed before it was written
	final      *run.Final    // nil for a run that is half done
	tests      *TestResults  // nil without test_results.json
	patch      *patch        // nil without patch.diff
	inputs     []Input

	trace      []run.Recorded
	started    *run.Started
	begun      int64 // of run_started, milliseconds since 1970; 0 when not
	calls      []methods.ModelCall
	queries    []asked
	candidates []methods.Candidate
	readings   []read
	stages     []methods.Stage
	edits      []run.Edit
	measures   map[string]run.Measured // what needs no labels, by metric

	state  *stateFacts // nil when the public side is not at hand, or is not what the run saw
	labels *labelFacts // nil when there is no certificate to join
	joined Join
	scores map[string]Value // what needs labels, by metric; nil without labels
}

// asked is a tool call with its place in the trajectory.
type asked struct {
	methods.ToolCall
	seq int
	at  int64
}

// read is a reading with its place in the trajectory.
type read struct {
	methods.Reading
	seq   int
	at    int64
	tools int // tool calls before it
}

// The files of a run folder that are read here, beside those of package run.
const (
	testsFile = "test_results.json"
	patchFile = "patch.diff"
)

// readRun reads the folder of one run, and hashes every file in it.
func readRun(ctx context.Context, root, experiment string, e run.Entry) (*artifacts, error) {
	a := &artifacts{experiment: experiment, entry: e}
	if err := a.hash(ctx, root); err != nil {
		return nil, err
	}
	m, err := run.ReadManifest(e.Dir)
	if err == nil {
		a.manifest = &m
		a.factors = factorsOf(records.FieldsOf(m.Identity.Configuration))
	} else if !errors.Is(err, fs.ErrNotExist) && e.Outcome != run.OutcomeHalfDone {
		return nil, err
	}
	f, err := run.ReadFinal(e.Dir)
	switch {
	case err == nil:
		a.final = &f
	case !errors.Is(err, fs.ErrNotExist) && e.Outcome != run.OutcomeHalfDone:
		return nil, err
	}
	if a.trace, err = run.Trace(ctx, e.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the trajectory of run %s: %w", e.RunID, err)
	}
	a.sort()
	a.measures = map[string]run.Measured{}
	for _, m := range run.Measure(a.trace) {
		a.measures[m.Name] = m
	}
	if a.tests, err = readTests(filepath.Join(e.Dir, testsFile)); err != nil {
		return nil, err
	}
	a.patch, err = readPatch(filepath.Join(e.Dir, patchFile))
	return a, err
}

// hash takes the SHA-256 of every file of the folder, by name.
func (a *artifacts) hash(ctx context.Context, root string) error {
	found, err := os.ReadDir(a.entry.Dir)
	if err != nil {
		return fmt.Errorf("read the artifacts of run %s: %w", a.entry.RunID, err)
	}
	for _, e := range found {
		if !e.Type().IsRegular() {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		in, err := hashInput(root, filepath.Join(a.entry.Dir, e.Name()))
		if err != nil {
			return err
		}
		a.inputs = append(a.inputs, in)
	}
	return nil
}

// hashInput takes the SHA-256 of a file below the results folder.
func hashInput(root, path string) (Input, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return Input{}, fmt.Errorf("hash an input: %w", err)
	}
	below, err := filepath.Rel(root, path)
	if err != nil {
		return Input{}, fmt.Errorf("hash an input: %w", err)
	}
	sum := sha256.Sum256(b)
	return Input{filepath.ToSlash(below), int64(len(b)), hex.EncodeToString(sum[:])}, nil
}

// sort lays the events out by kind.
func (a *artifacts) sort() {
	for _, r := range a.trace {
		switch b := r.Body.(type) {
		case run.Started:
			a.started, a.begun = &b, r.At
		case methods.ModelCall:
			a.calls = append(a.calls, b)
		case methods.ToolCall:
			a.queries = append(a.queries, asked{b, r.Seq, r.At})
		case methods.Candidate:
			a.candidates = append(a.candidates, b)
		case methods.Reading:
			a.readings = append(a.readings, read{b, r.Seq, r.At, len(a.queries)})
		case methods.Stage:
			a.stages = append(a.stages, b)
		case run.Edit:
			a.edits = append(a.edits, b)
		}
	}
}

// finished reports whether the run has an output.
func (a *artifacts) finished() bool { return a.entry.Outcome == run.OutcomeFinished }

// failure is where and why the run failed.
func (a *artifacts) failure() (run.Trouble, bool) {
	if a.final == nil || a.final.Failure == nil {
		return run.Trouble{}, false
	}
	return *a.final.Failure, true
}

// controller labels what the output rests on.
func (a *artifacts) controller() string {
	if a.entry.Output.Controller != "" {
		return a.entry.Output.Controller
	}
	for _, c := range a.calls { // a failed run has no output to say so
		if c.Controller != "" && c.Service == "chat" {
			return c.Controller
		}
	}
	return ""
}

// models are the models asked, as the server names them or else as they were
// asked for, sorted.
func (a *artifacts) models() []string {
	var out []string
	for _, c := range a.calls {
		name := c.Reported
		if name == "" {
			name = c.Model
		}
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

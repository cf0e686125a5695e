package run

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
	"suffice/scorer/methods"
)

// The versions of what is written. A reader refuses a version that it does not know.
const (
	ExperimentSchema = "suffice-experiment-v1"
	RunSchema        = "suffice-run-v1"
)

// Experiment is experiment.json: what was planned, and when it was worked on.
// It is renewed when an experiment is resumed; runs are never rewritten.
type Experiment struct {
	Schema     string    `json:"schema"`
	ID         string    `json:"experiment"`
	Revision   string    `json:"program_revision"`
	Seed       uint64    `json:"seed"`
	Repetition int       `json:"repetition"`
	Budget     int       `json:"context_budget"`
	Methods    []Planned `json:"methods"` // in the order of the plan
	States     []string  `json:"states"`  // in the order of the plan
	Sessions   []Session `json:"sessions"`
	Replay     *Replayed `json:"replay,omitzero"`
	Notebook   bool      `json:"notebook,omitzero"` // settings are those of the latest session
}

// Planned is a method of an experiment with its complete configuration.
type Planned struct {
	ID            string         `json:"method"`
	From          string         `json:"derived_from,omitzero"`
	Configuration jsontext.Value `json:"configuration"`
	Model         string         `json:"model_key,omitzero"`
}

// Session is one process at work on an experiment.
type Session struct {
	Started int64  `json:"started_ms"` // since 1970
	Ended   int64  `json:"ended_ms"`   // 0: it was killed, or is at work
	Jobs    int    `json:"jobs"`
	Ending  string `json:"ending,omitzero"` // "complete", "cancelled", or why it stopped
}

// Replayed says that no server was asked, and whose recordings answered.
type Replayed struct {
	From     string `json:"from"`             // the results folder
	Revision string `json:"program_revision"` // of the program that replayed
}

// Manifest is run_manifest.json: what a run is, written before it begins.
type Manifest struct {
	Schema    string    `json:"schema"`
	RunID     string    `json:"run_id"`
	Identity  Identity  `json:"identity"`
	From      string    `json:"derived_from,omitzero"`
	Tokenizer string    `json:"tokenizer"`
	Basis     string    `json:"token_basis"`
	Created   int64     `json:"created_ms"`
	Replay    *Replayed `json:"replay,omitzero"`
}

// Final is final_metrics.json: what a run came to. A run is finished, or failed
// for good, when this file is there and its hashes are those of the others.
type Final struct {
	Schema     string            `json:"schema"`
	RunID      string            `json:"run_id"`
	Experiment string            `json:"experiment"`
	State      string            `json:"state_id"`
	Method     string            `json:"method"`
	Outcome    string            `json:"outcome"` // OutcomeFinished or OutcomeFailed
	Failure    *Trouble          `json:"failure,omitzero"`
	Output     methods.Output    `json:"output,omitzero"`
	Totals     Totals            `json:"totals"`
	Metrics    []Measured        `json:"metrics"`
	Started    int64             `json:"started_ms"`
	Ended      int64             `json:"ended_ms"`
	BaseCommit string            `json:"base_commit"`
	Card       string            `json:"card_sha256"`
	Artifacts  map[string]string `json:"artifacts_sha256"` // by file name
}

// The outcomes of a run.
const (
	OutcomeFinished = "finished"
	OutcomeFailed   = "failed"
	OutcomeHalfDone = "half-done" // never written: there is no final_metrics.json
)

// Trouble is why a run failed.
type Trouble struct {
	Stage string `json:"stage"`
	Err   string `json:"error"`
}

// writeNew writes a file that must not be there. The caller makes it durable
// and closes it.
func writeNew(path string, v any) (f *os.File, sum string, err error) {
	b, err := pretty(v)
	if err != nil {
		return nil, "", fmt.Errorf("encode %s: %w", filepath.Base(path), err)
	}
	if f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
		return nil, "", storage(err, "write %s", filepath.Base(path))
	}
	if _, err = f.Write(b); err != nil {
		_ = f.Close()
		return nil, "", storage(err, "write %s", path)
	}
	return f, hashOf(b), nil
}

// replace writes a file under a temporary name and gives it its own when it is
// durable: readers see the old one or the new one.
func replace(path string, b []byte) error {
	f, err := records.Create(path, true)
	if err != nil {
		return storage(err, "replace %s", filepath.Base(path))
	}
	defer f.Close() //nolint:errcheck // committed or given up
	if _, err := f.Write(b); err != nil {
		return storage(err, "write %s", path)
	}
	return storage(f.Commit(), "replace %s", filepath.Base(path))
}

// pretty is v as JSON for people and programs, with a line break at the end.
func pretty(v any) ([]byte, error) {
	b, err := encode(v)
	if err != nil {
		return nil, err
	}
	value := jsontext.Value(b)
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return nil, err
	}
	return append(value, '\n'), nil
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// readJSON reads a file of this package into v and checks its version.
func readJSON(path, schema string, v any, found *string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if *found != schema {
		return fmt.Errorf("read %s: its schema is %q; this program knows %q", path, *found, schema)
	}
	return nil
}

func readExperiment(root, experiment string) (*Experiment, error) {
	x, err := planIn(experimentDir(root, experiment))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NotFoundError{root, experiment}
	}
	if err != nil {
		return nil, err
	}
	if x.ID != experiment {
		return nil, &MovedError{Dir: experimentDir(root, experiment), Experiment: x.ID}
	}
	return x, nil
}

// planIn reads what was planned for the experiment in a folder. Without the file
// it is fs.ErrNotExist, and an *UnreadableError with one that does not say.
func planIn(dir string) (*Experiment, error) {
	x := new(Experiment)
	err := readJSON(filepath.Join(dir, experimentFile), ExperimentSchema, x, &x.Schema)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = &UnreadableError{err}
	}
	return x, err
}

// ReadExperiment reads what was planned for an experiment. One that is not
// there is a *NotFoundError, one that cannot be read an *UnreadableError.
func ReadExperiment(root, experiment string) (Experiment, error) {
	x, err := readExperiment(root, experiment)
	if err != nil {
		return Experiment{}, err
	}
	return *x, nil
}

// ReadManifest reads the manifest of the run in a folder.
func ReadManifest(dir string) (Manifest, error) {
	var m Manifest
	err := readJSON(filepath.Join(dir, manifestFile), RunSchema, &m, &m.Schema)
	return m, err
}

// ReadFinal reads what the run in a folder came to. A run that did not come to
// anything yet has none: fs.ErrNotExist.
func ReadFinal(dir string) (Final, error) {
	var f Final
	err := readJSON(filepath.Join(dir, metricsFile), RunSchema, &f, &f.Schema)
	return f, err
}

// publishNew gives a file its name once it is durable; the name must be free.
// The folder is not synced: should the machine fail, a run without the file is
// run again.
func publishNew(path string, b []byte) error {
	temporary := path + ".tmp"
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return storage(err, "write %s", path)
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary)
	}
	return storage(err, "write %s", path)
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

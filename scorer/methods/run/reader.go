package run

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"suffice/scorer/methods"
)

// Reader reads a results folder again and again. What a run came to is read once
// and remembered: it is written last and never written over, so it is read again
// only when the time or the size of the file is another one, or while it is so
// young that a change might show in neither. Its entries hold
// neither Final nor Output.Stages, and their rankings are shared: read them only.
// Safe for concurrent use.
type Reader struct {
	root string

	mu   sync.RWMutex
	ends map[string]ended // by folder of the run
}

// settled is how old a file must be to be remembered: older than the coarsest
// time that file systems keep, so that whoever changes it later changes its time.
const settled = 3 * time.Second

// ended is what a run came to, as the file said that looked so.
type ended struct {
	at   time.Time
	size int64
	gist gist
}

// gist is what lists show of final_metrics.json, under the keys of Final. Metrics
// and stages, most of the file, are passed over.
type gist struct {
	Schema  string   `json:"schema"`
	Outcome string   `json:"outcome"`
	Failure *Trouble `json:"failure,omitzero"`
	Output  struct {
		Ranked     []string `json:"ranked_evidence_ids"`
		Tokens     int      `json:"source_tokens"`
		Controller string   `json:"controller,omitempty"`
	} `json:"output,omitzero"`
	Totals  Totals `json:"totals"`
	Started int64  `json:"started_ms"`
	Ended   int64  `json:"ended_ms"`
}

// NewReader makes a reader of a results folder.
func NewReader(root string) *Reader { return &Reader{root: root, ends: map[string]ended{}} }

// List is List of the folder.
func (r *Reader) List(ctx context.Context) ([]Summary, error) { return list(ctx, r.root, r.read) }

// RunsOf is RunsOf of the folder, but for what a Reader leaves out.
func (r *Reader) RunsOf(ctx context.Context, experiment string, keep func(state string) bool) ([]Entry, error) {
	x, err := readExperiment(r.root, experiment)
	if err != nil {
		return nil, err
	}
	return collect(ctx, r.root, x, keep, r.read)
}

// read fills in what a run came to, from the file or from memory.
func (r *Reader) read(e *Entry) {
	path := filepath.Join(e.Dir, metricsFile)
	file, err := os.Stat(path)
	if err != nil {
		return
	}
	r.mu.RLock()
	known, ok := r.ends[e.Dir]
	r.mu.RUnlock()
	if !ok || known.size != file.Size() || !known.at.Equal(file.ModTime()) {
		known = ended{at: file.ModTime(), size: file.Size()}
		if readJSON(path, RunSchema, &known.gist, &known.gist.Schema) != nil {
			return
		}
		r.remember(e.Dir, known)
	}
	g := &known.gist
	out := methods.Output{Ranked: g.Output.Ranked, Tokens: g.Output.Tokens, Controller: g.Output.Controller}
	e.cameTo(g.Outcome, g.Failure, out, g.Totals, g.Started, g.Ended)
}

func (r *Reader) remember(dir string, known ended) {
	if time.Since(known.at) < settled { // by the system's clock, as files are
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ends[dir] = known
}

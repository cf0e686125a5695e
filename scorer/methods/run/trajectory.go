package run

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
)

// line is one event as it is written.
type line struct {
	Seq  int            `json:"seq"` // from 1, strictly increasing
	At   int64          `json:"at_ms"`
	Kind methods.Kind   `json:"event"`
	Body jsontext.Value `json:"body"`
}

// trajectory writes the events of one run. It holds whole lines back only until
// something happens that cost time or money; then they go to the file, so that
// a killed process loses none of it.
type trajectory struct {
	now   func() time.Time
	whole bool // shared answers are kept whole too
	watch func(methods.Event)

	mu       sync.Mutex
	file     *os.File
	manifest *os.File // written, and made durable with the trajectory
	out      *bufio.Writer
	sum      hash.Hash
	seq      int
	meter    meter
	err      error // of storage; after it nothing is written
}

// newTrajectory begins the trajectory of a run, whose manifest it takes over.
func newTrajectory(path string, manifest *os.File, now func() time.Time, watch func(methods.Event)) (*trajectory, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666)
	if err != nil {
		_ = manifest.Close()
		return nil, storage(err, "begin %s", path)
	}
	return &trajectory{now: now, watch: watch, file: f, manifest: manifest, out: bufio.NewWriterSize(f, 1<<15), sum: sha256.New()}, nil
}

// Record implements methods.Recorder.
func (t *trajectory) Record(e methods.Event) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return t.err
	}
	b, err := encode(t.written(e.Body))
	if err != nil {
		return at(StageRecord, fmt.Errorf("record %s: %w", e.Kind, err))
	}
	l := line{Seq: t.seq + 1, At: t.now().UnixMilli(), Kind: e.Kind, Body: b}
	whole, err := encode(l)
	if err != nil {
		return at(StageRecord, fmt.Errorf("record %s: %w", e.Kind, err))
	}
	whole = append(whole, '\n')
	if err := t.write(whole, e.Kind); err != nil {
		t.err = storage(err, "write %s", t.file.Name())
		return t.err
	}
	t.seq++
	t.meter.add(l.At, e)
	if t.watch != nil {
		t.watch(e)
	}
	return nil
}

// written is a body as it goes to the file. An exchange that was made once for
// several runs on a state, with its vectors of all units, is kept whole by the
// run that made it; the others name its answer by hash.
func (t *trajectory) written(body any) any {
	if c, ok := value(body).(methods.ModelCall); ok && c.Shared && c.Response != "" && !t.whole {
		c.Response, c.ResponseHash = "", hashOf([]byte(c.Response))
		return c
	}
	return body
}

// write hands whole lines alone to the system.
func (t *trajectory) write(whole []byte, kind methods.Kind) error {
	if len(whole) > t.out.Available() {
		if err := t.out.Flush(); err != nil {
			return err
		}
	}
	t.sum.Write(whole)
	if _, err := t.out.Write(whole); err != nil {
		return err
	}
	switch kind {
	case methods.RunStarted, methods.ModelCalled, methods.StageFinished, methods.TestRun, methods.RunFinished:
		return t.out.Flush()
	}
	return nil
}

// close ends the files without making them durable: for a run that is left half-done.
func (t *trajectory) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.out.Flush()
	_ = t.file.Close()
	_ = t.manifest.Close()
	t.err = fs.ErrClosed
}

// seal makes trajectory and manifest durable and gives the SHA-256 of the former.
func (t *trajectory) seal() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := t.err
	if err == nil {
		err = storage(errors.Join(t.out.Flush(), t.file.Sync(), t.manifest.Sync()), "write %s", t.file.Name())
	}
	closed := storage(errors.Join(t.file.Close(), t.manifest.Close()), "end %s", filepath.Base(t.file.Name()))
	t.err = fs.ErrClosed
	return hex.EncodeToString(t.sum.Sum(nil)), cmp.Or(err, closed)
}

func (t *trajectory) totals() Totals {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.meter.totals
}

// measured gives the metrics, and when the last event came.
func (t *trajectory) measured() ([]Measured, int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.meter.measured(), t.meter.end
}

// stageOf is where a run failed: a method that does not say, and was told of a
// failed embedding last, failed while it retrieved.
func (t *trajectory) stageOf(err error) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	stage := stageOf(err)
	if stage == StageMethod && t.meter.last.Service == "embeddings" && t.meter.last.Error+t.meter.last.Malformed != "" {
		return StageRetrieve
	}
	return stage
}

package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// errHeld says that another process, or another Execution of this one, holds a lock.
var errHeld = errors.New("held by another process")

// How often and how long an experiment's lock is asked for: whoever lists
// experiments may hold it for an instant. A notebook is waited for.
const (
	lockTries = 20
	lockPause = 10 * time.Millisecond
)

// acquire takes the lock of an experiment, whose folder is there. The system
// lets go of it when the process ends, however it ends.
func acquire(ctx context.Context, dir, experiment string, patient bool) (*os.File, error) {
	path := filepath.Join(dir, lockFile)
	for try := 1; ; try++ {
		f, err := lockExclusive(path)
		if err == nil {
			err = f.Truncate(0)
			if err == nil {
				_, err = fmt.Fprintf(f, "process %d\n", os.Getpid())
			}
			if err != nil {
				_ = f.Close()
				return nil, storage(err, "write %s", path)
			}
			return f, nil
		}
		if !errors.Is(err, errHeld) {
			return nil, storage(err, "lock experiment %q", experiment)
		}
		if try >= lockTries && !patient {
			return nil, &BusyError{Experiment: experiment, Holder: holder(path)}
		}
		select {
		case <-time.After(lockPause):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// release lets go of an experiment and leaves an empty lock file: nobody need
// ask whether it is held.
func release(f *os.File) {
	_ = f.Truncate(0)
	_ = f.Close()
}

// held reports whether some process is at work on the experiment in dir.
func held(dir string) bool {
	path := filepath.Join(dir, lockFile)
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return false
	}
	return lockedByOther(path)
}

// holder says who has the lock, as far as that can be read.
func holder(path string) string {
	b, err := os.ReadFile(path)
	if text := strings.TrimSpace(string(b)); err == nil && text != "" {
		return text
	}
	return "another process"
}

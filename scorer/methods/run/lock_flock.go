//go:build !windows

package run

import (
	"errors"
	"os"
	"syscall"
)

// lockExclusive opens a lock file and locks it; errHeld when it is locked.
func lockExclusive(path string) (*os.File, error) {
	return flock(path, os.O_RDWR|os.O_CREATE, syscall.LOCK_EX)
}

func flock(path string, open, how int) (*os.File, error) {
	f, err := os.OpenFile(path, open, 0o666)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return f, nil
	}
	_ = f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errHeld
	}
	return nil, &os.PathError{Op: "lock", Path: path, Err: err}
}

// lockedByOther asks for a shared lock for an instant.
func lockedByOther(path string) bool {
	f, err := flock(path, os.O_RDONLY, syscall.LOCK_SH)
	if err == nil {
		_ = f.Close()
	}
	return errors.Is(err, errHeld)
}

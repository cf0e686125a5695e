package run

import (
	"errors"
	"os"
	"syscall"
)

// What Windows says when a file is open elsewhere and not shared.
const sharingViolation = syscall.Errno(32)

// lockExclusive opens a lock file that others may read but not write meanwhile;
// errHeld when somebody has it. Windows closes it when the process ends.
func lockExclusive(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, errHeld
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

// lockedByOther tries to have the file for itself for an instant.
func lockedByOther(path string) bool {
	f, err := lockExclusive(path)
	if err == nil {
		_ = f.Close()
	}
	return errors.Is(err, errHeld)
}

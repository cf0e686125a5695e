//go:build !windows

package run

import (
	"os/signal"
	"syscall"
)

// limitFiles lets no file of this process grow beyond so many bytes, which to
// whoever writes looks like a full disk.
func limitFiles(bytes uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

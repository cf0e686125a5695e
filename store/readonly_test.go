//go:build unix

package store

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"suffice/review/reviewtest"
)

// A file, or a folder, that may not be written to is refused with a sentence
// and left alone. Root may write anywhere, so then a child process without
// rights does the opening.
func TestOpenReadOnly(t *testing.T) {
	dir, err := os.MkdirTemp("", "suffice-readonly-")
	must(t, err)
	t.Cleanup(func() {
		os.Chmod(dir, 0o755)
		os.RemoveAll(dir)
	})
	must(t, os.Chmod(dir, 0o755))
	path := filepath.Join(dir, "suffice.db")
	must(t, newProjectAt(t, path, reviewtest.Calibration()).Close())
	binary := copyOfThis(t, dir)
	for _, tt := range []struct {
		name         string
		file, folder os.FileMode
	}{
		{"the file", 0o444, 0o755},
		{"its folder", 0o666, 0o555},
		{"both", 0o444, 0o555},
	} {
		t.Run(tt.name, func(t *testing.T) {
			must(t, os.Chmod(path, tt.file))
			must(t, os.Chmod(dir, tt.folder))
			before := fingerprintDir(t, path)
			if got := openWithoutRights(t, binary, path); !strings.Contains(got, " is read-only; make it writable, or work on a copy") {
				t.Errorf("got %q", got)
			}
			if fingerprintDir(t, path) != before {
				t.Error("the folder changed")
			}
		})
	}
	must(t, os.Chmod(dir, 0o555))
	if os.Geteuid() != 0 {
		if _, err := Create(context.Background(), filepath.Join(dir, "new.db"), reviewtest.Calibration(), olga); !is[*ReadOnlyError](err) {
			t.Errorf("creating in a read-only folder: %v", err)
		}
	}
}

// copyOfThis puts the test binary where another user may run it.
func copyOfThis(t *testing.T, dir string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		return os.Args[0]
	}
	in, err := os.Open(os.Args[0])
	must(t, err)
	defer in.Close()
	out, err := os.OpenFile(filepath.Join(dir, "child"), os.O_CREATE|os.O_WRONLY, 0o755)
	must(t, err)
	_, err = io.Copy(out, in)
	must(t, err)
	must(t, out.Close())
	return out.Name()
}

func openWithoutRights(t *testing.T, binary, path string) string {
	t.Helper()
	cmd := exec.Command(binary)
	cmd.Dir = filepath.Dir(path)
	cmd.Env = append(os.Environ(), childEnv+"=open\n"+path)
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

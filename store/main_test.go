package store

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// childEnv makes this test binary act as another process: what to do and its
// arguments, one a line.
const childEnv = "SUFFICE_STORE_CHILD"

// alone leaves a long test of one goroutine out of -short runs, which are those
// under the race detector: it would find nothing there, slowly.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: a long test of one goroutine, which make test runs")
	}
}

func TestMain(m *testing.M) {
	act := os.Getenv(childEnv)
	if act == "" {
		os.Exit(m.Run())
	}
	args := strings.Split(act, "\n")
	var err error
	switch args[0] {
	case "import":
		err = childImport(args[1], args[2])
	case "open":
		fmt.Print(childOpen(args[1]))
		return
	case "edit":
		err = childEdit(args[1], args[2])
	case "claim":
		err = childClaim(args[1], args[2], args[3])
	default:
		err = fmt.Errorf("no act %q", args[0])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// childOpen opens a project and tells how it ends.
func childOpen(path string) string {
	s, err := Open(context.Background(), path, Options{})
	if err == nil {
		return fmt.Sprint("opened ", s.Close())
	}
	if !is[*ReadOnlyError](err) {
		return fmt.Sprintf("another error: %v", err)
	}
	return err.Error()
}

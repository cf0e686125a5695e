package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asSuffice in the environment turns the test binary into the program, so that
// tests can start and kill real processes of it.
const asSuffice = "SUFFICE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asSuffice) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"suffice": main})
}

// TestScripts runs testdata/script: real commands, real files, what they print.
func TestScripts(t *testing.T) {
	example, _ := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data", "serbench-example"))
	golden, _ := filepath.Abs(filepath.Join("..", "..", "..", "shared", "golden"))
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("SUFFICE_AS", "ana")
			e.Setenv("EXAMPLE", example)
			e.Setenv("GOLDEN", golden)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "example":
				_, err := os.Stat(example)
				return err == nil, nil
			}
			return false, nil
		},
	})
}

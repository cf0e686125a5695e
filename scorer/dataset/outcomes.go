package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/go-json-experiment/json"
)

// TestResults is test_results.json of a run that makes a patch: what the
// benchmark's tests said of it. Nil is not told.
type TestResults struct {
	Applied    *bool    `json:"patch_applied"`
	FailToPass *Verdict `json:"fail_to_pass"` // tests that fail before the change and are to pass
	PassToPass *Verdict `json:"pass_to_pass"` // tests that pass before and are to pass still
	Syntax     *bool    `json:"syntax_valid"` // the edited files parse
	Lint       *bool    `json:"lint_passes"`  // linter and build accept the result
}

// Verdict lists the tests of one suite by outcome. A test that was not run is
// among the failures.
type Verdict struct {
	Success []string `json:"success"`
	Failure []string `json:"failure"`
}

// readTests reads the test results of a run; nil when it has none. Keys beyond
// these are the harness's own and passed over.
func readTests(path string) (*TestResults, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read test results: %w", err)
	}
	t := new(TestResults)
	if err := json.Unmarshal(b, t); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	for name, v := range map[string]*Verdict{"fail_to_pass": t.FailToPass, "pass_to_pass": t.PassToPass} {
		if err := v.check(); err != nil {
			return nil, fmt.Errorf("read %s: %s: %w", path, name, err)
		}
	}
	return t, nil
}

func (v *Verdict) check() error {
	if v == nil {
		return nil
	}
	all := slices.Concat(v.Success, v.Failure)
	slices.Sort(all)
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			return fmt.Errorf("test %q is listed twice; each test has one outcome", all[i])
		}
	}
	return nil
}

// total is how many tests there are.
func (v *Verdict) total() int { return len(v.Success) + len(v.Failure) }

// passed is the share of tests that pass; missing where there is none.
func (v *Verdict) passed() Value {
	if v == nil || v.total() == 0 {
		return Value{}
	}
	return number(float64(len(v.Success)) / float64(v.total()))
}

// resolved is resolved_at_1: the patch applies, all fail-to-pass tests pass and
// no pass-to-pass test fails. It is missing as long as what is not told could
// decide it; a run without a fail-to-pass test resolves nothing that is known.
func (t *TestResults) resolved() Value {
	if t == nil {
		return Value{}
	}
	if t.Applied != nil && !*t.Applied || t.FailToPass != nil && len(t.FailToPass.Failure) > 0 || t.PassToPass != nil && len(t.PassToPass.Failure) > 0 {
		return integer(0)
	}
	if t.Applied == nil || t.FailToPass == nil || t.FailToPass.total() == 0 || t.PassToPass == nil {
		return Value{}
	}
	return integer(1)
}

// tested is a metric that is read off the test results.
func (a *artifacts) tested(metric string) Value {
	t := a.tests
	if t == nil {
		return Value{}
	}
	switch metric {
	case "resolved_at_1":
		return t.resolved()
	case "fail_to_pass":
		return t.FailToPass.passed()
	case "pass_to_pass":
		return t.PassToPass.passed()
	case "regressions":
		if t.PassToPass != nil {
			return integer(len(t.PassToPass.Failure))
		}
	case "syntax_valid":
		return yes(t.Syntax)
	case "lint_passes":
		return yes(t.Lint)
	}
	return Value{}
}

// yes is 1 or 0, missing when it was not told.
func yes(b *bool) Value {
	switch {
	case b == nil:
		return Value{}
	case *b:
		return integer(1)
	}
	return integer(0)
}

package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"suffice/scorer/methods/run"
)

// patch is what patch.diff changes.
type patch struct{ files, added, removed int }

// readPatch counts what a unified diff changes; nil when the run has none.
func readPatch(path string) (*patch, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a patch: %w", err)
	}
	p := countPatch(string(b))
	return &p, nil
}

// countPatch counts files and lines. Inside a hunk, whose length its head
// tells, a line that begins like the head of a file is one of its lines.
func countPatch(diff string) patch {
	var p patch
	var before, after int // lines of the hunk still to come, of each side
	git, plain := 0, 0
	for line := range strings.Lines(diff) {
		switch {
		case before > 0 || after > 0:
			switch {
			case strings.HasPrefix(line, "+"):
				p.added++
				after--
			case strings.HasPrefix(line, "-"):
				p.removed++
				before--
			case strings.HasPrefix(line, `\`):
			default:
				before--
				after--
			}
		case strings.HasPrefix(line, "@@ "):
			before, after = hunk(line)
		case strings.HasPrefix(line, "diff --git "):
			git++
		case strings.HasPrefix(line, "+++ "):
			plain++
		}
	}
	p.files = max(git, plain) // git tells of renames and of binary files too
	return p
}

// hunk reads the lengths in the head of a hunk: @@ -12,7 +12,9 @@.
func hunk(line string) (before, after int) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return 0, 0
	}
	return hunkLength(fields[1], "-"), hunkLength(fields[2], "+")
}

func hunkLength(field, sign string) int {
	field, ok := strings.CutPrefix(field, sign)
	if !ok {
		return 0
	}
	_, length, told := strings.Cut(field, ",")
	if !told {
		return 1
	}
	n := 0
	for _, d := range length {
		if d < '0' || d > '9' || n > 1<<24 {
			return 0
		}
		n = 10*n + int(d-'0')
	}
	return n
}

// patched is a metric that is read off the patch and the edits.
func (a *artifacts) patched(metric string) Value {
	switch metric {
	case "patch_applies":
		if a.tests != nil && a.tests.Applied != nil {
			return yes(a.tests.Applied)
		}
		if len(a.edits) == 0 {
			return Value{}
		}
		all := !slices.ContainsFunc(a.edits, func(e run.Edit) bool { return !e.Applied })
		return yes(&all)
	case "patch_files":
		if a.patch != nil {
			return integer(a.patch.files)
		}
	case "patch_lines":
		if a.patch != nil {
			return integer(a.patch.added + a.patch.removed)
		}
	}
	return Value{}
}

package card

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
)

// SamePath reports whether two paths name the same file: separators of both
// systems are the same, and "./" at the beginning says nothing.
func SamePath(a, b string) bool {
	return a != "" && b != "" && (a == b || plainPath(a) == plainPath(b))
}

func plainPath(p string) string { return path.Clean(strings.ReplaceAll(p, `\`, "/")) }

// Split is the excerpt line by line, CRLF taken as LF. Line i of it is line
// LineStart+i of the file; without a LineStart the excerpt begins at line 1.
func (u Unit) Split() []string {
	if u.Text == "" {
		return nil
	}
	lines := strings.Split(strings.ReplaceAll(u.Text, "\r\n", "\n"), "\n")
	if n := len(lines); lines[n-1] == "" && u.span() > 0 && n > u.span() {
		lines = lines[:n-1] // the line break of the last line, not one more line
	}
	return lines
}

func (u Unit) first() int { return max(u.LineStart, 1) }

// span is how many lines the unit has in its file, 0 when it does not say.
func (u Unit) span() int {
	if u.LineEnd < 1 {
		return 0
	}
	return u.LineEnd - u.first() + 1
}

// LineNumbers says how many lines of the unit the excerpt shows, and how many
// the unit has: "excerpt: 41 of 1,792 lines". Of is 0 when the unit does not say.
func (u Unit) LineNumbers() (shown, of int) { return len(u.Split()), u.span() }

// Cut reports whether the excerpt ends before the unit does. The hash of the
// whole unit tells even when it ends inside the last line.
func (u Unit) Cut() bool {
	if shown, of := u.LineNumbers(); shown < of {
		return true
	}
	want, err := hex.DecodeString(u.SHA256)
	if err != nil || len(want) != sha256.Size {
		return false
	}
	sum := func(s string) string { h := sha256.Sum256([]byte(s)); return string(h[:]) }
	unix := strings.ReplaceAll(u.Text, "\r\n", "\n")
	for _, text := range []string{u.Text, unix, strings.TrimSuffix(unix, "\n"), unix + "\n"} {
		if sum(text) == string(want) {
			return false
		}
	}
	return true
}

// Line is the text of line n of the file without its line break, as far as the
// excerpt shows it; see Whole for the last line of a cut excerpt.
func (u Unit) Line(n int) (string, bool) {
	lines := u.Split()
	if i := n - u.first(); i >= 0 && i < len(lines) {
		return lines[i], true
	}
	return "", false
}

// Lines is the text of lines from to to of the file, both included, joined by
// LF; false unless the excerpt shows all of them.
func (u Unit) Lines(from, to int) (string, bool) {
	lines := u.Split()
	from, to = from-u.first(), to-u.first()
	if from < 0 || to < from || to >= len(lines) {
		return "", false
	}
	return strings.Join(lines[from:to+1], "\n"), true
}

// Whole reports whether the excerpt shows line n to its end: a cut excerpt may
// break off in the middle of its last line.
func (u Unit) Whole(n int) bool {
	shown, _ := u.LineNumbers()
	last := u.first() + shown - 1
	return n >= u.first() && (n < last || n == last && !u.Cut())
}

// Overlapping lists the positions of the other units of the pool that share a
// line of the same file with this one, in pool order.
func Overlapping(p Pool, id string) []int {
	u := p.Unit(id)
	if u == nil || u.LineStart < 1 || u.LineEnd < 1 {
		return nil
	}
	var out []int
	for i, v := range p.Units {
		if v.ID != id && v.LineStart > 0 && v.LineStart <= u.LineEnd && u.LineStart <= v.LineEnd && SamePath(u.Path, v.Path) {
			out = append(out, i)
		}
	}
	return out
}

// SameFile lists the positions of all units of the file this unit is from,
// itself included, by their lines and then in pool order: its neighbours
// stand beside it in the list.
func SameFile(p Pool, id string) []int {
	u := p.Unit(id)
	if u == nil {
		return nil
	}
	var out []int
	for i, v := range p.Units {
		if v.ID == id || SamePath(u.Path, v.Path) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int {
		a, b := p.Units[i], p.Units[j]
		return cmp.Or(cmp.Compare(a.LineStart, b.LineStart), cmp.Compare(a.LineEnd, b.LineEnd))
	})
	return out
}

package workbench

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"suffice/certificate/card"
	"suffice/tui/code"
)

// shelf is what the screen knows of the pool and never changes while a state
// is open: names, what a filter searches, which units lie in the same file.
// It is made once, in the command that loads the state.
type shelf struct {
	pool    card.Pool
	path    []string         // source_path with forward slashes
	lines   []string         // "181-300", empty when unknown
	hay     []string         // path, symbol and excerpt in lower case
	file    map[string][]int // positions by fileKey, in line order
	texts   []*code.Text     // made when first shown
	byPath  []int            // every position, in path order
	widest  int              // cells of the longest entry of lines
	longest int              // bytes of the longest path
}

// eager is the length from which a text is split when the state is loaded.
const eager = 64 << 10

func newShelf(p card.Pool) *shelf {
	n := p.Len()
	s := &shelf{
		pool: p, path: make([]string, n), lines: make([]string, n), hay: make([]string, n),
		file: make(map[string][]int), texts: make([]*code.Text, n), byPath: make([]int, n),
	}
	for i, u := range p.Units {
		s.path[i] = slash(u.Path)
		s.lines[i] = lineRange(u.LineStart, u.LineEnd)
		s.hay[i] = strings.ToLower(s.path[i] + "\n" + u.Symbol + "\n" + u.Text)
		key := fileKey(u.Path)
		s.file[key] = append(s.file[key], i)
		s.byPath[i] = i
		s.widest, s.longest = max(s.widest, len(s.lines[i])), max(s.longest, len(s.path[i]))
		if len(u.Text) > eager {
			s.text(i)
		}
	}
	for _, in := range s.file {
		slices.SortStableFunc(in, s.compareLines)
	}
	slices.SortStableFunc(s.byPath, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.path[a], s.path[b]), s.compareLines(a, b))
	})
	return s
}

func (s *shelf) compareLines(a, b int) int {
	x, y := &s.pool.Units[a], &s.pool.Units[b]
	return cmp.Or(cmp.Compare(x.LineStart, y.LineStart), cmp.Compare(x.LineEnd, y.LineEnd))
}

// text is the unit at a position, split into lines.
func (s *shelf) text(i int) *code.Text {
	if s.texts[i] == nil {
		s.texts[i] = code.NewText(&s.pool.Units[i])
	}
	return s.texts[i]
}

// name is how a unit is called on screen: path and lines, or its ID when it
// has no path. It is as given: clean it before showing.
func (s *shelf) name(id string) string {
	i, ok := s.pool.Find(id)
	if !ok {
		return id
	}
	switch {
	case s.path[i] == "":
		return id
	case s.lines[i] == "":
		return s.path[i]
	}
	return s.path[i] + ":" + s.lines[i]
}

// overlapping lists the other units of the same file whose lines overlap
// those of the unit at position i.
func (s *shelf) overlapping(i int) []int {
	u := &s.pool.Units[i]
	if u.LineStart < 1 {
		return nil
	}
	var out []int
	for _, j := range s.file[fileKey(u.Path)] {
		v := &s.pool.Units[j]
		if j != i && v.LineStart >= 1 && v.LineStart <= u.LineEnd && u.LineStart <= v.LineEnd {
			out = append(out, j)
		}
	}
	return out
}

// neighbour is another unit of the same file, and where it lies.
type neighbour struct {
	at    int // position in the pool
	where string
}

// neighbours lists the other units of the file of unit i, in line order, each
// with what its lines are to those of i.
func (s *shelf) neighbours(i int) []neighbour {
	u := &s.pool.Units[i]
	if u.Path == "" {
		return nil
	}
	var out []neighbour
	for _, j := range s.file[fileKey(u.Path)] {
		if j == i {
			continue
		}
		out = append(out, neighbour{j, relation(u, &s.pool.Units[j])})
	}
	return out
}

func relation(u, v *card.Unit) string {
	switch {
	case u.LineStart < 1 || v.LineStart < 1:
		return "same file"
	case v.LineEnd < u.LineStart:
		return gap("before", u.LineStart-v.LineEnd-1)
	case v.LineStart > u.LineEnd:
		return gap("after", v.LineStart-u.LineEnd-1)
	case v.LineStart <= u.LineStart && v.LineEnd >= u.LineEnd:
		return "holds all of it"
	case v.LineStart >= u.LineStart && v.LineEnd <= u.LineEnd:
		return "lies inside"
	}
	return fmt.Sprintf("shares %d lines", min(u.LineEnd, v.LineEnd)-max(u.LineStart, v.LineStart)+1)
}

func gap(side string, lines int) string {
	switch lines {
	case 0:
		return "right " + side
	case 1:
		return "1 line " + side
	}
	return fmt.Sprintf("%d lines %s", lines, side)
}

// inFile lists the units of a file named anywhere in the state card. The path
// may use backslashes, and may have more or fewer leading folders than the pool's.
func (s *shelf) inFile(named string) []int {
	key := fileKey(named)
	if key == "" {
		return nil
	}
	if in, ok := s.file[key]; ok {
		return in
	}
	var best string
	for file := range s.file {
		if strings.HasSuffix(key, "/"+file) || strings.HasSuffix(file, "/"+key) {
			if best == "" || len(file) > len(best) || len(file) == len(best) && file < best {
				best = file
			}
		}
	}
	return s.file[best]
}

func slash(file string) string { return strings.ReplaceAll(file, `\`, "/") }

// fileKey is one key for every way to write the same path, as card.SamePath
// takes them.
func fileKey(file string) string {
	if file == "" {
		return ""
	}
	return path.Clean(slash(file))
}

// lineRange is "181-300", "181" for one line, or empty when unknown.
func lineRange(from, to int) string {
	switch {
	case from < 1:
		return ""
	case to <= from:
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

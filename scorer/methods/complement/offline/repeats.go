package offline

import (
	"hash/fnv"
	"slices"
	"strings"
)

// nearlySame is the share of lines from which two cards say the same.
const nearlySame = 0.8

// repeats is how much of card i the card j shows too, 0 to 1: the share of its
// lines of the same file, or everything where nearly all text is the same.
func (d *deck) repeats(i, j int) float64 {
	a, b := &d.cards[i], &d.cards[j]
	share := 0.0
	if a.Path == b.Path && a.LineStart > 0 && b.LineStart > 0 && a.LineEnd >= a.LineStart {
		both := min(a.LineEnd, b.LineEnd) - max(a.LineStart, b.LineStart) + 1
		share = float64(max(both, 0)) / float64(a.LineEnd-a.LineStart+1)
	}
	if share < 1 && d.sameText(i, j) {
		return 1
	}
	return share
}

// sameText reports whether two cards have nearly all lines in common.
func (d *deck) sameText(i, j int) bool {
	a, b := d.lines(i), d.lines(j)
	most := max(len(a), len(b))
	if float64(min(len(a), len(b))) < nearlySame*float64(most) || most == 0 {
		return false
	}
	both := 0
	for x, y := 0, 0; x < len(a) && y < len(b); {
		switch {
		case a[x] < b[y]:
			x++
		case a[x] > b[y]:
			y++
		default:
			both, x, y = both+1, x+1, y+1
		}
	}
	return float64(both) >= nearlySame*float64(most)
}

// shortestLine is how many bytes a line must have to tell texts apart.
const shortestLine = 4

// lines are the hashes of a card's lines, sorted.
func (d *deck) lines(i int) []uint64 {
	s := &d.sheets[i]
	if s.lines != nil {
		return s.lines
	}
	s.lines = []uint64{}
	for line := range strings.Lines(d.text(i)) {
		if line = strings.TrimSpace(line); len(line) >= shortestLine {
			h := fnv.New64a()
			h.Write([]byte(line))
			s.lines = append(s.lines, h.Sum64())
		}
	}
	slices.Sort(s.lines)
	return s.lines
}

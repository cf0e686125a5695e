package retrieval

import (
	"math"
	"path"
	"strings"

	"suffice/certificate/card"
)

// How near a unit is to what a step touched.
const (
	lineReach   = 40.0 // lines at which nearness within a file has halved
	linesAbsent = 0.5  // the same file, where either side does not say which lines
	sameFolder  = 0.1  // another file of the folder
)

// How much a touch counts: reading is more than being shown in a list.
const (
	touchedByRead   = 1.0
	touchedByOpen   = 0.75
	touchedBySearch = 0.5
)

// fading is what a touch loses with each later step that touched something.
const fading = 0.7

// touch is a place in the code that the trajectory went to.
type touch struct {
	path       string
	start, end int // lines; 0 when unknown
	worth      float64
}

// recencyScores is the greatest worth of any touch, times how near the unit is
// to it.
func (x *Index) recencyScores(s card.StateCard) []float64 {
	scores := make([]float64, x.Len())
	touches := touches(s)
	for i, at := range x.order {
		u := &x.pool.Units[at]
		if u.Path == "" {
			continue
		}
		p := plainPath(u.Path)
		for _, t := range touches {
			scores[i] = max(scores[i], float64(t.worth*nearness(t, p, u.LineStart, u.LineEnd)))
		}
	}
	return scores
}

// touches lists what the steps touched, the newest step at full worth. A card
// without steps has its list of opened files, the last one opened last.
func touches(s card.StateCard) []touch {
	var out []touch
	age := 0
	for i := len(s.Steps) - 1; i >= 0; i-- {
		before := []string(nil)
		if i > 0 {
			before = s.Steps[i-1].Opened
		}
		if of := touchedBy(s.Steps[i], before, math.Pow(fading, float64(age))); len(of) > 0 {
			out = append(out, of...)
			age++
		}
	}
	if len(out) > 0 {
		return out
	}
	for i, p := range s.OpenedFiles {
		worth := touchedByOpen * math.Pow(fading, float64(len(s.OpenedFiles)-1-i))
		out = append(out, touch{path: plainPath(p), worth: worth})
	}
	return out
}

// touchedBy lists what one step touched; files that were open before it were
// opened by another.
func touchedBy(s card.Step, before []string, worth float64) []touch {
	var out []touch
	if s.Read != nil {
		out = append(out, touch{plainPath(s.Read.Path), s.Read.LineStart, s.Read.LineEnd, touchedByRead * worth})
	}
	for _, h := range s.Results {
		if h.Path != "" {
			out = append(out, touch{plainPath(h.Path), h.LineStart, h.LineEnd, touchedBySearch * worth})
		}
	}
	already := make(map[string]bool, len(before))
	for _, p := range before {
		already[plainPath(p)] = true
	}
	for _, p := range s.Opened {
		if p = plainPath(p); !already[p] {
			out = append(out, touch{path: p, worth: touchedByOpen * worth})
		}
	}
	return out
}

// nearness is 1 where the lines overlap and falls with the lines between.
func nearness(t touch, file string, start, end int) float64 {
	switch {
	case t.path != file:
		if path.Dir(t.path) == path.Dir(file) {
			return sameFolder
		}
		return 0
	case t.start < 1 || t.end < t.start || start < 1 || end < start:
		return linesAbsent
	}
	gap := max(0, start-t.end, t.start-end)
	return lineReach / (lineReach + float64(gap))
}

// plainPath is the form in which two paths of one file are equal: a Windows
// path has its slashes turned.
func plainPath(p string) string { return path.Clean(strings.ReplaceAll(p, `\`, "/")) }

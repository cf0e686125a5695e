package retrieval

import (
	"math"
	"strings"

	"suffice/certificate/card"
)

// How much of its rarity an entity that a unit shares is worth.
const (
	wholeName  = 1.0  // the name itself
	partOfName = 0.25 // a part of it, by case or underscore
	samePath   = 1.0  // the unit's file, named with its folders
	sameFile   = 0.5  // the unit's file, by its last name
	quotedText = 1.0  // a quotation of several words, as it stands
)

// source is a text of the card, with how much its entities count: what the
// agent asks for comes before what it was shown.
type source struct {
	text  string
	worth float64
}

func sources(s card.StateCard) []source {
	return []source{
		{text(s.Queries, nil, Question(s), s.Subgoal, s.Hypothesis), 1},
		{s.Issue, 0.7},
		{text(nil, nil, s.Diff, s.TestOutput), 0.4},
	}
}

// entityScores is how much of what the card names each unit holds: the sum of
// the rarities ln(1 + (N-df+0.5)/(df+0.5)) of the entities that it shares,
// each counted once, at the worth of the first text that names it.
func (x *Index) entityScores(s card.StateCard) []float64 {
	m := entityMatch{x: x, scores: make([]float64, x.Len()), used: make(map[string]bool)}
	for _, src := range sources(s) {
		for _, e := range Entities(src.text) {
			m.entity(e, src.worth)
		}
	}
	return m.scores
}

type entityMatch struct {
	x      *Index
	scores []float64
	used   map[string]bool
}

func (m *entityMatch) entity(e Entity, worth float64) {
	switch e.Kind {
	case Identifier:
		whole := lower(e.Name)
		m.add("w "+whole, m.x.holding(whole), wholeName*worth)
		Parts(e.Name, func(part string) {
			if part != whole {
				m.add("w "+part, m.x.holding(part), partOfName*worth)
			}
		})
	case Path:
		named := plainPath(e.Name)
		m.add("p "+named, m.x.inFile(named), samePath*worth)
		if at := strings.LastIndexByte(named, '/'); at >= 0 {
			m.add("p "+named[at+1:], m.x.inFile(named[at+1:]), sameFile*worth)
		}
	case Quoted:
		if _, one := onlyWord(e.Name); !one {
			m.add("q "+e.Name, m.x.saying(e.Name), quotedText*worth)
		}
	}
}

// add credits the units that share an entity, unless it was counted before.
func (m *entityMatch) add(key string, units []int32, worth float64) {
	if m.used[key] || len(units) == 0 {
		return
	}
	m.used[key] = true
	n, df := float64(len(m.scores)), float64(len(units))
	gain := float64(worth * math.Log(1+(n-df+0.5)/(df+0.5)))
	for _, u := range units {
		m.scores[u] += gain
	}
}

// holding lists the units that have a word, or an identifier with this part.
func (x *Index) holding(term string) []int32 {
	f, ok := x.wordSpace().number[term]
	if !ok {
		return nil
	}
	return x.holders()[f]
}

// inFile lists the units of the file that is named: their path ends in what is
// named, or else what is named ends in their path, as in a stack trace, and in
// no longer one.
func (x *Index) inFile(named string) []int32 {
	var within, around []int32
	longest := 0
	for i, at := range x.order {
		if x.pool.Units[at].Path == "" {
			continue
		}
		p := plainPath(x.pool.Units[at].Path)
		switch {
		case endsInPath(p, named):
			within = append(within, int32(i))
		case len(p) >= longest && endsInPath(named, p):
			if len(p) > longest {
				around = around[:0]
			}
			longest = len(p)
			around = append(around, int32(i))
		}
	}
	if len(within) > 0 {
		return within
	}
	return around
}

// endsInPath reports whether tail is path or its last parts.
func endsInPath(path, tail string) bool {
	rest, ok := strings.CutSuffix(path, tail)
	return ok && (rest == "" || strings.HasSuffix(rest, "/"))
}

// saying lists the units whose text has this very string. Only those that have
// all its words are read.
func (x *Index) saying(quoted string) []int32 {
	var units []int32
	first := true
	runs(quoted, func(word string, _ bool) {
		held := x.holding(lower(word))
		if first {
			units, first = held, false
			return
		}
		units = both(units, held)
	})
	var out []int32
	for _, u := range units {
		if strings.Contains(x.pool.Units[x.order[u]].Text, quoted) {
			out = append(out, u)
		}
	}
	return out
}

// both is the intersection of two rising lists.
func both(a, b []int32) []int32 {
	var out []int32
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			out = append(out, a[i])
			i, j = i+1, j+1
		}
	}
	return out
}

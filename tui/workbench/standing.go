package workbench

import (
	"strings"

	"suffice/certificate"
)

// standing is what the certificate and the state say of one unit of the pool.
type standing struct {
	groups   []int    // positions of the groups that accept it
	labels   []string // their labels
	beside   []int    // groups that accept a unit it overlaps, when none accepts it itself
	quotes   int
	optional bool
	branches int    // branches that hold it
	seen     string // why it counts as observed: "listed", "flag", "seen in step 3"; empty when not
	blocked  bool   // the observation blocks acceptance, not alignment alone
	carried  string // my note of what already carries it; empty when none
}

// alternative reports whether the unit is offered as a possible alternative.
func (m standing) alternative() bool { return len(m.beside) > 0 }

func (m standing) inGroup(label string) bool {
	for _, l := range m.labels {
		if strings.EqualFold(l, label) {
			return true
		}
	}
	return false
}

// standings works out what c says of every unit of the pool. seen and carried
// come from the state and from my notes.
func standings(s *shelf, c certificate.Certificate, seen func(i int) (string, bool), carried map[string]string) []standing {
	out := make([]standing, s.pool.Len())
	for i := range out {
		out[i].seen, out[i].blocked = seen(i)
		out[i].carried = carried[s.pool.Units[i].ID]
	}
	for g, group := range c.Groups {
		for _, id := range group.Acceptable {
			if i, ok := s.pool.Find(id); ok {
				out[i].groups = append(out[i].groups, g)
				out[i].labels = append(out[i].labels, c.Label(g))
			}
		}
		for _, q := range group.Quotations {
			if i, ok := s.pool.Find(q.Unit); ok {
				out[i].quotes++
			}
		}
	}
	for _, id := range c.Optional {
		if i, ok := s.pool.Find(id); ok {
			out[i].optional = true
		}
	}
	for _, b := range c.Branches {
		for _, id := range b {
			if i, ok := s.pool.Find(id); ok {
				out[i].branches++
			}
		}
	}
	offerAlternatives(s, out)
	return out
}

// offerAlternatives marks units that overlap an accepted one: overlapping
// windows of a file often carry the same fact.
func offerAlternatives(s *shelf, out []standing) {
	for i := range out {
		if len(out[i].groups) == 0 {
			continue
		}
		for _, j := range s.overlapping(i) {
			if len(out[j].groups) > 0 {
				continue
			}
			for _, g := range out[i].groups {
				if !contains(out[j].beside, g) {
					out[j].beside = append(out[j].beside, g)
				}
			}
		}
	}
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

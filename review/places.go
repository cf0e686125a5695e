package review

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"suffice/audit"
)

// UnitPlaces say which lines of which file a unit is, in as few words as tell
// the units of a comparison apart: "replay.py:10-20". A unit of which no place
// is known is called by its ID.
type UnitPlaces map[string]string

// UnitPlaces are the places of the units that a comparison is about; none for
// one that is about no units. Errors: *ForbiddenError.
func (d *Desk) UnitPlaces(ctx context.Context, g audit.Agreement) (UnitPlaces, error) {
	if err := d.Scope().Oversee("see how far people agree"); err != nil {
		return nil, err
	}
	ids, states := unitsCompared(g)
	if len(ids) == 0 {
		return UnitPlaces{}, nil
	}
	known := map[string]span{}
	for _, state := range states {
		s, err := d.repo.State(ctx, d.Scope(), state)
		if err != nil {
			return nil, fmt.Errorf("read the pool of %s: %w", state, err)
		}
		for id := range ids {
			u := s.Pool.Unit(id)
			if u == nil {
				continue
			}
			at := span{u.Path, u.LineStart, u.LineEnd}
			if other, met := known[id]; met && other != at {
				at = span{} // one ID for several places tells none of them
			}
			known[id] = at
		}
	}
	return shortPlaces(known), nil
}

// unitsCompared are the IDs of the units that answers or items of a comparison
// name, and the states that they may belong to.
func unitsCompared(g audit.Agreement) (ids map[string]bool, states []string) {
	ids = map[string]bool{}
	for _, c := range g.Categories {
		units, _, _ := audit.ContentOf(c)
		for _, u := range units {
			ids[u] = true
		}
	}
	for _, c := range g.Cells {
		for _, i := range g.Behind(c.A, c.B) {
			if g.Question == FieldUnits {
				ids[i.Group] = true
			}
			states = append(states, i.State)
		}
	}
	slices.Sort(states)
	return ids, slices.Compact(states)
}

// span is lines of a file; without a file, no place at all.
type span struct {
	file     string
	from, to int
}

func (at span) words() string {
	if at.from == 0 {
		return at.file
	}
	return fmt.Sprintf("%s:%d-%d", at.file, at.from, at.to)
}

// shortPlaces gives every unit the shortest end of its path that no other one
// has; units that share even the whole place keep their IDs.
func shortPlaces(known map[string]span) UnitPlaces {
	places := UnitPlaces{}
	for folders := 0; len(known) > 0; folders++ {
		taken, longer := map[string]int{}, false
		words := map[string]string{}
		for id, at := range known {
			if at.file == "" {
				continue
			}
			end, cut := pathEnd(at.file, folders)
			longer = longer || cut
			words[id] = span{end, at.from, at.to}.words()
			taken[words[id]]++
		}
		rest := map[string]span{}
		for id, said := range words {
			if taken[said] == 1 {
				places[id] = said
			} else {
				rest[id] = known[id]
			}
		}
		if known = rest; !longer {
			break
		}
	}
	return places
}

// pathEnd is the name of a file with so many of its folders; cut when there
// are more.
func pathEnd(p string, folders int) (end string, cut bool) {
	parts := strings.Split(strings.ReplaceAll(p, `\`, "/"), "/")
	if from := len(parts) - 1 - folders; from > 0 {
		return path.Join(parts[from:]...), true
	}
	return p, false
}

// Unit is a unit as people call it.
func (p UnitPlaces) Unit(id string) string {
	if place := p[id]; place != "" {
		return place
	}
	return id
}

// Answer is an answer of a comparison with the units of it as people call
// them; one that names no units stays as it is.
func (p UnitPlaces) Answer(category string) string { return p.against(category, "") }

// Apart are two answers as people read them, each with the units first that
// the other one has not, so that they differ where there is room for little.
func (p UnitPlaces) Apart(a, b string) (string, string) { return p.against(a, b), p.against(b, a) }

func (p UnitPlaces) against(category, other string) string {
	units, threshold, ok := audit.ContentOf(category)
	if !ok {
		return category
	}
	shared, _, _ := audit.ContentOf(other)
	var own, both []string
	for _, u := range units {
		if slices.Contains(shared, u) {
			both = append(both, p.Unit(u))
		} else {
			own = append(own, p.Unit(u))
		}
	}
	return fmt.Sprintf("%d of [%s]", threshold, strings.Join(append(own, both...), " "))
}

// Words is a comparison to be read: the same counts and figures, with answers
// and items as people call them. What is behind a cell the comparison itself
// knows.
func (p UnitPlaces) Words(g audit.Agreement) audit.Agreement {
	g.Categories, g.Cells = slices.Clone(g.Categories), slices.Clone(g.Cells)
	for i, c := range g.Categories {
		g.Categories[i] = p.Answer(c)
	}
	for i := range g.Cells {
		c := &g.Cells[i]
		c.A, c.B = p.Answer(c.A), p.Answer(c.B)
	}
	return g
}

// Item is an item of a comparison on a field as people call it.
func (p UnitPlaces) Item(field string, i audit.Item) audit.Item {
	if field == FieldUnits {
		i.Group = p.Unit(i.Group)
	}
	return i
}

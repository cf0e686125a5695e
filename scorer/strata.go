package scorer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/certificate/card"
)

// Stratification is a way to part states: each stands in exactly one stratum,
// so the strata's means, weighted by their states, add up to the full mean.
type Stratification string

// The stratifications (paper D.4, D.5).
const (
	ByGroups   Stratification = "groups"     // required groups: 1, 2, 3 or more
	ByOverlap  Stratification = "overlap"    // whether the pool holds an observed unit
	ByBoundary Stratification = "boundary"   // decision boundary
	ByRepo     Stratification = "repository" // of the state
	ByLanguage Stratification = "language"   // see StateFacts.Language
)

// Stratifications lists the ways to part states.
func Stratifications() []Stratification {
	return []Stratification{ByGroups, ByOverlap, ByBoundary, ByRepo, ByLanguage}
}

// ParseStratification reads the name of one; "repo" will do. The error lists
// them.
func ParseStratification(name string) (Stratification, error) {
	by := Stratification(strings.ToLower(name))
	if by == "repo" {
		return ByRepo, nil
	}
	if slices.Contains(Stratifications(), by) {
		return by, nil
	}
	return "", fmt.Errorf("%q is no way to part states: choose groups, overlap, boundary, repository or language", name)
}

// AllStates is the name of the whole, beside its strata.
const AllStates = "all states"

// UnknownStratum is where states stand that do not say.
const UnknownStratum = "not known"

// Of is the name of the stratum in which a state stands.
func (by Stratification) Of(s StateFacts) string {
	name := ""
	switch by {
	case ByGroups:
		switch {
		case s.Groups >= 3:
			return "3 or more groups"
		case s.Groups == 1:
			return "1 group"
		}
		return strconv.Itoa(s.Groups) + " groups"
	case ByOverlap:
		overlaps, known := s.Overlap()
		switch {
		case !known:
			return UnknownStratum
		case overlaps:
			return "recorded overlap"
		}
		return "no recorded overlap"
	case ByBoundary:
		name = strings.ReplaceAll(string(s.Boundary), "_", " ")
	case ByRepo:
		name = s.Repo
	case ByLanguage:
		name = s.Language
	}
	return cmp.Or(name, UnknownStratum)
}

// order is where strata stand that have an order of their own.
func (by Stratification) order() []string {
	switch by {
	case ByOverlap:
		return []string{"no recorded overlap", "recorded overlap"}
	case ByBoundary:
		var out []string
		for _, b := range []card.Boundary{card.BeforeSearch, card.AfterSearch, card.AfterFileInspection, card.BeforeEdit} {
			out = append(out, strings.ReplaceAll(string(b), "_", " "))
		}
		return out
	}
	return nil
}

// Stratum is the part of a matrix whose states stand in one stratum.
type Stratum struct {
	Name string
	*Matrix
}

// Strata parts the matrix. Strata with an order of their own keep it; others
// are in the order of their names; those that do not say stand last. Together
// they hold every state once.
func (m *Matrix) Strata(by Stratification) []Stratum {
	met := map[string]bool{}
	var names []string
	for _, s := range m.States {
		if name := by.Of(s); !met[name] {
			met[name] = true
			names = append(names, name)
		}
	}
	order := by.order()
	place := func(name string) int {
		if at := slices.Index(order, name); at >= 0 {
			return at
		}
		if name == UnknownStratum {
			return len(order) + 1
		}
		return len(order)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(place(a)-place(b), cmp.Compare(a, b)) })
	out := make([]Stratum, 0, len(names))
	for _, name := range names {
		out = append(out, Stratum{name, m.Filter(func(s StateFacts) bool { return by.Of(s) == name })})
	}
	return out
}

package audit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Level says what one item of a comparison is.
type Level string

// The two levels. Groups of one state are judged together, so whatever is
// said of groups resamples states (see Resampling).
const (
	States Level = "states"
	Groups Level = "groups"
)

// Item is what two raters may both have judged: a state, or one group of it.
// Items are paired by this identity and never by where they stand in a list.
type Item struct {
	State string `json:"state_id"`
	Group string `json:"group,omitzero"` // "" at the level of states
}

// String names an item for people.
func (i Item) String() string {
	if i.Group == "" {
		return i.State
	}
	return i.State + " / " + i.Group
}

// Compare orders items by state, then by group.
func (i Item) Compare(other Item) int {
	return cmp.Or(cmp.Compare(i.State, other.State), cmp.Compare(i.Group, other.Group))
}

// Rating is one rater's answer on one item. An empty category is an answer
// that is missing; it is an exclusion and never a category of its own.
type Rating struct {
	Item     Item
	Category string
}

// Exclusion is an item that does not count because not both raters judged it.
type Exclusion struct {
	Item   Item   `json:"item"`
	Lacks  string `json:"lacks"`  // "A", "B" or "A and B": who gave no answer that counts
	Reason string `json:"reason"` // a plain sentence
}

// bothRaters is what Lacks says when neither judged an item.
const bothRaters = "A and B"

// Content is the content of a group as one category: its units in any order
// and its threshold. Two groups have the same content exactly when they accept
// the same units at the same threshold, whatever they are called.
func Content(units []string, threshold int) string {
	set := slices.Clone(units)
	slices.Sort(set)
	set = slices.Compact(set)
	quoted := make([]string, len(set))
	for i, u := range set {
		raw, err := json.Marshal(u)
		if err != nil {
			raw = fmt.Appendf(nil, "%+q", u) // not UTF-8: still one text a unit
		}
		quoted[i] = string(raw)
	}
	return fmt.Sprintf("%d of [%s]", threshold, strings.Join(quoted, " "))
}

// ContentOf takes a category that Content made apart again; false for any other.
func ContentOf(category string) (units []string, threshold int, ok bool) {
	number, list, found := strings.Cut(category, " of ")
	threshold, err := strconv.Atoi(number)
	if !found || err != nil || len(list) < 2 || list[0] != '[' || list[len(list)-1] != ']' {
		return nil, 0, false
	}
	d := jsontext.NewDecoder(strings.NewReader(list[1 : len(list)-1]))
	for {
		raw, err := d.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return units, threshold, Content(units, threshold) == category
		case err != nil || raw.Kind() != '"':
			return nil, 0, false
		}
		units = append(units, raw.String())
	}
}

// pair is an item that both raters judged.
type pair struct {
	item Item
	a, b string
}

// pairUp joins the answers of A and B by item. Both results are sorted by
// item. It fails where one rater answers one item twice or where an item does
// not fit the level.
func pairUp(level Level, a, b []Rating) ([]pair, []Exclusion, error) {
	byA, err := byItem(RaterA, level, a)
	if err != nil {
		return nil, nil, err
	}
	byB, err := byItem(RaterB, level, b)
	if err != nil {
		return nil, nil, err
	}
	var pairs []pair
	var out []Exclusion
	for item, ca := range byA {
		cb := byB[item]
		if ca != "" && cb != "" {
			pairs = append(pairs, pair{item, ca, cb})
			continue
		}
		out = append(out, exclude(item, ca == "", cb == ""))
	}
	for item, cb := range byB {
		if _, both := byA[item]; !both {
			out = append(out, exclude(item, true, cb == ""))
		}
	}
	slices.SortFunc(pairs, func(x, y pair) int { return x.item.Compare(y.item) })
	sortExclusions(out)
	return pairs, out, nil
}

func sortExclusions(out []Exclusion) {
	slices.SortFunc(out, func(x, y Exclusion) int { return x.Item.Compare(y.Item) })
}

func byItem(who Rater, level Level, ratings []Rating) (map[Item]string, error) {
	m := make(map[Item]string, len(ratings))
	for _, r := range ratings {
		if r.Item.State == "" || (r.Item.Group == "") != (level == States) {
			return nil, fmt.Errorf("rater %s: %q is none of the %s that are compared", who, r.Item, level)
		}
		if _, twice := m[r.Item]; twice {
			return nil, fmt.Errorf("rater %s answers %s twice; keep the latest submitted answer only", who, r.Item)
		}
		m[r.Item] = r.Category
	}
	return m, nil
}

func exclude(item Item, lacksA, lacksB bool) Exclusion {
	switch {
	case lacksA && lacksB:
		return Exclusion{item, bothRaters, "neither A nor B gave an answer"}
	case lacksA:
		return Exclusion{item, string(RaterA), "A gave no answer"}
	default:
		return Exclusion{item, string(RaterB), "B gave no answer"}
	}
}

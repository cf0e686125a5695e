package scorer

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Weighted by their states, the strata's means are the full means: exactly for
// counts, and to the last digits for sums of fractions (paper D.4).
func TestStrataRecombine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t).matrix(t)
		for _, by := range Stratifications() {
			strata := m.Strata(by)
			states := map[string]string{}
			for _, s := range strata {
				for _, f := range s.States {
					if other, twice := states[f.ID]; twice {
						t.Fatalf("by %s, %s stands in %s and in %s", by, f.ID, other, s.Name)
					}
					states[f.ID] = s.Name
				}
			}
			if len(states) != len(m.States) {
				t.Fatalf("by %s, %d of %d states stand in a stratum", by, len(states), len(m.States))
			}
			full := m.Full()
			var parts []Table
			for _, s := range strata {
				parts = append(parts, s.Full())
			}
			for r, row := range full.Rows {
				for i, cell := range row.Cells {
					recombine(t, by, parts, r, i, cell, full.Columns[i])
				}
			}
		}
	})
}

func recombine(t *rapid.T, by Stratification, parts []Table, r, i int, want Cell, column string) {
	count, of, excluded, weighted := 0, 0, 0, 0.
	for _, part := range parts {
		c := part.Rows[r].Cells[i]
		of += c.States
		excluded += c.Excluded
		if c.Value == nil {
			continue
		}
		if c.Count != nil {
			count += *c.Count
		}
		weighted += *c.Value * float64(c.States)
	}
	if of != want.States || excluded != want.Excluded {
		t.Fatalf("by %s, %s: denominators add up to %d and %d excluded, the whole has %d and %d", by, column, of, excluded, want.States, want.Excluded)
	}
	if want.Count != nil && count != *want.Count {
		t.Fatalf("by %s, %s: %d completed in strata, %d in all", by, column, count, *want.Count)
	}
	if want.Value != nil && math.Abs(weighted/float64(of)-*want.Value) > 1e-12 {
		t.Fatalf("by %s, %s: strata give %v, the whole is %v", by, column, weighted/float64(of), *want.Value)
	}
}

// The differences within strata recombine to the difference over all states,
// and wins, ties and losses add up.
func TestStrataComparisonsRecombine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t).matrix(t)
		by := rapid.SampledFrom(Stratifications()).Draw(t, "by")
		points := []Point{{Complete, 5}, {GroupRecall, 8}}
		list, err := m.StrataComparisons(by, "m1", "m2", points, few200(3))
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range points {
			var parts, all Comparison
			weighted := 0.
			for j := i; j < len(list); j += len(points) {
				c := list[j]
				if c.Point != p {
					t.Fatalf("%v where %v is expected", c.Point, p)
				}
				if c.Stratum == AllStates {
					all = c.Comparison
					continue
				}
				parts.States += c.States
				parts.Wins += c.Wins
				parts.Losses += c.Losses
				parts.Ties += c.Ties
				parts.Excluded = append(parts.Excluded, c.Excluded...)
				weighted += c.Difference * float64(c.States)
			}
			if parts.States != all.States || parts.Wins != all.Wins || parts.Losses != all.Losses || parts.Ties != all.Ties || len(parts.Excluded) != len(all.Excluded) {
				t.Fatalf("by %s: the strata have %+v, the whole %+v", by, parts, all)
			}
			if math.Abs(weighted/float64(all.States)-all.Difference) > 1e-12 {
				t.Fatalf("by %s: strata give %v, the whole is %v", by, weighted/float64(all.States), all.Difference)
			}
		}
		if rows := m.StrataComparisonTable(by, list).Rows; len(rows) != len(list) {
			t.Fatalf("%d rows for %d comparisons", len(rows), len(list))
		}
	})
}

func TestStrataByHand(t *testing.T) {
	var w world
	one, two := group("a", 1, 1, "u1"), group("b", 1, 1, "u2")
	w.add("s1", "r", one)
	w.add("s2", "r", one, two)
	w.add("s3", "q", one, two, group("c", 1, 1, "u3"))
	c := w.add("s4", "q", one, two, group("c", 1, 1, "u3"), group("d", 1, 1, "u4"))
	c.State.Card.Boundary = ""
	c.State.Card.Observed = []string{"u8", "elsewhere"}
	for _, s := range []string{"s1", "s2", "s3", "s4"} {
		w.rank("a", s, "u1", "u2")
		w.rank("b", s, "u2")
	}
	m := w.matrix(t)
	for by, want := range map[Stratification]string{
		ByGroups:   "1 group:1 2 groups:1 3 or more groups:2",
		ByOverlap:  "no recorded overlap:3 recorded overlap:1",
		ByBoundary: "after search:3 not known:1",
		ByRepo:     "q:2 r:2",
		ByLanguage: "python:4",
	} {
		var got []string
		for _, s := range m.Strata(by) {
			got = append(got, s.Name+":"+thousands(float64(len(s.States))))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("by %s: %s, want %s", by, strings.Join(got, " "), want)
		}
	}
	text := m.CompositionTable(ByOverlap).String()
	if !strings.Contains(text, "on 1 of 4 states the two sources disagree") || !strings.Contains(text, "0 pool entries are flagged, 1 are listed") {
		t.Errorf("the two sources of overlap are not compared:\n%s", text)
	}
	if _, err := ParseStratification("size"); err == nil || !strings.Contains(err.Error(), "boundary") {
		t.Errorf("%v", err)
	}
}

package scorer

import "fmt"

// L3 is the class of a state that was replaced, because its decision boundary
// is not independently scorable: the ledger says so, no ranking does.
const L3 Class = "L3"

// Classes lists the classes of certificate changes.
func Classes() []Class { return []Class{L0, L1, L2, L3} }

// StateChange is the class of what became of one state's certificate, with the
// locked outcomes that it was judged by; none for L3.
type StateChange struct {
	State string
	Change
}

// ClassTable counts states by class, over all of them (paper C.2).
func ClassTable(changes []StateChange) Table {
	t := Table{Title: "Certificate changes by sensitivity class", Columns: []string{"Share of states", "Flips"}}
	meaning := map[Class]string{
		L0: "no final change", L1: "changed, no outcome flips", L2: "an outcome flips", L3: "the state was replaced",
	}
	for _, class := range Classes() {
		n, flips := 0, 0
		for _, c := range changes {
			if c.Class == class {
				n++
				flips += c.Flips
			}
		}
		flipped := countCell(flips)
		if class == L3 {
			flipped = Cell{Unit: Plain} // nothing can be compared
		}
		t.Rows = append(t.Rows, TableRow{Name: fmt.Sprintf("%s %s", class, meaning[class]), States: len(changes), Cells: []Cell{shareCell(n, len(changes), 0), flipped}})
	}
	t.Notes = []string{"a flip is one locked ranking at one cutoff whose Complete-MSS changes; that of a replaced state is missing: its rankings belong to another decision"}
	return t
}

// FlipTable counts, for every locked method and cutoff, the states whose
// Complete-MSS an edit gained or lost, of those it was worked out for.
func FlipTable(changes []StateChange) Table {
	type place struct {
		method string
		k      int
	}
	type tally struct{ gained, lost, of int }
	counts := map[place]*tally{}
	var order []place
	for _, c := range changes {
		for _, o := range c.Outcomes {
			p := place{o.Method, o.K}
			x := counts[p]
			if x == nil {
				x = &tally{}
				counts[p] = x
				order = append(order, p)
			}
			x.of++
			switch {
			case o.After && !o.Before:
				x.gained++
			case o.Before && !o.After:
				x.lost++
			}
		}
	}
	t := Table{Title: "Complete-MSS outcomes that certificate changes flip, in percent of states", Columns: []string{"Gained", "Lost"}}
	for _, p := range order {
		x := counts[p]
		excluded := len(changes) - x.of
		t.Rows = append(t.Rows, TableRow{Section: p.method, Name: fmt.Sprintf("@%d", p.k), States: x.of, Excluded: excluded,
			Cells: []Cell{shareCell(x.gained, x.of, excluded), shareCell(x.lost, x.of, excluded)}})
	}
	return t
}

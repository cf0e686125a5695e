package scorer

import (
	"cmp"
	"fmt"
	"slices"
)

// Has says whether a method has a property.
type Has string

// What a method may have of a property.
const (
	Yes       Has = "yes"
	No        Has = "no"
	NotAsked  Has = "-"   // the method asks no controller
	NoMeaning Has = "n/a" // one call only: nothing could be fed back
)

// Design is what sets a method apart in the paper's table 4.
type Design struct {
	Objective Has // it selects units as a set that jointly supports the decision
	Feedback  Has // later selections see what earlier ones chose
}

// DesignOf is the design of a method by its ID (spec 4.3); false when the ID
// says nothing, as that of an imported method.
func DesignOf(method string) (Design, bool) {
	switch method {
	case "mss_complement", "fixed_top8":
		return Design{Yes, Yes}, true
	case "single_stage":
		return Design{Yes, NoMeaning}, true
	case "no_feedback_fixed", "no_feedback_adaptive":
		return Design{Yes, No}, true
	case "independent_similarity":
		return Design{No, No}, true
	case "ssr":
		return Design{No, NoMeaning}, true
	case "bm25", "bm25_starter", "tfidf_word", "tfidf_char", "dense", "fused", "mmr", "rerank", "random":
		return Design{NotAsked, NotAsked}, true
	}
	return Design{}, false
}

// attributed lists the methods that table 4 attributes the gain with, in its
// order.
func attributed() []string {
	return []string{"independent_similarity", "no_feedback_fixed", "no_feedback_adaptive", "single_stage", "fixed_top8", "mss_complement"}
}

// Attribution is the paper's table 4: what each method has of the set objective
// and of selection feedback, what it recovers, and what it returns. References
// come first, then the variants of MSS-Complement in the paper's order, and last
// what an organizer made with labels in view. A variant without predictions is a
// row of missing numbers.
func (m *Matrix) Attribution() Table {
	t := m.blank("Attribution: what each part of MSS-Complement adds, in percent")
	t.Columns = []string{"MSS objective", "Selection feedback", "Complete@5", "Returned completion", "Group@5", "Context"}
	names := m.Names()
	place := func(name string) int {
		if i := m.method(name); i >= 0 && m.Methods[i].Diagnostic {
			return len(attributed())
		}
		return slices.Index(attributed(), name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	for _, name := range names {
		t.Rows = append(t.Rows, m.attributionRow(name))
	}
	if slices.ContainsFunc(names, func(n string) bool { return place(n) >= 0 }) {
		t.fillAttribution(len(m.States), place)
	}
	m.tellExclusions(&t)
	t.Notes = append(t.Notes, contextNote, "Returned completion scores everything that a method returned")
	if slices.ContainsFunc(names, reference) {
		t.Notes = append(t.Notes, fmt.Sprintf("(fixed %d): a method that asks no controller ranks on and on; its first %d units stand for what it returns", referenceUnits, referenceUnits))
	}
	t.Notes = append(t.Notes, m.controllerNotes()...)
	t.markBest()
	return t
}

// referenceUnits is how many units of a whole ranking stand for what a method
// that asks no controller would have returned (table 4: fixed 7). Without a cut
// it would be compared by its whole output, which is the pool.
const referenceUnits = 7

// reference reports whether a method stands in table 4 as a fixed reference.
func reference(name string) bool {
	d, known := DesignOf(name)
	return known && d.Objective == NotAsked
}

func (m *Matrix) attributionRow(name string) TableRow {
	i := m.method(name)
	row := m.row(i)
	returned, context := m.mean(i, Point{Complete, Whole}), m.context(i)
	if reference(name) && !m.Methods[i].Diagnostic {
		row.Name = fmt.Sprintf("%s (fixed %d)", name, referenceUnits)
		returned, context = m.mean(i, Point{Complete, referenceUnits}), m.contextOf(i, referenceUnits)
	}
	row.Cells = append(designCells(name, m.Methods[i].Diagnostic), m.mean(i, Point{Complete, 5}), returned, m.mean(i, Point{GroupRecall, 5}), context)
	return row
}

func designCells(name string, diagnostic bool) []Cell {
	d, known := DesignOf(name)
	if diagnostic {
		return []Cell{textCell(string(NotAsked)), textCell(string(NotAsked))}
	}
	if !known {
		return []Cell{{Unit: Words}, {Unit: Words}}
	}
	return []Cell{textCell(string(d.Objective)), textCell(string(d.Feedback))}
}

// fillAttribution adds the rows of variants that have no predictions, each in
// its place.
func (t *Table) fillAttribution(states int, place func(string) int) {
	for _, name := range attributed() {
		if slices.ContainsFunc(t.Rows, func(r TableRow) bool { return r.Name == name }) {
			continue
		}
		row := TableRow{Name: name, Excluded: states}
		row.Cells = append(designCells(name, false), Cell{Excluded: states}, Cell{Excluded: states}, Cell{Excluded: states}, Cell{Unit: Tokens, Excluded: states})
		at := slices.IndexFunc(t.Rows, func(r TableRow) bool { return place(r.Name) > place(name) })
		if at < 0 {
			at = len(t.Rows)
		}
		t.Rows = slices.Insert(t.Rows, at, row)
	}
}

// controllerNotes keep what the offline controller did from being read as what
// a model did.
func (m *Matrix) controllerNotes() []string {
	var notes []string
	met := map[string]bool{}
	for _, f := range m.Methods {
		c := f.Controller
		if c == "" || met[c] {
			continue
		}
		met[c] = true
		switch c {
		case "offline":
			notes = append(notes, "[offline]: the deterministic offline controller answered, no model did; such rows are not the paper's results")
		default:
			notes = append(notes, fmt.Sprintf("[%s]: the controller that the prediction rows name", printable(c)))
		}
	}
	return notes
}

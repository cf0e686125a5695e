package scorer

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is numbers for people and, as JSON, for programs. See Write for its
// forms.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"` // one for each cell of a row
	Rows    []TableRow `json:"rows"`
	Notes   []string   `json:"notes"` // what numbers, exclusions and gaps mean

	// Tokenizer and Basis say what source tokens are counted with and in; both
	// are empty when none were counted.
	Tokenizer string `json:"tokenizer,omitzero"`
	Basis     string `json:"text_basis,omitzero"`

	// Turns says that on a terminal and in Markdown its columns become rows where
	// they are too many to stand side by side: a table with a column for each method.
	Turns bool `json:"-"`

	// Exclusions lists what the notes only begin to list.
	Exclusions []Exclusion `json:"exclusions,omitzero"`
}

// Exclusion is a state that is left out, and why.
type Exclusion struct {
	State string `json:"state"`
	Why   string `json:"why"`
}

// exclude adds exclusions that the table does not list yet.
func (t *Table) exclude(list []Exclusion) {
	met := make(map[Exclusion]bool, len(t.Exclusions))
	for _, e := range t.Exclusions {
		met[e] = true
	}
	for _, e := range list {
		if !met[e] {
			met[e] = true
			t.Exclusions = append(t.Exclusions, e)
		}
	}
}

// TableRow is one method, or something that methods are compared with.
type TableRow struct {
	Name     string `json:"name"`
	States   int    `json:"states"`   // the denominator of its means
	Excluded int    `json:"excluded"` // how many states are not in them
	Cells    []Cell `json:"cells"`

	// Section is the heading under which the row stands, such as a stratum.
	Section string `json:"section,omitzero"`
	// Controller labels what a method's output rests on, such as "offline".
	Controller string `json:"controller,omitzero"`
	// Aside marks a row that no method competes with: the oracle, a random
	// draw, what an organizer made with the labels in view.
	Aside bool `json:"aside,omitzero"`
}

// Cell is one number, nil when it is missing, which is not zero. A number
// without a Unit is a fraction. Where it is a share, Count of States have the
// property; where it is a mean, Sum over States is its numerator.
type Cell struct {
	Value  *float64 `json:"value"`
	Count  *int     `json:"count,omitzero"`
	States int      `json:"states,omitzero"`

	Sum      *float64 `json:"sum,omitzero"`
	Excluded int      `json:"excluded,omitzero"` // what States leaves out
	Unit     Unit     `json:"unit,omitzero"`
	Low      *float64 `json:"low,omitzero"` // of an interval around Value
	High     *float64 `json:"high,omitzero"`
	Text     string   `json:"text,omitzero"`   // stands for the number where there is none to give
	Strong   bool     `json:"strong,omitzero"` // what the paper prints in bold
}

// Unit says what the number of a cell is.
type Unit string

// The units of numbers. People read fractions as percentages and differences
// as percentage points; files hold them as fractions.
const (
	Fraction   Unit = ""           // from 0 to 1
	Difference Unit = "difference" // of two fractions
	Tokens     Unit = "tokens"     // source tokens
	Items      Unit = "items"      // a mean number of units, with decimals
	Plain      Unit = "number"     // a count
	Words      Unit = "text"       // Text is all there is
)

const missingText = "missing"

// shareCell is a share of a known number of things.
func shareCell(count, of, excluded int) Cell {
	c := Cell{States: of, Excluded: excluded}
	if of > 0 {
		x := float64(count) / float64(of)
		c.Value, c.Count = &x, &count
	}
	return c
}

// meanCell is a mean with its numerator.
func meanCell(m *meanOf, unit Unit, excluded int) Cell {
	c := Cell{Unit: unit, States: m.n, Excluded: excluded}
	if m.n > 0 {
		mean, sum := m.value(), m.total()
		c.Value, c.Sum = &mean, &sum
	}
	return c
}

// countCell is a plain count.
func countCell(n int) Cell {
	x := float64(n)
	return Cell{Value: &x, Unit: Plain}
}

func textCell(s string) Cell { return Cell{Text: s, Unit: Words} }

// text shows a cell as the paper does: fractions as percentages, with numerator
// and denominator where there is a count.
func (c Cell) text() string {
	switch {
	case c.Unit == Words && c.Text != "":
		return shown(c.Text)
	case c.Value == nil:
		return missingText
	}
	switch c.Unit {
	case Difference:
		text := points(*c.Value)
		if c.Low != nil && c.High != nil {
			text += " [" + points(*c.Low) + ", " + points(*c.High) + "]"
		}
		return text
	case Tokens, Plain:
		return thousands(*c.Value)
	case Items:
		return strconv.FormatFloat(*c.Value, 'f', 2, 64)
	}
	percent := strconv.FormatFloat(100**c.Value, 'f', 2, 64)
	if c.Count == nil {
		return percent
	}
	return percent + "  " + strconv.Itoa(*c.Count) + "/" + strconv.Itoa(c.States)
}

// points is a difference of fractions in signed percentage points.
func points(x float64) string {
	text := strconv.FormatFloat(100*x, 'f', 2, 64)
	switch {
	case text == "-0.00":
		return "0.00"
	case x > 0 && text != "0.00":
		return "+" + text
	}
	return text
}

// thousands is a number rounded to a whole one, in groups of three digits.
func thousands(x float64) string {
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// label is a row's name for people, with what its output rests on.
func (r TableRow) label() string {
	if r.Controller == "" {
		return printable(r.Name)
	}
	return printable(r.Name) + " [" + printable(r.Controller) + "]"
}

// statesText is the row's denominator, and how many states it leaves out.
func (r TableRow) statesText() string {
	text := strconv.Itoa(r.States)
	if r.Excluded > 0 {
		text += " (" + strconv.Itoa(r.Excluded) + " excluded)"
	}
	return text
}

// notes are the notes with what source tokens are counted with.
func (t Table) notes() []string {
	var notes []string
	for _, n := range t.Notes {
		notes = append(notes, shown(n))
	}
	if t.Tokenizer != "" {
		notes = append(notes, "source tokens: "+printable(t.Tokenizer)+" over "+printable(t.Basis))
	}
	return notes
}

// markBest marks the best fraction of every column among the methods of each
// section, as the paper's tables do; equal ones are all marked.
func (t *Table) markBest() {
	for from := 0; from < len(t.Rows); {
		to := from + 1
		for to < len(t.Rows) && t.Rows[to].Section == t.Rows[from].Section {
			to++
		}
		for i := range t.Columns {
			markColumn(t.Rows[from:to], i)
		}
		from = to
	}
}

func markColumn(rows []TableRow, i int) {
	best, rivals := -1., 0
	value := func(r TableRow) (float64, bool) {
		c := r.Cells[i]
		if r.Aside || c.Unit != Fraction || c.Value == nil {
			return 0, false
		}
		return *c.Value, true
	}
	for _, r := range rows {
		if x, ok := value(r); ok {
			best = max(best, x)
			rivals++
		}
	}
	for j := range rows {
		if x, ok := value(rows[j]); ok && x == best && rivals > 1 {
			rows[j].Cells[i].Strong = true
		}
	}
}

// printable is a name that shows as what it is: one with characters that do not
// show, or that show as something else, is quoted as Go quotes strings, and so is
// one that looks quoted already.
func printable(s string) string {
	if strings.HasPrefix(s, `"`) {
		return strconv.Quote(s)
	}
	return shown(s)
}

// shown is printable for texts that are put together from printable names.
func shown(s string) string {
	if strings.ContainsFunc(s, hidden) || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	return s
}

// hidden reports a character that does not show as itself.
func hidden(r rune) bool { return !strconv.IsPrint(r) }

package audit

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lineWidth is the number of columns that printed lines keep to; an ID that is
// longer by itself is not cut.
const lineWidth = 80

// gridLimit is the largest number of categories that is printed as a grid.
const gridLimit = 5

// Lines print the working of a comparison: how many items, the cross table,
// every figure with its interval and the names of both formulas, what
// undefined and uninformative figures mean, and every exclusion by name.
func (g *Agreement) Lines() []string {
	lines := []string{fmt.Sprintf("%s: %s %s judged by both, %s excluded",
		plain(g.Question), grouped(g.Items), g.Level, grouped(len(g.Exclusions)))}
	if g.Items == 0 {
		lines = append(lines, wrapped("  ", g.Raw.Reason)...)
	} else {
		lines = append(lines, g.table()...)
		for _, f := range g.Figures() {
			lines = append(lines, f.lines()...)
		}
	}
	return append(lines, exclusionLines(g.Exclusions)...)
}

// table is the cross table: a grid for few categories, else the list of the
// outcomes that occur.
func (g *Agreement) table() []string {
	if len(g.Categories) > gridLimit || longest(g.Categories) > 12 {
		lines := []string{"  count  A | B"}
		for _, c := range g.Cells {
			lines = append(lines, wrapped(fmt.Sprintf("  %5d  ", c.Count), plain(c.A)+" | "+plain(c.B))...)
		}
		return lines
	}
	head := "  " + pad("A \\ B", 13)
	for _, b := range g.Categories {
		head += padLeft(plain(b), 13)
	}
	lines := []string{head}
	for _, a := range g.Categories {
		row := "  " + pad(plain(a), 13)
		for _, b := range g.Categories {
			row += padLeft(strconv.Itoa(g.Count(a, b)), 13)
		}
		lines = append(lines, row)
	}
	return lines
}

func longest(names []string) int {
	n := 0
	for _, s := range names {
		n = max(n, utf8.RuneCountInString(plain(s)))
	}
	return n
}

func (f Figure) lines() []string {
	if f.Value == nil {
		return append([]string{"  " + pad(f.Name, 26) + "none"}, wrapped("    ! ", f.Reason)...)
	}
	lines := []string{strings.TrimRight("  "+pad(f.Name, 26)+pad(f.Text(), 24)+f.Interval.Text(), " ")}
	says := fmt.Sprintf("%s = %d/%d", f.Formula, f.Ratio.Numerator, f.Ratio.Denominator)
	lines = append(lines, wrapped("      ", says)...)
	if i := f.Interval; i != nil {
		says = "95%: " + i.Method
		if i.StandardError != nil {
			says += ", SE " + decimals(*i.StandardError, 6)
		}
		if i.Draws > 0 {
			says += fmt.Sprintf(", %s draws", grouped(i.Draws))
		}
		lines = append(lines, wrapped("      ", says)...)
		lines = append(lines, wrapped("    ! ", i.Caution)...)
	}
	return append(lines, wrapped("    ! ", f.Caution)...)
}

func exclusionLines(excluded []Exclusion) []string {
	if len(excluded) == 0 {
		return nil
	}
	lines := []string{"  Excluded, because not both judged it:"}
	for _, e := range excluded {
		lines = append(lines, wrapped("    ", plain(e.Item.String())+": "+e.Reason)...)
	}
	return lines
}

// wrapped breaks words into lines of at most lineWidth columns, the first
// after lead and the others under it; nothing for no words.
func wrapped(lead, words string) []string {
	var lines []string
	line, width := lead, utf8.RuneCountInString(lead)
	under := strings.Repeat(" ", width)
	empty := true
	for _, w := range strings.Fields(words) {
		n := utf8.RuneCountInString(w)
		if !empty && width+1+n > lineWidth {
			lines = append(lines, line)
			line, width, empty = under, len(under), true
		}
		if !empty {
			line, width = line+" ", width+1
		}
		line, width, empty = line+w, width+n, false
	}
	if empty {
		return lines
	}
	return append(lines, line)
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(1, width-utf8.RuneCountInString(s)))
}

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(1, width-utf8.RuneCountInString(s))) + s
}

// plain is s with everything that is not printable written out, so that no ID
// can move the cursor of who reads it.
func plain(s string) string {
	quoted := strconv.QuoteToGraphic(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

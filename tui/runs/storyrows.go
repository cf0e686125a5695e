package runs

import (
	"fmt"

	"suffice/tui/part"
)

// few is how many units of a stage are told before the others are folded away.
const few = 8

// Tell puts a story into rows. covers says which groups of a certificate a
// unit of the answer serves; nil where no certificate is at hand. Unless whole,
// a stage that selects many units is told by its first ones and a row with Fold.
func Tell(e *part.Env, s *Story, name Namer, covers func(unit string) string, whole bool) []Row {
	var rows []Row
	if n := len(s.Routes); n > 0 || s.Ranked > 0 {
		rows = append(rows, Row{
			Kind: RowHead, Sign: "●", Text: "rank",
			Note: fmt.Sprintf("%s, %s", part.Many(n, "route"), part.Many(s.Ranked, "candidate")),
		})
	}
	for _, c := range s.Chapters {
		rows = append(rows, c.Head(e))
		rows = append(rows, c.Odd()...)
		for i, id := range c.Stage.Selected {
			if left := len(c.Stage.Selected) - few; i == few && left > 1 {
				rows = append(rows, fold(left, whole))
				if !whole {
					break
				}
			}
			r := Row{Kind: RowUnit, Text: rankCell(i + 1), Name: name(id), Unit: id}
			if c.Name == "finalize" {
				r.Tail = " " + originCell(s.Origin(id))
				if c.Stage.Keep > 0 && i >= c.Stage.Keep {
					r.Note = "not kept"
				}
			}
			rows = append(rows, r)
		}
	}
	return append(rows, returned(e, s, name, covers)...)
}

// rankCell is a rank before the name of a unit.
func rankCell(rank int) string { return fmt.Sprintf("%3d  ", rank) }

// fold is the row that stands for units folded away, or folds them again.
func fold(n int, open bool) Row {
	if open {
		return Row{Kind: RowNote, Sign: "▿", Text: fmt.Sprintf("     %d fewer", n), Fold: true}
	}
	return Row{Kind: RowNote, Sign: "▹", Text: fmt.Sprintf("     … %d more", n), Fold: true}
}

// returned are the units of the answer, with their tokens and origins.
func returned(e *part.Env, s *Story, name Namer, covers func(string) string) []Row {
	if len(s.Returned) == 0 {
		return nil
	}
	sum := 0
	var rows []Row
	for i, u := range s.Returned {
		sum += u.Tokens
		origin := u.Origin
		if origin == "" {
			origin = s.Origin(u.ID)
		}
		r := Row{
			Kind: RowUnit, Text: rankCell(i + 1), Name: name(u.ID), Unit: u.ID,
			Tail: readingTail(u.Tokens, e.Width.Clean(origin, 1)),
		}
		if covers != nil {
			r.Sign = "·" // in no group
			if g := covers(u.ID); g != "" {
				r.Sign, r.Text = "✓", rankCell(i+1)+g+"  "
			}
		}
		if u.Observed {
			r.Note = "observed"
		}
		rows = append(rows, r)
	}
	head := Row{
		Kind: RowHead, Sign: "=", Text: "returned",
		Note: fmt.Sprintf("%s, %s source tokens", part.Many(len(s.Returned), "unit"), thousands(sum)),
	}
	return append([]Row{head}, rows...)
}

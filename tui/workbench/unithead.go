package workbench

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/certificate/card"
	"suffice/tui/part"
)

func (s *Screen) unitTitle(w int) string {
	name := s.unitName(s.unit.at)
	return s.env.Width.Tail(name, min(s.env.Width.Of(name), max(w/2, 10)))
}

// unitStanding says what the certificate and the state say of the unit.
func (s *Screen) unitStanding() string {
	m := &s.stand[s.unit.at]
	var says []string
	if len(m.labels) > 0 {
		says = append(says, s.look.group(m.groups[0]).Paint("● "+s.clean(strings.Join(m.labels, " "))))
	} else if m.alternative() {
		says = append(says, s.look.muted.Paint("~ overlaps "+s.clean(s.cert.Label(m.beside[0]))))
	}
	if m.seen != "" {
		says = append(says, s.look.observed.Paint("○ "+s.clean(m.seen)))
	}
	if m.carried != "" {
		says = append(says, s.look.warn.Paint("carries "+s.clean(s.shelf.name(m.carried))))
	}
	if m.optional {
		says = append(says, s.look.muted.Paint("optional"))
	}
	if u := &s.shelf.pool.Units[s.unit.at]; u.Symbol != "" && len(says) == 0 {
		says = append(says, s.clean(u.Symbol))
	}
	return strings.Join(says, " ")
}

// unitNeighbours names the nearest units of the file before and after.
func (s *Screen) unitNeighbours(w int) string {
	var before, after string
	inside := 0
	unit := &s.shelf.pool.Units[s.unit.at]
	for _, n := range s.shelf.neighbours(s.unit.at) {
		v := &s.shelf.pool.Units[n.at]
		switch {
		case v.LineStart < 1 || unit.LineStart < 1:
		case v.LineEnd < unit.LineStart:
			before = "← " + s.shelf.lines[n.at]
		case v.LineStart > unit.LineEnd:
			if after == "" {
				after = s.shelf.lines[n.at] + " →"
			}
		default:
			inside++
		}
	}
	var parts []string
	if before != "" {
		parts = append(parts, before)
	}
	if inside > 0 {
		parts = append(parts, fmt.Sprintf("%d overlap", inside))
	}
	if after != "" {
		parts = append(parts, after)
	}
	text := strings.Join(parts, " · ")
	if len(text) > w-20 {
		return ""
	}
	return text
}

// excerpt says how much of the unit's lines the excerpt shows.
func excerpt(u *card.Unit) string {
	shown, span := u.LineNumbers()
	switch {
	case span > shown:
		return fmt.Sprintf("excerpt: %s of %s lines", thousands(shown), thousands(span))
	case u.SHA256 != "" && u.Cut():
		return part.Many(shown, "line") + ", the last one cut"
	}
	return part.Many(shown, "line")
}

// thousands writes a number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

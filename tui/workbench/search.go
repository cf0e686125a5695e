package workbench

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/code"
	"suffice/tui/part"
)

// search finds a query in the unit and goes to the first hit at or after a line.
func (u *unitPane) search(s *Screen, query string, from int) {
	u.query, u.hits, u.hit = query, code.Find(u.text, query), 0
	u.marks = map[int][2]int{}
	for k, h := range u.hits {
		span, ok := u.marks[h.Line]
		if !ok {
			span[0] = k
		}
		span[1] = k + 1
		u.marks[h.Line] = span
	}
	u.drawn++
	for k, h := range u.hits {
		if h.Line >= from {
			u.hit = k
			break
		}
	}
	if len(u.hits) > 0 && s.line.searches() {
		u.reveal(s)
	}
}

// stepHit goes to the next or previous hit.
func (u *unitPane) stepHit(s *Screen, n int) tea.Cmd {
	u.hit = (u.hit + n + len(u.hits)) % len(u.hits)
	u.drawn++
	u.reveal(s)
	return nil
}

// reveal scrolls the present hit into sight.
func (u *unitPane) reveal(s *Screen) {
	h := u.hits[u.hit]
	u.list.To(h.Line)
	room := max(u.width-u.digits()-2, 8)
	r := u.ruler(s, h.Line)
	from, to := r.Column(h.Start), r.Column(h.End)
	if from < u.x || to > u.x+room {
		u.x = max(from-room/3, 0)
		if to <= room {
			u.x = 0
		}
	}
}

// startSearch begins a search in the unit.
func (s *Screen) startSearch() tea.Cmd {
	s.focusOn(paneUnit)
	s.line = line{box: part.NewField("", false), search: true, before: s.unit.query, from: s.unit.list.Cursor}
	s.line.box.Hint = "search in this unit"
	return nil
}

// viewSearch is the last line of the unit while a search is typed or found
// something.
func (s *Screen) viewSearch(w int) string {
	u := &s.unit
	count := ""
	if u.query != "" {
		count = "no hit"
		if n := len(u.hits); n > 0 {
			count = fmt.Sprintf("%d of %d", u.hit+1, n)
		}
	}
	left := " " + s.look.accent.Paint("/") + " "
	room := max(w-4-len(count), 1)
	if s.line.searches() {
		text, _, _ := s.line.box.View(s.env, room, 1)
		left += text[0]
	} else {
		left += s.env.Width.Fit(s.clean(u.query), room)
	}
	pen := s.look.muted
	if count == "no hit" {
		pen = s.look.bad
	}
	return s.env.Width.Fit(left+pen.Paint(count), w)
}

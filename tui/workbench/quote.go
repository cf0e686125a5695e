package workbench

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/tui/part"
)

// selected reports whether a line is part of the selection.
func (u *unitPane) selected(i int) bool {
	if !u.selecting {
		return false
	}
	from, to := u.selection()
	return i >= from && i <= to
}

// selection is its first and last line.
func (u *unitPane) selection() (from, to int) {
	return min(u.anchor, u.list.Cursor), max(u.anchor, u.list.Cursor)
}

func (u *unitPane) unselect() { u.selecting = false }

func (s *Screen) startSelection() tea.Cmd {
	s.focusOn(paneUnit)
	s.unit.selecting, s.unit.anchor = true, s.unit.list.Cursor
	return nil
}

// quote quotes the selected lines, or the line under the cursor.
func (s *Screen) quote() tea.Cmd {
	u := &s.unit
	if !s.hasGroup() {
		return tea.Batch(toast(part.Quiet, "there is no group yet: choose the role of the first one"), s.newGroup())
	}
	from, to := u.list.Cursor, u.list.Cursor
	if u.selecting {
		from, to = u.selection()
	}
	q := certificate.Quotation{
		Unit: s.shelf.pool.Units[u.at].ID, LineStart: u.text.Number(from), LineEnd: u.text.Number(to),
		Text: u.text.Between(from, to),
	}
	u.unselect()
	if strings.TrimSpace(q.Text) == "" {
		return toast(part.Quiet, "there is nothing but blank space to quote")
	}
	var hint tea.Cmd
	if at := s.currentAt(); at >= 0 && !slices.Contains(s.cert.Groups[at].Acceptable, q.Unit) {
		hint = toast(part.Quiet, "quoted for "+s.currentLabel()+", which does not accept this unit")
	}
	return tea.Batch(hint, s.groupEdit("quotation of "+s.unitName(u.at), func(g certificate.Group, at int, c certificate.Certificate) (certificate.Edit, string) {
		for _, have := range g.Quotations {
			if have == q {
				return certificate.Edit{}, c.Label(at) + " quotes these lines already"
			}
		}
		return certificate.QuoteEdit(g.Key, q), ""
	}))
}

// quotationAt finds a quotation that covers the line under the cursor: of the
// current group first.
func (s *Screen) quotationAt() (certificate.GroupKey, certificate.Quotation, bool) {
	u := &s.unit
	if !s.hasLines() {
		return "", certificate.Quotation{}, false
	}
	id, line := s.shelf.pool.Units[u.at].ID, u.text.Number(u.list.Cursor)
	find := func(g certificate.Group) (certificate.Quotation, bool) {
		for _, q := range g.Quotations {
			if q.Unit == id && q.LineStart <= line && line <= q.LineEnd {
				return q, true
			}
		}
		return certificate.Quotation{}, false
	}
	if g, _, ok := s.cert.Group(s.current.key); ok {
		if q, ok := find(g); ok {
			return g.Key, q, true
		}
	}
	for _, g := range s.cert.Groups {
		if q, ok := find(g); ok {
			return g.Key, q, true
		}
	}
	return "", certificate.Quotation{}, false
}

func (s *Screen) onQuotation() bool {
	_, _, ok := s.quotationAt()
	return ok
}

func (s *Screen) unquote() tea.Cmd {
	k, q, ok := s.quotationAt()
	if !ok {
		return nil
	}
	return s.dropQuotation(k, q)
}

// dropQuotation takes a quotation away, wherever it stands when its turn comes.
func (s *Screen) dropQuotation(k certificate.GroupKey, q certificate.Quotation) tea.Cmd {
	return s.enqueue(&act{what: "a quotation", edit: func(d certificate.Draft) (certificate.Edit, string) {
		g, _, _ := d.Certificate().Group(k)
		for i, have := range g.Quotations {
			if have == q {
				return certificate.UnquoteEdit(k, i), ""
			}
		}
		return certificate.Edit{}, "the quotation is no longer there"
	}})
}

package workbench

import (
	"fmt"
	"strings"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/code"
	"suffice/tui/part"
)

// certPane shows the certificate: groups with their members and quotations,
// branches, the label's fields, and below it what it means.
type certPane struct {
	list    part.List
	rows    []certRow
	width   int
	drawn   int
	open    map[string]bool // what is unfolded: groups by key, "branches"
	finding int             // the last finding jumped to; -1 before the first
}

// certKind says what a row of the certificate is.
type certKind int

const (
	rowBlank certKind = iota
	rowGroup
	rowMember
	rowMore
	rowQuote
	rowRationale
	rowBranches
	rowBranch
	rowOptional
	rowOptionalUnit
	rowConfidence
	rowScope
	rowRetrieval
	rowFlag
	rowSkip
	rowNote
	rowKept
	rowHint
)

// certRow is one row. Left grows, right stays; both are clean.
type certRow struct {
	kind  certKind
	group certificate.GroupKey
	at    int    // position of the group, branch, quotation or kept edit
	unit  string // evidence ID
	fault string // the code of the finding on a quotation; empty when it is as it should be
	left  []span
	right []span
}

// span is a stretch of text in a pen.
type span struct {
	text string
	pen  code.Pen
}

// same reports whether two rows are about the same thing.
func (r certRow) same(o certRow) bool {
	return r.kind == o.kind && r.group == o.group && r.unit == o.unit && (r.at == o.at || r.kind == rowGroup || r.kind == rowMember)
}

func (p *certPane) forget() {
	p.drawn++
	p.list.Forget()
}

// row is the row under the cursor.
func (p *certPane) row() certRow {
	if i := p.list.Cursor; i >= 0 && i < len(p.rows) {
		return p.rows[i]
	}
	return certRow{}
}

// removable reports whether the row under the cursor can be removed.
func (p *certPane) removable() bool {
	switch p.row().kind {
	case rowGroup, rowMember, rowQuote, rowBranch, rowOptionalUnit:
		return true
	}
	return false
}

// rebuild makes the rows of the certificate again; the cursor stays on the
// thing it was on.
func (p *certPane) rebuild(s *Screen) {
	if !s.loaded || !s.look.made || s.reading {
		return
	}
	was, at := p.row(), p.list.Cursor
	if p.width == 0 {
		p.width = 40
	}
	b := certBuilder{s: s, w: p.width - 2, open: p.open}
	b.certificate()
	p.rows = b.rows
	p.drawn++
	p.list.Rows = certRows{s}
	if was.kind == rowBlank || s.focus != paneCertificate && was.group != "" {
		p.toGroup(s.current.key) // what is worked on stays in sight
	} else {
		for i, r := range p.rows {
			if r.same(was) {
				at = i
				break
			}
		}
		p.list.To(at)
	}
	p.skipBlank(1)
	p.settle()
}

// settle brings what belongs to the heading under the cursor into sight.
func (p *certPane) settle() {
	if r := p.row(); r.kind == rowGroup {
		p.toGroup(r.group)
	}
}

// skipBlank moves the cursor on from a row that is nothing.
func (p *certPane) skipBlank(dir int) {
	for i := p.list.Cursor; i >= 0 && i < len(p.rows); i += dir {
		if p.rows[i].kind != rowBlank {
			p.list.To(i)
			return
		}
	}
	for i := p.list.Cursor; i >= 0 && i < len(p.rows); i -= dir {
		if p.rows[i].kind != rowBlank {
			p.list.To(i)
			return
		}
	}
}

// toGroup puts the cursor on a group's heading, with as much of the group in
// sight as fits.
func (p *certPane) toGroup(k certificate.GroupKey) {
	head, last := -1, -1
	for i, r := range p.rows {
		switch {
		case r.group != k || r.kind == rowBlank:
		case r.kind == rowGroup:
			head, last = i, i
		default:
			last = i
		}
	}
	if head >= 0 {
		p.list.To(last)
		p.list.To(head)
	}
}

// certRows draws the rows.
type certRows struct{ s *Screen }

func (r certRows) Len() int { return len(r.s.side.rows) }

func (r certRows) Key(i int) uint64 { return uint64(r.s.side.drawn)<<32 | uint64(uint32(i)) }

func (r certRows) Line(i, w int) string {
	row := r.s.side.rows[i]
	width, full := r.s.env.Width, w
	if w > 20 {
		w-- // air before the border
	}
	var right strings.Builder
	used := 0
	for _, x := range row.right {
		x.pen.Write(&right, x.text)
		used += width.Of(x.text)
	}
	if used > 0 && used+1 < w {
		used++ // a space at least between both
	}
	var left strings.Builder
	room := max(w-used, 0)
	for _, x := range row.left {
		x.pen.Write(&left, x.text)
	}
	return width.Fit(width.Fit(left.String(), room)+pad(used, row.right, width)+right.String(), full)
}

func pad(used int, right []span, w *cell.Width) string {
	n := used
	for _, x := range right {
		n -= w.Of(x.text)
	}
	return cell.Spaces(n)
}

// viewCertificate draws the certificate in a pane.
func (s *Screen) viewCertificate(r part.Rect) []string {
	p := &s.side
	in := r.Inner()
	if p.width != in.W {
		p.width = in.W
		p.rebuild(s)
	}
	pane := part.Pane{
		Title: s.title("3 Certificate"), Focus: s.lit(paneCertificate), Note: s.certificateNote(), Right: s.certificateStatus(),
	}
	s.frame.put(paneCertificate, r, 0)
	sum := s.summary(in.W, max(min(in.H/3, 9), 1))
	rest := max(in.H-len(sum), 0)
	if rest != p.list.Height() { // the findings below take more or less of it now
		p.list.Room(rest)
		p.settle()
	}
	lines := p.list.View(s.env, in.W, rest, s.lit(paneCertificate))
	lines = append(lines, sum...)
	pane.Bar = p.list.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

func (s *Screen) certificateNote() string {
	note := fmt.Sprintf("rev %d", s.now.Revision)
	switch {
	case s.now.Touched:
	case s.now.Sheet != review.Main:
		note += " · as under review"
	case s.now.Labelled:
		note += " · as imported"
	}
	return note
}

func (s *Screen) certificateStatus() string {
	switch {
	case s.finished():
		return s.look.good.Paint("finished ✓")
	case s.loaded && !s.now.MayEdit:
		return "read only"
	case s.now.Mine.Skip != nil:
		return "skipped"
	case s.now.Mine.Flag != nil:
		return "⚑ flagged"
	}
	return ""
}

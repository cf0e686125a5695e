package reviewing

import (
	"fmt"
	"slices"
	"strings"

	"suffice/review"
	"suffice/tui/cell"

	"charm.land/lipgloss/v2"
)

// rowKind says what a row of the panel is.
type rowKind int

const (
	rowBlank rowKind = iota
	rowHead
	rowVerdict
	rowConfidence
	rowReason
	rowCause
	rowChange
)

// row is one line of the panel. Sign stands before the text, clean as it is.
type row struct {
	kind   rowKind
	at     int // which verdict, cause or change
	sign   string
	text   string
	note   string // quiet, behind the text
	ink    lipgloss.Style
	strong bool
}

// alive reports whether the cursor can stand on the row.
func (r row) alive() bool { return r.kind > rowHead }

// rebuild makes the rows again; the cursor stays on what it was on.
func (s *Screen) rebuild() {
	if !s.opened {
		return
	}
	var was row
	if s.list.Cursor < len(s.rows) {
		was = s.rows[s.list.Cursor]
	}
	w := max(s.width, 24)
	b := builder{s: s, w: w, sub: s.submission()}
	b.verdicts()
	b.confidence()
	b.reason()
	b.changes()
	b.causes()
	s.rows = b.rows
	s.drawn++
	if was.alive() {
		s.toRow(was)
	} else {
		s.skip(1)
	}
}

// toRow puts the cursor on the row of a thing, or near where it was.
func (s *Screen) toRow(r row) {
	for i, o := range s.rows {
		if o.kind == r.kind && o.at == r.at {
			s.list.To(i)
			return
		}
	}
	s.list.To(s.list.Cursor)
	s.skip(1)
}

// skip moves the cursor on from a row that is nothing.
func (s *Screen) skip(dir int) {
	for _, d := range []int{dir, -dir} {
		for i := s.list.Cursor; i >= 0 && i < len(s.rows); i += d {
			if s.rows[i].alive() {
				s.list.To(i)
				return
			}
		}
	}
}

// here is the row under the cursor.
func (s *Screen) here() row {
	if i := s.list.Cursor; i >= 0 && i < len(s.rows) {
		return s.rows[i]
	}
	return row{}
}

// builder makes the rows for a width.
type builder struct {
	s    *Screen
	w    int
	sub  review.Submission
	rows []row
}

func (b *builder) add(r row) { b.rows = append(b.rows, r) }

func (b *builder) head(text, note string) {
	if len(b.rows) > 0 {
		b.add(row{})
	}
	b.add(row{kind: rowHead, text: text, note: note, ink: b.s.env.Theme.Strong})
}

func (b *builder) verdicts() {
	t := b.s.env.Theme
	b.head("Verdict", "")
	for i, v := range review.Verdicts() {
		r := row{kind: rowVerdict, at: i, sign: "○", text: string(v), note: verdictWords(v), ink: t.Text}
		if v == b.sub.Verdict {
			r.sign, r.strong = "●", true
		}
		b.add(r)
	}
}

func (b *builder) confidence() {
	b.add(row{})
	r := row{kind: rowConfidence, text: "Confidence  "}
	n := b.sub.Confidence
	r.text += strings.Repeat("●", n) + strings.Repeat("○", review.MostConfidence-n)
	r.note = "not given"
	if n > 0 {
		r.note = fmt.Sprintf("%d of %d", n, review.MostConfidence)
	}
	r.ink = b.s.env.Theme.Text
	b.add(r)
}

// reason is the text as it is, or the room of the field while it is written.
func (b *builder) reason() {
	s, t := b.s, b.s.env.Theme
	b.head("Reason", "")
	room := max(b.w-4, 8)
	if s.reason != nil {
		for i := range min(max(s.reason.Rows(s.env, room), 3), reasonRows) {
			b.add(row{kind: rowReason, at: i})
		}
		return
	}
	text := strings.TrimRight(b.sub.Reason, "\n ")
	if text == "" {
		note := "none yet"
		if b.sub.Verdict == review.VerdictAccept {
			note = "none, and accept needs none"
		}
		if key := s.keyFor(actReason); key != "" && s.writable() {
			note += ": " + key + " writes it"
		}
		b.add(row{kind: rowReason, text: note, ink: t.Muted})
		return
	}
	for i, l := range s.env.Width.WrapAll(s.env.Width.Lines(text, s.env.Tab), room) {
		b.add(row{kind: rowReason, at: i, text: l, ink: t.Text})
	}
}

// reasonRows is how many rows the field of the reason takes at most.
const reasonRows = 12

func (b *builder) causes() {
	t := b.s.env.Theme
	b.head("Causes", "worth recording, if any")
	for i, c := range review.Causes() {
		r := row{kind: rowCause, at: i, sign: "[ ]", text: causeWords(c), ink: t.Muted}
		if slices.Contains(b.sub.Causes, c) {
			r.sign, r.ink = "[x]", t.Text
		}
		b.add(r)
	}
}

// changes is what differs from the certificate under review.
func (b *builder) changes() {
	s, t := b.s, b.s.env.Theme
	list := s.changes()
	b.head("Changed against the certificate", "")
	if len(list) == 0 {
		b.add(row{kind: rowChange, sign: "=", text: "nothing differs yet", ink: t.Muted})
		return
	}
	for i, c := range list {
		ink := map[string]lipgloss.Style{"+": t.Good, "−": t.Bad}[c.sign]
		if c.sign == "~" {
			ink = t.Warn
		}
		sign := c.sign
		for _, l := range s.env.Width.Wrap(s.clean(c.text), max(b.w-5, 8)) {
			b.add(row{kind: rowChange, at: i, sign: sign, text: l, ink: ink})
			sign = " "
		}
	}
}

// panelRows draws the rows.
type panelRows struct{ s *Screen }

func (r panelRows) Len() int { return len(r.s.rows) }

func (r panelRows) Key(i int) uint64 { return r.s.drawn<<32 | uint64(uint32(i)) }

func (r panelRows) Line(i, w int) string {
	s, x := r.s, r.s.rows[i]
	m, t := s.env.Width, s.env.Theme
	switch x.kind {
	case rowBlank:
		return cell.Spaces(w)
	case rowHead:
		return m.Fit(x.ink.Render(x.text)+" "+t.Muted.Render(x.note), w)
	}
	line := "  " + x.ink.Render(x.text)
	if x.strong {
		line = "  " + t.Strong.Render(x.text)
	}
	if x.sign != "" {
		line = " " + x.ink.Render(x.sign) + " " + strings.TrimPrefix(line, "  ")
	}
	if x.note != "" {
		line += "  " + t.Muted.Render(x.note)
	}
	return m.Fit(line, w)
}

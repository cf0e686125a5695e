package arbitration

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// sideKind says what a row of the decision is.
type sideKind int

const (
	sideBlank sideKind = iota
	sideHead
	sideWhole
	sidePair
	sideReason
	sideCauses
	sideGroup
	sideUnit
	sideText
)

// sidePane is the decision: what is chosen, why, and what it gives.
type sidePane struct {
	list  part.List
	rows  []sideRow
	width int
	drawn uint64
}

// sideRow is one line of it.
type sideRow struct {
	kind sideKind
	pair int
	at   int
	half
}

func (p *sidePane) here() sideRow {
	if i := p.list.Cursor; i >= 0 && i < len(p.rows) {
		return p.rows[i]
	}
	return sideRow{}
}

// alive reports whether the cursor can stand on the row.
func (r sideRow) alive() bool { return r.kind > sideHead }

// toKind puts the cursor on the first row of a kind.
func (p *sidePane) toKind(k sideKind) {
	if i := slices.IndexFunc(p.rows, func(r sideRow) bool { return r.kind == k }); i >= 0 {
		p.list.To(i)
	}
}

// skip moves the cursor on from a row that is nothing.
func (p *sidePane) skip(dir int) {
	for _, d := range []int{dir, -dir} {
		for i := p.list.Cursor; i >= 0 && i < len(p.rows); i += d {
			if p.rows[i].alive() {
				p.list.To(i)
				return
			}
		}
	}
}

// rebuildSide makes the rows again; the cursor stays on what it was on.
func (s *Screen) rebuildSide() {
	if !s.loaded {
		return
	}
	p := &s.side
	was := p.here()
	p.rows = nil
	s.sayHow()
	s.sayWhy()
	s.sayGives()
	s.sayBefore()
	p.drawn++
	p.list.To(p.find(was))
	p.skip(1)
}

// find is where a row stands now: with the same text if it can be, else what is
// about the same; else where the cursor is.
func (p *sidePane) find(was sideRow) int {
	same := func(r sideRow) bool { return r.kind == was.kind && r.pair == was.pair && r.at == was.at }
	if i := slices.IndexFunc(p.rows, func(r sideRow) bool { return same(r) && r.text == was.text }); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(p.rows, same); i >= 0 && was.alive() {
		return i
	}
	return p.list.Cursor
}

func (s *Screen) sideAdd(k sideKind, pair, at int, h half) {
	s.side.rows = append(s.side.rows, sideRow{kind: k, pair: pair, at: at, half: h})
}

func (s *Screen) sideBlank() {
	if n := len(s.side.rows); n > 0 && s.side.rows[n-1].kind != sideBlank {
		s.side.rows = append(s.side.rows, sideRow{})
	}
}

// sideWords adds wrapped text.
func (s *Screen) sideWords(k sideKind, sign, text string, i ink) {
	for n, l := range s.env.Width.Wrap(s.clean(text), max(s.side.width-5, 12)) {
		s.sideAdd(k, noPair, n, half{sign: sign, text: l, ink: i})
		sign = " "
	}
}

// sayHow is how the state is decided, and the choice for each pair.
func (s *Screen) sayHow() {
	name, _ := wholeWords(s.whole())
	s.sideAdd(sideWhole, noPair, 0, half{text: "Decision: " + name, ink: inkStrong})
	if r := s.ruling().Replacement; r != "" {
		s.sideWords(sideWhole, "→", s.clean(r), inkText)
	}
	if s.whole() != review.ByGroup {
		return
	}
	same := 0
	d := &s.now.Agreement.Diff
	for i, p := range d.Pairs {
		c, chosen := s.choice(i)
		if p.Same() && !chosen {
			same++
			continue
		}
		h := half{sign: "?", text: s.label(i) + " open", ink: inkWarn}
		if chosen {
			h = half{sign: "✓", text: s.label(i) + " " + s.takeWords(c), ink: inkText}
		}
		s.sideAdd(sidePair, i, 0, h)
	}
	if len(d.Fields) > 0 {
		c, chosen := s.choice(review.Rest)
		if !chosen {
			c.Take = review.TakeA
		}
		s.sideAdd(sidePair, review.Rest, 0, half{sign: "✓", text: "beside the groups " + s.takeWords(c), ink: inkText})
	}
	if same > 0 {
		s.sideAdd(sideText, noPair, 0, half{sign: "=", text: part.Many(same, "group") + " as both have " + map[bool]string{true: "it", false: "them"}[same == 1], ink: inkMuted})
	}
}

// reasonRows is how many rows the field of the reason takes at most.
const reasonRows = 10

// sayWhy is the reason and the causes.
func (s *Screen) sayWhy() {
	r := s.ruling()
	s.sideBlank()
	s.sideAdd(sideHead, noPair, 0, half{text: "Reason", ink: inkStrong})
	room := max(s.side.width-4, 8)
	switch {
	case s.reason != nil:
		for i := range min(max(s.reason.Rows(s.env, room), 3), reasonRows) {
			s.sideAdd(sideReason, noPair, i, half{text: " "})
		}
	case strings.TrimSpace(r.Reason) == "":
		text := "none yet"
		if key := s.keyFor(actReason); key != "" && s.writable() {
			text += ": " + key + " writes it"
		}
		s.sideAdd(sideReason, noPair, 0, half{text: "  " + text, ink: inkMuted})
	default:
		for i, l := range s.env.Width.WrapAll(s.env.Width.Lines(strings.TrimSpace(r.Reason), s.env.Tab), room) {
			s.sideAdd(sideReason, noPair, i, half{text: "  " + l})
		}
	}
	words := make([]string, len(r.Causes))
	for i, c := range r.Causes {
		words[i] = causeShort(c)
	}
	text := "cause: " + strings.Join(words, ", ")
	if len(words) == 0 {
		text = "no cause given"
	}
	s.sideAdd(sideCauses, noPair, 0, half{text: "  " + text, ink: inkMuted})
}

// sayGives is the certificate that the decision gives.
func (s *Screen) sayGives() {
	s.sideBlank()
	f := &s.facts
	switch {
	case s.ruling().Replacement != "" || s.whole() == review.ReplaceState:
		s.sideAdd(sideHead, noPair, 0, half{text: "The certificate stays as it is", ink: inkStrong})
		return
	case !f.ready:
		s.sideAdd(sideHead, noPair, 0, half{text: "Gives …", ink: inkMuted})
		return
	case f.preview == nil:
		s.sideAdd(sideHead, noPair, 0, half{text: "Gives nothing yet", ink: inkMuted})
		return
	}
	head := half{text: "Gives", right: "as it was", ink: inkStrong}
	if f.changed {
		head.right = "changed"
	}
	s.sideAdd(sideHead, noPair, 0, head)
	for i, g := range f.preview.Groups {
		s.sideGroup(*f.preview, i, g)
	}
	s.previewBranches()
	for _, x := range f.findings {
		sign, i := "~", inkMuted
		switch x.Severity {
		case certificate.Blocking:
			sign, i = "✗", inkBad
		case certificate.Freezing:
			sign, i = "!", inkWarn
		}
		s.sideWords(sideText, sign, x.Text, i)
	}
}

// sayBefore is what the decision is about: the need, and what was reviewed.
func (s *Screen) sayBefore() {
	if need := strings.TrimSpace(s.now.State.Card.Need); need != "" {
		s.sideBlank()
		s.sideAdd(sideHead, noPair, 0, half{text: "Information need", ink: inkStrong})
		for i, l := range s.env.Width.WrapAll(s.env.Width.Lines(need, s.env.Tab), max(s.side.width-4, 8)) {
			s.sideAdd(sideText, noPair, i, half{text: "  " + l})
		}
	}
	s.sideBlank()
	s.sideAdd(sideHead, noPair, 0, half{text: "Under review", ink: inkStrong})
	for i, g := range s.now.Under.Groups {
		s.sideGroup(s.now.Under, i, g)
	}
	if len(s.now.Under.Groups) == 0 {
		s.sideAdd(sideText, noPair, 0, half{text: "  no groups", ink: inkMuted})
	}
}

// sideGroup is a group of a certificate with its units.
func (s *Screen) sideGroup(c certificate.Certificate, i int, g certificate.Group) {
	label := s.clean(c.Label(i))
	s.sideAdd(sideGroup, noPair, i, half{
		text: "  " + label + " " + orNone(s.clean(g.Role)), ink: inkText,
		right: fmt.Sprintf("w %s  %d of %d", number(g.Weight), g.Threshold, len(g.Acceptable)),
	})
	for k, id := range g.Acceptable {
		name := s.name(id)
		h := half{text: "    " + s.env.Width.Tail(name, min(s.env.Width.Of(name), max(s.side.width-12, 8))), ink: inkMuted, unit: id}
		n := 0
		for _, q := range g.Quotations {
			if q.Unit == id {
				n++
				h.line = q.LineStart
			}
		}
		if n > 0 {
			h.right = fmt.Sprintf("” %d", n)
		}
		s.sideAdd(sideUnit, i, k, h)
	}
}

// shownLost is how many lost branches are named.
const shownLost = 4

func (s *Screen) previewBranches() {
	f := &s.facts
	if n := len(f.preview.Branches); n > 0 {
		text := part.Many(n, "branch")
		if f.derived {
			text += ", the minimal witnesses"
		}
		s.sideAdd(sideText, noPair, 0, half{text: "  " + text, ink: inkText})
	}
	if f.smallest > 0 {
		s.sideAdd(sideText, noPair, 0, half{text: "  smallest completing set: " + part.Many(f.smallest, "unit"), ink: inkMuted})
	}
	for i, lost := range f.lost {
		if i == shownLost {
			s.sideAdd(sideText, noPair, 0, half{sign: "−", text: fmt.Sprintf("%d more lost", len(f.lost)-i), ink: inkWarn})
			break
		}
		names := make([]string, len(lost))
		for k, id := range lost {
			names[k] = s.name(id)
		}
		s.sideWords(sideText, "−", "lost: "+strings.Join(names, " + "), inkWarn)
	}
}

// sideRows draws the rows.
type sideRows struct{ s *Screen }

func (r sideRows) Len() int { return len(r.s.side.rows) }

func (r sideRows) Key(i int) uint64 { return r.s.side.drawn<<32 | uint64(uint32(i)) }

func (r sideRows) Line(i, w int) string { return r.s.line(w, "", r.s.side.rows[i].half) }

// viewDecision draws the decision in a pane.
func (s *Screen) viewDecision(r part.Rect) ([]string, *tea.Cursor) {
	p := &s.side
	in := r.Inner()
	if p.width != in.W {
		p.width = in.W
		s.rebuildSide()
	}
	focus := s.focus == paneDecision
	pane := part.Pane{Title: "3 Decision", Focus: focus}
	if s.frame.tabbed {
		pane.Title = ""
	}
	t := s.env.Theme
	switch n := len(s.now.Open); {
	case s.decided():
		pane.Right = t.Good.Render("decided ✓")
	case s.whole() == review.ByGroup && n > 0:
		pane.Right = t.Warn.Render(fmt.Sprintf("%d open", n))
	}
	below := s.viewMissing(in.W, max(in.H/3, 2))
	rest := max(in.H-len(below), 1)
	lines := p.list.View(s.env, in.W, rest, focus)
	var cur *tea.Cursor
	if s.reason != nil {
		lines, cur = s.viewReason(lines, in)
	}
	pane.Bar = p.list.Bar()
	s.frame.put(paneDecision, r)
	return pane.Draw(s.env, r.W, r.H, append(lines, below...)), cur
}

// viewReason lays the field over the rows kept for it.
func (s *Screen) viewReason(lines []string, in part.Rect) ([]string, *tea.Cursor) {
	p := &s.side
	first := slices.IndexFunc(p.rows, func(r sideRow) bool { return r.kind == sideReason })
	n := 0
	for _, r := range p.rows {
		if r.kind == sideReason {
			n++
		}
	}
	if first+n > p.list.Top+len(lines) || first < p.list.Top { // the whole field in sight
		p.list.To(first + n - 1)
		p.list.To(first)
		lines = p.list.View(s.env, in.W, len(lines), true)
	}
	y := first - p.list.Top
	if first < 0 || y < 0 || y >= len(lines) {
		return lines, nil
	}
	n = min(n, len(lines)-y)
	text, cx, cy := s.reason.View(s.env, max(in.W-4, 2), n)
	for i, l := range text {
		lines[y+i] = s.env.Width.Fit(" "+s.env.Theme.Accent.Render("┃")+" "+l, in.W)
	}
	return lines, part.CursorIn(in.X+3+cx, in.Y+y+cy)
}

// viewMissing says what keeps the decision from being made; always in sight.
func (s *Screen) viewMissing(w, h int) []string {
	m, t := s.env.Width, s.env.Theme
	out := []string{t.Border.Render(strings.Repeat("─", max(w, 0)))}
	say := func(sign, text string, i ink) {
		for _, l := range m.Wrap(text, max(w-4, 1)) {
			out = append(out, m.Fit(" "+s.style(i).Render(sign+" "+l), w))
			sign = " "
		}
	}
	missing := s.missing()
	switch {
	case s.decided():
		say("✓", "decided. "+s.keyFor(actRecall)+" takes it back, "+s.keyFor(actNext)+" opens the next task.", inkGood)
	case len(missing) == 0:
		say("✓", "nothing is missing: "+s.keyFor(actSubmit)+" decides it.", inkGood)
	default:
		for _, text := range missing {
			say("✗", text, inkWarn)
		}
	}
	if len(out) > h+1 {
		out = append(out[:h], m.Fit(t.Muted.Render("   …"), w))
	}
	return out
}

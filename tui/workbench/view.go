package workbench

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// View draws the screen: exactly h lines of exactly w cells.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	if w <= 0 || h <= 0 {
		return blank(w, h), nil
	}
	s.refresh()
	if !s.loaded {
		text := []string{"opening " + s.clean(s.state) + " …"}
		if s.failed != "" {
			text = s.env.Width.Wrap(s.clean("The state could not be opened: "+s.failed), max(w-4, 1))
		}
		return s.empty(w, h, text...), nil
	}
	l := s.layout(w, h)
	s.frame = frame{kind: l.kind}
	lines := s.panes(l, w, h)
	return s.overlays(l, lines, w, h)
}

func (s *Screen) panes(l layout, w, h int) []string {
	if len(l.rect) == 1 && l.kind != onePane { // zoomed
		return s.viewPane(s.focus, l.rect[s.focus])
	}
	switch l.kind {
	case threePanes:
		mid := append(s.viewPane(panePool, l.rect[panePool]), s.viewPane(paneUnit, l.rect[paneUnit])...)
		return part.Beside(h, s.viewPane(paneState, l.rect[paneState]), mid, s.viewPane(paneCertificate, l.rect[paneCertificate]))
	case twoPanes:
		right := append(s.viewPane(paneUnit, l.rect[paneUnit]), s.viewPane(paneCertificate, l.rect[paneCertificate])...)
		return part.Beside(h, s.viewPane(s.left, l.rect[s.left]), right)
	}
	out := append([]string{s.viewTabBar(w)}, s.viewPane(s.focus, l.rect[s.focus])...)
	if len(out) < h {
		out = append(out, s.statusLine(w))
	}
	return out[:min(len(out), h)]
}

func (s *Screen) viewPane(p pane, r part.Rect) []string {
	if r.W <= 0 || r.H <= 0 {
		return blank(r.W, r.H)
	}
	switch p {
	case paneState:
		return s.viewState(r)
	case panePool:
		return s.viewPool(r)
	case paneUnit:
		return s.viewUnit(r)
	}
	return s.viewCertificate(r)
}

// title is the title of a pane; where one pane fits the tab bar has it.
func (s *Screen) title(name string) string {
	if s.frame.kind == onePane {
		return ""
	}
	return name
}

// viewTabBar names the panes where only one of them fits.
func (s *Screen) viewTabBar(w int) string {
	var b strings.Builder
	names := []struct {
		pane pane
		name string
	}{{paneState, "1 State"}, {panePool, "2 Pool"}, {paneCertificate, "3 Certificate"}, {paneUnit, "4 Unit"}}
	for _, n := range names {
		b.WriteString(" ")
		if n.pane == s.focus {
			s.look.accent.Write(&b, "▌")
			s.look.strong.Write(&b, n.name)
		} else {
			s.look.muted.Write(&b, " "+n.name)
		}
		b.WriteString(" ")
	}
	return s.env.Width.Fit(b.String(), w)
}

// statusLine keeps groups, witnesses and findings in sight where the
// certificate is not; what matters least stands last, for it may be cut.
func (s *Screen) statusLine(w int) string {
	n, f := len(s.cert.Groups), &s.facts
	var words []string
	if i := s.currentAt(); i >= 0 {
		g := s.cert.Groups[i]
		words = append(words, s.look.group(i).Paint(fmt.Sprintf("▸ %s %d of %d", s.clean(s.cert.Label(i)), g.Threshold, len(g.Acceptable))))
	}
	words = append(words, part.Many(n, "group"))
	if !f.ready {
		return s.env.Width.Fit(" "+strings.Join(words, " · "), w)
	}
	need := s.clean(f.necessity(s.cert))
	if n > 0 {
		words = append(words, f.witnesses(n)+" witnesses", f.size())
		if len(f.spare) > 0 {
			words = append(words, s.look.warn.Paint(need))
		}
	}
	words = append(words, s.findingCount())
	if class, _ := f.sensitivity(); class != "" {
		words = append(words, s.classPen(class).Paint(class))
	}
	if len(f.spare) == 0 && need != "" {
		words = append(words, s.look.muted.Paint(need))
	}
	return s.env.Width.Fit(" "+strings.Join(words, " · "), w)
}

// overlays lays the field being written and the refused edit over the panes.
func (s *Screen) overlays(l layout, lines []string, w, h int) ([]string, *tea.Cursor) {
	if s.stale != nil {
		box, bw := s.viewStale(w, h)
		return part.Compose(s.env.Width, lines, w, box, bw, max((w-bw)/2, 0), max((h-len(box))/3, 0)), nil
	}
	if s.field.active() {
		return s.viewField(l, lines, w, h)
	}
	return lines, s.lineCursor()
}

// lineCursor is the real cursor while a filter or a search is typed.
func (s *Screen) lineCursor() *tea.Cursor {
	if !s.line.active() {
		return nil
	}
	p := panePool
	if s.line.search {
		p = paneUnit
	}
	if !s.frame.on[p] {
		return nil
	}
	in := s.frame.inner(p)
	_, x, _ := s.line.box.View(s.env, max(in.W-3, 1), 1)
	y := in.Y
	if s.line.search {
		_, x, _ = s.line.box.View(s.env, max(in.W-4-12, 1), 1)
		y = in.Y + in.H - 1
	}
	return part.CursorIn(in.X+3+x, y)
}

// viewField draws the field in the certificate's place, so that the unit can
// be read while writing about it; on narrow screens at the bottom.
func (s *Screen) viewField(l layout, lines []string, w, h int) ([]string, *tea.Cursor) {
	r, ok := l.rect[paneCertificate]
	if !ok || l.kind == onePane || len(l.rect) == 1 {
		r = part.Rect{W: w, H: h}
	}
	tall := clamp(r.H/2, 6, 14)
	r = part.Rect{X: r.X, Y: r.Y + max(r.H-tall, 0), W: r.W, H: min(tall, r.H)}
	in := r.Inner()
	pane := part.Pane{Title: s.clean(s.field.title), Focus: true, Foot: s.fieldKeys()}
	rows := max(in.H, 1)
	var below []string
	if s.field.notice != "" && in.H > 2 {
		rows--
		below = []string{s.look.good.Paint(s.env.Width.Fit(" "+s.field.notice, in.W))}
	}
	text, x, y := s.field.box.View(s.env, max(in.W-2, 1), rows)
	body := make([]string, 0, in.H)
	for _, t := range text {
		body = append(body, s.env.Width.Fit(" "+t, in.W))
	}
	box := pane.Draw(s.env, r.W, r.H, append(body, below...))
	return part.Compose(s.env.Width, lines, w, box, r.W, r.X, r.Y), part.CursorIn(in.X+1+x, in.Y+y)
}

func (s *Screen) fieldKeys() string {
	return s.keyFor(fieldLeave) + " save · " + s.keyFor("text.newline") + " new line · " + s.keyFor(fieldForget) + " discard"
}

// viewStale draws a refused edit: what came since, field by field, and the
// three ways on.
func (s *Screen) viewStale(w, h int) ([]string, int) {
	st := s.stale
	bw := clamp(w-8, min(w, 30), 96)
	in := max(bw-4, 1)
	var body []string
	say := func(text string, pen func(string) string) {
		for _, l := range s.env.Width.Wrap(s.clean(text), in) {
			body = append(body, " "+pen(s.env.Width.Fit(l, in))+" ")
		}
	}
	l := &s.look
	if !st.ready {
		say("This edit was made on an older revision. Reading what is there now …", l.muted.Paint)
	} else {
		say(fmt.Sprintf("Made on revision %d; revision %d is there now. Nothing was overwritten.", st.err.At, st.err.Now), l.text.Paint)
		for i, text := range st.said {
			pen := l.muted.Paint
			if i == 0 {
				pen = l.strong.Paint
			}
			say(text, pen)
		}
		body = append(body, " "+s.env.Width.Fit("", in)+" ")
		for _, f := range st.fields {
			say(s.fieldName(f.field), l.accent.Paint)
			say("  was    "+orNone(f.was), l.muted.Paint)
			say("  now    "+orNone(f.now), l.text.Paint)
			say("  yours  "+orNone(f.yours), l.text.Paint)
		}
		if st.why != "" {
			say("It cannot be applied any more: "+st.why, l.bad.Paint)
		}
		body = append(body, " "+s.env.Width.Fit("", in)+" ", " "+s.env.Width.Fit(s.staleKeys(), in)+" ")
	}
	tall := min(len(body)+2, h)
	if over := len(body) - (tall - 2); over > 0 && tall > 4 { // keep the choice in sight
		keep := tall - 2 - 2
		body = append(body[:keep], body[len(body)-2:]...)
	}
	pane := part.Pane{Title: "Not saved: changed in the meantime", Focus: true}
	return pane.Draw(s.env, bw, tall, body), bw
}

func (s *Screen) staleKeys() string {
	key := func(a string, word string) string { return s.look.accent.Paint(a) + " " + word }
	var ways []string
	if s.stale.why == "" {
		ways = append(ways, key(s.keyFor(staleApply), "apply again"))
	}
	ways = append(ways, key(s.keyFor(staleKeep), "keep for later"), key(s.keyFor(staleDiscard), "throw away"))
	return strings.Join(ways, "   ")
}

// fieldName names a field of the difference: "G2 threshold" for "g2 threshold".
func (s *Screen) fieldName(f string) string {
	key, name, ok := strings.Cut(f, " ")
	if !ok {
		return f
	}
	for i, g := range s.cert.Groups {
		if string(g.Key) == key {
			return s.cert.Label(i) + " " + name
		}
	}
	return f
}

func orNone(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

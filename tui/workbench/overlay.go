package workbench

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

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
	if notice, pen := s.fieldNotice(); notice != "" && in.H > 2 {
		rows--
		below = []string{pen(s.env.Width.Fit(" "+notice, in.W))}
	}
	text, x, y := s.field.box.View(s.env, max(in.W-2, 1), rows)
	body := make([]string, 0, in.H)
	for _, t := range text {
		body = append(body, s.env.Width.Fit(" "+t, in.W))
	}
	box := pane.Draw(s.env, r.W, r.H, append(body, below...))
	return part.Compose(s.env.Width, lines, w, box, r.W, r.X, r.Y), part.CursorIn(in.X+1+x, in.Y+y)
}

// fieldNotice is what has to be known of the text in the field.
func (s *Screen) fieldNotice() (string, func(string) string) {
	if old := s.field.replaces(); old != "" {
		return "typed before, in place of: " + s.clean(firstLine(old)), s.look.warn.Paint
	}
	return s.field.notice, s.look.good.Paint
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
		switch {
		case st.instead != nil:
			say("Both changed it: "+st.why, l.warn.Paint)
		case st.why != "":
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
	if s.stale.instead != nil {
		ways = append(ways, key(s.keyFor(staleReplace), "mine instead"))
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

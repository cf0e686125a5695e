package workbench

import (
	"fmt"
	"slices"
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
	if s.reading {
		return s.readingPanes(l, h)
	}
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
	switch {
	case s.reading:
		name = plainTitle(name)
		if key := s.focusKeys[name]; key != "" {
			return key + " " + name
		}
		return name
	case s.frame.kind == onePane:
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
	first, found := len(words), s.findingSigns()
	need := s.clean(f.necessity(s.cert))
	if n > 0 {
		words = append(words, f.witnesses(s.cert))
		if size := f.size(); size != "" {
			words = append(words, size)
		}
		if len(f.spare) > 0 && need != "" {
			words = append(words, s.look.warn.Paint(need))
		}
	}
	rest := len(words)
	if class, _ := f.sensitivity(); class != "" {
		words = append(words, s.classPen(class).Paint(class))
	}
	if len(f.spare) == 0 && need != "" {
		words = append(words, s.look.muted.Paint(need))
	}
	line := " " + strings.Join(slices.Insert(slices.Clone(words), rest, found), " · ")
	if s.env.Width.Of(line) > w { // what is found is told before what may be cut
		line = " " + strings.Join(slices.Insert(words, first, found), " · ")
	}
	return s.env.Width.Fit(line, w)
}

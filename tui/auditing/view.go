package auditing

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/cell"
	"suffice/tui/part"
)

func itoa(n int) string { return strconv.Itoa(n) }

// View draws the screen: exactly h lines of exactly w cells.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	s.frame = frame{w: w, h: h}
	if w <= 0 || h <= 0 {
		return part.FitAll(s.env.Width, nil, w, h), nil
	}
	if !s.loaded {
		text := "opening " + s.clean(s.state) + " …"
		if s.failed != "" {
			text = "The state could not be opened: " + s.failed
		}
		return s.middle(w, h, text), nil
	}
	l := s.layout(w, h)
	s.frame.reader, s.frame.judge, s.frame.tabs = l.reader, l.judge, l.tabs
	var read []string
	var cur *tea.Cursor
	if l.reader.W > 0 {
		read, cur = s.reader.View(l.reader.W, l.reader.H)
		if cur != nil {
			cur.X, cur.Y = cur.X+l.reader.X, cur.Y+l.reader.Y
		}
	}
	if w >= wide {
		if l.judge.W < 1 {
			return read, cur
		}
		right := append(s.viewGroup(l.judge), s.viewState(l.state)...)
		return part.Beside(h, read, right), cur
	}
	body := read
	if l.judge.W > 0 {
		body = s.viewGroup(l.judge)
	}
	out := append([]string{s.viewTabs(w)}, body...)
	if len(out) < h {
		out = append(out, s.statusLine(w))
	}
	return out[:min(len(out), h)], cur
}

// middle is one quiet text in the middle.
func (s *Screen) middle(w, h int, text string) []string {
	m := s.env.Width
	said := m.Wrap(text, max(w-4, 1))
	out := part.FitAll(m, nil, w, h)
	for i, l := range said {
		if at := max((h-len(said))/2, 0) + i; at < len(out) {
			out[at] = m.Fit(cell.Spaces(max((w-m.Of(l))/2, 0))+s.env.Theme.Muted.Render(l), w)
		}
	}
	return out
}

// tabs are the panes where only one of them fits.
func tabs() []string { return []string{"Group", "State", "Pool", "Unit"} }

// tabAt is the place of the pane in focus among tabs.
func (s *Screen) tabAt() int {
	p, reading := s.reader.Focused()
	if !reading {
		return 0
	}
	for i, q := range panes() {
		if p == q {
			return i + 1
		}
	}
	return 0
}

func (s *Screen) viewTabs(w int) string {
	t := s.env.Theme
	line := ""
	for i, name := range tabs() {
		if i == s.tabAt() {
			line += " " + t.Accent.Render("▌") + t.Strong.Render(name) + " "
		} else {
			line += "  " + t.Muted.Render(name) + " "
		}
	}
	right := s.chips(max(w-s.env.Width.Of(line)-1, 0))
	return s.env.Width.Fit(line, w-s.env.Width.Of(right)) + right
}

func (s *Screen) clickTab(m tea.MouseMsg, x int) tea.Cmd {
	if c, ok := m.(tea.MouseClickMsg); !ok || c.Button != tea.MouseLeft {
		return nil
	}
	for i, name := range tabs() {
		x -= len(name) + 3
		if x >= 0 {
			continue
		}
		if i == 0 {
			s.reader.Blur()
			return nil
		}
		return s.reader.Focus(panes()[i-1])
	}
	return nil
}

// chips tell in few cells how far every group is: "G1 ✓8  G2 ✓1 ✗1"; empty
// when they do not fit.
func (s *Screen) chips(room int) string {
	var parts []string
	for i := range s.now.Frozen.Groups {
		parts = append(parts, s.chip(i))
	}
	line := strings.Join(parts, "  ") + " "
	if s.env.Width.Of(line) > room {
		return ""
	}
	return line
}

func (s *Screen) chip(i int) string {
	t := s.env.Theme
	ok, not, open := s.count(i)
	name := s.clean(s.label(i))
	if i == s.group {
		name = t.Group(i).Bold(true).Render("▸" + name)
	} else {
		name = t.Group(i).Render(name)
	}
	if open == 0 && not == 0 {
		return name + " " + t.Good.Render("✓")
	}
	var says []string
	if not > 0 {
		says = append(says, t.Bad.Render("✗"+itoa(not)))
	}
	if open > 0 {
		says = append(says, t.Muted.Render(fmt.Sprintf("%d/8", ok+not)))
	}
	return name + " " + strings.Join(says, " ")
}

// count counts the judgments on a group.
func (s *Screen) count(group int) (ok, not, open int) {
	for _, j := range s.judged(group) {
		switch j.Answer {
		case "ok":
			ok++
		case "":
			open++
		default:
			not++
		}
	}
	return ok, not, open
}

// statusLine keeps verdict, confidence and what is missing in sight where the
// state has no pane.
func (s *Screen) statusLine(w int) string {
	line := " " + strings.Join([]string{s.verdictWords(), s.confidenceWords(), s.missingWords()}, " · ")
	return s.env.Width.Fit(line, w)
}

func (s *Screen) verdictWords() string {
	if s.sheet.Verdict == "" {
		return s.env.Theme.Muted.Render("no verdict yet")
	}
	return "verdict " + s.env.Theme.Strong.Render(s.clean(string(s.sheet.Verdict)))
}

func (s *Screen) confidenceWords() string {
	n := s.sheet.Confidence
	if n < 1 || n > 5 {
		return s.env.Theme.Muted.Render("no confidence yet")
	}
	return fmt.Sprintf("confidence %d, %s", n, confidenceMeans(n))
}

func (s *Screen) missingWords() string {
	t := s.env.Theme
	switch n := len(s.faults); {
	case s.now.Reported:
		return t.Muted.Render("the audit is reported")
	case s.sheet.Submitted:
		return t.Good.Render("✓ submitted") + t.Muted.Render(", "+s.keyFor("audit.reopen")+" takes it back")
	case n == 0:
		return t.Good.Render("✓ complete") + ": " + t.Accent.Render(s.keyFor("audit.submit")) + " submits"
	default:
		return t.Warn.Render(fmt.Sprintf("%d missing", n))
	}
}

// viewState draws what is said of the state as a whole.
func (s *Screen) viewState(r part.Rect) []string {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	pane := part.Pane{Title: "State", Right: s.missingWords()}
	lines := s.chipLines(in.W)
	lines = append(lines, " "+s.verdictWords()+" · "+s.confidenceWords())
	if len(s.faults) > 0 && !s.sheet.Submitted {
		rest := max(in.H-len(lines), 0)
		for i, f := range s.faults {
			if i == rest-1 && len(s.faults) > rest {
				lines = append(lines, t.Muted.Render(fmt.Sprintf("   … %d more, %s goes through them", len(s.faults)-i, s.keyFor("audit.missing"))))
				break
			}
			lines = append(lines, " "+t.Warn.Render("!")+" "+t.Muted.Render(s.clean(strings.TrimPrefix(strings.TrimSuffix(f.Says, "."), "Group "))))
		}
	}
	return pane.Draw(s.env, r.W, r.H, part.FitAll(m, lines, in.W, in.H))
}

// chipLines lays the chips out in as many lines as they need.
func (s *Screen) chipLines(w int) []string {
	var out []string
	line := ""
	for i := range s.now.Frozen.Groups {
		c := s.chip(i)
		if line != "" && s.env.Width.Of(line)+2+s.env.Width.Of(c) > w-1 {
			out = append(out, line)
			line = ""
		}
		if line == "" {
			line = " " + c
		} else {
			line += "  " + c
		}
	}
	return append(out, line)
}

var (
	_ part.Screen = (*Screen)(nil)
	_ part.Opener = (*Screen)(nil)
)

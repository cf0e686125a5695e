package runs

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"suffice/tui/part"
)

// standing is how far an experiment is, from this session or from disk.
type standing struct {
	sign, word       string
	done, of, failed int
	rate             float64 // runs a second, 0 when unknown
	left             time.Duration
	busy             bool
}

func (s *Screen) standing(x *Experiment) standing {
	n := standing{sign: "◐", word: "left before its end", done: x.Finished, of: x.Runs, failed: x.Failed}
	if l, ok := s.live[x.Experiment]; ok && (!l.Done || x.Runs == 0) {
		return s.standingHere(l)
	}
	switch {
	case x.Fault != nil:
		n.sign, n.word = "✗", "cannot be read"
	case x.Live:
		n.sign, n.word, n.busy = "▷", "running in another process", true
	case x.Partial || x.Experiment == AtTheDesk:
		n.sign, n.word = "·", "on record"
	case x.Runs > 0 && x.Finished == x.Runs:
		n.sign, n.word = "✓", "finished"
	case x.Failed > 0 && x.Finished+x.Failed >= x.Runs:
		n.sign, n.word = "✗", "ended, with failures"
	}
	return n
}

func (s *Screen) standingHere(l Live) standing {
	p := l.Progress
	n := standing{sign: "▶", word: "running", done: p.Done + p.Skipped, of: p.Total, failed: p.Failed, rate: p.Rate, left: p.Left, busy: !l.Done && !l.Paused && !l.Ending}
	switch {
	case l.Done && l.Err != nil:
		n.sign, n.word = "✗", "ended early"
	case l.Done:
		n.sign, n.word = "✓", "finished"
	case l.Ending:
		n.sign, n.word = "■", "ending: the runs at work still end"
	case l.Paused:
		n.sign, n.word = "‖", "paused"
	}
	return n
}

// listRows draws the experiments.
type listRows struct{ s *Screen }

func (r listRows) Len() int         { return len(r.s.all) }
func (r listRows) Key(i int) uint64 { return r.s.drawn<<20 | uint64(i) }

// Line is the name, a bar, how many are done and how many failed.
func (r listRows) Line(i, w int) string {
	s, t, m := r.s, r.s.env.Theme, r.s.env.Width
	x := &s.all[i]
	n := s.standing(x)
	count := thousands(n.done) + "/" + thousands(n.of)
	if x.Fault != nil {
		count = n.word
	}
	if n.failed > 0 {
		count += " ✗" + thousands(n.failed)
	}
	bar := ""
	if w > 44 && x.Fault == nil {
		bar = part.Bar(s.env, n.done, n.of, 10) + " "
	}
	sign := t.Muted
	switch n.sign {
	case "▶", "▷":
		sign = t.Accent
	case "✓":
		sign = t.Good
	case "✗":
		sign = t.Bad
	case "◐", "‖":
		sign = t.Warn
	}
	style := t.Muted
	if n.failed > 0 {
		style = t.Warn
	}
	right := bar + style.Render(count)
	room := max(w-m.Of(right)-4, 4)
	return m.Fit(sign.Render(n.sign)+" "+t.Text.Render(m.Fit(s.clean(x.Experiment), room))+" ", w-m.Of(right)) + right
}

// viewList draws the experiments, and below them all of the one under the cursor.
func (s *Screen) viewList(r part.Rect) []string {
	in := r.Inner()
	pane := part.Pane{Title: s.title("1 Experiments"), Note: s.counted(thousands(len(s.all)), len(s.all), "experiment"), Focus: s.focus == paneList}
	if s.failed != "" {
		pane.Left = "✗ not read again: " + s.failed
	}
	about := s.about(in.W)
	if most := max(in.H-min(len(s.all), 4), in.H/2); len(about) > most {
		about = about[:most]
	}
	rows := max(in.H-len(about), 0)
	s.frame.list = part.Rect{X: in.X, Y: in.Y, W: in.W, H: rows}
	lines := s.list.View(s.env, in.W, rows, s.focus == paneList)
	pane.Bar = s.list.Bar()
	return pane.Draw(s.env, r.W, r.H, append(lines, about...))
}

// countWords is how many of all are shown: "3 of 1,200".
func countWords(shown, all int) string {
	if shown == all {
		return thousands(all)
	}
	return thousands(shown) + " of " + thousands(all)
}

// counted is a number in the title of a pane; where tabs have the title it says
// what is counted.
func (s *Screen) counted(text string, n int, noun string) string {
	if s.frame.wide {
		return text
	}
	return text + strings.TrimPrefix(part.Many(n, noun), strconv.Itoa(n))
}

// about is everything that is known of the experiment under the cursor.
func (s *Screen) about(w int) []string {
	x := s.experiment()
	if x == nil {
		return nil
	}
	t, m := s.env.Theme, s.env.Width
	n := s.standing(x)
	lines := []string{t.Border.Render(strings.Repeat("─", w))}
	lines = append(lines, " "+t.Strong.Render(m.Fit(s.clean(x.Experiment), max(w-2, 0))))
	if n.of > 0 && x.Experiment != AtTheDesk && !x.Partial {
		lines = append(lines, " "+part.Bar(s.env, n.done, n.of, max(w-2, 1)))
	}
	say := func(name, value string) {
		room := max(w-14, 1)
		for i, l := range m.Wrap(value, room) {
			if i > 0 {
				name = ""
			}
			lines = append(lines, " "+t.Muted.Render(m.Fit(name, 12))+l)
		}
	}
	if x.Fault != nil {
		say("standing", n.sign+" "+n.word)
		say("because", s.clean(x.Fault.Error()))
		return s.fitted(lines, w)
	}
	say("standing", n.sign+" "+n.words())
	if n.failed > 0 {
		say("failures", fmt.Sprintf("%s; / failed shows them among the runs", thousands(n.failed)))
	}
	if l, ok := s.live[x.Experiment]; ok && l.Err != nil {
		say("ended by", s.clean(l.Err.Error()))
	}
	if text := s.setWords(x); text != "" {
		say("set", text)
	}
	controller := s.clean(x.Controller)
	if controller == "" {
		controller = "–"
	}
	say("controller", controller)
	say("tokens", s.tokens(x))
	if len(x.Methods) > 0 {
		say("methods", s.clean(strings.Join(x.Methods, ", ")))
	}
	if x.Experiment == AtTheDesk {
		say("", "What was run on single states, from their sensitivity.")
	}
	switch {
	case x.Partial:
		say("", "Put together from the states that are open to you.")
	case x.Started > 0:
		say("started", part.Stamp(x.Started, s.env.Now())+fmt.Sprintf(" · seed %d", x.Seed))
	}
	return s.fitted(lines, w)
}

func (s *Screen) fitted(lines []string, w int) []string {
	for i := range lines {
		lines[i] = s.env.Width.Fit(lines[i], w)
	}
	return lines
}

// words is how far it is, with rate and time left while it runs.
func (n standing) words() string {
	text := fmt.Sprintf("%s: %s of %s", n.word, thousands(n.done), many(n.of, "run"))
	if n.busy && n.rate > 0 {
		text += " · " + rateWords(n.rate) + " a second"
		if n.left > 0 {
			text += " · " + leftWords(n.left)
		}
	}
	return text
}

// rateWords is a rate in as many digits as mean something.
func rateWords(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return thousands(int(rate + 0.5))
}

func leftWords(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.0f s left", d.Seconds())
	}
	if d < time.Hour {
		return fmt.Sprintf("%.0f min left", d.Minutes())
	}
	return fmt.Sprintf("%.1f h left", d.Hours())
}

// tokens are what servers reported, in and out; what they did not report is
// said to be missing.
func (s *Screen) tokens(x *Experiment) string {
	totals, since := x.Tokens, ""
	if l, ok := s.live[x.Experiment]; ok && !l.Done {
		totals = l.Progress.Tokens
		if l.Progress.Skipped > 0 {
			since = " · since it was gone on with"
		}
	}
	text := TotalWords(totals)
	if text == "–" {
		text = fmt.Sprintf("– (none of %s reported any)", many(totals.Calls, "call"))
	}
	if totals.Normalized > 0 || totals.Fallback > 0 {
		text += fmt.Sprintf(" · %d normalized, %d fallback", totals.Normalized, totals.Fallback)
	}
	return text + since
}

package workbench

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/tui/cell"
	"suffice/tui/code"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// unitPane is the text of the unit under the cursor.
type unitPane struct {
	at      int // position in the pool
	shown   bool
	text    *code.Text
	excerpt string      // how much of the unit that is
	tokens  code.Tokens // nil until they are lexed, or for ever
	rulers  map[int]*code.Ruler
	list    part.List // of its lines
	x       int       // first cell in sight
	width   int       // of the rows at the last View

	selecting bool
	anchor    int // the line the selection began at

	query string
	hits  []code.Hit
	hit   int
	marks map[int][2]int // by line: first and last+1 hit

	quotes  map[int]string // by line: labels of the groups that quote it
	drawn   int            // counts changes of what all rows look like
	lexed   map[lexKey]code.Tokens
	lexing  bool // a command is lexing
	painter *code.Painter
	places  map[int]unitPlace // where each unit was left
}

// lexKey names lexed text: the same content in the same language.
type lexKey struct {
	hash     [32]byte
	language string
}

// unitPlace is where a unit was left.
type unitPlace struct{ cursor, top, x int }

// maxLexed bounds how many lexed units are kept.
const maxLexed = 256

// preparedMsg brings lexed text, and the measures of its very long lines.
type preparedMsg struct {
	to     *Screen
	key    lexKey
	at     int
	tokens code.Tokens
	rulers map[int]*code.Ruler
}

// showUnit shows the unit that keys mean now.
func (s *Screen) showUnit() tea.Cmd {
	if i, ok := s.unitAt(); ok {
		return s.show(i)
	}
	return nil
}

// show shows a unit, with its colours when they are known and in plain text
// until they are.
func (s *Screen) show(i int) tea.Cmd {
	u := &s.unit
	if u.shown && u.at == i {
		return nil
	}
	if u.places == nil {
		u.places, u.lexed = map[int]unitPlace{}, map[lexKey]code.Tokens{}
	}
	if u.shown {
		u.places[u.at] = unitPlace{u.list.Cursor, u.list.Top, u.x}
	}
	u.at, u.shown, u.text = i, true, s.shelf.text(i)
	u.excerpt = excerpt(&s.shelf.pool.Units[i])
	u.rulers = map[int]*code.Ruler{}
	u.unselect()
	u.list.Rows = unitRows{s}
	u.requote(s)
	was := u.places[i]
	u.list.Cursor, u.list.Top, u.x = was.cursor, was.top, was.x
	u.search(s, u.query, u.list.Cursor)
	u.drawn++
	return s.lexUnit()
}

// lexUnit starts lexing the unit, unless its colours are known. One unit is
// lexed at a time: whoever runs through the pool gets the colours of the unit
// where they stop, not those of all they passed.
func (s *Screen) lexUnit() tea.Cmd {
	u := &s.unit
	key := lexKey{u.text.Hash, language(&s.shelf.pool.Units[u.at])}
	tokens, known := u.lexed[key]
	u.tokens = tokens
	var long []int
	for _, i := range longLines(u.text) {
		if u.rulers[i] == nil {
			long = append(long, i)
		}
	}
	if known && len(long) == 0 || u.lexing {
		return nil
	}
	u.lexing = true
	text, width, tab, at := u.text, *s.env.Width, s.env.Tab, u.at
	return func() tea.Msg {
		m := preparedMsg{to: s, key: key, at: at, tokens: tokens, rulers: map[int]*code.Ruler{}}
		if !known {
			m.tokens = code.Lex(key.language, text)
		}
		for _, i := range long {
			r := code.NewRuler(text.Lines[i], &width, tab)
			r.Whole()
			m.rulers[i] = r
		}
		return m
	}
}

// language names the lexer of a unit, by its file name only.
func language(u *card.Unit) string { return code.Language(u.Path) }

// longLines are the lines whose measuring is worth a command.
func longLines(t *code.Text) []int {
	var out []int
	for i, l := range t.Lines {
		if len(l) > 1<<16 {
			out = append(out, i)
		}
	}
	return out
}

func (s *Screen) prepared(m preparedMsg) tea.Cmd {
	u := &s.unit
	u.lexing = false
	if len(u.lexed) >= maxLexed {
		clear(u.lexed)
	}
	u.lexed[m.key] = m.tokens
	if u.at == m.at {
		for i, r := range m.rulers {
			u.rulers[i] = r
		}
	}
	u.drawn++
	return s.lexUnit() // of the unit that is shown by now
}

// requote works out which lines are quoted, and by which groups.
func (u *unitPane) requote(s *Screen) {
	u.quotes = map[int]string{}
	if !u.shown {
		return
	}
	id := s.shelf.pool.Units[u.at].ID
	for g, group := range s.cert.Groups {
		for _, q := range group.Quotations {
			if q.Unit != id {
				continue
			}
			for n := max(q.LineStart, u.text.First); n <= q.LineEnd; n++ {
				i, ok := u.text.Index(n)
				if !ok {
					break
				}
				label := s.clean(s.cert.Label(g))
				if !strings.Contains(u.quotes[i], label) {
					u.quotes[i] = strings.TrimPrefix(u.quotes[i]+" "+label, " ")
				}
			}
		}
	}
	u.drawn++
}

// unitRows draws the lines of the unit.
type unitRows struct{ s *Screen }

func (r unitRows) Len() int { return len(r.s.unit.text.Lines) }

func (r unitRows) Key(i int) uint64 {
	key := uint64(r.s.unit.drawn)<<33 | uint64(uint32(i))<<1
	if r.s.unit.selected(i) {
		key |= 1
	}
	return key
}

// Line is the number, the text, and who quotes it.
func (r unitRows) Line(i, w int) string {
	s, u := r.s, &r.s.unit
	digits := u.digits()
	var b strings.Builder
	sign := " "
	if u.selected(i) {
		sign = "┃"
	}
	s.look.faint.Write(&b, s.env.Width.Right(strconv.Itoa(u.text.Number(i)), digits))
	s.look.accent.Write(&b, sign)
	quote := ""
	if q := u.quotes[i]; q != "" {
		quote = " ” " + s.env.Width.Fit(q, min(s.env.Width.Of(q), 12))
	}
	room := max(w-digits-1-s.env.Width.Of(quote), 0)
	b.WriteString(u.painter.Paint(u.row(i), u.x, room))
	s.look.group(s.quotingGroup(i)).Write(&b, quote)
	line := s.env.Width.Fit(b.String(), w)
	if u.selected(i) {
		line = theme.Over(s.env.Theme.Selected, line)
	}
	return line
}

func (u *unitPane) digits() int {
	return max(len(strconv.Itoa(u.text.Number(max(len(u.text.Lines)-1, 0)))), 3)
}

// quotingGroup is the first group that quotes a line.
func (s *Screen) quotingGroup(i int) int {
	label, _, _ := strings.Cut(s.unit.quotes[i], " ")
	for g := range s.cert.Groups {
		if s.clean(s.cert.Label(g)) == label {
			return g
		}
	}
	return 0
}

// row is line i ready to paint.
func (u *unitPane) row(i int) code.Row {
	r := code.Row{Text: u.text.Lines[i], Hit: -1}
	if i < len(u.tokens) {
		r.Spans = u.tokens[i]
	}
	if span, ok := u.marks[i]; ok {
		for k := span[0]; k < span[1]; k++ {
			if k == u.hit {
				r.Hit = k - span[0]
			}
			r.Marks = append(r.Marks, u.hits[k].Mark)
		}
	}
	if code.Long(r.Text) {
		r.Ruler = u.rulers[i]
	}
	return r
}

// ruler is the ruler of a line, kept when the line is long.
func (u *unitPane) ruler(s *Screen, i int) *code.Ruler {
	if r, ok := u.rulers[i]; ok {
		return r
	}
	r := code.NewRuler(u.text.Lines[i], s.env.Width, s.env.Tab)
	if code.Long(u.text.Lines[i]) {
		u.rulers[i] = r
	}
	return r
}

// viewUnit draws the unit in a pane.
func (s *Screen) viewUnit(r part.Rect) []string {
	u := &s.unit
	s.frame.put(paneUnit, r, 0)
	pane := part.Pane{Title: s.title("4 Unit"), Focus: s.focus == paneUnit}
	in := r.Inner()
	u.width = in.W
	if !u.shown {
		return pane.Draw(s.env, r.W, r.H, s.empty(in.W, in.H, "No unit under the cursor."))
	}
	pane.Note = s.look.text.Paint(s.unitTitle(in.W)) + s.look.muted.Paint(" · "+s.unit.excerpt)
	pane.Right = s.unitStanding()
	pane.Left = s.unitNeighbours(in.W)
	if n := len(u.text.Lines); n > 0 {
		pane.Foot = "line " + strconv.Itoa(u.text.Number(min(u.list.Cursor, n-1)))
		if u.x > 0 {
			pane.Foot += " · from column " + thousands(u.x+1)
		}
		if u.selecting {
			from, to := u.selection()
			pane.Foot = part.Many(to-from+1, "line") + " selected"
		}
	}
	below := ""
	if s.line.searches() || u.query != "" {
		below = s.viewSearch(in.W)
		in.H--
	}
	lines := s.unitLines(in)
	pane.Bar = u.list.Bar()
	if below != "" && in.H >= 0 {
		lines = append(lines, below)
	}
	return pane.Draw(s.env, r.W, r.H, lines)
}

func (s *Screen) unitLines(in part.Rect) []string {
	u := &s.unit
	for i, ok := 0, true; ok && i < in.H; i++ { // rulers of the long lines in sight
		if k := u.list.Top + i; k < len(u.text.Lines) && code.Long(u.text.Lines[k]) {
			u.ruler(s, k)
		}
	}
	if len(u.text.Lines) == 0 {
		return s.empty(in.W, in.H, "The excerpt of this unit is empty.")
	}
	return u.list.View(s.env, in.W, in.H, s.focus == paneUnit)
}

func (s *Screen) unitTitle(w int) string {
	name := s.unitName(s.unit.at)
	return s.env.Width.Tail(name, min(s.env.Width.Of(name), max(w/2, 10)))
}

// unitStanding says what the certificate and the state say of the unit.
func (s *Screen) unitStanding() string {
	m := &s.stand[s.unit.at]
	var says []string
	if len(m.labels) > 0 {
		says = append(says, s.look.group(m.groups[0]).Paint("● "+s.clean(strings.Join(m.labels, " "))))
	} else if m.alternative() {
		says = append(says, s.look.muted.Paint("~ overlaps "+s.clean(s.cert.Label(m.beside[0]))))
	}
	if m.seen != "" {
		says = append(says, s.look.observed.Paint("○ "+s.clean(m.seen)))
	}
	if m.carried != "" {
		says = append(says, s.look.warn.Paint("carries "+s.clean(s.shelf.name(m.carried))))
	}
	if m.optional {
		says = append(says, s.look.muted.Paint("optional"))
	}
	if u := &s.shelf.pool.Units[s.unit.at]; u.Symbol != "" && len(says) == 0 {
		says = append(says, s.clean(u.Symbol))
	}
	return strings.Join(says, " ")
}

// unitNeighbours names the nearest units of the file before and after.
func (s *Screen) unitNeighbours(w int) string {
	var before, after string
	inside := 0
	unit := &s.shelf.pool.Units[s.unit.at]
	for _, n := range s.shelf.neighbours(s.unit.at) {
		v := &s.shelf.pool.Units[n.at]
		switch {
		case v.LineStart < 1 || unit.LineStart < 1:
		case v.LineEnd < unit.LineStart:
			before = "← " + s.shelf.lines[n.at]
		case v.LineStart > unit.LineEnd:
			if after == "" {
				after = s.shelf.lines[n.at] + " →"
			}
		default:
			inside++
		}
	}
	var parts []string
	if before != "" {
		parts = append(parts, before)
	}
	if inside > 0 {
		parts = append(parts, fmt.Sprintf("%d overlap", inside))
	}
	if after != "" {
		parts = append(parts, after)
	}
	text := strings.Join(parts, " · ")
	if len(text) > w-20 {
		return ""
	}
	return text
}

// excerpt says how much of the unit's lines the excerpt shows.
func excerpt(u *card.Unit) string {
	shown, span := u.LineNumbers()
	switch {
	case span > shown:
		return fmt.Sprintf("excerpt: %s of %s lines", thousands(shown), thousands(span))
	case u.SHA256 != "" && u.Cut():
		return part.Many(shown, "line") + ", the last one cut"
	}
	return part.Many(shown, "line")
}

// thousands writes a number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// toEnd scrolls sideways to the end of the line under the cursor.
func (u *unitPane) toEnd(s *Screen) {
	end := u.ruler(s, u.list.Cursor).Whole()
	u.x = max(end-u.width/2, 0)
	u.drawn++
}

// scrollX scrolls sideways, no further than the lines in sight go.
func (u *unitPane) scrollX(s *Screen, n int) bool {
	x := max(u.x+n, 0)
	if n > 0 {
		wider := false
		for i := u.list.Top; i < min(u.list.Top+u.list.Height(), len(u.text.Lines)); i++ {
			wider = wider || u.ruler(s, i).Wider(x)
		}
		if !wider {
			return false
		}
	}
	if x == u.x {
		return false
	}
	u.x = x
	u.drawn++
	return true
}

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
	return s.groupEdit("quotation of "+s.unitName(u.at), func(g certificate.Group, at int, c certificate.Certificate) (certificate.Edit, string) {
		for _, have := range g.Quotations {
			if have == q {
				return certificate.Edit{}, c.Label(at) + " quotes these lines already"
			}
		}
		return certificate.QuoteEdit(g.Key, q), ""
	})
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

// blank is h lines of w spaces.
func blank(w, h int) []string {
	out := make([]string, max(h, 0))
	for i := range out {
		out[i] = cell.Spaces(w)
	}
	return out
}

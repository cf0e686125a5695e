package workbench

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/certificate"
	"suffice/tui/code"
)

// folded is how many members and branches are shown while they are folded.
const folded = 6

// certBuilder makes the rows of the certificate for a width.
type certBuilder struct {
	s    *Screen
	w    int
	open map[string]bool
	rows []certRow
}

func (b *certBuilder) add(r certRow, left ...span) {
	r.left = append(r.left, left...)
	b.rows = append(b.rows, r)
}

func (b *certBuilder) blank() { b.rows = append(b.rows, certRow{}) }

func (b *certBuilder) certificate() {
	if len(b.s.cert.Groups) == 0 {
		b.begin()
	}
	for i := range b.s.cert.Groups {
		b.group(i)
		b.blank()
	}
	b.branches()
	b.optional()
	b.blank()
	b.label()
	b.mine()
}

// begin says how to begin where there is no group yet.
func (b *certBuilder) begin() {
	l := &b.s.look
	b.add(certRow{kind: rowHint}, span{"  No groups yet", l.bold})
	b.add(certRow{kind: rowHint, at: 1}, span{"  " + b.s.keyFor(groupNew), l.accent}, span{" makes the first one", l.muted})
	b.add(certRow{kind: rowHint, at: 2}, span{"  " + b.s.keyFor(unitToggle), l.accent}, span{" accepts the unit under the cursor in it", l.muted})
	b.blank()
}

// group is a heading with role, weight and threshold, then members, then what
// was written and quoted for it.
func (b *certBuilder) group(i int) {
	s, g := b.s, b.s.cert.Groups[i]
	l := &s.look
	pen := l.group(i)
	sign, role := "  ", l.muted
	if g.Key == s.current.key {
		sign, role = "▸ ", l.bold
	}
	quota := fmt.Sprintf("%d of %d", g.Threshold, len(g.Acceptable))
	quotaPen := l.text
	if g.Threshold < 1 || g.Threshold > len(g.Acceptable) {
		quotaPen = l.bad
	}
	row := certRow{kind: rowGroup, group: g.Key, at: i}
	row.right = []span{{b.findingSigns(g.Key), b.signPen(g.Key)}, {"w " + weight(g.Weight) + "  ", l.muted}, {quota, quotaPen}}
	name := s.clean(g.Role)
	if name == "" {
		name = "no role"
	}
	b.add(row, span{sign, l.accent}, span{s.clean(s.cert.Label(i)) + " ", pen}, span{name, role})
	b.members(i, g)
	b.quotations(i, g)
	b.rationale(g)
}

// findingSigns marks a group that findings are about.
func (b *certBuilder) findingSigns(k certificate.GroupKey) string {
	list := b.s.facts.of(k)
	if len(list) == 0 {
		return ""
	}
	return b.s.findingSign(list[0]) + " "
}

func (b *certBuilder) signPen(k certificate.GroupKey) code.Pen {
	if list := b.s.facts.of(k); len(list) > 0 {
		return b.s.findingPen(list[0])
	}
	return b.s.look.text
}

func (b *certBuilder) members(i int, g certificate.Group) {
	s, l := b.s, &b.s.look
	show := len(g.Acceptable)
	if show > folded+1 && !b.open[string(g.Key)] {
		show = folded
	}
	for _, id := range g.Acceptable[:show] {
		row := certRow{kind: rowMember, group: g.Key, at: i, unit: id}
		pen := l.text
		at, ok := s.shelf.pool.Find(id)
		switch {
		case !ok:
			row.right, pen = []span{{"✗ not in the pool", l.bad}}, l.bad
		case s.stand[at].blocked:
			row.right = []span{{"✗ observed", l.bad}}
		case s.stand[at].seen != "":
			row.right = []span{{"○ " + s.clean(s.stand[at].seen), l.warn}}
		}
		if n := quotesOf(g, id); n > 0 && ok {
			row.right = append(row.right, span{fmt.Sprintf(" ” %d", n), l.muted})
		}
		mark := "    "
		if ok && s.marked[at] {
			mark = "  * "
		}
		b.add(row, span{mark, l.accent}, span{b.unit(id, rightWidth(s, row)), pen})
	}
	switch {
	case len(g.Acceptable) == 0:
		b.add(certRow{kind: rowHint, group: g.Key, at: i}, span{"    no unit yet: " + s.keyFor(unitToggle) + " accepts one", l.muted})
	case show < len(g.Acceptable):
		b.add(certRow{kind: rowMore, group: g.Key, at: i}, span{fmt.Sprintf("    … %d more", len(g.Acceptable)-show), l.muted})
	}
}

func rightWidth(s *Screen, r certRow) int {
	n := 0
	for _, x := range r.right {
		n += s.env.Width.Of(x.text)
	}
	return n
}

// unit names a unit so that its end, which tells most, stays in sight.
func (b *certBuilder) unit(id string, taken int) string {
	name := b.s.clean(b.s.shelf.name(id))
	room := max(b.w-5-taken, 8)
	return b.s.env.Width.Tail(name, min(b.s.env.Width.Of(name), room))
}

func quotesOf(g certificate.Group, unit string) int {
	n := 0
	for _, q := range g.Quotations {
		if q.Unit == unit {
			n++
		}
	}
	return n
}

func (b *certBuilder) quotations(i int, g certificate.Group) {
	l := &b.s.look
	for k, q := range g.Quotations {
		row := certRow{kind: rowQuote, group: g.Key, at: k, unit: q.Unit, fault: b.s.quotationFault(q)}
		where := span{"L" + lineRange(q.LineStart, q.LineEnd), l.muted}
		switch row.fault {
		case certificate.CodeQuotationNotFound:
			row.right = []span{{" ✗ not there ", l.bad}}
		case certificate.CodeUnknownUnit:
			row.right = []span{{" ✗ not in the pool ", l.bad}}
		case certificate.CodeQuotationUnchecked:
			row.right = []span{{" ~ unchecked ", l.muted}}
		}
		row.right = append(row.right, where)
		text := strings.Join(strings.Fields(q.Text), " ")
		b.add(row, span{"  ” ", l.group(i)}, span{b.s.clean(text), l.muted})
	}
}

func (b *certBuilder) rationale(g certificate.Group) {
	l := &b.s.look
	if strings.TrimSpace(g.Rationale) == "" {
		return
	}
	lines := b.s.env.Width.WrapAll(b.s.env.Width.Lines(g.Rationale, b.s.env.Tab), max(b.w-5, 8))
	show := len(lines)
	if show > 3 && g.Key != b.s.current.key {
		show = 2
	}
	for k, text := range lines[:show] {
		if k == show-1 && show < len(lines) {
			text += " …"
		}
		b.add(certRow{kind: rowRationale, group: g.Key, at: k}, span{"    ", l.faint}, span{text, l.muted})
	}
}

// branches says how many there are and whether they are the minimal witnesses.
func (b *certBuilder) branches() {
	s, l := b.s, &b.s.look
	n := len(s.cert.Branches)
	if n == 0 {
		how := "none"
		if len(s.cert.Groups) > 0 {
			how += " · " + s.keyFor(branchesDerive) + " derives them"
		}
		b.add(certRow{kind: rowBranches}, span{"  Branches ", l.text}, span{how, l.muted})
		return
	}
	words, warn := s.facts.branches(n)
	pen := l.muted
	if warn {
		pen = l.warn
	}
	sign := "+ "
	if b.open["branches"] {
		sign = "− "
	}
	b.add(certRow{kind: rowBranches}, span{sign, l.faint}, span{"Branches " + strconv.Itoa(n) + " ", l.text}, span{words, pen})
	if !b.open["branches"] {
		return
	}
	for k, branch := range s.cert.Branches {
		names := make([]string, len(branch))
		for i, id := range branch {
			names[i] = s.shelf.name(id)
		}
		row := certRow{kind: rowBranch, at: k}
		if k < len(s.facts.fits) && s.facts.fits[k].Kind != certificate.BranchDerived {
			row.right = []span{{" ! " + strings.ReplaceAll(string(s.facts.fits[k].Kind), "_", " "), l.warn}}
		}
		b.add(row, span{fmt.Sprintf("  %3d ", k+1), l.faint}, span{s.clean(strings.Join(names, " + ")), l.muted})
	}
}

func (b *certBuilder) optional() {
	s, l := b.s, &b.s.look
	n := len(s.cert.Optional)
	if n == 0 {
		return
	}
	b.add(certRow{kind: rowOptional}, span{"  Optional " + strconv.Itoa(n), l.text})
	for _, id := range s.cert.Optional {
		b.add(certRow{kind: rowOptionalUnit, unit: id}, span{"  ◇ ", l.muted}, span{b.unit(id, 0), l.muted})
	}
}

// label is the fields of the certificate as a whole.
func (b *certBuilder) label() {
	s, l := b.s, &b.s.look
	field := func(kind certKind, name, value string) {
		pen := l.text
		if value == "unset" {
			pen = l.warn
		}
		b.add(certRow{kind: kind}, span{"  " + s.env.Width.Fit(name, 11), l.muted}, span{s.clean(value), pen})
	}
	field(rowConfidence, "confidence", confidence(s.cert.Confidence))
	field(rowScope, "scope", orUnset(s.cert.Scope))
	field(rowRetrieval, "retrieval", truth(s.cert.Retrieval))
}

// mine is what I noted on the state.
func (b *certBuilder) mine() {
	s, l := b.s, &b.s.look
	m := &s.now.Mine
	if m.Flag == nil && m.Skip == nil && m.Note == "" && len(m.Kept) == 0 {
		return
	}
	b.blank()
	say := func(kind certKind, name, text string, pen code.Pen) {
		b.add(certRow{kind: kind}, span{"  " + name + " ", pen}, span{s.clean(text), l.muted})
	}
	if m.Flag != nil {
		say(rowFlag, "⚑ flagged", *m.Flag, l.warn)
	}
	if m.Skip != nil {
		say(rowSkip, "skipped", *m.Skip, l.warn)
	}
	if m.Note != "" {
		say(rowNote, "note", firstLine(m.Note), l.text)
	}
	for i, k := range m.Kept {
		b.add(certRow{kind: rowKept, at: i}, span{"  kept ", l.warn}, span{s.clean(k.Edit.Say(s.cert, s.shelf.name)), l.muted})
	}
}

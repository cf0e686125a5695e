package workbench

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"suffice/tui/cell"
)

func (s *Screen) cardRows(t tab, w int) []cardRow {
	c := &s.now.State.Card
	switch t {
	case tabNeed:
		return s.needRows(w)
	case tabIssue:
		return s.textRows(c.Issue, w, "The issue text is missing.", cardText)
	case tabSeen:
		return s.textRows(c.Observation, w, "Nothing was observed last.", cardCode)
	case tabHistory:
		return s.historyRows(w)
	case tabDiff:
		return s.textRows(c.Diff, w, "No change to the code at this boundary.", cardCode)
	}
	return s.textRows(c.TestOutput, w, "No test was run before this boundary.", cardCode)
}

// textRows wraps a text; when there is none it says so.
func (s *Screen) textRows(text string, w int, none string, kind cardKind) []cardRow {
	if strings.TrimSpace(text) == "" {
		return []cardRow{{}, {text: none, kind: cardQuiet, step: -1}}
	}
	var rows []cardRow
	for _, line := range s.env.Width.Lines(text, s.env.Tab) {
		row := cardRow{kind: kind, step: -1}
		if kind == cardCode {
			row.kind = diffKind(line)
			row.path, row.from, row.to = pathIn(line)
		}
		if row.path != "" && len(s.shelf.inFile(row.path)) > 0 {
			row.kind = cardPath
		} else {
			row.path = ""
		}
		wrapped := s.env.Width.Wrap(line, w)
		if kind == cardCode {
			wrapped = s.wrapCode(line, w)
		}
		for _, row.text = range wrapped {
			rows = append(rows, row)
		}
	}
	return rows
}

// margin is what stands before the code of a line: the sign of a diff, the
// indentation, the number of the line and the indentation behind it.
var margin = regexp.MustCompile(`^[+-]?\s*(?:\d+[:|]\s*)?`)

// wrapCode wraps a line of code; what goes on in another row stands behind the
// column where the code begins, so that rows of the margin keep their columns.
func (s *Screen) wrapCode(line string, w int) []string {
	m := s.env.Width
	first := m.Wrap(line, w)
	if len(first) < 2 {
		return first
	}
	rest, ok := strings.CutPrefix(line, first[0])
	indent := min(m.Of(margin.FindString(line))+2, w/2)
	if !ok || indent >= w {
		return first
	}
	out := first[:1:1]
	for _, l := range m.Wrap(strings.TrimLeft(rest, " "), w-indent) {
		out = append(out, cell.Spaces(indent)+l)
	}
	return out
}

// diffKind tells added from removed lines; the signs in the text say the same.
func diffKind(line string) cardKind {
	switch {
	case strings.HasPrefix(line, "+"):
		return cardAdded
	case strings.HasPrefix(line, "-"):
		return cardRemoved
	case strings.HasPrefix(line, "@@"):
		return cardQuiet
	}
	return cardText
}

// needRows is what the agent wants to know, and what it had in hand.
func (s *Screen) needRows(w int) []cardRow {
	c := &s.now.State.Card
	var rows []cardRow
	section := func(head, text string) {
		if strings.TrimSpace(text) == "" {
			return
		}
		if len(rows) > 0 {
			rows = append(rows, cardRow{step: -1})
		}
		rows = append(rows, cardRow{text: head, kind: cardHead, step: -1})
		rows = append(rows, s.textRows(text, w, "", cardText)...)
	}
	section("Information need", c.Need)
	section("Subgoal", c.Subgoal)
	section("Hypothesis", c.Hypothesis)
	if len(c.OpenedFiles) > 0 {
		rows = append(rows, cardRow{step: -1}, cardRow{text: "Opened files", kind: cardHead, step: -1})
		for _, f := range c.OpenedFiles {
			rows = append(rows, s.pathRow("", f, 0, 0, w))
		}
	}
	section("Searches", strings.Join(c.Queries, "\n"))
	var id []string
	for _, x := range []string{c.ID, c.Repo, c.BaseCommit, c.Split} {
		if x != "" {
			id = append(id, x)
		}
	}
	section("State", strings.Join(id, "\n"))
	return rows
}

// named finds the file that a line of output is about: "FILE a.py:1-20" of a
// read, "3. a.py:1-20 …" of a search, "+++ b/a.py" of a diff.
var named = regexp.MustCompile(`^(?:FILE |\d+\. )(.+?):(\d+)-(\d+)(?: |$)|^(?:\+\+\+|---) [ab]/(\S+)`)

func pathIn(line string) (path string, from, to int) {
	m := named.FindStringSubmatch(line)
	switch {
	case m == nil:
		return "", 0, 0
	case m[4] != "":
		return m[4], 0, 0
	}
	from, _ = strconv.Atoi(m[2])
	to, _ = strconv.Atoi(m[3])
	return m[1], from, to
}

// pathRow names a file, with something before it, and how many units of it the
// pool holds; what is cut is the beginning of the path.
func (s *Screen) pathRow(before, path string, from, to, w int) cardRow {
	text := s.clean(path)
	if l := lineRange(from, to); l != "" {
		text += ":" + l
	}
	note := ""
	if n := len(s.shelf.inFile(path)); n > 0 {
		note = fmt.Sprintf("  %d in pool", n)
	}
	room := max(w-s.env.Width.Of(note)-len(before), 1)
	text = s.env.Width.Tail(text, min(room, s.env.Width.Of(text)))
	return cardRow{text: before + text + note, kind: cardPath, path: path, from: from, to: to, step: -1}
}

package scorer

import "strings"

// markdown is a GitHub-flavoured table with the title above and the notes below.
func (t Table) markdown() string {
	var b strings.Builder
	b.WriteString("**" + markdownText(shown(t.Title)) + "**\n\n")
	parts, turned := t.parts(0)
	for i, part := range parts {
		if i > 0 {
			b.WriteByte('\n')
		}
		if turned && part.Title != "" {
			b.WriteString(markdownText(shown(part.Title)) + ":\n\n")
		}
		part.writeMarkdown(&b)
	}
	if notes := t.notes(); len(notes) > 0 {
		b.WriteByte('\n')
		for _, n := range notes {
			text := markdownText(n)
			if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
				text = `\` + text // no list within the list
			}
			b.WriteString("- " + text + "\n")
		}
	}
	return b.String()
}

func (t Table) writeMarkdown(b *strings.Builder) {
	names, numbers := t.text()
	for i, line := range numbers {
		if i > 0 && t.Rows[i-1].Section != "" && (i == 1 || t.Rows[i-2].Section != t.Rows[i-1].Section) {
			b.WriteString("| **" + markdownText(shown(t.Rows[i-1].Section)) + "** |" + strings.Repeat("  |", len(line)) + "\n")
		}
		b.WriteString("| " + markdownText(names[i]) + " |")
		for j, cell := range line {
			cell = markdownText(cell)
			if i > 0 && j > 0 && t.Rows[i-1].Cells[j-1].Strong {
				cell = "**" + cell + "**"
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteByte('\n')
		if i == 0 {
			b.WriteString("| --- |" + strings.Repeat(" ---: |", len(line)) + "\n")
		}
	}
}

// markdownText escapes what Markdown would read as markup, a link or the end of
// a table cell. Line breaks do not occur: names are made printable before.
func markdownText(s string) string {
	var b strings.Builder
	var before rune
	for i, r := range s {
		switch {
		case strings.ContainsRune("\\`*_{}[]<>#|~!&$", r):
			b.WriteByte('\\')
		case r == ':' && strings.HasPrefix(s[i:], "://"):
			b.WriteByte('\\')
		case r == '@' && !alphanumeric(before):
			b.WriteByte('\\')
		}
		if r == '\n' || r == '\r' {
			r = ' '
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func alphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

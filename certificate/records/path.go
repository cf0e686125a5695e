package records

import (
	"bytes"
	"strconv"
	"strings"
)

// step is one level of nesting on the way to a place in a record.
type step struct {
	list  bool
	index int    // of the element, in a list
	name  string // of the member, in an object; "" before its name was read
	named bool
}

// pathAt names the member or element in which byte offset at of the record b
// lies, such as "candidate_evidence[3].line_start". b need be valid only up to at.
func pathAt(b []byte, at int) string { return spell(stepsTo(b, at)) }

// outermost is the first step of pathAt: the member of the record itself.
func outermost(b []byte, at int) string {
	if steps := stepsTo(b, at); len(steps) > 0 && steps[0].named {
		return spell(steps[:1])
	}
	return ""
}

func stepsTo(b []byte, at int) []step {
	var steps []step
	for i := 0; i < at && i < len(b); {
		top := len(steps) - 1
		switch c := b[i]; c {
		case '{', '[':
			steps = append(steps, step{list: c == '['})
			i++
		case '}', ']':
			if top < 0 {
				return steps
			}
			steps = steps[:top]
			i++
		case ',':
			if top >= 0 {
				steps[top] = step{list: steps[top].list, index: steps[top].index + 1}
			}
			i++
		case '"':
			end, ok := skipString(b, i)
			isName := top >= 0 && !steps[top].list && !steps[top].named
			if isName && ok {
				steps[top].name, steps[top].named = nameOf(b[i:end]), true
			}
			if end > at || !ok {
				return steps
			}
			i = end
		default:
			i++
		}
	}
	return nameAhead(b, at, steps)
}

// nameAhead takes a name that begins exactly at the offset into the path: that
// is where a repeated key is found.
func nameAhead(b []byte, at int, steps []step) []step {
	top := len(steps) - 1
	if top < 0 || steps[top].list || steps[top].named || at >= len(b) || b[at] != '"' {
		return steps
	}
	if end, ok := skipString(b, at); ok {
		steps[top].name, steps[top].named = nameOf(b[at:end]), true
	}
	return steps
}

func nameOf(quoted []byte) string {
	if s, ok := text(quoted); ok {
		return s
	}
	return string(bytes.Trim(quoted, `"`))
}

func spell(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		switch {
		case s.list:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case s.named:
			key := Key(s.name)
			if b.Len() > 0 && key[0] != '[' {
				b.WriteByte('.')
			}
			b.WriteString(key)
		}
	}
	return b.String()
}

package workbench

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

func (s *Screen) shiftGroup(n int) tea.Cmd {
	return s.groupEdit("order of the groups", func(g certificate.Group, at int, c certificate.Certificate) (certificate.Edit, string) {
		to := at + n
		if to < 0 || to >= len(c.Groups) {
			return certificate.Edit{}, edgeOf(n)
		}
		return certificate.MoveGroupEdit(g.Key, to), ""
	})
}

func edgeOf(n int) string {
	if n < 0 {
		return "it is the first group"
	}
	return "it is the last group"
}

func (s *Screen) removeGroup() tea.Cmd {
	label := s.currentLabel()
	next := s.groupBeside()
	ref := s.current
	return s.enqueue(&act{
		what: "remove " + label,
		edit: func(d certificate.Draft) (certificate.Edit, string) {
			if _, _, ok := d.Certificate().Group(ref.key); !ok {
				return certificate.Edit{}, "the group is no longer there"
			}
			return certificate.RemoveGroupEdit(ref.key), ""
		},
		done: func(certificate.Certificate, review.Ack) tea.Cmd {
			if s.current == ref {
				s.current = &groupRef{next}
				s.side.rebuild(s)
			}
			return toast(part.Quiet, "removed "+label+" · "+s.keyFor(editUndo)+" takes it back")
		},
	})
}

// groupBeside is the group that becomes current when the present one goes.
func (s *Screen) groupBeside() certificate.GroupKey {
	_, i, ok := s.cert.Group(s.current.key)
	switch {
	case !ok || len(s.cert.Groups) < 2:
		return ""
	case i+1 < len(s.cert.Groups):
		return s.cert.Groups[i+1].Key
	}
	return s.cert.Groups[i-1].Key
}

// chooseGroup asks for one of the other groups.
func (s *Screen) chooseGroup(title string, then func(k certificate.GroupKey) tea.Cmd) tea.Cmd {
	var (
		items   []part.Choice
		targets []certificate.GroupKey
	)
	for i, g := range s.cert.Groups {
		if g.Key != s.current.key {
			items = append(items, part.Choice{Text: s.clean(s.cert.Label(i) + "  " + g.Role), Detail: fmt.Sprintf("%d of %d", g.Threshold, len(g.Acceptable))})
			targets = append(targets, g.Key)
		}
	}
	return s.open(part.ChooseMsg{Title: title, Items: items, Then: func(i int) tea.Cmd { return then(targets[i]) }})
}

func (s *Screen) mergeGroup() tea.Cmd {
	from := s.current
	label := s.currentLabel()
	return s.chooseGroup("Merge "+label+" into", func(into certificate.GroupKey) tea.Cmd {
		return s.enqueue(&act{
			what: "merge " + label,
			edit: func(certificate.Draft) (certificate.Edit, string) {
				return certificate.MergeEdit(from.key, into), ""
			},
			done: func(certificate.Certificate, review.Ack) tea.Cmd {
				s.setCurrent(into)
				return nil
			},
		})
	})
}

// leaving are the marked members of the current group, or the one under the cursor.
func (s *Screen) leaving() []string {
	g, _, ok := s.cert.Group(s.current.key)
	if !ok {
		return nil
	}
	var out []string
	for _, id := range g.Acceptable {
		if i, ok := s.shelf.pool.Find(id); ok && s.marked[i] {
			out = append(out, id)
		}
	}
	if i, ok := s.unitAt(); ok && len(out) == 0 {
		if id := s.shelf.pool.Units[i].ID; slices.Contains(g.Acceptable, id) {
			out = []string{id}
		}
	}
	return out
}

func (s *Screen) canSplit() bool {
	g, _, ok := s.cert.Group(s.current.key)
	n := len(s.leaving())
	return ok && n > 0 && n < len(g.Acceptable)
}

func (s *Screen) splitGroup() tea.Cmd {
	ids := s.leaving()
	return s.groupEdit("split "+s.currentLabel(), func(g certificate.Group, _ int, _ certificate.Certificate) (certificate.Edit, string) {
		return certificate.SplitEdit(g.Key, ids...), ""
	})
}

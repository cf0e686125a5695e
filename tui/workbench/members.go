package workbench

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// unitAt is the position of the unit that keys mean: of the certificate's row
// when that pane has the focus and stands on a unit, of the text that is read
// when the focus is there, else of the pool's row.
func (s *Screen) unitAt() (int, bool) {
	if s.shelf == nil {
		return 0, false
	}
	if s.focus == paneCertificate {
		if id := s.side.row().unit; id != "" {
			return s.shelf.pool.Find(id)
		}
	}
	if s.unit.shown && (s.focus == paneCertificate || s.focus == paneUnit) {
		return s.unit.at, true
	}
	return s.pool.at()
}

func (s *Screen) unitName(i int) string { return s.clean(s.shelf.name(s.shelf.pool.Units[i].ID)) }

func (s *Screen) toggleUnit() tea.Cmd {
	i, ok := s.unitAt()
	if !ok {
		return nil
	}
	if !s.hasGroup() {
		return tea.Batch(toast(part.Quiet, "there is no group yet: choose the role of the first one"), s.newGroup())
	}
	id, name := s.shelf.pool.Units[i].ID, s.unitName(i)
	if m := s.stand[i]; m.blocked && !slices.Contains(m.groups, s.currentAt()) {
		return toast(part.Bad, name+" is observed ("+m.seen+"): the agent has it already, it cannot be accepted")
	}
	return s.groupEdit(name+" in "+s.currentLabel(), func(g certificate.Group, _ int, _ certificate.Certificate) (certificate.Edit, string) {
		if slices.Contains(g.Acceptable, id) {
			return certificate.DropEdit(g.Key, id), ""
		}
		return certificate.AcceptEdit(g.Key, id), ""
	})
}

// labelRoom is how many cells of a group's label the footer shows.
const labelRoom = 12

// Short calls accepting after the group it works on, and dropping by its name:
// the unit under the cursor decides which of them the key does.
func (s *Screen) Short(a keys.Action) string {
	g, _, ok := s.cert.Group(s.current.key)
	at, on := s.unitAt()
	if a != unitToggle || !ok || !on {
		return ""
	}
	label, m := s.clean(s.currentLabel()), s.env.Width
	label = m.Fit(label, min(m.Of(label), labelRoom))
	if slices.Contains(g.Acceptable, s.shelf.pool.Units[at].ID) {
		return "drop from " + label
	}
	return "accept in " + label
}

// currentAt is the position of the current group, -1 when there is none.
func (s *Screen) currentAt() int {
	_, i, ok := s.cert.Group(s.current.key)
	if !ok {
		return -1
	}
	return i
}

func (s *Screen) moveUnit() tea.Cmd {
	i, _ := s.unitAt()
	g, _, _ := s.cert.Group(s.current.key)
	id := s.shelf.pool.Units[i].ID
	if !slices.Contains(g.Acceptable, id) {
		return toast(part.Quiet, s.currentLabel()+" does not accept "+s.unitName(i))
	}
	from := s.current
	return s.chooseGroup("Move "+s.unitName(i)+" to", func(into certificate.GroupKey) tea.Cmd {
		return s.enqueue(&act{what: "move " + s.unitName(i), edit: func(certificate.Draft) (certificate.Edit, string) {
			return certificate.MoveUnitEdit(from.key, into, id), ""
		}})
	})
}

func (s *Screen) toggleOptional() tea.Cmd {
	i, _ := s.unitAt()
	id := s.shelf.pool.Units[i].ID
	return s.enqueue(&act{what: "optional " + s.unitName(i), edit: func(d certificate.Draft) (certificate.Edit, string) {
		list := slices.Clone(d.Certificate().Optional)
		if k := slices.Index(list, id); k >= 0 {
			list = slices.Delete(list, k, k+1)
		} else {
			list = append(list, id)
		}
		return certificate.SetOptionalEdit(list), ""
	}})
}

func (s *Screen) toggleMark() tea.Cmd {
	i, ok := s.unitAt()
	if !ok {
		return nil
	}
	if s.marked[i] {
		delete(s.marked, i)
	} else {
		s.marked[i] = true
	}
	s.version++
	s.refilter()
	s.side.rebuild(s)
	if s.focus == panePool {
		s.pool.list.To(s.pool.list.Cursor + 1)
		return s.showUnit()
	}
	return nil
}

// carry notes that the unit carries what was already observed: in a step of
// the history or in an observed unit.
func (s *Screen) carry() tea.Cmd {
	i, _ := s.unitAt()
	id, name := s.shelf.pool.Units[i].ID, s.unitName(i)
	var items []part.Choice
	var where []string
	if s.stand[i].carried != "" {
		items, where = append(items, part.Choice{Text: "take my note away"}), append(where, "")
	}
	for _, step := range s.now.State.Card.Steps {
		items = append(items, part.Choice{Text: s.clean(step.Label), Detail: s.clean(step.Action + " " + firstLine(step.Input))})
		where = append(where, step.Label)
	}
	for j, m := range s.stand {
		if m.seen != "" && j != i {
			items = append(items, part.Choice{Text: s.unitName(j), Detail: m.seen})
			where = append(where, s.shelf.pool.Units[j].ID)
		}
	}
	if len(items) == 0 {
		return toast(part.Quiet, "nothing was observed before this decision")
	}
	return s.open(part.ChooseMsg{Title: name + " carries what was seen in", Items: items, Then: func(k int) tea.Cmd {
		if where[k] == "" {
			return s.saveCarry(review.Carry{Unit: id}, "note on "+name)
		}
		return send(part.PromptMsg{Title: "Why does it carry that? (may stay empty)", Then: func(why string) tea.Cmd {
			return s.saveCarry(review.Carry{Unit: id, In: where[k], Reason: why}, "note on "+name)
		}})
	}})
}

func (s *Screen) saveCarry(c review.Carry, what string) tea.Cmd {
	return s.enqueue(&act{what: what, call: func(ctx context.Context, _ certificate.Revision) (review.Ack, error) {
		return s.env.Desk.Carry(ctx, s.state, c)
	}})
}

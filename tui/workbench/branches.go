package workbench

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/tui/part"
)

func (s *Screen) deriveBranches() tea.Cmd {
	return s.enqueue(&act{what: "derived branches", edit: func(d certificate.Draft) (certificate.Edit, string) {
		e, err := certificate.DeriveEdit(d)
		if err != nil {
			return certificate.Edit{}, s.sentence(err)
		}
		return e, ""
	}})
}

// addBranch offers what a branch can be made of: the marked units, a smallest
// completing set, or everything accepted.
func (s *Screen) addBranch() tea.Cmd {
	var items []part.Choice
	var sets [][]string
	offer := func(text string, ids []string) {
		if len(ids) > 0 && !hasBranch(s.cert.Branches, ids) {
			items = append(items, part.Choice{Text: text, Detail: s.names(ids)})
			sets = append(sets, ids)
		}
	}
	offer(fmt.Sprintf("the %d marked units", len(s.marked)), s.markedIDs())
	if len(s.cert.Groups) > 0 {
		w, _, _ := certificate.Compile(s.cert).Smallest(certificate.DefaultBudget())
		offer("a smallest completing set", w)
	}
	accepted := s.acceptedIDs()
	offer(fmt.Sprintf("the %d accepted units", len(accepted)), accepted)
	if len(items) == 0 {
		return toast(part.Quiet, "mark units with "+s.keyFor(unitMark)+" first: they become the branch")
	}
	return s.open(part.ChooseMsg{Title: "Add a branch of", Items: items, Then: func(i int) tea.Cmd {
		return s.enqueue(&act{what: "branch", edit: func(certificate.Draft) (certificate.Edit, string) {
			return certificate.AddBranchEdit(sets[i]...), ""
		}})
	}})
}

func (s *Screen) markedIDs() []string {
	var ids []string
	for i, u := range s.shelf.pool.Units {
		if s.marked[i] {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

func (s *Screen) acceptedIDs() []string {
	var ids []string
	for _, g := range s.cert.Groups {
		for _, id := range g.Acceptable {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func (s *Screen) names(ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.clean(s.shelf.name(id))
	}
	return strings.Join(names, ", ")
}

func hasBranch(branches [][]string, ids []string) bool {
	want := slices.Sorted(slices.Values(ids))
	return slices.ContainsFunc(branches, func(b []string) bool { return slices.Equal(slices.Sorted(slices.Values(b)), want) })
}

package workbench

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// groupEdit is an act on one group: it looks the group up in the draft it is
// applied to, so that it means the same however many acts are in front of it.
func (s *Screen) groupEdit(what string, make func(g certificate.Group, at int, c certificate.Certificate) (certificate.Edit, string)) tea.Cmd {
	ref := s.current
	return s.enqueue(&act{what: what, edit: func(d certificate.Draft) (certificate.Edit, string) {
		c := d.Certificate()
		g, at, ok := c.Group(ref.key)
		if !ok {
			return certificate.Edit{}, "the group is no longer there"
		}
		return make(g, at, c)
	}})
}

// currentLabel names the current group for people.
func (s *Screen) currentLabel() string {
	if _, i, ok := s.cert.Group(s.current.key); ok {
		return s.cert.Label(i)
	}
	return "the new group"
}

// knownRoles are offered for a new group: those the benchmark uses, and those
// this certificate already has.
func (s *Screen) knownRoles() []string {
	roles := []string{"bug_location", "behavior_constraint", "interaction_constraint",
		"verification_constraint", "configuration_constraint", "api_contract"}
	for _, g := range s.cert.Groups {
		if g.Role != "" && !slices.Contains(roles, g.Role) {
			roles = append(roles, g.Role)
		}
	}
	return roles
}

// chooseRole asks for a role: a known one, or one typed. Where there is a
// present one it can be taken up and changed.
func (s *Screen) chooseRole(title, present string, then func(role string) tea.Cmd) tea.Cmd {
	roles := s.knownRoles()
	items := make([]part.Choice, 0, len(roles)+1)
	for _, r := range roles {
		n := 0
		for _, g := range s.cert.Groups {
			if g.Role == r {
				n++
			}
		}
		detail := ""
		if n > 0 {
			detail = fmt.Sprintf("used %d×", n)
		}
		items = append(items, part.Choice{Text: s.clean(r), Detail: detail})
	}
	if present != "" {
		items = append(items, part.Choice{Text: "change the text…", Detail: s.clean(present)})
	}
	ask := part.ChooseMsg{Title: title, Items: items, Hint: "type to filter, or a new role", New: "new role", Typed: then}
	ask.Then = func(i int) tea.Cmd {
		if i < len(roles) {
			return then(roles[i])
		}
		return send(part.PromptMsg{Title: title, Value: present, Check: notEmpty("a role"), Then: then})
	}
	return s.open(ask)
}

func notEmpty(what string) func(string) string {
	return func(s string) string {
		if strings.TrimSpace(s) == "" {
			return "type " + what
		}
		return ""
	}
}

func (s *Screen) newGroup() tea.Cmd {
	return s.chooseRole("Role of the new group", "", func(role string) tea.Cmd {
		ref := &groupRef{}
		s.current = ref
		return s.enqueue(&act{
			what: "new group " + role,
			edit: func(certificate.Draft) (certificate.Edit, string) {
				return certificate.AddGroupEdit(role), ""
			},
			makes: ref,
			done: func(certificate.Certificate, review.Ack) tea.Cmd {
				s.side.toGroup(ref.key)
				return nil
			},
		})
	})
}

func (s *Screen) renameRole() tea.Cmd {
	g, _, _ := s.cert.Group(s.current.key)
	return s.chooseRole("Role of "+s.currentLabel(), g.Role, func(role string) tea.Cmd {
		return s.groupEdit("role "+role, func(g certificate.Group, _ int, _ certificate.Certificate) (certificate.Edit, string) {
			if g.Role == role {
				return certificate.Edit{}, "the role is " + role + " already"
			}
			return certificate.SetRoleEdit(g.Key, role), ""
		})
	})
}

func (s *Screen) renameID() tea.Cmd {
	g, _, _ := s.cert.Group(s.current.key)
	own := s.current.key
	check := func(id string) string {
		for _, other := range s.cert.Groups {
			if id != "" && other.ID == id && other.Key != own {
				return "another group is called " + id
			}
		}
		return ""
	}
	return s.open(part.PromptMsg{Title: "group_id of " + s.currentLabel(), Value: g.ID, Check: check, Then: func(id string) tea.Cmd {
		return s.groupEdit("group_id "+id, func(g certificate.Group, _ int, _ certificate.Certificate) (certificate.Edit, string) {
			return certificate.SetGroupIDEdit(g.Key, id), ""
		})
	}})
}

func (s *Screen) addThreshold(n int) tea.Cmd {
	return s.groupEdit("threshold of "+s.currentLabel(), func(g certificate.Group, at int, c certificate.Certificate) (certificate.Edit, string) {
		switch q := g.Threshold + n; {
		case q < 1:
			return certificate.Edit{}, "a threshold is at least 1"
		case n > 0 && q > len(g.Acceptable):
			return certificate.Edit{}, acceptsFew(c.Label(at), len(g.Acceptable), q)
		default:
			return certificate.SetThresholdEdit(g.Key, q), ""
		}
	})
}

// acceptsFew says why a group cannot ask for as many units as q.
func acceptsFew(label string, accepted, q int) string {
	switch accepted {
	case 0:
		return fmt.Sprintf("%s accepts no unit yet: accept more before asking for %d", label, q)
	case 1:
		return fmt.Sprintf("%s accepts 1 unit: accept more before asking for %d", label, q)
	}
	return fmt.Sprintf("%s accepts %d units: accept more before asking for %d", label, accepted, q)
}

func (s *Screen) addWeight(w float64) tea.Cmd {
	return s.groupEdit("weight of "+s.currentLabel(), func(g certificate.Group, _ int, _ certificate.Certificate) (certificate.Edit, string) {
		if g.Weight+w <= 0 {
			return certificate.Edit{}, "a weight is above 0; w types a smaller one"
		}
		return certificate.SetWeightEdit(g.Key, math.Round((g.Weight+w)*1000)/1000), ""
	})
}

func (s *Screen) typeWeight() tea.Cmd {
	g, _, _ := s.cert.Group(s.current.key)
	check := func(text string) string {
		if w, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil || w <= 0 || w > 1e9 {
			return "type a number above 0, such as 2.5"
		}
		return ""
	}
	return s.open(part.PromptMsg{Title: "Weight of " + s.currentLabel(), Value: weight(g.Weight), Over: true, Check: check, Then: func(text string) tea.Cmd {
		w, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return toast(part.Bad, "a weight is a number above 0, such as 2.5")
		}
		return s.groupEdit("weight "+text, func(g certificate.Group, _ int, _ certificate.Certificate) (certificate.Edit, string) {
			return certificate.SetWeightEdit(g.Key, w), ""
		})
	}})
}

// weight writes a weight with at least one decimal.
func weight(w float64) string {
	text := strconv.FormatFloat(w, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// stepGroup makes the next or previous group current.
func (s *Screen) stepGroup(n int) tea.Cmd {
	count := len(s.cert.Groups)
	if count == 0 {
		return nil
	}
	_, i, ok := s.cert.Group(s.current.key)
	if !ok {
		i = 0
		n = 0
	}
	s.setCurrent(s.cert.Groups[(i+n+count)%count].Key)
	return nil
}

// setCurrent makes a group current and shows it.
func (s *Screen) setCurrent(k certificate.GroupKey) {
	s.current = &groupRef{k}
	s.side.rebuild(s)
	s.side.toGroup(k)
}

package workbench

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/tui/part"
)

func (s *Screen) typeConfidence() tea.Cmd {
	present := ""
	if c := s.cert.Confidence; c != nil {
		present = strconv.FormatFloat(*c, 'f', -1, 64)
	}
	read := func(text string) (*float64, bool) {
		text = strings.TrimSpace(text)
		if text == "" {
			return nil, true
		}
		c, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if strings.HasSuffix(text, "%") {
			c /= 100
		}
		return &c, err == nil && c >= 0 && c <= 1
	}
	check := func(text string) string {
		if _, ok := read(text); !ok {
			return "type a number from 0 to 1, such as 0.8, or nothing to unset it"
		}
		return ""
	}
	return s.open(part.PromptMsg{Title: "label_confidence, 0 to 1", Value: present, Over: true, Check: check, Then: func(text string) tea.Cmd {
		c, _ := read(text)
		return s.setLabel("confidence", certificate.SetConfidenceEdit(c))
	}})
}

func (s *Screen) typeScope() tea.Cmd {
	present := ""
	if c := s.cert.Scope; c != nil {
		present = *c
	}
	return s.open(part.PromptMsg{Title: "label_scope (nothing to unset it)", Value: present, Then: func(text string) tea.Cmd {
		if text == "" {
			return s.setLabel("scope", certificate.SetScopeEdit(nil))
		}
		return s.setLabel("scope", certificate.SetScopeEdit(&text))
	}})
}

func (s *Screen) chooseRetrieval() tea.Cmd {
	items := []part.Choice{{Text: "true", Detail: "the decision needs evidence from the repository"}, {Text: "false", Detail: "it can be taken without"}, {Text: "unset"}}
	return s.open(part.ChooseMsg{Title: "retrieval_needed", Items: items, Then: func(i int) tea.Cmd {
		var needed *bool
		if i < 2 {
			yes := i == 0
			needed = &yes
		}
		return s.setLabel("retrieval_needed", certificate.SetRetrievalEdit(needed))
	}})
}

func (s *Screen) setLabel(what string, e certificate.Edit) tea.Cmd {
	return s.enqueue(&act{what: what, edit: func(certificate.Draft) (certificate.Edit, string) { return e, "" }})
}

// observedDiffers reports whether the certificate lists other observed units
// than the state card: a finding that is mended by taking over the card's.
func (s *Screen) observedDiffers() bool {
	return !slices.Equal(s.cert.Observed, s.now.State.Card.Observed)
}

func (s *Screen) mendObserved() tea.Cmd {
	return s.setLabel("observed_evidence_ids", certificate.SetObservedEdit(s.now.State.Card.Observed))
}

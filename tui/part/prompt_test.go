package part

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/tui/keys"
)

// press types a character, or performs an action that has a dot in its name.
func press(p *Prompt, key string) {
	switch {
	case strings.HasPrefix(key, "text."):
		p.Do(keys.Action(key))
	case strings.HasPrefix(key, "paste "):
		p.Paste(strings.TrimPrefix(key, "paste "))
	default:
		p.Type(tea.KeyPressMsg{Code: []rune(key)[0], Text: key})
	}
}

func TestANumberOfferedIsReplacedByWhatIsTyped(t *testing.T) {
	for _, c := range []struct {
		name string
		over bool
		keys []string
		want string
	}{
		{"the first character replaces it, the next ones follow", true, []string{"2", ".", "5"}, "2.5"},
		{"a paste replaces it", true, []string{"paste 2.5", "1"}, "2.51"},
		{"an empty paste changes nothing", true, []string{"paste ", "3"}, "3"},
		{"an arrow keeps it", true, []string{"text.left", "5"}, "1.50"},
		{"end keeps it", true, []string{"text.end", "5"}, "1.05"},
		{"backspace edits it", true, []string{"text.backspace", "5"}, "1.5"},
		{"nothing typed leaves it", true, nil, "1.0"},
		{"a text is typed on", false, []string{"2"}, "1.02"},
	} {
		p := NewPrompt(PromptMsg{Title: "Weight", Value: "1.0", Over: c.over})
		for _, k := range c.keys {
			press(p, k)
		}
		if got := p.Text(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// What the next key replaces looks selected, without colours too.
func TestAValueToReplaceLooksSelected(t *testing.T) {
	e := env(ansi.WcWidth)
	p := NewPrompt(PromptMsg{Title: "Weight", Value: "1.0", Over: true})
	selected := e.Theme.Selected.Render("1.0")
	shown := func() string { return strings.Join(p.View(e, 60, 20).Lines, "\n") }
	if !strings.Contains(shown(), selected) {
		t.Errorf("the value is not shown as selected:\n%s", shown())
	}
	press(p, "text.left")
	if strings.Contains(shown(), selected) {
		t.Errorf("the value is still shown as selected after a move:\n%s", shown())
	}
}

// A paste that is too long for a field leaves what there is, selected or not.
func TestALongPasteLeavesASelectedValue(t *testing.T) {
	p := NewPrompt(PromptMsg{Title: "Weight", Value: "1.0", Over: true})
	p.Paste(strings.Repeat("9", fieldLimit+1))
	if p.Text() != "1.0" || p.why == "" {
		t.Errorf("got %d bytes, said %q", len(p.Text()), p.why)
	}
}

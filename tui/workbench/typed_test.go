package workbench

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// typed types into the open prompt as a person does, and accepts.
func (r *rig) typed(text string) {
	r.t.Helper()
	if r.prompt == nil {
		r.t.Fatal("no prompt is open")
	}
	p := part.NewPrompt(*r.prompt)
	r.prompt = nil
	for _, c := range text {
		p.Type(tea.KeyPressMsg{Code: c, Text: string(c)})
	}
	cmd := p.Do("prompt.accept")
	if !p.Closed() {
		r.t.Fatalf("%q is refused: the field holds %q", text, p.Text())
	}
	r.run(cmd)
}

func TestNumbersAreTypedAnewNamesAreChanged(t *testing.T) {
	r := newRig(t, harbour(8))
	r.group("bug_location")
	r.press("w")
	r.typed("2.5")
	if w := r.stored().Groups[0].Weight; w != 2.5 {
		t.Errorf("the weight is %v after typing 2.5", w)
	}
	for _, c := range []string{"0.8", "0.75"} {
		r.press("%")
		r.typed(c)
	}
	if c := r.stored().Confidence; c == nil || *c != 0.75 {
		t.Errorf("label_confidence is %v after typing 0.8 and then 0.75", c)
	}
	for _, id := range []string{"tides", "_2"} {
		r.press("I")
		r.typed(id)
	}
	if id := r.stored().Groups[0].ID; id != "tides_2" {
		t.Errorf("group_id is %q: it is a name, and was typed on", id)
	}
}

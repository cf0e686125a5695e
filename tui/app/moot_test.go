package app

import (
	"testing"

	"suffice/tui/part"
)

const saved = "All is saved now: nothing would be lost by leaving."

// A question about what would be lost goes away once nothing would be, and says
// so; nobody has left by that.
func TestAQuestionGoesAwayWithWhatItAsksAbout(t *testing.T) {
	for _, c := range []struct{ keys, asks string }{
		{"q", "Go back all the same, and lose it?"},
		{"ctrl+c", "Leave suffice all the same?"},
	} {
		w := begin(t, 80, 24, setup{states: few()})
		w.Keys("enter")
		w.bench.unsaved = "one edit is not saved"
		w.Keys(c.keys)
		w.Send(part.ExternalChangeMsg{}) // something else happens
		w.Shows(c.asks)
		w.bench.unsaved = ""
		w.Send(part.ExternalChangeMsg{}) // the save has succeeded
		w.Hides(c.asks)
		w.Shows(saved)
		if w.Quit || w.model.top().kind != workbenchKind {
			t.Errorf("%s: left without a yes", c.keys)
		}
		w.Keys(c.keys)
		w.Hides(c.asks, saved)
		if !w.Quit && w.model.top().kind != queueKind {
			t.Errorf("%s does not leave once all is saved", c.keys)
		}
	}
}

// A question that was asked for other reasons stays.
func TestOtherQuestionsStay(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Send(part.ConfirmMsg{Question: "Really?"})
	w.Send(part.ExternalChangeMsg{})
	w.Shows("Really?")
}

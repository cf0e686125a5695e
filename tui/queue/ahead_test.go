package queue_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"suffice/review/reviewtest"
	"suffice/tui/tuitest"
)

// Keys typed without waiting act on the screen that the key before has opened,
// not on the queue: from there "q" would end the session.
func TestKeysTypedAheadReachWhatIsOpened(t *testing.T) {
	for _, keys := range [][]string{{"enter", "y", "q"}, {"enter", "y", "q", "enter", "n"}} {
		_, d := mixed(t, "senior", "reviewer")
		w := at(t, d, 160, 50)
		w.Keys("/")
		w.Type("is:free")
		w.Keys("enter")
		ahead(w, keys...)
		if w.Quit {
			t.Errorf("%v ended the session", keys)
		}
		w.Shows("Queue")
	}
	w := begin(t, 160, 50, reviewtest.Annotator("ann"), states(2)...)
	ahead(w, "enter", "q")
	if w.Quit {
		t.Error("enter and q ended the session")
	}
	w.Shows("Queue")
	for _, key := range []string{"L", "P", "S", "f", "x"} {
		ahead(w, key, "q")
		if w.Quit {
			t.Errorf("%s and q ended the session", key)
		}
		w.Keys("esc")
	}
	ahead(w, "enter")
	w.Shows("opened s1")
}

// ahead presses keys before any command has run.
func ahead(w *world, keys ...string) {
	w.T.Helper()
	var cmds []tea.Cmd
	for _, k := range keys {
		var cmd tea.Cmd
		w.Model, cmd = w.Model.Update(tuitest.Press(k))
		w.Model.View()
		cmds = append(cmds, cmd)
	}
	for _, cmd := range slices.Backward(cmds) { // commands promise no order
		w.Run(cmd)
	}
}

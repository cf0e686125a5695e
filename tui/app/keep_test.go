package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
)

func TestTooSmallSaysSoAndDoesNothing(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("enter")
	w.Resize(59, 24)
	w.Keys("a w q esc")
	w.Shows("60×16")
	if len(w.bench.did) != 0 || w.Quit {
		t.Errorf("a window too small to see did %v", w.bench.did)
	}
	for _, size := range [][2]int{{40, 10}, {10, 3}, {2, 1}, {1, 1}} {
		w.Resize(size[0], size[1])
		w.CheckSize()
		if strings.TrimSpace(w.Screen()) == "" {
			t.Errorf("%v says nothing", size)
		}
	}
	w.Resize(80, 24)
	w.Keys("a")
	if !slices.Equal(w.bench.did, []keys.Action{"bench.edit"}) {
		t.Errorf("after growing again: %v", w.bench.did)
	}
	w.Resize(10, 3)
	w.Keys("ctrl+c")
	if !w.Quit {
		t.Error("ctrl+c does not leave a small window")
	}
}

func TestAKeyThatMeansNothingSaysWhy(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("enter z")
	w.Shows("why: bench.never")
	w.Keys("a")
	if strings.Contains(w.Screen(), "why:") {
		t.Error("the reason stays after the next key")
	}
}

// Case C24: nothing typed is lost while the window changes.
func TestResizingWhileTypingLosesNothing(t *testing.T) {
	w := begin(t, 120, 40, setup{states: few()})
	w.Keys("enter w")
	w.Type("one ")
	w.Resize(10, 3)
	w.Type("two ")
	w.Paste("blind ")
	w.Keys("enter esc")
	w.Resize(1, 1)
	w.Resize(80, 24)
	w.Type("漢字")
	w.Paste("\r\nthree")
	w.Shows("one two blind 漢字", "three")
	w.Keys("enter")
	w.Shows("wrote one two blind 漢字␊three")
}

func TestTypedTextIsSavedWhenTypingPauses(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("enter w")
	w.Type("abc")
	w.Elapse(400 * time.Millisecond)
	w.Hides("kept")
	w.Type("d")
	w.Elapse(400 * time.Millisecond)
	w.Hides("kept")
	w.Elapse(200 * time.Millisecond)
	w.Shows("kept abcd")
	w.Type("e")
	w.Keys("esc")
	w.Shows("kept abcde")
	w.Hides("Rationale")
}

func TestLeavingAsksWhenSomethingWouldBeLost(t *testing.T) {
	open := func() *world {
		w := begin(t, 80, 24, setup{states: few()})
		w.Keys("enter")
		w.bench.unsaved = "one edit is not saved"
		return w
	}
	w := open()
	w.Keys("ctrl+c")
	w.Shows("One edit is not saved.", "Leave suffice all the same?")
	w.Keys("x enter space n")
	if w.Quit || w.model.top().kind != workbenchKind {
		t.Fatal("left without a yes")
	}
	w.Hides("Leave suffice")
	w.Keys("ctrl+c y")
	if !w.Quit || w.bench.left != 1 {
		t.Errorf("quit %v, screens left %d", w.Quit, w.bench.left)
	}
	w = open()
	w.Keys("ctrl+c ctrl+c")
	if !w.Quit {
		t.Error("the second ctrl+c does not leave")
	}
	w = open()
	w.Keys("q")
	w.Shows("Go back all the same, and lose it?")
	w.Keys("n")
	if w.model.top().kind != workbenchKind {
		t.Error("went back without a yes")
	}
	w.Keys("q y")
	if w.model.top().kind != queueKind || w.bench.left != 1 {
		t.Error("did not go back")
	}
	w.Keys("esc")
	if w.Quit {
		t.Error("esc left the program")
	}
	w.Keys("q")
	if !w.Quit {
		t.Error("q does not leave from the queue")
	}
}

func TestTypedTextCountsAsUnsaved(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("enter w")
	w.Type("abc")
	w.Keys("ctrl+c")
	w.Shows("has not been accepted yet")
	w.Keys("n")
	w.Shows("abc")
	w.Keys("ctrl+c ctrl+c")
	if !w.Quit {
		t.Error("not left")
	}
}

func TestPanicInACommandIsToldAndEndsNothing(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("enter p")
	w.Shows("Something inside suffice failed (boom)")
	w.Keys("a")
	w.Hides("boom")
	msg := guard(tea.Sequence(send(nil), func() tea.Msg { panic("deep") }))()
	cmds := msgCommands(t, msg)
	if got, ok := cmds[1]().(panicMsg); !ok || got.what != "deep" {
		t.Errorf("in a sequence: %v", got)
	}
}

func msgCommands(t *testing.T, msg tea.Msg) []tea.Cmd {
	t.Helper()
	var out []tea.Cmd
	switch m := msg.(type) {
	case tea.BatchMsg:
		out = m
	default:
		// The type of a sequence is not exported; guardAll reaches it by reflection, so does this.
		out = sequence(msg)
	}
	if len(out) != 2 {
		t.Fatalf("%d commands in %T", len(out), msg)
	}
	return out
}

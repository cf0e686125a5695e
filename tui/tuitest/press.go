package tuitest

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// named are the keys that have a name instead of a character.
func named(name string) (rune, bool) {
	code, ok := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "backspace": tea.KeyBackspace,
		"delete": tea.KeyDelete, "insert": tea.KeyInsert, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1, "f5": tea.KeyF5,
	}[name]
	return code, ok
}

// Press is the press of a key spelled as its String method spells it.
func Press(key string) tea.KeyPressMsg {
	var k tea.Key
	rest := key
	for _, m := range []struct {
		name string
		mod  tea.KeyMod
	}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}} {
		if after, ok := strings.CutPrefix(rest, m.name); ok && after != "" {
			rest, k.Mod = after, k.Mod|m.mod
		}
	}
	if code, ok := named(rest); ok {
		k.Code = code
		if rest == "space" && k.Mod == 0 {
			k.Text = " "
		}
		return tea.KeyPressMsg(k)
	}
	k.Code, _ = utf8.DecodeRuneInString(rest)
	if k.Mod == 0 {
		k.Text = rest
	}
	return tea.KeyPressMsg(k)
}

package keys

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modifiers in the order in which a key press spells them.
var modifiers = []string{"ctrl", "alt", "shift", "meta", "hyper", "super"}

// shown is how people see named keys; a name not here is shown as it is.
var shown = map[string]string{
	"up": "↑", "down": "↓", "left": "←", "right": "→",
	"enter": "enter", "esc": "esc", "tab": "tab", "space": "space", "backspace": "backspace",
	"delete": "delete", "insert": "insert", "home": "home", "end": "end", "pgup": "pgup", "pgdown": "pgdn",
}

// Show writes a key for people.
func Show(key string) string {
	mods, base := split(key)
	if s, ok := shown[base]; ok {
		base = s
	}
	return mods + base
}

// split parts "ctrl+shift+up" into "ctrl+shift+" and "up"; "+" and "ctrl++" work too.
func split(key string) (mods, base string) {
	i := strings.LastIndex(strings.TrimSuffix(key, "+"), "+")
	return key[:i+1], key[i+1:]
}

// Check says in one sentence why a key press is never spelled like key; empty
// when it can be.
func Check(key string) string {
	mods, base := split(key)
	last := -1
	for m := range strings.SplitSeq(strings.TrimSuffix(mods, "+"), "+") {
		if mods == "" {
			break
		}
		at := indexOf(modifiers, m)
		if at < 0 {
			return fmt.Sprintf("key %q: there is no modifier %q; they are %s", key, m, strings.Join(modifiers, ", "))
		}
		if at <= last {
			return fmt.Sprintf("key %q: modifiers stand in the order %s", key, strings.Join(modifiers, ", "))
		}
		last = at
	}
	return checkBase(key, mods, base)
}

func checkBase(key, mods, base string) string {
	if _, ok := shown[base]; ok {
		return ""
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(base, "f")); err == nil && len(base) > 1 && base[0] == 'f' && n >= 1 && n <= 63 {
		return ""
	}
	r, size := utf8.DecodeRuneInString(base)
	switch {
	case base == " ":
		return fmt.Sprintf("key %q: the space bar is called \"space\"", key)
	case base == "" || size != len(base) || !unicode.IsPrint(r):
		return fmt.Sprintf("key %q is neither one character nor a named key such as \"enter\", \"esc\", \"tab\", \"space\", \"pgdown\", \"f5\"", key)
	case mods == "shift+" && unicode.IsLetter(r):
		return fmt.Sprintf("key %q: write the letter itself, %q", key, strings.ToUpper(base))
	case strings.Contains(mods, "ctrl+") && unicode.IsUpper(r):
		return fmt.Sprintf("key %q: with ctrl the letter is written small", key)
	}
	return ""
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

package theme

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
)

// Ink gives roles their colours: "#rrggbb", or "0" to "255" for the
// terminal's own. An empty colour is the terminal's default.
type Ink map[string]string

// darkInk is restrained on purpose: one accent, three signals, quiet greys.
var darkInk = Ink{
	"muted": "#8b93a7", "faint": "#626a80", "strong": "#e4e8f2", "accent": "#82aaff",
	"cursor": "#2b3750", "resting": "#242936", "selected": "#3a3a5c", "match": "#e5c07b",
	"good": "#98c379", "warn": "#e5c07b", "bad": "#f07178", "observed": "#5fb8b0",
	"border": "#414863", "focus": "#82aaff", "bar": "#1e2330",
	"group1": "#82aaff", "group2": "#e5a86c", "group3": "#98c379", "group4": "#c792ea",
	"group5": "#5fc4d6", "group6": "#f07ba8", "group7": "#d4c46a", "group8": "#a0a8c0",
	"keyword": "#c792ea", "string": "#a5c98a", "comment": "#6b7389", "number": "#e5a86c",
	"name": "", "function": "#82aaff", "type": "#5fc4d6", "operator": "#9fb2cc", "punctuation": "#8b93a7",
}

var lightInk = Ink{
	"muted": "#5c6370", "faint": "#9aa1b1", "strong": "#16181d", "accent": "#1f5fbf",
	"cursor": "#d5e3fa", "resting": "#e9ecf1", "selected": "#e2dcf6", "match": "#f2d27a",
	"good": "#2f7d32", "warn": "#8f6200", "bad": "#b3261e", "observed": "#0f766e",
	"border": "#b9c0cd", "focus": "#1f5fbf", "bar": "#e9ecf1",
	"group1": "#1f5fbf", "group2": "#a8540a", "group3": "#2f7d32", "group4": "#7b3fb5",
	"group5": "#0b7285", "group6": "#ad1f68", "group7": "#7a6a00", "group8": "#4f5668",
	"keyword": "#7b3fb5", "string": "#2f7d32", "comment": "#7d8494", "number": "#a8540a",
	"name": "", "function": "#1f5fbf", "type": "#0b7285", "operator": "#4a5468", "punctuation": "#5c6370",
}

// dark256 and light256 choose from the palette of 256 by hand: the nearest
// entry to a quiet background is often a loud one.
var dark256 = Ink{
	"muted": "246", "faint": "242", "strong": "255", "accent": "111",
	"cursor": "237", "resting": "235", "selected": "17", "match": "180",
	"good": "108", "warn": "180", "bad": "203", "observed": "73",
	"border": "239", "focus": "111", "bar": "235",
	"group1": "111", "group2": "173", "group3": "108", "group4": "176", "group5": "80", "group6": "211", "group7": "185", "group8": "145",
	"keyword": "176", "string": "150", "comment": "243", "number": "173", "name": "", "function": "111", "type": "80", "operator": "146", "punctuation": "246",
}

var light256 = Ink{
	"muted": "241", "faint": "247", "strong": "16", "accent": "25",
	"cursor": "153", "resting": "254", "selected": "189", "match": "222",
	"good": "28", "warn": "94", "bad": "124", "observed": "30",
	"border": "250", "focus": "25", "bar": "254",
	"group1": "25", "group2": "130", "group3": "28", "group4": "91", "group5": "31", "group6": "125", "group7": "100", "group8": "240",
	"keyword": "91", "string": "28", "comment": "245", "number": "130", "name": "", "function": "25", "type": "31", "operator": "239", "punctuation": "241",
}

// sixteen names the terminal's own colours, which its owner has chosen to be legible.
func sixteen(dark bool) Ink {
	ink := Ink{
		"muted": "", "faint": "8", "strong": "", "accent": "4", "cursor": "", "resting": "", "selected": "", "match": "3",
		"good": "2", "warn": "3", "bad": "1", "observed": "6", "border": "8", "focus": "4", "bar": "",
		"group1": "4", "group2": "3", "group3": "2", "group4": "5", "group5": "6", "group6": "1", "group7": "3", "group8": "",
		"keyword": "5", "string": "2", "comment": "8", "number": "3", "name": "", "function": "4", "type": "6", "operator": "", "punctuation": "",
	}
	if dark {
		for _, role := range []string{"accent", "focus", "group1", "function"} {
			ink[role] = "12" // plain blue is unreadable on black
		}
	}
	return ink
}

// groups is how many group roles there are.
const groups = 8

// Roles lists the roles that Ink may name, in order.
func Roles() []string { return slices.Sorted(maps.Keys(darkInk)) }

var hex = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// Check says in one sentence what is wrong with a colour for a role, empty
// when nothing is.
func Check(role, colour string) string {
	if _, ok := darkInk[role]; !ok && role != "text" {
		return fmt.Sprintf("there is no colour role %q; the roles are text, %s", role, strings.Join(Roles(), ", "))
	}
	if colour == "" || hex.MatchString(colour) {
		return ""
	}
	if n, err := strconv.Atoi(colour); err == nil && n >= 0 && n <= 255 {
		return ""
	}
	return fmt.Sprintf("%q is no colour; write \"#rrggbb\", a number from 0 to 255, or \"\" for the terminal's own", colour)
}

// build makes the styles of an ink with some of its colours replaced.
func build(base Ink, dark bool, over Ink) Theme {
	ink := maps.Clone(base)
	maps.Copy(ink, over)
	fg := func(role string) lipgloss.Style {
		if ink[role] == "" {
			return lipgloss.NewStyle()
		}
		return lipgloss.NewStyle().Foreground(lipgloss.Color(ink[role]))
	}
	bg := func(role string) lipgloss.Style {
		if ink[role] == "" {
			return lipgloss.NewStyle()
		}
		// With a foreground of its own the text stays legible even where the
		// terminal is not as dark or light as it said.
		return lipgloss.NewStyle().Background(lipgloss.Color(ink[role])).Foreground(lipgloss.Color(ink["strong"]))
	}
	t := Theme{
		Dark: dark,
		Text: fg("text"), Muted: fg("muted"), Faint: fg("faint"), Strong: fg("strong").Bold(true), Accent: fg("accent"),
		Cursor: bg("cursor"), Resting: bg("resting"), Selected: bg("selected"),
		Match: bg("match").Foreground(lipgloss.Color("#1b1d23")),
		Good:  fg("good"), Warn: fg("warn"), Bad: fg("bad"), Observed: fg("observed"),
		Border: fg("border"), Focus: fg("focus"), Bar: bg("bar"),
		Syntax: map[string]lipgloss.Style{},
	}
	if ink["text"] != "" {
		for _, st := range []*lipgloss.Style{&t.Cursor, &t.Resting, &t.Selected, &t.Bar} {
			*st = st.Foreground(lipgloss.Color(ink["text"]))
		}
	}
	// Sixteen colours have no quiet backgrounds: there these are reversed.
	if ink["cursor"] == "" {
		t.Cursor = lipgloss.NewStyle().Reverse(true)
	}
	if ink["selected"] == "" {
		t.Selected = lipgloss.NewStyle().Reverse(true)
	}
	if ink["resting"] == "" {
		t.Resting = lipgloss.NewStyle().Underline(true)
	}
	if ink["bar"] == "" {
		t.Bar = lipgloss.NewStyle().Bold(true)
	}
	for i := range groups {
		t.Groups = append(t.Groups, fg("group"+strconv.Itoa(i+1)))
	}
	for _, class := range Classes() {
		t.Syntax[class] = fg(class)
	}
	t.Syntax["comment"] = t.Syntax["comment"].Italic(true)
	return t
}

// Classes lists the token classes that have a style in Theme.Syntax.
func Classes() []string {
	return []string{"keyword", "string", "comment", "number", "name", "function", "type", "operator", "punctuation"}
}

// bare has no colours: bold, underline, reverse and the signs tell everything.
func bare(dark bool) Theme {
	none, bold := lipgloss.NewStyle(), lipgloss.NewStyle().Bold(true)
	t := Theme{
		Dark: dark,
		Text: none, Muted: none, Faint: none, Strong: bold, Accent: bold,
		Cursor: lipgloss.NewStyle().Reverse(true), Resting: lipgloss.NewStyle().Underline(true),
		Selected: lipgloss.NewStyle().Reverse(true), Match: lipgloss.NewStyle().Reverse(true).Bold(true),
		Good: none, Warn: bold, Bad: bold, Observed: none,
		Border: none, Focus: bold, Bar: bold,
		Groups: []lipgloss.Style{bold}, Syntax: map[string]lipgloss.Style{},
	}
	for _, class := range Classes() {
		t.Syntax[class] = none
	}
	return t
}

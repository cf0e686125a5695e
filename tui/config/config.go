// Package config reads the one file in which a person sets colours and keys:
//
//	theme = "auto"      # or "dark", "light"
//	tab = 4             # tab stops, in cells
//
//	[colors]
//	accent = "#82aaff"  # a role of the theme: "#rrggbb", 0 to 255, or ""
//
//	[keys]
//	"queue.next" = ["n", "tab"]  # an action: one key or several; [] for none
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"suffice/tui/keys"
	"suffice/tui/theme"
)

// Config is what the file says. The zero value with Tab 4 is what holds without one.
type Config struct {
	Theme string // "auto", "dark" or "light"
	Tab   int    // tab stops, in cells
	Ink   theme.Ink
	Keys  map[keys.Action][]string

	path  string
	lines map[string]int // of "section key", 1-based
}

// Default is what holds without a file.
func Default() Config { return Config{Theme: "auto", Tab: 4} }

// Error is one thing wrong with the file.
type Error struct {
	File string
	Line int    // 1-based; 0 when the whole file is meant
	Col  int    // 1-based; 0 when the whole line is meant
	Key  string // may be empty
	Why  string
}

func (e *Error) Error() string {
	where := e.File
	if e.Line > 0 {
		where += fmt.Sprintf(":%d", e.Line)
	}
	if e.Line > 0 && e.Col > 0 {
		where += fmt.Sprintf(":%d", e.Col)
	}
	if e.Key != "" {
		where += ": " + e.Key
	}
	return where + ": " + e.Why
}

// Load reads the file; one that does not exist gives the defaults. Everything
// that is wrong is told at once: *Error, joined.
func Load(path string) (Config, error) {
	c := Default()
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, fmt.Errorf("read the settings: %w", err)
	}
	return Parse(path, string(text))
}

// Parse reads the text of the file called path.
func Parse(path, text string) (Config, error) {
	c := Default()
	c.path, c.lines = path, lines(text)
	raw, err := Syntax(path, text)
	if err != nil {
		return c, err
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		errs = append(errs, c.set(name, raw[name])...)
	}
	return c, errors.Join(errs...)
}

// set takes over one member of the file.
func (c *Config) set(name string, value any) []error {
	switch name {
	case "theme":
		s, ok := value.(string)
		if !ok || s != "auto" && s != "dark" && s != "light" {
			return c.wrong("", name, "must be \"auto\", \"dark\" or \"light\"")
		}
		c.Theme = s
	case "tab":
		n, ok := value.(int64)
		if !ok || n < 1 || n > 16 {
			return c.wrong("", name, "must be a whole number from 1 to 16")
		}
		c.Tab = int(n)
	case "colors":
		return c.section(name, value, c.setColour)
	case "keys":
		return c.section(name, value, c.setKeys)
	case "openai": // of the endpoint, which whoever runs methods reads
	default:
		return []error{&Error{File: c.path, Line: c.lines[" "+name], Key: Told(name), Why: "is not known; the settings are theme, tab, [colors], [keys] and [openai]"}}
	}
	return nil
}

func (c *Config) wrong(section, key, why string) []error {
	return []error{&Error{File: c.path, Line: c.lines[section+" "+key], Key: key, Why: why}}
}

func (c *Config) section(name string, value any, set func(string, any) []error) []error {
	table, ok := value.(map[string]any)
	if !ok {
		return c.wrong("", name, "must be a section, written ["+name+"]")
	}
	var errs []error
	flat := flatten("", table)
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		errs = append(errs, set(key, flat[key])...)
	}
	return errs
}

// flatten brings queue.next = … and "queue.next" = … to the same.
func flatten(prefix string, table map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range table {
		if inner, ok := v.(map[string]any); ok {
			maps.Copy(out, flatten(prefix+k+".", inner))
			continue
		}
		out[prefix+k] = v
	}
	return out
}

func (c *Config) setColour(role string, value any) []error {
	colour, ok := value.(string)
	if n, isNumber := value.(int64); isNumber {
		colour, ok = fmt.Sprint(n), true
	}
	if !ok {
		return c.wrong("colors", role, "must be a text such as \"#82aaff\"")
	}
	if why := theme.Check(role, colour); why != "" {
		return c.wrong("colors", role, why)
	}
	if c.Ink == nil {
		c.Ink = theme.Ink{}
	}
	c.Ink[role] = colour
	return nil
}

func (c *Config) setKeys(action string, value any) []error {
	var ks []string
	switch v := value.(type) {
	case string:
		ks = []string{v}
	case []any:
		for _, x := range v {
			k, ok := x.(string)
			if !ok {
				return c.wrong("keys", action, "must be a key or a list of keys, such as [\"n\", \"ctrl+n\"]")
			}
			ks = append(ks, k)
		}
	default:
		return c.wrong("keys", action, "must be a key or a list of keys, such as [\"n\", \"ctrl+n\"]")
	}
	for _, k := range ks {
		if why := keys.Check(k); why != "" {
			return c.wrong("keys", action, why)
		}
	}
	if c.Keys == nil {
		c.Keys = map[keys.Action][]string{}
	}
	c.Keys[keys.Action(action)] = ks
	return nil
}

// Rebind gives the table the keys of the file. Errors: *Error, joined, for
// actions that do not exist and for keys bound twice.
func (c Config) Rebind(t *keys.Table) (*keys.Table, error) {
	if len(c.Keys) == 0 {
		return t, nil
	}
	next, err := t.Rebind(c.Keys)
	if err == nil {
		return next, nil
	}
	var errs []error
	for _, e := range each(err) {
		errs = append(errs, c.locate(e))
	}
	return nil, errors.Join(errs...)
}

// each takes joined errors apart.
func each(err error) []error {
	many, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, e := range many.Unwrap() {
		out = append(out, each(e)...)
	}
	return out
}

// locate says where in the file an error of the table comes from.
func (c Config) locate(err error) error {
	var unknown *keys.UnknownActionError
	var conflict *keys.ConflictError
	switch {
	case errors.As(err, &unknown):
		return c.wrong("keys", string(unknown.Action), unknown.Error())[0]
	case errors.As(err, &conflict):
		for _, a := range []keys.Action{conflict.Second, conflict.First} {
			if _, ok := c.Keys[a]; ok {
				return c.wrong("keys", string(a), conflict.Error())[0]
			}
		}
	}
	return &Error{File: c.path, Why: err.Error()}
}

var (
	sectionLine = regexp.MustCompile(`^\s*\[\s*([^\[\]]+?)\s*\]`)
	keyLine     = regexp.MustCompile(`^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=`)
	quotes      = strings.NewReplacer(`"`, "", `'`, "", " ", "", "\t", "")
)

// lines finds where every key stands: the decoder keeps no positions.
func lines(text string) map[string]int {
	out := map[string]int{}
	section := ""
	for i, l := range strings.Split(text, "\n") {
		if m := sectionLine.FindStringSubmatch(l); m != nil {
			section = quotes.Replace(m[1])
			out[" "+section] = i + 1
		} else if m := keyLine.FindStringSubmatch(l); m != nil {
			name, key := section, quotes.Replace(m[1])
			if head, tail, ok := strings.Cut(section, "."); ok { // [keys.queue]
				name, key = head, tail+"."+key
			}
			out[name+" "+key] = i + 1
		}
	}
	return out
}

package certificate

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// placed reads something that stands at a position: {"at": 1, NAME: value},
// or the value alone. at is negative when it is not given.
func (f *faults) placed(key, name string, v jsontext.Value) (inner jsontext.Value, at int) {
	at = -1
	if v.Kind() != '{' {
		return v, at
	}
	members := splitObject(v)
	inner, wrapped := find(members, name)
	if p, ok := find(members, "at"); ok {
		at = f.position(keyIn(key, "at"), p)
	}
	if wrapped {
		f.only(key, members, "at", name)
		return inner, at
	}
	for i, m := range members {
		if m.Name == "at" {
			members = removeAt(members, i)
			break
		}
	}
	if len(members) == 0 {
		return nil, at
	}
	return joinObject(members), at
}

// appendPlaced writes what placed reads.
func appendPlaced(dst []byte, at int, name string, v []byte) []byte {
	dst = appendMember(append(dst, '{'), "at", appendInteger(nil, at))
	return append(appendMember(dst, name, v), '}')
}

// quotationAt reads a quotation with its position; ok is false when only the
// position is given.
func (f *faults) quotationAt(key string, v jsontext.Value) (q Quotation, at int, ok bool) {
	inner, at := f.placed(key, "quotation", v)
	if inner == nil {
		return q, at, false
	}
	if !f.is(key, inner, '{', "an object, one quotation") {
		return q, at, false
	}
	return readQuotation(f, key, inner), at, true
}

func (w *change) quote() error {
	if err := w.needAfter("a quotation"); err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	var q Quotation
	at, ok := -1, false
	if err := w.read(func(f *faults) { q, at, ok = f.quotationAt("after", w.edit.After) }); err != nil {
		return err
	}
	g := &w.next.cert.Groups[i]
	switch {
	case !ok:
		return w.invalid("quote needs a quotation as after")
	case !w.completed && (q.Unit == "" || q.Text == "" || q.LineStart < 1 || q.LineEnd < q.LineStart):
		return w.invalid("a quotation needs a unit, its first and last line, and the text")
	}
	if !w.completed {
		if err := w.absent(slices.Contains(g.Quotations, q), "%s already quotes this", w.label(i)); err != nil {
			return err
		}
	}
	w.edit.Before = jsontext.Value("null")
	if at < 0 || at > len(g.Quotations) {
		at = len(g.Quotations)
	}
	g.Quotations = insertAt(g.Quotations, at, q)
	w.edit.After = appendPlaced(nil, at, "quotation", appendQuotation(nil, q))
	return nil
}

func (w *change) unquote() error {
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	g := &w.next.cert.Groups[i]
	var q Quotation
	at, named := -1, false
	if w.completed {
		if err := w.read(func(f *faults) { q, at, named = f.quotationAt("before", w.edit.Before) }); err != nil {
			return err
		}
	} else if len(g.Quotations) == 1 {
		at = 0
	}
	switch {
	case named && at >= 0 && at < len(g.Quotations) && g.Quotations[at] == q:
	case named:
		at = slices.Index(g.Quotations, q)
	case at < 0:
		return w.invalid(`say as before which quotation of %s, such as {"at": 0}`, w.label(i))
	}
	if at < 0 || at >= len(g.Quotations) {
		return w.lost(named, "%s has no such quotation", w.label(i))
	}
	w.edit.Before = appendPlaced(nil, at, "quotation", appendQuotation(nil, g.Quotations[at]))
	w.edit.After = nil
	g.Quotations = removeAt(g.Quotations, at)
	return nil
}

// branchAt reads a branch with its position; ok is false when only the
// position is given.
func (f *faults) branchAt(key string, v jsontext.Value) (b []string, at int, ok bool) {
	inner, at := f.placed(key, "branch", v)
	if inner == nil {
		return nil, at, false
	}
	return f.unitIDs(key, inner), at, true
}

func (w *change) addBranch() error {
	if err := w.needAfter("a list of evidence IDs"); err != nil {
		return err
	}
	var b []string
	at := -1
	ok := false
	if err := w.read(func(f *faults) { b, at, ok = f.branchAt("after", w.edit.After) }); err != nil {
		return err
	}
	branches := w.next.cert.Branches
	if !w.completed {
		if !ok || len(b) == 0 {
			return w.invalid("a branch needs at least one unit")
		}
		if why := repeated("the branch", b); why != "" {
			return w.invalid("%s", why)
		}
		for n, have := range branches {
			if sameSet(have, b) {
				return w.invalid("branch %d already is this set", n+1)
			}
		}
	}
	w.edit.Before = jsontext.Value("null")
	if at < 0 || at > len(branches) {
		at = len(branches)
	}
	w.next.cert.Branches = insertAt(branches, at, b)
	w.edit.After = appendPlaced(nil, at, "branch", appendTexts(nil, b))
	return nil
}

func (w *change) dropBranch() error {
	branches := w.next.cert.Branches
	if !w.completed {
		return w.invalid(`say as before which branch, such as {"at": 0}`)
	}
	var b []string
	at, named := -1, false
	if err := w.read(func(f *faults) { b, at, named = f.branchAt("before", w.edit.Before) }); err != nil {
		return err
	}
	switch {
	case named && at >= 0 && at < len(branches) && slices.Equal(branches[at], b):
	case named:
		at = slices.IndexFunc(branches, func(have []string) bool { return slices.Equal(have, b) })
	}
	if at < 0 || at >= len(branches) {
		return w.lost(named, "there is no such branch")
	}
	w.edit.Before = appendPlaced(nil, at, "branch", appendTexts(nil, branches[at]))
	w.edit.After = nil
	w.next.cert.Branches = removeAt(branches, at)
	return nil
}

// lost is the error for a quotation or branch that is not there: a conflict
// when the edit says what it was, a mistake when it only gives a position.
func (w *change) lost(named bool, format string, args ...any) error {
	if named {
		return w.conflict(nil, format, args...)
	}
	return w.invalid(format, args...)
}

package certificate

import "slices"

// unit refuses an edit without one.
func (w *change) unit() (string, error) {
	if w.edit.Unit == "" {
		return "", w.invalid("%s needs a unit", w.edit.Op)
	}
	return w.edit.Unit, nil
}

// place reads After as a position in a list of n; absent means last.
func (w *change) place(n int) (int, error) {
	if w.edit.After == nil || w.edit.After.Kind() == 'n' {
		return n, nil
	}
	at := n
	err := w.read(func(f *faults) { at = f.position("after", w.edit.After) })
	return min(at, n), err
}

func (w *change) acceptUnit() error {
	u, err := w.unit()
	if err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	g := &w.next.cert.Groups[i]
	if !w.completed || string(w.edit.Before) == "null" { // else it repeats an ID, as an import may
		if err := w.absent(slices.Contains(g.Acceptable, u), "%s already accepts %s", w.label(i), u); err != nil {
			return err
		}
	}
	at, err := w.place(len(g.Acceptable))
	if err != nil {
		return err
	}
	g.Acceptable = insertAt(g.Acceptable, at, u)
	w.edit.After = appendInteger(nil, at)
	return nil
}

func (w *change) dropUnit() error {
	u, err := w.unit()
	if err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	g := &w.next.cert.Groups[i]
	at, err := w.member(i, u)
	if err != nil {
		return err
	}
	g.Acceptable = removeAt(g.Acceptable, at)
	w.edit.Before = appendInteger(nil, at)
	w.edit.After = nil
	if other := slices.Index(g.Acceptable, u); other >= 0 {
		w.edit.After = appendInteger(nil, other) // taking this back repeats the ID
	}
	return nil
}

// member finds a unit in the group at position i, at the place that Before
// names when the unit stands there.
func (w *change) member(i int, u string) (int, error) {
	accepted := w.next.cert.Groups[i].Acceptable
	if w.completed {
		at := -1
		if err := w.read(func(f *faults) { at = f.position("before", w.edit.Before) }); err != nil {
			return 0, err
		}
		if at < len(accepted) && accepted[at] == u {
			return at, nil
		}
	}
	if at := slices.Index(accepted, u); at >= 0 {
		return at, nil
	}
	return 0, w.gone("%s does not accept %s", w.label(i), u)
}

func (w *change) moveUnit() error {
	u, err := w.unit()
	if err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	j, err := w.group(&w.edit.Into)
	if err != nil {
		return err
	}
	at, err := w.member(i, u)
	if err != nil {
		return err
	}
	if slices.Contains(w.next.cert.Groups[i].Acceptable[at+1:], u) {
		return w.invalid("%s names %s twice; drop one first", w.label(i), u)
	}
	from, into := &w.next.cert.Groups[i], &w.next.cert.Groups[j]
	if i != j && slices.Contains(into.Acceptable, u) {
		return w.invalid("%s already accepts %s", w.label(j), u)
	}
	from.Acceptable = removeAt(from.Acceptable, at)
	to, err := w.place(len(into.Acceptable))
	if err != nil {
		return err
	}
	if i == j && to == at {
		return w.invalid("%s already is at position %d of %s", u, at, w.label(i))
	}
	into.Acceptable = insertAt(into.Acceptable, to, u)
	w.edit.Before = appendInteger(nil, at)
	w.edit.After = appendInteger(nil, to)
	return nil
}

package review

import (
	"context"
	"fmt"
	"iter"

	"suffice/audit"
	"suffice/certificate"
)

// Entry is one event put into words for a person.
type Entry struct {
	Event  Event  `json:"event"`
	Name   string `json:"name"` // who, as this person may know them
	Text   string `json:"text"` // what, in one sentence; untrusted parts are not yet sanitized
	Undone bool   `json:"undone"`
	// Was and Is are what changed, as said before and after, a line each; empty
	// where the body of the event holds both.
	Was string `json:"was,omitzero"`
	Is  string `json:"is,omitzero"`
}

// SomeoneElse stands for a person whose name the reader may not know.
const SomeoneElse = "someone else"

// TheRules is the name of Rules.
const TheRules = "the rules"

// History walks the events this person may see, newest last. It reads the
// journal in pages and holds no query open while it yields.
func (d *Desk) History(ctx context.Context, f Filter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		t, err := d.newTeller(ctx, f)
		if err != nil {
			yield(Entry{}, fmt.Errorf("read the journal: %w", err))
			return
		}
		for after := t.window.before; after < t.window.last; {
			page, err := t.read(ctx, after)
			if err != nil {
				yield(Entry{}, fmt.Errorf("read the journal: %w", err))
				return
			}
			if len(page) == 0 {
				return
			}
			for _, e := range page {
				if !yield(t.tell(ctx, e), nil) {
					return
				}
			}
			after = page[len(page)-1].Seq
		}
	}
}

// pageSize is how many events are read before they are told.
const pageSize = 256

// teller puts a stretch of the journal into words. It follows the certificate
// of every state that comes up, so that a group is named as it was named then.
type teller struct {
	desk   *Desk
	filter Filter
	window window
	names  map[PersonID]string
	drafts map[page]followed
	sheets map[audited]audit.Sheet // as they were told last
}

// page is a sheet of a state.
type page struct {
	state string
	sheet Sheet
}

// followed is a certificate as far as the telling has come.
type followed struct {
	draft    certificate.Draft
	revision certificate.Revision
}

// window is what one look over the events to be told says about them.
type window struct {
	before uint64 // Seq just before the first
	last   uint64
	undone map[uint64]bool
	depth  map[uint64]int // of events that undo: 1 for an undo, 2 for its redo, and so on
}

func (d *Desk) newTeller(ctx context.Context, f Filter) (*teller, error) {
	people, err := d.repo.People(ctx)
	if err != nil {
		return nil, err
	}
	t := &teller{desk: d, filter: f, names: map[PersonID]string{Rules: TheRules}, drafts: map[page]followed{}, sheets: map[audited]audit.Sheet{}}
	for _, p := range people {
		if d.Scope().Everyone() || p.ID == d.person.ID {
			t.names[p.ID] = p.Name
		}
	}
	t.window, err = d.look(ctx, f)
	return t, err
}

// look finds out where the stretch begins and ends and which of its events are
// undone: whatever undoes an event is newer, of the same kind and state, and
// by the same person, so the same filter finds it.
func (d *Desk) look(ctx context.Context, f Filter) (window, error) {
	w := window{undone: map[uint64]bool{}, depth: map[uint64]int{}}
	var undoers []Event
	for e, err := range d.repo.Events(ctx, d.Scope(), f) {
		if err != nil {
			return w, err
		}
		if w.last == 0 {
			w.before = e.Seq - 1
		}
		w.last = e.Seq
		if e.Undoes != 0 {
			undoers = append(undoers, Event{Seq: e.Seq, Undoes: e.Undoes})
		}
	}
	for _, e := range undoers {
		depth, err := d.depthBefore(ctx, w, e.Undoes)
		if err != nil {
			return w, err
		}
		w.depth[e.Seq] = depth + 1
	}
	for i := len(undoers) - 1; i >= 0; i-- {
		if e := undoers[i]; !w.undone[e.Seq] {
			w.undone[e.Undoes] = true
		}
	}
	return w, nil
}

// depthBefore is how many undos and redos lie under the event seq.
func (d *Desk) depthBefore(ctx context.Context, w window, seq uint64) (int, error) {
	for depth := 0; ; depth++ {
		if known, ok := w.depth[seq]; ok {
			return depth + known, nil
		}
		if seq > w.before {
			return depth, nil // inside the stretch and no undo itself
		}
		e, err := d.repo.Event(ctx, d.Scope(), seq)
		if err != nil {
			return 0, err
		}
		if e.Undoes == 0 {
			return depth, nil
		}
		seq = e.Undoes
	}
}

// read reads the next events to tell.
func (t *teller) read(ctx context.Context, after uint64) ([]Event, error) {
	f := t.filter
	f.After, f.Limit = after, 0
	page := make([]Event, 0, pageSize)
	for e, err := range t.desk.repo.Events(ctx, t.desk.Scope(), f) {
		if err != nil {
			return nil, err
		}
		if e.Seq > t.window.last {
			break
		}
		if page = append(page, e); len(page) == pageSize {
			break
		}
	}
	return page, nil
}

// tell puts one event into words.
func (t *teller) tell(ctx context.Context, e Event) Entry {
	e = t.desk.Scope().anonymous(e)
	entry := Entry{Event: e, Name: t.names[e.Who], Undone: t.window.undone[e.Seq]}
	if entry.Name == "" {
		entry.Name = SomeoneElse
	}
	if e.Kind == Opened && !t.desk.Scope().Whole() { // nobody else's is told
		entry.Name, entry.Text = TheRules, "opened your sheet"
		return entry
	}
	if e.Kind == Audited {
		if text, was, is, err := t.judged(ctx, e); err == nil {
			entry.Text, entry.Was, entry.Is = text, was, is
			return entry
		}
	}
	name, c := func(unit string) string { return unit }, certificate.Certificate{}
	if e.Kind == Edited || e.Kind == Carried || e.Kind == Kept || e.Kind == Chosen { // the others name neither units nor groups
		if h, err := t.desk.hold(ctx, e.State); err == nil {
			name = h.name
			c = t.follow(ctx, h, e)
		}
	}
	entry.Text = t.sentence(e, c, name)
	return entry
}

// sentence says an event; an undo is said by what it took back.
func (t *teller) sentence(e Event, before certificate.Certificate, name func(string) string) string {
	depth := t.window.depth[e.Seq]
	if said, ok := known(e, t.who); ok && depth == 0 {
		return said
	}
	if depth == 0 {
		return phrase(e, before, name)
	}
	if depth%2 == 0 {
		return "redid: " + phrase(e, before, name)
	}
	back, err := invert(e)
	if err != nil {
		return "undid: " + phrase(e, before, name)
	}
	original := e
	original.Body = back
	f, ok := t.drafts[page{e.State, e.Sheet}]
	if ok && e.Kind == Edited {
		before = f.draft.Certificate() // follow has applied e: this is what the original was done to
	}
	return "undid: " + phrase(original, before, name)
}

// follow brings the certificate of e's state to just before e, remembers the
// one after it, and returns the one before. Where the journal cannot be
// followed the newest that is known must do: only labels depend on it.
func (t *teller) follow(ctx context.Context, h *held, e Event) certificate.Certificate {
	at, ok := t.drafts[page{e.State, e.Sheet}]
	if !ok || at.revision != e.From {
		w := opened{Work: Work{State: e.State}, part: Part{Sheet: e.Sheet}}
		if draft, err := t.desk.draftAt(ctx, h, w, e.From); err == nil {
			at = followed{draft, e.From}
		}
	}
	before := at.draft.Certificate()
	if e.Kind.step() > 0 {
		if next, err := applied(at.draft, e); err == nil {
			at = followed{next, e.To}
		}
	}
	t.drafts[page{e.State, e.Sheet}] = at
	return before
}

// who is how the reader knows a person.
func (t *teller) who(p PersonID) string {
	if name := t.names[p]; name != "" {
		return name
	}
	return SomeoneElse
}

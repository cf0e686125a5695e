package review

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
)

// What does not fit the work is refused by the fold itself, whoever wrote it.
func TestFoldRefuses(t *testing.T) {
	fits := func(j *journal) Event { // a note that would be taken
		return Event{
			Seq: uint64(len(j.events)) + 1, Who: ada, At: 1, Kind: Noted, State: "s1",
			From: j.work.Revision, To: j.work.Revision, Body: raw(Change[string]{"", "x"}),
		}
	}
	edit := func(e certificate.Edit) jsontext.Value { return raw(e) }
	threshold := edit(certificate.SetThresholdEdit("g1", 2))
	for _, c := range []struct {
		name   string
		change func(e *Event)
		says   string
		target any
	}{
		{"nothing wrong", func(*Event) {}, "", nil},
		{"another state", func(e *Event) { e.State = "s2" }, `it belongs to "s2", not to "s1"`, nil},
		{"folded already", func(e *Event) { e.Seq = 2 }, "event 2 was folded already", nil},
		{"nobody", func(e *Event) { e.Who = "" }, "it names no person", nil},
		{"an old revision", func(e *Event) { e.From, e.To = 0, 0 }, "revision 0 was changed in the meantime", new(*OutdatedError)},
		{"a revision ahead", func(e *Event) { e.From, e.To = 9, 9 }, "revision 9 was changed", new(*OutdatedError)},
		{"a note that moves the revision", func(e *Event) { e.To++ }, "it goes from revision 2 to 3", nil},
		{"an edit that does not", func(e *Event) { e.Kind, e.Body = Edited, threshold }, "it goes from revision 2 to 2", nil},
		{"no JSON", func(e *Event) { e.Body = jsontext.Value(`{`) }, "read its body", nil},
		{"another type", func(e *Event) { e.Body = jsontext.Value(`{"before":1,"after":2}`) }, "read its body", nil},
		{"a note made on another", func(e *Event) { e.Body = raw(Change[string]{"y", "x"}) }, "the note was changed in the meantime", new(*OutdatedError)},
		{"a flag made on another", func(e *Event) { e.Kind, e.Body = Flagged, raw(Change[*string]{text("y"), nil}) }, "the flag was changed in the meantime", new(*OutdatedError)},
		{"a skip made on another", func(e *Event) { e.Kind, e.Body = Skipped, raw(Change[*string]{text("y"), nil}) }, "the skip was changed", new(*OutdatedError)},
		{"finished twice", func(e *Event) { e.Kind, e.Body = Finished, raw(Change[bool]{true, false}) }, "standing was changed", new(*OutdatedError)},
		{"a carry that is not there", func(e *Event) { e.Kind, e.Body = Carried, raw(Change[*Carry]{&Carry{Unit: "u1", In: "u2"}, nil}) }, "the note on the unit was changed", new(*OutdatedError)},
		{"a carry of nothing", func(e *Event) { e.Kind, e.Body = Carried, raw(Change[*Carry]{}) }, "from nothing to nothing", nil},
		{"a carry into another", func(e *Event) {
			e.Kind, e.Body = Carried, raw(Change[*Carry]{&Carry{Unit: "u1"}, &Carry{Unit: "u2"}})
		}, "into another one", nil},
		{"a kept edit that is not there", func(e *Event) { e.Kind, e.Body = Kept, raw(Change[*KeptEdit]{&KeptEdit{ID: "k1"}, nil}) }, "the kept edit was changed", new(*OutdatedError)},
		{"an edit of a group that is not there", func(e *Event) {
			e.Kind, e.To, e.Body = Edited, e.From+1, edit(certificate.SetThresholdEdit("g7", 2))
		}, "g7", new(*certificate.InvalidError)},
		{"an import that replaces nothing", func(e *Event) { e.Kind, e.To, e.Body = Labelled, e.From+1, threshold }, "does not", nil},
		{"an import that undoes", func(e *Event) { e.Kind, e.To, e.Undoes = Labelled, e.From+1, 1 }, "cannot undo anything", nil},
		{"undo of an unknown event", func(e *Event) { e.Undoes = 77 }, "event 77 is not this person's to undo", nil},
		{"undo of another's", func(e *Event) { e.Who, e.Undoes = bea, 1 }, "event 1 is not this person's to undo", nil},
		{"an act on the project", func(e *Event) { e.Kind = Imported }, "not a kind of event on a state", nil},
		{"an unknown kind", func(e *Event) { e.Kind = "painted" }, `"painted" is not a kind`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := newJournal()
			must(t, j.edit(ada, certificate.AddGroupEdit("a")))
			must(t, j.edit(ada, certificate.AcceptEdit("g1", "u1")))
			e, before := fits(j), snapshotOf(t, j.work)
			c.change(&e)
			_, err := Fold(j.work, e)
			if snapshotOf(t, j.work) != before {
				t.Error("folding changed the work it was given")
			}
			if c.says == "" {
				must(t, err)
				return
			}
			var unfit *FoldError
			if !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want %q in it", err, c.says)
			}
			if c.target != nil && !errors.As(err, c.target) {
				t.Errorf("it is not a %T", c.target)
			}
		})
	}
}

func TestFoldRefusesEditsOfAFinishedCertificate(t *testing.T) {
	j := newJournal()
	must(t, j.edit(ada, certificate.AddGroupEdit("a")))
	must(t, j.add(bea, Finished, Change[bool]{false, true}, 0))
	if err := j.edit(ada, certificate.AcceptEdit("g1", "u1")); !errors.As(err, new(*FinishedError)) {
		t.Errorf("an edit: %v", err)
	}
	if err := j.takeBack(ada, undo); !errors.As(err, new(*FinishedError)) {
		t.Errorf("an undo: %v", err)
	}
	must(t, j.add(ada, Noted, Change[string]{"", "still mine to write"}, 0))
	must(t, j.add(ada, Finished, Change[bool]{true, false}, 0))
	must(t, j.edit(ada, certificate.AcceptEdit("g1", "u1")))
}

// Gaps of up to five minutes count, longer ones are breaks, and a clock that
// is set back takes nothing away.
func TestTimeSpent(t *testing.T) {
	j := newJournal()
	for i, c := range []struct {
		gap  int64
		want int64
	}{
		{0, 0}, {1000, 1000}, {Break, Break + 1000}, {Break + 1, Break + 1000},
		{-5000, Break + 1000}, {2000, Break + 1000}, {3000, Break + 1000}, {4000, Break + 5000},
	} {
		j.now += c.gap
		must(t, j.add(ada, Noted, Change[string]{j.work.Mine[ada].Note, strings.Repeat("x", i+1)}, 0))
		if got := j.work.Mine[ada].Spent; got != c.want {
			t.Errorf("act %d after %d ms: %d ms spent, want %d", i, c.gap, got, c.want)
		}
	}
	if got := j.work.Mine[bea].Spent; got != 0 {
		t.Errorf("bea spent %d ms", got)
	}
}

// An import starts over: what stands is what was imported, and what was done
// to the certificate before cannot be undone into it.
func TestImportStartsOver(t *testing.T) {
	j := newJournal()
	must(t, j.edit(ada, certificate.AddGroupEdit("a")))
	must(t, j.add(ada, Noted, Change[string]{"", "stays"}, 0))
	must(t, j.add(ada, Finished, Change[bool]{false, true}, 0))
	c := j.work.Draft.Certificate()
	c.Groups = []certificate.Group{{Role: "b", Acceptable: []string{"u1"}, Threshold: 1, Weight: 1}}
	e, err := LabelImported(bea, 5, j.work, certificate.Edit{Op: certificate.Replace, After: certificate.Encode(c)})
	must(t, err)
	must(t, j.add(bea, Labelled, e.Body, 0))
	w := j.work
	if !w.Labelled || w.Touched || w.Done || w.Phase != Annotate || w.Revision != 2 || !certificate.Equal(w.Base, w.Draft.Certificate()) {
		t.Errorf("after the import: %+v", w)
	}
	if w.Base.Groups[0].Key == "g1" {
		t.Error("the key of a group that is gone was used again")
	}
	if p := w.Mine[ada]; p.Note != "stays" || len(p.Undo)+len(p.Redo) != 0 {
		t.Errorf("ada has %+v", p)
	}
	must(t, j.edit(ada, certificate.SetRoleEdit(w.Base.Groups[0].Key, "c")))
	if !j.work.Touched {
		t.Error("an edit leaves it untouched")
	}
	must(t, j.takeBack(ada, undo))
	if j.work.Touched {
		t.Error("with the edit undone it is what was imported, but counts as touched")
	}
	wrong := certificate.Encode(certificate.Certificate{State: "s2"})
	if _, err := LabelImported(bea, 6, j.work, certificate.Edit{Op: certificate.Replace, After: wrong}); err == nil {
		t.Error("the certificate of another state was taken")
	}
	if _, err := LabelImported(bea, 6, j.work, certificate.AddGroupEdit("x")); err == nil {
		t.Error("an import that only adds a group")
	}
}

// No body, however broken, stops the program: it folds, or it is refused and
// the work stays.
func FuzzFold(f *testing.F) {
	for _, kind := range []Kind{Labelled, Edited, Noted, Flagged, Skipped, Carried, Finished, Kept} {
		for _, b := range []string{
			`{"before":null,"after":null}`, `{"before":"","after":"x"}`, `{"before":false,"after":true}`,
			`{"before":null,"after":{"unit":"u1","in":"u2","reason":""}}`, `{"after":{"id":"k1","at":1,"edit":{"op":"add_group"}}}`,
			`{"op":"add_group","after":{"role":"r"}}`, `{"op":"replace","after":{"state_id":"s1","required_evidence_groups":[]}}`, `[`, ``,
		} {
			f.Add(string(kind), []byte(b))
		}
	}
	f.Fuzz(func(t *testing.T, kind string, b []byte) {
		j := newJournal()
		before := snapshotOf(t, j.work)
		k := Kind(kind)
		e := Event{Seq: 1, Who: ada, At: 1, Kind: k, State: "s1", To: k.step(), Body: b}
		w, err := Fold(j.work, e)
		if snapshotOf(t, j.work) != before {
			t.Fatal("folding changed the work it was given")
		}
		_ = phrase(e, w.Draft.Certificate(), func(u string) string { return u }) // words for a broken body, no panic
		_, _ = invert(e)
		if err != nil {
			return
		}
		if got := snapshotOf(t, w); got == before {
			t.Error("an event that was taken left no trace")
		}
	})
}

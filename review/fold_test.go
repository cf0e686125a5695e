package review

import (
	"errors"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate"
)

const (
	ada PersonID = "p-ada"
	bea PersonID = "p-bea"
)

func snapshotOf(t interface{ Fatal(...any) }, w Work) string {
	b, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Whatever two people do: folding everything again, or going on from a
// snapshot, gives the same work; nothing counted goes below zero; each
// person's own things depend on nobody else.
func TestFoldLaws(t *testing.T) {
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		j := newJournal()
		for range rapid.IntRange(1, 60).Draw(t, "acts") {
			who, other := ada, bea
			if rapid.Bool().Draw(t, "bea acts") {
				who, other = bea, ada
			}
			before, theirs := snapshotOf(t, j.work), j.work.Mine[other]
			n := len(j.events)
			err := j.step(t, who)
			if err != nil && (len(j.events) > n || snapshotOf(t, j.work) != before) {
				t.Fatalf("a refused event left something behind: %v", err)
			}
			taken += len(j.events) - n
			checkCounts(t, j.work)
			if len(j.events) > n && j.events[n].Kind != Labelled {
				checkApart(t, theirs, j.work.Mine[other])
			}
			if rapid.IntRange(0, 9).Draw(t, "stop") == 0 {
				j.work = restored(t, j.work)
			}
		}
		again, err := Rebuild(j.start, j.all())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := snapshotOf(t, again), snapshotOf(t, j.work); got != want {
			t.Fatalf("folding everything gives\n%s\nstep by step it was\n%s", got, want)
		}
		if _, n, err := VerifyChain(j.all()); err != nil || n != uint64(len(j.events)) {
			t.Fatalf("chain of %d events: %d, %v", len(j.events), n, err)
		}
	})
	if taken == 0 {
		t.Fatal("no act was ever taken: the test tests nothing")
	}
}

func restored(t *rapid.T, w Work) Work {
	var back Work
	if err := json.Unmarshal([]byte(snapshotOf(t, w)), &back); err != nil {
		t.Fatal(err)
	}
	if snapshotOf(t, back) != snapshotOf(t, w) {
		t.Fatal("a snapshot reads back as something else")
	}
	if !reflect.DeepEqual(back.Mine, w.Mine) && len(w.Mine)+len(back.Mine) > 0 {
		t.Fatalf("personal things read back as %+v, were %+v", back.Mine, w.Mine)
	}
	if !reflect.DeepEqual(groupKeys(back.Base), groupKeys(w.Base)) || !certificate.Equal(back.Base, w.Base) {
		t.Fatal("the base reads back as something else")
	}
	return back
}

func groupKeys(c certificate.Certificate) []certificate.GroupKey {
	var keys []certificate.GroupKey
	for _, g := range c.Groups {
		keys = append(keys, g.Key)
	}
	return keys
}

func checkCounts(t *rapid.T, w Work) {
	done, todo := 0, 0
	for _, who := range []PersonID{ada, bea} {
		p := w.Mine[who]
		if p.Spent < 0 || p.Warns < 0 || p.Warns > len(p.Carries) {
			t.Fatalf("counts of %s: %+v", who, p)
		}
		switch StatusOf(w, who) {
		case StatusDone:
			done++
		default:
			todo++
		}
		for _, seq := range append(p.Undo, p.Redo...) {
			if seq == 0 || seq > w.LastSeq {
				t.Fatalf("%s has event %d on a stack, the last is %d", who, seq, w.LastSeq)
			}
		}
	}
	if done+todo != 2 || done == 1 {
		t.Fatalf("finished for %d of 2 people", done)
	}
	if w.Done != (w.Phase == Review) {
		t.Fatalf("done %v in phase %s", w.Done, w.Phase)
	}
}

// checkApart: an act of one person leaves the other's things alone, but for
// warnings, which follow the certificate.
func checkApart(t *rapid.T, before, after Personal) {
	before.Warns, after.Warns = 0, 0
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the act of another person changed %+v to %+v", before, after)
	}
}

// Taking back everything gives the start, doing it all again the end.
func TestUndoAllThenRedoAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := newJournal()
		_ = j.step(t, bea) // someone else's things stand beside and stay
		start, theirs := j.work, j.work.Mine[bea]
		labelled := false
		for range rapid.IntRange(1, 25).Draw(t, "acts") {
			n := len(j.events)
			_ = j.step(t, ada) // what is refused changes nothing
			labelled = labelled || len(j.events) > n && j.events[n].Kind == Labelled
		}
		end, depth := j.work, len(j.work.Mine[ada].Undo)
		for range depth {
			if err := j.takeBack(ada, undo); err != nil {
				t.Fatalf("undo: %v", err)
			}
		}
		if !labelled { // an import ends undo: what came before it stays
			sameContent(t, "after undoing everything", start, j.work)
		}
		if err := j.takeBack(ada, undo); !isNothing(err) {
			t.Fatalf("one undo too many: %v", err)
		}
		for range depth {
			if err := j.takeBack(ada, redo); err != nil {
				t.Fatalf("redo: %v", err)
			}
		}
		sameContent(t, "after redoing everything", end, j.work)
		theirs.Warns, theirs.Undo, theirs.Redo = 0, nil, nil
		now := j.work.Mine[bea]
		now.Warns, now.Undo, now.Redo = 0, nil, nil
		if !reflect.DeepEqual(theirs, now) {
			t.Fatalf("bea had %+v, has %+v", theirs, now)
		}
	})
}

func isNothing(err error) bool {
	var nothing *NothingError
	return errors.As(err, &nothing)
}

func sameContent(t *rapid.T, when string, want, got Work) {
	if !certificate.Equal(want.Draft.Certificate(), got.Draft.Certificate()) {
		t.Fatalf("%s the certificate is\n%s\nwant\n%s", when,
			certificate.Encode(got.Draft.Certificate()), certificate.Encode(want.Draft.Certificate()))
	}
	if want.Done != got.Done || want.Touched != got.Touched {
		t.Fatalf("%s done is %v and touched %v, want %v and %v", when, got.Done, got.Touched, want.Done, want.Touched)
	}
	a, b := want.Mine[ada], got.Mine[ada]
	for _, p := range []*Personal{&a, &b} {
		p.Undo, p.Redo, p.Spent, p.LastAt = nil, nil, 0, 0
	}
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s ada has %+v, want %+v", when, b, a)
	}
}

package certificate

import (
	"errors"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

// failer is what tests and properties have in common.
type failer interface{ Fatalf(string, ...any) }

// image is all that a draft holds as text: content, order, keys, what it was
// imported as. The number of the next key is left out when asked, since an
// undo never gives a key back.
func image(t failer, d Draft, numbering bool) string {
	if !numbering {
		d.next = 0
	}
	b, err := d.MarshalJSON()
	if err != nil {
		t.Fatalf("marshal: %v", err)
	}
	return string(b) + "\n" + string(Encode(d.Certificate()))
}

// stored sends an edit through its JSON form, as the journal does.
func stored(t failer, e Edit) Edit {
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatalf("marshal edit: %v", err)
	}
	var back Edit
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("unmarshal edit %s: %v", b, err)
	}
	if !reflect.DeepEqual(back, e) {
		t.Fatalf("an edit changes in the journal:\n%+v\n%+v", e, back)
	}
	return back
}

// reopened sends a draft through its snapshot.
func reopened(t failer, d Draft) Draft {
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatalf("marshal draft: %v", err)
	}
	var back Draft
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("unmarshal draft %s: %v", b, err)
	}
	if image(t, back, true) != image(t, d, true) {
		t.Fatalf("a draft changes in its snapshot:\n%s\n%s", image(t, d, true), image(t, back, true))
	}
	return back
}

// apply applies e, spoils the caller's bytes, and checks that the draft before
// is what it was.
func apply(t failer, d Draft, e Edit) (Draft, Edit, error) {
	was := image(t, d, true)
	if len(e.After) > 0 {
		e.After = append(e.After[:len(e.After):len(e.After)], ' ')
	}
	next, inverse, err := d.Apply(e)
	for i := range e.After {
		e.After[i] = '#'
	}
	if image(t, d, true) != was {
		t.Fatalf("%s changed the draft it was applied to", e.Op)
	}
	if err != nil && image(t, next, true) != was {
		t.Fatalf("a refused %s changed something", e.Op)
	}
	return next, inverse, err
}

func TestUndoIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := NewDraft(drawAnyCertificate(t))
		drafts, inverses := []Draft{d}, []Edit{}
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			e := drawEdit(t, d)
			next, inverse, err := apply(t, d, e)
			if err != nil {
				checkRefusal(t, err)
				continue
			}
			checkStep(t, d, next, stored(t, inverse))
			if rapid.IntRange(0, 3).Draw(t, "reopen") == 0 {
				next = reopened(t, next)
			}
			d = next
			drafts, inverses = append(drafts, d), append(inverses, inverse)
		}
		checkAllTheWay(t, drafts, inverses)
	})
}

func checkRefusal(t *rapid.T, err error) {
	var invalid *InvalidError
	if !errors.As(err, &invalid) || invalid.Why == "" {
		t.Fatalf("a wish was refused with %T %v", err, err)
	}
}

// checkStep undoes and redoes one edit.
func checkStep(t failer, d, next Draft, inverse Edit) {
	completed := inverse.Invert()
	if len(completed.Before) == 0 {
		t.Fatalf("%s came back without Before", completed.Op)
	}
	if again := completed.Invert(); !reflect.DeepEqual(again, inverse) {
		t.Fatalf("inverting twice differs:\n%+v\n%+v", inverse, again)
	}
	back, redo, err := apply(t, next, inverse)
	if err != nil {
		t.Fatalf("undo of %+v by %+v: %v", completed, inverse, err)
	}
	if image(t, back, false) != image(t, d, false) {
		t.Fatalf("undo of %+v is not exact:\n%s\n%s", completed, image(t, d, false), image(t, back, false))
	}
	if !reflect.DeepEqual(redo, completed) {
		t.Fatalf("the inverse of the inverse differs:\n%+v\n%+v", completed, redo)
	}
	// Completed edits replay on the draft they were made on: the journal's fold.
	for _, from := range []Draft{d, back} {
		forth, _, err := apply(t, from, completed)
		if err != nil {
			t.Fatalf("redo of %+v: %v", completed, err)
		}
		if image(t, forth, true) != image(t, next, true) {
			t.Fatalf("redo of %+v is not exact:\n%s\n%s", completed, image(t, next, true), image(t, forth, true))
		}
	}
}

// checkAllTheWay undoes everything in reverse and redoes it.
func checkAllTheWay(t *rapid.T, drafts []Draft, inverses []Edit) {
	d := drafts[len(drafts)-1]
	for i := len(inverses) - 1; i >= 0; i-- {
		var err error
		if d, _, err = d.Apply(inverses[i]); err != nil {
			t.Fatalf("undo %d: %v", i, err)
		}
		if image(t, d, false) != image(t, drafts[i], false) {
			t.Fatalf("undoing everything differs at %d", i)
		}
	}
	for i, inverse := range inverses {
		var err error
		if d, _, err = d.Apply(inverse.Invert()); err != nil {
			t.Fatalf("redo %d: %v", i, err)
		}
		if image(t, d, false) != image(t, drafts[i+1], false) {
			t.Fatalf("redoing everything differs at %d", i)
		}
	}
}

func TestKeysAreNeverReused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := NewDraft(drawAnyCertificate(t))
		seen := map[GroupKey]bool{}
		for _, g := range d.Certificate().Groups {
			seen[g.Key] = true
		}
		var undo []Edit
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			if len(undo) > 0 && rapid.Bool().Draw(t, "undo") {
				last := undo[len(undo)-1]
				undo = undo[:len(undo)-1]
				if next, _, err := d.Apply(last); err == nil {
					d = next
				}
				continue
			}
			if rapid.Bool().Draw(t, "reopen") {
				d = reopened(t, d)
			}
			next, inverse, err := d.Apply(AddGroupEdit("r"))
			if err != nil {
				t.Fatal(err)
			}
			k := inverse.Group
			if seen[k] {
				t.Fatalf("%s was minted again", k)
			}
			seen[k] = true
			d, undo = next, append(undo, inverse)
			if _, i, ok := d.Certificate().Group(k); ok && rapid.Bool().Draw(t, "remove") {
				if d, inverse, err = d.Apply(RemoveGroupEdit(d.Certificate().Groups[i].Key)); err != nil {
					t.Fatal(err)
				}
				undo = append(undo, inverse)
			}
		}
	})
}

func TestDraftSharesNothingWithItsSource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawAnyCertificate(t)
		d := NewDraft(c)
		was := image(t, d, true)
		for i := range c.Groups {
			c.Groups[i].Role = "spoilt"
			for j := range c.Groups[i].Acceptable {
				c.Groups[i].Acceptable[j] = "spoilt"
			}
			for _, m := range c.Groups[i].Raw {
				clear(m.Value)
			}
		}
		for _, b := range c.Branches {
			for j := range b {
				b[j] = "spoilt"
			}
		}
		for _, m := range append(c.Raw, c.Envelope...) {
			clear(m.Value)
		}
		if c.Confidence != nil {
			*c.Confidence = 9
		}
		if image(t, d, true) != was {
			t.Fatal("the draft changed with its source")
		}
	})
}

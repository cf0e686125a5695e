package review_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// What cannot be saved is told and changes nothing; trying again succeeds.
func TestFailedSave(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	full := errors.New("disk full")
	for name, do := range map[string]func() (review.Ack, error){
		"edit": func() (review.Ack, error) {
			return o.ada.Edit(background, "s1", take(t, o.ada, "s1").Revision, certificate.AddGroupEdit("a"), "")
		},
		"note": func() (review.Ack, error) { return o.ada.Note(background, "s1", "x") },
		"undo": func() (review.Ack, error) { return o.ada.Undo(background, "s1", take(t, o.ada, "s1").Revision) },
	} {
		reviewtest.Do(t, o.ada, "s1", certificate.AddGroupEdit("a"))
		events := len(o.memory.Journal())
		o.memory.FailAppend(full, full)
		for range 2 {
			if _, err := do(); !errors.Is(err, full) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := len(o.memory.Journal()); got != events {
			t.Errorf("%s: %d events were written", name, got-events)
		}
		if _, err := do(); err != nil {
			t.Errorf("%s again: %v", name, err)
		}
		if got := len(o.memory.Journal()); got != events+1 {
			t.Errorf("%s again: %d events", name, got-events)
		}
	}
}

// Text being typed survives until it has become an edit (case C25).
func TestTyping(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	at := reviewtest.Do(t, o.ada, "s1", certificate.AddGroupEdit("a")).Revision
	const field, text = "rationale g1", "the tide table is read once at start, so"
	save := func(field, text string) {
		t.Helper()
		if err := o.ada.SaveTyping(background, "s1", field, text); err != nil {
			t.Fatal(err)
		}
	}
	save(field, text[:20])
	save(field, text)
	save(review.TypingNote, "half a note")

	next := reviewtest.Desk(t, o.memory, o.ada.Person()) // after a kill
	typing := take(t, next, "s1").Typing
	if len(typing) != 2 || typing[0].Field != field || typing[0].Text != text {
		t.Fatalf("back are %+v", typing)
	}
	if got := take(t, o.bea, "s1").Typing; len(got) != 0 {
		t.Errorf("Bea sees %+v", got)
	}
	if _, err := next.Edit(background, "s1", at, certificate.SetRationaleEdit("g1", text), field); err != nil {
		t.Fatal(err)
	}
	if typing := take(t, next, "s1").Typing; len(typing) != 1 || typing[0].Field != review.TypingNote {
		t.Errorf("after the edit there is %+v", typing)
	}
	for range 2 { // the second note changes nothing, and settles what was typed all the same
		save(review.TypingNote, "half a note and more")
		if _, err := next.Note(background, "s1", "half a note and more"); err != nil {
			t.Fatal(err)
		}
		if typing := take(t, next, "s1").Typing; len(typing) != 0 {
			t.Errorf("after the note there is %+v", typing)
		}
	}
	save(review.TypingNote, "of another window")
	if _, err := next.Note(background, "s1", "a third note"); err != nil {
		t.Fatal(err)
	}
	if typing := take(t, next, "s1").Typing; len(typing) != 1 || typing[0].Text != "of another window" {
		t.Errorf("after a note in another window there is %+v", typing)
	}
	if err := o.ada.SaveTyping(background, "s9", field, text); !errors.As(err, new(*review.UnknownStateError)) {
		t.Errorf("typing on an unknown state: %v", err)
	}
	full := errors.New("disk full")
	o.memory.FailTyping(full)
	if err := o.ada.SaveTyping(background, "s1", field, text); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

// Two desks of one person do not write over each other (case C16).
func TestReplaceTyping(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	two := reviewtest.Desk(t, o.memory, o.ada.Person())
	const field = "review reason"
	if err := o.ada.ReplaceTyping(background, "s1", field, "", "one"); err != nil {
		t.Fatal(err)
	}
	var other *review.TypedElsewhereError
	if err := two.ReplaceTyping(background, "s1", field, "", "two"); !errors.As(err, &other) || other.Text != "one" {
		t.Errorf("got %v", err)
	}
	if err := o.bea.ReplaceTyping(background, "s1", field, "", "Bea's"); err != nil {
		t.Fatal(err)
	}
	if err := two.ReplaceTyping(background, "s1", field, "one", "two, one"); err != nil {
		t.Fatal(err)
	}
	typing, err := o.ada.Typing(background, "s1")
	if err != nil || len(typing) != 1 || typing[0].Text != "two, one" {
		t.Errorf("kept is %+v, %v", typing, err)
	}
	if err := two.ReplaceTyping(background, "s9", field, "", "x"); !errors.As(err, new(*review.UnknownStateError)) {
		t.Errorf("typing on an unknown state: %v", err)
	}
	if _, err := two.Typing(background, "s9"); !errors.As(err, new(*review.UnknownStateError)) {
		t.Errorf("what is typed on an unknown state: %v", err)
	}
}

// Everything comes back at the next sitting, undo and redo included.
func TestAfterARestart(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Do(t, o.ada, "s1", sound()...)
	ack, err := o.ada.Undo(background, "s1", 10)
	if err != nil {
		t.Fatal(err)
	}
	next := reviewtest.Desk(t, o.memory, o.ada.Person())
	v := take(t, next, "s1")
	agree(t, ack, v)
	if v.Undo != "quote line 21 of src/a.go:21-30 for G2" || v.Redo != "set the confidence to 0.9" {
		t.Errorf("undo offers %q, redo %q", v.Undo, v.Redo)
	}
	if ack, err = next.Redo(background, "s1", v.Revision); err != nil || ack.Redo != "" {
		t.Errorf("redo: %q, %v", ack.Redo, err)
	}
}

// A list of edits stops at the first that is refused and says which.
func TestApplyAll(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	edits := []certificate.Edit{
		certificate.AddGroupEdit("a"), certificate.AcceptEdit("g1", "u1"),
		certificate.AcceptEdit("g1", "u1"), certificate.AcceptEdit("g1", "u2"),
	}
	var done []certificate.Revision
	var failed error
	for ack, err := range o.ada.ApplyAll(background, "s1", edits) {
		if failed = err; err == nil {
			done = append(done, ack.Revision)
		}
	}
	var apply *review.ApplyError
	if fmt.Sprint(done) != "[1 2]" || !errors.As(failed, &apply) || apply.Index != 2 || !errors.As(failed, new(*certificate.InvalidError)) {
		t.Errorf("done %v, then %v", done, failed)
	}
	for range o.ada.ApplyAll(background, "s1", []certificate.Edit{certificate.AcceptEdit("g1", "u2"), certificate.AcceptEdit("g1", "u3")}) {
		break // a reader who stops applies no more
	}
	if got := take(t, o.ada, "s1").Revision; got != 3 {
		t.Errorf("revision %d, want 3", got)
	}
	for _, err := range o.ada.ApplyAll(background, "s9", edits) {
		if !errors.As(err, new(*review.UnknownStateError)) {
			t.Errorf("on an unknown state: %v", err)
		}
	}
}

// Two people and two terminals of one of them at once: every acknowledged act
// is in the journal once, and the journal folds to what is shown.
func TestManyAtOnce(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Do(t, o.ada, "s1", certificate.AddGroupEdit("a"))
	again := reviewtest.Desk(t, o.memory, o.ada.Person())
	const each = 40
	var wg sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[uint64]int{}
	work := func(d *review.Desk, act func(i int) (review.Ack, error)) {
		defer wg.Done()
		for i := range each {
			ack, err := act(i)
			if lostTheRace(err) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", d.Person().Name, err)
				return
			}
			mu.Lock()
			acknowledged[ack.Event.Seq]++
			mu.Unlock()
		}
	}
	edit := func(d *review.Desk) func(int) (review.Ack, error) {
		return func(i int) (review.Ack, error) {
			v, err := d.Take(background, "s1")
			if err != nil {
				return review.Ack{}, err
			}
			if i%5 == 4 {
				return d.Undo(background, "s1", v.Revision)
			}
			return d.Edit(background, "s1", v.Revision, certificate.SetThresholdEdit("g1", 2+i%7), "")
		}
	}
	note := func(d *review.Desk, who string) func(int) (review.Ack, error) {
		return func(i int) (review.Ack, error) { return d.Note(background, "s1", fmt.Sprint(who, i)) }
	}
	wg.Add(4)
	go work(o.ada, edit(o.ada))
	go work(o.bea, edit(o.bea))
	go work(again, edit(again))
	go work(o.bea, note(o.bea, "b"))
	wg.Wait()

	journal := map[uint64]bool{}
	for _, e := range o.memory.Journal() {
		journal[e.Seq] = true
	}
	if len(acknowledged) < each {
		t.Errorf("only %d acts were taken", len(acknowledged))
	}
	for seq, times := range acknowledged {
		if !journal[seq] || times != 1 {
			t.Errorf("event %d: acknowledged %d times, in the journal: %v", seq, times, journal[seq])
		}
	}
	checkJournal(t, o.memory)
	agreeWithFold(t, o.memory, o.ada, "s1")
}

// lostTheRace reports whether an act was refused because of what others did.
func lostTheRace(err error) bool {
	return errors.As(err, new(*review.StaleError)) || errors.As(err, new(*review.BlockedError)) ||
		errors.As(err, new(*certificate.InvalidError)) || errors.As(err, new(*review.NothingError))
}

func checkJournal(t *testing.T, m *reviewtest.Memory) {
	t.Helper()
	events := m.Journal()
	if _, n, err := review.VerifyChain(func(yield func(review.Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}); err != nil || n != uint64(len(events)) {
		t.Errorf("chain: %d of %d, %v", n, len(events), err)
	}
}

func agreeWithFold(t *testing.T, m *reviewtest.Memory, d *review.Desk, state string) {
	t.Helper()
	v := take(t, d, state)
	w, err := review.Rebuild(review.NewWork(v.State.Card, d.Project()), func(yield func(review.Event, error) bool) {
		for _, e := range m.Journal() {
			if e.State == state && !yield(e, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if w.Revision != v.Revision || !certificate.Equal(w.Draft.Certificate(), v.Draft.Certificate()) {
		t.Errorf("the journal folds to revision %d, shown is %d", w.Revision, v.Revision)
	}
}

// A held append ends with its context.
func TestHeldAppendIsCancelled(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	defer o.memory.HoldAppends()()
	ctx, cancel := context.WithCancel(background)
	failed := make(chan error, 1)
	go func() {
		_, err := o.ada.Note(ctx, "s1", "x")
		failed <- err
	}()
	o.memory.AwaitHeld(1)
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

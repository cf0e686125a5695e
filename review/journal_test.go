package review

import (
	"fmt"
	"iter"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

// journal is a small journal of one state, written as a repository would.
type journal struct {
	start, work Work
	events      []Event
	now         int64
}

func newJournal() *journal {
	w := NewWork(card.StateCard{ID: "s1", Observed: []string{"u9"}}, Project{LabelScope: "single_state"})
	return &journal{start: w, work: w, now: 1_000_000}
}

// add appends an event by who; a refused one leaves the journal as it was.
func (j *journal) add(who PersonID, k Kind, b any, undoes uint64) error {
	raw, ok := b.(jsontext.Value)
	if !ok {
		var err error
		if raw, err = encode(b); err != nil {
			return err
		}
	}
	e := Event{
		Seq: uint64(len(j.events)) + 1, Who: who, At: j.now, Kind: k, State: j.work.State,
		From: j.work.Revision, To: j.work.Revision + k.step(), Undoes: undoes, Body: raw,
	}
	w, err := Fold(j.work, e)
	if err != nil {
		return err
	}
	prev := [32]byte{}
	if n := len(j.events); n > 0 {
		prev = j.events[n-1].Hash
	}
	j.work, j.events = w, append(j.events, Chain(prev, e))
	return nil
}

// edit completes e as a desk does and adds it.
func (j *journal) edit(who PersonID, e certificate.Edit) error {
	_, inverse, err := j.work.Draft.Apply(e)
	if err != nil {
		return err
	}
	return j.add(who, Edited, inverse.Invert(), 0)
}

// takeBack undoes or redoes the latest act of who.
func (j *journal) takeBack(who PersonID, dir direction) error {
	seq := dir.top(j.work.Mine[who])
	if seq == 0 {
		return &NothingError{string(dir)}
	}
	x := j.events[seq-1]
	b, err := invert(x)
	if err != nil {
		return err
	}
	return j.add(who, x.Kind, b, seq)
}

func (j *journal) all() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for _, e := range j.events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func text(s string) *string { return &s }

func raw(v any) jsontext.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// drawEdit draws a wish that may or may not fit the draft.
func drawEdit(t *rapid.T, c certificate.Certificate) certificate.Edit {
	group := certificate.GroupKey(fmt.Sprintf("g%d", rapid.IntRange(1, max(1, len(c.Groups)+1)).Draw(t, "group")))
	into := certificate.GroupKey(fmt.Sprintf("g%d", rapid.IntRange(1, max(1, len(c.Groups))).Draw(t, "into")))
	unit := fmt.Sprintf("u%d", rapid.IntRange(1, 5).Draw(t, "unit"))
	word := rapid.SampledFrom([]string{"bug_location", "caller", "constraint"}).Draw(t, "word")
	n := rapid.IntRange(0, 3).Draw(t, "n")
	return rapid.SampledFrom([]certificate.Edit{
		{Op: certificate.AddGroup},
		{Op: certificate.AddGroup, After: raw(map[string]any{"role": word})},
		{Op: certificate.AcceptUnit, Group: group, Unit: unit},
		{Op: certificate.AcceptUnit, Group: group, Unit: unit, After: raw(n)},
		{Op: certificate.DropUnit, Group: group, Unit: unit},
		{Op: certificate.MoveUnit, Group: group, Into: into, Unit: unit},
		{Op: certificate.SetThreshold, Group: group, After: raw(n)},
		{Op: certificate.SetWeight, Group: group, After: raw(float64(n) / 2)},
		{Op: certificate.SetRole, Group: group, After: raw(word)},
		{Op: certificate.SetRationale, Group: group, After: raw(word)},
		{Op: certificate.RemoveGroup, Group: group},
		{Op: certificate.MoveGroup, Group: group, After: raw(n)},
		{Op: certificate.MergeGroups, Group: group, Into: into},
		{Op: certificate.SplitGroup, Group: group, After: raw([]string{unit})},
		{Op: certificate.AddBranch, After: raw([]string{unit, "u6"})},
		{Op: certificate.SetConfidence, After: raw(float64(n) / 4)},
		{Op: certificate.SetOptional, After: raw([]string{unit})},
	}).Draw(t, "edit")
}

// step makes one random act by who; what is refused does nothing.
func (j *journal) step(t *rapid.T, who PersonID) error {
	j.now += rapid.Int64Range(-10_000, 2*Break).Draw(t, "gap")
	mine := j.work.Mine[who]
	reason := text(rapid.SampledFrom([]string{"", "unclear", "too long"}).Draw(t, "reason"))
	if rapid.Bool().Draw(t, "no reason") {
		reason = nil
	}
	switch rapid.SampledFrom([]string{"edit", "edit", "edit", "undo", "undo", "redo", "note", "flag", "skip", "carry", "keep", "drop", "finish", "label"}).Draw(t, "act") {
	case "edit":
		return j.edit(who, drawEdit(t, j.work.Draft.Certificate()))
	case "undo":
		return j.takeBack(who, undo)
	case "redo":
		return j.takeBack(who, redo)
	case "note":
		return j.add(who, Noted, Change[string]{mine.Note, rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "note")}, 0)
	case "flag":
		return j.add(who, Flagged, Change[*string]{mine.Flag, reason}, 0)
	case "skip":
		return j.add(who, Skipped, Change[*string]{mine.Skip, reason}, 0)
	case "carry":
		return j.carry(who, Carry{Unit: fmt.Sprintf("u%d", rapid.IntRange(1, 4).Draw(t, "unit")), In: "step 2"}, rapid.Bool().Draw(t, "away"))
	case "keep":
		k := KeptEdit{ID: nextKept(mine.Kept), At: j.work.Revision, Edit: drawEdit(t, j.work.Draft.Certificate())}
		return j.add(who, Kept, Change[*KeptEdit]{nil, &k}, 0)
	case "drop":
		if len(mine.Kept) == 0 {
			return nil
		}
		return j.add(who, Kept, Change[*KeptEdit]{&mine.Kept[0], nil}, 0)
	case "finish":
		return j.add(who, Finished, Change[bool]{j.work.Done, !j.work.Done}, 0)
	}
	if rapid.IntRange(0, 4).Draw(t, "rare") > 0 {
		return nil
	}
	label := raw(map[string]any{"state_id": "s1", "required_evidence_groups": []any{
		map[string]any{"role": "r", "acceptable_evidence_ids": []string{"u1"}, "minimum_required": 1, "necessity_weight": 1, "rationale": ""},
	}, "alternative_minimal_sets": []any{}, "observed_evidence_ids": []string{"u9"}, "optional_evidence_ids": []string{}, "retrieval_needed": true, "label_scope": "x", "label_confidence": 1, "schema_version": certificate.SchemaVersion})
	e, err := LabelImported(who, j.now, j.work, certificate.Edit{Op: certificate.Replace, After: label})
	if err != nil {
		return err
	}
	return j.add(who, Labelled, e.Body, 0)
}

func (j *journal) carry(who PersonID, c Carry, away bool) error {
	var ch Change[*Carry]
	for _, have := range j.work.Mine[who].Carries {
		if have.Unit == c.Unit {
			ch.Before = &have
		}
	}
	if !away {
		ch.After = &c
	}
	return j.add(who, Carried, ch, 0)
}

package review

import (
	"slices"

	"suffice/certificate"
)

// Follow lists what follows from an event that was folded into k, in order and
// in the same transaction, so that every consequence is an event of the
// journal: a seat opens a sheet; the second review is judged, and where both
// agree the certificate closes with what they agree on; a decision becomes the
// certificate, or the state is replaced. Those on another state name it.
func Follow(b Board, k Case, e Event) ([]Event, error) {
	f := following{board: b, k: k, cause: e}
	switch e.Kind {
	case Assigned, Claimed:
		return f.open()
	case Submitted, Released:
		return f.judge()
	case Decided:
		return f.decide()
	}
	return nil, nil
}

// following makes the events that follow from one cause.
type following struct {
	board Board
	k     Case
	cause Event
}

// event is one that the rules make; from is the revision of its sheet, for
// kinds that are about one.
func (f following) event(k Kind, sheet Sheet, b any) (Event, error) {
	raw, err := encode(b)
	if err != nil {
		return Event{}, err
	}
	e := Event{Who: Rules, At: f.cause.At, Kind: k, State: f.cause.State, Body: raw}
	if k.onSheet() {
		from := f.k.Sheets[sheet].Revision
		e.Sheet, e.From, e.To = sheet, from, from+k.step()
	}
	return e, nil
}

// open starts the sheet of whoever was seated from the certificate under
// review, whatever an earlier holder left on it.
func (f following) open() ([]Event, error) {
	s, err := body[Seated](f.cause)
	if err != nil {
		return nil, err
	}
	e, err := f.event(Opened, s.Sheet(), certificate.ReplaceEdit(f.k.Sheets[Main].Draft.Certificate()))
	return []Event{e}, err
}

// judge compares both reviews once they are in, unless a senior is at work on
// them already: a later review does not undo what the senior does (case C17).
func (f following) judge() ([]Event, error) {
	c := f.k.Course
	both := 0
	for _, s := range c.Seats {
		switch {
		case s.Task == TaskReview && !s.Open():
			both++
		case s.Task == TaskArbitrate:
			return nil, nil
		}
	}
	if both < 2 || c.Phase != Review && c.Phase != Arbitrate {
		return nil, nil
	}
	under := f.k.Sheets[Main].Draft.Certificate()
	in := inputs(c.Opinions)
	g := Judge(under, in.A, in.B, f.board.Policy.Settings, certificate.DefaultBudget())
	judged, err := f.event(Judged, Main, outcome(g))
	if err != nil || g.Closing == nil || !changes(under, *g.Closing) {
		return []Event{judged}, err
	}
	settled, err := f.event(Settled, Main, certificate.ReplaceEdit(keyed(*g.Closing, under)))
	return []Event{judged, settled}, err
}

// outcome is what is kept of an agreement.
func outcome(g Agreement) Outcome {
	return Outcome{
		Route: g.Route, Why: g.Why, Substance: g.Substance, Proven: g.Proven,
		Differs: g.Differs, Minor: g.Minor, Closeness: closeness(g),
	}
}

// closeness is Outcome.Closeness of two reviews.
func closeness(g Agreement) float64 {
	both, all := 0, 0
	for _, p := range g.Diff.Pairs {
		both += len(p.Both)
		all += len(p.Both) + len(p.OnlyA) + len(p.OnlyB)
	}
	c := 0.5
	if all > 0 {
		c = 0.5 * float64(both) / float64(all)
	}
	if g.Verdicts {
		c += 0.5
	}
	return c
}

// decide makes the senior's decision the certificate, or replaces the state.
func (f following) decide() ([]Event, error) {
	r := *f.k.Course.Ruling
	if r.Replacement != "" {
		swap := Replacement{Old: f.cause.State, New: r.Replacement}
		old, err := f.event(Replaced, Main, swap)
		if err != nil {
			return nil, err
		}
		reserve := old
		reserve.State = r.Replacement
		return []Event{old, reserve}, nil
	}
	now := f.k.Sheets[Main].Draft.Certificate()
	if !changes(now, r.Certificate) {
		return nil, nil
	}
	ruled, err := f.event(Ruled, Main, certificate.ReplaceEdit(keyed(r.Certificate, now)))
	return []Event{ruled}, err
}

// keyed is a decided certificate as it goes into the place of now: with the
// record around an imported one, and without the keys that its groups had on
// another sheet.
func keyed(c, now certificate.Certificate) certificate.Certificate {
	c.Envelope = now.Envelope
	c.Groups = slices.Clone(c.Groups)
	for i := range c.Groups {
		c.Groups[i].Key = ""
	}
	return c
}

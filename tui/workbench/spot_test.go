package workbench

import (
	"testing"

	"suffice/certificate/card"
)

// next leaves the state and opens another one in the same session.
func (r *rig) next(state string) {
	r.t.Helper()
	r.run(r.s.Leave())
	r.s = New(r.env, state)
	r.run(r.s.Init())
	if !r.s.loaded {
		r.t.Fatalf("%s was not opened: %s", state, r.s.failed)
	}
	r.screen(160, 48)
}

// two is a rig on the first of two states.
func two(t *testing.T) (r *rig, here, there string) {
	t.Helper()
	st, other := harbour(20), harbour(20)
	other.Card.ID, other.Card.Need = "harbour__2-s001", "unit 7 line"
	r = newRig(t, st, []card.State{other}...)
	return r, st.Card.ID, other.Card.ID
}

func TestTheOrderOfThePoolHoldsForTheSession(t *testing.T) {
	r, here, there := two(t)
	r.press("o")
	r.pick("BM25")
	first := r.s.pool.shown[0]
	r.next(there)
	if o := r.s.pool.order; o.kind != byNeed {
		t.Fatalf("the next state is in %s", o)
	}
	if r.s.pool.list.Cursor != 0 || r.s.unit.at != r.s.pool.shown[0] {
		t.Errorf("the cursor is on row %d, the unit shown is %d: it begins at the top of the order", r.s.pool.list.Cursor, r.s.unit.at)
	}
	if best := r.s.pool.shown[0]; best != 6 {
		t.Errorf("the first unit is %d: it was ranked against another need", best+1)
	}
	r.next(here)
	if o := r.s.pool.order; o.kind != byNeed || r.s.pool.shown[0] != first {
		t.Errorf("back again the pool is in %s", o)
	}
	r.press("o")
	r.pick("pool order")
	r.next(there)
	if o := r.s.pool.order; o.kind != byPool {
		t.Errorf("the next state is in %s", o)
	}
}

// A ranking that is worked out late takes nobody away from the unit they have
// gone to meanwhile.
func TestALateRankingLeavesTheCursor(t *testing.T) {
	r, _, there := two(t)
	r.press("o")
	r.pick("BM25")
	r.next(there)
	r.s.ranks.need, r.s.pool.order, r.s.pool.fresh = nil, order{}, true // not worked out yet
	r.s.refilter()
	late := r.s.orderBy(order{kind: byNeed})
	r.press("j", "j")
	at, _ := r.s.pool.at()
	r.run(late)
	if now, _ := r.s.pool.at(); now != at || r.s.pool.order.kind != byNeed {
		t.Errorf("the cursor went from unit %d to %d, in %s", at+1, now+1, r.s.pool.order)
	}
}

func TestThePlaceOnAStateIsKeptForTheSession(t *testing.T) {
	r, here, there := two(t)
	r.group("bug_location")
	r.group("api_contract")
	g1 := r.s.cert.Groups[0].Key
	r.press("{", "j", "j", "x", "/")
	r.typeText("tides.py")
	r.press("enter", "j", "j")
	unit, _ := r.s.pool.at()
	r.next(there)
	if r.s.pool.filter.source != "" || len(r.s.marked) > 0 || r.s.pool.list.Cursor != 0 {
		t.Errorf("the place on one state is taken to another: filter %q, marks %v, row %d", r.s.pool.filter.source, r.s.marked, r.s.pool.list.Cursor)
	}
	r.next(here)
	if at, _ := r.s.pool.at(); at != unit || r.s.unit.at != unit {
		t.Errorf("the cursor is on unit %d and %d is shown, want %d", at+1, r.s.unit.at+1, unit+1)
	}
	if r.s.pool.filter.source != "tides.py" || len(r.s.marked) != 1 || r.s.current.key != g1 {
		t.Errorf("filter %q, marks %v, group %s", r.s.pool.filter.source, r.s.marked, r.s.current.key)
	}
	r.sees("filter: tides.py", "▸ G1")
}

// Without a session, as in a program of one screen, nothing is remembered.
func TestWithoutASessionNothingIsRemembered(t *testing.T) {
	r, here, there := two(t)
	r.env.Session = nil
	r.press("o")
	r.pick("BM25")
	r.press("j")
	r.next(there)
	r.next(here)
	if r.s.pool.order.kind != byPool || r.s.pool.list.Cursor != 0 {
		t.Errorf("order %s, row %d", r.s.pool.order, r.s.pool.list.Cursor)
	}
}

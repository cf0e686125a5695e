package workbench

import (
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review/reviewtest"
)

// TestWalk is the walk of a whole sitting: everything done with keys, closed,
// and opened again.
func TestWalk(t *testing.T) {
	r := newRig(t, harbour(40))

	r.sees("No groups yet", "n makes the first one")

	// Read every part of the state card.
	r.press("1")
	r.sees("Where is the tide table read", "The cache is keyed", "Find every reader", `pilot\tides.py  10 in pool`)
	for _, want := range []string{"The tide table is read twice.", "FILE pilot", "▸ step 1  repo search", "+new", "FAILED test_tides"} {
		r.press("l")
		r.sees(want)
	}
	r.lacks("secret-model", "␍")

	// Filter the pool.
	r.press("/")
	r.typeText("path:tides.py tide_8")
	r.press("enter")
	if got := len(r.s.pool.shown); got != 10 {
		t.Fatalf("the filter shows %d units, want 10", got)
	}
	r.press("esc")

	// A group, two units, threshold 2, weight 2.5.
	r.group("bug_location")
	r.press("a", "j", "j", "j", "a", "+", "w")
	r.answer("2.5")
	g := r.stored().Groups[0]
	if len(g.Acceptable) != 2 || g.Threshold != 2 || g.Weight != 2.5 || g.Role != "bug_location" {
		t.Fatalf("the group is %+v", g)
	}
	r.sees("▸ G1 bug_location", "w 2.5  2 of 2", "● G1", "1 witness · smallest 2")

	// Quote three lines of the unit, derive the branches.
	r.press("enter", "j", "v", "j", "j")
	r.sees("3 lines selected")
	r.press("q")
	q := r.stored().Groups[0].Quotations
	if len(q) != 1 || q[0].LineEnd-q[0].LineStart != 2 || strings.Count(q[0].Text, "\n") != 2 {
		t.Fatalf("the quotations are %+v", q)
	}
	r.sees("” G1")
	r.press("b")
	if got := len(r.stored().Branches); got != 1 {
		t.Fatalf("%d branches, want 1", got)
	}
	r.sees("Branches 1 · derived")

	// Undo four times, redo once.
	r.press("u", "u", "u", "u")
	if g := r.stored().Groups[0]; g.Threshold != 1 || g.Weight != 1 || len(g.Quotations) != 0 {
		t.Fatalf("after four undos the group is %+v", g)
	}
	if !strings.Contains(r.told(), "undid: ") {
		t.Errorf("the undo is not named: %q", r.told())
	}
	r.press("U")
	if g := r.stored().Groups[0]; g.Threshold != 2 {
		t.Fatalf("after the redo the threshold is %d, want 2", g.Threshold)
	}

	// Closed and opened again: all there.
	again := rigOn(t, r.mem, reviewtest.Annotator("ada"), r.s.state)
	again.sees("▸ G1 bug_location", "2 of 2", "● G1")
	if again.s.now.Undo == "" {
		t.Error("nothing to undo after opening again")
	}
}

func TestQuickKeysBuildOnEachOther(t *testing.T) {
	r := newRig(t, harbour(12))
	r.hold = true
	r.press("n")
	r.hold = false
	r.release()
	r.hold = true
	r.pick("bug_location")
	r.press("a", "j", "a", "j", "a", "+", "+", "-")
	if got := r.s.Status().Text; got != "saving…" {
		t.Errorf("status %q while nothing is acknowledged", got)
	}
	if r.s.Unsaved() == "" {
		t.Error("leaving now would lose edits, but nothing says so")
	}
	if len(r.s.cert.Groups) != 0 {
		t.Error("an edit is shown before it is acknowledged")
	}
	r.hold = false
	r.release()
	g := r.stored().Groups[0]
	if len(g.Acceptable) != 3 || g.Threshold != 2 {
		t.Errorf("the group is %+v, want 3 units and threshold 2", g)
	}
	if got := r.s.Status().Text; got != "saved ✓" || r.s.Unsaved() != "" {
		t.Errorf("status %q, unsaved %q", got, r.s.Unsaved())
	}
}

func TestMoves(t *testing.T) {
	r := newRig(t, harbour(24))
	groups := func() []certificate.Group { return r.stored().Groups }

	r.press("a") // no group yet: asks for the role of the first one
	r.pick("api_contract")
	r.press("a", "j", "a", "j", "a")
	r.press("r")
	r.typeChoice("tide_table")
	r.press("r")
	r.pick("change the text")
	r.answer("tide_source")
	if g := groups()[0]; g.Role != "tide_source" || len(g.Acceptable) != 3 {
		t.Fatalf("group %+v", g)
	}
	r.press(">", ">", "<")
	if w := groups()[0].Weight; w != 1.5 {
		t.Errorf("weight %v, want 1.5", w)
	}
	r.press("I")
	r.answer("TIDE")
	r.sees("▸ TIDE tide_source")

	r.group("bug_location")
	r.press("j", "a")
	if n := len(groups()); n != 2 {
		t.Fatalf("%d groups, want 2", n)
	}
	r.press("t")
	r.pick("TIDE")
	if g := groups(); len(g[0].Acceptable) != 4 || len(g[1].Acceptable) != 0 {
		t.Fatalf("after the move: %+v", g)
	}
	r.press("(")
	if g := groups(); g[1].ID != "TIDE" {
		t.Errorf("G2 did not move up: %+v", g)
	}
	r.press("}")
	r.press("s") // the unit under the cursor leaves into a group of its own
	if g := groups(); len(g) != 3 || len(g[1].Acceptable) != 3 || len(g[2].Acceptable) != 1 {
		t.Fatalf("after the split: %+v", g)
	}
	r.press("m")
	r.pick("bug_location")
	if n := len(groups()); n != 2 {
		t.Errorf("%d groups after the merge, want 2", n)
	}
	before := len(groups())
	r.press("D")
	if n := len(groups()); n != before-1 {
		t.Errorf("%d groups after removing one of %d", n, before)
	}
	if !strings.Contains(r.told(), "u takes it back") {
		t.Errorf("told %q", r.told())
	}
	r.press("u")
	if n := len(groups()); n != before {
		t.Errorf("%d groups after undo, want %d", n, before)
	}
}

func TestBranchesOptionalAndLabel(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("a", "j", "a")
	r.press("x", "x") // marks two units
	r.press("B")
	r.pick("the 2 marked units")
	if b := r.stored().Branches; len(b) != 1 || len(b[0]) != 2 {
		t.Fatalf("branches %v", b)
	}
	r.press("b")
	if b := r.stored().Branches; len(b) != 2 {
		t.Fatalf("derived %v", b)
	}
	r.press("b")
	if !strings.Contains(r.told(), "already are the minimal witnesses") {
		t.Errorf("deriving again says %q", r.told())
	}
	r.press("p")
	if o := r.stored().Optional; len(o) != 1 {
		t.Errorf("optional %v", o)
	}
	r.press("p")
	if o := r.stored().Optional; len(o) != 0 {
		t.Errorf("optional %v after toggling back", o)
	}
	r.press("%")
	r.answer("0.8")
	r.act(labelScope)
	r.answer("trial")
	r.act(labelRetrieval)
	r.pick("false")
	c := r.stored()
	if *c.Confidence != 0.8 || *c.Scope != "trial" || *c.Retrieval {
		t.Errorf("label %v %v %v", *c.Confidence, *c.Scope, *c.Retrieval)
	}
	r.sees("confidence 0.8", "scope      trial", "retrieval  false")
}

func TestCertificatePane(t *testing.T) {
	r := newRig(t, harbour(24))
	r.group("bug_location")
	for range 9 {
		r.press("a", "j")
	}
	r.press("3")
	r.sees("… 3 more")
	r.act("list.top")
	for range 7 {
		r.press("j")
	}
	r.press("enter") // unfolds
	r.lacks("… 3 more")
	r.act("list.top")
	r.press("j", "enter") // opens the first member
	if r.s.focus != paneUnit || r.s.unit.at != 0 {
		t.Errorf("focus %v on unit %d", r.s.focus, r.s.unit.at)
	}
	r.press("3")
	r.act("list.top")
	r.press("j", "d")
	if n := len(r.stored().Groups[0].Acceptable); n != 8 {
		t.Errorf("%d members after dropping one of 9", n)
	}
	r.press("b")
	for r.s.side.row().kind != rowBranches {
		r.press("j")
	}
	r.press("enter", "j", "d")
	if n := len(r.stored().Branches); n != 7 {
		t.Errorf("%d branches after dropping one of 8", n)
	}
}

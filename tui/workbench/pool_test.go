package workbench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/part"
)

// town is a pool in which every qualifier tells some units from others.
func town(t *testing.T) *rig {
	st := harbour(12)
	units := slices.Clone(st.Pool.Units)
	units[3].Observed = true
	units[4].SourceType, units[4].Language = "search_hit", "python"
	units[5].Path = `pilot\locks.py`
	units[6].Text = "nothing but a lighthouse"
	st.Pool = card.NewPool(units)
	st.Card.Observed = []string{units[7].ID}
	r := newRig(t, st)
	r.group("bug_location")
	r.press("a")                 // unit 1
	r.press("enter", `"`, "esc") // quoted
	r.press("j", "x", "j", "p")  // unit 3 marked, unit 5 optional
	return r
}

func TestFilter(t *testing.T) {
	r := town(t)
	for _, c := range []struct {
		filter string
		want   string // numbers of units as shown
	}{
		{"", "1 2 3 4 5 6 7 8 9 10 11 12"},
		{"lighthouse", "7"},
		{"LIGHTHOUSE but", "7"},
		{`"nothing but"`, "7"},
		{`"but nothing"`, ""},
		{"path:locks", "2 6 10"},
		{`path:pilot\locks`, "2 6 10"},
		{"-path:tides path:pilot", "2 6 10"},
		{"symbol:tide_11", "12"},
		{"origin:search", "5"},
		{"type:search", "5"},
		{"lang:python", "5"},
		{"is:in", "1"},
		{"group:g1", "1"},
		{"group:G2", ""},
		{"is:out path:tides.py", "5 9"},
		{"is:quoted", "1"},
		{"is:observed", "1 2 4 6 8"},
		{"-is:observed path:tides.py", "5 9"},
		{"is:unobserved path:tides.py", "5 9"},
		{"is:alt", "5"},
		{"is:marked", "2"},
		{"is:optional", "4"},
		{"path:", "1 2 3 4 5 6 7 8 9 10 11 12"},
		{"-", ""},
	} {
		f := parseFilter(c.filter)
		var got []string
		for i := range r.s.shelf.pool.Len() {
			if f.matches(r.s.shelf, r.s.stand, r.s.marked, i) {
				got = append(got, fmt.Sprint(i+1))
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q shows %q, want %q", c.filter, s, c.want)
		}
	}
	if f := parseFilter("is:sunny"); f.bad != "is:sunny" {
		t.Errorf("a qualifier that means nothing goes unnoticed: %+v", f)
	}
}

func TestFilterFollowsEveryKeyAndEscapeTakesItBack(t *testing.T) {
	r := town(t)
	r.press("/")
	r.typeText("lighthouse")
	r.sees("2 Pool 1 of 12", "nothing but a lighthouse", "words in path, symbol and text")
	r.press("esc")
	r.sees("2 Pool 12")
	r.press("/")
	r.typeText("is:sunny")
	r.sees("is:sunny means nothing here")
	r.press("enter")
	r.press("esc") // takes the filter away
	if r.s.pool.filter.source != "" {
		t.Errorf("filter %q", r.s.pool.filter.source)
	}
	r.press("/")
	r.typeText("zzz")
	r.press("enter")
	r.sees("No unit passes the filter.")
	if r.try("a") && len(r.stored().Groups[0].Acceptable) != 1 {
		t.Error("a unit that is not shown was accepted")
	}
}

func TestObservedUnitsAreNotAccepted(t *testing.T) {
	r := town(t)
	r.s.showPosition(3)
	r.press("a")
	if n := len(r.stored().Groups[0].Acceptable); n != 1 || !strings.Contains(r.told(), "observed") {
		t.Errorf("%d units accepted, told %q", n, r.told())
	}
	r.s.showPosition(1) // by alignment only: warns, does not block
	r.press("a")
	if n := len(r.stored().Groups[0].Acceptable); n != 2 {
		t.Errorf("%d units accepted, want 2: alignment alone never blocks", n)
	}
}

func TestOrders(t *testing.T) {
	st := harbour(8)
	me := reviewtest.Annotator("ada")
	ranked := []string{st.Pool.Units[5].ID, st.Pool.Units[2].ID}
	for _, mode := range []review.Mode{review.Open, review.Sealed} {
		p := reviewtest.Calibration()
		if mode == review.Sealed {
			p = reviewtest.Sealed(p)
		}
		mem := reviewtest.NewMemory(p, []review.Person{me}, st)
		mem.Lock(st.Card.ID, card.Prediction{State: st.Card.ID, Method: "dense", Ranked: ranked})
		r := rigOn(t, mem, me, st.Card.ID)
		r.press("j", "j")
		at, _ := r.s.pool.at()
		r.press("o")
		r.pick("path")
		if got := r.s.shelf.path[r.s.pool.shown[0]]; got != "docs/tides.md" {
			t.Errorf("by path the first is %s", got)
		}
		if now, _ := r.s.pool.at(); now != at {
			t.Errorf("sorting moved the cursor from unit %d to %d", at, now)
		}
		r.press("o")
		r.pick("BM25")
		if r.s.pool.order.kind != byNeed || len(r.s.pool.shown) != 8 {
			t.Errorf("order %v shows %d", r.s.pool.order, len(r.s.pool.shown))
		}
		r.press("o")
		offered := slices.ContainsFunc(r.choose.Items, func(c part.Choice) bool { return strings.Contains(c.Text, "dense") })
		if offered != (mode == review.Open) {
			t.Errorf("%s: ranks of methods offered: %v", mode, offered)
		}
		if mode == review.Open {
			r.pick("dense")
			if got := r.s.pool.shown[:3]; !slices.Equal(got, []int{5, 2, 0}) {
				t.Errorf("by rank the list begins %v", got)
			}
		}
		if mode == review.Sealed && strings.Contains(r.screen(160, 48), "L0") {
			t.Error("a sealed project shows a sensitivity class")
		}
	}
}

func TestSensitivityIsShownWhereOutcomesAreOpen(t *testing.T) {
	st := harbour(8)
	for _, p := range []review.Project{reviewtest.Calibration(), reviewtest.Sealed(reviewtest.Calibration())} {
		me, olga := reviewtest.Annotator("ada"), reviewtest.Organizer("olga")
		mem := reviewtest.NewMemory(p, []review.Person{me, olga}, st)
		mem.Lock(st.Card.ID, card.Prediction{State: st.Card.ID, Method: "dense", Ranked: []string{st.Pool.Units[2].ID}})
		label := certificate.Certificate{State: st.Card.ID, Groups: []certificate.Group{
			{Role: "bug_location", Acceptable: []string{st.Pool.Units[2].ID}, Threshold: 1, Weight: 1},
		}}
		imported(t, mem, olga, p.Mode, label)
		r := rigOn(t, mem, me, st.Card.ID)
		open := p.Mode == review.Open
		r.sees("as imported")
		r.press("G", "a", "+")
		screen := r.screen(160, 48)
		if got := strings.Contains(screen, "L2 · dense@5,8,16 −"); got != open {
			t.Errorf("%s: the flips are shown: %v", p.Mode, got)
		}
		r.press("u", "u")
		if got := strings.Contains(r.screen(160, 48), "L0 against the version it started from"); got != open {
			t.Errorf("%s: L0 is shown: %v", p.Mode, got)
		}
	}
}

// imported puts a label into the project as an import does.
func imported(t *testing.T, mem *reviewtest.Memory, me review.Person, m review.Mode, label certificate.Certificate) {
	t.Helper()
	ctx, scope := context.Background(), review.Visible(me, m)
	w, err := mem.Work(ctx, scope, label.State)
	if err != nil {
		t.Fatal(err)
	}
	e, err := review.LabelImported(me.ID, reviewtest.Start, w, certificate.ReplaceEdit(label))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := mem.Append(ctx, scope, e, review.Write{At: w.Revision}); err != nil {
		t.Fatal(err)
	}
}

func TestPathsLeadToThePool(t *testing.T) {
	r := town(t)
	r.press("1")
	for r.s.card.row().path == "" {
		r.press("j")
	}
	r.press("enter")
	if got := r.s.pool.filter.source; got != "path:pilot/tides.py" || r.s.focus != panePool {
		t.Errorf("filter %q, focus %v", got, r.s.focus)
	}
	r.press("1", "l", "l", "l", "g")
	for r.s.card.row().kind != cardStep || r.s.card.row().step != 1 {
		r.press("j")
	}
	r.press("enter")
	for r.s.card.row().path == "" {
		r.press("j")
	}
	r.press("o")
	if i, _ := r.s.pool.at(); r.s.shelf.path[i] != "pilot/locks.py" {
		t.Errorf("the result leads to %s", r.s.shelf.path[i])
	}
	r.press("1", "h")
	r.press("g")
	r.act(pathOpen) // the observation names its file
	if got := r.s.pool.filter.source; got != "path:pilot/tides.py" {
		t.Errorf("the observation leads to %q", got)
	}
}

func TestNeighbours(t *testing.T) {
	r := town(t)
	r.s.showPosition(0)
	r.press(".")
	if i, _ := r.s.pool.at(); i != 4 {
		t.Errorf("the next of the file is unit %d, want 5", i+1)
	}
	r.press(",", "i")
	if r.choose.Items[0].Detail != "shares 20 lines" {
		t.Errorf("neighbours %+v", r.choose.Items)
	}
	r.pick(":81-140")
	if i, _ := r.s.pool.at(); i != 8 {
		t.Errorf("unit %d", i+1)
	}
	u, v := &card.Unit{LineStart: 10, LineEnd: 20}, &card.Unit{}
	for _, c := range []struct {
		from, to int
		want     string
	}{
		{1, 9, "right before"}, {1, 8, "1 line before"}, {1, 4, "5 lines before"}, {21, 30, "right after"}, {25, 30, "4 lines after"},
		{5, 25, "holds all of it"}, {12, 13, "lies inside"}, {15, 25, "shares 6 lines"}, {0, 0, "same file"},
	} {
		v.LineStart, v.LineEnd = c.from, c.to
		if got := relation(u, v); got != c.want {
			t.Errorf("%d-%d: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestSearchInTheUnit(t *testing.T) {
	r := town(t)
	r.press("4", "/")
	r.typeText("tide_1")
	r.sees("/ tide_1", "1 of 11")
	r.press("enter", "n")
	r.sees("2 of 11")
	r.press("N", "N")
	r.sees("11 of 11")
	r.press("esc")
	r.lacks("of 11")
	if r.s.focus != paneUnit {
		t.Error("escape left the unit before the search")
	}
	r.press("f")
	r.typeText("zzz")
	r.sees("no hit")
	r.press("esc", "n") // no hits: n makes a group again
	if r.choose == nil {
		t.Error("n does nothing")
	}
}

func TestFindingsLeadToTheirPlace(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("a")
	r.group("api_contract")
	r.press("!")
	if r.s.current.key != "g2" || !strings.Contains(r.told(), "accepts no unit") {
		t.Errorf("current %s, told %q", r.s.current.key, r.told())
	}
	r.press("L")
	if r.choose == nil || len(r.choose.Items) != len(r.s.facts.findings) {
		t.Fatalf("list %+v", r.choose)
	}
	r.pick("G1 has no quotation")
	if r.s.current.key != "g1" || r.s.focus != paneCertificate {
		t.Errorf("current %s, focus %v", r.s.current.key, r.s.focus)
	}
}

func TestMouse(t *testing.T) {
	r := scene(t)
	r.screen(160, 48)
	click := func(p pane, x, y int) {
		at := r.s.frame.inner(p)
		r.run(r.s.Update(tea.MouseClickMsg{X: at.X + x, Y: at.Y + y, Button: tea.MouseLeft}))
	}
	click(panePool, 5, 2)
	if i, _ := r.s.pool.at(); i != 2 || r.s.focus != panePool || r.s.unit.at != 2 {
		t.Errorf("unit %d, focus %v", i, r.s.focus)
	}
	click(paneCertificate, 5, 0)
	if r.s.focus != paneCertificate || r.s.current.key != "g1" {
		t.Errorf("focus %v, current %s", r.s.focus, r.s.current.key)
	}
	click(paneState, 7, 0)
	if r.s.card.tab != tabIssue {
		t.Errorf("tab %d", r.s.card.tab)
	}
	at := r.s.frame.inner(paneUnit)
	r.run(r.s.Update(tea.MouseWheelMsg{X: at.X + 1, Y: at.Y + 1, Button: tea.MouseWheelDown}))
	if r.s.focus != paneState {
		t.Error("the wheel moved the focus")
	}
	r.screen(80, 22)
	r.run(r.s.Update(tea.MouseClickMsg{X: 30, Y: 0, Button: tea.MouseLeft}))
	if r.s.focus != paneCertificate {
		t.Errorf("the third tab leads to %v", r.s.focus)
	}
}

func TestResizingWhileTypingLosesNothing(t *testing.T) {
	r := scene(t)
	r.press("e")
	r.typeText(" And more.")
	for _, size := range [][2]int{{160, 48}, {80, 22}, {10, 3}, {1, 1}, {120, 38}, {200, 58}} {
		r.screen(size[0], size[1])
	}
	r.press("esc")
	if got := r.stored().Groups[1].Rationale; got != "The lock reads the table by itself. And more." {
		t.Errorf("rationale %q", got)
	}
}

func TestLookChangesAreDrawn(t *testing.T) {
	r := scene(t)
	before, _ := r.s.View(160, 48)
	r.env.Width.Method = 1
	r.run(r.s.Update(part.LookMsg{}))
	r.screen(160, 48)
	r.env.Theme.Dark = false
	r.env.Theme.Text = r.env.Theme.Text.Bold(true)
	after, _ := r.s.View(160, 48)
	if slices.Equal(before, after) {
		t.Error("a new theme changes nothing on the screen")
	}
}

func TestAStateThatCannotBeOpenedSaysWhy(t *testing.T) {
	me := reviewtest.Annotator("ada")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{me}, harbour(3))
	r := unopened(t, mem, me, "nowhere")
	if got := r.screen(160, 48); !strings.Contains(got, "opening nowhere") {
		t.Errorf("%s", got)
	}
	r.run(r.s.Init())
	if got := r.screen(160, 48); !strings.Contains(got, "there is no state") {
		t.Errorf("%s", got)
	}
	for _, b := range Bindings() {
		if cmd, ok := r.s.Do(b.Action); ok {
			r.run(cmd)
		}
	}
}

func TestOneOfTheGroupsIsEnough(t *testing.T) {
	r := newRig(t, harbour(12))
	r.group("bug_location")
	r.press("a")
	r.group("api_contract")
	r.press("a")
	if got := r.s.facts.necessity(r.s.cert); got != "one of G1, G2 is enough" {
		t.Errorf("said %q", got)
	}
	if !strings.Contains(r.screen(200, 58), "one of G1, G2 is enough") {
		t.Error("the screen does not say so")
	}
}

func TestTooManyBranchesAreRefusedWithTheCount(t *testing.T) {
	st := harbour(60)
	me := reviewtest.Annotator("ada")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{me}, st)
	r := rigOn(t, mem, me, st.Card.ID)
	var edits []certificate.Edit
	for g := range 4 {
		edits = append(edits, certificate.AddGroupEdit("bug_location"))
		for i := range 12 {
			edits = append(edits, certificate.AcceptEdit(certificate.GroupKey(fmt.Sprintf("g%d", g+1)), st.Pool.Units[g*12+i].ID))
		}
	}
	r.elsewhere(edits...)
	r.run(r.s.Update(part.ExternalChangeMsg{}))
	r.press("b")
	if len(r.stored().Branches) != 0 || !strings.Contains(strings.ReplaceAll(r.told(), ",", ""), "20736") {
		t.Errorf("told %q", r.told())
	}
}

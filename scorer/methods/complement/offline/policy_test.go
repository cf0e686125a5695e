package offline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// source is a card of its own file unless the path says otherwise.
func source(id, text string) complement.SourceCard {
	return complement.SourceCard{ID: id, Path: "src/" + id + ".go", LineStart: 1, LineEnd: 10, Text: text}
}

// filler are cards that say nothing that is asked for.
func filler(n int) []complement.SourceCard {
	var out []complement.SourceCard
	for i := range n {
		out = append(out, source(fmt.Sprintf("filler%02d", i), fmt.Sprintf("walrus%d := kettle%d + %d", i, i, i)))
	}
	return out
}

func question(stage string, most int, s card.StateCard, cards ...complement.SourceCard) complement.Question {
	return complement.Question{Stage: stage, Attempt: 1, Min: most, Max: most, MinKeep: 4, MaxKeep: 8, State: s, Cards: cards}
}

func TestSupportIsNotRepeated(t *testing.T) {
	s := card.StateCard{Need: "How a lease is extended, and which tariff applies"}
	cards := []complement.SourceCard{
		source("one", "extend lease lease lease"), source("two", "extend lease lease"), source("three", "extend lease"),
		source("other", "tariff"),
	}
	cards = append(cards, filler(20)...)
	if got := ask(t, question(methods.StagePropose, 3, s, cards...)).ids; !slices.Contains(got, "other") {
		t.Errorf("proposed %v: nothing of it supports the tariff", got)
	}
	want := []string{"one", "two", "three"}
	for _, stage := range []string{methods.StageSelect, methods.StageWiden, methods.StageRerank} {
		if got := ask(t, question(stage, 3, s, cards...)).ids; !slices.Equal(got, want) {
			t.Errorf("%s by similarity gives %v, want %v", stage, got, want)
		}
	}
}

func TestWhatIsSeenCountsAsCovered(t *testing.T) {
	cards := []complement.SourceCard{source("extend", "func ExtendLease(l Lease) {}"), source("close", "func CloseLedger(l Ledger) {}")}
	cards = append(cards, filler(20)...)
	need := card.StateCard{Need: "What ExtendLease() and CloseLedger() do"}
	first := func(steps ...card.Step) string {
		s := need
		s.Steps = steps
		return ask(t, question(methods.StagePropose, 2, s, cards...)).ids[0]
	}
	read := func(text string) card.Step {
		return card.Step{Action: "read_file", Output: "FILE x.go:1-2\n    1: " + text + "\n", Read: &card.Span{Path: "x.go", LineStart: 1, LineEnd: 2}}
	}
	for _, c := range []struct {
		name string
		step card.Step
		want string
	}{
		{"nothing", card.Step{}, "extend"},
		{"a listing defines it", read("func ExtendLease(l Lease) {}"), "close"},
		{"a listing defines the other", read("func CloseLedger(l Ledger) {}"), "extend"},
		{"a result defines it", card.Step{Action: "repo_search", Results: []card.Hit{{Content: "func ExtendLease(l Lease) {}"}}}, "close"},
		{"a plan speaks of it", card.Step{Action: "plan_update", Output: "func ExtendLease(l Lease) {}"}, "extend"},
		{"a search echoes its query", card.Step{Action: "repo_search", Input: "func ExtendLease(l Lease) {}", Output: "QUERY: func ExtendLease(l Lease) {}"}, "extend"},
	} {
		if got := first(c.step); got != c.want {
			t.Errorf("%s: %s comes first, want %s", c.name, got, c.want)
		}
	}
}

// An observed unit gives way to another that says the same, and is chosen where
// no other says it.
func TestObservedUnitsAreWeighedDownNotOut(t *testing.T) {
	s := card.StateCard{Need: "How a lease is extended"}
	seen := source("seen", "extend lease lease lease")
	seen.Observed = true
	cards := append([]complement.SourceCard{seen, source("fresh", "extend lease lease lease")}, filler(20)...)
	if got := ask(t, question(methods.StagePropose, 8, s, cards...)).ids; got[0] != "fresh" {
		t.Errorf("first is %s, want the unit that was not seen", got[0])
	}
	alone := []complement.SourceCard{seen}
	if got := ask(t, question(methods.StagePropose, 8, s, alone...)).ids; !slices.Equal(got, []string{"seen"}) {
		t.Errorf("proposed %v, want the observed unit", got)
	}
}

func TestExpansionFindsTheEndsOfTheProposal(t *testing.T) {
	proposed := source("proposed", "func RunHandler(job Job) {\n\treturn backoffDelay(job)\n}")
	proposed.Origin = complement.FromProposal
	tester := complement.SourceCard{ID: "tester", Path: "src/run_test.go", LineStart: 1, LineEnd: 9, Text: "func TestRun(t *testing.T) { RunHandler(job) }"}
	cards := append(filler(24), proposed, source("callee", "func backoffDelay(j Job) time.Duration {}"), source("caller", "loop { RunHandler(next) }"), tester)
	got := ask(t, question(methods.StageExpand, 3, card.StateCard{Need: "Why the handler runs twice"}, cards...)).ids
	slices.Sort(got)
	if want := []string{"callee", "caller", "tester"}; !slices.Equal(got, want) {
		t.Errorf("expanded by %v, want %v", got, want)
	}
}

// A configured value is an end like any other: the name is defined where it is set.
func TestExpansionFindsTheSettingThatIsRead(t *testing.T) {
	proposed := source("proposed", "handler runs twice\nlimit := os.Getenv(\"LEASE_SECONDS\")")
	proposed.Origin = complement.FromProposal
	setting := complement.SourceCard{ID: "setting", Path: "deploy/worker.yaml", Text: "env:\n  - name: LEASE_SECONDS\n    value: 30"}
	cards := append(filler(24), proposed, setting)
	if got := ask(t, question(methods.StageExpand, 1, card.StateCard{Need: "Why the handler runs twice"}, cards...)).ids; got[0] != "setting" {
		t.Errorf("expanded by %v", got)
	}
}

func TestFinalizeDropsWindowsOfTheSameLines(t *testing.T) {
	s := card.StateCard{Need: "How a lease is extended, and which tariff applies"}
	window := func(id string, from, to int) complement.SourceCard {
		return complement.SourceCard{ID: id, Path: "src/lease.go", LineStart: from, LineEnd: to, Text: "x := 1\nextend lease lease\nfunc ExtendLease() {}", Origin: complement.FromProposal}
	}
	other := source("other", "tariff")
	other.Origin = complement.FromReserve
	cards := append([]complement.SourceCard{window("first", 1, 120), window("second", 5, 120)}, filler(20)...)
	cards = append(cards, other)
	got := ask(t, question(methods.StageFinalize, 8, s, cards...)).ranked
	if got[0] != "first" || slices.Index(got, "other") != 1 {
		t.Errorf("ranked %v, want first and other ahead", got)
	}
}

func TestDeclarationGoesBeforeACutOfTheSameLines(t *testing.T) {
	cut := complement.SourceCard{ID: "cut", Path: "a.go", LineStart: 10, LineEnd: 41, Text: "}\n\nfunc ExtendLease() {\n\textend lease\n}"}
	whole := complement.SourceCard{ID: "whole", Path: "a.go", LineStart: 12, LineEnd: 40, Text: "func ExtendLease() {\n\textend lease\n}"}
	apart := whole
	apart.ID, apart.LineStart, apart.LineEnd = "apart", 200, 230
	apart.Text = "func CloseLease() {\n\tlease\n}"
	cards := append([]complement.SourceCard{cut, whole, apart}, filler(20)...)
	if got := ask(t, question(methods.StagePropose, 2, card.StateCard{Need: "extend lease"}, cards...)).ids; got[0] != "whole" {
		t.Errorf("proposed %v, want the declaration first", got)
	}
}

func TestKeepEndsWithTheLastUnitThatCoversSomething(t *testing.T) {
	s := &set{d: &deck{with: Weights{Keep: 0.125}}}
	for _, c := range []struct {
		name        string
		added       []float64
		least, most int
		want        int
	}{
		{"all alike", []float64{1, 1, 1, 1, 1, 1, 1, 1}, 4, 8, 8},
		{"little after five", []float64{1, 1, 1, 1, 1, 0.4, 0.4, 0.4}, 4, 8, 5},
		{"the last covers something again", []float64{1, 1, 1, 1, 0.1, 0.1, 0.1, 1}, 4, 8, 8},
		{"that one is not asked for", []float64{1, 1, 1, 1, 0.1, 0.1, 0.1, 1}, 4, 7, 4},
		{"little before the least", []float64{1, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01}, 4, 8, 4},
		{"nothing after the least", []float64{1, 0.1, 0.1, 0.1, 0, 0, 0, 0}, 4, 8, 4},
		{"at the share exactly", []float64{1, 1, 1, 1, 0.5}, 4, 8, 5},
		{"fewer than the least", []float64{1, 1}, 4, 8, 2},
		{"more than the most", []float64{1, 1, 1, 1, 1, 1}, 2, 3, 3},
		{"no bounds", []float64{1}, 0, 0, 0},
		{"no card", nil, 4, 8, 0},
		{"nothing is asked for", []float64{0, 0, 0, 0, 0, 0, 0, 0}, 4, 8, 8},
	} {
		s.added = c.added
		if got := s.keep(c.least, c.most); got != c.want {
			t.Errorf("%s: keep %d, want %d", c.name, got, c.want)
		}
	}
}

// What is kept follows how much of the need is left, between four and eight: the
// other cards are as good for their place, and for being from files of their own.
func TestKeepFollowsTheNeed(t *testing.T) {
	topics := []string{"lease", "tariff", "beacon", "cursor", "ferry", "ledger", "quota", "anchor"}
	for asked, want := range map[int]int{1: 4, 3: 4, 5: 5, 6: 6, 8: 8} {
		var cards []complement.SourceCard
		for i, topic := range topics {
			c := source(fmt.Sprintf("card%d", i), strings.Repeat(topic+" ", 4))
			c.Origin = complement.FromProposal
			cards = append(cards, c)
		}
		for _, c := range filler(20) {
			c.Origin = complement.FromReserve
			cards = append(cards, c)
		}
		s := card.StateCard{Need: strings.Join(topics[:asked], ", ")}
		if got := ask(t, question(methods.StageFinalize, 8, s, cards...)).keep; got != want {
			t.Errorf("with %d things asked for %d units are kept, want %d", asked, got, want)
		}
	}
}

// A unit that was proposed in sight of more text keeps its place against a later
// one with the same lines, unless it adds much less.
func TestProposedUnitStaysBeforeAPartOfIt(t *testing.T) {
	whole := complement.SourceCard{ID: "proposed", Path: "a.go", LineStart: 1, LineEnd: 100, Text: "func Extend() {\n\tlease\n}", Origin: complement.FromProposal}
	later := complement.SourceCard{ID: "later", Path: "a.go", LineStart: 2, LineEnd: 60, Text: "func Renew() {\n\tlease lease tariff\n}", Origin: complement.FromExpansion}
	s := card.StateCard{Need: "The lease and its tariff"}
	first := func(change func(whole, later *complement.SourceCard)) string {
		w, l := whole, later
		change(&w, &l)
		return ask(t, question(methods.StageFinalize, 4, s, append([]complement.SourceCard{w, l}, filler(20)...)...)).ranked[0]
	}
	for _, c := range []struct {
		name   string
		change func(whole, later *complement.SourceCard)
		want   string
	}{
		{"as they are", func(_, _ *complement.SourceCard) {}, "proposed"},
		{"a later one of the reserve", func(_, l *complement.SourceCard) { l.Origin = complement.FromReserve }, "proposed"},
		{"other lines", func(_, l *complement.SourceCard) { l.LineStart, l.LineEnd = 101, 160 }, "later"},
		{"another file", func(_, l *complement.SourceCard) { l.Path = "b.go" }, "later"},
		{"lines that it shows half of", func(_, l *complement.SourceCard) { l.LineStart, l.LineEnd = 50, 150 }, "later"},
		{"nobody proposed it", func(w, _ *complement.SourceCard) { w.Origin = complement.FromExpansion }, "later"},
		{"both were proposed", func(_, l *complement.SourceCard) { l.Origin = complement.FromProposal }, "later"},
		{"no card says where it came from", func(w, l *complement.SourceCard) { w.Origin, l.Origin = complement.FromRanking, complement.FromRanking }, "later"},
		{"it adds much less", func(w, _ *complement.SourceCard) { w.Observed = true }, "later"},
	} {
		if got := first(c.change); got != c.want {
			t.Errorf("%s: %s comes first, want %s", c.name, got, c.want)
		}
	}
}

func TestNeedWeighsTexts(t *testing.T) {
	cards := append([]complement.SourceCard{source("issue", "lorry lorry lorry"), source("need", "ferry ferry ferry"), source("aim", "barge barge barge")}, filler(20)...)
	s := card.StateCard{Need: "ferry", Subgoal: "barge", Issue: "lorry"}
	got := ask(t, question(methods.StagePropose, 3, s, cards...)).ids
	if want := []string{"need", "aim", "issue"}; !slices.Equal(got, want) {
		t.Errorf("proposed %v, want %v", got, want)
	}
	s.Subgoal, s.Hypothesis = "lorry", "lorry lorry" // three texts ask for it now
	if got := ask(t, question(methods.StagePropose, 3, s, cards...)).ids; got[0] != "issue" {
		t.Errorf("proposed %v, want what most texts ask for first", got)
	}
}

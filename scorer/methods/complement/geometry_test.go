package complement

import (
	"slices"
	"testing"
	"unicode/utf8"

	"suffice/scorer/methods"
)

// TestStagesSeeWhatThePaperSays follows the three calls over a pool that is
// larger than every stage (paper 5.2, E.1).
func TestStagesSeeWhatThePaperSays(t *testing.T) {
	s := generatedOf(150, 900, 1)
	fused := fusedIDs(t, s)
	with, c := withScript(lastFirst)
	out, tape := ran(t, made(t, MethodComplement, with), s)

	propose := c.stage(t, methods.StagePropose)
	same(t, "propose sees", cardIDs(propose.Cards), fused[:80])
	asksFor(t, propose, 8, 8)
	proposal := reversed(fused[72:80])

	expand := c.stage(t, methods.StageExpand)
	further := rest(fused, proposal)[:112]
	same(t, "expand sees", cardIDs(expand.Cards), slices.Concat(proposal, further))
	asksFor(t, expand, 48, 48)
	tagged(t, expand.Cards, FromProposal, 8, FromRanking, 112)
	expansion := reversed(further[64:])

	finalize := c.stage(t, methods.StageFinalize)
	reserve := rest(fused, proposal, expansion)[:64]
	same(t, "finalize sees", cardIDs(finalize.Cards), slices.Concat(proposal, expansion, reserve))
	asksFor(t, finalize, 8, 8)
	tagged(t, finalize.Cards, FromProposal, 8, FromExpansion, 48, FromReserve, 64)
	if finalize.MinKeep != 4 || finalize.MaxKeep != 8 {
		t.Errorf("keep is asked for from %d to %d", finalize.MinKeep, finalize.MaxKeep)
	}
	final := reversed(reserve[56:])
	same(t, "the output is the first five of the final ranking", out.Ranked, final[:5])

	for stage, most := range map[string]int{methods.StagePropose: 760, methods.StageExpand: 280, methods.StageFinalize: 620} {
		for _, shown := range c.stage(t, stage).Cards {
			if n := utf8.RuneCountInString(shown.Header() + "\n" + shown.Text); n != most || !shown.Cut {
				t.Errorf("stage %s shows a card of %d characters, cut %v", stage, n, shown.Cut)
			}
		}
	}
	if out.Controller != "scripted" {
		t.Errorf("the output is labelled %q", out.Controller)
	}
	want := []methods.Stage{
		{Name: methods.StagePropose, Selected: proposal, Shown: 80, Attempts: 1},
		{Name: methods.StageExpand, Selected: expansion, Shown: 120, Attempts: 1},
		{Name: methods.StageFinalize, Selected: final, Keep: 5, Shown: 120, Attempts: 1},
	}
	for _, got := range [][]methods.Stage{out.Stages, bodies[methods.Stage](tape)} {
		if !slices.EqualFunc(got, want, equalStages) {
			t.Errorf("stages %+v\nwant %+v", got, want)
		}
	}
}

// TestTheTrajectoryTellsEverything checks kinds, numbers and order of what is
// recorded.
func TestTheTrajectoryTellsEverything(t *testing.T) {
	s := generatedOf(150, 900, 1)
	with, _ := withScript(lastFirst)
	out, tape := ran(t, made(t, MethodComplement, with), s)
	var kinds []methods.Kind
	count := map[methods.Kind]int{}
	for _, e := range tape.events {
		if count[e.Kind]++; len(kinds) == 0 || kinds[len(kinds)-1] != e.Kind {
			kinds = append(kinds, e.Kind)
		}
	}
	call, done := methods.ModelCalled, methods.StageFinished
	order := []methods.Kind{methods.ToolCalled, methods.CandidateFound, call, done, call, done, call, done, methods.FileRead}
	if !slices.Equal(kinds, order) {
		t.Errorf("events come as %v", kinds)
	}
	if count[methods.ToolCalled] != 9 || count[methods.CandidateFound] != 120 || count[methods.FileRead] != len(out.Ranked) {
		t.Errorf("%v", count)
	}
	fused := fusedIDs(t, s)
	for i, c := range bodies[methods.Candidate](tape) {
		if c.ID != fused[i] || c.Rank != i+1 || c.Source != "fused" || len(c.Routes) == 0 {
			t.Fatalf("candidate %d is %+v", i+1, c)
		}
	}
	total := 0
	for i, r := range bodies[methods.Reading](tape) {
		u := s.Pool.Unit(out.Ranked[i])
		if r.ID != u.ID || r.Hash != textHash(u.Text) || r.Tokens == 0 || r.Commit != s.Card.BaseCommit || r.Origin != "reserve" {
			t.Errorf("reading %d is %+v", i+1, r)
		}
		total += r.Tokens
	}
	if total != out.Tokens {
		t.Errorf("%d tokens read, %d in the output", total, out.Tokens)
	}
	for i, c := range bodies[methods.ModelCall](tape) {
		if c.Service != "chat" || c.Attempt != 1 || c.Controller != "scripted" || c.Stage != out.Stages[i].Name ||
			len(c.RequestHash) != 64 || c.ResponseHash != textHash(c.Response) || c.LatencyMS != nil {
			t.Errorf("call %d is %+v", i+1, c)
		}
	}
}

// TestObservedUnitsStayCandidates: nothing is filtered, cards only say so (E.1).
func TestObservedUnitsStayCandidates(t *testing.T) {
	s := generatedOf(60, 600, 2)
	with, c := withScript(lastFirst)
	ran(t, made(t, MethodComplement, with), s)
	seen := 0
	for _, shown := range c.stage(t, methods.StagePropose).Cards {
		if want := s.Pool.Unit(shown.ID).Observed; want && !shown.Observed {
			t.Errorf("%s does not say that it was seen", shown.ID)
		}
		if shown.Observed {
			seen++
		}
	}
	if seen == 0 || seen == 60 {
		t.Errorf("%d of 60 cards say that they were seen", seen)
	}
}

func TestSmallPools(t *testing.T) {
	for n := range 10 {
		s := generatedOf(n, 300, uint64(20+n))
		for _, m := range []string{MethodComplement, MethodIndependent, MethodNoFeedback7, MethodNoFeedback, MethodSSR} {
			with, c := withScript(lastFirst)
			out, _ := ran(t, made(t, m, with), s)
			for _, q := range c.asked {
				if q.Min < 1 || q.Max > len(eligible(q)) || q.MinKeep > q.MaxKeep || q.MaxKeep > len(q.Cards) {
					t.Errorf("%s on %d units asks %s for %d to %d of %d, keep %d to %d", m, n, q.Stage, q.Min, q.Max, len(q.Cards), q.MinKeep, q.MaxKeep)
				}
			}
			if n == 0 && (len(c.asked) > 0 || len(out.Ranked) > 0 || out.Ranked == nil) {
				t.Errorf("%s on nothing asks %d times and returns %v", m, len(c.asked), out.Ranked)
			}
			if want := map[string]int{MethodIndependent: min(7, n), MethodNoFeedback7: min(7, n), MethodSSR: min(5, n)}[m]; want > 0 && len(out.Ranked) != want {
				t.Errorf("%s on %d units returns %d", m, n, len(out.Ranked))
			}
			if n > 0 && len(out.Ranked) == 0 {
				t.Errorf("%s on %d units returns nothing", m, n)
			}
		}
	}
	with, c := withScript(lastFirst)
	out, _ := ran(t, made(t, MethodComplement, with), generatedOf(8, 300, 40))
	if len(c.asked) != 2 || out.Stages[1].Attempts != 0 || out.Stages[1].Shown != 0 || len(out.Stages[1].Selected) != 0 || out.Stages[1].Fallback {
		t.Errorf("with eight units there is nothing to expand: %d questions, %+v", len(c.asked), out.Stages[1])
	}
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%v\nwant\n%v", what, got, want)
	}
}

func asksFor(t *testing.T, q Question, least, most int) {
	t.Helper()
	if q.Min != least || q.Max != most {
		t.Errorf("stage %s asks for %d to %d", q.Stage, q.Min, q.Max)
	}
}

// tagged takes pairs of an origin and how many cards in a row have it.
func tagged(t *testing.T, cards []SourceCard, runs ...any) {
	t.Helper()
	at := 0
	for i := 0; i < len(runs); i += 2 {
		for range runs[i+1].(int) {
			if got := cards[at].Origin; got != runs[i].(Origin) {
				t.Fatalf("card %d is tagged %q, not %q", at+1, got, runs[i])
			}
			at++
		}
	}
	if at != len(cards) {
		t.Errorf("%d cards, not %d", len(cards), at)
	}
}

func equalStages(a, b methods.Stage) bool {
	x, y := a, b
	x.Selected, y.Selected = nil, nil
	return slices.Equal(a.Selected, b.Selected) && equalButSelected(x, y)
}

func equalButSelected(a, b methods.Stage) bool {
	return a.Name == b.Name && a.Keep == b.Keep && a.Shown == b.Shown && a.Attempts == b.Attempts && a.Normalized == b.Normalized &&
		a.Fallback == b.Fallback && a.Unknown == b.Unknown && a.Repeated == b.Repeated && a.Filled == b.Filled && a.Cut == b.Cut
}

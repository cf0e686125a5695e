package retrieval

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

func allViews(t testing.TB, s card.State) []View {
	t.Helper()
	views, err := NewIndex(s.Pool).Views(context.Background(), s.Card, Latent{}, NineViews()...)
	if err != nil {
		t.Fatal(err)
	}
	return views
}

// print writes views and their fusion down to the last bit, by evidence ID.
func print(p card.Pool, views []View) string {
	var b strings.Builder
	for _, v := range views {
		fmt.Fprintf(&b, "%s %d:", v.Name, v.Matched)
		for _, r := range v.Ranked {
			fmt.Fprintf(&b, " %s=%x", p.Units[r.Position].ID, math.Float64bits(r.Score))
		}
		b.WriteByte('\n')
	}
	f := Fuse(p, views, PaperFusing())
	for _, u := range f.Units {
		fmt.Fprintf(&b, "%s=%x%v ", u.ID, math.Float64bits(u.Score), u.Ranks)
	}
	return b.String()
}

// sound says what is wrong with a view of a pool.
func sound(p card.Pool, v View) error {
	seen := make([]bool, p.Len())
	for i, r := range v.Ranked {
		if seen[r.Position] {
			return fmt.Errorf("%s ranks position %d twice", v.Name, r.Position)
		}
		seen[r.Position] = true
		if math.IsNaN(r.Score) || math.IsInf(r.Score, 0) {
			return fmt.Errorf("%s scores %v", v.Name, r.Score)
		}
		if i == 0 || i == v.Matched {
			continue
		}
		before := v.Ranked[i-1]
		if r.Score > before.Score || r.Score == before.Score && p.Units[r.Position].ID < p.Units[before.Position].ID {
			return fmt.Errorf("%s has %v before %v", v.Name, before, r)
		}
		if i > v.Matched && r.Score != 0 {
			return fmt.Errorf("%s scores %v a unit that it does not match", v.Name, r.Score)
		}
	}
	if len(v.Ranked) != p.Len() || v.Matched > p.Len() {
		return fmt.Errorf("%s ranks %d units and matches %d of %d", v.Name, len(v.Ranked), v.Matched, p.Len())
	}
	return nil
}

func anyState(t *rapid.T) card.State {
	text := sentence(10)
	path := rapid.SampledFrom([]string{"", "a.go", `pkg\b.py`, "pkg/b.py", "pkg/c.py", "/"})
	var units []card.Unit
	for i := range rapid.IntRange(0, 14).Draw(t, "units") {
		units = append(units, card.Unit{
			ID: fmt.Sprintf("u%d", i), Text: text.Draw(t, "text"), Path: path.Draw(t, "path"), Observed: rapid.Bool().Draw(t, "observed"),
			LineStart: rapid.IntRange(0, 30).Draw(t, "start"), LineEnd: rapid.IntRange(0, 30).Draw(t, "end"),
		})
	}
	s := card.State{Pool: card.NewPool(units), Card: card.StateCard{ID: "s", Need: text.Draw(t, "need"), Issue: text.Draw(t, "issue"), Hypothesis: text.Draw(t, "hypothesis")}}
	for range rapid.IntRange(0, 3).Draw(t, "steps") {
		s.Card.Steps = append(s.Card.Steps, card.Step{
			Action: rapid.SampledFrom([]string{"read_file", "plan_update", ""}).Draw(t, "action"), Input: text.Draw(t, "input"), Output: text.Draw(t, "output"),
			Opened: []string{path.Draw(t, "opened")}, Results: []card.Hit{{Path: path.Draw(t, "hit"), LineStart: 3, LineEnd: rapid.IntRange(0, 9).Draw(t, "hit end")}},
		})
	}
	return s
}

func TestEveryViewRanksEveryUnitOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		views, err := NewIndex(s.Pool).Views(context.Background(), s.Card, Latent{}, NineViews()...)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range views {
			if err := sound(s.Pool, v); err != nil || v.Name != NineViews()[i] {
				t.Fatalf("view %d: %v", i, err)
			}
		}
	})
}

func TestOrderOfTheFileChangesNoBit(t *testing.T) {
	for _, n := range []int{1, 30, 87, 200} {
		s := generated(n, uint64(n))
		want := print(s.Pool, allViews(t, s))
		for seed := range uint64(3) {
			units := slices.Clone(s.Pool.Units)
			rand.New(rand.NewPCG(seed, 1)).Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
			other := card.State{Card: s.Card, Pool: card.NewPool(units)}
			if print(other.Pool, allViews(t, other)) != want {
				t.Fatalf("%d units in another order rank otherwise", n)
			}
		}
	}
}

func TestNumberOfCoresChangesNoBit(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{87, 300, exactUnits + 8} {
		s := generated(n, 5)
		runtime.GOMAXPROCS(1)
		want := print(s.Pool, allViews(t, s))
		for _, cores := range []int{2, 3, 8} {
			runtime.GOMAXPROCS(cores)
			if print(s.Pool, allViews(t, s)) != want {
				t.Fatalf("%d units rank otherwise on %d cores", n, cores)
			}
		}
	}
}

func TestOneIndexServesManyAtOnce(t *testing.T) {
	s := generated(40, 9)
	want := print(s.Pool, allViews(t, s))
	x := NewIndex(s.Pool)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			views, err := x.Views(context.Background(), s.Card, Latent{}, NineViews()...)
			if err != nil || print(s.Pool, views) != want {
				t.Errorf("views differ: %v", err)
			}
		})
	}
	wait.Wait()
}

// Observed units stay candidates (paper E.1): saying that a unit is observed
// moves nothing.
func TestObservedUnitsRemainCandidates(t *testing.T) {
	s := generated(60, 4)
	want := print(s.Pool, allViews(t, s))
	units := slices.Clone(s.Pool.Units)
	for i := range units {
		units[i].Observed = !units[i].Observed
		s.Card.Observed = append(s.Card.Observed, units[i].ID)
	}
	s.Pool = card.NewPool(units)
	if print(s.Pool, allViews(t, s)) != want {
		t.Error("a flag of observation moved a unit")
	}
}

func TestPlannerIsNeverRead(t *testing.T) {
	s := generated(60, 4)
	want := print(s.Pool, allViews(t, s))
	text := s.Pool.Units[7].Text // what would rank a unit first, if it were read
	for _, key := range []string{"model", "agent_name", "run_id", "metadata"} {
		member := records.Member{Name: key, Value: []byte(fmt.Sprintf("%q", text))}
		s.Card.Raw = append(s.Card.Raw, member)
		for i := range s.Pool.Units {
			s.Pool.Units[i].Extra = append(s.Pool.Units[i].Extra, member)
		}
	}
	for i := range s.Card.Steps {
		s.Card.Steps[i].Tool = text
	}
	if print(s.Pool, allViews(t, s)) != want {
		t.Error("who planned the trajectory moved a unit")
	}
	r, err := New(MethodStarter, Defaults())
	if err != nil {
		t.Fatal(err)
	}
	with, _ := r.Rank(context.Background(), s.Card, s.Pool)
	s.Card.Raw = nil
	without, _ := r.Rank(context.Background(), s.Card, s.Pool)
	if !slices.Equal(with.Ranked, without.Ranked) {
		t.Error("who planned the trajectory moved a unit of the starter baseline")
	}
}

func TestQueriesReadTheirPartOfTheCard(t *testing.T) {
	s := card.StateCard{
		Issue: "issue", Need: "need", Observation: "seen", Hypothesis: "guess", Subgoal: "goal", Diff: "diff", TestOutput: "test",
		OpenedFiles: []string{"file"}, Queries: []string{"search"}, Repo: "repo", ID: "id",
		Steps: []card.Step{
			{Action: "plan_update", Input: "asked", Output: "planned", Tool: "tool", Status: "status"},
			{Action: "repo_search", Input: "looked", Output: "found", Results: []card.Hit{{Path: "shown"}}},
			{Action: "repo_search", Output: " ", Results: []card.Hit{{Path: "path", Symbol: "symbol", Content: "content"}}},
		},
	}
	for _, c := range []struct{ name, got, want string }{
		{"question", Question(s), "need"},
		{"question by subgoal", Question(card.StateCard{Need: " ", Subgoal: "goal", Issue: "issue"}), "goal"},
		{"question by issue", Question(card.StateCard{Issue: "issue"}), "issue"},
		{"state", FullState(s), "issue need seen guess goal diff test file search"},
		{"focus", Focus(s), "need goal guess search"},
		{"actions", PriorActions(s), "asked planned looked file search"},
		{"observations", Observations(s), "found path symbol content seen test"},
		{"issue form", QueryIssue.Text(s), "issue"},
		{"state form", QueryState.Text(s), "issue need seen guess goal diff test file search"},
	} {
		if got := strings.Join(words(c.got), " "); got != c.want {
			t.Errorf("%s asks %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHostileText(t *testing.T) {
	long := strings.Repeat("a", 1<<18)
	texts := []string{"", "\x00\x00", "\xff\xfe\xfd", long, strings.Repeat("'\"`", 3000), strings.Repeat("../", 5000), "İΣ ﬁ 漢字 👩‍👩‍👧 \u202e", strings.Repeat("a.", 4000), "((((", "\r\n\r\r"}
	var units []card.Unit
	for i, text := range texts {
		units = append(units, card.Unit{ID: fmt.Sprint(i), Text: text, Path: text, Symbol: text, LineStart: i - 3, LineEnd: math.MaxInt - i})
	}
	for _, text := range append(texts, strings.Join(texts, " ")) {
		s := card.State{Pool: card.NewPool(units), Card: card.StateCard{
			Need: text, Issue: text, Observation: text, TestOutput: text, OpenedFiles: []string{text},
			Steps: []card.Step{{Input: text, Output: text, Opened: []string{text}, Read: &card.Span{Path: text, LineStart: math.MinInt, LineEnd: math.MaxInt}}},
		}}
		for _, v := range allViews(t, s) {
			if err := sound(s.Pool, v); err != nil {
				t.Errorf("%.20q: %v", text, err)
			}
		}
	}
	for _, s := range []card.State{{}, {Pool: card.NewPool(units)}, {Card: card.StateCard{Need: "x"}, Pool: card.NewPool([]card.Unit{{ID: "only"}})}} {
		for _, v := range allViews(t, s) {
			if err := sound(s.Pool, v); err != nil {
				t.Error(err)
			}
		}
	}
}

func FuzzViews(f *testing.F) {
	f.Add("lease", "lease_time", "a/b.go", "`x`", 3)
	f.Add("\xff", "", "\\", "'", -1)
	f.Fuzz(func(t *testing.T, a, b, path, need string, start int) {
		s := card.State{
			Pool: card.NewPool([]card.Unit{{ID: "1", Text: a, Path: path, LineStart: start, LineEnd: start + 3}, {ID: "2", Text: b, Symbol: need}, {ID: "3", Text: a + b}}),
			Card: card.StateCard{Need: need, Issue: b, Steps: []card.Step{{Output: a, Read: &card.Span{Path: path, LineStart: 1, LineEnd: start}}}},
		}
		for _, v := range allViews(t, s) {
			if err := sound(s.Pool, v); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestViewsByName(t *testing.T) {
	s := generated(10, 2)
	x := NewIndex(s.Pool)
	if _, err := x.Views(context.Background(), s.Card, nil, "bm26"); err == nil || !strings.Contains(err.Error(), `no view "bm26"`) {
		t.Errorf("an unknown view: %v", err)
	}
	if _, err := x.Views(context.Background(), s.Card, nil, Dense); err == nil {
		t.Error("a dense view without an embedder")
	}
	views, err := x.Views(context.Background(), s.Card, nil, Recency, BM25Question)
	if err != nil || len(views) != 2 || views[0].Name != Recency || views[1].Name != BM25Question {
		t.Errorf("%v, %v", views, err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(fmt.Errorf("enough"))
	if _, err := x.Views(ctx, s.Card, nil, Recency); err == nil || err.Error() != "enough" {
		t.Errorf("after the end: %v", err)
	}
}

func BenchmarkNineViewsAndFusion(b *testing.B) {
	for _, n := range []int{87, 120} {
		s := generated(n, 1)
		b.Run(fmt.Sprintf("units=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Fuse(s.Pool, allViews(b, s), PaperFusing())
			}
		})
	}
}

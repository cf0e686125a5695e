package retrieval

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

func pool(texts ...string) card.Pool {
	units := make([]card.Unit, len(texts))
	for i, text := range texts {
		units[i] = card.Unit{ID: fmt.Sprintf("u%d", i), Text: text}
	}
	return card.NewPool(units)
}

// Two units of two words each; "fox" stands twice in one of them. Worked out
// by hand: idf = ln(1 + 1.5/1.5) = ln 2, and 2 of 2.2 / (2 + 1.2) of it.
func TestScoreByHand(t *testing.T) {
	ranked := NewBM25(pool("lazy dog", "fox fox")).Rank("Fox")
	if ranked[0].Position != 1 || ranked[1].Score != 0 {
		t.Fatalf("ranked %+v", ranked)
	}
	if want := math.Ln2 * 2 * 2.2 / 3.2; math.Abs(ranked[0].Score-want) > 1e-15 {
		t.Errorf("score %v, want %v", ranked[0].Score, want)
	}
	twice := NewBM25(pool("lazy dog", "fox fox")).Rank("fox, fox?")
	if math.Abs(twice[0].Score-2*ranked[0].Score) > 1e-15 {
		t.Errorf("a word asked twice scores %v, once %v", twice[0].Score, ranked[0].Score)
	}
}

func TestEveryFieldOfAUnitCounts(t *testing.T) {
	p := card.NewPool([]card.Unit{
		{ID: "none", Text: "alpha"},
		{ID: "path", Path: `src\needle.go`},
		{ID: "symbol", Symbol: "Needle"},
		{ID: "language", Language: "needle"},
		{ID: "text", Text: "a needle"},
	})
	for _, r := range NewBM25(p).Rank("needle") {
		if found := r.Score > 0; found == (p.Units[r.Position].ID == "none") {
			t.Errorf("%s scores %v", p.Units[r.Position].ID, r.Score)
		}
	}
}

func TestTiesGoByEvidenceID(t *testing.T) {
	p := card.NewPool([]card.Unit{{ID: "b", Text: "tie"}, {ID: "Z", Text: "tie"}, {ID: "a", Text: "tie"}, {ID: "a10"}, {ID: "a9"}})
	if got, want := NewBM25(p).Top("tie", 9), []string{"Z", "a", "b", "a10", "a9"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNothingToRank(t *testing.T) {
	if got := NewBM25(card.NewPool(nil)).Rank("x"); len(got) != 0 {
		t.Errorf("an empty pool ranks %v", got)
	}
	if got := NewBM25(pool("", "")).Top("x", 2); !slices.Equal(got, []string{"u0", "u1"}) {
		t.Errorf("units without words rank %v", got)
	}
}

func TestRankingIsAPermutationBestFirst(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "c", "d", "Σ", "x_1"})
	sentence := rapid.Map(rapid.SliceOfN(word, 0, 8), func(w []string) string { return strings.Join(w, " ") })
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(sentence, 0, 12).Draw(t, "texts")
		query := sentence.Draw(t, "query")
		ranked := NewBM25(pool(texts...)).Rank(query)
		seen := make([]bool, len(texts))
		for i, r := range ranked {
			if seen[r.Position] {
				t.Fatalf("position %d stands twice", r.Position)
			}
			seen[r.Position] = true
			if !(r.Score >= 0) || i > 0 && r.Score > ranked[i-1].Score {
				t.Fatalf("scores are not falling: %+v", ranked)
			}
			shared := slices.ContainsFunc(words(query), func(w string) bool { return slices.Contains(words(texts[r.Position]), w) })
			if shared != (r.Score > 0) {
				t.Fatalf("query %q, text %q: score %v", query, texts[r.Position], r.Score)
			}
		}
		if len(ranked) != len(texts) {
			t.Fatalf("%d of %d units ranked", len(ranked), len(texts))
		}
	})
}

func TestStarterQueryReadsTheCard(t *testing.T) {
	s := card.StateCard{
		Repo: "r", Issue: "i", Need: "n", Observation: "o", Hypothesis: "h", Subgoal: "g",
		OpenedFiles: []string{"f1", "f2"}, Queries: []string{"q"}, Diff: "diff", TestOutput: "test",
	}
	if got, want := words(StarterQuery(s)), []string{"r", "i", "n", "o", "h", "g", "f1", "f2", "q"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	s.Raw = []records.Member{
		{Name: "opened_files", Value: []byte(`["f1", ["deep", ["er\n2"]], 7, null, {"k": "v"}]`)},
		{Name: "search_queries", Value: []byte(`null`)},
	}
	if got, want := words(StarterQuery(s)), []string{"r", "i", "n", "o", "h", "g", "f1", "deep", "er", "2"}; !slices.Equal(got, want) {
		t.Errorf("with the record: got %v, want %v", got, want)
	}
}

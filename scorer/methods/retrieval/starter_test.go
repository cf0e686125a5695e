package retrieval

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// beside finds a file that stands beside a checkout of the project and not in it.
func beside(t testing.TB, parts ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{"..", "..", "..", "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no reference values here: %s is absent", path)
	}
	return path
}

// state reads what the starter baseline reads of an item, wrong types passed by.
func state(t testing.TB, raw jsontext.Value) (card.StateCard, card.Pool) {
	t.Helper()
	members, err := records.Members(raw)
	if err != nil {
		t.Fatal(err)
	}
	text := func(ms []records.Member, key string) string {
		var s string
		for _, m := range ms {
			if m.Name == key && m.Value.Kind() == '"' {
				_ = json.Unmarshal(m.Value, &s)
			}
		}
		return s
	}
	s := card.StateCard{
		ID: text(members, "state_id"), Repo: text(members, "repo"), Issue: text(members, "issue"),
		Need: text(members, "information_need"), Observation: text(members, "current_observation"),
		Hypothesis: text(members, "current_hypothesis"), Subgoal: text(members, "current_subgoal"), Raw: members,
	}
	var units []card.Unit
	list, err := records.Elements(member(members, "candidate_evidence"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		ms, err := records.Members(v)
		if err != nil {
			t.Fatal(err)
		}
		units = append(units, card.Unit{
			ID: text(ms, "evidence_id"), Text: text(ms, "content_excerpt"), Path: text(ms, "source_path"),
			Symbol: text(ms, "symbol"), Language: text(ms, "language"),
		})
	}
	return s, card.NewPool(units)
}

func lines(t testing.TB, path string) []jsontext.Value {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []jsontext.Value
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		out = append(out, bytes.Clone(in.Bytes()))
	}
	return out
}

func TestStarterRanksAsTheReference(t *testing.T) {
	items := lines(t, beside(t, "data", "serbench-example", "items.jsonl"))
	want := lines(t, beside(t, "golden", "example_bm25_starter_predictions.jsonl"))
	for i, raw := range items {
		s, pool := state(t, raw)
		var p struct {
			State  string   `json:"state_id"`
			Ranked []string `json:"ranked_evidence_ids"`
		}
		if err := json.Unmarshal(want[i], &p); err != nil {
			t.Fatal(err)
		}
		if p.State != s.ID {
			t.Fatalf("item %d is %s, its prediction %s", i, s.ID, p.State)
		}
		if got := NewBM25(pool).Top(StarterQuery(s), len(p.Ranked)); !slices.Equal(got, p.Ranked) {
			t.Errorf("%s:\n got %v\nwant %v", s.ID, got, p.Ranked)
		}
	}
}

func TestStarterCornersOfTheReference(t *testing.T) {
	raw, err := os.ReadFile(beside(t, "golden", "bm25_starter_corners.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Item     jsontext.Value `json:"item"`
		Expected []string       `json:"expected"`
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		s, pool := state(t, c.Item)
		if got := NewBM25(pool).Top(StarterQuery(s), len(c.Expected)); !slices.Equal(got, c.Expected) {
			t.Errorf("%s: got %v, want %v", s.ID, got, c.Expected)
		}
	}
}

func BenchmarkIndexRealPool(b *testing.B) {
	items := lines(b, beside(b, "data", "serbench-example", "items.jsonl"))
	_, pool := state(b, items[1]) // 120 units
	for b.Loop() {
		NewBM25(pool)
	}
}

func BenchmarkRankRealPool(b *testing.B) {
	items := lines(b, beside(b, "data", "serbench-example", "items.jsonl"))
	s, pool := state(b, items[1])
	x, query := NewBM25(pool), StarterQuery(s)
	for b.Loop() {
		x.Rank(query)
	}
}

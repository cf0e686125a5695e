package scorer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval/tokens"
)

// sampleCases reads the public example whole.
func sampleCases(t *testing.T) (Input, []Case) {
	example := filepath.Join("..", "..", "shared", "data", "serbench-example")
	if _, err := os.Stat(example); err != nil {
		t.Skipf("no example here: %s is absent", example)
	}
	in := Input{Labels: filepath.Join(example, "labels.jsonl"), Items: filepath.Join(example, "items.jsonl"), Predictions: []string{golden(t, "example_bm25_starter_predictions.jsonl")}}
	states := map[string]card.State{}
	items, err := os.Open(in.Items)
	if err != nil {
		t.Fatal(err)
	}
	defer items.Close()
	err = card.ReadStates(t.Context(), in.Items, items, card.NewSeen(), func(_ int, s card.State, _ [32]byte) error {
		states[s.Card.ID] = s
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c := newCorpus(nil, true, true)
	if err := c.readLabels(t.Context(), in.Labels); err != nil {
		t.Fatal(err)
	}
	var cases []Case
	for _, id := range c.states {
		cases = append(cases, Case{c.labels[id].whole(), states[id]})
	}
	return in, cases
}

// On the public example: the matrix scores as scoring does, every fact of a
// state is known, and every returned unit has its tokens. Its units do not say
// their language, and one state has flags without a list of observed IDs.
func TestMatrixOfTheExample(t *testing.T) {
	in, cases := sampleCases(t)
	m, err := MatrixFiles(t.Context(), in, MatrixOptions{Tokens: tokens.New().Unit, Tokenizer: tokens.Tokenizer, Basis: tokens.Basis})
	if err != nil {
		t.Fatal(err)
	}
	scored, err := ScoreFiles(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := cellsOf(m.Full()), cellsOf(scored.Full()); a != b || len(m.States) != len(cases) {
		t.Errorf("the matrix says\n%s\nscoring says\n%s", a, b)
	}
	overlap := 0
	for _, s := range m.States {
		if s.Joined != 0 || s.Pool == 0 || s.Repo == "" || s.Language != "python" || s.Boundary == "" {
			t.Errorf("facts of %+v", s)
		}
		if s.Flagged > 0 {
			overlap++
		}
	}
	if text := m.StrataTable(ByOverlap).String(); overlap != 1 || !strings.Contains(text, "recorded overlap, n=1") || !strings.Contains(text, "on 1 of 3 states the two sources disagree") {
		t.Errorf("%d states with flags:\n%s", overlap, text)
	}
	if cell := m.Returned().Rows[0].Cells[2]; cell.States != len(cases) || cell.Value == nil || *cell.Value < 1000 {
		t.Errorf("context: %+v", cell)
	}
}

// On the public example the oracle completes every state that eight units can,
// and without the heaviest group none.
func TestOraclesOfTheExample(t *testing.T) {
	_, cases := sampleCases(t)
	o := OracleOptions{Tokens: tokens.New().Unit}
	for _, c := range cases {
		var ranking []string
		for _, u := range c.State.Pool.Units {
			ranking = append(ranking, u.ID)
		}
		whole, err := MakeOracleSet(c.Certificate, c.State, ranking, 5, o)
		if err != nil {
			t.Fatal(err)
		}
		if small := OracleOf(c.Certificate, certificate.DefaultBudget()); !whole.Proven || !whole.Complete || len(whole.Witness) != small.Units {
			t.Errorf("%s: %+v, the smallest set has %d units", whole.State, whole, small.Units)
		}
		set, err := WithoutGroup(c.Certificate, c.State, ranking, whole, o)
		if err != nil {
			t.Fatal(err)
		}
		if certificate.Compile(c.Certificate).Complete(set.Units) || set.Short > 0 || len(set.Units) != len(whole.Units) || set.Tokens > 6144 {
			t.Errorf("%s without %s: %+v", set.State, set.Removed, set)
		}
	}
}

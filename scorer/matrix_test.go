package scorer

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

// What was read from files is what was handed over in memory.
func TestMatrixOfFilesIsThatOfMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		var items, labels, predictions []string
		for _, c := range w.cases {
			items = append(items, string(card.EncodeState(c.State)))
			labels = append(labels, string(certificate.Encode(c.Certificate)))
		}
		for _, p := range w.predictions {
			predictions = append(predictions, string(card.EncodePrediction(p)))
		}
		dir := t
		in := Input{
			Labels: writeRapid(dir, "l.jsonl", labels), Items: writeRapid(dir, "i.jsonl", items),
			Predictions: []string{writeRapid(dir, "p.jsonl", predictions)}, AllowSubset: true, AsReference: true,
		}
		got, err := MatrixFiles(t.Context(), in, MatrixOptions{Tokens: letters, Tokenizer: "letters", Basis: "text"})
		if err != nil {
			t.Fatal(err)
		}
		want := w.matrix(t)
		for i, tables := range [][2]Table{
			{got.Full(), want.Full()}, {got.Curves(), want.Curves()}, {got.Returned(), want.Returned()}, {got.ObservedShare(), want.ObservedShare()},
			{got.StrataTable(ByLanguage), want.StrataTable(ByLanguage)}, {got.CompositionTable(ByOverlap), want.CompositionTable(ByOverlap)},
		} {
			if a, b := tables[0].Fit(0), tables[1].Fit(0); a != b {
				t.Fatalf("table %d: of files\n%s\nof memory\n%s", i, a, b)
			}
		}
		scored, err := ScoreFiles(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := cellsOf(got.Full()), cellsOf(scored.Full()); a != b {
			t.Fatalf("the matrix says\n%s\nscoring says\n%s", a, b)
		}
	})
}

// cellsOf is every number of a table with its denominator.
func cellsOf(t Table) string {
	var b strings.Builder
	for _, r := range t.Rows {
		fmt.Fprintln(&b, r.Name, r.States, r.Excluded)
		for _, c := range r.Cells {
			fmt.Fprint(&b, c.text(), " ")
		}
	}
	return b.String()
}

// Any number of workers makes the same matrix.
func TestMatrixDoesNotDependOnWorkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		var first string
		for workers := 1; workers <= 8; workers++ {
			m, err := NewMatrix(t.Context(), each(w.cases), each(w.predictions), MatrixOptions{Tokens: letters, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal([]Table{m.Full(), m.Returned(), m.StrataTable(ByRepo)})
			if err != nil {
				t.Fatal(err)
			}
			if first == "" {
				first = string(b)
			}
			if first != string(b) {
				t.Fatalf("%d workers make another matrix", workers)
			}
		}
	})
}

func TestFactsOfStates(t *testing.T) {
	unit := func(id, language string, observed bool) card.Unit {
		return card.Unit{ID: id, Language: language, Observed: observed}
	}
	for _, c := range []struct {
		name     string
		units    []card.Unit
		observed []string
		accepted []string
		want     StateFacts
	}{
		{"no pool", nil, []string{"u1"}, []string{"u1"}, StateFacts{Groups: 1}},
		{"acceptable units decide, not the pool", []card.Unit{unit("u1", "Go", false), unit("u2", "c", false), unit("u3", "c", false)}, nil, []string{"u1"}, StateFacts{Groups: 1, Pool: 3, Language: "go"}},
		{"a tie falls to what the pool has more of", []card.Unit{unit("u1", "b", false), unit("u2", "a", false), unit("u3", "b", false)}, nil, []string{"u1", "u2"}, StateFacts{Groups: 1, Pool: 3, Language: "b"}},
		{"and then to the name", []card.Unit{unit("u1", "b", false), unit("u2", "a", false)}, nil, []string{"u1", "u2"}, StateFacts{Groups: 1, Pool: 2, Language: "a"}},
		{"the pool decides where acceptable units do not say", []card.Unit{unit("u1", "", false), unit("u2", "C", false)}, nil, []string{"u1"}, StateFacts{Groups: 1, Pool: 2, Language: "c"}},
		{"the ending of a path says", []card.Unit{{ID: "u1", Path: `a\b.PY`}, {ID: "u2", Language: "Go"}}, nil, []string{"u1"}, StateFacts{Groups: 1, Pool: 2, Language: "python"}},
		{"nothing says", []card.Unit{unit("u1", "", false)}, nil, []string{"u1"}, StateFacts{Groups: 1, Pool: 1}},
		{"flags and IDs are counted apart", []card.Unit{unit("u1", "", true), unit("u2", "", true), unit("u3", "", false)}, []string{"u2", "u9"}, []string{"u3"}, StateFacts{Groups: 1, Pool: 3, Flagged: 2, Joined: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w world
			w.add("s", "r", group("a", 1, 1, c.accepted...))
			w.cases[0].State.Pool = card.NewPool(c.units)
			w.cases[0].State.Card.Observed = c.observed
			c.want.ID, c.want.Repo, c.want.Boundary = "s", "r", card.AfterSearch
			if got := w.matrix(t).States[0]; got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// Whatever is not known is missing, and a state for which it is not known is
// excluded and not taken for a zero.
func TestWhatIsMissingIsMissing(t *testing.T) {
	var w world
	w.add("a", "r", group("a", 1, 1, "u1"))
	w.add("b", "r", group("a", 1, 1, "u1"))
	w.rank("m", "a", "u1", "stranger")
	w.rank("m", "b", "u1", "u2")
	w.rank("half", "a", "u2")
	m := w.matrix(t)
	tokens := m.Returned().Rows[1].Cells[2]
	if tokens.Value == nil || *tokens.Value != 30 || tokens.States != 1 || tokens.Excluded != 1 {
		t.Errorf("mean tokens with a unit outside the pool: %+v", tokens)
	}
	if got := m.Returned().Rows[0]; got.States != 1 || got.Excluded != 1 || *got.Cells[0].Count != 0 {
		t.Errorf("half: %+v", got)
	}
	bare, err := NewMatrix(t.Context(), each(w.cases), each(w.predictions), MatrixOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c := bare.Returned().Rows[1].Cells[2]; c.Value != nil || c.text() != "missing" {
		t.Errorf("tokens that nobody counted: %+v", c)
	}
	budgets, err := bare.Budgets("m", "half", PaperLimits(), Resampling{Draws: 10})
	if err != nil {
		t.Fatal(err)
	}
	table := bare.BudgetTable(budgets)
	if cells := table.Rows[2].Cells; cells[0].text() != "missing" || cells[2].text() != "missing" || cells[3].text() != "missing" {
		t.Errorf("a token budget that nobody can keep: %+v", cells)
	}
	if cells := table.Rows[0].Cells; cells[0].text() != "100.00  1/1" || cells[3].text() != "missing" {
		t.Errorf("an item budget needs no tokens: %+v", cells)
	}
}

func TestMatrixRefuses(t *testing.T) {
	var w world
	w.add("a", "r", group("a", 1, 1, "u1"))
	twice := append(slices.Clone(w.cases), w.cases[0])
	other := slices.Clone(w.cases)
	other[0].State.Card.ID = "b"
	w.rank("m", "a", "u1")
	again := append(slices.Clone(w.predictions), w.predictions[0])
	broken := func(yield func(Case, error) bool) { yield(Case{}, fmt.Errorf("the disk is gone")) }
	counting := func(*card.Unit) (int, error) { return 0, fmt.Errorf("no vocabulary") }
	for _, c := range []struct {
		name        string
		cases       iter.Seq2[Case, error]
		predictions []card.Prediction
		o           MatrixOptions
		says        string
	}{
		{"a state twice", each(twice), nil, MatrixOptions{}, `state "a" comes twice`},
		{"a certificate with another's state", each(other), nil, MatrixOptions{}, `certificate of state "a" was put with state "b"`},
		{"a ranking twice", each(w.cases), again, MatrixOptions{}, `"m" ranks state "a" twice`},
		{"a source that fails", broken, nil, MatrixOptions{}, "the disk is gone"},
		{"a counter that fails", each(w.cases), nil, MatrixOptions{Tokens: counting}, "unit u1 of state a: no vocabulary"},
		{"a cutoff of 0", each(w.cases), nil, MatrixOptions{Cutoffs: []int{0}}, "below 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := NewMatrix(t.Context(), c.cases, each(c.predictions), c.o); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want words like %q", err, c.says)
			}
		})
	}
	m := w.matrix(t)
	if _, err := m.Select("m", "n"); err == nil || !strings.Contains(err.Error(), "no predictions of n; there are some of m") {
		t.Errorf("an unknown method: %v", err)
	}
	w.rank("m", "elsewhere", "u1")
	if got := w.matrix(t).Notices; len(got) != 1 || !strings.Contains(got[0], "their state has no certificate: 1") {
		t.Errorf("notices %q", got)
	}
}

// A row says which controller answered and whether labels were read.
func TestRowsSayWhatTheyRestOn(t *testing.T) {
	var w world
	w.add("a", "r", group("a", 1, 1, "u1"))
	w.add("b", "r", group("a", 1, 1, "u1"))
	for _, line := range []string{
		`{"state_id": "a", "method": "mss_complement", "ranked_evidence_ids": ["u1"], "controller": "offline"}`,
		`{"state_id": "b", "method": "mss_complement", "ranked_evidence_ids": ["u1"], "controller": "offline", "labels_read_at_inference": false}`,
		`{"state_id": "a", "method": "ssr", "ranked_evidence_ids": [], "controller": "openai"}`,
		`{"state_id": "b", "method": "ssr", "ranked_evidence_ids": [], "controller": "offline"}`,
		`{"state_id": "a", "method": "oracle", "ranked_evidence_ids": ["u1"], "labels_read_at_inference": true}`,
		`{"state_id": "b", "method": "bm25", "ranked_evidence_ids": ["u2"], "controller": null}`,
	} {
		p, err := card.DecodePrediction([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		w.predictions = append(w.predictions, p)
	}
	m := w.matrix(t)
	want := []MethodFacts{{"bm25", "", false}, {"mss_complement", "offline", false}, {"oracle", "", true}, {"ssr", "mixed: offline, openai", false}}
	if !slices.Equal(m.Methods, want) {
		t.Errorf("got %+v", m.Methods)
	}
	text := m.Attribution().String()
	for _, words := range []string{"mss_complement [offline]", "not the paper's results", "ssr [mixed: offline, openai]", "oracle was made with labels in view", "no_feedback_fixed"} {
		if !strings.Contains(text, words) {
			t.Errorf("the table does not say %q:\n%s", words, text)
		}
	}
	for _, r := range m.Main().Rows {
		if r.Name == "oracle" && (!r.Aside || r.Cells[0].Strong) {
			t.Errorf("the oracle competes with methods: %+v", r)
		}
	}
}

// Of three groups two are covered: that is two thirds of the groups and nothing
// of the certificate (paper section 3).
func TestTwoOfThreeGroups(t *testing.T) {
	var w world
	w.add("s", "r", group("a", 1, 1, "u1"), group("b", 1, 1, "u2"), group("c", 1, 1, "u3"))
	w.rank("m", "s", "u1", "u4", "u2")
	row := w.matrix(t).Main().Rows[0].Cells
	if *row[0].Value != 0 || *row[0].Count != 0 || *row[2].Value != 2./3 || *row[4].Value != 2./3 {
		t.Errorf("Complete@5 %v, Group@5 %v, Necessity@5 %v", *row[0].Value, *row[2].Value, *row[4].Value)
	}
}

func TestObservedShareCountsSlots(t *testing.T) {
	var w world
	c := w.add("a", "r", group("a", 1, 1, "u1"))
	c.State.Card.Observed = []string{"u2"}
	c.State.Pool.Units[2].Observed = true // u3
	w.add("b", "r", group("a", 1, 1, "u1"))
	w.rank("m", "a", "u2", "u1", "u3")
	w.rank("m", "b", "u4")
	m := w.matrix(t)
	cells := m.ObservedShare().Rows[0].Cells // @1, @3, ...
	for i, want := range []string{"50.00  1/2", "50.00  2/4", "50.00  2/4"} {
		if got := cells[i].text(); got != want {
			t.Errorf("@%d: %s, want %s", m.Cutoffs[i], got, want)
		}
	}
}

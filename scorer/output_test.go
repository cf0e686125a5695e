package scorer

import (
	"math/big"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

func TestRowsAndSummaryAsWritten(t *testing.T) {
	scores := []Scores{{1, 0.5, 2. / 3, 0, 1e-5, 1}}
	rows := []Row{{State: "s\"1\"", Method: "méthode 🙂\n", Scores: scores}}
	r := Result{Cutoffs: []int{5}, Rows: rows, Methods: Summarize(rows, []string{"s\"1\""}, []int{5})}
	var b strings.Builder
	if err := r.WriteRows(&b); err != nil {
		t.Fatal(err)
	}
	want := `{"group_ndcg@5": 1e-05, "group_recall@5": 0.5, "method": "m\u00e9thode \ud83d\ude42\n", "mss_complete@5": 1.0, "necessity_weighted_recall@5": 0.6666666666666666, "required_novelty@5": 1.0, "role_coverage@5": 0.0, "state_id": "s\"1\""}` + "\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := r.WriteSummary(&b); err != nil {
		t.Fatal(err)
	}
	want = `{
  "m\u00e9thode \ud83d\ude42\n": {
    "group_ndcg@5": 1e-05,
    "group_recall@5": 0.5,
    "mss_complete@5": 1.0,
    "necessity_weighted_recall@5": 0.6666666666666666,
    "required_novelty@5": 1.0,
    "role_coverage@5": 0.0,
    "states": 1.0
  }
}
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestKeysAreSorted(t *testing.T) {
	cols := columns(DefaultCutoffs(), "method", "state_id")
	if len(cols) != 44 {
		t.Fatalf("%d columns", len(cols))
	}
	for i := 1; i < len(cols); i++ {
		if cols[i].key <= cols[i-1].key {
			t.Errorf("%s follows %s", cols[i].key, cols[i-1].key)
		}
	}
}

func TestNumbersAndTextsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		s := rapid.String().Draw(t, "s")
		var y float64
		if err := json.Unmarshal(appendNumber(nil, x), &y); err != nil || x != y {
			t.Fatalf("%v is written %s: %v", x, appendNumber(nil, x), err)
		}
		text := appendText(nil, s)
		var u string
		if err := json.Unmarshal(text, &u); err != nil || u != strings.ToValidUTF8(s, "\ufffd") {
			t.Fatalf("%q is written %s: %v", s, text, err)
		}
		for _, c := range text {
			if c < ' ' || c > '~' {
				t.Fatalf("%q is written %s", s, text)
			}
		}
	})
}

func TestMeanIsCorrectlyRounded(t *testing.T) {
	score := rapid.OneOf(rapid.Just(0.0), rapid.Just(1.0), rapid.Float64Range(1e-9, 1), rapid.Float64Range(1e-300, 1e-290),
		rapid.SampledFrom([]float64{0x1p-53, 0x1p-54, 0x1p-106, 1 - 0x1p-53, 0.5 + 0x1p-53})) // sums half way between two numbers
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(score, 1, 400).Draw(t, "xs")
		var m meanOf
		sum := new(big.Rat)
		for _, x := range xs {
			m.add(x)
			sum.Add(sum, new(big.Rat).SetFloat64(x))
		}
		want, _ := sum.Quo(sum, big.NewRat(int64(len(xs)), 1)).Float64()
		if got := m.value(); got != want {
			t.Fatalf("mean of %d numbers is %v, exactly %v", len(xs), got, want)
		}
	})
	if got := new(meanOf).value(); got != 0 {
		t.Errorf("mean of nothing is %v", got)
	}
}

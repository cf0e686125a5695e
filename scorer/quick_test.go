package scorer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
)

// A plain line is judged in place; it has to come out as the careful way has
// it, and whatever the careful way refuses must not be taken.
func TestPlainRankingsAreJudgedAlike(t *testing.T) {
	taken, left := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]string{"u1", "u2", "u3", "a-long-evidence-id-0001", "a-long-evidence-id-0002", "b-long-evidence-id-0001", "x", ""})
		ids := rapid.OneOf(
			rapid.SliceOfN(unit, 0, 12),
			rapid.Map(rapid.IntRange(0, 200), func(n int) []string {
				out := make([]string, n)
				for i := range out {
					out[i] = fmt.Sprint("u", i)
				}
				return out
			}),
		)
		ks := DefaultCutoffs()
		cert := certificate.Certificate{
			State:    "s",
			Groups:   []certificate.Group{group("a", 2, 1.5, "u1", "u2", "a-long-evidence-id-0001"), group("b", 1, 3, "b-long-evidence-id-0001", "u9")},
			Branches: [][]string{{"u3", "u14"}, {"u2"}},
			Observed: []string{"u1"},
		}
		c := newCorpus(nil, rapid.Bool().Draw(t, "strict"), false)
		c.labels["s"] = &label{cert: cert, standard: NewStandard(cert, ks, ReferenceIdeal)}
		if rapid.Bool().Draw(t, "pool") {
			var units []card.Unit
			for i := range 100 {
				units = append(units, card.Unit{ID: fmt.Sprint("u", i)})
			}
			pool := card.NewPool(units)
			c.known["s"] = &pool
		}
		p := newPass(c, ks)
		for range 3 { // with a desk that was used before
			r := card.Prediction{
				State: rapid.SampledFrom([]string{"s", "t"}).Draw(t, "state"), Method: rapid.SampledFrom([]string{"m", "n"}).Draw(t, "method"),
				Ranked: ids.Draw(t, "ids"),
			}
			line := []byte(card.EncodePrediction(r))
			got, ok := p.quick(line)
			clear(line)
			want, err := p.judge(r)
			if ok != (err == nil) {
				t.Fatalf("%+v: taken is %v, and carefully %v", r, ok, err)
			}
			if !ok {
				left++
				continue
			}
			taken++
			if got.state != want.state || got.method != want.method || !slices.Equal(got.scores, want.scores) {
				t.Fatalf("%+v: got %+v, want %+v", r, got, want)
			}
		}
	})
	if taken == 0 || left == 0 {
		t.Errorf("%d taken, %d left: the test has seen one side only", taken, left)
	}
}

func TestUnitIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.StringMatching(`[ab]{0,7}`), 0, 300).Draw(t, "ids")
		x := newUnitIndex(rapid.IntRange(0, 40).Draw(t, "room"))
		want := map[string]int32{}
		for _, id := range ids {
			if _, met := want[id]; !met {
				if u, _ := find(&x, hashOf([]byte(id)), []byte(id)); u >= 0 {
					t.Fatalf("%q is unit %d before it is met", id, u)
				}
				want[id] = int32(len(want))
			}
			if got := x.number(id); got != want[id] || x.ids[got] != id {
				t.Fatalf("%q is unit %d, want %d", id, got, want[id])
			}
		}
		for id, unit := range want {
			if got, _ := find(&x, hashOf([]byte(id)), []byte(id)); got != unit {
				t.Fatalf("%q is found as %d, want %d", id, got, unit)
			}
		}
	})
}

// Two units whose hashes are equal or meet in one slot stay two.
func TestUnitsWithEqualHashes(t *testing.T) {
	x := newUnitIndex(8)
	for i, id := range []string{"p", "q", "r"} {
		if u, free := find(&x, 3, id); u < 0 {
			x.ids = append(x.ids, id)
			x.slots[free] = unitSlot{3, int32(i)}
		}
	}
	for i, id := range []string{"p", "q", "r"} {
		if u, _ := find(&x, 3, id); u != int32(i) {
			t.Errorf("%s is unit %d", id, u)
		}
	}
}

// A label whose values alone were read gives the same answers to what needs
// its text: whether it repeats another, and where it is wrong.
func TestLabelsReadByTheirValues(t *testing.T) {
	envelope := `{"graded_labels": ` + labelB + `, "by": 1.0}`
	in := Input{
		Labels:      write(t, "labels.jsonl", labelA, envelope, labelA, `{"by": 1, "graded_labels": `+labelB+`}`, strings.Replace(envelope, "1.0", "2", 1)),
		Predictions: []string{write(t, "predictions.jsonl", ranking("A", "m", "u1"), ranking("B", "m", "u1"))},
		Items:       write(t, "items.jsonl", itemA, strings.ReplaceAll(itemB, "u1", "u7")),
	}
	for _, raw := range []string{labelA, labelB, envelope} {
		if _, _, ok := certificate.DecodeValues(jsontext.Value(raw)); !ok {
			t.Errorf("%s is not read by its values", raw)
		}
	}
	_, err := ScoreFiles(t.Context(), in)
	got := new(records.Error)
	_ = got.Merge(err)
	var places []string
	for _, p := range got.Problems {
		places = append(places, fmt.Sprint(p.Line, " ", p.Key))
	}
	want := []string{"5 state_id", "2 graded_labels.required_evidence_groups[0]", "2 ranked_evidence_ids[0]"}
	if !slices.Equal(places, want) || !strings.Contains(err.Error(), "they differ first in by") {
		t.Errorf("%v:\n%v\nwant %v", places, err, want)
	}
}

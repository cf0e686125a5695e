package retrieval

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

// bruteCosines works the similarities out from the definition, with maps.
func bruteCosines(texts []string, query string, features func(string) []string) []float64 {
	docs := make([]map[string]float64, len(texts))
	df := map[string]float64{}
	tf := func(text string) map[string]float64 {
		m := map[string]float64{}
		for _, f := range features(text) {
			m[f]++
		}
		return m
	}
	for i, text := range texts {
		docs[i] = tf(text)
		for f := range docs[i] {
			df[f]++
		}
	}
	weigh := func(m map[string]float64) map[string]float64 {
		out := map[string]float64{}
		for f, n := range m {
			if df[f] > 0 {
				out[f] = (1 + math.Log(n)) * (math.Log((1+float64(len(texts)))/(1+df[f])) + 1)
			}
		}
		return out
	}
	length := func(m map[string]float64) float64 {
		s := 0.0
		for _, w := range m {
			s += w * w
		}
		return math.Sqrt(s)
	}
	q := weigh(tf(query))
	out := make([]float64, len(texts))
	for i := range docs {
		d, sum := weigh(docs[i]), 0.0
		for f, w := range q {
			sum += w * d[f]
		}
		if n := length(d) * length(q); n > 0 {
			out[i] = sum / n
		}
	}
	return out
}

func wordFeatures(text string) []string {
	var out []string
	for word := range strings.FieldsSeq(text) {
		wordTerms(word, func(f string) { out = append(out, f) })
	}
	return out
}

func charFeatures(text string) []string {
	var out []string
	for word := range strings.FieldsSeq(text) {
		r := []rune(" " + strings.ToLower(word) + " ")
		for n := 3; n <= 4; n++ {
			for i := 0; i+n <= len(r); i++ {
				out = append(out, string(r[i:i+n]))
			}
		}
	}
	return out
}

// sentence is some words, with names in every style among them.
func sentence(most int) *rapid.Generator[string] {
	word := rapid.SampledFrom([]string{"lease", "Lease", "lease_time", "leaseTime", "LEASE", "worker", "works", "the", "HTTPServer", "été", "x", "job_queue_size", "queue"})
	return rapid.Map(rapid.SliceOfN(word, 0, most), func(w []string) string { return strings.Join(w, " ") })
}

func TestTFIDFIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(sentence(10), 1, 9).Draw(t, "texts")
		query := sentence(8).Draw(t, "query")
		x := NewIndex(pool(texts...))
		for _, c := range []struct {
			view View
			want []float64
		}{
			{x.WordTFIDF(query), bruteCosines(texts, query, wordFeatures)},
			{x.CharTFIDF(query), bruteCosines(texts, query, charFeatures)},
		} {
			for _, r := range c.view.Ranked {
				if math.Abs(r.Score-c.want[r.Position]) > 1e-12 {
					t.Fatalf("%s of %q for %q is %v, want %v", c.view.Name, texts[r.Position], query, r.Score, c.want[r.Position])
				}
			}
		}
	})
}

func TestSimilarityOfUnits(t *testing.T) {
	x := NewIndex(pool("lease worker", "worker lease", "", "queue"))
	if s := x.Similarity(0, 1); math.Abs(s-1) > 1e-12 {
		t.Errorf("equal bags of words are %v alike", s)
	}
	if x.Similarity(0, 3) != 0 || x.Similarity(2, 2) != 0 || x.Similarity(0, 2) != 0 {
		t.Error("units without a word in common are alike")
	}
	// u10 comes before u2 by ID: positions are those of the pool all the same.
	p := card.NewPool([]card.Unit{{ID: "u2", Text: "a b"}, {ID: "u10", Text: "c"}, {ID: "u1", Text: "b a"}})
	if s := NewIndex(p).Similarity(0, 2); math.Abs(s-1) > 1e-12 {
		t.Errorf("u2 and u1 are %v alike", s)
	}
}

// BM25 with a saturated query, from the definition.
func TestOkapiIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(sentence(10), 1, 9).Draw(t, "texts")
		query := sentence(12).Draw(t, "query")
		total := 0.0
		for _, d := range texts {
			total += float64(len(words(d)))
		}
		count := func(text, w string) (n float64) {
			for _, v := range words(text) {
				if v == w {
					n++
				}
			}
			return n
		}
		distinct := words(query)
		slices.Sort(distinct)
		distinct = slices.Compact(distinct)
		for _, r := range NewIndex(pool(texts...)).Okapi(query).Ranked {
			want, d := 0.0, texts[r.Position]
			for _, w := range distinct {
				df := 0.0
				for _, other := range texts {
					df += min(1, count(other, w))
				}
				tf, q := count(d, w), count(query, w)
				if tf > 0 {
					norm := 1.2 * (0.25 + 0.75*float64(len(words(d)))*float64(len(texts))/total)
					want += q * 9 / (q + 8) * math.Log(1+(float64(len(texts))-df+0.5)/(df+0.5)) * tf * 2.2 / (tf + norm)
				}
			}
			if math.Abs(r.Score-want) > 1e-12*(1+want) {
				t.Fatalf("%q for %q scores %v, want %v", d, query, r.Score, want)
			}
		}
	})
}

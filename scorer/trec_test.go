package scorer

import (
	"bytes"
	"io"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

func trecWorld() ([]certificate.Certificate, []card.Prediction) {
	certs := []certificate.Certificate{
		{State: "plain", Groups: []certificate.Group{{ID: "G1", Threshold: 1, Acceptable: []string{"u1", "u2"}}, {Threshold: 2, Acceptable: []string{"u2", "u3", "u3"}}}, Branches: [][]string{{"u9"}}},
		{State: "two words: 100%", Groups: []certificate.Group{{ID: "a::b", Threshold: 1, Acceptable: []string{"path/with space.go:1-2", "é漢\u00a0\t"}}}},
		{State: "asks nothing"},
	}
	predictions := []card.Prediction{
		{State: "plain", Method: "my method", Ranked: []string{"u3", "x y", "u1"}},
		{State: "two words: 100%", Method: "my method", Ranked: []string{"path/with space.go:1-2"}},
		{State: "asks nothing", Method: "my method"},
		{State: "without a certificate", Method: "my method", Ranked: []string{"u1"}},
	}
	return certs, predictions
}

func TestTREC(t *testing.T) {
	certs, predictions := trecWorld()
	for name, write := range map[string]func(io.Writer) error{
		"qrels.txt":        func(w io.Writer) error { return WriteTRECQrels(w, certs) },
		"qrels_groups.txt": func(w io.Writer) error { return WriteTRECGroupQrels(w, certs) },
		"run.txt":          func(w io.Writer) error { return WriteTRECRun(w, predictions) },
		"run_groups.txt":   func(w io.Writer) error { return WriteTRECGroupRun(w, certs, predictions) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		sameAsGolden(t, "trec/"+name, b.Bytes())
	}
}

func TestTRECRefuses(t *testing.T) {
	run := func(p ...card.Prediction) error { return WriteTRECRun(io.Discard, p) }
	qrels := func(c ...certificate.Certificate) error { return WriteTRECGroupQrels(io.Discard, c) }
	one := card.Prediction{State: "s", Method: "m", Ranked: []string{"u1"}}
	groups := func(ids ...string) certificate.Certificate {
		c := certificate.Certificate{State: "s"}
		for _, id := range ids {
			c.Groups = append(c.Groups, certificate.Group{ID: id, Acceptable: []string{"u1"}})
		}
		return c
	}
	for _, c := range []struct {
		err  error
		says string
	}{
		{run(one, one), `ranks state "s" twice`},
		{run(one, card.Prediction{State: "t", Method: "n"}), "one method"},
		{run(card.Prediction{Method: "m"}), "without a state"},
		{run(card.Prediction{State: "s", Method: "m", Ranked: []string{"u1", ""}}), "empty ID at position 2"},
		{run(card.Prediction{State: "s", Method: "m", Ranked: []string{"u1", "u2", "u1"}}), "positions 1 and 3"},
		{qrels(groups("G1"), groups("G2")), "two certificates"},
		{qrels(groups("G1", "G1")), "two groups called G1"},
		{qrels(certificate.Certificate{}), "without a state"},
		{qrels(certificate.Certificate{State: "s", Groups: []certificate.Group{{ID: "G", Acceptable: []string{""}}}}), "group G"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("got %v, want words like %q", c.err, c.says)
		}
	}
}

// Any name is one word, two names are never the same word, and the name can be
// had back.
func FuzzTRECNames(f *testing.F) {
	for _, s := range []string{"plain", "two words", "100%", "%41", "a::b", "é\u00a0", "\xff\x00", "", "\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		word := trecName(name, ":")
		if len(strings.Fields(word)) > 1 || strings.ContainsAny(word, ": \t\n\r\x00") || name != "" && word == "" {
			t.Fatalf("%q becomes %q", name, word)
		}
		back, err := url.PathUnescape(word)
		if err != nil || back != name {
			t.Fatalf("%q becomes %q and comes back as %q, %v", name, word, back, err)
		}
	})
}

// Every line of a run has six words, ranks count up and scores fall, so that
// tools which sort by score keep the order.
func TestTRECRunKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := card.Prediction{State: "s", Method: "m", Ranked: distinct(drawRanking(t))}
		var b bytes.Buffer
		if err := WriteTRECRun(&b, []card.Prediction{p}); err != nil {
			t.Fatal(err)
		}
		var ids []string
		last := math.MaxInt
		for line := range strings.Lines(b.String()) {
			f := strings.Fields(line)
			if len(f) != 6 {
				t.Fatalf("%q has %d words", line, len(f))
			}
			score := 0
			for _, d := range f[4] {
				score = 10*score + int(d-'0')
			}
			if score >= last || score < 1 {
				t.Fatalf("the score %d does not fall from %d", score, last)
			}
			last = score
			ids = append(ids, f[2])
		}
		if !slices.Equal(ids, p.Ranked) {
			t.Fatalf("%v comes out as %v", p.Ranked, ids)
		}
	})
}

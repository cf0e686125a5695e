package dataset

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/fixtures"
	"suffice/scorer"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/offline"
	"suffice/scorer/methods/run"
)

// demo is the demo project with runs of real methods on it.
func demo(t testing.TB, names ...string) Sources {
	t.Helper()
	d, err := fixtures.BuildDemo()
	must(t, err)
	states := map[string]card.State{}
	var ids []string
	must(t, card.ReadStates(t.Context(), "items", bytes.NewReader(d.Items), card.NewSeen(), func(_ int, s card.State, _ [32]byte) error {
		states[s.Card.ID] = s
		ids = append(ids, s.Card.ID)
		return nil
	}))
	var certs []certificate.Certificate
	must(t, records.Read(t.Context(), "labels", bytes.NewReader(d.Labels), func(r records.Record) (certificate.Certificate, error) { return certificate.Decode(r.Raw) },
		func(_ int, c certificate.Certificate) error { certs = append(certs, c); return nil }))
	load := func(_ context.Context, id string) (card.State, error) {
		s, ok := states[id]
		if !ok {
			return s, fmt.Errorf("state %s: %w", id, fs.ErrNotExist)
		}
		return s, nil
	}
	with := complement.Defaults()
	with.Controller = offline.New(offline.Options{})
	var ms []methods.Method
	for _, name := range names {
		m, err := complement.New(name, with)
		must(t, err)
		ms = append(ms, m)
	}
	root := t.TempDir()
	x, err := run.Start(t.Context(), run.Plan{Root: root, Experiment: "demo", Methods: ms, States: ids, Load: load, Revision: "r1"})
	must(t, err)
	_, err = x.Wait()
	must(t, err)
	return Sources{Root: root, Load: load, Certificates: certs, Revision: "r2"}
}

// What the real methods write is what the data set reads: nothing that they
// tell is lost, and scores are those of the scorer.
func TestRealRunsFillTheSheets(t *testing.T) {
	s := demo(t, "bm25", "dense", "mmr", "fused", "mss_complement", "fixed_top8", "single_stage")
	dir := filepath.Join(t.TempDir(), "set")
	set, d, err := Build(t.Context(), s, Target{Dir: dir})
	must(t, err)
	rows := map[string]int{}
	for _, sheet := range d.Sheets {
		rows[sheet.Name] = sheet.Rows
		if sheet.Rows == 0 {
			t.Errorf("real runs give sheet %s no row", sheet.Name)
		}
	}
	labelled := map[string]certificate.Certificate{}
	for _, c := range s.Certificates {
		labelled[c.State] = c
	}
	scored := 0
	for r := range set.Runs.Rows {
		state, method := set.text(r, "state_id"), set.text(r, "method")
		if set.text(r, "outcome") != run.OutcomeFinished {
			t.Fatalf("%s on %s: %s", method, state, set.text(r, "failure"))
		}
		c, ok := labelled[state]
		want := NoCertificate
		if ok {
			want = Joined
			st, err := s.Load(t.Context(), state)
			must(t, err)
			if len(certificate.Faults(c, st.Card, &st.Pool, card.Observe(st))) > 0 {
				want = NotScorable
			}
		}
		if got := set.text(r, "labels"); got != string(want) {
			t.Errorf("%s on %s: labels %q; want %q", method, state, got, want)
		}
		if want != Joined {
			continue
		}
		scored++
		checkScores(t, s, set, r, c)
	}
	if scored == 0 {
		t.Fatal("no run has a label")
	}
	checkFactors(t, set)
	for _, name := range Tables() {
		tab := table(t, set, name, TableOptions{})
		for _, f := range scorer.Formats() {
			if text := written(t, tab, f); len(text) == 0 {
				t.Errorf("table %s as %s is empty", name, f)
			}
		}
	}
}

// checkScores works the scores of a run out again from its prediction.
func checkScores(t *testing.T, s Sources, set Set, r int, c certificate.Certificate) {
	t.Helper()
	entries, err := run.Runs(t.Context(), s.Root, "demo")
	must(t, err)
	for _, e := range entries {
		if e.RunID != set.text(r, "run_id") {
			continue
		}
		var tally scorer.Tally
		out := make([]scorer.Scores, 2)
		tally.Score(scorer.NewStandard(c, []int{5, 8}, scorer.ReferenceIdeal), e.Output.Ranked, out)
		for i, k := range []int{5, 8} {
			for _, m := range []scorer.Metric{scorer.Complete, scorer.GroupRecall} {
				if got, ok := set.Runs.Value(r, m.Key(k)).Number(); !ok || got != out[i][m] {
					t.Errorf("%s on %s: %s is %v, %v; the scorer says %v", e.Method, e.State, m.Key(k), got, ok, out[i][m])
				}
			}
		}
		for _, column := range []string{"file_recall@10", "returned_units", "source_tokens", "pool_units", "language", "repo", "boundary", "index_build_ms", "wall_ms"} {
			if !set.Runs.Value(r, column).Known() {
				t.Errorf("%s on %s: %s is missing", e.Method, e.State, column)
			}
		}
	}
}

// checkFactors looks at what is read off the identities of real methods.
func checkFactors(t *testing.T, set Set) {
	t.Helper()
	want := map[string]string{
		"bm25":           "query=state",
		"dense":          "query=state embedder=lsa",
		"mmr":            "base=fused lambda=1 embedder=lsa",
		"fused":          "embedder=lsa",
		"mss_complement": "controller=offline embedder=lsa ceiling=6144",
		"fixed_top8":     "controller=offline embedder=lsa ceiling=6144 derived_from=mss_complement",
		"single_stage":   "controller=offline embedder=lsa ceiling=6144 derived_from=mss_complement",
	}
	for r := range set.Runs.Rows {
		for _, pair := range strings.Fields(want[set.text(r, "method")]) {
			column, level, _ := strings.Cut(pair, "=")
			if got := set.text(r, column); !strings.HasPrefix(got, level) {
				t.Fatalf("%s of %s is %q; want %q", column, set.text(r, "method"), got, level)
			}
		}
	}
}

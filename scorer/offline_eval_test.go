package scorer_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/fixtures"
	"suffice/scorer"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/offline"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

var figures = flag.Bool("figures", false, "print what the offline controller comes to on all development and held-out states")

// tried is a way to answer a state, by the name it has in the tables.
type tried struct {
	name string
	run  func(in *methods.Input) ([]string, error)
}

// cutTo is how many units a ranking without a size of its own is cut to.
const cutTo = 8

// ways are the methods that the offline controller is measured against, and
// itself with parts of its policy taken out.
func ways(t testing.TB) []tried {
	asking := func(name, method string, change func(w *offline.Weights)) tried {
		weights := offline.Defaults()
		if change != nil {
			change(&weights)
		}
		with := complement.Defaults()
		with.Controller = offline.New(offline.Options{Weights: weights})
		return tried{name, running(t, method, with)}
	}
	list := []tried{
		asking("mss_complement", complement.MethodComplement, nil),
		asking("- without ends", complement.MethodComplement, func(w *offline.Weights) { w.Callee, w.Caller, w.Tester = 0, 0, 0 }),
		asking("- nothing counts as seen", complement.MethodComplement, func(w *offline.Weights) { w.SeenWord, w.SeenDefinition, w.ObservedUnit = 1, 1, 1 }),
		asking("- all eight kept", complement.MethodComplement, func(w *offline.Weights) { w.Keep = 0 }),
		asking("no_feedback_adaptive", complement.MethodNoFeedback, nil),
		asking("independent_similarity", complement.MethodIndependent, nil),
		asking("ssr", complement.MethodSSR, nil),
	}
	for _, method := range []string{retrieval.MethodFused, retrieval.MethodBM25, retrieval.MethodRandom} {
		run := running(t, method, complement.Defaults())
		list = append(list, tried{method, func(in *methods.Input) ([]string, error) {
			ranked, err := run(in)
			return ranked[:min(cutTo, len(ranked))], err
		}})
		if method != retrieval.MethodFused {
			continue
		}
		list = append(list, tried{"- observed units left out", func(in *methods.Input) ([]string, error) {
			ranked, err := run(in)
			var rest []string
			for _, id := range ranked {
				if len(rest) < cutTo && !in.Observed(id) {
					rest = append(rest, id)
				}
			}
			return rest, err
		}})
	}
	return list
}

func running(t testing.TB, method string, with complement.Settings) func(in *methods.Input) ([]string, error) {
	t.Helper()
	m, err := complement.New(method, with)
	if err != nil {
		t.Fatal(err)
	}
	return func(in *methods.Input) ([]string, error) {
		out, err := m.Run(context.Background(), in, methods.RecorderFunc(func(methods.Event) error { return nil }))
		return out.Ranked, err
	}
}

// result is what one way came to on one state.
type result struct {
	scores   []scorer.Scores // at 5 and 8
	returned float64         // completion of all that was returned
	size     int
	tokens   int
}

// measured is what one way came to on a set, as sums over states.
type measured struct {
	states, size, tokens           int
	complete5, complete8, returned float64
	group5, group8                 float64
}

func (m *measured) add(r result) {
	m.states++
	m.size += r.size
	m.tokens += r.tokens
	m.complete5 += r.scores[0][scorer.Complete]
	m.complete8 += r.scores[1][scorer.Complete]
	m.group5 += r.scores[0][scorer.GroupRecall]
	m.group8 += r.scores[1][scorer.GroupRecall]
	m.returned += r.returned
}

// measure runs every way on every state, states side by side, and adds up in
// the order of the states.
func measure(t testing.TB, states []judged, list []tried) []measured {
	t.Helper()
	count := tokens.New()
	results := make([][]result, len(states))
	errs := make([]error, len(states))
	var group sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, s := range states {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i], errs[i] = onState(methods.NewInput(s.State, count), s.Cert, list)
		})
	}
	group.Wait()
	out := make([]measured, len(list))
	for i := range states {
		if errs[i] != nil {
			t.Fatalf("state %s: %v", states[i].Card.ID, errs[i])
		}
		for w := range list {
			out[w].add(results[i][w])
		}
	}
	return out
}

func onState(in *methods.Input, c certificate.Certificate, list []tried) ([]result, error) {
	out := make([]result, len(list))
	standard, meaning := scorer.NewStandard(c, []int{5, 8}, scorer.ReferenceIdeal), certificate.Compile(c)
	var tally scorer.Tally
	for w, way := range list {
		ranked, err := way.run(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", way.name, err)
		}
		r := result{scores: make([]scorer.Scores, 2), size: len(ranked)}
		tally.Score(standard, ranked, r.scores)
		if meaning.Complete(ranked) {
			r.returned = 1
		}
		for _, id := range ranked {
			n, err := in.Tokens.Unit(in.Pool().Unit(id))
			if err != nil {
				return nil, err
			}
			r.tokens += n
		}
		out[w] = r
	}
	return out, nil
}

// Where several requirements are planted, one of them all over the pool, set
// coverage completes more certificates than plain similarity does, and than the
// fused order. The states are not those that the weights were settled on.
func TestSetCoverageBeatsSimilarityWhereRequirementsArePlanted(t *testing.T) {
	list := ways(t)
	by := map[string]measured{}
	for w, m := range measure(t, plantedStates(7, 40), list) {
		by[list[w].name] = m
	}
	set := by["mss_complement"]
	for _, other := range []string{"independent_similarity", "fused", "- observed units left out", "bm25", "random"} {
		o := by[other]
		if set.complete5 <= o.complete5 || set.complete8 <= o.complete8 || set.group5 <= o.group5 || set.group8 <= o.group8 {
			t.Errorf("of %d states mss_complement completes %v at 5 and %v at 8, %s %v and %v; groups %.1f and %.1f against %.1f and %.1f",
				set.states, set.complete5, set.complete8, other, o.complete5, o.complete8, set.group5, set.group8, o.group5, o.group8)
		}
	}
	for _, part := range []string{"- without ends", "- nothing counts as seen"} {
		if set.group8 < by[part].group8 {
			t.Errorf("it covers more groups %s: %.1f against %.1f", strings.TrimPrefix(part, "- "), by[part].group8, set.group8)
		}
	}
}

func TestFiguresOfTheOfflineController(t *testing.T) {
	if !*figures {
		t.Skip("give -figures to print the tables; they take half a minute")
	}
	list := ways(t)
	for _, set := range []struct {
		name   string
		states []judged
	}{
		{"demo", demoStates(t)},
		{"public example", exampleStates(t)},
		{"planted, development", plantedStates(1, 150)},
		{"planted, held out", plantedStates(7, 150)},
		{"standard library, development", sourceStates(t, 1, 12, developmentPackages()...)},
		{"standard library, held out", sourceStates(t, 2, 12, heldOutPackages()...)},
	} {
		if len(set.states) == 0 {
			t.Logf("%s: not at hand", set.name)
			continue
		}
		printFigures(set.name, set.states, list, measure(t, set.states, list))
		var several []judged
		for _, s := range set.states {
			if len(s.Cert.Groups) > 1 {
				several = append(several, s)
			}
		}
		if len(several) < len(set.states) && len(several) > 0 {
			printFigures(set.name+", two groups or more", several, list, measure(t, several, list))
		}
	}
}

// printFigures writes a table in Markdown: shares in percent, means per state.
func printFigures(name string, states []judged, list []tried, all []measured) {
	fmt.Printf("\n**%s** (%d states)\n\n| method | Complete@5 | Complete@8 | returned | Group@5 | Group@8 | units | tokens |\n|---|---|---|---|---|---|---|---|\n", name, len(states))
	for w, m := range all {
		n := float64(m.states)
		fmt.Printf("| %s | %.1f (%.0f) | %.1f (%.0f) | %.1f (%.0f) | %.1f | %.1f | %.2f | %.0f |\n", list[w].name,
			100*m.complete5/n, m.complete5, 100*m.complete8/n, m.complete8, 100*m.returned/n, m.returned, 100*m.group5/n, 100*m.group8/n, float64(m.size)/n, float64(m.tokens)/n)
	}
}

func developmentPackages() []string {
	return strings.Fields("archive/zip bufio bytes encoding/csv encoding/xml go/printer mime/multipart net/textproto regexp text/template sort strconv")
}

func heldOutPackages() []string {
	return strings.Fields("archive/tar compress/flate encoding/gob encoding/json go/scanner html/template image/png log/slog math/big net/http net/url os/exec text/tabwriter text/template/parse time")
}

func demoStates(t testing.TB) []judged {
	d, err := fixtures.BuildDemo()
	if err != nil {
		t.Fatal(err)
	}
	return readJudged(t, d.Items, d.Labels)
}

// exampleStates are the three public example states, which lie beside the
// checkout; none where they do not.
func exampleStates(t testing.TB) []judged {
	dir := filepath.Join("..", "..", "shared", "data", "serbench-example")
	items, err := os.ReadFile(filepath.Join(dir, "items.jsonl"))
	if err != nil {
		return nil
	}
	labels, err := os.ReadFile(filepath.Join(dir, "labels.jsonl"))
	if err != nil {
		return nil
	}
	return readJudged(t, items, labels)
}

// readJudged joins states with their certificates; those without are left out.
func readJudged(t testing.TB, items, labels []byte) []judged {
	certs := map[string]certificate.Certificate{}
	for line := range bytes.Lines(labels) {
		c, err := certificate.Decode(bytes.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		certs[c.State] = c
	}
	var out []judged
	for line := range bytes.Lines(items) {
		s, err := card.DecodeState(bytes.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := certs[s.Card.ID]; ok && len(c.Groups) > 0 {
			out = append(out, judged{s, c})
		}
	}
	return out
}

package scorer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
)

// judged is a state with its certificate.
type judged struct {
	card.State
	Cert certificate.Certificate
}

// sourceStates asks for parts of real code in the words of their comments. What
// a decision needs is a function, and with it some of: one that it calls, a
// test of it, a value that it uses. The first is always described; the others
// are described, or only reachable through the code.
func sourceStates(t testing.TB, seed uint64, each int, names ...string) []judged {
	var out []judged
	for _, p := range sourcePackages(t, names...) {
		r := rand.New(rand.NewPCG(seed, uint64(len(p.all))))
		made := 0
		for _, i := range r.Perm(len(p.all)) {
			if made == each {
				break
			}
			if s, ok := p.state(r, i, fmt.Sprintf("%s-%02d", strings.ReplaceAll(p.path, "/", "-"), made+1)); ok {
				out = append(out, s)
				made++
			}
		}
	}
	return out
}

// wanted is one requirement of a state.
type wanted struct {
	at     int
	role   string
	weight float64
	told   bool // described in the need
}

func (p *sourcePackage) state(r *rand.Rand, i int, id string) (judged, bool) {
	f := p.all[i]
	if !f.fn || f.test || len(f.doc) < 8 || f.unit.LineEnd-f.unit.LineStart < 5 {
		return judged{}, false
	}
	want := []wanted{{i, "bug_location", 3, true}}
	want = append(want, p.related(r, f)...)
	seen, ok := p.observed(r, f, want)
	if !ok {
		return judged{}, false
	}
	s := judged{State: card.State{Card: p.card(r, id, want, seen)}}
	s.Pool = p.pool(r, s.Card, want, seen)
	s.Cert = certificate.Certificate{State: id, Observed: s.Card.Observed}
	for n, w := range want {
		g := certificate.Group{ID: fmt.Sprintf("G%d", n+1), Role: w.role, Acceptable: []string{p.all[w.at].unit.ID}, Threshold: 1, Weight: w.weight}
		for _, win := range p.windows {
			if win.shows(p.all[w.at].unit) && s.Pool.Unit(win.unit.ID) != nil {
				g.Acceptable = append(g.Acceptable, win.unit.ID)
			}
		}
		s.Cert.Groups = append(s.Cert.Groups, g)
	}
	return s, true
}

// related draws up to three further requirements around f.
func (p *sourcePackage) related(r *rand.Rand, f declared) []wanted {
	var out []wanted
	pick := func(list []int, role string, weight float64) {
		if len(list) > 0 && r.IntN(2) == 0 {
			out = append(out, wanted{list[r.IntN(len(list))], role, weight, r.IntN(2) == 0})
		}
	}
	var callees, values, tests []int
	for _, n := range f.calls {
		if at := p.named[n][0]; p.all[at].fn && !p.all[at].test && len(p.all[at].doc) >= 5 {
			callees = append(callees, at)
		}
	}
	for _, n := range f.uses {
		if at := p.named[n][0]; !p.all[at].fn && !p.all[at].test && len(p.all[at].doc) >= 4 {
			values = append(values, at)
		}
	}
	for at, c := range p.all {
		if c.test && slices.Contains(c.calls, f.name) && len(p.named[f.name]) == 1 {
			tests = append(tests, at)
		}
	}
	pick(callees, "behavior_constraint", 2)
	pick(values, "configuration", 1)
	pick(tests, "verification", 1)
	return out
}

// observed draws what the agent has read: a caller of f, or any other function.
func (p *sourcePackage) observed(r *rand.Rand, f declared, want []wanted) (int, bool) {
	var callers, others []int
	for at, c := range p.all {
		if slices.ContainsFunc(want, func(w wanted) bool { return w.at == at }) || !c.fn || len(c.doc) < 5 {
			continue
		}
		if slices.Contains(c.calls, f.name) {
			callers = append(callers, at)
		}
		others = append(others, at)
	}
	if len(callers) > 0 && r.IntN(2) == 0 {
		others = callers
	}
	if len(others) == 0 {
		return 0, false
	}
	return others[r.IntN(len(others))], true
}

// some keeps about that share of words.
func some(r *rand.Rand, words []string, share float64, most int) string {
	var out []string
	for _, w := range words {
		if len(out) < most && r.Float64() < share {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func (p *sourcePackage) card(r *rand.Rand, id string, want []wanted, seen int) card.StateCard {
	s := card.StateCard{
		ID: id, Repo: p.path, Boundary: card.AfterFileInspection,
		Observed: []string{p.all[seen].unit.ID}, OpenedFiles: []string{p.all[seen].unit.Path},
	}
	f := p.all[want[0].at]
	named := func(at int) string { // in one state of three the agent knows the name
		if r.IntN(3) == 0 {
			return p.all[at].name + " "
		}
		return ""
	}
	s.Need = "How " + named(want[0].at) + some(r, f.doc, 0.6, 12)
	for _, w := range want[1:] {
		if w.told {
			s.Need += ", and " + map[string]string{"verification": "how it is tested with "}[w.role] + named(w.at) + some(r, p.all[w.at].doc, 0.6, 9)
		}
	}
	if r.IntN(2) == 0 { // asked for and seen already
		s.Need += ", and " + some(r, p.all[seen].doc, 0.6, 9)
	}
	s.Subgoal = "Find " + some(r, f.doc, 0.4, 5)
	s.Hypothesis = some(r, p.all[r.IntN(len(p.all))].doc, 0.5, 10)
	if r.IntN(2) == 0 {
		s.Hypothesis = some(r, f.doc, 0.5, 10)
	}
	s.Issue = named(want[0].at) + some(r, f.doc, 0.8, 40)
	for range 3 {
		s.Issue += ". " + some(r, p.all[r.IntN(len(p.all))].doc, 0.7, 20)
	}
	u := p.all[seen].unit
	s.Observation = fmt.Sprintf("FILE %s:%d-%d\n%s\n", u.Path, u.LineStart, u.LineEnd, u.Text)
	s.Queries = []string{some(r, f.doc, 0.3, 3)}
	s.Steps = []card.Step{
		{ID: "1", Label: "step 1", Action: "repo_search", Input: s.Queries[0], Output: "QUERY: " + s.Queries[0], Queries: s.Queries},
		{ID: "2", Label: "step 2", Action: "read_file", Input: u.Path, Output: s.Observation, Read: &card.Span{Path: u.Path, LineStart: u.LineStart, LineEnd: u.LineEnd}},
	}
	return s
}

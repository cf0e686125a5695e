package dataset

import (
	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer"
)

// Join says whether labels were joined to a run, and if not, why.
type Join string

// What can come of a join.
const (
	Joined        Join = "joined"
	NoLabels      Join = "no labels"      // the data set was made without certificates
	NoState       Join = "no state"       // there is no such state among those given
	NoCertificate Join = "no certificate" // the state has none
	OtherState    Join = "other state"    // card or pool are not those that the run saw
	Unknowable    Join = "no state hash"  // the run does not say which card and pool it saw
	NotScorable   Join = "not scorable"   // the certificate has a blocking fault
)

// world is everything that runs are joined with, by state.
type world struct {
	labelled bool
	states   map[string]*stateFacts // nil without states
	labels   map[string]*labelFacts
	faults   map[string]string // why a certificate cannot be scored, by state
}

// judge adds what is known of one state: its public side and certificate, which
// may be nil.
func (w *world) judge(s card.State, f *stateFacts, c *certificate.Certificate) {
	w.states[s.Card.ID] = f
	if c == nil {
		return
	}
	if faults := certificate.Faults(*c, s.Card, &s.Pool, card.Observe(s)); len(faults) > 0 {
		w.faults[c.State] = faults[0].Text
		return
	}
	w.labels[c.State] = readLabel(*c, &f.pool)
}

// join puts what is known of its state beside a run. Nothing in the run changes.
func (w *world) join(a *artifacts) {
	state := a.entry.State
	facts := w.states[state]
	seen := a.cardHash()
	if facts != nil && seen == facts.hash {
		a.state = facts
	}
	switch {
	case !w.labelled:
		a.joined = NoLabels
	case facts == nil:
		a.joined = NoState
	case w.faults[state] != "":
		a.joined = NotScorable
	case w.labels[state] == nil:
		a.joined = NoCertificate
	case seen == "":
		a.joined = Unknowable
	case a.state == nil:
		a.joined = OtherState
	default:
		a.joined, a.labels = Joined, w.labels[state]
		a.scores = a.score()
	}
}

// cardHash is the hash of card and pool that the run saw.
func (a *artifacts) cardHash() string {
	if a.manifest == nil {
		return ""
	}
	return a.manifest.Identity.Card
}

// score works out every metric that needs labels; those that are missing are
// not in the map. A run without an output has none of the metrics of an output.
func (a *artifacts) score() map[string]Value {
	out := map[string]Value{}
	if a.finished() {
		a.scoreCompletion(out)
		a.scoreLevels(out)
	}
	a.scoreNavigation(out)
	return out
}

// scoreCompletion scores the ranking against the certificate.
func (a *artifacts) scoreCompletion(out map[string]Value) {
	ranked, l := a.entry.Output.Ranked, a.labels
	var tally scorer.Tally
	scores := make([]scorer.Scores, len(cutoffs()))
	tally.Score(l.standard, ranked, scores)
	for i, k := range cutoffs() {
		for _, m := range scorer.Metrics() {
			out[m.Key(k)] = number(scores[i][m])
		}
	}
	for i, id := range ranked {
		if l.accepting[id] != nil {
			out["rank_of_first_gold"] = integer(i + 1)
			break
		}
	}
	done := tally.CompletionSlot(l.standard.Gold, ranked, len(ranked)) >= 0
	out["returned_complete"] = yes(&done)
	if share, known := a.withinBudget(); known {
		out["gold_within_budget"] = number(share)
	}
}

// scoreLevels scores the ranking as one of files, and as one of functions. A
// state without gold at a level is an exclusion there: its value is missing.
func (a *artifacts) scoreLevels(out map[string]Value) {
	ranked, cert, pool := a.entry.Output.Ranked, a.labels.cert, &a.state.pool
	for _, level := range []struct {
		name  string
		score func(certificate.Certificate, *card.Pool, []string, []int) (scorer.Localization, bool)
	}{{"file", scorer.FileLevel}, {"function", scorer.FunctionLevel}} {
		if at, ok := level.score(cert, pool, ranked, []int{10}); ok {
			out[level.name+"_recall@10"] = number(at.Recall[0])
			out[level.name+"_mrr"] = number(at.MRR)
			out[level.name+"_ndcg@10"] = number(at.NDCG10)
		}
	}
}

// DefaultBudget is the ceiling of the paper's operating point, in source tokens
// (5.3); it stands in where a run has no budget of its own.
const DefaultBudget = 6144

// budget is the token budget of the run.
func (a *artifacts) budget() int {
	if a.manifest != nil && a.manifest.Identity.Budget > 0 {
		return a.manifest.Identity.Budget
	}
	return DefaultBudget
}

// withinBudget is the share of acceptable units among those that were read
// within the budget: units are admitted in order up to the first that does not
// fit. The readings tell what each unit costs.
func (a *artifacts) withinBudget() (share float64, known bool) {
	costs := map[string]int{}
	for _, r := range a.readings {
		costs[r.ID] = r.Tokens
	}
	met, spent := map[string]bool{}, 0
	for _, id := range a.entry.Output.Ranked {
		cost, told := costs[id]
		if !told {
			return 0, false
		}
		if spent += cost; spent > a.budget() {
			break
		}
		if a.labels.accepting[id] != nil {
			met[id] = true
		}
	}
	if len(a.labels.acceptable) == 0 {
		return 0, false
	}
	return float64(len(met)) / float64(len(a.labels.acceptable)), true
}

// scoreNavigation looks for the first acceptable unit that was read, and what it
// took to get there; a run that reads none has no such number.
func (a *artifacts) scoreNavigation(out map[string]Value) {
	spent := 0
	for _, r := range a.readings {
		spent += r.Tokens
		if a.labels.accepting[r.ID] == nil {
			continue
		}
		out["tokens_to_first_gold"] = integer(spent)
		out["tool_calls_to_first_gold"] = integer(r.tools)
		if a.begun > 0 {
			out["ms_to_first_gold"] = integer(r.at - a.begun)
		}
		return
	}
}

// why says in a few words why there is no label; empty when there is one.
func (j Join) why() string {
	switch j {
	case NoLabels:
		return "no certificates were given"
	case NoState:
		return "their states are not among those given"
	case NoCertificate:
		return "their states have no certificate"
	case OtherState:
		return "card or pool of their states are not those that were run"
	case Unknowable:
		return "they do not say which card and pool they saw"
	case NotScorable:
		return "the certificates of their states have blocking faults"
	}
	return ""
}

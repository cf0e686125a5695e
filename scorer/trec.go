package scorer

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"suffice/certificate"
	"suffice/certificate/card"
)

// TRECLimits says what the TREC formats cannot carry, for the help text of
// whoever writes them.
const TRECLimits = `Two pairs of files are written. In the first a topic is a state, and every unit
that some group accepts is relevant (1). In the second a topic is one group of
a state, state::group, and the units that this group accepts are relevant; the
ranking stands there once for each group. Units that are not named are not
judged, which these tools take for not relevant.

What the formats cannot carry:
  - Completion. No measure of trec_eval or ir_measures is Complete-MSS: that all
    groups are covered together is only in suffice score. Where all thresholds
    are 1, Success@k over the topics of groups is group recall with states
    weighed by their groups, not equally.
  - Thresholds. A group that needs two units looks like one that needs one.
  - Branches. Listed branches are left out, and so are units that stand in
    branches only.
  - Weights and roles of groups, observed and optional units.
  - An abstention: a state with an empty ranking has no line in a run. Use
    trec_eval -c, which counts such topics as 0; without it they are left out
    of the mean.
  - Scores: methods return an order, so the score of rank r of n is n - r + 1.

Names: white space, control characters, %, and in topics the colon, are written
as %XX, byte by byte, so that every name can be had back.`

// WriteTRECRun writes the rankings of one method as a TREC run: one line for each
// returned unit, "topic Q0 unit rank score tag", topics in the order given. A
// ranking with a repeated or empty ID, a state that comes twice, and predictions
// of several methods are errors; nothing is said to be written then.
func WriteTRECRun(w io.Writer, predictions []card.Prediction) error {
	return writeRun(w, predictions, func(p card.Prediction) []string { return []string{topic(p.State)} })
}

// WriteTRECGroupRun is WriteTRECRun for topics that are groups: each ranking
// stands there once for every group of its state. Predictions for states
// without a certificate are left out.
func WriteTRECGroupRun(w io.Writer, certs []certificate.Certificate, predictions []card.Prediction) error {
	groups := make(map[string][]string, len(certs))
	for _, c := range certs {
		for i := range c.Groups {
			groups[c.State] = append(groups[c.State], groupTopic(c, i))
		}
	}
	return writeRun(w, predictions, func(p card.Prediction) []string { return groups[p.State] })
}

func writeRun(w io.Writer, predictions []card.Prediction, topics func(card.Prediction) []string) error {
	b := bufio.NewWriter(w)
	seen := map[string]bool{}
	for _, p := range predictions {
		if err := runnable(p, predictions[0].Method, seen); err != nil {
			return err
		}
		for _, t := range topics(p) {
			for i, id := range p.Ranked {
				fmt.Fprintf(b, "%s Q0 %s %d %d %s\n", t, trecName(id, ""), i+1, len(p.Ranked)-i, trecName(p.Method, ""))
			}
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write a TREC run of %d rankings: %w", len(predictions), err)
	}
	return nil
}

// runnable says what keeps a prediction out of a run.
func runnable(p card.Prediction, method string, seen map[string]bool) error {
	switch {
	case p.State == "" || p.Method == "":
		return fmt.Errorf("a prediction without a state or a method cannot stand in a TREC run")
	case p.Method != method:
		return fmt.Errorf("a TREC run holds one method: %q and %q need a file each", method, p.Method)
	case seen[p.State]:
		return fmt.Errorf("method %q ranks state %q twice; a TREC run holds one ranking for a topic", p.Method, p.State)
	}
	seen[p.State] = true
	if at := slices.Index(p.Ranked, ""); at >= 0 {
		return fmt.Errorf("the ranking of %q for state %q has an empty ID at position %d, which TREC cannot write", p.Method, p.State, at+1)
	}
	if first, again, found := card.FirstRepeat(p.Ranked); found {
		return fmt.Errorf("the ranking of %q for state %q names %q twice, at positions %d and %d; a TREC run holds a unit once", p.Method, p.State, p.Ranked[first], first+1, again+1)
	}
	return nil
}

// WriteTRECQrels writes one topic for each state, in the order given: every
// distinct unit that some group accepts has relevance 1, in the order of the
// groups. A state that comes twice, and empty names, are errors.
func WriteTRECQrels(w io.Writer, certs []certificate.Certificate) error {
	return writeQrels(w, certs, func(b io.Writer, c certificate.Certificate) {
		var all []string
		for _, g := range c.Groups {
			all = append(all, g.Acceptable...)
		}
		for _, id := range distinct(all) {
			fmt.Fprintf(b, "%s 0 %s 1\n", topic(c.State), trecName(id, ""))
		}
	})
}

// WriteTRECGroupQrels writes one topic for each group, "state::group": the
// distinct units that it accepts have relevance 1. Groups without an ID go by
// their label.
func WriteTRECGroupQrels(w io.Writer, certs []certificate.Certificate) error {
	return writeQrels(w, certs, func(b io.Writer, c certificate.Certificate) {
		for i, g := range c.Groups {
			for _, id := range distinct(g.Acceptable) {
				fmt.Fprintf(b, "%s 0 %s 1\n", groupTopic(c, i), trecName(id, ""))
			}
		}
	})
}

func writeQrels(w io.Writer, certs []certificate.Certificate, write func(io.Writer, certificate.Certificate)) error {
	b := bufio.NewWriter(w)
	seen := map[string]bool{}
	for _, c := range certs {
		if err := judgeable(c, seen); err != nil {
			return err
		}
		write(b, c)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write TREC judgments of %d states: %w", len(certs), err)
	}
	return nil
}

// judgeable says what keeps a certificate out of the judgments.
func judgeable(c certificate.Certificate, seen map[string]bool) error {
	if c.State == "" {
		return fmt.Errorf("a certificate without a state cannot stand in TREC judgments")
	}
	if seen[c.State] {
		return fmt.Errorf("state %q has two certificates; TREC judgments hold a topic once", c.State)
	}
	seen[c.State] = true
	labels := map[string]bool{}
	for i, g := range c.Groups {
		if slices.Contains(g.Acceptable, "") {
			return fmt.Errorf("group %s of state %q accepts a unit with an empty ID, which TREC cannot write", c.Label(i), c.State)
		}
		if labels[c.Label(i)] {
			return fmt.Errorf("state %q has two groups called %s; TREC judgments hold a topic once", c.State, c.Label(i))
		}
		labels[c.Label(i)] = true
	}
	return nil
}

func topic(state string) string { return trecName(state, ":") }

func groupTopic(c certificate.Certificate, i int) string {
	return topic(c.State) + "::" + trecName(c.Label(i), ":")
}

// trecName writes a name as one word: what would end it, does not show, or is
// among also becomes %XX.
func trecName(s, also string) string {
	plain := func(r rune) bool {
		return r != '%' && unicode.IsPrint(r) && !unicode.IsSpace(r) && !strings.ContainsRune(also, r)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if plain(r) && !(r == utf8.RuneError && size == 1) {
			b.WriteString(s[i : i+size])
		} else {
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		i += size
	}
	return b.String()
}

package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer"
	"suffice/scorer/methods/retrieval/tokens"
	"suffice/store"
)

// fed is what tables are read off: certificates with their states, rankings,
// and what to tell about what was left out.
type fed struct {
	cases    []scorer.Case
	faulty   []scorer.Case // what strict scoring refuses
	rankings []card.Prediction
	notices  []string
}

// fedFlags name where certificates and rankings come from.
func fedFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArray("set", nil, "this prediction `SET` alone (repeatable; default: all of the project)")
	f.String("labels", "", "certificates of a `FILE` in place of the project's")
	f.StringArray("predictions", nil, "rankings of a `FILE`, with --labels (repeatable)")
	f.String("items", "", "states of a `FILE`, with --labels: pools, tokens, repositories")
	f.String("k", "", "cutoffs, such as 1,3,5 (default 1,3,5,8,10,12,16)")
	f.Bool("allow-subset", false, "with --labels: methods need not rank every state; the missing ones are listed and excluded")
	cmd.MarkFlagsMutuallyExclusive("set", "labels")
}

// counted are the options of a matrix that counts source tokens.
func counted() scorer.MatrixOptions {
	counter := tokens.New()
	return scorer.MatrixOptions{Tokens: counter.Unit, Tokenizer: tokens.Tokenizer, Basis: tokens.Basis}
}

// matrixOf scores what the command line names: files, or the project's
// prediction sets against its certificates as they stand.
func matrixOf(cmd *cobra.Command, s streams, o scorer.MatrixOptions) (m *scorer.Matrix, err error) {
	k, _ := cmd.Flags().GetString("k")
	if o.Cutoffs, err = cutoffs(k); err != nil {
		return nil, err
	}
	labels, _ := cmd.Flags().GetString("labels")
	if labels != "" {
		return matrixOfFiles(cmd, s, labels, o)
	}
	if err := withoutLabels(cmd); err != nil {
		return nil, err
	}
	err = with(cmd, s, func(ctx context.Context, ses *session) error {
		f, err := fromStore(ctx, cmd, ses, true)
		if err != nil {
			return err
		}
		m, err = scorer.NewMatrix(ctx, listed(f.cases), listed(f.rankings), o)
		if err == nil {
			m.Notices = append(f.notices, m.Notices...)
		}
		return err
	})
	return m, err
}

// withoutLabels refuses flags that need --labels beside them.
func withoutLabels(cmd *cobra.Command) error {
	for _, flag := range []string{"predictions", "items", "allow-subset"} {
		if f := cmd.Flags().Lookup(flag); f != nil && f.Changed {
			return hint(fmt.Errorf("--%s goes with --labels; without it the project's certificates are used", flag), "%s --help", cmd.CommandPath())
		}
	}
	return nil
}

func matrixOfFiles(cmd *cobra.Command, s streams, labels string, o scorer.MatrixOptions) (*scorer.Matrix, error) {
	f := cmd.Flags()
	in := scorer.Input{Labels: labels, Stdin: s.In, Cutoffs: o.Cutoffs}
	in.Predictions, _ = f.GetStringArray("predictions")
	in.Items, _ = f.GetString("items")
	in.AllowSubset, _ = f.GetBool("allow-subset")
	letGarbageLie(s, append([]string{in.Labels, in.Items}, in.Predictions...))
	if in.Items == "" {
		o.Tokens, o.Tokenizer, o.Basis = nil, "", ""
	}
	m, err := scorer.MatrixFiles(cmd.Context(), in, o)
	if err == nil {
		seal(cmd, in.Labels, in.Predictions, false)
	}
	return m, err
}

// fromStore reads what of the project is open to the person.
func fromStore(ctx context.Context, cmd *cobra.Command, ses *session, ranked bool) (fed, error) {
	var f fed
	if err := ses.desk.RefuseOutcomes("score methods"); err != nil {
		return f, err
	}
	var left store.Withheld
	for c, err := range ses.store.Labelled(ctx, ses.desk.Scope(), &left) {
		if err != nil {
			return f, err
		}
		if len(certificate.Faults(c.Certificate, c.State.Card, &c.State.Pool, card.Observe(c.State))) > 0 {
			f.faulty = append(f.faulty, c)
			continue
		}
		f.cases = append(f.cases, c)
	}
	if len(f.cases) == 0 {
		return f, hint(errors.New("there is no certificate here whose outcomes are open to you"), "suffice states; suffice import labels FILE")
	}
	f.tell(ses, left)
	if !ranked {
		return f, nil
	}
	sets, _ := cmd.Flags().GetStringArray("set")
	err := f.rank(ses.store.Rankings(ctx, ses.desk.Scope(), sets...), len(sets) > 1)
	f.scorable()
	return f, err
}

// scorable drops rankings of states without a certificate, of which the notices
// tell already.
func (f *fed) scorable() {
	labelled := make(map[string]bool, len(f.cases))
	for _, c := range f.cases {
		labelled[c.Certificate.State] = true
	}
	f.rankings = slices.DeleteFunc(f.rankings, func(p card.Prediction) bool { return !labelled[p.State] })
}

// tell says what was left out.
func (f *fed) tell(ses *session, left store.Withheld) {
	if blocked := len(f.faulty); blocked > 0 {
		f.notices = append(f.notices, count(blocked, "certificate has", "certificates have")+" a blocking finding and cannot be scored: suffice check")
	}
	if left.Empty > 0 {
		f.notices = append(f.notices, count(left.Empty, "state has", "states have")+" no certificate yet and cannot be scored")
	}
	if left.Excluded > 0 {
		f.notices = append(f.notices, count(left.Excluded, "state is", "states are")+" in no release (replaced, or a reserve) and left out")
	}
	if !ses.desk.Whole() {
		f.notices = append(f.notices, "these are the states whose outcomes are open to you, and not the whole project")
	}
}

// rank takes rankings over. A method that stands in several sets is the newest
// one's, which is said; where the sets were named, each is told apart by its
// set.
func (f *fed) rank(rows iter.Seq2[store.Ranking, error], named bool) error {
	sets := map[string][]string{} // of each method, in the order of their making
	var all []store.Ranking
	for r, err := range rows {
		if err != nil {
			return err
		}
		if !slices.Contains(sets[r.Method], r.Set) {
			sets[r.Method] = append(sets[r.Method], r.Set)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return hint(errors.New("there is no prediction here to score"), "suffice run METHOD..., or suffice import predictions FILE")
	}
	doubled := map[string][]string{} // methods that stand in more than one set, by the newest
	for _, r := range all {
		among := sets[r.Method]
		newest := among[len(among)-1]
		switch {
		case len(among) == 1:
		case named:
			r.Method = r.Set + "/" + r.Method
		case r.Set != newest:
			if !slices.Contains(doubled[newest], r.Method) {
				doubled[newest] = append(doubled[newest], r.Method)
			}
			continue
		}
		f.rankings = append(f.rankings, r.Prediction)
	}
	for _, newest := range slices.Sorted(maps.Keys(doubled)) {
		f.notices = append(f.notices, fmt.Sprintf("in several sets, of which the newest, %s, is shown (--set tells them apart): %s", newest, joined(doubled[newest])))
	}
	return nil
}

// certificates are those of the cases.
func (f fed) certificates() []certificate.Certificate {
	all := make([]certificate.Certificate, len(f.cases))
	for i, c := range f.cases {
		all[i] = c.Certificate
	}
	return all
}

// listed hands a list out one by one, as what reads from a file does.
func listed[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// certificatesOnly is a matrix without rankings.
func certificatesOnly(cmd *cobra.Command, s streams) (m *scorer.Matrix, err error) {
	var o scorer.MatrixOptions
	k, _ := cmd.Flags().GetString("k")
	if o.Cutoffs, err = cutoffs(k); err != nil {
		return nil, err
	}
	if labels, _ := cmd.Flags().GetString("labels"); labels != "" {
		return matrixOfFiles(cmd, s, labels, o)
	}
	if err := withoutLabels(cmd); err != nil {
		return nil, err
	}
	err = with(cmd, s, func(ctx context.Context, ses *session) error {
		f, err := fromStore(ctx, cmd, ses, false)
		if err != nil {
			return err
		}
		m, err = scorer.NewMatrix(ctx, listed(f.cases), listed[card.Prediction](nil), o)
		if err == nil {
			m.Notices = append(f.notices, m.Notices...)
		}
		return err
	})
	return m, err
}

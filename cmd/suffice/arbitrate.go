package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/certificate/records"
	"suffice/review"
)

func newArbitrate(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "arbitrate", Short: "Decide where two reviews differ",
		Long: `A senior sees both reviews as A and B, without names, the certificate they are
about, and no outcome of any method. Decide pair by pair (choose, then decide),
or as a whole. See docs/review.md.`,
		Example: "  suffice arbitrate list\n  suffice arbitrate show tideline-14-s004\n  suffice arbitrate choose tideline-14-s004 2 union\n  suffice arbitrate decide tideline-14-s004 --reason \"Both alerts show it.\" --cause plurality",
		RunE:    oneOf("list", "show", "claim", "choose", "decide", "recall", "release"),
	}
	cmd.AddCommand(
		newTaskList(s, review.TaskArbitrate, "List what you arbitrate and what you may claim, lowest agreement first", "suffice arbitrate list"),
		newArbitrateShow(s), newArbitrateClaim(s), newChoose(s), newDecide(s), newRecall(s),
		newRelease(s, "an arbitration", "suffice arbitrate release tideline-14-s004"),
	)
	return cmd
}

func newArbitrateClaim(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "claim STATE", Short: "Take a free arbitration", Args: exactArgs("a state"),
		Long:    "A claim is a lease: it runs out when you do nothing on the state for a while (suffice settings says how long).",
		Example: "  suffice arbitrate claim tideline-14-s004",
		RunE: func(cmd *cobra.Command, args []string) error {
			return onReview(cmd, s, args[0], "claimed", claimFor(review.TaskArbitrate))
		},
	}
}

func newChoose(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "choose STATE PAIR CHOICE", Short: "Choose what becomes of one pair of groups", Args: exactArgs("a state", "a pair of groups", "a choice"),
		Long: `PAIR is the number that arbitrate show prints, or rest for the keys beside the
groups. CHOICE is a, b, union, intersection, own (with --file: the group as a
certificate holds it), neither (leave the requirement out), or none to take the
choice back. A choice is an act that undo takes back.`,
		Example: `  suffice arbitrate choose tideline-14-s004 0 a
  suffice arbitrate choose tideline-14-s004 2 own --file group.json
  suffice arbitrate choose tideline-14-s004 rest b`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				return choose(ctx, cmd, s, ses.desk, args[0], args[1], args[2])
			})
		},
	}
	cmd.Flags().String("file", "", "the group of your own as JSON, a `FILE` or -")
	cmd.Flags().Uint64("at", 0, "only if your sheet is at this revision")
	return cmd
}

func choose(ctx context.Context, cmd *cobra.Command, s streams, d *review.Desk, state, pair, take string) error {
	n, err := pairNumber(pair)
	if err != nil {
		return err
	}
	c, err := choiceOf(cmd, s, n, take)
	if err != nil {
		return err
	}
	v, err := d.Dispute(ctx, state)
	if err != nil {
		return guided(err)
	}
	if n >= len(v.Agreement.Diff.Pairs) {
		return hint(&review.ChoiceError{Pair: n, Why: fmt.Sprintf("%s has no pair %d; its pairs are 0 to %d", state, n, len(v.Agreement.Diff.Pairs)-1)}, "suffice arbitrate show %s", records.Typed(state))
	}
	if _, err := d.Choose(ctx, state, revisionAt(cmd, v.Revision), n, c); err != nil {
		return guided(err)
	}
	v, err = d.Dispute(ctx, state)
	if err != nil {
		return guided(err)
	}
	out := disputeOf(v)
	p := newPrinter(cmd)
	return p.answer(out, func() { printChoices(p, out) })
}

// revisionAt is --at, or the revision that is there.
func revisionAt(cmd *cobra.Command, now certificate.Revision) certificate.Revision {
	if !cmd.Flags().Changed("at") {
		return now
	}
	n, _ := cmd.Flags().GetUint64("at")
	return certificate.Revision(n)
}

func pairNumber(text string) (int, error) {
	if text == restWord {
		return review.Rest, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("a pair is a number from 0 on, or %s; found %q", restWord, text)
	}
	return n, nil
}

const (
	restWord = "rest" // the pair of the keys beside the groups
	noneWord = "none" // takes a choice back
)

// choiceOf reads a choice; nil takes it back.
func choiceOf(cmd *cobra.Command, s streams, pair int, take string) (*review.Choice, error) {
	path, _ := cmd.Flags().GetString("file")
	if take == noneWord {
		return nil, nil
	}
	c := review.Choice{Pair: pair, Take: review.Take(take)}
	switch {
	case !slices.Contains(review.Takes(), c.Take):
		return nil, unknownWord("a choice", take, append(review.Takes(), noneWord))
	case c.Take != review.TakeOwn && path != "":
		return nil, fmt.Errorf("--file holds a group of your own and comes only with the choice own, not with %s", take)
	case c.Take == review.TakeOwn && path == "":
		return nil, hint(fmt.Errorf("the choice own needs the group that you wrote"), "--file GROUP.json")
	case c.Take == review.TakeOwn:
		raw, err := readObject(path, s)
		if err != nil {
			return nil, err
		}
		g, err := review.DecodeGroup(raw)
		if err != nil {
			return nil, atFault(path, err)
		}
		c.Own = g
	}
	return &c, nil
}

func newDecide(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "decide STATE", Short: "Decide a state", Args: exactArgs("a state"),
		Long: `Without --whole the choices made so far decide, pair by pair. --whole a or b takes
one certificate as it is, own takes your sheet, both_wrong says that neither
review is right (with your sheet, or with --reserve), replace puts a reserve
state in its place. A reason is always needed, and at least one quotation where
the certificate changes. With --file everything comes from one JSON object
(docs/review.md).`,
		Example: `  suffice arbitrate decide tideline-14-s004 --reason "Both alerts show it." --cause plurality
  suffice arbitrate decide tideline-14-s004 --whole a --reason "B's window misses the call."
  suffice arbitrate decide tideline-45-s001 --whole replace --reserve tideline-57-s001 --reason "Nothing is left to decide."
  suffice arbitrate decide tideline-14-s004 --file ruling.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				return decide(ctx, cmd, s, ses.desk, args[0])
			})
		},
	}
	f := cmd.Flags()
	f.String("whole", string(review.ByGroup), "`DECISION`: "+oneOfWords(review.Wholes()))
	f.String("reason", "", "why, in `WORDS`")
	f.StringSlice("cause", nil, "what the disagreement was about, a `CAUSE`: "+oneOfWords(review.Causes())+" (repeatable)")
	f.String("reserve", "", "the reserve `STATE` that replaces this one")
	f.String("file", "", "the decision as JSON, a `FILE` or -")
	f.Uint64("at", 0, "only if your sheet is at this revision")
	return cmd
}

func decide(ctx context.Context, cmd *cobra.Command, s streams, d *review.Desk, state string) error {
	v, err := d.Dispute(ctx, state)
	if err != nil {
		return guided(err)
	}
	r, err := ruling(cmd, s, v)
	if err != nil {
		return err
	}
	v, err = d.Rule(ctx, state, revisionAt(cmd, v.Revision), r)
	if err != nil {
		return guided(err)
	}
	out := disputeOf(v)
	p := newPrinter(cmd)
	return p.answer(out, func() {
		said := wholeWords(r.Whole)
		if r.Replacement != "" {
			said += ": " + p.clean(r.Replacement) + " takes its place and gets two fresh reviews"
		}
		p.line("%s: decided, %s", p.clean(state), said)
	})
}

// ruling reads a decision from --file or from the other flags, never both.
func ruling(cmd *cobra.Command, s streams, v review.Dispute) (review.Ruling, error) {
	f := cmd.Flags()
	if path, _ := f.GetString("file"); path != "" {
		for _, other := range []string{"whole", "reason", "cause", "reserve"} {
			if f.Changed(other) {
				return review.Ruling{}, fmt.Errorf("--%s stands in the file already: give --file alone, or the flags without it", other)
			}
		}
		raw, err := readObject(path, s)
		if err != nil {
			return review.Ruling{}, err
		}
		r, err := review.DecodeRuling(raw, v.Under, v.In)
		if err != nil {
			return r, guided(atFault(path, err))
		}
		return r, nil
	}
	whole, _ := f.GetString("whole")
	r := review.Ruling{Whole: review.Whole(whole)}
	if !slices.Contains(review.Wholes(), r.Whole) {
		return r, unknownWord("--whole", whole, review.Wholes())
	}
	var err error
	if r.Reason, err = required(cmd, "reason", "why it is decided so"); err != nil {
		return r, err
	}
	r.Replacement, _ = f.GetString("reserve")
	r.Causes, err = causes(cmd)
	return r, err
}

func newRecall(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "recall STATE", Short: "Take a decided state back into arbitration", Args: exactArgs("a state"),
		Long:    "Its certificate stays until the next decision, which is about the reviews as they stand now.",
		Example: "  suffice arbitrate recall tideline-14-s004",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				v, err := ses.desk.Recall(ctx, args[0])
				if err != nil {
					return guided(err)
				}
				out := disputeOf(v)
				p := newPrinter(cmd)
				return p.answer(out, func() { p.line("%s: back in arbitration", p.clean(args[0])) })
			})
		},
	}
}

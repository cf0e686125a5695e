package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/review"
)

func newReview(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "review", Short: "Review certificates, each on a sheet of your own",
		Long: `A reviewer gets the state, its pool and the certificate under review; the other
review does not exist for them. What you edit (in the terminal, or with suffice
apply) is your own sheet, a copy of that certificate. See docs/review.md.`,
		Example: "  suffice review list\n  suffice review claim tideline-33-s003\n  suffice review submit tideline-33-s003 --verdict accept --confidence 4",
		RunE:    oneOf("list", "show", "claim", "submit", "reopen", "release"),
	}
	cmd.AddCommand(
		newTaskList(s, review.TaskReview, "List the reviews you have and those you may claim", "suffice review list"),
		newReviewShow(s),
		newReviewSubmit(s),
		&cobra.Command{
			Use: "claim STATE", Short: "Take a free review", Args: exactArgs("a state"),
			Long:    "A claim is a lease: it runs out when you do nothing on the state for a while (suffice settings says how long), so that nobody waits for somebody who left.",
			Example: "  suffice review claim tideline-33-s003",
			RunE: func(cmd *cobra.Command, args []string) error {
				return onReview(cmd, s, args[0], "claimed", claimFor(review.TaskReview))
			},
		},
		&cobra.Command{
			Use: "reopen STATE", Short: "Take your submitted review back to change it", Args: exactArgs("a state"),
			Long:    "What you submitted counts until you submit again. A decision that was made already stands; it is marked when the reviews move on.",
			Example: "  suffice review reopen tideline-33-s003",
			RunE: func(cmd *cobra.Command, args []string) error {
				return onReview(cmd, s, args[0], "reopened", (*review.Desk).Reopen)
			},
		},
		newRelease(s, "a review", "suffice review release tideline-33-s003"),
	)
	return cmd
}

// newRelease gives a seat back, of a review or an arbitration.
func newRelease(s streams, what, example string) *cobra.Command {
	return &cobra.Command{
		Use: "release STATE", Short: "Give " + what + " back that you did not finish", Args: exactArgs("a state"),
		Example: "  " + example,
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				if err := ses.desk.Release(ctx, args[0]); err != nil {
					return guided(err)
				}
				p := newPrinter(cmd)
				return p.answer(map[string]string{"state_id": args[0], "released": what}, func() {
					p.line("%s: released; what is on your sheet stays on record and reaches nobody else", p.clean(args[0]))
				})
			})
		},
	}
}

// claimFor claims one task of a state.
func claimFor(t review.Task) onState {
	return func(d *review.Desk, ctx context.Context, state string) (review.View, error) {
		return d.ClaimFor(ctx, state, t)
	}
}

type onState func(*review.Desk, context.Context, string) (review.View, error)

// onReview does one thing to my review and says where it stands.
func onReview(cmd *cobra.Command, s streams, state, verb string, do onState) error {
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		v, err := do(ses.desk, ctx, state)
		if err != nil {
			return guided(err)
		}
		return sayReview(newPrinter(cmd), v, verb)
	})
}

// reviewed is what the commands that change a review answer with --json.
type reviewed struct {
	State    string               `json:"state_id"`
	Status   review.Status        `json:"status"`
	Revision certificate.Revision `json:"revision"`
}

func sayReview(p *printer, v review.View, verb string) error {
	return p.answer(reviewed{v.State.Card.ID, v.Status, v.Revision}, func() {
		p.line("%s: %s, your sheet is at revision %d (%s)", p.clean(v.State.Card.ID), verb, v.Revision, v.Status)
	})
}

func newReviewSubmit(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "submit STATE", Short: "Hand in your review", Args: exactArgs("a state"),
		Long: `The certificate is the one on your sheet. accept, unscorable and uncertain leave
it as it was; revise and rebuild need it changed. A reason is needed for every
verdict but accept. With --file everything comes from one JSON object
(docs/review.md); a certificate in it is put onto your sheet first, as one edit
that can be undone. --at refuses the review when your sheet is not at that
revision any more.`,
		Example: `  suffice review submit tideline-33-s003 --verdict accept --confidence 4
  suffice review submit tideline-14-s004 --verdict revise --confidence 3 \
      --reason "The alert shows it too." --cause plurality
  suffice review submit tideline-14-s004 --file opinion.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				return submitReview(ctx, cmd, s, ses.desk, args[0])
			})
		},
	}
	f := cmd.Flags()
	f.String("verdict", "", "`VERDICT`: "+oneOfWords(review.Verdicts()))
	f.Int("confidence", 0, "how certain you are, 1 (a guess) to 5 (certain)")
	f.String("reason", "", "why, in `WORDS`")
	f.StringSlice("cause", nil, "what a disagreement would be about, a `CAUSE`: "+oneOfWords(review.Causes())+" (repeatable)")
	f.String("file", "", "the review as JSON, a `FILE` or -")
	f.Uint64("at", 0, "only if your sheet is at this revision")
	return cmd
}

func submitReview(ctx context.Context, cmd *cobra.Command, s streams, d *review.Desk, state string) error {
	v, err := d.Take(ctx, state)
	if err != nil {
		return err
	}
	said, err := submission(cmd, s, v)
	if err != nil {
		return err
	}
	at := v.Revision
	if cmd.Flags().Changed("at") {
		n, _ := cmd.Flags().GetUint64("at")
		at = certificate.Revision(n)
	}
	if said.sheet != nil {
		ack, err := d.Edit(ctx, state, at, *said.sheet, "")
		if err != nil {
			return guided(err)
		}
		at = ack.Revision
	}
	v, err = d.Submit(ctx, state, at, said.Submission)
	if err != nil {
		return guided(err)
	}
	return sayReview(newPrinter(cmd), v, "submitted as "+string(said.Verdict))
}

// saying is a review to be submitted, and the edit that comes before it.
type saying struct {
	review.Submission
	sheet *certificate.Edit // puts the certificate of a file onto the sheet; nil when it is there
}

// submission reads a review from --file or from the other flags, never both.
func submission(cmd *cobra.Command, s streams, v review.View) (saying, error) {
	f := cmd.Flags()
	path, _ := f.GetString("file")
	if path != "" {
		for _, other := range []string{"verdict", "confidence", "reason", "cause"} {
			if f.Changed(other) {
				return saying{}, fmt.Errorf("--%s stands in the file already: give --file alone, or the flags without it", other)
			}
		}
		return submissionIn(path, s, v)
	}
	verdict, err := required(cmd, "verdict", oneOfWords(review.Verdicts()))
	if err != nil {
		return saying{}, err
	}
	var o saying
	o.Verdict = review.Verdict(verdict)
	if !slices.Contains(review.Verdicts(), o.Verdict) {
		return o, unknownWord("--verdict", verdict, review.Verdicts())
	}
	o.Confidence, _ = f.GetInt("confidence")
	if o.Confidence < review.LeastConfidence || o.Confidence > review.MostConfidence {
		return o, fmt.Errorf("--confidence is a whole number from %d to %d", review.LeastConfidence, review.MostConfidence)
	}
	o.Reason, _ = f.GetString("reason")
	o.Causes, err = causes(cmd)
	return o, err
}

// causes reads --cause.
func causes(cmd *cobra.Command) ([]review.Cause, error) {
	names, _ := cmd.Flags().GetStringSlice("cause")
	var all []review.Cause
	for _, n := range names {
		c := review.Cause(n)
		if !slices.Contains(review.Causes(), c) {
			return nil, unknownWord("--cause", n, review.Causes())
		}
		all = append(all, c)
	}
	return all, nil
}

// submissionIn reads a review from a file.
func submissionIn(path string, s streams, v review.View) (saying, error) {
	raw, err := readObject(path, s)
	if err != nil {
		return saying{}, err
	}
	given := hasKey(raw, "certificate")
	o, err := review.DecodeOpinion(raw, v.Base)
	if err != nil && !given {
		// A verdict that edits may leave the certificate out: the sheet has it.
		if o, err = review.DecodeOpinion(withCertificate(raw, v.Draft.Certificate()), v.Base); err == nil {
			o.Certificate = v.Draft.Certificate()
		}
	}
	if err != nil {
		return saying{}, atFault(path, err)
	}
	said := saying{Submission: review.Submission{Verdict: o.Verdict, Confidence: o.Confidence, Reason: o.Reason, Causes: o.Causes}}
	if !given {
		return said, nil
	}
	if err := o.Check(v.Base); err != nil {
		return saying{}, err
	}
	if !certificate.Compare(v.Draft.Certificate(), o.Certificate).Same() {
		e := certificate.ReplaceEdit(o.Certificate)
		said.sheet = &e
	}
	return said, nil
}

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/certificate/records"
	"suffice/review"
)

func newApply(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "apply STATE EDITS.jsonl", Short: "Apply edits from a file to a certificate", Args: exactArgs("a state", "a file of edits"),
		Long: `Reads one Edit a line (docs/edits.md) and applies them in order, each an
undoable event of its own, durable before it is acknowledged on standard
output. The file is checked whole before the first edit is applied. An edit
that does not fit stops the run; what was acknowledged stays.`,
		Example: "  suffice apply tideline-57-s001 edits.jsonl\n  echo '{\"op\":\"set_weight\",\"group\":\"g1\",\"after\":2.5}' | suffice apply tideline-14-s004 -",
		RunE: func(cmd *cobra.Command, args []string) error {
			edits, err := readEdits(cmd.Context(), args[1], s)
			if err != nil {
				return err
			}
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				return apply(ctx, cmd, ses.desk, args[0], edits)
			})
		},
	}
}

func readEdits(ctx context.Context, path string, s streams) ([]certificate.Edit, error) {
	r, err := records.Open(path, s.In)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var edits []certificate.Edit
	decode := func(rec records.Record) (certificate.Edit, error) { return certificate.DecodeEdit(rec.Raw.Clone()) }
	err = records.Read(ctx, records.Name(path), r, decode, func(_ int, e certificate.Edit) error {
		edits = append(edits, e)
		return nil
	})
	return edits, err
}

// applied acknowledges one edit: by then it is on disk.
type applied struct {
	Event    uint64               `json:"event,omitzero"` // for who sees the whole ledger
	Revision certificate.Revision `json:"revision"`
	Op       certificate.Op       `json:"op"`
}

func apply(ctx context.Context, cmd *cobra.Command, d *review.Desk, state string, edits []certificate.Edit) error {
	n := 0
	for ack, err := range d.ApplyAll(ctx, state, edits) {
		if err != nil {
			if n > 0 {
				err = fmt.Errorf("%w; the %d before it were applied", err, n)
			}
			return stopped(err)
		}
		n++
		p := newPrinter(cmd) // one line at a time: an acknowledgement must not wait in a buffer
		a := applied{0, ack.Revision, edits[n-1].Op}
		if d.Scope().Whole() {
			a.Event = ack.Event.Seq
		}
		if err := acknowledge(p, a); err != nil {
			return err
		}
	}
	return nil
}

func acknowledge(p *printer, a applied) error {
	switch {
	case p.json && a.Event == 0:
		p.line(`{"revision":%d,"op":%q}`, a.Revision, a.Op)
	case p.json:
		p.line(`{"event":%d,"revision":%d,"op":%q}`, a.Event, a.Revision, a.Op)
	case a.Event == 0:
		p.line("revision %d, %s", a.Revision, a.Op)
	default:
		p.line("event %d: revision %d, %s", a.Event, a.Revision, a.Op)
	}
	return p.flush()
}

// stopped adds what a person can do about a refused edit.
func stopped(err error) error {
	if stale := new(review.StaleError); errors.As(err, &stale) {
		return hint(err, "look at what changed with: suffice history %s", records.Typed(stale.State))
	}
	return err
}

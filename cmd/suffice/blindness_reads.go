package main

import (
	"context"

	"suffice/audit"
	"suffice/review"
)

// readingCommands are the commands that read a project, with placeholders for
// what they are about; a command that is not here is known to write or to need
// no project (a test compares both with the tree of commands). The empty list
// is suffice itself.
func readingCommands() [][]string {
	return [][]string{
		{}, {"states"}, {"check"}, {"history"}, {"ledger"}, {"ledger", "--kinds"}, {"verify"},
		{"people"}, {"people", "list"}, {"settings"}, {"predictions"}, {"predictions", "list"},
		{"review", "list"}, {"arbitrate", "list"}, {"audit", "list"}, {"audit", "status"},
		{"audit", "report", "--draws", "1"}, {"disagreements"}, {"signals"}, {"sensitivity"}, {"accounting"},
		{"agreement", "--draws", "1", "--phase", "first"}, {"agreement", "--draws", "1", "--phase", "audit"},
		{"agreement", "--draws", "1", "--field", "verdict"}, {"freeze", "--check"},
		{"audit", "sample", "--stratified", "boundary", "--rest", "1", "--seed", "1"},
		{"export", "labels"}, {"export", "predictions", setPlace},
		{"show", statePlace}, {"check", statePlace}, {"history", statePlace}, {"ledger", "--state", statePlace},
		{"review", "show", statePlace}, {"arbitrate", "show", statePlace}, {"arbitrate", "show", statePlace, "--card"},
		{"audit", "show", statePlace}, {"what-if", statePlace, "-"},
		{"runs"}, {"runs", "list"}, {"runs", "show", experimentPlace}, {"runs", "show", experimentPlace, "--state", statePlace},
		{"ceiling"}, {"oracle", "--size", "3"}, {"oracle", "--minus-one", "--size", "3", "--set", setPlace},
		{"table", "main"}, {"table", "main", "--set", setPlace}, {"table", "full"}, {"table", "curves"}, {"table", "budgets", "--resamples", "9"},
		{"table", "strata"}, {"table", "composition"}, {"table", "attribution"}, {"table", "returned"}, {"table", "observed"},
		{"table", "tasks"}, {"table", "factorial", "--resamples", "9"}, {"table", "ablations", "--resamples", "9"}, {"table", "efficiency"},
		{"table", "robustness"}, {"table", "index"}, {"table", "failures"},
		{"compare", "bm25", "random", "--resamples", "9"}, {"compare", "bm25", "random", "--within", "groups", "--resamples", "9"},
		{"replay", experimentPlace, "--jobs", "-1"}, // who may is told that there is no such number
		{"validate", "--predictions", "-"},
		{"run", "bm25", "--jobs", "-1"}, {"run", "bm25", "--states", statePlace, "--jobs", "-1"},
	}
}

// The placeholders of readingCommands.
const (
	statePlace = "STATE"
	setPlace   = "SET"

	experimentPlace = "EXPERIMENT"
)

// deskRead is one way in which a screen asks a desk for something.
type deskRead struct {
	name string
	read func(ctx context.Context, d *review.Desk) (any, error)
}

// deskReads are the reads about the project as a whole.
func deskReads() []deskRead {
	once := audit.Resampling{Draws: 1}
	return []deskRead{
		{"Queue", func(ctx context.Context, d *review.Desk) (any, error) { return d.Queue(ctx) }},
		{"Left", func(ctx context.Context, d *review.Desk) (any, error) { return d.Left(ctx) }},
		{"People", func(ctx context.Context, d *review.Desk) (any, error) { return d.People(ctx) }},
		{"Policy", func(ctx context.Context, d *review.Desk) (any, error) { return d.Policy(ctx) }},
		{"History", func(ctx context.Context, d *review.Desk) (any, error) { return told(ctx, d, review.Filter{}) }},
		{"AuditStatus", func(ctx context.Context, d *review.Desk) (any, error) { return d.AuditStatus(ctx) }},
		{"AuditReport", func(ctx context.Context, d *review.Desk) (any, error) { return d.AuditReport(ctx, nil, once, false) }},
		{"Accounting", func(ctx context.Context, d *review.Desk) (any, error) { return d.Accounting(ctx) }},
		{"Disagreements", func(ctx context.Context, d *review.Desk) (any, error) { return d.Disagreements(ctx) }},
		{"Signals", func(ctx context.Context, d *review.Desk) (any, error) { return d.Signals(ctx) }},
		{"SeesOutcomes", func(_ context.Context, d *review.Desk) (any, error) { return d.SeesOutcomes(), nil }},
		{"RefuseOutcomes", func(_ context.Context, d *review.Desk) (any, error) { return nil, d.RefuseOutcomes("look") }},
		{"OutcomeStates", func(ctx context.Context, d *review.Desk) (any, error) { return d.OutcomeStates(ctx) }},
		{"RunnableStates", func(ctx context.Context, d *review.Desk) (any, error) { return d.RunnableStates(ctx) }},
		{"PredictionSets", func(ctx context.Context, d *review.Desk) (any, error) { return d.PredictionSets(ctx) }},
		{"MayLock", func(_ context.Context, d *review.Desk) (any, error) { return d.MayLock(), nil }},
		{"Sensitivity", func(ctx context.Context, d *review.Desk) (any, error) { return d.Sensitivity(ctx) }},
		{"OutcomeStates", func(ctx context.Context, d *review.Desk) (any, error) { return d.OutcomeStates(ctx) }},
		{"RunnableStates", func(ctx context.Context, d *review.Desk) (any, error) { return d.RunnableStates(ctx) }},
		{"PredictionSets", func(ctx context.Context, d *review.Desk) (any, error) { return d.PredictionSets(ctx) }},
		{"FreezeChecks", func(ctx context.Context, d *review.Desk) (any, error) { return d.FreezeChecks(ctx) }},
		{"Agreement", func(ctx context.Context, d *review.Desk) (any, error) {
			return d.Agreement(ctx, "verdict", review.LatestReviews, once)
		}},
		{"UnitPlaces", func(ctx context.Context, d *review.Desk) (any, error) {
			g, _ := d.Agreement(ctx, review.FieldUnits, review.LatestReviews, once) // who may not have it asks about none
			return d.UnitPlaces(ctx, g)
		}},
		{"SampleStrata", func(ctx context.Context, d *review.Desk) (any, error) {
			return d.SampleStrata(ctx, review.ByRepository, nil, 1, 1)
		}},
	}
}

// stateReads are the reads about one state.
func stateReads(state string) []deskRead {
	return []deskRead{
		{"Take", func(ctx context.Context, d *review.Desk) (any, error) { return d.Take(ctx, state) }},
		{"Outcomes", func(ctx context.Context, d *review.Desk) (any, error) { return d.Outcomes(ctx, state) }},
		{"Input", func(ctx context.Context, d *review.Desk) (any, error) { return d.Input(ctx, state) }},
		{"Typing", func(ctx context.Context, d *review.Desk) (any, error) { return d.Typing(ctx, state) }},
		{"Dispute", func(ctx context.Context, d *review.Desk) (any, error) { return d.Dispute(ctx, state) }},
		{"Audit", func(ctx context.Context, d *review.Desk) (any, error) { return d.Audit(ctx, state) }},
		{"History of the state", func(ctx context.Context, d *review.Desk) (any, error) {
			return told(ctx, d, review.Filter{State: state})
		}},
		{"Outcomes", func(ctx context.Context, d *review.Desk) (any, error) { return d.Outcomes(ctx, state) }},
		{"MayRun", func(ctx context.Context, d *review.Desk) (any, error) { return nil, d.MayRun(ctx, state) }},
		{"Input", func(ctx context.Context, d *review.Desk) (any, error) { return d.Input(ctx, state) }},
		{"WhatIf", func(ctx context.Context, d *review.Desk) (any, error) {
			change, c, err := d.WhatIf(ctx, state, nil)
			return []any{change, c}, err
		}},
	}
}

// told is a history as a list.
func told(ctx context.Context, d *review.Desk, f review.Filter) ([]review.Entry, error) {
	var all []review.Entry
	for e, err := range d.History(ctx, f) {
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
	return all, nil
}

// nobodysState is a state that no project has; what is hidden must answer like it.
const nobodysState = "no-such-state"

// Package dataset makes a table of every run out of the raw artifacts, and the
// planned tables out of that (the metrics note, derived datasets and tables).
// Labels are joined here, after the fact: runs never saw them, and nothing in a
// run's folder is ever changed.
package dataset

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval/tokens"
)

// SchemaVersion is that of a data set: it changes when a column changes its
// meaning or goes.
const SchemaVersion = "suffice-dataset-v1"

// The sheets of a data set.
const (
	SheetRuns       = "runs"       // one row a run
	SheetStages     = "stages"     // one row for every stage that a controller was asked
	SheetQueries    = "queries"    // one row for every route that was asked
	SheetCandidates = "candidates" // one row for every unit that retrieval put forward
	SheetReadings   = "readings"   // one row for every unit that was read or returned
)

func layouts() []layout {
	return []layout{runLayout(), stageLayout(), queryLayout(), candidateLayout(), readingLayout()}
}

func runLayout() layout {
	return lay(SheetRuns, runFields(), func(a *artifacts) []*artifacts { return []*artifacts{a} })
}

// Columns are the columns of a sheet in order; nil when there is no such sheet.
func Columns(sheet string) []Column {
	for _, l := range layouts() {
		if l.name == sheet {
			return l.columns
		}
	}
	return nil
}

// Sheets are the names of the sheets in order.
func Sheets() []string {
	return []string{SheetRuns, SheetStages, SheetQueries, SheetCandidates, SheetReadings}
}

// Sources are what a data set is made of.
type Sources struct {
	Root string // the results folder: <root>/raw/<experiment>/...
	// Experiments are those to read. Nil: all but notebooks, whose runs were made
	// by hand one by one, and replays, which say again what is there already.
	Experiments []string
	// Load reads the public side of a state; called from several goroutines, once
	// for every state. An error that is fs.ErrNotExist says that there is no such
	// state; its runs are not joined. Nil: columns that need it are missing.
	Load func(ctx context.Context, state string) (card.State, error)
	// Certificates are joined by state; they need Load. Nil: not labelled, and
	// every column that needs a label is missing.
	Certificates []certificate.Certificate
	Tokens       *tokens.Counter // counts the source tokens of pools; nil: missing
	Revision     string          // of this program
	Jobs         int             // runs at a time; 0: one for each core
}

// Set is a data set without its large sheets: what the planned tables are read
// off.
type Set struct {
	Runs    Sheet
	Stages  Sheet
	Lineage Lineage

	queries []latency         // of all runs: the index table alone needs them
	absent  map[[2]string]int // runs that were planned and not begun, by method and what it was configured with
}

// Lineage records what a data set was made of.
type Lineage struct {
	Experiments []string     `json:"experiments"`
	PassedOver  []PassedOver `json:"passed_over"` // experiments that are not in it, though all were asked for
	RunIDs      []string     `json:"run_ids"`     // in the order of the run sheet
	Inputs      []Input      `json:"inputs"`      // every file of every run and experiment, by path
	States      *Given       `json:"states"`      // null: not given
	Labels      *Given       `json:"labels"`      // null: not given
	Tokenizer   *string      `json:"tokenizer"`   // what pools were counted with; null: they were not
	Revision    string       `json:"program_revision"`
	// Joins are how many runs were joined with a label, and how many were not
	// and why.
	Joins []JoinCount `json:"joins"`
	// Configurations are those of the runs by hash.
	Configurations []Configuration `json:"configurations"`
}

// Given is a set of things that were joined to the runs.
type Given struct {
	Count  int    `json:"count"`
	SHA256 string `json:"sha256"` // of their canonical hashes or forms, one a line, by state
}

// JoinCount is how many runs a join came to.
type JoinCount struct {
	Join Join `json:"join"`
	Runs int  `json:"runs"`
}

// Configuration is the configuration of a method as its runs recorded it.
type Configuration struct {
	SHA256 string         `json:"configuration_sha256"`
	Method string         `json:"method"`
	Value  jsontext.Value `json:"configuration"`
}

// Derive reads the runs and joins what is known of them. Rows are by experiment,
// then by method and state in the order of its plan.
func Derive(ctx context.Context, s Sources) (Set, error) {
	set, err := derive(ctx, s, func(*artifacts) error { return nil })
	if err != nil {
		return Set{}, fmt.Errorf("derive the data set: %w", err)
	}
	return set, nil
}

// derive hands every run to each, in the order of the rows, and keeps the small
// sheets.
func derive(ctx context.Context, s Sources, each func(*artifacts) error) (Set, error) {
	if s.Jobs <= 0 {
		s.Jobs = runtime.GOMAXPROCS(0)
	}
	listed, plan, err := listRuns(ctx, &s)
	if err != nil {
		return Set{}, err
	}
	w, set, err := s.world(ctx, listed)
	if err != nil {
		return Set{}, err
	}
	runs, stages := runLayout(), stageLayout()
	set.Runs = newSheet(runs)
	set.Stages = newSheet(stages)
	set.Lineage.Experiments, set.Lineage.PassedOver, set.Lineage.Revision = s.Experiments, plan.passed, s.Revision
	set.Lineage.Inputs = plan.inputs
	lineage := newLineage(&set.Lineage)
	err = inOrder(ctx, listed, s.Jobs, func(ctx context.Context, l listing) (*artifacts, error) {
		a, err := readRun(ctx, s.Root, l.experiment, l.entry)
		if err == nil {
			w.join(a)
		}
		return a, err
	}, func(a *artifacts) error {
		set.Runs.Rows = append(set.Runs.Rows, runs.rows(a)...)
		set.Stages.Rows = append(set.Stages.Rows, stages.rows(a)...)
		set.queries = append(set.queries, a.latencies()...)
		lineage.add(a)
		return each(a)
	})
	lineage.done()
	set.absent = plan.absent(&set)
	return set, err
}

// inOrder does the work on every item, several at a time, and takes the results
// in the order of the items.
func inOrder[T, R any](ctx context.Context, items []T, jobs int, work func(context.Context, T) (R, error), take func(R) error) error {
	ahead := 8 * jobs // results that may wait to be taken
	for from := 0; from < len(items); from += ahead {
		batch := items[from:min(from+ahead, len(items))]
		results, errs := make([]R, len(batch)), make([]error, len(batch))
		next := make(chan int)
		var wg sync.WaitGroup
		for range min(jobs, len(batch)) {
			wg.Go(func() {
				for i := range next {
					if errs[i] = context.Cause(ctx); errs[i] == nil {
						results[i], errs[i] = work(ctx, batch[i])
					}
				}
			})
		}
		for i := range batch {
			next <- i
		}
		close(next)
		wg.Wait()
		for i := range batch {
			if errs[i] != nil {
				return errs[i]
			}
			if err := take(results[i]); err != nil {
				return err
			}
		}
	}
	return context.Cause(ctx)
}

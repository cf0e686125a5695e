package dataset

import (
	"cmp"
	"math"
	"slices"

	"suffice/scorer"
	"suffice/scorer/methods/retrieval"
)

// latency is one query of a route that was worked out for the run itself.
type latency struct {
	view, embedder string
	ms             float64
	told           bool
}

// latencies takes over the queries of a run. An answer that was worked out for
// another run is not counted again.
func (a *artifacts) latencies() []latency {
	var out []latency
	for _, q := range a.queries {
		if q.Shared {
			continue
		}
		l := latency{view: q.View}
		if q.View == string(retrieval.Dense) || q.View == retrieval.MethodDense {
			l.embedder = cmp.Or(a.factors.embedder, unknown)
		}
		if q.LatencyMS != nil {
			l.ms, l.told = *q.LatencyMS, true
		}
		out = append(out, l)
	}
	return out
}

// IndexSystems is what indexing and querying cost: dense views by embedder
// first, then the other views.
func (s *Set) IndexSystems() scorer.Table {
	t := scorer.Table{
		Title:   "Dense-index systems results",
		Columns: []string{"Query p50 ms", "Query p95 ms", "Query max ms", "Build ms", "Update ms", "Process MiB (max)", "Disk bytes"},
	}
	dense, other := map[string][]latency{}, map[string][]latency{}
	for _, l := range s.queries {
		if l.embedder != "" {
			dense[l.embedder] = append(dense[l.embedder], l)
		} else {
			other[l.view] = append(other[l.view], l)
		}
	}
	if len(dense) == 0 {
		t.Rows = append(t.Rows, absent("dense view", "no dense view was asked", len(t.Columns)))
	}
	for _, name := range sorted(dense) {
		t.Rows = append(t.Rows, s.indexRow("dense view", name, dense[name], s.with("embedder", name)))
	}
	for _, name := range sorted(other) {
		t.Rows = append(t.Rows, s.indexRow("other views", name, other[name], nil))
	}
	t.Notes = []string{
		"states counts queries; those without a recorded time are excluded; an answer shared by several runs on a state counts once",
		"build is the mean over runs of the time in which the pool was read into the index, which all methods on the state share; the vectors of a dense view are made with its first query, and count there",
		"memory is the greatest that the whole process had from the system at the end of a run; replays record no times",
	}
	return t
}

// with are the runs with a value in a column.
func (s *Set) with(column, value string) []int {
	var rows []int
	for r := range s.Runs.Rows {
		if s.text(r, column) == value {
			rows = append(rows, r)
		}
	}
	return rows
}

// indexRow is one index: times of its queries, and what its runs say of the
// rest. runs is nil where that cannot be told apart from other views.
func (s *Set) indexRow(section, name string, queries []latency, runs []int) scorer.TableRow {
	var ms []float64
	for _, l := range queries {
		if l.told {
			ms = append(ms, l.ms)
		}
	}
	slices.Sort(ms)
	row := scorer.TableRow{Section: section, Name: name, States: len(ms), Excluded: len(queries) - len(ms)}
	for _, share := range []float64{0.5, 0.95, 1} {
		c := scorer.Cell{Unit: scorer.Items, States: len(ms), Excluded: len(queries) - len(ms)}
		if len(ms) > 0 {
			x := ms[nearestRank(share, len(ms))]
			c.Value = &x
		}
		row.Cells = append(row.Cells, c)
	}
	row.Cells = append(row.Cells,
		s.Runs.mean(runs, "index_build_ms", scorer.Items),
		s.Runs.mean(runs, "index_update_ms", scorer.Items),
		mebibytes(s.Runs.greatest(runs, "process_bytes", scorer.Items)),
		s.Runs.mean(runs, "index_disk_bytes", scorer.Plain))
	return row
}

// nearestRank is the position of a quantile among n sorted values: the least at
// which that share of them is reached.
func nearestRank(share float64, n int) int {
	return max(0, min(n, int(math.Ceil(share*float64(n)-1e-9)))-1)
}

func mebibytes(c scorer.Cell) scorer.Cell {
	if c.Value != nil {
		x := *c.Value / (1 << 20)
		c.Value = &x
	}
	return c
}

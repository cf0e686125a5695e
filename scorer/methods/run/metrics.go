package run

import "slices"

// MetricGroup is one of the seven groups of metrics (the metrics note).
type MetricGroup string

// The groups.
const (
	Correctness  MetricGroup = "correctness"
	Localization MetricGroup = "localization"
	Navigation   MetricGroup = "navigation"
	Editing      MetricGroup = "editing"
	Efficiency   MetricGroup = "efficiency"
	Index        MetricGroup = "index"
	Reliability  MetricGroup = "reliability"
)

// Need is what a metric is worked out from.
type Need string

// What metrics need.
const (
	FromTrajectory Need = "trajectory" // the run alone: worked out when it ends
	FromLabels     Need = "labels"     // the run and the certificates: joined afterwards, in the derived data set
	FromTests      Need = "tests"      // test_results.json of an imported run
	FromPatch      Need = "patch"      // edits and patch.diff of an imported run
)

// Metric is an entry of the registry.
type Metric struct {
	Name  string
	Group MetricGroup
	Unit  string // "fraction", "tokens", "ms", "calls" ...
	Need  Need
	How   string // how it is computed, and when it is missing

	measure func(*meter) Measured // of FromTrajectory alone
}

// Metrics is every metric there is, by group: the one place where they are
// registered. Those of FromLabels are computed elsewhere, since nothing here
// may see a certificate.
func Metrics() []Metric { return slices.Clone(registry()) }

func registry() []Metric {
	return slices.Concat(correctness(), localization(), navigation(), editing(), efficiency(), index(), reliability())
}

func correctness() []Metric {
	return []Metric{
		{"resolved_at_1", Correctness, "0 or 1", FromTests, "1 if the patch applies, every fail-to-pass test passes and no pass-to-pass test fails; missing for runs that make no patch", nil},
		{"fail_to_pass", Correctness, "fraction", FromTests, "fail-to-pass tests that pass / fail-to-pass tests; missing without test results", nil},
		{"pass_to_pass", Correctness, "fraction", FromTests, "pass-to-pass tests that still pass / pass-to-pass tests; missing without test results", nil},
		{"regressions", Correctness, "tests", FromTests, "pass-to-pass tests that fail; missing without test results", nil},
	}
}

func localization() []Metric {
	const file = "of the distinct files of the returned units, in order; gold are the files of acceptable units"
	const function = "of the distinct (file, symbol) of the returned units, in order; gold are those of acceptable units with a symbol, and a state without any is an exclusion"
	return []Metric{
		{"file_recall@10", Localization, "fraction", FromLabels, "the primary retrieval metric: gold files among the first 10 / gold files, " + file, nil},
		{"file_mrr", Localization, "fraction", FromLabels, "1 / rank of the first gold file, 0 if there is none, " + file, nil},
		{"file_ndcg@10", Localization, "fraction", FromLabels, "discounted gain of the first 10 files / that of the best order, " + file, nil},
		{"function_recall@10", Localization, "fraction", FromLabels, "gold functions among the first 10 / gold functions, " + function, nil},
		{"function_mrr", Localization, "fraction", FromLabels, "1 / rank of the first gold function, 0 if there is none, " + function, nil},
		{"function_ndcg@10", Localization, "fraction", FromLabels, "discounted gain of the first 10 functions / that of the best order, " + function, nil},
		{"gold_within_budget", Localization, "fraction", FromLabels, "acceptable units among those returned within the token budget / acceptable units", nil},
		{"mss_complete@5", Localization, "0 or 1", FromLabels, "whether the first 5 units hold a sufficient set", nil},
		{"mss_complete@8", Localization, "0 or 1", FromLabels, "whether the first 8 units hold a sufficient set", nil},
		{"group_recall@5", Localization, "fraction", FromLabels, "groups covered by the first 5 units / groups", nil},
		{"group_recall@8", Localization, "fraction", FromLabels, "groups covered by the first 8 units / groups", nil},
		{"necessity_weighted_recall@5", Localization, "fraction", FromLabels, "weight of the groups covered by the first 5 units / weight of all", nil},
		{"returned_complete", Localization, "0 or 1", FromLabels, "whether all that was returned holds a sufficient set", nil},
	}
}

func navigation() []Metric {
	return []Metric{
		{"rank_of_first_gold", Navigation, "rank", FromLabels, "rank of the first acceptable unit; missing if none was returned", nil},
		{"tokens_to_first_gold", Navigation, "tokens", FromLabels, "source tokens of the returned units up to the first acceptable one, itself included; missing if none was returned", nil},
		{"ms_to_first_gold", Navigation, "ms", FromLabels, "from the beginning of the run to the first reading of an acceptable unit; missing if there is none", nil},
		{"tool_calls_to_first_gold", Navigation, "calls", FromLabels, "tool calls before the first reading of an acceptable unit; missing if there is none", nil},
		{"repeated_reads", Navigation, "units", FromTrajectory, "units read whose lines overlap those of a unit read before them in the run", measureRepeats},
		{"observed_reads", Navigation, "units", FromTrajectory, "units read that the state had observed already", measureObserved},
		{"churn", Navigation, "units", FromTrajectory, "units of the first selection that are not returned in the end; missing for methods without stages", measureChurn},
	}
}

func editing() []Metric {
	return []Metric{
		{"patch_applies", Editing, "0 or 1", FromPatch, "whether the patch applies; missing for runs that make none", nil},
		{"patch_files", Editing, "files", FromPatch, "files that the patch touches; missing for runs that make none", nil},
		{"patch_lines", Editing, "lines", FromPatch, "lines added and removed; missing for runs that make none", nil},
		{"syntax_valid", Editing, "0 or 1", FromTests, "whether the edited files parse; missing unless the run tells", nil},
		{"lint_passes", Editing, "0 or 1", FromTests, "whether linter and build accept the result; missing unless the run tells", nil},
	}
}

func efficiency() []Metric {
	usage := func(i int) func(*meter) Measured {
		parts := "chat call"
		if i == 0 {
			parts = "model call"
		}
		return func(m *meter) Measured {
			if m.usage[i].asked == 0 && m.idle[min(i, 1)] > 0 {
				return missing("every %s was refused", parts)
			}
			return m.usage[i].whole(parts)
		}
	}
	return []Metric{
		{"input_tokens", Efficiency, "tokens", FromTrajectory, "model input as the server reports it; missing when a call did not report it, refused ones aside", usage(0)},
		{"output_tokens", Efficiency, "tokens", FromTrajectory, "model output as the server reports it; missing when a call did not report it, refused ones aside", usage(1)},
		{"cached_input_tokens", Efficiency, "tokens", FromTrajectory, "input that the server had cached, part of input_tokens; missing when a call did not report it, refused ones aside", usage(2)},
		{"reasoning_tokens", Efficiency, "tokens", FromTrajectory, "output spent on reasoning, part of output_tokens; missing when a call did not report it, refused ones aside", usage(3)},
		{"tool_result_tokens", Efficiency, "tokens", FromTrajectory, "source text that the run handed back, by the manifest's tokenizer: the units read", func(m *meter) Measured { return count(m.readTokens()) }},
		{"source_tokens", Efficiency, "tokens", FromTrajectory, "source tokens of the returned units; missing when the run failed", measureSource},
		{"returned_units", Efficiency, "units", FromTrajectory, "units returned; missing when the run failed", measureReturned},
		{"candidates", Efficiency, "units", FromTrajectory, "candidates that retrieval put forward", func(m *meter) Measured { return count(m.candidates) }},
		{"model_calls", Efficiency, "calls", FromTrajectory, "exchanges with a controller, embedder or reranker, attempts counted one by one; those made once for all methods on the state count for each, as if it ran alone", func(m *meter) Measured { return count(m.calls) }},
		{"repeated_attempts", Efficiency, "calls", FromTrajectory, "model calls beyond the first attempt of their stage", func(m *meter) Measured { return count(m.retries) }},
		{"tool_calls", Efficiency, "calls", FromTrajectory, "retrieval routes asked", func(m *meter) Measured { return count(m.tools) }},
		{"test_runs", Efficiency, "calls", FromTrajectory, "test runs of the run itself", func(m *meter) Measured { return count(m.tests) }},
		{"wall_ms", Efficiency, "ms", FromTrajectory, "from run_started to run_finished; missing while it has not ended", measureWall},
		{"model_ms", Efficiency, "ms", FromTrajectory, "sum of the latencies of model calls; missing in replays", func(m *meter) Measured { return m.modelMS.whole("model call") }},
		{"output_tokens_per_second", Efficiency, "tokens/s", FromTrajectory, "output_tokens / model_ms; missing when one of them is", measureThroughput},
	}
}

func index() []Metric {
	latency := func(share float64) func(*meter) Measured {
		return func(m *meter) Measured {
			if m.queryMS.known < m.queryMS.asked || m.queryMS.asked == 0 {
				return m.queryMS.whole("tool call")
			}
			return known(quantile(m.latencies, share))
		}
	}
	return []Metric{
		{"index_build_ms", Index, "ms", FromTrajectory, "reading the pool into the index that all methods on the state share; what one view needs is built with its first query and counts there", measureBuild},
		{"index_update_ms", Index, "ms", FromTrajectory, "always missing: a pool never changes", func(*meter) Measured { return missing("a pool never changes, so an index is never updated") }},
		{"query_ms_p50", Index, "ms", FromTrajectory, "median latency of the run's tool calls, nearest rank; missing when a call's latency is", latency(0.50)},
		{"query_ms_p95", Index, "ms", FromTrajectory, "95th percentile of the latency of the run's tool calls, nearest rank; missing when a call's latency is", latency(0.95)},
		{"process_bytes", Index, "bytes", FromTrajectory, "memory that the whole process has from the system at the end of the run, other runs included", measureMemory},
		{"index_disk_bytes", Index, "bytes", FromTrajectory, "0: the index of a pool lives in memory", func(*meter) Measured { return known(0) }},
	}
}

func reliability() []Metric {
	return []Metric{
		{"timeouts", Reliability, "calls", FromTrajectory, "model calls given up because no answer came in time", func(m *meter) Measured { return count(m.timeouts) }},
		{"unanswered_calls", Reliability, "calls", FromTrajectory, "model calls that got no answer, timeouts included", func(m *meter) Measured { return count(m.lost) }},
		{"tool_failures", Reliability, "runs", FromTrajectory, "1 if the run failed while it retrieved, else 0", func(m *meter) Measured { return count(one(m.failedAt(StageRetrieve))) }},
		{"parser_failures", Reliability, "answers", FromTrajectory, "answers that could not be read as what was asked for", func(m *meter) Measured { return count(m.malformed) }},
		{"edit_failures", Reliability, "edits", FromTrajectory, "edits that did not apply; missing for runs that make none", measureEditFailures},
		{"normalized_stages", Reliability, "stages", FromTrajectory, "stages whose answer was cut, filled, or rid of unknown and repeated IDs", func(m *meter) Measured { return count(m.totals.Normalized) }},
		{"fallback_stages", Reliability, "stages", FromTrajectory, "stages without a valid answer, taken from the fused order", func(m *meter) Measured { return count(m.totals.Fallback) }},
		{"stages", Reliability, "stages", FromTrajectory, "stages of the run: what normalized and fallback are counted of", func(m *meter) Measured { return count(len(m.stages)) }},
		{"failure_stage", Reliability, "name", FromTrajectory, "where a run failed; missing when it did not", measureFailure},
	}
}

package main

import (
	"fmt"
	"strings"
	"time"

	"suffice/certificate/records"
	"suffice/scorer/methods/run"
)

// ran is what `run --json` prints.
type ran struct {
	Experiment  string       `json:"experiment"`
	Methods     []string     `json:"methods"`
	Controller  string       `json:"controller,omitzero"` // of the methods that ask one
	States      int          `json:"states"`
	Runs        int          `json:"runs"`
	Finished    int          `json:"finished"` // now
	Skipped     int          `json:"skipped"`  // finished before
	Failures    []runFailure `json:"failures"`
	Millis      int64        `json:"elapsed_ms"`
	Tokens      tokenTotals  `json:"tokens"`
	Predictions string       `json:"predictions"`
	Contract    string       `json:"contract"`
	Set         string       `json:"set,omitzero"`
	NoSet       string       `json:"no_set,omitzero"` // why there is no set, or it did not change
}

type runFailure struct {
	State  string `json:"state_id"`
	Method string `json:"method"`
	RunID  string `json:"run_id"`
	Stage  string `json:"stage"`
	Error  string `json:"error"`
}

// tokenTotals are tokens as servers reported them. A sum is null when no call
// reported it, and not whole when the count of calls without it is not 0.
type tokenTotals struct {
	Calls      int  `json:"calls"`
	Refused    int  `json:"calls_refused"` // or never received; no usage is expected of them
	Input      *int `json:"input_tokens"`
	Output     *int `json:"output_tokens"`
	Cached     *int `json:"cached_input_tokens"`
	Missing    int  `json:"calls_without_usage"`
	NoInput    int  `json:"calls_without_input"`
	NoOutput   int  `json:"calls_without_output"`
	NoCached   int  `json:"calls_without_cached"`
	Normalized int  `json:"normalized_stages"`
	Fallback   int  `json:"fallback_stages"`
}

func totalsOf(t run.Totals) tokenTotals {
	told := t.Told()
	writing := min(told, t.Calls-t.Refused-t.Reading)
	return tokenTotals{
		Calls: t.Calls, Refused: t.Refused, Missing: t.Missing,
		Input: reported(told, t.Input, t.NoInput), NoInput: t.NoInput,
		Output: reported(writing, t.Output, t.NoOutput), NoOutput: t.NoOutput,
		Cached: reported(writing, t.Cached, t.NoCached), NoCached: t.NoCached,
		Normalized: t.Normalized, Fallback: t.Fallback,
	}
}

// reported is a sum of tokens, or nil where nothing stands behind it: no call
// could have told it, or some said nothing and the others nothing that counts.
func reported(calls, sum, without int) *int {
	if sum == 0 && (calls == 0 || without > 0) {
		return nil
	}
	return &sum
}

// sumCell is a sum as it is printed: "-" where it is missing, ">" before one that
// some calls did not report.
func sumCell(sum *int, without int) string {
	switch {
	case sum == nil:
		return "-"
	case without > 0:
		return ">" + thousands(*sum)
	}
	return thousands(*sum)
}

func ranOf(r run.Report, o ordered) ran {
	out := ran{
		Experiment: r.Experiment, Methods: o.Methods, States: len(o.States), Runs: r.Progress.Total,
		Finished: r.Progress.Done, Skipped: r.Progress.Skipped, Failures: []runFailure{},
		Millis: r.Progress.Elapsed.Milliseconds(), Tokens: totalsOf(r.Progress.Tokens),
		Predictions: r.Predictions, Contract: r.Contract,
	}
	if o.asks() {
		out.Controller = o.Controller
	}
	for _, f := range r.Failures {
		out.Failures = append(out.Failures, runFailure{f.State, f.Method, f.RunID, f.Stage, f.Err})
	}
	return out
}

func printRan(p *printer, r ran) {
	said := fmt.Sprintf("%s: %s on %s, %s in %s", p.clean(r.Experiment), count(len(r.Methods), "method", "methods"),
		count(r.States, "state", "states"), count(r.Finished, "run", "runs"), tookWords(time.Duration(r.Millis)*time.Millisecond))
	if r.Skipped > 0 {
		said += fmt.Sprintf(", %s there already", thousands(r.Skipped))
	}
	p.line("%s", said)
	if r.Controller != "" {
		p.line("controller %s: %s", r.Controller, controllerWords(r.Controller))
	}
	if r.Controller != "" || r.Tokens.Calls > 0 { // a reranker or an embedder was asked
		p.line("%s", tokenWords(r.Tokens))
	}
	for _, f := range r.Failures {
		p.line("failed: %s on %s (%s): %s", p.clean(f.Method), p.clean(f.State), p.clean(f.Stage), p.clean(f.Error))
	}
	p.line("predictions  %s", p.clean(r.Predictions))
	p.line("contract     %s", p.clean(r.Contract))
	switch {
	case r.Set != "" && r.NoSet != "":
		p.line("set          %s: %s", p.clean(r.Set), r.NoSet)
	case r.Set != "":
		p.line("set          %s, open; suffice predictions lock %s makes it count for sensitivity", p.clean(r.Set), p.clean(records.Typed(r.Set)))
	case r.NoSet != "":
		p.line("no set       %s", p.clean(r.NoSet))
	}
}

// controllerWords says what a controller's results are.
func controllerWords(name string) string {
	if name == offlineName {
		return "set cover without a network, not the paper's model"
	}
	return "an OpenAI-compatible endpoint"
}

// tokenWords says what was reported, and of how many calls it was not.
func tokenWords(t tokenTotals) string {
	said := count(t.Calls, "call", "calls")
	if t.Refused > 0 {
		said += fmt.Sprintf(", %s of them refused", thousands(t.Refused))
	}
	heard := t.Calls - t.Refused
	if t.Missing < heard {
		said += fmt.Sprintf(", %s tokens in", sumCell(t.Input, t.NoInput))
		if t.Output != nil || t.NoOutput > 0 { // else nobody writes
			said += fmt.Sprintf(", %s out, %s cached", sumCell(t.Output, t.NoOutput), sumCell(t.Cached, t.NoCached))
		}
	}
	switch {
	case heard == 0:
	case t.Missing == heard:
		said += ", none with tokens reported"
	case t.Missing > 0:
		said += fmt.Sprintf("; %s without tokens reported, so these sums are not whole", count(t.Missing, "call", "calls"))
	}
	return said + fmt.Sprintf("; stages normalized %s, fallback %s", thousands(t.Normalized), thousands(t.Fallback))
}

// tookWords is a duration in as many digits as say something.
func tookWords(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return strings.TrimSuffix(d.Round(time.Second).String(), "0s")
}

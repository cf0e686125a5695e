package run

import "suffice/scorer/methods"

// writes reports whether the exchange is one in which a model writes. Embedders
// and rerankers write nothing, so that they report no output leaves no gap.
func writes(c methods.ModelCall) bool { return c.Service != "embeddings" && c.Service != "rerank" }

// idle reports whether no model had anything to do with an exchange: the server
// refused it, or it never got there. Such a call has no usage that could be
// missing. Where time ran out, or the connection broke with an answer on its way,
// a model may have worked: what that cost is missing.
func idle(c methods.ModelCall) bool {
	if reportsUsage(c.Usage) {
		return false
	}
	switch c.Status {
	case 408, 504, 524: // a gateway did not wait for the model
		return false
	}
	return c.Unsent || c.Status >= 300
}

func reportsUsage(u methods.Usage) bool { return u.Input != nil || u.Output != nil || u.Cached != nil }

// count adds one exchange.
func (t *Totals) count(c methods.ModelCall) {
	t.Calls++
	if idle(c) {
		t.Refused++
		return
	}
	t.Reading += one(!writes(c))
	t.Missing += one(!reportsUsage(c.Usage))
	for _, p := range []struct {
		sum, missing *int
		v            *int
		expected     bool
	}{
		{&t.Input, &t.NoInput, c.Usage.Input, true},
		{&t.Output, &t.NoOutput, c.Usage.Output, writes(c)},
		{&t.Cached, &t.NoCached, c.Usage.Cached, writes(c)},
	} {
		switch {
		case p.v != nil:
			*p.sum += *p.v
		case p.expected:
			*p.missing++
		}
	}
}

// Add adds the totals of another run.
func (t *Totals) Add(o Totals) {
	t.Calls += o.Calls
	t.Refused += o.Refused
	t.Reading += o.Reading
	t.Input += o.Input
	t.Output += o.Output
	t.Cached += o.Cached
	t.Missing += o.Missing
	t.NoInput += o.NoInput
	t.NoOutput += o.NoOutput
	t.NoCached += o.NoCached
	t.Stages += o.Stages
	t.Normalized += o.Normalized
	t.Fallback += o.Fallback
}

// Told is how many calls reported some usage.
func (t Totals) Told() int { return t.Calls - t.Refused - t.Missing }

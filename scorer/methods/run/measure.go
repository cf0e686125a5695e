package run

import (
	"fmt"
	"math"
	"slices"

	"suffice/scorer/methods"
)

// Measured is a metric of one run. A value that is nil is missing, and Missing
// says why; it is never to be read as zero.
type Measured struct {
	Name    string   `json:"metric"`
	Value   *float64 `json:"value"`
	Text    string   `json:"text,omitzero"` // of a metric that is no number
	Missing string   `json:"missing,omitzero"`
}

// Measure works out the metrics of a run that need no labels from its
// trajectory, in the order of Metrics. It gives what final_metrics.json holds.
func Measure(trace []Recorded) []Measured {
	var m meter
	for _, r := range trace {
		m.add(r.At, methods.Event{Kind: r.Kind, Body: r.Body})
	}
	return m.measured()
}

// meter adds up the events of one run.
type meter struct {
	totals     Totals
	begun, end int64
	ended      *Ended
	index      *Indexing
	sample     *Sample

	calls, lost, malformed, timeouts, retries int
	idle                                      [2]int // that no model worked on: all, and those that ask for writing
	last                                      methods.ModelCall
	modelMS                                   partial
	usage                                     [4]partial // input, output, cached, reasoning
	tools                                     int
	queryMS                                   partial
	latencies                                 []float64
	candidates                                int
	readings                                  []methods.Reading
	stages                                    []methods.Stage
	edits, editFailures, tests                int
}

// partial is a sum of which some parts are not known.
type partial struct {
	sum          float64
	known, asked int
}

func (p *partial) add(v *float64) {
	p.asked++
	if v != nil {
		p.known++
		p.sum += *v
	}
}

func (p *partial) addInt(v *int) {
	if v == nil {
		p.add(nil)
		return
	}
	f := float64(*v)
	p.add(&f)
}

func (m *meter) add(at int64, e methods.Event) {
	switch b := value(e.Body).(type) {
	case Started:
		m.begun, m.end, m.index = at, at, &b.Index
	case methods.ModelCall:
		m.model(b)
	case methods.ToolCall:
		m.tools++
		m.queryMS.add(b.LatencyMS)
		if b.LatencyMS != nil {
			m.latencies = append(m.latencies, *b.LatencyMS)
		}
	case methods.Candidate:
		m.candidates++
	case methods.Reading:
		m.readings = append(m.readings, b)
	case methods.Stage:
		m.stages = append(m.stages, b)
		m.totals.Stages++
		m.totals.Normalized += one(b.Normalized)
		m.totals.Fallback += one(b.Fallback)
	case Edit:
		m.edits++
		m.editFailures += one(!b.Applied)
	case Tested:
		m.tests++
	case Sample:
		m.sample = &b
	case Ended:
		m.end, m.ended = at, &b
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// value takes the bodies that a method hands over as pointers for what they
// point to.
func value(body any) any {
	switch b := body.(type) {
	case *methods.ModelCall:
		return *b
	case *methods.ToolCall:
		return *b
	case *methods.Candidate:
		return *b
	case *methods.Reading:
		return *b
	case *methods.Stage:
		return *b
	}
	return body
}

func (m *meter) model(c methods.ModelCall) {
	m.last = c
	m.calls++
	m.retries += one(c.Attempt > 1)
	m.lost += one(c.Error != "")
	m.malformed += one(c.Malformed != "")
	m.timeouts += one(c.StopReason == StopTimeout)
	m.idle[0] += one(idle(c))
	m.idle[1] += one(idle(c) && writes(c))
	m.modelMS.add(c.LatencyMS)
	for i, v := range []*int{c.Usage.Input, c.Usage.Output, c.Usage.Cached, c.Usage.Reasoning} {
		if v != nil || !idle(c) && (i == 0 || writes(c)) {
			m.usage[i].addInt(v)
		}
	}
	if !c.Shared { // what another run paid for is not paid twice
		m.totals.count(c)
	}
}

// StopTimeout is methods.StopTimeout.
const StopTimeout = methods.StopTimeout

// measured gives every metric that needs no labels, in the order of Metrics.
func (m *meter) measured() []Measured {
	var all []Measured
	for _, metric := range registry() {
		if metric.measure != nil {
			v := metric.measure(m)
			v.Name = metric.Name
			all = append(all, v)
		}
	}
	return all
}

// The answers of a measure.

func known(v float64) Measured { return Measured{Value: &v} }

func count(n int) Measured { return known(float64(n)) }

func missing(format string, args ...any) Measured {
	return Measured{Missing: fmt.Sprintf(format, args...)}
}

// whole is a sum, if every part of it is known.
func (p partial) whole(parts string) Measured {
	switch {
	case p.asked == 0:
		return missing("there was no %s", parts)
	case p.known < p.asked:
		return missing("%d of %d %ss did not report it", p.asked-p.known, p.asked, parts)
	}
	return known(p.sum)
}

// quantile is the value at a share of the sorted values, by the nearest rank.
func quantile(values []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := int(math.Ceil(share*float64(len(sorted)))) - 1
	return sorted[max(0, min(at, len(sorted)-1))]
}

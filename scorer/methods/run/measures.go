package run

import (
	"slices"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// measureRepeats counts the units read that show lines of a unit read before.
func measureRepeats(m *meter) Measured {
	n := 0
	for i, r := range m.readings {
		if slices.ContainsFunc(m.readings[:i], func(o methods.Reading) bool { return overlap(o, r) }) {
			n++
		}
	}
	return count(n)
}

func overlap(a, b methods.Reading) bool {
	if a.ID == b.ID {
		return true
	}
	return a.LineStart > 0 && b.LineStart > 0 && a.LineStart <= b.LineEnd && b.LineStart <= a.LineEnd && card.SamePath(a.Path, b.Path)
}

func measureObserved(m *meter) Measured {
	n := 0
	for _, r := range m.readings {
		n += one(r.Observed)
	}
	return count(n)
}

func measureChurn(m *meter) Measured {
	out, ok := m.output()
	switch {
	case !ok:
		return m.nothingReturned()
	case len(m.stages) == 0:
		return missing("the method has no stages")
	}
	n := 0
	for _, id := range m.stages[0].Selected {
		n += one(!slices.Contains(out.Ranked, id))
	}
	return count(n)
}

// output is what the run returned.
func (m *meter) output() (methods.Output, bool) {
	if m.ended == nil || m.ended.Outcome != OutcomeFinished {
		return methods.Output{}, false
	}
	return m.ended.Output, true
}

func (m *meter) nothingReturned() Measured {
	if m.ended == nil {
		return missing("the run has not ended")
	}
	return missing("the run failed")
}

func (m *meter) readTokens() int {
	n := 0
	for _, r := range m.readings {
		n += r.Tokens
	}
	return n
}

func measureSource(m *meter) Measured {
	if out, ok := m.output(); ok {
		return count(out.Tokens)
	}
	return m.nothingReturned()
}

func measureReturned(m *meter) Measured {
	if out, ok := m.output(); ok {
		return count(len(out.Ranked))
	}
	return m.nothingReturned()
}

func measureWall(m *meter) Measured {
	if m.ended == nil {
		return missing("the run has not ended")
	}
	return known(float64(m.end - m.begun))
}

func measureThroughput(m *meter) Measured {
	out, ms := m.usage[1].whole("chat call"), m.modelMS.whole("model call")
	switch {
	case out.Value == nil:
		return out
	case ms.Value == nil:
		return ms
	case *ms.Value == 0:
		return missing("no time passed that could be measured")
	}
	return known(*out.Value / (*ms.Value / 1000))
}

func measureBuild(m *meter) Measured {
	if m.index == nil {
		return missing("the run does not tell")
	}
	return known(m.index.BuildMS)
}

func measureMemory(m *meter) Measured {
	if m.sample == nil {
		return missing("no sample was taken")
	}
	return known(float64(m.sample.Total))
}

func measureEditFailures(m *meter) Measured {
	if m.edits == 0 {
		return missing("the run makes no edits")
	}
	return count(m.editFailures)
}

// failedAt reports whether the run failed at one of the stages.
func (m *meter) failedAt(stages ...string) bool {
	return m.ended != nil && m.ended.Failure != nil && slices.Contains(stages, m.ended.Failure.Stage)
}

func measureFailure(m *meter) Measured {
	switch {
	case m.ended == nil:
		return missing("the run has not ended")
	case m.ended.Failure == nil:
		return missing("the run did not fail")
	}
	return Measured{Text: m.ended.Failure.Stage}
}

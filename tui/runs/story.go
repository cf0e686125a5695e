package runs

import (
	"slices"

	"suffice/scorer/methods"
)

// Story is what the events of one run come to, also while it goes on: the
// zero value is a run of which nothing is known yet.
type Story struct {
	Chapters []Chapter
	Routes   []methods.ToolCall
	Ranked   int // candidates that retrieval put forward
	Returned []methods.Reading
	Begun    bool
	Ended    bool
}

// Chapter is one stage of a method that asks a controller.
type Chapter struct {
	Name  string
	Calls []methods.ModelCall // its attempts, in order
	Stage methods.Stage       // once Done
	Done  bool
}

// Take adds what happened next.
func (s *Story) Take(e methods.Event) {
	s.Begun = true
	switch b := e.Body.(type) {
	case methods.ToolCall:
		s.Routes = append(s.Routes, b)
	case methods.Candidate:
		s.Ranked++
	case methods.ModelCall:
		if b.Stage != "" {
			c := s.chapter(b.Stage)
			c.Calls = append(c.Calls, b)
		}
	case methods.Stage:
		c := s.chapter(b.Name)
		c.Stage, c.Done = b, true
	case methods.Reading:
		s.Returned = append(s.Returned, b)
	}
	s.Ended = s.Ended || e.Kind == methods.RunFinished
}

// chapter is the stage of this name that is not done, begun if need be. A
// finished stage belongs to the one whose calls came last.
func (s *Story) chapter(name string) *Chapter {
	for i := range s.Chapters {
		if s.Chapters[i].Name == name && !s.Chapters[i].Done {
			return &s.Chapters[i]
		}
	}
	s.Chapters = append(s.Chapters, Chapter{Name: name})
	return &s.Chapters[len(s.Chapters)-1]
}

// Origin is where a unit of the answer came from: the first stage that
// selected it, or the fused reserve. It is empty for methods that make no
// proposal.
func (s *Story) Origin(unit string) string {
	propose := false
	for _, c := range s.Chapters {
		switch c.Name {
		case methods.StagePropose:
			propose = true
			if slices.Contains(c.Stage.Selected, unit) {
				return "proposal"
			}
		case methods.StageExpand:
			if slices.Contains(c.Stage.Selected, unit) {
				return "expansion"
			}
		}
	}
	if !propose {
		return ""
	}
	return "reserve"
}

// Spent is what was reported of a stage's calls. A nil number was not reported
// by any of them; Partly says that some reported none.
type Spent struct {
	Millis        *float64
	Input, Output *int
	Partly        bool
}

// Spent adds up what was reported of the calls.
func (c Chapter) Spent() Spent {
	var s Spent
	for _, call := range c.Calls {
		if call.LatencyMS != nil {
			s.Millis = add(s.Millis, *call.LatencyMS)
		}
		if call.Usage.Input != nil {
			s.Input = add(s.Input, *call.Usage.Input)
		}
		if call.Usage.Output != nil {
			s.Output = add(s.Output, *call.Usage.Output)
		}
		s.Partly = s.Partly || call.Usage.Input == nil || call.Usage.Output == nil
	}
	return s
}

func add[T int | float64](sum *T, n T) *T {
	if sum != nil {
		n += *sum
	}
	return &n
}

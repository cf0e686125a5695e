package endpoint

import (
	"errors"
	"slices"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// RecordedError is the failure of an attempt as a trace tells it.
type RecordedError struct {
	Text     string
	unusable bool
}

func (e *RecordedError) Error() string { return e.Text }

// Unwrap is complement.ErrUnusableAnswer for an answer that could not be read.
func (e *RecordedError) Unwrap() error {
	if e.unusable {
		return complement.ErrUnusableAnswer
	}
	return nil
}

// play asks a player instead of a server. What comes back is what was recorded,
// with the failure of that attempt if it failed.
func play(p methods.Player, asked methods.ModelCall) (methods.ModelCall, error) {
	call, ok := p.Play(asked)
	if !ok {
		return asked, &NotRecordedError{Service: asked.Service, Stage: asked.Stage, Model: asked.Model, RequestHash: asked.RequestHash}
	}
	call.LatencyMS = nil
	switch {
	case call.Error != "":
		return call, &RecordedError{Text: call.Error}
	case call.Malformed != "" && call.Response == "":
		return call, &RecordedError{Text: call.Malformed, unusable: true}
	}
	call.Malformed = "" // whoever reads the answer finds it again
	return call, nil
}

// replayChat finds the recorded attempt at a question. What the process had
// learned of the server by then is not known, so every way of asking is tried,
// the present one first.
func (s *Service) replayChat(p methods.Player, call methods.ModelCall, prompt complement.Prompt, most int, now way) (methods.ModelCall, error) {
	var missing *NotRecordedError
	for _, w := range s.ways(now) {
		asked := call
		if _, err := s.prepare(&asked, prompt, most, w); err != nil {
			return asked, err
		}
		got, err := play(p, asked)
		var none *NotRecordedError
		if !errors.As(err, &none) {
			return got, err
		}
		if missing == nil {
			missing = none
		}
	}
	return call, missing
}

// ways are all forms that a question may have been put in, the present one
// first.
func (s *Service) ways(now way) []way {
	out := []way{now}
	for _, completion := range []bool{now.completion, !now.completion} {
		for _, f := range formats() {
			w := way{format: f, limited: now.limited, completion: completion}
			if s.config.Format != FormatAuto {
				w.format = s.config.Format
			}
			if !slices.Contains(out, w) && (now.limited || completion == now.completion) {
				out = append(out, w)
			}
		}
	}
	return out
}

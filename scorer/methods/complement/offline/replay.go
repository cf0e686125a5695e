package offline

import (
	"fmt"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// replayed is the recorded answer to a question, so that a replay holds even
// after the policy has changed. A question that was not recorded is an error.
func replayed(p methods.Player, asked methods.ModelCall) (methods.ModelCall, error) {
	call, ok := p.Play(asked)
	if !ok {
		asked.Error = fmt.Sprintf("the recorded run holds no answer to stage %s, attempt %d, for the request %s", asked.Stage, asked.Attempt, asked.RequestHash)
		return asked, fmt.Errorf("%s: %w", asked.Error, complement.ErrPermanent)
	}
	return call, nil
}

package run

import (
	"context"
	"errors"
	"sync"

	"suffice/scorer/methods"
)

type playback struct {
	from, revision string
	models         map[string]string
	mu             sync.Mutex
}
type player struct{ missed error }

func (p *player) Play(asked methods.ModelCall) (methods.ModelCall, bool) { return asked, false }
func (p *playback) mark() *Replayed                                      { return &Replayed{p.from, p.revision} }
func (p *playback) wants(state, method string) bool                      { return p == nil }
func (p *playback) player(state, method string) (*player, error)         { return nil, errors.New("no") }

// Replay runs the experiment again from its recorded exchanges with no network,
// into a folder of its own, and reports whether the prediction files are equal
// byte for byte.
func Replay(ctx context.Context, p Plan, from string) (same bool, r Report, err error) {
	return false, r, errors.ErrUnsupported
}

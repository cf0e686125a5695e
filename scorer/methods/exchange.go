package methods

import "context"

// The keys under which a context carries what belongs to one run.
type (
	recorderKey struct{}
	playerKey   struct{}
)

// WithRecorder is ctx for the calls of one run whose signature has no place for
// a recorder: an embedder tells rec of its exchanges.
func WithRecorder(ctx context.Context, rec Recorder) context.Context {
	return context.WithValue(ctx, recorderKey{}, rec)
}

// RecorderFrom is the recorder that ctx carries; one that forgets if it carries
// none.
func RecorderFrom(ctx context.Context) Recorder {
	if rec, ok := ctx.Value(recorderKey{}).(Recorder); ok && rec != nil {
		return rec
	}
	return RecorderFunc(func(Event) error { return nil })
}

// Player gives back recorded exchanges in place of a server (spec 4.4).
type Player interface {
	// Play is the recorded exchange for what is about to be asked, of which
	// Service, Stage, Attempt, Model and RequestHash are set; false if there is
	// none. Latencies are missing in what it returns.
	Play(asked ModelCall) (ModelCall, bool)
}

// WithPlayer is ctx for a run that is replayed: whoever would ask a server asks
// p instead, and never the network.
func WithPlayer(ctx context.Context, p Player) context.Context {
	return context.WithValue(ctx, playerKey{}, p)
}

// PlayerFrom is the player that ctx carries; nil if the run is not a replay.
func PlayerFrom(ctx context.Context) Player {
	p, _ := ctx.Value(playerKey{}).(Player)
	return p
}

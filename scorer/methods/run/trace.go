package run

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"suffice/certificate/records"
	"suffice/scorer/methods"
)

// Recorded is one event of a trajectory as it was written.
type Recorded struct {
	Seq  int
	At   int64 // milliseconds since 1970
	Kind methods.Kind
	Body any // as methods.Event
}

// Trace reads the trajectory of a run. Bodies are values of their kind's
// struct. When the run was killed while it wrote, the last entry is a Torn that
// says so; everything before it is sound. A line that is no event, or out of
// order, is an error that names it.
func Trace(ctx context.Context, dir string) ([]Recorded, error) {
	path := filepath.Join(dir, trajectoryFile)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the trajectory: %w", err)
	}
	all, err := parseTrace(ctx, b)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return all, nil
}

func parseTrace(ctx context.Context, b []byte) ([]Recorded, error) {
	var all []Recorded
	for n := 1; len(b) > 0; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		text, rest, ended := bytes.Cut(b, []byte{'\n'})
		if !ended {
			seq := 1
			if len(all) > 0 {
				seq = all[len(all)-1].Seq + 1
			}
			return append(all, Recorded{Seq: seq, Kind: Torn, Body: TornLine{n, len(text)}}), nil
		}
		r, err := parseEvent(text)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", n, err)
		}
		if len(all) > 0 && r.Seq <= all[len(all)-1].Seq {
			return nil, fmt.Errorf("%d: event %d comes after event %d", n, r.Seq, all[len(all)-1].Seq)
		}
		all, b = append(all, r), rest
	}
	return all, nil
}

func parseEvent(text []byte) (Recorded, error) {
	if err := records.Check(text); err != nil {
		return Recorded{}, err
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return Recorded{}, err
	}
	if l.Seq < 1 || l.Kind == "" || l.Kind == Torn || l.Body == nil {
		return Recorded{}, fmt.Errorf("this is no event: seq, event and body are expected")
	}
	v, err := body(l.Kind, l.Body)
	return Recorded{l.Seq, l.At, l.Kind, v}, err
}

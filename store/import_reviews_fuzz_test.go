package store

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate/records"
	"suffice/review"
)

// FuzzDecodeSignal: whatever stands in a file of model reviews is refused by
// key, or is a signal that is read back from its own record.
func FuzzDecodeSignal(f *testing.F) {
	f.Add(`{"reviewer":"m","state_id":"s1","verdict":"accept"}`)
	f.Add(`{"reviewer":"m","state_id":"s1","verdict":"revise","note":"u2 \u001b[2J"}`)
	f.Add(`{"reviewer":"","state_id":7,"verdict":"maybe","note":null,"score":1}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, raw string) {
		r := records.Record{Raw: []byte(raw)}
		if records.Check(r.Raw) != nil {
			return // such a line never gets here
		}
		g, err := decodeSignal(r)
		if err != nil {
			return
		}
		if g.Reviewer == "" || g.State == "" || !slices.Contains(review.Verdicts(), g.Verdict) {
			t.Fatalf("%s is taken as %+v", raw, g)
		}
		again, err := json.Marshal(map[string]any{"reviewer": g.Reviewer, "state_id": g.State, "verdict": g.Verdict, "note": g.Note})
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decodeSignal(records.Record{Raw: again}); err != nil || back != g {
			t.Fatalf("%s comes back as %+v: %v", again, back, err)
		}
	})
}

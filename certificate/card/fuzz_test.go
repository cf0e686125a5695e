package card

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// FuzzDecodeState: what is taken comes back with equal content and decodes to
// the same again; observing and cutting its text never panics.
func FuzzDecodeState(f *testing.F) {
	f.Add([]byte(fullState))
	f.Add([]byte(`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","content_excerpt":""}],"trajectory_prefix":[{"action_type":"read_file","tool_output":"FILE a:1-2"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if records.Check(b) != nil {
			return
		}
		s, err := DecodeState(b)
		if err != nil {
			return
		}
		out := EncodeState(s)
		if err := records.Check(out); err != nil || !records.Equal(out, b) {
			t.Fatalf("%s\ncame back as\n%s\n%v, another %s", b, out, err, records.FirstDifference(b, out))
		}
		again, err := DecodeState(out)
		if err != nil || Fingerprint(again) != Fingerprint(s) || Fingerprint(s) != FingerprintRecord(b) {
			t.Fatalf("%s\ndecodes another time to\n%+v, %v", b, again, err)
		}
		for _, u := range s.Pool.Units {
			shown, _ := u.LineNumbers()
			if _, ok := u.Lines(u.first(), u.first()+shown-1); ok != (shown > 0) {
				t.Fatalf("%d lines of %+v cannot be had", shown, u)
			}
			if u.Whole(u.first()+shown) || len(Overlapping(s.Pool, u.ID)) >= s.Pool.Len() {
				t.Fatalf("%+v reaches too far", u)
			}
		}
		for id, o := range Observe(s) {
			if s.Pool.Unit(id) == nil || !o.Any() {
				t.Fatalf("%q is observed: %+v", id, o)
			}
		}
	})
}

// FuzzDecodePrediction: the plain reader takes only what the careful one takes,
// to the same value, and what is taken comes back.
func FuzzDecodePrediction(f *testing.F) {
	f.Add([]byte(`{"state_id":"s","method":"m","ranked_evidence_ids":["a","b"]}`))
	f.Add([]byte(`{"ranked_evidence_ids":[],"method":"m","state_id":"\u0073","x":1e5}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		plain, taken := PlainPrediction(b)
		p, err := carefully(string(b))
		if taken && (err != nil || !samePrediction(plain, p)) {
			t.Fatalf("%q is plainly %+v, carefully %+v, %v", b, plain, p, err)
		}
		if err != nil {
			return
		}
		out := EncodePrediction(p)
		if !records.Equal(out, jsontext.Value(b)) {
			t.Fatalf("%q came back as %q", b, out)
		}
		again, err := carefully(string(out))
		if err != nil || again.State != p.State || again.Method != p.Method || !slices.Equal(again.Ranked, p.Ranked) {
			t.Fatalf("%q decodes another time to %+v, %v", b, again, err)
		}
		_ = CheckPredictions([]Row{{Prediction: p}, {Prediction: again}}, nil, false)
	})
}

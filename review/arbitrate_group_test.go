package review

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
)

// FuzzDecodeGroup: a group of the senior's own is refused by key, or written in
// a label as it was read.
func FuzzDecodeGroup(f *testing.F) {
	f.Add(`{"role":"bug_location","acceptable_evidence_ids":["u1","u2"],"minimum_required":2,"necessity_weight":1.5}`)
	f.Add(`{"group_id":"g9","role":"x","acceptable_evidence_ids":[],"minimum_required":0}`)
	f.Add(`{"acceptable_evidence_ids":[null,7],"minimum_required":1e999}`)
	f.Add(`[{}]`)
	f.Fuzz(func(t *testing.T, raw string) {
		g, err := DecodeGroup(jsontext.Value(raw))
		if err != nil {
			if g != nil {
				t.Fatalf("%s is refused and taken: %v", raw, err)
			}
			return
		}
		c := certificate.Certificate{State: "s1", Groups: []certificate.Group{*g}}
		back, err := certificate.Decode(certificate.Encode(c))
		if err != nil || !certificate.Equal(c, back) {
			t.Fatalf("%s is written as %s: %v", raw, certificate.Encode(c), err)
		}
	})
}

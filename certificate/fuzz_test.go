package certificate

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// FuzzDecode: whatever decodes exports as it came in and passes through a
// draft and its snapshot unchanged; whatever does not says why.
func FuzzDecode(f *testing.F) {
	for _, label := range []string{
		bareLabel, `{"graded_labels":` + bareLabel + `,"state_id":"s1","x":1.0}`, `{}`, `[]`, `{"graded_labels":null}`,
		`{"state_id":"s","required_evidence_groups":[{"role":"","acceptable_evidence_ids":["u","u"],"minimum_required":-1,"necessity_weight":0e9}],"alternative_minimal_sets":[[]]}`,
	} {
		f.Add([]byte(label))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := Decode(raw)
		if err != nil {
			if len(fieldErrors(err)) == 0 {
				t.Fatalf("no FieldError: %v", err)
			}
			return
		}
		if !records.Equal(Encode(c), raw) {
			t.Fatalf("%s comes back as %s", raw, Encode(c))
		}
		d := NewDraft(c)
		snapshot, err := json.Marshal(d)
		if err != nil {
			t.Fatalf("snapshot: %v", err)
		}
		var back Draft
		if err := json.Unmarshal(snapshot, &back); err != nil {
			t.Fatalf("reopen %s: %v", snapshot, err)
		}
		if !bytes.Equal(Encode(back.Certificate()), Encode(c)) {
			t.Fatalf("%s reopens as %s", Encode(c), Encode(back.Certificate()))
		}
		if !Compare(c, back.Certificate()).Same() {
			t.Fatal("the reopened draft differs")
		}
	})
}

// FuzzDecodeEdit: no edit from a file makes a draft panic, and one that
// applies can be taken back exactly.
func FuzzDecodeEdit(f *testing.F) {
	f.Add([]byte(`{"op":"set_threshold","group":"g2","after":2}`))
	f.Add([]byte(`{"op":"add_group","after":{"at":0,"role":"r"}}`))
	f.Add([]byte(`{"op":"quote","group":"A","after":{"at":0,"quotation":{"evidence_id":"u1","line_start":1,"line_end":1,"text":"x"}}}`))
	f.Add([]byte(`{"op":"regroup","group":"g1","into":"g2","after":[]}`))
	f.Add([]byte(`{"op":"drop_branch","before":{"at":0}}`))
	f.Add([]byte(`{"op":"replace","after":` + bareLabel + `}`))
	d := worked(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := DecodeEdit(jsontext.Value(raw))
		if err != nil {
			if len(fieldErrors(err)) == 0 {
				t.Fatalf("no FieldError: %v", err)
			}
			return
		}
		name := func(id string) string { return id }
		e.Say(d.Certificate(), name)
		next, inverse, err := d.Apply(e)
		if err != nil {
			return
		}
		if inverse.Invert().Say(d.Certificate(), name) == "" || len(e.Touches()) == 0 {
			t.Fatalf("%s says nothing", raw)
		}
		checkStep(t, d, next, stored(t, inverse))
		reopened(t, next)
	})
}

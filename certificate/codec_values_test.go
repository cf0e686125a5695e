package certificate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"suffice/certificate/records"
)

// withoutText is a certificate without what is kept for writing it again.
func withoutText(c Certificate) Certificate {
	c.Raw, c.Envelope = nil, nil
	for i := range c.Groups {
		c.Groups[i].Raw = nil
		for j := range c.Groups[i].Quotations {
			c.Groups[i].Quotations[j].Raw = ""
		}
	}
	return c
}

// checkValues holds the quick reading against Decode and reports whether the
// label was taken.
func checkValues(t interface {
	Helper()
	Fatalf(string, ...any)
}, label []byte) bool {
	t.Helper()
	before := bytes.Clone(label)
	values, text, taken := DecodeValues(label)
	if !bytes.Equal(label, before) {
		t.Fatalf("%s was changed", before)
	}
	clear(label) // a value that points into the record would show now
	c, err := Decode(before)
	copy(label, before)
	if taken && (err != nil || text != string(label) || !reflect.DeepEqual(values, withoutText(c))) {
		t.Fatalf("%s\nis by its values %+v\nand decoded      %+v, %v", label, values, c, err)
	}
	return taken
}

func TestValuesAreThoseOfDecode(t *testing.T) {
	group := func(member string) string {
		return `{"state_id":"s","required_evidence_groups":[{"role":"r","acceptable_evidence_ids":["u"],"minimum_required":1,"necessity_weight":1` + member + `}]}`
	}
	label := func(member string) string {
		return `{"state_id":"s","required_evidence_groups":[]` + member + `}`
	}
	for _, c := range []struct {
		label string
		taken bool // Decode takes the others too, or refuses them
	}{
		{bareLabel, true},
		{`{"graded_labels":` + bareLabel + `,"state_id":"s1","x":1.0}`, true},
		{`{"state_id":"s1","required_evidence_groups":7,"graded_labels":` + bareLabel + `}`, true},
		{`{"state_id":"s1","graded_labels":{"required_evidence_groups":[]}}`, true},
		{`{"graded_labels":` + bareLabel + `}`, true},
		{`{"graded_labels":{"required_evidence_groups":[]}}`, false},
		{`{"graded_labels":` + bareLabel + `,"state_id":"s2"}`, false},
		{`{"graded_labels":` + bareLabel + `,"state_id":null}`, false},
		{`{"graded_labels":[],"state_id":"s2"}`, false},
		{label(`,"graded_labels":null`), true},
		{label(`,"x":{"graded_labels":{}}`), true},
		{label(`,"x":"\"graded_labels\""`), true},
		{label(`,"gr\u0061ded_labels":` + bareLabel), false},
		{label(`,"observed_evidence_ids":["a","\u0062\n"],"optional_evidence_ids":[]`), true},
		{label(`,"observed_evidence_ids":null`), false},
		{label(`,"observed_evidence_ids":["a"," \u00a0"]`), false},
		{label(`,"alternative_minimal_sets":[[],["a"]]`), true},
		{label(`,"alternative_minimal_sets":["a"]`), false},
		{label(`,"label_confidence":-1.5e300,"label_scope":"","retrieval_needed":false`), true},
		{label(`,"label_confidence":null,"label_scope":null,"retrieval_needed":null`), true},
		{label(`,"label_confidence":"1"`), false},
		{label(`,"label_scope":1`), false},
		{label(`,"retrieval_needed":"true"`), false},
		{label(`,"schema_version":"serbench-mss-v1"`), true},
		{label(`,"schema_version":"serbench-mss-v2"`), false},
		{label(`,"schema_version":null`), false},
		{group(``), true},
		{group(`,"group_id":null,"rationale":null,"source_quotations":null`), true},
		{group(`,"group_id":"","rationale":"\ud83d\ude00","source_quotations":[]`), true},
		{group(`,"group_id":1`), false},
		{group(`,"rationale":[]`), false},
		{group(`,"r\u006fle":"r"`), false},
		{group(`,"source_quotations":[{"evidence_id":"u","line_start":1,"line_end":2147483647,"text":"","more":[[]]}]`), true},
		{group(`,"source_quotations":[{"evidence_id":"u","line_start":1,"line_end":2147483648,"text":""}]`), false},
		{group(`,"source_quotations":[{"evidence_id":"u","line_start":1.0,"line_end":1,"text":""}]`), false},
		{group(`,"source_quotations":[{"evidence_id":"u","line_start":1,"text":"","x":0}]`), false},
		{group(`,"source_quotations":[1]`), false},
		{strings.Replace(group(``), `"role":"r",`, ``, 1), false},
		{strings.Replace(group(``), `"role":"r",`, `"role":null,`, 1), false},
		{strings.Replace(group(``), `"u"`, `1`, 1), false},
		{strings.Replace(group(``), `:1}`, `:"1"}`, 1), false},
		{`{"state_id":"s"}`, false},
		{`{"state_id":" ","required_evidence_groups":[]}`, false},
		{`{"required_evidence_groups":[]}`, false},
		{`{"state_id":"s","required_evidence_groups":[7]}`, false},
		{`[]`, false}, {`{}`, false}, {`7`, false},
	} {
		if taken := checkValues(t, []byte(c.label)); taken != c.taken {
			t.Errorf("%s: taken is %v", c.label, taken)
		}
	}
}

// Labels as they are published have to be taken, for speed.
func TestValuesOfRealLabels(t *testing.T) {
	for _, line := range realLabels(t) {
		if !checkValues(t, line) {
			t.Errorf("%.80s is not taken", line)
		}
	}
}

func TestValuesOfGoldenLabels(t *testing.T) {
	for _, line := range sample(t, "golden", "scorer_vectors.jsonl") {
		label, ok := find(splitObject(line), "label")
		if !ok {
			t.Fatal("a golden row without label")
		}
		if !checkValues(t, bytes.Clone(label)) {
			t.Errorf("%.80s is not taken", label)
		}
	}
}

// TestValuesOfAnyLabel puts foreign values in place of parts of a label, which
// makes it wrong in every way a label can be wrong.
func TestValuesOfAnyLabel(t *testing.T) {
	taken, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		label := drawLabel(t)
		seed := rapid.Uint64().Draw(t, "seed")
		r := rand.New(rand.NewPCG(seed, 0))
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			label = altered(r, label)
		}
		if rapid.Bool().Draw(t, "spread") {
			if err := label.Indent(); err != nil {
				t.Fatal(err)
			}
		}
		if records.Check(label) != nil {
			return // a key stands twice
		}
		all++
		if checkValues(t, label) {
			taken++
		}
	})
	if taken == 0 || taken == all {
		t.Errorf("%d of %d labels were taken: the test has seen one side only", taken, all)
	}
}

// altered replaces, drops or doubles one value somewhere in v.
func altered(r *rand.Rand, v jsontext.Value) jsontext.Value {
	foreign := []string{`null`, `""`, `" "`, `"x\n"`, `0`, `-1`, `1.0`, `1e2`, `99999999999`, `true`, `[]`, `{}`, `[""]`, `[["a"]]`, `{"graded_labels":null}`}
	if r.IntN(4) == 0 {
		return jsontext.Value(foreign[r.IntN(len(foreign))])
	}
	switch v.Kind() {
	case '{':
		members := records.Clone(splitObject(v))
		if len(members) == 0 || r.IntN(8) == 0 {
			return joinObject(append(members, records.Member{Name: fmt.Sprint("x", r.IntN(9)), Value: jsontext.Value(foreign[r.IntN(len(foreign))])}))
		}
		i := r.IntN(len(members))
		if r.IntN(8) == 0 {
			return joinObject(append(members[:i], members[i+1:]...))
		}
		members[i].Value = altered(r, members[i].Value)
		return joinObject(members)
	case '[':
		elements := splitList(v)
		if len(elements) == 0 {
			return v
		}
		i := r.IntN(len(elements))
		out := []byte{'['}
		for j, e := range elements {
			if j > 0 {
				out = append(out, ',')
			}
			if i == j {
				e = altered(r, e)
			}
			out = append(out, e...)
		}
		return append(out, ']')
	}
	return jsontext.Value(foreign[r.IntN(len(foreign))])
}

// FuzzDecodeValues: what is taken is what Decode takes, to the same value.
func FuzzDecodeValues(f *testing.F) {
	for _, label := range []string{
		bareLabel, `{"graded_labels":` + bareLabel + `,"state_id":"s1","x":1.0}`, `{"graded_labels":null}`,
		`{"state_id":"s","required_evidence_groups":[{"role":"","acceptable_evidence_ids":["u","u"],"minimum_required":-1,"necessity_weight":0e9}],"alternative_minimal_sets":[[]]}`,
	} {
		f.Add([]byte(label))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if records.Check(raw) != nil {
			DecodeValues(raw) // whatever it says, it does not panic
			return
		}
		checkValues(t, bytes.Clone(raw))
	})
}

func BenchmarkDecodeValues(b *testing.B) {
	label := []byte(bareLabel)
	b.ReportAllocs()
	b.SetBytes(int64(len(label)))
	for b.Loop() {
		if _, _, ok := DecodeValues(label); !ok {
			b.Fatal("not taken")
		}
	}
}

package certificate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// sample returns the lines of a file beside the checkout, or skips.
func sample(t testing.TB, parts ...string) [][]byte {
	t.Helper()
	path := filepath.Join(append([]string{"..", "..", "shared"}, parts...)...)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("no sample data beside the checkout: %v", err)
	}
	var lines [][]byte
	in := bufio.NewScanner(bytes.NewReader(b))
	in.Buffer(nil, records.MaxLine)
	for in.Scan() {
		if line := bytes.TrimSpace(in.Bytes()); len(line) > 0 {
			lines = append(lines, bytes.Clone(line))
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func realLabels(t testing.TB) [][]byte {
	return sample(t, "data", "serbench-example", "labels.jsonl")
}

// mustDecode reads a label that is known to be good.
func mustDecode(t testing.TB, label string) Certificate {
	t.Helper()
	c, err := Decode(jsontext.Value(label))
	if err != nil {
		t.Fatalf("decode %s: %v", label, err)
	}
	return c
}

const bareLabel = `{"state_id":"s1","schema_version":"serbench-mss-v1",
 "required_evidence_groups":[
  {"group_id":"A","role":"bug_location","acceptable_evidence_ids":["u1","u2"],"minimum_required":1,"necessity_weight":3.0,
   "rationale":"h\u00f6rt \u201chier\u201d","reviewed":{"by":[1,2.50]},
   "source_quotations":[{"evidence_id":"u1","line_start":3,"line_end":4,"text":"x\r\ny","hash":1.0}]},
  {"role":"interaction_constraint","acceptable_evidence_ids":["u3"],"minimum_required":1,"necessity_weight":1e0,"rationale":null}],
 "alternative_minimal_sets":[["u1","u3"]],
 "observed_evidence_ids":[],"optional_evidence_ids":["u4"],
 "retrieval_needed":null,"label_confidence":0.80,"label_sources":["m1"],
 "metadata":{"z":1,"a":[9007199254740993, 1E+2]},"mss_id":"mss-1"}`

func TestExportAfterImportIsIdentity(t *testing.T) {
	enveloped := `{"row":7,"state_id":"s1","graded_labels":` + strings.Replace(bareLabel, `"state_id":"s1",`, "", 1) + `,"who":{"team":"x"}}`
	twice := `{"graded_labels":` + bareLabel + `,"state_id":"s1"}`
	for name, label := range map[string]string{"bare": bareLabel, "state on the envelope": enveloped, "state in both": twice} {
		t.Run(name, func(t *testing.T) { checkRoundTrip(t, []byte(label)) })
	}
}

func TestExportOfRealLabelsIsIdentity(t *testing.T) {
	for _, line := range realLabels(t) {
		checkRoundTrip(t, line)
	}
}

func TestExportOfGoldenLabelsIsIdentity(t *testing.T) {
	for _, line := range sample(t, "golden", "scorer_vectors.jsonl") {
		label, ok := find(splitObject(line), "label")
		if !ok {
			t.Fatal("a golden row without label")
		}
		checkRoundTrip(t, label)
	}
}

// checkRoundTrip compares with number text and all, leaving only the order of
// an envelope's keys and the escapes of strings free.
func checkRoundTrip(t *testing.T, label []byte) {
	t.Helper()
	c := mustDecode(t, string(label))
	want := canonicalOrder(t, label)
	if got := canonicalOrder(t, Encode(c)); got != want {
		t.Errorf("export differs\n got %s\nwant %s", got, want)
	}
	draft := NewDraft(c)
	if got := canonicalOrder(t, Encode(draft.Certificate())); got != want {
		t.Errorf("export of the draft differs\n got %s\nwant %s", got, want)
	}
	if !Equal(c, draft.Certificate()) {
		t.Error("not equal to itself")
	}
}

// canonicalOrder sorts keys and keeps the text of numbers.
func canonicalOrder(t *testing.T, v []byte) string {
	t.Helper()
	out := jsontext.Value(bytes.Clone(v))
	if err := out.Format(jsontext.ReorderRawObjects(true)); err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestDecodeReadsEveryKey(t *testing.T) {
	c := mustDecode(t, bareLabel)
	if c.State != "s1" || c.Retrieval != nil || c.Scope != nil || c.Confidence == nil || *c.Confidence != 0.8 {
		t.Errorf("certificate keys: %+v", c)
	}
	g := c.Groups[0]
	if g.ID != "A" || g.Role != "bug_location" || g.Threshold != 1 || g.Weight != 3 || g.Rationale != "hört “hier”" || g.Key != "" {
		t.Errorf("group keys: %+v", g)
	}
	if q := g.Quotations[0]; q.Unit != "u1" || q.LineStart != 3 || q.LineEnd != 4 || q.Text != "x\r\ny" || !strings.Contains(q.Raw, `"hash":1.0`) {
		t.Errorf("quotation: %+v", q)
	}
	if c.Label(0) != "A" || c.Label(1) != "G2" {
		t.Errorf("labels %s, %s", c.Label(0), c.Label(1))
	}
}

func TestDecodeTellsEveryFault(t *testing.T) {
	group := func(rest string) string {
		return `{"state_id":"s","required_evidence_groups":[{"role":"r","acceptable_evidence_ids":["u"],"minimum_required":1,"necessity_weight":1},` + rest + `]}`
	}
	for _, c := range []struct{ name, label, key, says string }{
		{"no object", `[]`, "", "expected an object"},
		{"no JSON", `{"state_id":}`, "state_id", "not valid JSON"},
		{"cut short", `{"state_id":"s"`, "", "ends too early"},
		{"a key twice", `{"state_id":"s","state_id":"s"}`, "state_id", "twice"},
		{"a key twice in a group", `{"required_evidence_groups":[{"role":"a","role":"a"}]}`, "required_evidence_groups[0].role", "twice"},
		{"no state", `{"required_evidence_groups":[]}`, "state_id", "missing"},
		{"blank state", `{"state_id":" ","required_evidence_groups":[]}`, "state_id", "blank"},
		{"state no string", `{"state_id":7,"required_evidence_groups":[]}`, "state_id", "the number 7"},
		{"no groups key", `{"state_id":"s"}`, "required_evidence_groups", "missing"},
		{"groups null", `{"state_id":"s","required_evidence_groups":null}`, "required_evidence_groups", "expected a list of groups, found null"},
		{"group no object", group(`[]`), "required_evidence_groups[1]", "found a list"},
		{"group empty", group(`{}`), "required_evidence_groups[1].role", "missing"},
		{"no role", group(`{"acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":1}`), "required_evidence_groups[1].role", "missing"},
		{"threshold a fraction", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":1.5,"necessity_weight":1}`), "required_evidence_groups[1].minimum_required", "whole number"},
		{"threshold with a point", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":1.0,"necessity_weight":1}`), "required_evidence_groups[1].minimum_required", "found 1.0"},
		{"threshold true", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":true,"necessity_weight":1}`), "required_evidence_groups[1].minimum_required", "found true"},
		{"threshold huge", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":99999999999999999999,"necessity_weight":1}`), "required_evidence_groups[1].minimum_required", "too large"},
		{"weight text", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":"3"}`), "required_evidence_groups[1].necessity_weight", "the string"},
		{"weight infinite", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":1e999}`), "required_evidence_groups[1].necessity_weight", "too large"},
		{"ID no string", group(`{"role":"r","acceptable_evidence_ids":["u",3],"minimum_required":1,"necessity_weight":1}`), "required_evidence_groups[1].acceptable_evidence_ids[1]", "the number 3"},
		{"ID blank", group(`{"role":"r","acceptable_evidence_ids":[""],"minimum_required":1,"necessity_weight":1}`), "required_evidence_groups[1].acceptable_evidence_ids[0]", "blank"},
		{"quotation cut", group(`{"role":"r","acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":1,"source_quotations":[{"evidence_id":"u","line_start":1,"line_end":1}]}`), "required_evidence_groups[1].source_quotations[0].text", "missing"},
		{"branch no list", `{"state_id":"s","required_evidence_groups":[],"alternative_minimal_sets":["u"]}`, "alternative_minimal_sets[0]", "a list of evidence IDs"},
		{"observed null", `{"state_id":"s","required_evidence_groups":[],"observed_evidence_ids":null}`, "observed_evidence_ids", "null"},
		{"retrieval a string", `{"state_id":"s","required_evidence_groups":[],"retrieval_needed":"yes"}`, "retrieval_needed", "true or false"},
		{"other schema", `{"state_id":"s","schema_version":"serbench-mss-v2","required_evidence_groups":[]}`, "schema_version", "serbench-mss-v1"},
		{"envelope of a list", `{"graded_labels":[]}`, "graded_labels", "an object"},
		{"fault inside an envelope", `{"graded_labels":{"state_id":"s"}}`, "graded_labels.required_evidence_groups", "missing"},
		{"two states", `{"state_id":"a","graded_labels":{"state_id":"b","required_evidence_groups":[]}}`, "graded_labels.state_id", `this says "b"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode(jsontext.Value(c.label))
			var fe *records.FieldError
			if !errors.As(err, &fe) {
				t.Fatalf("got %v, want a FieldError", err)
			}
			if fe.Key != c.key || !strings.Contains(fe.Msg, c.says) {
				t.Errorf("got %q: %q, want %q: …%s…", fe.Key, fe.Msg, c.key, c.says)
			}
		})
	}
}

func TestDecodeTellsAllFaultsAtOnce(t *testing.T) {
	_, err := Decode(jsontext.Value(`{"state_id":1,"required_evidence_groups":[{"role":2,"acceptable_evidence_ids":"x","minimum_required":"y"}],"label_scope":3}`))
	if got := fieldErrors(err); len(got) != 6 {
		t.Errorf("%d faults, want 6: %v", len(got), err)
	}
}

func TestWrongMeaningIsNoError(t *testing.T) {
	for _, label := range []string{
		`{"state_id":"s","required_evidence_groups":[]}`,
		`{"state_id":"s","required_evidence_groups":[{"role":"","acceptable_evidence_ids":["u","u"],"minimum_required":0,"necessity_weight":-1,"group_id":null}],"alternative_minimal_sets":[[]],"label_confidence":7}`,
	} {
		checkRoundTrip(t, []byte(label))
	}
}

func TestOnlyEditedKeysDiffer(t *testing.T) {
	d := NewDraft(mustDecode(t, bareLabel))
	next, inverse, err := d.Apply(SetWeightEdit("g1", 2.5))
	if err != nil {
		t.Fatal(err)
	}
	got := string(Encode(next.Certificate()))
	want := strings.Replace(string(Encode(d.Certificate())), `"necessity_weight":3.0`, `"necessity_weight":2.5`, 1)
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	back, _, err := next.Apply(inverse)
	if err != nil {
		t.Fatal(err)
	}
	if string(Encode(back.Certificate())) != string(Encode(d.Certificate())) {
		t.Error("3.0 did not come back as it was written")
	}
}

func TestUnsetAndNewKeys(t *testing.T) {
	d := NewDraft(mustDecode(t, `{"label_confidence":0.5,"state_id":"s","required_evidence_groups":[]}`))
	scope, needed := "test", false
	for _, e := range []Edit{SetConfidenceEdit(nil), SetScopeEdit(&scope), SetRetrievalEdit(&needed)} {
		var err error
		if d, _, err = d.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"state_id":"s","required_evidence_groups":[],"retrieval_needed":false,"label_scope":"test"}`
	if got := string(Encode(d.Certificate())); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLabelMadeHereHasTheKeysThatScorersExpect(t *testing.T) {
	d := NewDraft(Empty(card.StateCard{ID: "s", Observed: []string{"o"}}, "calibration"))
	for _, e := range []Edit{AddGroupEdit("bug_location"), AcceptEdit("g1", "u")} {
		var err error
		if d, _, err = d.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"schema_version":"serbench-mss-v1","state_id":"s","required_evidence_groups":[{"role":"bug_location","acceptable_evidence_ids":["u"],"minimum_required":1,"necessity_weight":1,"rationale":""}],"alternative_minimal_sets":[],"observed_evidence_ids":["o"],"optional_evidence_ids":[],"retrieval_needed":true,"label_scope":"calibration"}`
	if got := string(Encode(d.Certificate())); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestEqualIsAboutContent(t *testing.T) {
	base := mustDecode(t, bareLabel)
	same := mustDecode(t, strings.NewReplacer(`3.0`, `3`, `1e0`, `10e-1`, `0.80`, `8e-1`, `1E+2`, `100.0`).Replace(bareLabel))
	if !Equal(base, same) {
		t.Error("numbers written in another way make a difference")
	}
	for _, change := range [][2]string{
		{`9007199254740993`, `9007199254740992`}, {`"mss-1"`, `"mss-2"`}, {`["u1","u2"]`, `["u2","u1"]`}, {`"retrieval_needed":null,`, ``}, {`"z":1`, `"z":1,"y":1`},
	} {
		if Equal(base, mustDecode(t, strings.Replace(bareLabel, change[0], change[1], 1))) {
			t.Errorf("%s for %s makes no difference", change[1], change[0])
		}
	}
}

func TestSameNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"1", "1e0", true}, {"100", "1E+2", true}, {"0.001", "1e-3", true}, {"-0", "0.00", true}, {"12.50", "125e-1", true},
		{"1", "-1", false}, {"1", "10", false}, {"0.1", "0.01", false}, {"1e400", "1e401", false}, {"1e400", "10e399", true},
		{"9007199254740993", "9007199254740992", false}, {"1e99999999999", "1e99999999999", true},
	} {
		if got := records.Equal(jsontext.Value(c.a), jsontext.Value(c.b)); got != c.same {
			t.Errorf("%s and %s: same is %v", c.a, c.b, got)
		}
	}
}

func TestPositionalLabelsNeverCollide(t *testing.T) {
	c := Certificate{Groups: []Group{{}, {ID: "G1"}, {ID: "G4"}, {}, {}}}
	for i, want := range []string{"G2", "G1", "G4", "G5", "G6"} {
		if got := c.Label(i); got != want {
			t.Errorf("group %d is called %s, want %s", i, got, want)
		}
	}
}

func BenchmarkCodec(b *testing.B) {
	for i, line := range realLabels(b) {
		c, err := Decode(line)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("decode %d", i+1), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode(line); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("encode %d", i+1), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Encode(c)
			}
		})
		b.Run(fmt.Sprintf("equal %d", i+1), func(b *testing.B) {
			for b.Loop() {
				Equal(c, c)
			}
		})
		b.Run(fmt.Sprintf("apply %d", i+1), func(b *testing.B) {
			b.ReportAllocs()
			d := NewDraft(c)
			for b.Loop() {
				if _, _, err := d.Apply(SetThresholdEdit("g1", 2)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

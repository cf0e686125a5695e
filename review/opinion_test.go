package review

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/records"
)

func TestOpinionCheck(t *testing.T) {
	under := cert(group("bug_location", 1, "u1", "u2"), group("verification", 1, "u3"))
	edited := cert(group("bug_location", 1, "u1"), group("verification", 1, "u3"))
	reordered := cert(group("verification", 1, "u3"), group("bug_location", 1, "u2", "u1"))
	elsewhere := edited
	elsewhere.State = "s2"
	enveloped := under
	enveloped.Envelope = []records.Member{{Name: "row", Value: jsontext.Value("7")}}
	with := func(o Opinion, change func(*Opinion)) Opinion {
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		o     Opinion
		field string // "" when fine
		why   string
	}{
		"accept needs no reason":          {Opinion{Verdict: VerdictAccept, Confidence: 5, Certificate: under}, "", ""},
		"the order of things is nothing":  {says(VerdictAccept, reordered), "", ""},
		"nor what stands around it":       {says(VerdictAccept, enveloped), "", ""},
		"revise":                          {says(VerdictRevise, edited), "", ""},
		"rebuild":                         {says(VerdictRebuild, edited), "", ""},
		"unscorable":                      {says(VerdictUnscorable, under), "", ""},
		"uncertain":                       {says(VerdictUncertain, under), "", ""},
		"causes":                          {with(says(VerdictRevise, edited), func(o *Opinion) { o.Causes = Causes() }), "", ""},
		"no verdict":                      {says("", under), "verdict", "accept, revise, rebuild, unscorable or uncertain"},
		"unknown verdict":                 {says("reject", under), "verdict", `"reject"`},
		"confidence 0":                    {with(says(VerdictAccept, under), func(o *Opinion) { o.Confidence = 0 }), "confidence", "from 1 to 5; found 0"},
		"confidence 6":                    {with(says(VerdictAccept, under), func(o *Opinion) { o.Confidence = 6 }), "confidence", "found 6"},
		"revise without reason":           {with(says(VerdictRevise, edited), func(o *Opinion) { o.Reason = " \n" }), "reason", "revise needs a reason"},
		"unscorable without reason":       {with(says(VerdictUnscorable, under), func(o *Opinion) { o.Reason = "" }), "reason", "unscorable needs a reason"},
		"an unknown cause":                {with(says(VerdictRevise, edited), func(o *Opinion) { o.Causes = []Cause{"mood"} }), "causes", `"mood"`},
		"a cause twice":                   {with(says(VerdictRevise, edited), func(o *Opinion) { o.Causes = []Cause{Plurality, Plurality} }), "causes", "twice"},
		"revise changing nothing":         {says(VerdictRevise, under), "certificate", "nothing differs"},
		"rebuild changing only the order": {says(VerdictRebuild, reordered), "certificate", "nothing differs"},
		"accept with changes":             {says(VerdictAccept, edited), "certificate", "accept leaves the certificate as it is"},
		"uncertain with changes":          {says(VerdictUncertain, edited), "certificate", "uncertain leaves"},
		"another state":                   {says(VerdictRevise, elsewhere), "certificate", `"s2"`},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.o.Check(under)
			var e *OpinionError
			switch {
			case c.field == "" && err != nil:
				t.Error(err)
			case c.field != "" && (!errors.As(err, &e) || e.Field != c.field || !strings.Contains(e.Why, c.why)):
				t.Errorf("got %v, want %s: %s", err, c.field, c.why)
			}
		})
	}
}

func TestDecodeOpinion(t *testing.T) {
	under := cert(group("bug_location", 1, "u1", "u2"))
	under.Envelope = []records.Member{{Name: "row", Value: jsontext.Value("7")}}
	label := string(certificate.Encode(cert(group("bug_location", 1, "u1"))))

	o, err := DecodeOpinion(jsontext.Value(`{"verdict":"accept","confidence":5}`), under)
	must(t, err)
	if !certificate.Equal(o.Certificate, under) || o.Check(under) != nil {
		t.Errorf("accept does not leave the certificate: %+v", o)
	}
	o, err = DecodeOpinion(jsontext.Value(`{"verdict":"revise","confidence":4,"reason":"r","causes":["plurality"],"certificate":`+label+`}`), under)
	must(t, err)
	must(t, o.Check(under))
	if len(o.Certificate.Groups[0].Acceptable) != 1 || !slices.Equal(o.Causes, []Cause{Plurality}) || o.Certificate.Envelope == nil {
		t.Errorf("read as %+v", o)
	}

	for name, c := range map[string]struct {
		raw  string
		keys []string // of the faults, in order
	}{
		"nothing there":        {`{}`, []string{"verdict", "confidence"}},
		"a word misspelt":      {`{"verdict":"acept","confidence":5,"reson":"x"}`, []string{"reson", "verdict"}},
		"wrong types":          {`{"verdict":1,"confidence":"5"}`, []string{"verdict", "confidence"}},
		"half a confidence":    {`{"verdict":"accept","confidence":4.5}`, []string{"confidence"}},
		"out of range":         {`{"verdict":"accept","confidence":9}`, []string{"confidence"}},
		"zero":                 {`{"verdict":"accept","confidence":0}`, []string{"confidence"}},
		"no certificate":       {`{"verdict":"revise","confidence":4,"reason":"r"}`, []string{"certificate"}},
		"causes":               {`{"verdict":"accept","confidence":4,"causes":["mood","plurality","plurality"]}`, []string{"causes[0]", "causes[2]"}},
		"inside a certificate": {`{"verdict":"revise","confidence":4,"certificate":{"state_id":"s1","required_evidence_groups":[{"role":3}]}}`, []string{"certificate.required_evidence_groups[0].role", "certificate.required_evidence_groups[0].acceptable_evidence_ids", "certificate.required_evidence_groups[0].minimum_required", "certificate.required_evidence_groups[0].necessity_weight"}},
		"a key twice":          {`{"verdict":"accept","verdict":"revise","confidence":4}`, []string{"verdict"}},
		"no object":            {`[]`, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DecodeOpinion(jsontext.Value(c.raw), under)
			var keys []string
			for _, f := range fieldErrors(err) {
				keys = append(keys, f.Key)
			}
			if !slices.Equal(keys, c.keys) {
				t.Errorf("faults at %q, want %q: %v", keys, c.keys, err)
			}
		})
	}
}

func TestOpinionComesBackFromJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Opinion{
			Verdict: drawVerdict(t), Confidence: rapid.IntRange(LeastConfidence, MostConfidence).Draw(t, "confidence"),
			Reason: rapid.String().Draw(t, "reason"), Causes: rapid.SliceOfNDistinct(rapid.SampledFrom(Causes()), 0, 3, rapid.ID[Cause]).Draw(t, "causes"),
			Certificate: drawCert(t),
		}
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var back Opinion
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if back.Verdict != o.Verdict || back.Confidence != o.Confidence || back.Reason != o.Reason ||
			!slices.Equal(back.Causes, o.Causes) || !certificate.Equal(back.Certificate, o.Certificate) {
			t.Fatalf("%+v came back as %+v", o, back)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(b) {
			t.Fatalf("%s was written again as %s (%v)", b, again, err)
		}
	})
}

func FuzzDecodeOpinion(f *testing.F) {
	f.Add(`{"verdict":"accept","confidence":5}`)
	f.Add(`{"verdict":"revise","confidence":1,"reason":"r","causes":["plurality"],"certificate":{"state_id":"s1","required_evidence_groups":[]}}`)
	f.Add(`{"verdict":"revise","confidence":1e0,"causes":null,"certificate":{"graded_labels":{"required_evidence_groups":[{}]},"state_id":"s1"}}`)
	under := cert(group("bug_location", 1, "u1"))
	f.Fuzz(func(t *testing.T, raw string) {
		o, err := DecodeOpinion(jsontext.Value(raw), under)
		if err != nil {
			if len(fieldErrors(err)) == 0 {
				t.Fatalf("no fault is told: %v", err)
			}
			return
		}
		_ = o.Check(under)
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := DecodeOpinion(b, under); err != nil || !certificate.Equal(back.Certificate, o.Certificate) {
			t.Fatalf("%s is read back as %+v: %v", b, back, err)
		}
	})
}

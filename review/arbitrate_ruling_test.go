package review

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
)

// A case for the senior: A accepts, B widens G1.
func disputed() (under certificate.Certificate, in Inputs) {
	test := group("verification", 1, "u3")
	under = cert(group("bug_location", 1, "u1"), test)
	wider := cert(quoting(group("bug_location", 1, "u1", "u2"), quote("u2", "x")), test)
	return under, Inputs{A: says(VerdictAccept, under), B: says(VerdictRevise, wider)}
}

func TestRulingCheck(t *testing.T) {
	under, in := disputed()
	rule := func(w Whole, c certificate.Certificate) Ruling {
		return Ruling{Whole: w, Reason: "the source says so", Certificate: c}
	}
	with := func(r Ruling, change func(*Ruling)) Ruling {
		change(&r)
		return r
	}
	wider := in.B.Certificate
	unquoted := cert(group("bug_location", 1, "u1", "u2"), under.Groups[1])
	own := cert(quoting(group("bug_location", 1, "u9"), quote("u9", "x")))
	blank := cert(quoting(group("bug_location", 1, "u9"), quote("u9", " ")))
	byGroup := with(rule(ByGroup, wider), func(r *Ruling) { r.Choices = []Choice{{Pair: 0, Take: TakeUnion}} })
	unscorable := in
	unscorable.A.Verdict = VerdictUnscorable
	elsewhere := own
	elsewhere.State = "s2"

	for name, c := range map[string]struct {
		r     Ruling
		in    Inputs
		field string
		why   string
	}{
		"take A":                         {rule(WholeA, under), in, "", ""},
		"take B":                         {rule(WholeB, wider), in, "", ""},
		"take B and add a quotation":     {rule(WholeB, cert(quoting(wider.Groups[0], quote("u1", "y"), quote("u2", "x")), wider.Groups[1])), in, "", ""},
		"own":                            {rule(WholeOwn, own), in, "", ""},
		"keep the one under review":      {rule(WholeOwn, under), unscorable, "", ""},
		"by group":                       {byGroup, in, "", ""},
		"both wrong (C17)":               {rule(BothWrong, own), in, "", ""},
		"both wrong, replaced":           {with(rule(BothWrong, under), func(r *Ruling) { r.Replacement = "s9" }), in, "", ""},
		"replaced":                       {with(rule(ReplaceState, under), func(r *Ruling) { r.Replacement = "s9" }), in, "", ""},
		"causes":                         {with(rule(WholeA, under), func(r *Ruling) { r.Causes = []Cause{Plurality, ActionBoundary} }), in, "", ""},
		"no decision":                    {rule("", under), in, "whole", `found ""`},
		"no reason":                      {with(rule(WholeA, under), func(r *Ruling) { r.Reason = "\t" }), in, "reason", "needs a reason"},
		"no reason for replacing":        {with(rule(ReplaceState, under), func(r *Ruling) { r.Reason, r.Replacement = "", "s9" }), in, "reason", "needs a reason"},
		"an unknown cause":               {with(rule(WholeA, under), func(r *Ruling) { r.Causes = []Cause{"mood"} }), in, "causes", `"mood"`},
		"take A and change it":           {rule(WholeA, wider), in, "certificate", "the certificate is not the certificate of A: the decision also accepts u2 for G1"},
		"take B, but not whole":          {rule(WholeB, under), in, "certificate", "the decision does not accept u2 for G1"},
		"take who says unscorable":       {rule(WholeA, under), unscorable, "whole", "A says unscorable"},
		"by group, and something else":   {with(byGroup, func(r *Ruling) { r.Certificate = own }), in, "certificate", "not what the choices give"},
		"choices with a whole decision":  {with(rule(WholeB, wider), func(r *Ruling) { r.Choices = byGroup.Choices }), in, "choices", `"b"`},
		"changed without a quotation":    {rule(WholeOwn, unquoted), in, "certificate", "at least one quotation"},
		"a blank quotation":              {rule(WholeOwn, blank), in, "certificate", "at least one quotation"},
		"both wrong, but A is right":     {rule(BothWrong, under), in, "certificate", "both are wrong"},
		"both wrong, but B is right":     {rule(BothWrong, wider), in, "certificate", "both are wrong"},
		"replaced by nothing":            {rule(ReplaceState, under), in, "replacement", "reserve state"},
		"replaced by itself":             {with(rule(ReplaceState, under), func(r *Ruling) { r.Replacement = "s1" }), in, "replacement", "itself"},
		"replaced and changed":           {with(rule(ReplaceState, own), func(r *Ruling) { r.Replacement = "s9" }), in, "certificate", "keeps its certificate"},
		"a reserve state for no reason":  {with(rule(WholeA, under), func(r *Ruling) { r.Replacement = "s9" }), in, "replacement", "only where"},
		"another state":                  {rule(WholeOwn, elsewhere), in, "certificate", `"s2"`},
		"unscorable does not close by A": {rule(WholeA, under), Inputs{A: says(VerdictUncertain, under), B: in.B}, "whole", "A says uncertain"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.r.Check(under, c.in)
			var e *RulingError
			switch {
			case c.field == "" && err != nil:
				t.Error(err)
			case c.field != "" && (!errors.As(err, &e) || e.Field != c.field || !strings.Contains(e.Why, c.why)):
				t.Errorf("got %v, want %s: %s", err, c.field, c.why)
			}
		})
	}
	var u *UndecidedError
	if err := rule(ByGroup, wider).Check(under, in); !errors.As(err, &u) || u.Error() != "G1 is not decided yet" {
		t.Errorf("undecided: %v", err)
	}
}

func TestDecodeRuling(t *testing.T) {
	under, in := disputed()
	own := string(certificate.Encode(cert(quoting(group("bug_location", 1, "u9"), quote("u9", "x")))))
	for name, c := range map[string]struct {
		raw  string
		want []string
	}{
		"B": {`{"whole":"b","reason":"r"}`, []string{"G1 bug_location 1 of u1,u2 w1", "G2 verification 1 of u3 w1"}},
		"by group": {`{"reason":"r","causes":["plurality"],"choices":[{"pair":0,"take":"union"}]}`,
			[]string{"G1 bug_location 1 of u1,u2 w1", "G2 verification 1 of u3 w1"}},
		"an own group": {`{"reason":"r","choices":[{"pair":0,"take":"own","own":{"role":"interaction","acceptable_evidence_ids":["u7","u8"],"minimum_required":2,"necessity_weight":2.50,"source_quotations":[{"evidence_id":"u7","line_start":1,"line_end":1,"text":"t"}]}}]}`,
			[]string{"G1 interaction 2 of u7,u8 w2.5", "G2 verification 1 of u3 w1"}},
		"own":      {`{"whole":"own","reason":"r","certificate":` + own + `}`, []string{"G1 bug_location 1 of u9 w1"}},
		"replaced": {`{"whole":"replace","reason":"r","replacement":"s9"}`, []string{"G1 bug_location 1 of u1 w1", "G2 verification 1 of u3 w1"}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := DecodeRuling(jsontext.Value(c.raw), under, in)
			must(t, err)
			must(t, r.Check(under, in))
			wants(t, "groups", lines(r.Certificate), c.want)

			b, err := json.Marshal(r)
			must(t, err)
			var back Ruling
			must(t, json.Unmarshal(b, &back))
			again, err := json.Marshal(back)
			must(t, err)
			if string(again) != string(b) || back.Check(under, in) != nil {
				t.Errorf("%s comes back as %s", b, again)
			}
		})
	}
	for name, c := range map[string]struct {
		raw  string
		keys []string
	}{
		"nothing there":       {`{}`, []string{"reason"}},
		"a word misspelt":     {`{"reason":"r","choises":[]}`, []string{"choises"}},
		"own without one":     {`{"whole":"own","reason":"r"}`, []string{"certificate"}},
		"both wrong, no more": {`{"whole":"both_wrong","reason":"r"}`, []string{"certificate"}},
		"choices": {`{"reason":"r","choices":[{"pair":"0","take":"x"},{"pair":0,"take":"own"},{"pair":1,"take":"a","own":{}},{"pair":1,"take":"own","own":{"role":1}},{"pair":1,"take":"own","own":[]}]}`,
			[]string{"choices[0].pair", "choices[0].take", "choices[1].own", "choices[2].own",
				"choices[3].own.role", "choices[3].own.acceptable_evidence_ids", "choices[3].own.minimum_required", "choices[3].own.necessity_weight", "choices[4].own"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DecodeRuling(jsontext.Value(c.raw), under, in)
			var keys []string
			for _, f := range fieldErrors(err) {
				keys = append(keys, f.Key)
			}
			if !slices.Equal(keys, c.keys) {
				t.Errorf("faults at %q, want %q: %v", keys, c.keys, err)
			}
		})
	}
	var u *UndecidedError
	if _, err := DecodeRuling(jsontext.Value(`{"reason":"r"}`), under, in); !errors.As(err, &u) {
		t.Errorf("undecided: %v", err)
	}
}

func FuzzDecodeRuling(f *testing.F) {
	f.Add(`{"whole":"b","reason":"r"}`)
	f.Add(`{"reason":"r","choices":[{"pair":0,"take":"own","own":{"role":"x","acceptable_evidence_ids":["u7"],"minimum_required":1,"necessity_weight":1}}]}`)
	f.Add(`{"whole":"both_wrong","replacement":"s9","reason":"r","causes":[]}`)
	under, in := disputed()
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := DecodeRuling(jsontext.Value(raw), under, in)
		if err != nil {
			return
		}
		_ = r.Check(under, in)
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back Ruling
		if err := json.Unmarshal(b, &back); err != nil || !certificate.Equal(back.Certificate, r.Certificate) {
			t.Fatalf("%s: %v", b, err)
		}
	})
}

// A reviewer who goes on after the decision does not undo it: what changed is
// told (case C17).
func TestOvertaken(t *testing.T) {
	_, seen := disputed()
	if said := Overtaken(seen, seen, plainName); len(said) != 0 {
		t.Errorf("nothing changed, but %q", said)
	}
	now := seen
	now.B = says(VerdictRebuild, cert(quoting(group("bug_location", 1, "u1", "u2", "u4"), quote("u2", "x")), group("verification", 1, "u3")))
	now.B.Confidence, now.B.Reason, now.B.Causes = 2, "seen again", []Cause{Plurality}
	wants(t, "sentences", Overtaken(seen, now, plainName), []string{
		"B now says rebuild where the decision saw revise",
		"B now also accepts u4 for G1",
		"B's confidence is now 2 where it was 4",
		"B now gives other causes",
		"B now gives another reason",
	})
	reordered := seen
	reordered.B.Certificate = cert(seen.B.Certificate.Groups[1], seen.B.Certificate.Groups[0])
	if said := Overtaken(seen, reordered, plainName); len(said) != 0 {
		t.Errorf("only the order changed, but %q", said)
	}
}

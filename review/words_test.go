package review

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/card"
)

func TestPhrases(t *testing.T) {
	carry := Carry{Unit: "u1", In: "u2"}
	kept := KeptEdit{ID: "k1", At: 3, Edit: certificate.AcceptEdit("g1", "u1")}
	for _, c := range []struct {
		kind Kind
		body any
		want string
	}{
		{Noted, Change[string]{"", "a"}, "note: a"},
		{Noted, Change[string]{"a", "b"}, "change the note to: b"},
		{Noted, Change[string]{"b", ""}, "delete the note"},
		{Flagged, Change[*string]{nil, text("r")}, "flag it: r"},
		{Flagged, Change[*string]{text("r"), nil}, "take the flag away"},
		{Skipped, Change[*string]{nil, text("")}, "skip it"},
		{Skipped, Change[*string]{text(""), nil}, "put it back into the queue"},
		{Carried, Change[*Carry]{nil, &carry}, "note that <u1> carries what was seen in <u2>"},
		{Carried, Change[*Carry]{&carry, nil}, "take back the note that <u1> carries what was seen in <u2>"},
		{Kept, Change[*KeptEdit]{nil, &kept}, "keep for later, made on revision 3: accept <u1> in group g1"},
		{Kept, Change[*KeptEdit]{&kept, nil}, "drop the kept edit, made on revision 3: accept <u1> in group g1"},
		{Finished, Change[bool]{false, true}, "finish the certificate"},
		{Finished, Change[bool]{true, false}, "reopen the certificate"},
		{Joined, Person{Name: "Ada", Roles: []Role{Annotator, Organizer}}, "added Ada (annotator, organizer)"},
		{Imported, ImportBody{What: "items"}, "imported items"},
		{Imported, ImportBody{What: "items", Counts: map[string]int{"zebras": 1, "apes": 2, "units": 3}}, "imported items: 3 units, 2 apes, 1 zebra"},
		{"painted", 7, "painted"},
	} {
		e := Event{Kind: c.kind, Body: raw(c.body)}
		if got := phrase(e, certificate.Certificate{}, func(u string) string { return "<" + u + ">" }); got != c.want {
			t.Errorf("%s %s reads %q, want %q", c.kind, e.Body, got, c.want)
		}
	}
	for _, k := range []Kind{Created, Joined, Imported, Labelled, Exported, Locked, Edited, Noted, Flagged, Skipped, Carried, Finished, Kept} {
		e := Event{Kind: k, Body: jsontext.Value(`[1]`)}
		if got := phrase(e, certificate.Certificate{}, nil); got != string(k)+" (its content cannot be read)" {
			t.Errorf("a broken body of %s reads %q", k, got)
		}
	}
}

func TestRowShowsTheFirstLineOfTheNeed(t *testing.T) {
	for need, want := range map[string]string{
		"":                         "",
		"one":                      "one",
		"\r\n\n  first \r\nsecond": "first",
		"\n \t\n":                  "",
	} {
		if got := Row(card.StateCard{Need: need}, 0, Work{}, Summary{}, ada).Need; got != want {
			t.Errorf("%q shows %q, want %q", need, got, want)
		}
	}
}

func TestErrorsReadAsSentences(t *testing.T) {
	findings := []certificate.Finding{{Text: "G1 has no quotation."}, {Text: "G2 has no quotation"}, {Text: "a"}, {Text: "b"}, {Text: "c"}}
	blocked := &BlockedError{Verb: "undo", What: "x", Err: &OutdatedError{"y"}, Words: []string{"1", "2", "3", "4"}}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&UnfinishedError{findings}, "not ready to be finished: G1 has no quotation; G2 has no quotation; a; and 2 more"},
		{&UnfinishedError{findings[:1]}, "not ready to be finished: G1 has no quotation"},
		{&ForbiddenError{"lock predictions", "only an organizer may"}, "you may not lock predictions: only an organizer may"},
		{&UnknownPersonError{"Eve"}, `"Eve" is not known to this project: an organizer can add them`},
		{&BrokenChainError{3, "x"}, "the journal is broken at event 3: x"},
		{&ApplyError{2, &NothingError{"undo"}}, "edit 3: there is nothing of yours to undo here"},
		{blocked, "cannot undo “x”: y was changed in the meantime (since then 4 changes, at last: 2; 3; 4)"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%T says %q, want %q", c.err, got, c.want)
		}
		if strings.HasSuffix(c.err.Error(), ".") {
			t.Errorf("%T ends with a full stop, which reads badly when wrapped", c.err)
		}
	}
}

func TestFieldsInWords(t *testing.T) {
	c := certificate.Certificate{Groups: []certificate.Group{{Key: "g4", ID: "root"}, {Key: "g2"}}}
	for field, want := range map[string]string{
		"g4.minimum_required":        "the threshold of root",
		"g2.acceptable_evidence_ids": "the acceptable evidence of G2",
		"g2.role":                    "the role of G2",
		"g2":                         "G2",
		"g9.necessity_weight":        "the weight of g9",
		"branches":                   "the branches",
		"label_scope":                "the label scope",
		"groups":                     "the order of groups",
	} {
		if got := fieldNames([]string{field}, c)[0]; got != want {
			t.Errorf("%s reads %q, want %q", field, got, want)
		}
	}
	for _, o := range []struct {
		mine, theirs string
		both         bool
	}{
		{"g2", "g2.role", true}, {"g2.role", "g2", true}, {"g2", "g20.role", false}, {"g2.role", "g2.rationale", false},
		{"g2.role", "certificate", true}, {"certificate", "branches", true}, {"branches", "branches", true},
	} {
		if got := len(overlap([]string{o.mine}, []string{o.theirs})) > 0; got != o.both {
			t.Errorf("%s and %s meet: %v, want %v", o.mine, o.theirs, got, o.both)
		}
	}
}

// The journal counts the rows of every method; people are told how many there are.
func TestMethodsAreCountedNotListed(t *testing.T) {
	got := counted(": ", map[string]int{"predictions": 30, "method bm25": 10, "method dense": 20})
	if want := ": 2 methods, 30 predictions"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package certificate

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// worked is a draft with groups g1 {u1,u2}, called A, and g2 {u3}.
func worked(t testing.TB) Draft { return NewDraft(mustDecode(t, bareLabel)) }

func must(t testing.TB, d Draft, edits ...Edit) Draft {
	t.Helper()
	for _, e := range edits {
		next, _, err := d.Apply(e)
		if err != nil {
			t.Fatalf("%s: %v", e.Op, err)
		}
		d = next
	}
	return d
}

func TestEditsThatMakeNoSense(t *testing.T) {
	half, blank := 1.5, " "
	for _, c := range []struct {
		edit Edit
		says string
	}{
		{Edit{Op: "explode"}, `there is no operation "explode"`},
		{Edit{Op: SetRole, After: jsontext.Value(`"x"`)}, "set_role needs a group"},
		{Edit{Op: SetRole, Group: "g1"}, "set_role needs a string as after"},
		{Edit{Op: SetRole, Group: "g1", After: jsontext.Value(`{`)}, "the edit holds no valid JSON: jsontext: unexpected EOF after offset 1"},
		{Edit{Op: SetRole, Group: "g1", After: jsontext.Value(`7`)}, "set_role: after: expected a string, found the number 7"},
		{SetRoleEdit("g9", "x"), "there is no group g9 here"},
		{SetRoleEdit("g1", " "), "a role cannot be blank"},
		{SetRoleEdit("g1", "bug_location"), "A already has role bug_location"},
		{SetThresholdEdit("g2", 1), "G2 already has threshold 1"},
		{SetThresholdEdit("g2", 0), "a threshold is at least 1"},
		{SetWeightEdit("g2", 1), "G2 already has weight 1"},
		{SetWeightEdit("g2", 0), "a weight is a number above 0"},
		{SetWeightEdit("g2", -1), "a weight is a number above 0"},
		{SetWeightEdit("g2", math.NaN()), "set_weight: after: expected a number, found null"},
		{SetGroupIDEdit("g2", "A"), `another group has the group_id "A" already`},
		{SetGroupIDEdit("g2", ""), "G2 already has no group_id"},
		{SetGroupIDEdit("g2", " "), "a group_id cannot be blank"},
		{SetRationaleEdit("g1", "hört “hier”"), "A already has rationale hört “hier”"},
		{AcceptEdit("g1", ""), "accept_unit needs a unit"},
		{AcceptEdit("g1", "u1"), "A already accepts u1"},
		{DropEdit("g1", "u9"), "A does not accept u9"},
		{MoveUnitEdit("g1", "g1", "u2"), "u2 already is at position 1 of A"},
		{MoveUnitEdit("g1", "g9", "u2"), "there is no group g9 here"},
		{MoveUnitEdit("g2", "g1", "u1"), "G2 does not accept u1"},
		{MoveGroupEdit("g1", 0), "A already is at position 0"},
		{MoveGroupEdit("g1", 2), "position 2 is beyond the last group (positions are from 0)"},
		{MoveGroupEdit("g1", -1), "move_group: after: expected a position from 0, found -1"},
		{MergeEdit("g1", "g1"), "A cannot be merged into itself"},
		{SplitEdit("g1"), "name the units that leave A"},
		{SplitEdit("g1", "u1", "u2"), "nothing would be left in A"},
		{SplitEdit("g1", "u3"), "u3 is not accepted in A"},
		{SplitEdit("g1", "u1", "u1"), "the list names u1 twice"},
		{UnquoteEdit("g1", 4), "A has no such quotation"},
		{UnquoteEdit("g2", 0), "G2 has no such quotation"},
		{QuoteEdit("g1", Quotation{Unit: "u1", LineStart: 2, LineEnd: 1, Text: "x"}), "a quotation needs a unit, its first and last line, and the text"},
		{AddBranchEdit(), "a branch needs at least one unit"},
		{AddBranchEdit("u3", "u1"), "branch 1 already is this set"},
		{AddBranchEdit("u3", "u3"), "the branch names u3 twice"},
		{DropBranchEdit(1), "there is no such branch"},
		{Edit{Op: DropBranch}, `say as before which branch, such as {"at": 0}`},
		{SetBranchesEdit([][]string{{"u1", "u3"}}), "the list of branches already is as asked"},
		{SetBranchesEdit([][]string{{}}), "a branch needs at least one unit"},
		{SetOptionalEdit([]string{"u1", "u1"}), "the optional evidence names u1 twice"},
		{SetObservedEdit(nil), "the observed list already is as asked"},
		{SetRetrievalEdit(nil), "retrieval_needed already is as asked"},
		{SetScopeEdit(&blank), "a label scope cannot be blank"},
		{SetConfidenceEdit(&half), "a confidence is a number from 0 to 1"},
		{Edit{Op: AddGroup, Group: "x"}, `"x" is no group key; keys are "g1", "g2", ...`},
		{Edit{Op: AddGroup, Group: "g1"}, "there is a group g1 already"},
		{Edit{Op: AddGroup, After: jsontext.Value(`{"treshold":2}`)}, "add_group: after.treshold: this key is not known here; known are at, group_id, role, acceptable_evidence_ids, minimum_required, necessity_weight, rationale and source_quotations"},
		{Edit{Op: AddGroup, After: jsontext.Value(`{"minimum_required":0}`)}, "a threshold is at least 1"},
		{Edit{Op: AddGroup, After: jsontext.Value(`{"at":9}`)}, "position 9 is beyond the last group (positions are from 0)"},
		{Edit{Op: Replace, After: jsontext.Value(`{"state_id":"other","required_evidence_groups":[]}`)}, "this certificate belongs to the state other, not to s1"},
	} {
		t.Run(string(c.edit.Op)+" "+c.says, func(t *testing.T) {
			_, _, err := worked(t).Apply(c.edit)
			var invalid *InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %T %v", err, err)
			}
			if invalid.Why != c.says {
				t.Errorf("says %q, want %q", invalid.Why, c.says)
			}
		})
	}
}

// C16 at the level of one edit: what was made on an older state of the
// certificate is refused with what is there now.
func TestStaleEditsAreConflicts(t *testing.T) {
	quote := Quotation{Unit: "u3", LineStart: 1, LineEnd: 1, Text: "x"}
	for _, c := range []struct {
		name    string
		mine    Edit   // made on the draft, undone later
		between []Edit // what someone else did meanwhile
		says    string // the refusal of taking mine back
		have    string
	}{
		{"threshold", SetThresholdEdit("g1", 2), []Edit{SetThresholdEdit("g1", 3)}, "the threshold of A is 3 now, not 2", "3"},
		{"rationale", SetRationaleEdit("g1", strings.Repeat("why ", 20)), []Edit{SetRationaleEdit("g1", "x")}, "the rationale of A was changed in between", `"x"`},
		{"group gone", SetThresholdEdit("g1", 2), []Edit{RemoveGroupEdit("g1")}, "there is no group g1 any more", ""},
		{"added group changed", AddGroupEdit("r"), []Edit{AcceptEdit("g3", "u1")}, "G3 was changed in between", `{"at":2,"group":{"role":"r","acceptable_evidence_ids":["u1"],"minimum_required":1,"necessity_weight":1,"rationale":""},"imported":null}`},
		{"accepted unit gone", AcceptEdit("g2", "u5"), []Edit{DropEdit("g2", "u5")}, "G2 does not accept u5", ""},
		{"dropped unit back", DropEdit("g1", "u1"), []Edit{AcceptEdit("g1", "u1")}, "A already accepts u1", "true"},
		{"quotation gone", QuoteEdit("g2", quote), []Edit{UnquoteEdit("g2", 0)}, "G2 has no such quotation", ""},
		{"branch gone", AddBranchEdit("u2", "u3"), []Edit{DropBranchEdit(1)}, "there is no such branch", ""},
		{"merge", MergeEdit("g2", "g1"), []Edit{SetWeightEdit("g1", 9)}, "the list of groups was changed in between", "*"},
		{"branches", SetBranchesEdit(nil), []Edit{AddBranchEdit("u2")}, `the list of branches is [["u2"]] now, not []`, `[["u2"]]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, undo, err := worked(t).Apply(c.mine)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = must(t, d, c.between...).Apply(undo)
			var conflict *ConflictError
			if !errors.As(err, &conflict) {
				t.Fatalf("got %T %v", err, err)
			}
			if conflict.Why != c.says || c.have != "*" && string(conflict.Have) != c.have || (c.have == "") != (conflict.Have == nil) {
				t.Errorf("says %q with %s", conflict.Why, conflict.Have)
			}
		})
	}
}

// What moved but is still the same can be taken back.
func TestAPositionThatMovedIsNoConflict(t *testing.T) {
	d, undoAccept, err := worked(t).Apply(AcceptEdit("g1", "u5"))
	if err != nil {
		t.Fatal(err)
	}
	d, undoAdd, err := d.Apply(AddGroupEdit("r"))
	if err != nil {
		t.Fatal(err)
	}
	front := jsontext.Value("0")
	d = must(t, d, Edit{Op: AcceptUnit, Group: "g1", Unit: "u6", After: front}, MoveGroupEdit("g3", 0), undoAccept, undoAdd)
	c := d.Certificate()
	if len(c.Groups) != 2 || !slices.Equal(c.Groups[0].Acceptable, []string{"u6", "u1", "u2"}) {
		t.Errorf("%+v", c.Groups)
	}
}

func TestMergeKeepsEverything(t *testing.T) {
	q := Quotation{Unit: "u3", LineStart: 1, LineEnd: 1, Text: "x"}
	d := must(t, worked(t), QuoteEdit("g2", q), SetRationaleEdit("g2", "also"), AcceptEdit("g2", "u1"), SetWeightEdit("g2", 9), MergeEdit("g2", "g1"))
	g := d.Certificate().Groups[0]
	if len(d.Certificate().Groups) != 1 || !slices.Equal(g.Acceptable, []string{"u1", "u2", "u3"}) || g.Weight != 9 || g.Threshold != 1 ||
		g.Role != "bug_location" || g.Rationale != "hört “hier”\nalso" || len(g.Quotations) != 2 || !strings.Contains(string(Encode(d.Certificate())), `"reviewed":{"by":[1,2.50]}`) {
		t.Errorf("%+v", g)
	}
}

func TestSplitTakesTheQuotationsAlong(t *testing.T) {
	d := must(t, worked(t), SplitEdit("A", "u1"))
	c := d.Certificate()
	if a, b := c.Groups[0], c.Groups[1]; b.Key != "g3" || b.Role != a.Role || b.Weight != 3 || b.Threshold != 1 || !slices.Equal(b.Acceptable, []string{"u1"}) ||
		len(b.Quotations) != 1 || len(a.Quotations) != 0 || !slices.Equal(a.Acceptable, []string{"u2"}) {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestEditsLeaveBranchesAlone(t *testing.T) {
	d := must(t, worked(t), DropEdit("g1", "u1"), SetThresholdEdit("g2", 2), RemoveGroupEdit("g2"))
	if b := d.Certificate().Branches; len(b) != 1 || !slices.Equal(b[0], []string{"u1", "u3"}) {
		t.Errorf("branches %v", b)
	}
}

func TestToggleAndSteps(t *testing.T) {
	d := worked(t)
	d = must(t, d, d.Toggle("g1", "u9"))
	if g := d.Certificate().Groups[0]; !slices.Equal(g.Acceptable, []string{"u1", "u2", "u9"}) {
		t.Errorf("%v", g.Acceptable)
	}
	d = must(t, d, d.Toggle("g1", "u1"), d.StepThreshold("g1", 1), d.StepWeight("g1", 0.1))
	if g := d.Certificate().Groups[0]; !slices.Equal(g.Acceptable, []string{"u2", "u9"}) || g.Threshold != 2 || g.Weight != 3.1 {
		t.Errorf("%+v", g)
	}
}

func TestDeriveEdit(t *testing.T) {
	d := worked(t)
	e, err := DeriveEdit(d)
	if err != nil {
		t.Fatal(err)
	}
	d, inverse, err := d.Apply(e)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Certificate().Branches; len(got) != 2 {
		t.Errorf("%v", got)
	}
	if got := inverse.Invert().Say(d.Certificate(), strings.ToUpper); got != "derive 2 branches" {
		t.Errorf("says %q", got)
	}
	var invalid *InvalidError
	if _, err := DeriveEdit(d); !errors.As(err, &invalid) || invalid.Why != "the branches already are the minimal witnesses" {
		t.Errorf("%v", err)
	}
	if _, err := DeriveEdit(must(t, d, SetThresholdEdit("g2", 5))); !errors.As(err, &invalid) {
		t.Errorf("%v", err)
	}
	var c Certificate
	for range 12 {
		c.Groups = append(c.Groups, Group{Threshold: 1})
	}
	for i := range 24 {
		g := &c.Groups[i/2]
		g.Acceptable = append(g.Acceptable, string(rune('a'+i)))
	}
	var many *TooManyError
	if _, err := DeriveEdit(NewDraft(c)); !errors.As(err, &many) || many.Count.N != 4096 {
		t.Errorf("%v", err)
	}
}

func TestDecodeEditTellsEveryFault(t *testing.T) {
	for _, c := range []struct{ edit, key, says string }{
		{`[]`, "", "expected an object"},
		{`{"op"`, "", "ends too early"},
		{`{"op":"set_role","op":"set_role"}`, "op", "twice"},
		{`{}`, "op", "missing"},
		{`{"op":7}`, "op", "expected a string"},
		{`{"op":"set_rol","group":"g1"}`, "op", `there is no operation "set_rol"; known are add_group,`},
		{`{"op":"set_role","after":"x"}`, "group", "missing"},
		{`{"op":"set_role","group":"","after":"x"}`, "group", "empty string"},
		{`{"op":"set_role","group":3,"after":"x"}`, "group", "expected a string"},
		{`{"op":"set_role","group":"g1"}`, "after", "missing"},
		{`{"op":"set_role","group":"g1","after":"x","unit":"u"}`, "unit", "not known here; known are op, group, before and after"},
		{`{"op":"set_threshold","group":"g1","after":1.5}`, "after", "whole number"},
		{`{"op":"set_threshold","group":"g1","before":0,"after":0}`, "after", "at least 1"},
		{`{"op":"set_weight","group":"g1","after":"2"}`, "after", "expected a number"},
		{`{"op":"set_weight","group":"g1","after":-2}`, "after", "above 0"},
		{`{"op":"set_confidence","after":2}`, "after", "from 0 to 1"},
		{`{"op":"set_optional","after":null}`, "after", "found null"},
		{`{"op":"accept_unit","group":"g1"}`, "unit", "missing"},
		{`{"op":"accept_unit","group":"g1","unit":"u","after":-1}`, "after", "position from 0"},
		{`{"op":"quote","group":"g1","after":{"evidence_id":"u"}}`, "after.line_start", "missing"},
		{`{"op":"quote","group":"g1","after":{"at":1}}`, "after", "expected a quotation"},
		{`{"op":"set_branches","after":[["u"],"v"]}`, "after[1]", "a list of evidence IDs"},
		{`{"op":"drop_branch"}`, "before", "missing"},
		{`{"op":"regroup","after":[{"key":"g1","group":{}}]}`, "after[0].group.role", "missing"},
		{`{"op":"regroup","after":[{"key":"x","group":{"role":"r","acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":1}}]}`, "after[0].key", "group key"},
		{`{"op":"replace","after":{"state_id":"s"}}`, "after.required_evidence_groups", "missing"},
		{`{"op":"replace","after":{"label":{"state_id":"s","required_evidence_groups":[]},"groups":[],"notes":1}}`, "after.notes", "not known"},
	} {
		t.Run(c.edit, func(t *testing.T) {
			_, err := DecodeEdit(jsontext.Value(c.edit))
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

func TestDraftsThatAreNone(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `[]`, `{"next":1}`, `{"next":1,"label":{},"groups":[]}`,
		`{"label":{"state_id":"s","required_evidence_groups":[]},"groups":[]}`,
		`{"next":1,"label":{"state_id":"s","required_evidence_groups":[]},"groups":[{"key":"g1","group":{"role":"r","acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":1}}]}`,
		`{"next":9,"label":{"state_id":"s","required_evidence_groups":[]},"groups":[{"group":{"role":"r","acceptable_evidence_ids":[],"minimum_required":1,"necessity_weight":1}}]}`,
	} {
		var d Draft
		if err := d.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is taken for a draft", text)
		}
	}
}

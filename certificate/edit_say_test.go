package certificate

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// told applies edits in order and returns what the last one and its inverse
// say, each on the draft it is applied to.
func told(t *testing.T, d Draft, edits ...Edit) (does, undoes string) {
	t.Helper()
	last := len(edits) - 1
	d = must(t, d, edits[:last]...)
	next, inverse, err := d.Apply(edits[last])
	if err != nil {
		t.Fatal(err)
	}
	name := func(id string) string { return "<" + id + ">" }
	return inverse.Invert().Say(d.Certificate(), name), inverse.Say(next.Certificate(), name)
}

func TestEditsAndTheirInversesInWords(t *testing.T) {
	scope, other, sure := "x", "y", 0.5
	long := make([]string, 6)
	for i := range long {
		long[i] = "v" + string(rune('1'+i))
	}
	whole := jsontext.Value(`{"state_id":"s1","required_evidence_groups":[]}`)
	for _, c := range []struct {
		edits        []Edit
		does, undoes string
	}{
		{[]Edit{AddGroupEdit("api_contract")}, "add G3 for api_contract", "remove G3"},
		{[]Edit{RemoveGroupEdit("g1")}, "remove A", "add A for bug_location"},
		{[]Edit{RemoveGroupEdit("g2")}, "remove G2", "add G2 for interaction_constraint"},
		{[]Edit{MoveGroupEdit("g1", 1)}, "move A to place 2", "move A to place 1"},
		{[]Edit{MergeEdit("g2", "g1")}, "merge G2 into A", "take G2 out of A again"},
		{[]Edit{SplitEdit("g1", "u2")}, "split <u2> off A", "put G2 back into A"},
		{[]Edit{SetGroupIDEdit("g2", "B")}, "set the group_id of G2 to B", "take the group_id of B away"},
		{[]Edit{SetRationaleEdit("g2", "x")}, "write the rationale of G2", "clear the rationale of G2"},
		{[]Edit{SetRationaleEdit("g1", "x")}, "rewrite the rationale of A", "rewrite the rationale of A"},
		{[]Edit{SetWeightEdit("g1", 2.5)}, "set the weight of A from 3 to 2.5", "set the weight of A from 2.5 to 3"},
		{[]Edit{AcceptEdit("g2", "u9")}, "accept <u9> in G2", "drop <u9> from G2"},
		{[]Edit{MoveUnitEdit("g1", "g2", "u1")}, "move <u1> from A to G2", "move <u1> from G2 to A"},
		{[]Edit{{Op: MoveUnit, Group: "g1", Into: "g1", Unit: "u1"}}, "move <u1> within A", "move <u1> within A"},
		{[]Edit{QuoteEdit("g2", Quotation{Unit: "u3", LineStart: 1, LineEnd: 3, Text: "x"})}, "quote lines 1-3 of <u3> for G2", "take the quotation of lines 1-3 of <u3> from G2"},
		{[]Edit{SetBranchesEdit(nil)}, "drop all branches", "set 1 branch in place of 0"},
		{[]Edit{SetBranchesEdit([][]string{{"u1"}, {"u9"}})}, "set 2 branches in place of 1", "set 1 branch in place of 2"},
		{[]Edit{SetBranchesEdit([][]string{{"u1", "u3"}, {"u3", "u2"}})}, "derive 2 branches", "set 1 branch in place of 2"},
		{[]Edit{AddBranchEdit(long...)}, "add the branch <v1>, <v2>, <v3> and 3 more", "drop the branch <v1>, <v2>, <v3> and 3 more"},
		{[]Edit{SetOptionalEdit([]string{"u5"})}, "in the optional evidence put <u5> in place of <u4>", "in the optional evidence put <u4> in place of <u5>"},
		{[]Edit{SetObservedEdit([]string{"o1", "o2"})}, "add <o1> and <o2> to the observed list", "take <o1> and <o2> from the observed list"},
		{[]Edit{SetObservedEdit([]string{"o1", "o2"}), SetObservedEdit([]string{"o2", "o1"})}, "reorder the observed list", "reorder the observed list"},
		{[]Edit{SetScopeEdit(&scope)}, "set the label scope to x", "unset the label scope"},
		{[]Edit{SetScopeEdit(&scope), SetScopeEdit(&other)}, "set the label scope from x to y", "set the label scope from y to x"},
		{[]Edit{SetConfidenceEdit(&sure)}, "set the confidence from 0.8 to 0.5", "set the confidence from 0.5 to 0.8"},
		{[]Edit{{Op: Replace, After: whole}}, "replace the certificate by one with 0 groups and 0 branches", "replace the certificate by one with 2 groups and 1 branch"},
	} {
		t.Run(c.does, func(t *testing.T) {
			does, undoes := told(t, worked(t), c.edits...)
			if does != c.does || undoes != c.undoes {
				t.Errorf("says %q and %q, want %q and %q", does, undoes, c.does, c.undoes)
			}
		})
	}
}

// The history shows old edits beside a certificate that has moved on.
func TestAnEditNamesGroupsThatAreGone(t *testing.T) {
	d, inverse, err := worked(t).Apply(RemoveGroupEdit("g2"))
	if err != nil {
		t.Fatal(err)
	}
	if got := inverse.Invert().Say(d.Certificate(), strings.ToUpper); got != "remove G2" {
		t.Errorf("says %q", got)
	}
	if got := SetThresholdEdit("g2", 2).Say(d.Certificate(), strings.ToUpper); got != "set the threshold of group g2 to 2" {
		t.Errorf("says %q", got)
	}
}

func TestTouches(t *testing.T) {
	for _, c := range []struct {
		edit Edit
		want []string
	}{
		{SetThresholdEdit("g2", 1), []string{"g2.minimum_required"}},
		{SetRationaleEdit("g2", ""), []string{"g2.rationale"}},
		{AcceptEdit("g2", "u"), []string{"g2.acceptable_evidence_ids"}},
		{MoveUnitEdit("g2", "g1", "u"), []string{"g2.acceptable_evidence_ids", "g1.acceptable_evidence_ids"}},
		{MoveUnitEdit("g2", "g2", "u"), []string{"g2.acceptable_evidence_ids"}},
		{UnquoteEdit("g2", 0), []string{"g2.source_quotations"}},
		{MergeEdit("g2", "g1"), []string{"g2", "g1"}},
		{Edit{Op: SplitGroup, Group: "g1", Into: "g3"}, []string{"g1.acceptable_evidence_ids", "g3"}},
		{RemoveGroupEdit("g1"), []string{"g1"}},
		{MoveGroupEdit("g1", 1), []string{"groups"}},
		{DropBranchEdit(1), []string{"branches"}},
		{SetScopeEdit(nil), []string{"label_scope"}},
		{Edit{Op: Replace}, []string{"certificate"}},
	} {
		if got := c.edit.Touches(); !slices.Equal(got, c.want) {
			t.Errorf("%s touches %v, want %v", c.edit.Op, got, c.want)
		}
	}
}

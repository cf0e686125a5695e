package certificate

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestCompareWithItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawAnyCertificate(t)
		if d := Compare(c, c); !d.Same() || len(d.Sentences(c, c, strings.ToUpper)) != 0 {
			t.Fatalf("differs from itself: %+v", d)
		}
		d := Compare(c, NewDraft(c).Certificate())
		if !d.Same() {
			t.Fatalf("differs from its draft: %+v", d)
		}
	})
}

// mirrored is what Compare(b, a) must say when Compare(a, b) says d.
func mirrored(d Diff) map[[2]int]GroupPair {
	out := map[[2]int]GroupPair{}
	for _, p := range d.Pairs {
		p.A, p.B, p.OnlyA, p.OnlyB = p.B, p.A, p.OnlyB, p.OnlyA
		out[[2]int{p.A, p.B}] = p
	}
	return out
}

func TestCompareIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawAnyCertificate(t), drawAnyCertificate(t)
		there, back := Compare(a, b), Compare(b, a)
		want := mirrored(there)
		for _, p := range back.Pairs {
			w, ok := want[[2]int{p.A, p.B}]
			if !ok {
				t.Fatalf("%d and %d are a pair one way only", p.A, p.B)
			}
			for _, list := range [][]string{p.Both, w.Both, p.OnlyA, w.OnlyA, p.OnlyB, w.OnlyB, p.Others, w.Others} {
				slices.Sort(list)
			}
			if !reflect.DeepEqual(p, w) {
				t.Fatalf("the pair %d, %d differs by direction:\n%+v\n%+v", p.A, p.B, p, w)
			}
		}
		if there.Same() != back.Same() {
			t.Fatal("same one way only")
		}
	})
}

func TestPairsHaveTheGreatestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := make([][]int64, rapid.IntRange(0, 5).Draw(t, "rows"))
		columns := rapid.IntRange(0, 5).Draw(t, "columns")
		for i := range value {
			value[i] = make([]int64, columns)
			for j := range value[i] {
				value[i][j] = int64(rapid.IntRange(0, 6).Draw(t, "value"))
			}
		}
		partner := assign(value, columns)
		var got int64
		used := map[int]bool{}
		for i, j := range partner {
			if j < 0 {
				continue
			}
			if used[j] {
				t.Fatalf("column %d is given twice: %v", j, partner)
			}
			used[j] = true
			got += value[i][j]
		}
		if want := bestSum(value, columns, 0, 0); got != want {
			t.Fatalf("%v is worth %d, the best is %d", partner, got, want)
		}
	})
}

// bestSum tries every assignment.
func bestSum(value [][]int64, columns, row int, used uint) int64 {
	if row == len(value) {
		return 0
	}
	best := bestSum(value, columns, row+1, used)
	for j := range columns {
		if used&(1<<j) == 0 {
			best = max(best, value[row][j]+bestSum(value, columns, row+1, used|1<<j))
		}
	}
	return best
}

func groupOf(role string, q int, units ...string) Group {
	return Group{Role: role, Threshold: q, Weight: 1, Acceptable: units}
}

func TestGroupsAreLinedUpByContentNotByPlace(t *testing.T) {
	a := Certificate{Groups: []Group{groupOf("bug_location", 1, "u1", "u2"), groupOf("verification", 1, "u3"), groupOf("style", 1, "u9")}}
	b := Certificate{Groups: []Group{groupOf("verification", 2, "u3", "u4"), groupOf("config", 1, "u7"), groupOf("bug_location", 1, "u2", "u1")}}
	d := Compare(a, b)
	var pairs [][2]int
	for _, p := range d.Pairs {
		pairs = append(pairs, [2]int{p.A, p.B})
	}
	if want := [][2]int{{0, 2}, {1, 0}, {2, -1}, {-1, 1}}; !slices.Equal(pairs, want) {
		t.Fatalf("pairs %v, want %v", pairs, want)
	}
	if !d.Pairs[0].Same() {
		t.Errorf("the order of units makes a difference: %+v", d.Pairs[0])
	}
}

// C8: the same names with other units do not agree; the same units in another
// order do.
func TestEqualityIsAboutContent(t *testing.T) {
	a := Certificate{Groups: []Group{{ID: "G1", Role: "r", Threshold: 1, Weight: 1, Acceptable: []string{"u1", "u2"}}}, Branches: [][]string{{"u1", "u2"}}}
	other, order := clone(a), clone(a)
	other.Groups[0].Acceptable[1] = "u3"
	slices.Reverse(order.Groups[0].Acceptable)
	slices.Reverse(order.Branches[0])
	if Compare(a, other).Same() {
		t.Error("other units under the same name count as the same")
	}
	if !Compare(a, order).Same() {
		t.Error("the same units in another order count as different")
	}
}

func TestDifferencesInWords(t *testing.T) {
	base := mustDecode(t, `{"state_id":"s","label_confidence":0.8,"metadata":{"a":1},"required_evidence_groups":[
		{"group_id":"G1","role":"bug_location","acceptable_evidence_ids":["u1","u2"],"minimum_required":1,"necessity_weight":3,"rationale":"why"},
		{"group_id":"G2","role":"verification","acceptable_evidence_ids":["u3"],"minimum_required":1,"necessity_weight":1}],
		"alternative_minimal_sets":[["u1","u3"]],"optional_evidence_ids":["u5"],"observed_evidence_ids":[]}`)
	half := 0.5
	quoted := clone(base)
	quoted.Groups[0].Quotations = []Quotation{{Unit: "u1", LineStart: 1, LineEnd: 1, Text: "x"}}
	again := clone(quoted)
	again.Groups[0].Quotations[0].LineEnd = 2
	if got := Compare(quoted, again).Sentences(quoted, again, strings.ToUpper); !slices.Equal(got, []string{"the quotations of G1 differ"}) {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		name string
		edit Edit
		want string
	}{
		{"one more unit", AcceptEdit("g1", "u4"), "the second also accepts <u4> for G1"},
		{"one unit less", DropEdit("g1", "u2"), "the second does not accept <u2> for G1"},
		{"threshold", SetThresholdEdit("g1", 2), "the second wants 2 of G1 where the first wants 1"},
		{"weight", SetWeightEdit("g1", 2.5), "the second weighs G1 2.5 where the first weighs it 3"},
		{"role", SetRoleEdit("g1", "behavior"), "the second gives G1 the role behavior where the first gives bug_location"},
		{"name", SetGroupIDEdit("g1", "core"), "the second calls G1 core"},
		{"rationale", SetRationaleEdit("g1", "because"), "the rationales of G1 differ"},
		{"no rationale", SetRationaleEdit("g1", ""), "the second gives no rationale for G1"},
		{"new rationale", SetRationaleEdit("g2", "x"), "only the second gives a rationale for G2"},
		{"quotation", QuoteEdit("g1", Quotation{Unit: "u1", LineStart: 1, LineEnd: 1, Text: "x"}), "the second has 1 quotation for G1 where the first has 0"},
		{"group gone", RemoveGroupEdit("g2"), "only the first has G2 (verification), wanting <u3>"},
		{"new group", AddGroupEdit("config"), "only the second has G3 (config), accepting nothing yet"},
		{"new branch", AddBranchEdit("u2", "u3"), "only the second lists the branch <u2> and <u3>"},
		{"no branch", DropBranchEdit(0), "only the first lists the branch <u1> and <u3>"},
		{"confidence", SetConfidenceEdit(&half), "the second says 0.5 for label_confidence where the first says 0.8"},
		{"no confidence", SetConfidenceEdit(nil), "the second says nothing for label_confidence where the first says 0.8"},
		{"optional", SetOptionalEdit([]string{"u6"}), "the second has <u6> more in optional_evidence_ids|the second lacks <u5> in optional_evidence_ids"},
		{"many branches", SetBranchesEdit([][]string{{"u1", "u3"}, {"u1"}, {"u2"}, {"u3"}, {"u4"}}), "only the second lists 4 branches that the other does not"},
		{"many units", AddBranchEdit("u1", "u2", "u3", "u4", "u5", "u6"), "only the second lists the branch <u1>, <u2>, <u3>, <u4> and 2 more"},
		{"observed", SetObservedEdit([]string{"o"}), "the second has <o> more in observed_evidence_ids"},
		{"new group with units", Edit{Op: AddGroup, After: jsontext.Value(`{"acceptable_evidence_ids":["u7","u8"],"minimum_required":2}`)}, "only the second has G3 (no role), wanting 2 of <u7> and <u8>"},
		{"order of groups", MoveGroupEdit("g1", 1), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := NewDraft(base)
			next, _, err := d.Apply(c.edit)
			if err != nil {
				t.Fatal(err)
			}
			a, b := d.Certificate(), next.Certificate()
			got := strings.Join(Compare(a, b).Sentences(a, b, func(id string) string { return "<" + id + ">" }), "|")
			if got != c.want {
				t.Errorf("says %q, want %q", got, c.want)
			}
		})
	}
}

func TestUnknownKeysThatDifferAreTold(t *testing.T) {
	const label = `{"state_id":"s","metadata":{"a":1},"required_evidence_groups":[{"role":"r","acceptable_evidence_ids":["u"],"minimum_required":1,"necessity_weight":1,"seen":[1]}]}`
	a := mustDecode(t, label)
	b := mustDecode(t, strings.NewReplacer(`{"a":1}`, `{"a":2}`, `"seen":[1]`, `"seen":[2]`).Replace(label))
	d := Compare(a, b)
	if !slices.Equal(d.Fields, []string{"metadata"}) || !slices.Equal(d.Pairs[0].Others, []string{"seen"}) || d.Same() {
		t.Errorf("%+v", d)
	}
	if got := d.Sentences(a, b, strings.ToUpper); !slices.Equal(got, []string{"seen of G1 differs", "metadata differs"}) {
		t.Errorf("%q", got)
	}
	if same := mustDecode(t, strings.Replace(label, `{"a":1}`, `{"a":1.0}`, 1)); !Compare(a, same).Same() {
		t.Error("1 and 1.0 differ")
	}
}

func TestRealCertificatesDifferFromEachOther(t *testing.T) {
	lines := realLabels(t)
	a, err := Decode(jsontext.Value(lines[0]))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Decode(jsontext.Value(lines[1]))
	if err != nil {
		t.Fatal(err)
	}
	d := Compare(a, b)
	if d.Same() || len(d.Pairs) != 3 || d.Pairs[0].B != 0 {
		t.Errorf("%+v", d)
	}
}

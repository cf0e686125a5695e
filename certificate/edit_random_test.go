package certificate

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// The generators here draw labels as they come from files, good ones and odd
// ones, and edits that fit a draft more often than not.

func drawUnit(t *rapid.T) string {
	return rapid.SampledFrom([]string{"u1", "u2", "u3", "u4", "u5", "u6"}).Draw(t, "unit")
}

func drawUnits(t *rapid.T, least, most int) []string {
	return rapid.SliceOfNDistinct(rapid.Custom(drawUnit), least, most, rapid.ID[string]).Draw(t, "units")
}

func drawText(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "a", "why", "two\nlines", "“ü”\t漢", strings.Repeat("long ", 20)}).Draw(t, "text")
}

func drawQuotation(t *rapid.T) Quotation {
	q := Quotation{Unit: drawUnit(t), LineStart: rapid.IntRange(1, 3).Draw(t, "from"), Text: drawText(t) + "x"}
	q.LineEnd = q.LineStart + rapid.IntRange(0, 2).Draw(t, "more")
	return q
}

// drawLabel draws the JSON of a label: numbers written in several ways, keys
// missing, unknown or odd, meaning often wrong.
func drawLabel(t *rapid.T) jsontext.Value {
	number := rapid.SampledFrom([]string{"1", "2", "3.0", "1e0", "2.50", "0", "-1.5"})
	dst := appendMember([]byte{'{'}, "state_id", []byte(`"s"`))
	if rapid.Bool().Draw(t, "metadata") {
		dst = appendMember(dst, "metadata", []byte(`{"v":1.00}`))
	}
	groups := []byte{'['}
	for i := range rapid.IntRange(0, 4).Draw(t, "groups") {
		if i > 0 {
			groups = append(groups, ',')
		}
		g := appendMember([]byte{'{'}, "role", appendText(nil, drawText(t)))
		members := drawUnits(t, 0, 4)
		if len(members) > 0 && rapid.IntRange(0, 5).Draw(t, "odd") == 0 {
			members = append(members, members[0])
		}
		g = appendMember(g, "acceptable_evidence_ids", appendTexts(nil, members))
		g = appendMember(g, "necessity_weight", []byte(number.Draw(t, "weight")))
		g = appendMember(g, "minimum_required", appendInteger(nil, rapid.IntRange(-1, 4).Draw(t, "threshold")))
		if rapid.Bool().Draw(t, "quoted") {
			g = appendMember(g, "source_quotations", []byte(`[{"evidence_id":"u1","line_start":1,"line_end":1,"text":"q","more":1.0}]`))
		}
		if rapid.Bool().Draw(t, "reasoned") {
			g = appendMember(g, "rationale", []byte(rapid.SampledFrom([]string{"null", `""`, `"r"`}).Draw(t, "rationale")))
		}
		groups = append(append(groups, g...), '}')
	}
	dst = appendMember(dst, groupsKey, append(groups, ']'))
	if rapid.Bool().Draw(t, "branched") {
		dst = appendMember(dst, "alternative_minimal_sets", []byte(rapid.SampledFrom([]string{"[]", "[[]]", `[["u1","u1"],["u2"]]`, `[["u1"],["u1"],["u3","u2"]]`}).Draw(t, "branches")))
	}
	if rapid.Bool().Draw(t, "scoped") {
		dst = appendMember(dst, "label_scope", []byte(rapid.SampledFrom([]string{"null", `"x"`}).Draw(t, "scope")))
	}
	if rapid.Bool().Draw(t, "sure") {
		dst = appendMember(dst, "label_confidence", []byte("0.50"))
	}
	dst = append(dst, '}')
	if rapid.IntRange(0, 4).Draw(t, "envelope") == 0 {
		dst = append(appendMember([]byte(`{"row":1.0`), envelopeKey, dst), '}')
	}
	return dst
}

func drawAnyCertificate(t *rapid.T) Certificate {
	if rapid.IntRange(0, 3).Draw(t, "empty") == 0 {
		return Certificate{State: "s"}
	}
	c, err := Decode(drawLabel(t))
	if err != nil {
		t.Fatalf("decode: %v", err)
	}
	return c
}

// drawEdit draws an edit for d.
func drawEdit(t *rapid.T, d Draft) Edit {
	c := d.Certificate()
	keys := []GroupKey{"g77"}
	for _, g := range c.Groups {
		keys = append(keys, g.Key, g.Key)
	}
	key := rapid.SampledFrom(keys)
	switch op := rapid.SampledFrom(Ops()).Draw(t, "op"); op {
	case AddGroup:
		e := AddGroupEdit(drawText(t))
		if rapid.Bool().Draw(t, "at the front") {
			e.After = jsontext.Value(`{"at":0,"acceptable_evidence_ids":["u2"],"necessity_weight":2.50}`)
		}
		return e
	case RemoveGroup:
		return RemoveGroupEdit(key.Draw(t, "group"))
	case MoveGroup:
		return MoveGroupEdit(key.Draw(t, "group"), rapid.IntRange(0, max(len(c.Groups)-1, 0)).Draw(t, "to"))
	case AcceptUnit, DropUnit, MoveUnit:
		return drawUnitEdit(t, op, c, key)
	case Quote, Unquote:
		return drawQuoteEdit(t, op, c, key)
	case MergeGroups:
		return MergeEdit(key.Draw(t, "group"), key.Draw(t, "into"))
	case SplitGroup:
		k := key.Draw(t, "group")
		if g, _, ok := c.Group(k); ok && len(g.Acceptable) > 1 {
			return SplitEdit(k, g.Acceptable[:rapid.IntRange(1, len(g.Acceptable)-1).Draw(t, "leave")]...)
		}
		return SplitEdit(k, drawUnit(t))
	case Regroup:
		groups := slices.Clone(c.Groups)
		slices.Reverse(groups)
		return Edit{Op: Regroup, After: appendKeptGroups(nil, append(groups, Group{Role: "new", Threshold: 1, Weight: 2}))}
	case Replace:
		return ReplaceEdit(drawAnyCertificate(t))
	default:
		return drawSetting(t, op, c, key)
	}
}

func drawUnitEdit(t *rapid.T, op Op, c Certificate, key *rapid.Generator[GroupKey]) Edit {
	e := Edit{Op: op, Group: key.Draw(t, "group"), Unit: drawUnit(t)}
	if g, _, ok := c.Group(e.Group); ok && op != AcceptUnit && len(g.Acceptable) > 0 {
		e.Unit = rapid.SampledFrom(g.Acceptable).Draw(t, "member")
	}
	if op == MoveUnit {
		e.Into = key.Draw(t, "into")
	}
	if op != DropUnit && rapid.Bool().Draw(t, "placed") {
		e.After = appendInteger(nil, rapid.IntRange(0, 5).Draw(t, "at"))
	}
	return e
}

func drawQuoteEdit(t *rapid.T, op Op, c Certificate, key *rapid.Generator[GroupKey]) Edit {
	k := key.Draw(t, "group")
	if g, _, ok := c.Group(k); op == Unquote && ok && len(g.Quotations) > 0 {
		return UnquoteEdit(k, rapid.IntRange(0, len(g.Quotations)-1).Draw(t, "at"))
	}
	return QuoteEdit(k, drawQuotation(t))
}

func drawSetting(t *rapid.T, op Op, c Certificate, key *rapid.Generator[GroupKey]) Edit {
	switch op {
	case SetGroupID:
		return SetGroupIDEdit(key.Draw(t, "group"), rapid.SampledFrom([]string{"", "A", "B"}).Draw(t, "id"))
	case SetRole:
		return SetRoleEdit(key.Draw(t, "group"), drawText(t))
	case SetRationale:
		return SetRationaleEdit(key.Draw(t, "group"), drawText(t))
	case SetThreshold:
		return SetThresholdEdit(key.Draw(t, "group"), rapid.IntRange(0, 5).Draw(t, "q"))
	case SetWeight:
		e := SetWeightEdit(key.Draw(t, "group"), 0)
		e.After = jsontext.Value(rapid.SampledFrom([]string{"1", "3", "3.0", "0.1", "0", "-2", "2.5e0"}).Draw(t, "w"))
		return e
	case SetBranches:
		return SetBranchesEdit([][]string{drawUnits(t, 0, 3), drawUnits(t, 1, 2)})
	case AddBranch:
		return AddBranchEdit(drawUnits(t, 0, 3)...)
	case DropBranch:
		return DropBranchEdit(rapid.IntRange(0, max(len(c.Branches)-1, 0)).Draw(t, "at"))
	case SetOptional:
		return SetOptionalEdit(drawUnits(t, 0, 3))
	case SetObserved:
		return SetObservedEdit(drawUnits(t, 0, 3))
	case SetRetrieval:
		return SetRetrievalEdit(drawPointer(t, rapid.Bool()))
	case SetScope:
		return SetScopeEdit(drawPointer(t, rapid.SampledFrom([]string{"x", "y"})))
	}
	return SetConfidenceEdit(drawPointer(t, rapid.SampledFrom([]float64{0, 0.5, 1, 2})))
}

func drawPointer[T any](t *rapid.T, of *rapid.Generator[T]) *T {
	if rapid.IntRange(0, 2).Draw(t, "unset") == 0 {
		return nil
	}
	v := of.Draw(t, "value")
	return &v
}

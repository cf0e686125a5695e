package certificate

import (
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// The functions here make the Edits that people ask for, so that nobody
// writes their JSON by hand. None of them looks at a draft: Apply says when an
// edit makes no sense.

// AddGroupEdit adds an empty group of this role (it may be empty) as the last
// one, with threshold 1 and weight 1.
func AddGroupEdit(role string) Edit {
	if role == "" {
		return Edit{Op: AddGroup}
	}
	return Edit{Op: AddGroup, After: append(appendMember([]byte{'{'}, "role", appendText(nil, role)), '}')}
}

// RemoveGroupEdit removes a group with all that it holds.
func RemoveGroupEdit(g GroupKey) Edit { return Edit{Op: RemoveGroup, Group: g} }

// MoveGroupEdit moves a group to a position, counted from 0 without the group.
func MoveGroupEdit(g GroupKey, to int) Edit {
	return Edit{Op: MoveGroup, Group: g, After: appendInteger(nil, to)}
}

// SetGroupIDEdit gives a group its group_id; "" takes it away.
func SetGroupIDEdit(g GroupKey, id string) Edit {
	return Edit{Op: SetGroupID, Group: g, After: appendText(nil, id)}
}

// SetRoleEdit sets the semantic role rho_j.
func SetRoleEdit(g GroupKey, role string) Edit {
	return Edit{Op: SetRole, Group: g, After: appendText(nil, role)}
}

// SetRationaleEdit sets the rationale.
func SetRationaleEdit(g GroupKey, text string) Edit {
	return Edit{Op: SetRationale, Group: g, After: appendText(nil, text)}
}

// SetThresholdEdit sets q_j.
func SetThresholdEdit(g GroupKey, q int) Edit {
	return Edit{Op: SetThreshold, Group: g, After: appendInteger(nil, q)}
}

// SetWeightEdit sets w_j.
func SetWeightEdit(g GroupKey, w float64) Edit {
	return Edit{Op: SetWeight, Group: g, After: appendNumber(nil, w)}
}

// AcceptEdit accepts a unit in a group, as the last of A_j.
func AcceptEdit(g GroupKey, unit string) Edit { return Edit{Op: AcceptUnit, Group: g, Unit: unit} }

// DropEdit takes a unit out of a group.
func DropEdit(g GroupKey, unit string) Edit { return Edit{Op: DropUnit, Group: g, Unit: unit} }

// MoveUnitEdit moves a unit from one group to the end of another.
func MoveUnitEdit(from, into GroupKey, unit string) Edit {
	return Edit{Op: MoveUnit, Group: from, Into: into, Unit: unit}
}

// QuoteEdit adds a quotation to a group.
func QuoteEdit(g GroupKey, q Quotation) Edit {
	return Edit{Op: Quote, Group: g, After: appendQuotation(nil, q)}
}

// UnquoteEdit takes the quotation at a position from 0 away.
func UnquoteEdit(g GroupKey, at int) Edit {
	return Edit{Op: Unquote, Group: g, Before: appendAt(at)}
}

// MergeEdit puts group g into another one: members and quotations are united,
// the greater weight and both rationales stay, role and threshold are Into's.
func MergeEdit(g, into GroupKey) Edit { return Edit{Op: MergeGroups, Group: g, Into: into} }

// SplitEdit moves units of g, with their quotations, into a new group behind
// it that has the same role and weight and threshold 1.
func SplitEdit(g GroupKey, units ...string) Edit {
	return Edit{Op: SplitGroup, Group: g, After: appendTexts(nil, units)}
}

// SetBranchesEdit sets the whole list of branches.
func SetBranchesEdit(branches [][]string) Edit {
	return Edit{Op: SetBranches, After: appendSets(nil, branches)}
}

// AddBranchEdit adds a branch at the end.
func AddBranchEdit(units ...string) Edit { return Edit{Op: AddBranch, After: appendTexts(nil, units)} }

// DropBranchEdit takes the branch at a position from 0 away.
func DropBranchEdit(at int) Edit { return Edit{Op: DropBranch, Before: appendAt(at)} }

func appendAt(at int) jsontext.Value {
	return append(appendMember([]byte{'{'}, "at", appendInteger(nil, at)), '}')
}

// SetOptionalEdit sets optional_evidence_ids.
func SetOptionalEdit(units []string) Edit {
	return Edit{Op: SetOptional, After: appendTexts(nil, units)}
}

// SetObservedEdit sets observed_evidence_ids.
func SetObservedEdit(units []string) Edit {
	return Edit{Op: SetObserved, After: appendTexts(nil, units)}
}

// SetRetrievalEdit sets retrieval_needed; nil unsets it.
func SetRetrievalEdit(needed *bool) Edit {
	return Edit{Op: SetRetrieval, After: orNull(appendOptional(nil, needed, appendTruth))}
}

// SetScopeEdit sets label_scope; nil unsets it.
func SetScopeEdit(scope *string) Edit {
	return Edit{Op: SetScope, After: orNull(appendOptional(nil, scope, appendText))}
}

// SetConfidenceEdit sets label_confidence; nil unsets it.
func SetConfidenceEdit(confidence *float64) Edit {
	return Edit{Op: SetConfidence, After: orNull(appendOptional(nil, confidence, appendNumber))}
}

// ReplaceEdit puts c in the place of the whole certificate (an import, a
// decision of arbitration). Group keys of c are kept; groups without get new ones.
func ReplaceEdit(c Certificate) Edit { return Edit{Op: Replace, After: appendKept(nil, c)} }

// Toggle accepts the unit in the group, or drops it when it is accepted.
func (d Draft) Toggle(g GroupKey, unit string) Edit {
	if group, _, ok := d.cert.Group(g); ok && slices.Contains(group.Acceptable, unit) {
		return DropEdit(g, unit)
	}
	return AcceptEdit(g, unit)
}

// StepThreshold raises or lowers the threshold of g.
func (d Draft) StepThreshold(g GroupKey, by int) Edit {
	group, _, _ := d.cert.Group(g)
	return SetThresholdEdit(g, group.Threshold+by)
}

// StepWeight raises or lowers the weight of g, to three decimals so that
// repeated steps do not gather rounding errors.
func (d Draft) StepWeight(g GroupKey, by float64) Edit {
	group, _, _ := d.cert.Group(g)
	return SetWeightEdit(g, math.Round((group.Weight+by)*1000)/1000)
}

// DeriveEdit sets the branches to the minimal witnesses of the draft's groups.
// More than MaxDerived is a *TooManyError with the count; branches that are so
// already, and groups that no set can satisfy, are an *InvalidError.
func DeriveEdit(d Draft) (Edit, error) {
	derived, err := Derive(d.cert)
	if err != nil {
		return Edit{}, err
	}
	e := SetBranchesEdit(derived)
	if len(d.cert.Groups) == 0 {
		return Edit{}, &InvalidError{Edit: e, Why: "there are no groups to derive branches from"}
	}
	if len(derived) == 0 {
		return Edit{}, &InvalidError{Edit: e, Why: "no set of units satisfies every group, so there is no branch to derive"}
	}
	if sameFamily(derived, d.cert.Branches) {
		return Edit{}, &InvalidError{Edit: e, Why: "the branches already are the minimal witnesses"}
	}
	return e, nil
}

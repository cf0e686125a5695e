package certificate

import "github.com/go-json-experiment/json/jsontext"

// Op says what an Edit does. Its text form is the "op" of the documented JSON.
type Op string

// The operations. Each comes with its inverse; see Edit.Invert.
const (
	AddGroup      Op = "add_group"      // Group: key to use or empty to mint; After: {"role","minimum_required","necessity_weight",...} and "at" position, all optional
	RemoveGroup   Op = "remove_group"   // Group
	MoveGroup     Op = "move_group"     // Group; Before, After: position from 0
	SetGroupID    Op = "set_group_id"   // Group; After: string
	SetRole       Op = "set_role"       // Group; After: string
	SetRationale  Op = "set_rationale"  // Group; After: string
	SetThreshold  Op = "set_threshold"  // Group; After: integer >= 1
	SetWeight     Op = "set_weight"     // Group; After: number > 0
	AcceptUnit    Op = "accept_unit"    // Group, Unit; After: position in A_j, absent = last
	DropUnit      Op = "drop_unit"      // Group, Unit; Before: position
	MoveUnit      Op = "move_unit"      // Group, Into, Unit; Before: position in Group; After: position in Into, absent = last
	Quote         Op = "quote"          // Group; After: quotation, with "at" position optional
	Unquote       Op = "unquote"        // Group; Before: the quotation with its position
	MergeGroups   Op = "merge_groups"   // Group goes into Into: union of members, the greater weight, Into's role and threshold
	SplitGroup    Op = "split_group"    // Group; After: list of unit IDs that leave into a new group with the same role and weight
	Regroup       Op = "regroup"        // Before, After: every group whole with keys; what merge and split invert to
	SetBranches   Op = "set_branches"   // After: list of branches
	AddBranch     Op = "add_branch"     // After: list of unit IDs, last place unless "at"
	DropBranch    Op = "drop_branch"    // Before: the branch with its position
	SetOptional   Op = "set_optional"   // After: list of unit IDs
	SetObserved   Op = "set_observed"   // After: list of unit IDs (so that a mismatch with the card can be mended)
	SetRetrieval  Op = "set_retrieval"  // After: bool or null
	SetScope      Op = "set_scope"      // After: string or null
	SetConfidence Op = "set_confidence" // After: number 0..1 or null
	Replace       Op = "replace"        // Before, After: whole certificates (import, arbitration)
)

// Edit is the one value that changes a certificate: made by a key or a file,
// applied by a Draft, stored in the journal, inverted by undo, counted by the
// ledger. Its JSON form is documented in docs/edits.md.
type Edit struct {
	Op     Op             `json:"op"`
	Group  GroupKey       `json:"group,omitzero"`
	Into   GroupKey       `json:"into,omitzero"`
	Unit   string         `json:"unit,omitzero"`
	Before jsontext.Value `json:"before,omitzero"` // filled in by Apply; when given, Apply refuses if the draft differs
	After  jsontext.Value `json:"after,omitzero"`
}

// ConflictError says that an Edit expected another value than the draft has:
// someone changed it in between.
type ConflictError struct {
	Edit Edit
	Have jsontext.Value // what the draft holds; nil when the place itself is gone
	Why  string         // one sentence for a person
}

func (e *ConflictError) Error() string { return e.Why }

// InvalidError says that an Edit makes no sense on this draft (an unknown
// group, a threshold of 0, a unit already there): one sentence for a person.
type InvalidError struct {
	Edit Edit
	Why  string
}

func (e *InvalidError) Error() string { return e.Why }

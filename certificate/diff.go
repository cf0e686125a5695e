package certificate

// Diff is how b differs from a, with groups lined up by best overall overlap.
type Diff struct {
	Pairs    []GroupPair
	Branches BranchDiff
	Fields   []string // other keys that differ: label_scope, optional_evidence_ids, ...
}

// GroupPair is one line of the difference: a group of a, of b, or both.
type GroupPair struct {
	A, B      int      // positions, -1 when only the other side has it
	OnlyA     []string // acceptable units only in A
	OnlyB     []string
	Both      []string
	Threshold bool // differs
	Weight    bool
	Role      bool
	Rationale bool
	Quotes    bool
}

// BranchDiff lists branches that stand on one side only.
type BranchDiff struct{ OnlyA, OnlyB [][]string }

// Compare lines up the groups of two certificates and says what differs.
func Compare(a, b Certificate) Diff { panic("stub") }

// Same reports whether nothing differs.
func (d Diff) Same() bool { panic("stub") }

// Sentences says the difference in plain words, naming units by name(id):
// "the second also accepts schedulers.py:301-420 for G1".
func (d Diff) Sentences(a, b Certificate, name func(unit string) string) []string { panic("stub") }

package review

import "hash/fnv"

// Board is what the journal says of the project itself, folded: what the whole
// of it is, who is in it, and how far it has come.
type Board struct {
	Project Project     `json:"project"`
	People  []Person    `json:"people"` // in the order they joined
	Policy  Policy      `json:"policy"`
	Freeze  *FreezeBody `json:"freeze,omitzero"` // once frozen
	Sample  *AuditBody  `json:"sample,omitzero"` // the audit, once drawn
	Report  *AuditBody  `json:"report,omitzero"` // once reported
	LastSeq uint64      `json:"last_seq,omitzero"`
}

// NewBoard is the board before any event but the project's creation.
func NewBoard(p Project) Board { return Board{Project: p, Policy: DefaultPolicy(p)} }

// Policy is what an organizer sets for the whole project.
type Policy struct {
	Settings
	Lease int64  `json:"lease"` // milliseconds that a claim lasts after its holder's last act
	Seed  uint64 `json:"seed"`  // which reviewer of a state is shown as A and which as B is drawn from it
}

// DefaultLease is four hours: longer than a meal, shorter than a night.
const DefaultLease = 4 * 60 * 60 * 1000

// DefaultPolicy is what holds until somebody changes it. Its seed comes from
// the project's ID and so is on record from the first event on.
func DefaultPolicy(p Project) Policy {
	h := fnv.New64a()
	h.Write([]byte(p.ID))
	return Policy{Lease: DefaultLease, Seed: h.Sum64()}
}

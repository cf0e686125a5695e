package card

// Observation says why a unit counts as observed by the state (spec 1.1a). A
// path that is only named in a plan is never a reason.
type Observation struct {
	Listed  bool     // its ID is in observed_evidence_ids
	Flagged bool     // its observed_by_state flag is true
	Aligned []string // labels of the steps whose file read or search result overlaps its lines, such as "step 3"
}

// Any reports whether any of the three sources says observed.
func (o Observation) Any() bool { return o.Listed || o.Flagged || len(o.Aligned) > 0 }

// Blocks reports whether the unit may not be accepted: alignment alone warns only.
func (o Observation) Blocks() bool { return o.Listed || o.Flagged }

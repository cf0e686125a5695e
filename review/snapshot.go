package review

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
)

// snapshot is the stored form of a Work. The base goes through a draft, whose
// JSON keeps what was imported; its group keys are listed beside it, because a
// fresh draft numbers them anew.
type snapshot struct {
	State    string                 `json:"state"`
	Phase    Phase                  `json:"phase,omitzero"`
	Revision certificate.Revision   `json:"revision"`
	Draft    certificate.Draft      `json:"draft"`
	Base     certificate.Draft      `json:"base"`
	BaseKeys []certificate.GroupKey `json:"base_keys,omitzero"`
	Labelled bool                   `json:"labelled,omitzero"`
	Touched  bool                   `json:"touched,omitzero"`
	Done     bool                   `json:"done,omitzero"`
	Mine     map[PersonID]Personal  `json:"mine,omitzero"`
	Last     int64                  `json:"last,omitzero"`
	LastSeq  uint64                 `json:"last_seq,omitzero"`
}

// MarshalJSON writes the whole folded work, so that a store can keep it beside
// the journal; members of maps are in a fixed order.
func (w Work) MarshalJSON() ([]byte, error) {
	s := snapshot{
		State: w.State, Phase: w.Phase, Revision: w.Revision,
		Draft: w.Draft, Base: certificate.NewDraft(w.Base),
		Labelled: w.Labelled, Touched: w.Touched, Done: w.Done,
		Mine: w.Mine, Last: w.Last, LastSeq: w.LastSeq,
	}
	for _, g := range w.Base.Groups {
		s.BaseKeys = append(s.BaseKeys, g.Key)
	}
	b, err := json.Marshal(s, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("write the work on %s: %w", w.State, err)
	}
	return b, nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (w *Work) UnmarshalJSON(b []byte) error {
	var s snapshot
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("read stored work: %w", err)
	}
	base := s.Base.Certificate()
	if len(base.Groups) != len(s.BaseKeys) {
		return fmt.Errorf("read stored work on %s: %d groups but %d keys in its base", s.State, len(base.Groups), len(s.BaseKeys))
	}
	base.Groups = append([]certificate.Group(nil), base.Groups...)
	for i, k := range s.BaseKeys {
		base.Groups[i].Key = k
	}
	*w = Work{
		State: s.State, Phase: s.Phase, Revision: s.Revision, Draft: s.Draft, Base: base,
		Labelled: s.Labelled, Touched: s.Touched, Done: s.Done, Mine: s.Mine, Last: s.Last, LastSeq: s.LastSeq,
	}
	return nil
}

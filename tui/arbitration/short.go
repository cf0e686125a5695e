package arbitration

import (
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Short calls the actions on my own sheet as the workbench does.
func (s *Screen) Short(a keys.Action) string {
	if s.own == nil {
		return ""
	}
	return s.own.bench.Short(a)
}

var _ part.Namer = (*Screen)(nil)

package review

// RefuseOutcomes is nil when outcomes of some state may be open to this person,
// going by roles and project alone, and otherwise a *ForbiddenError that says
// why act, which shows outcomes, is not for them.
func (d *Desk) RefuseOutcomes(act string) error {
	if d.SeesOutcomes() {
		return nil
	}
	return d.hidden(act)
}

package review

// TaskRow is the line of a state in the list of tasks of s, and whether there
// is one: their own seat, a review or an arbitration that they may claim, or
// the state as they may see it otherwise. k is whole, but of its sheets only
// Main is looked at, and of that only whether it is finished, imported and
// touched; Opinions and Basis may be left out where s has no arbitration.
// anywhere are the duties of the person on the project. row comes from Row for
// the sheet of the part; before a claim nothing of it is shown but what the
// card says.
func TaskRow(s Scope, k Case, anywhere Duties, now int64, row QueueRow) (QueueRow, bool) {
	part := s.Part(k.Course)
	row.Phase = part.Phase
	if part.Holds && part.certificate {
		return seatRow(k, part, row), true
	}
	if t, ok := offer(s, k, anywhere, now); ok {
		return offerRow(k, t, row), true
	}
	if !part.certificate {
		return QueueRow{}, false
	}
	if part.Sheet == Main && (part.Phase == Annotate || part.Phase == Review) {
		row.Task, row.Held = TaskAnnotate, k.Course.Under != 0
	}
	return row, true
}

// seatRow is the line of somebody's own review, arbitration or audit.
func seatRow(k Case, part Part, row QueueRow) QueueRow {
	c, seat := k.Course, part.Seat
	begun := row.Touched || row.Spent > 0
	row.Task, row.Slot, row.Until, row.Submitted = seat.Task, seat.Slot, seat.Until, !seat.Open()
	switch seat.Task {
	case TaskAudit:
		begun = c.Audits[seat.Slot].Revision > 0
	case TaskArbitrate:
		row.dispute(c)
		row.Moved = c.Moved()
	}
	row.Status = seatStatus(seat, row.Status, begun)
	return row
}

// offerRow is the line of what may be claimed.
func offerRow(k Case, t Task, row QueueRow) QueueRow {
	bare := QueueRow{
		State: row.State, Instance: row.Instance, Repo: row.Repo, Boundary: row.Boundary, Need: row.Need, Units: row.Units,
		Status: StatusOffered, Phase: Review, Task: t, Claimable: true,
	}
	if t == TaskArbitrate {
		bare.Phase = Arbitrate
		bare.dispute(k.Course)
	}
	return bare
}

// dispute tells what sent the state to the senior.
func (r *QueueRow) dispute(c Course) {
	if o := c.Outcome; o != nil {
		r.Closeness, r.Why, r.Differs = o.Closeness, o.Why, o.Differs
	}
}

// offer is the task that somebody without a seat may claim.
func offer(s Scope, k Case, anywhere Duties, now int64) (Task, bool) {
	me := Person{ID: s.person, Roles: s.roles}
	c := k.Course
	switch {
	case c.Phase == Arbitrate && s.has(Senior):
		i := c.seatAt(TaskArbitrate, "")
		free := i < 0 || c.Seats[i].Free(now)
		return TaskArbitrate, free && MaySit(c, TaskArbitrate, me, anywhere) == nil
	case (c.Phase == Annotate || c.Phase == Review) && s.has(Reviewer):
		_, free := freeReview(c, now, 0)
		return TaskReview, free && Reviewable(k) == nil && MaySit(c, TaskReview, me, anywhere) == nil
	}
	return "", false
}

// freeReview is the slot that the next reviewer of a state gets.
func freeReview(c Course, now int64, seed uint64) (Slot, bool) {
	var taken []Slot
	for _, s := range c.Seats {
		if s.Task == TaskReview && !s.Free(now) {
			taken = append(taken, s.Slot)
		}
	}
	return FreeSlot(seed, c.State, taken...)
}

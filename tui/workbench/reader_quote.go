package workbench

import "suffice/certificate"

// Alone makes the reader show one pane at a time, whatever room there is: the
// one that was read last. keys are those that focus its panes, for their titles.
func (r *Reader) Alone(keys map[Pane]string) {
	r.s.alone = true
	r.s.focusKeys = map[string]string{"State": keys[paneState], "Pool": keys[panePool], "Unit": keys[paneUnit]}
}

// Reads is the pane that a reader shows which shows one at a time.
func (r *Reader) Reads() Pane { return r.s.reads }

// Mark makes the reader mark units and lines by what another certificate says
// of them.
func (r *Reader) Mark(c certificate.Certificate) { r.s.redraft(certificate.NewDraft(c)) }

// Select begins to select lines of the unit, false when there are none.
func (r *Reader) Select() bool {
	if !r.s.hasLines() || r.s.focus != paneUnit {
		return false
	}
	r.s.startSelection()
	return true
}

// Selecting reports whether lines are being selected.
func (r *Reader) Selecting() bool { return r.s.unit.selecting }

// Unselect lets the selection go.
func (r *Reader) Unselect() { r.s.unit.unselect() }

// Quotation quotes the selected lines, or the one under the cursor, and lets
// the selection go; the error says why they cannot be quoted.
func (r *Reader) Quotation() (certificate.Quotation, error) {
	u := &r.s.unit
	from, to := u.list.Cursor, u.list.Cursor
	if u.selecting {
		from, to = u.selection()
	}
	u.unselect()
	return certificate.Quotable(r.s.shelf.pool.Units[u.at], u.text.Number(from), u.text.Number(to))
}

// Quotable reports whether there is a line to quote.
func (r *Reader) Quotable() bool { return r.s.hasLines() && r.s.focus == paneUnit }

package review

import (
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Summarize is what the queue tells of the certificate in w. It counts what
// holds for everyone; a person's own carry notes (Personal.Warns) are added by
// Row, because a Summary is stored once and read by all.
func Summarize(s card.State, w Work) Summary {
	return summarize(s, w, card.Observe(s))
}

func summarize(s card.State, w Work, obs map[string]card.Observation) Summary {
	c := w.Draft.Certificate()
	sum := Summary{Groups: len(c.Groups), Branches: len(c.Branches), Touched: w.Touched}
	for _, f := range certificate.Findings(c, s.Card, &s.Pool, obs, certificate.Compile(c)) {
		switch {
		case f.Severity == certificate.Blocking:
			sum.Blocking++
		case f.Severity == certificate.Freezing && w.Made():
			sum.Freezing++
		default:
			sum.Warnings++
		}
	}
	return sum
}

// Made reports whether the certificate was made or edited here, so that a
// missing rationale or quotation keeps it from being finished; an imported,
// untouched one is only warned about.
func (w Work) Made() bool { return !w.Labelled || w.Touched }

// Obstacles are the findings that keep the certificate from being finished.
func Obstacles(w Work, found []certificate.Finding) []certificate.Finding {
	var in []certificate.Finding
	for _, f := range found {
		if f.Severity == certificate.Blocking || f.Severity == certificate.Freezing && w.Made() {
			in = append(in, f)
		}
	}
	return in
}

// StatusOf is where the state stands for p. Finished comes before skipped:
// there is nothing left to skip.
func StatusOf(w Work, p PersonID) Status {
	switch {
	case w.Done:
		return StatusDone
	case w.Mine[p].Skip != nil:
		return StatusSkipped
	case w.Touched:
		return StatusDraft
	case w.Labelled:
		return StatusImported
	}
	return StatusEmpty
}

// Row is the state's line in the queue of p.
func Row(c card.StateCard, units int, w Work, sum Summary, p PersonID) QueueRow {
	mine := w.Mine[p]
	sum.Warnings += mine.Warns
	return QueueRow{
		State: c.ID, Instance: c.InstanceID, Repo: c.Repo, Boundary: c.Boundary,
		Need: firstLine(c.Need), Units: units,
		Status: StatusOf(w, p), Revision: w.Revision, Summary: sum,
		Flag: mine.Flag, Skip: mine.Skip, Spent: mine.Spent, Changed: max(w.Last, mine.LastAt),
	}
}

// urgency orders a queue: open arbitrations come first, the lowest agreement at
// the top.
func (r QueueRow) urgency() float64 {
	if r.Task == TaskArbitrate && !r.Submitted {
		return r.Closeness
	}
	return 2
}

// firstLine is the first line that holds anything.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

package run

import "time"

// How many of the latest finished runs the rate is worked out from.
const rateOver = 64

// tally counts what became of the runs of a session.
type tally struct {
	total, done, skipped, failures, running int
	begun, from                             time.Time   // of the session; of what the rate is worked out from
	recent                                  []time.Time // when runs ended since then, the latest rateOver
	tokens                                  Totals
}

func newTally(total int, now time.Time) tally { return tally{total: total, begun: now, from: now} }

func (t *tally) skip() { t.skipped++ }

func (t *tally) failed() { t.failures++ }

// ended notes a run that finished or failed, for the rate.
func (t *tally) ended(now time.Time, spent Totals) {
	t.tokens.Add(spent)
	if len(t.recent) == rateOver {
		t.recent = append(t.recent[:0], t.recent[1:]...)
	}
	t.recent = append(t.recent, now)
}

// interrupt forgets the recent past, which says nothing once work has paused.
func (t *tally) interrupt(now time.Time) { t.from, t.recent = now, t.recent[:0] }

func (t *tally) progress(now time.Time) Progress {
	p := Progress{Total: t.total, Done: t.done, Skipped: t.skipped, Failed: t.failures, Running: t.running, Elapsed: now.Sub(t.begun), Tokens: t.tokens}
	since, n := t.from, len(t.recent)
	if n == rateOver {
		since, n = t.recent[0], n-1
	}
	if d := now.Sub(since); d > 0 && n > 0 {
		p.Rate = float64(n) / d.Seconds()
		left := t.total - t.done - t.skipped - t.failures
		p.Left = time.Duration(float64(left) / p.Rate * float64(time.Second))
	}
	return p
}

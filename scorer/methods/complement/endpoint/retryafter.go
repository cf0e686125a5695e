package endpoint

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// farOff stands for waits too long to be told as a duration.
const farOff = 1000 * time.Hour

// retryAfter reads how long a server asks to be left alone: Retry-After-Ms, or
// Retry-After in seconds or as a date, which is taken against the server's own
// Date so that clocks need not agree. false: it does not say.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if d, ok := number(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d, true
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if d, ok := number(v, time.Second); ok {
		return d, true
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0, false
	}
	if sent, err := http.ParseTime(h.Get("Date")); err == nil {
		now = sent
	}
	return min(max(at.Sub(now), 0), farOff), true
}

// number reads a non-negative number of units.
func number(v string, unit time.Duration) (time.Duration, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if math.IsInf(f, 1) && v != "" && strings.ContainsAny(v[:1], "0123456789") {
		return farOff, true // too large for a number, and so for any wait
	}
	if err != nil || math.IsNaN(f) || f < 0 || math.IsInf(f, 0) {
		return 0, false
	}
	if f > float64(farOff)/float64(unit) {
		return farOff, true
	}
	return time.Duration(f * float64(unit)), true
}

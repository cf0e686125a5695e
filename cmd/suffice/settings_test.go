package main

import (
	"testing"
	"time"
)

func TestDurationsInWords(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"4 hours": 4 * time.Hour, "1 hour 30 minutes": 90 * time.Minute, "1 minute": time.Minute,
		"8 hours 1.5s": 8*time.Hour + 1500*time.Millisecond, "0s": 0,
	} {
		if got := durationWords(d); got != want {
			t.Errorf("%v is said as %q, want %q", d, got, want)
		}
	}
}

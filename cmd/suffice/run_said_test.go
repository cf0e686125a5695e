package main

import (
	"strings"
	"testing"

	"suffice/scorer/methods/run"
)

// What a server does not report is missing in words and cells, and never zero.
func TestTokensThatWereNotReported(t *testing.T) {
	for _, c := range []struct {
		what  string
		of    run.Totals
		words string
		cell  string
	}{
		{"input alone", run.Totals{Calls: 3, Input: 300, NoOutput: 3, NoCached: 3}, "300 tokens in, - out, - cached", ">300"},
		{"everything", run.Totals{Calls: 2, Input: 30, Output: 4}, "30 tokens in, 4 out, 0 cached", "34"},
		{"one call of two", run.Totals{Calls: 2, Input: 30, Output: 4, Missing: 1, NoInput: 1, NoOutput: 1, NoCached: 1}, ">30 tokens in, >4 out, - cached", ">34"},
		{"nothing", run.Totals{Calls: 2, Missing: 2, NoInput: 2, NoOutput: 2, NoCached: 2}, "none with tokens reported", "-"},
		{"no call", run.Totals{}, "0 calls", "-"},
	} {
		got := totalsOf(c.of)
		if words := tokenWords(got); !strings.Contains(words, c.words) {
			t.Errorf("%s: %q", c.what, words)
		}
		if cell := tokenCell(got); cell != c.cell {
			t.Errorf("%s: cell %q, want %q", c.what, cell, c.cell)
		}
	}
}

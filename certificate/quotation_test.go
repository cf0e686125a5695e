package certificate

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate/card"
)

func TestCheckQuotation(t *testing.T) {
	whole := card.Unit{ID: "u", Path: "a.go", LineStart: 5, LineEnd: 8, Text: "\tfive\r\nsix\r\nseven\r\neight\r\n"}
	cut := card.Unit{ID: "u", Path: "a.go", LineStart: 5, LineEnd: 100, Text: "five\nsix\nsev"}
	for _, c := range []struct {
		name             string
		unit             card.Unit
		from, to         int
		text             string
		found, checkable bool
	}{
		{"all lines", whole, 5, 8, "\tfive\nsix\nseven\neight", true, true},
		{"CRLF in the quotation", whole, 5, 6, "\tfive\r\nsix\r\n", true, true},
		{"without the indent", whole, 5, 6, "five\nsix", true, true},
		{"part of a line", whole, 7, 7, "eve", true, true},
		{"one line of several named", whole, 5, 8, "seven", true, true},
		{"other lines than named", whole, 5, 6, "seven", false, true},
		{"other text", whole, 5, 6, "five\nsixx", false, true},
		{"before the unit", whole, 4, 5, "five", false, true},
		{"after the unit", whole, 9, 9, "nine", false, true},
		{"empty", whole, 5, 5, " \n", false, true},
		{"lines turned round", whole, 6, 5, "six", false, true},
		{"no lines", whole, 0, 0, "five", false, true},
		{"shown part of a cut unit", cut, 5, 6, "five\nsix", true, true},
		{"other text in the shown part", cut, 5, 6, "six\nfive", false, true},
		{"the broken line as shown", cut, 7, 7, "sev", true, true},
		{"the broken line whole", cut, 7, 7, "seven", false, false},
		{"across the cut", cut, 6, 9, "six\nseven\neight\nnine", false, false},
		{"beyond the cut", cut, 50, 51, "fifty", false, false},
		{"beyond the cut unit", cut, 100, 101, "x", false, true},
		{"shown though the lines reach beyond", cut, 5, 60, "five\nsix", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, checkable := CheckQuotation(Quotation{Unit: "u", LineStart: c.from, LineEnd: c.to, Text: c.text}, c.unit)
			if found != c.found || checkable != c.checkable {
				t.Errorf("found %v, checkable %v", found, checkable)
			}
		})
	}
}

func TestQuotable(t *testing.T) {
	u := card.Unit{ID: "u", Path: "a.go", LineStart: 5, LineEnd: 90, Text: "five\r\n\r\nseven"}
	q, err := Quotable(u, 7, 5)
	if err != nil || q != (Quotation{Unit: "u", LineStart: 5, LineEnd: 7, Text: "five\n\nseven"}) {
		t.Errorf("%+v, %v", q, err)
	}
	for _, c := range []struct {
		unit     card.Unit
		from, to int
		says     string
	}{
		{u, 6, 8, "a.go:5-90 shows lines 5-7; lines 6-8 cannot be quoted"},
		{u, 4, 5, "a.go:5-90 shows lines 5-7; lines 4-5 cannot be quoted"},
		{u, 6, 6, "there is nothing to quote: the lines are blank"},
		{card.Unit{ID: "u", Path: "a.go"}, 1, 1, "a.go has no text to quote"},
	} {
		if _, err := Quotable(c.unit, c.from, c.to); err == nil || err.Error() != c.says {
			t.Errorf("lines %d-%d: %v, want %s", c.from, c.to, err, c.says)
		}
	}
}

// What can be quoted is found again.
func TestQuotableIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"", "a", "\tb ", "漢", "a"}), 1, 8).Draw(t, "lines")
		start := rapid.IntRange(0, 5).Draw(t, "start")
		u := card.Unit{ID: "u", LineStart: start, Text: strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "ends"))}
		if start > 0 {
			u.LineEnd = start + len(lines) - 1 + rapid.IntRange(0, 3).Draw(t, "cut")
		}
		from := max(start, 1) + rapid.IntRange(0, len(lines)-1).Draw(t, "from")
		q, err := Quotable(u, from, from+rapid.IntRange(0, 3).Draw(t, "more"))
		if err != nil {
			return
		}
		if found, checkable := CheckQuotation(q, u); !found || !checkable {
			t.Fatalf("%+v: found %v, checkable %v", q, found, checkable)
		}
	})
}

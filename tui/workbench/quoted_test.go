package workbench

import (
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// misquoted is a certificate as imported whose second, third and fifth
// quotations are not in the unit, and whose fourth is of lines that the
// excerpt does not show.
func misquoted(t *testing.T) *rig {
	t.Helper()
	st := harbour(8)
	u := st.Pool.Units[4]
	u.LineEnd = u.LineStart + 19 // all of it is shown
	st.Pool.Units[4] = u
	st.Pool = card.NewPool(st.Pool.Units)
	lines := strings.Split(u.Text, "\n")
	quote := func(at int, text string) certificate.Quotation {
		return certificate.Quotation{Unit: u.ID, LineStart: u.LineStart + at, LineEnd: u.LineStart + at, Text: text}
	}
	cut := st.Pool.Units[5]
	label := certificate.Certificate{State: st.Card.ID, Groups: []certificate.Group{{
		Role: "bug_location", Acceptable: []string{u.ID, cut.ID}, Threshold: 1, Weight: 1, Rationale: "It is read here.",
		Quotations: []certificate.Quotation{
			quote(2, lines[2]), quote(3, "made up"), quote(4, lines[7]),
			{Unit: cut.ID, LineStart: cut.LineEnd, LineEnd: cut.LineEnd, Text: "beyond the excerpt"},
			quote(9, "made up as well"),
		},
	}}}
	me, olga := reviewtest.Annotator("ada"), reviewtest.Organizer("olga")
	p := reviewtest.Calibration()
	mem := reviewtest.NewMemory(p, []review.Person{me, olga}, st)
	imported(t, mem, olga, p.Mode, label)
	return rigOn(t, mem, me, st.Card.ID)
}

// rowsWith are the lines of the screen that hold a text.
func (r *rig) rowsWith(text string) []string {
	var out []string
	for l := range strings.Lines(r.screen(160, 48)) {
		if strings.Contains(l, text) {
			out = append(out, l)
		}
	}
	return out
}

func TestAFalseQuotationIsMarkedInItsRow(t *testing.T) {
	r := misquoted(t)
	if got := r.rowsWith("✗ not there"); len(got) != 3 {
		t.Errorf("%d rows are marked, want 3:\n%s", len(got), r.screen(160, 48))
	}
	if got := r.rowsWith("~ unchecked"); len(got) != 1 {
		t.Errorf("%d rows are marked unchecked, want 1", len(got))
	}
}

// Each finding on a quotation leads to that quotation, several of one unit one
// after the other, and to the lines it names.
func TestFindingsLeadToTheQuotation(t *testing.T) {
	r := misquoted(t)
	want := []int{1, 2, 4, 3} // quotations, as their findings stand
	for range 2 {
		var got []int
		for range r.s.facts.findings {
			r.press("!")
			f, row := r.s.facts.findings[r.s.side.finding], r.s.side.row()
			if !ofQuotation(f) {
				continue
			}
			q := r.s.cert.Groups[0].Quotations[row.at]
			if row.kind != rowQuote || q.Unit != f.Unit {
				t.Fatalf("%q leads to row %+v", f.Text, row)
			}
			got = append(got, row.at)
			if line, ok := r.s.unit.text.Index(q.LineStart); ok && r.s.unit.list.Cursor != line {
				t.Errorf("%q: the unit stands at line %d, want %d", f.Text, r.s.unit.list.Cursor, line)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("the findings lead to quotations %v, want %v", got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("the findings lead to quotations %v, want %v", got, want)
			}
		}
	}
}

// The list of findings leads to the same quotation as the key does.
func TestTheListOfFindingsLeadsToTheQuotation(t *testing.T) {
	r := misquoted(t)
	r.press("L")
	r.pick("line 50 ")
	if row := r.s.side.row(); row.kind != rowQuote || row.at != 4 {
		t.Errorf("it leads to %+v", row)
	}
}

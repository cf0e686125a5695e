package audit_test

import (
	"flag"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"suffice/audit"
	"suffice/audit/audittest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func report(t *testing.T, e audittest.Example) audit.Report {
	t.Helper()
	r, err := e.Report()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ratio(t *testing.T, f audit.Figure, k, n int64) {
	t.Helper()
	if f.Ratio == nil || *f.Ratio != (audit.Ratio{Numerator: k, Denominator: n}) {
		t.Errorf("%s is %+v, want %d/%d", f.Name, f.Ratio, k, n)
	}
}

func TestPaperAudit(t *testing.T) {
	r := report(t, audittest.PaperExample())
	if r.StatesAudited != 80 || r.Sample.Of != 500 || r.GroupsAudited != 155 || r.GroupsSampled != 155 || len(r.Exclusions) != 0 {
		t.Errorf("%d of %d states, %d of %d groups, %d exclusions", r.StatesAudited, r.Sample.Of, r.GroupsAudited, r.GroupsSampled, len(r.Exclusions))
	}
	verdicts := func(a, b, c int) []audit.VerdictCount {
		return []audit.VerdictCount{{Verdict: audit.Accept, Count: a}, {Verdict: audit.Revise, Count: b}, {Verdict: audit.Rebuild, Count: c}}
	}
	if !slices.Equal(r.A.Verdicts, verdicts(78, 1, 1)) || !slices.Equal(r.B.Verdicts, verdicts(79, 1, 0)) {
		t.Errorf("verdicts %v and %v", r.A.Verdicts, r.B.Verdicts)
	}
	for _, c := range [][5]int{r.A.Confidence, r.B.Confidence} {
		if c[0]+c[1]+c[2] != 0 || c[3]+c[4] != 80 {
			t.Errorf("confidence %v, want four or five everywhere", c)
		}
	}
	ratio(t, r.AcceptedByBoth, 77, 80)
	ratio(t, r.FlaggedByAtLeastOne, 3, 80)
	ratio(t, r.FlaggedByBoth, 0, 80)
	ratio(t, r.GroupsAlikeInEight, 151, 155)
	ratio(t, r.State.Raw, 77, 80)
	ratio(t, r.Group.Raw, 151, 155)
	ratio(t, r.State.TwicePo, 74, 80)
	ratio(t, r.Group.TwicePo, 147, 155)
	near(t, "raw, states", r.State.Raw, 0.9625, 1e-12)
	near(t, "raw, groups", r.Group.Raw, 0.9742, 5e-5)
	near(t, "pe", r.State.Expected, 0.96297, 5e-6)
	near(t, "kappa", r.State.Kappa, -0.013, 5e-4)
	if !strings.Contains(r.State.Kappa.Caution, "says nothing") || !strings.Contains(r.State.Kappa.Caution, "0.96297") {
		t.Errorf("no word on kappa: %q", r.State.Kappa.Caution)
	}
	near(t, "lowest field", r.FieldRange.Lowest, 151.0/155, 0)
	near(t, "highest field", r.FieldRange.Highest, 1, 0)
	if !slices.Equal(r.FieldRange.LowestIn, []audit.Field{audit.AcceptableCompleteness}) {
		t.Errorf("lowest in %v", r.FieldRange.LowestIn)
	}
	apart := map[string]bool{}
	for _, c := range r.Group.Cells {
		for _, item := range c.Items {
			apart[item.State] = true
		}
	}
	if len(apart) != 1 {
		t.Errorf("groups judged differently in %d states, want 1", len(apart))
	}
}

// The intervals are of the method that the rules name for each figure.
func TestMethodsByLevel(t *testing.T) {
	r := report(t, audittest.PaperExample())
	for _, c := range []struct {
		f    audit.Figure
		says string
	}{
		{r.AcceptedByBoth, "Wilson"}, {r.FlaggedByBoth, "Wilson"}, {r.State.Raw, "Wilson"}, {r.State.TwicePo, "Wilson"},
		{r.State.BrennanPrediger, "Wilson"}, {r.State.Kappa, "Fleiss, Cohen and Everitt"},
		{r.State.AC1, "bootstrap over states"}, {r.State.Alpha, "bootstrap over states"},
		{r.Group.Raw, "bootstrap over states"}, {r.Group.TwicePo, "bootstrap over states"}, {r.Group.Kappa, "bootstrap over states"},
		{r.Group.AC1, "bootstrap over states"}, {r.Group.Alpha, "bootstrap over states"}, {r.Group.BrennanPrediger, "bootstrap over states"},
		{r.Fields[audit.SourceGrounding].Raw, "bootstrap over states"}, {r.FieldRange.Lowest, "bootstrap over states"},
	} {
		if c.f.Interval == nil || !strings.Contains(c.f.Interval.Method, c.says) {
			t.Errorf("%s: interval %+v, want by %s", c.f.Name, c.f.Interval, c.says)
		}
	}
	i := r.Group.Kappa.Interval
	if i.Draws+i.Dropped != audit.DefaultDraws || i.Dropped == 0 || !strings.Contains(i.Caution, "dropped") {
		t.Errorf("draws without a kappa are not counted: %+v", i)
	}
	if i := r.Fields[audit.Necessity].Raw.Interval; !strings.Contains(i.Caution, "every draw gives the same value") {
		t.Errorf("an interval of no width goes without a word: %+v", i)
	}
}

func TestPaperAuditPrinted(t *testing.T) {
	r := report(t, audittest.PaperExample())
	lines := r.Lines()
	got := strings.Join(lines, "\n") + "\n"
	const golden = "testdata/paper_report.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("printed:\n%s", got)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
			t.Errorf("%d columns: %q", utf8.RuneCountInString(line), line)
		}
	}
	for _, row := range []string{"78 / 1 / 1", "79 / 1 / 0", "96.25% (77 of 80)", "3.75% (3 of 80)", "0.00% (0 of 80)",
		"97.42% (151 of 155)", "97.42-100%", "96.25% / 97.42%", "0.925 / 0.948"} {
		if !strings.Contains(got, row) {
			t.Errorf("table 9 lacks %q", row)
		}
	}
}

func TestReportAsJSON(t *testing.T) {
	r := report(t, audittest.PaperExample())
	first, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	e := audittest.PaperExample()
	slices.Reverse(e.Sheets)
	slices.Reverse(e.Frozen)
	for i := range e.Sheets {
		slices.Reverse(e.Sheets[i].Groups)
	}
	for i := range e.Frozen {
		slices.Reverse(e.Frozen[i].Groups)
	}
	again, err := json.Marshal(report(t, e))
	if err != nil || string(first) != string(again) {
		t.Errorf("the order of sheets and groups shows in the report (%v)", err)
	}
	var back audit.Report
	if err := json.Unmarshal(first, &back, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	if third, err := json.Marshal(back); err != nil || string(third) != string(first) {
		t.Errorf("reading and writing the report changes it (%v)", err)
	}
	if !strings.Contains(string(first), `"name":"Cohen's kappa","value":null,"ratio":null,"interval":null`) {
		t.Error("an undefined kappa is not null in JSON")
	}
}

func TestExclusionsByName(t *testing.T) {
	e := audittest.PaperExample()
	sheet := func(i int, who audit.Rater) *audit.Sheet {
		at := slices.IndexFunc(e.Sheets, func(s audit.Sheet) bool { return s.Auditor == who && s.State == e.Frozen[i].State })
		return &e.Sheets[at]
	}
	sheet(20, audit.RaterA).Submitted = false // nobody yet
	sheet(20, audit.RaterB).Submitted = false
	sheet(21, audit.RaterB).Submitted = false
	sheet(22, audit.RaterA).Verdict = ""
	sheet(23, audit.RaterB).Certificate = "another"
	sheet(24, audit.RaterA).Groups[0].Fields[audit.Necessity] = audit.Judgment{}
	sheet(25, audit.RaterB).Groups = sheet(25, audit.RaterB).Groups[:1]
	sheet(60, audit.RaterA).Submitted = false // a state of one group
	sheet(60, audit.RaterB).Verdict = ""
	r := report(t, e)

	if r.StatesAudited != 75 || len(r.State.Exclusions) != 5 {
		t.Errorf("%d states count, excluded %v", r.StatesAudited, r.State.Exclusions)
	}
	// Nine groups go with their states, one is open in one field, one in all.
	if r.GroupsAudited != 155-9-2 || len(r.Group.Exclusions) != 11 {
		t.Errorf("%d groups count, excluded %v", r.GroupsAudited, r.Group.Exclusions)
	}
	if n := r.Fields[audit.Necessity].Items; n != 155-11 {
		t.Errorf("%d groups count in necessity, want 144", n)
	}
	if n := r.Fields[audit.SourceGrounding].Items; n != 155-10 {
		t.Errorf("%d groups count in source grounding, want 145", n)
	}
	printed := strings.Join(r.Lines(), "\n")
	for i, says := range map[int]string{
		20: ": A and B each submitted no sheet yet", 21: ": B submitted no sheet yet", 22: ": A gave no verdict",
		23: ": B judged another certificate than the frozen one", 24: " / G1: A left a judgment open", 25: " / G2: B left a judgment open",
		60: ": A submitted no sheet yet, B gave no verdict",
	} {
		if !strings.Contains(printed, e.Frozen[i].State+says) {
			t.Errorf("not printed: %s%s", e.Frozen[i].State, says)
		}
	}
	for _, f := range []audit.Figure{r.State.Raw, r.Group.Raw} {
		if v, _ := f.Number(); v < 0.96 {
			t.Errorf("%s fell to %s: who has not judged is not in disagreement", f.Name, f.Text())
		}
	}
}

func TestReportBeforeAnySheet(t *testing.T) {
	e := audittest.PaperExample()
	e.Sheets = nil
	r := report(t, e)
	for _, f := range append(append(r.State.Figures(), r.Group.Figures()...), r.AcceptedByBoth, r.FlaggedByBoth, r.FieldRange.Lowest) {
		absent(t, f.Name, f, "0 shared")
	}
	if len(r.Exclusions) != 80 || !slices.Contains(r.Lines(), "Exclusions: 80") {
		t.Errorf("%d exclusions", len(r.Exclusions))
	}
	if printed := strings.Join(r.Lines(), "\n"); strings.Contains(printed, "NaN") {
		t.Errorf("printed:\n%s", printed)
	}
}

func TestOneStateHasNoBootstrap(t *testing.T) {
	sample, err := audit.Draw([]string{"s"}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	e := audittest.PaperExample()
	var sheets []audit.Sheet
	for _, s := range e.Sheets {
		if s.State == e.Frozen[0].State {
			s.State = "s"
			sheets = append(sheets, s)
		}
	}
	frozen := e.Frozen[0]
	frozen.State = "s"
	r, err := audit.NewReport(sample, []audit.Frozen{frozen}, sheets, audit.Resampling{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Group.Raw.Interval != nil || !strings.Contains(r.Group.Raw.Caution, "cannot be resampled") {
		t.Errorf("%+v", r.Group.Raw)
	}
}

func TestReportRefuses(t *testing.T) {
	for says, spoil := range map[string]func(*audittest.Example){
		"not in the sample":        func(e *audittest.Example) { e.Sheets[0].State = "elsewhere" },
		"is no verdict":            func(e *audittest.Example) { e.Sheets[0].Verdict = "uncertain" },
		"confidence 6":             func(e *audittest.Example) { e.Sheets[0].Confidence = 6 },
		"\"G9\" is judged twice":   func(e *audittest.Example) { e.Sheets[0].Groups[0].Group = "G9" },
		"is no answer to source":   func(e *audittest.Example) { e.Sheets[0].Groups[0].Fields[audit.SourceGrounding].Answer = "maybe" },
		"is given twice":           func(e *audittest.Example) { e.Frozen[1] = e.Frozen[0] },
		"is missing":               func(e *audittest.Example) { e.Frozen = e.Frozen[1:] },
		"must have distinct IDs":   func(e *audittest.Example) { e.Frozen[0].Groups = nil },
		"no sample was drawn":      func(e *audittest.Example) { e.Sample = audit.Sample{} },
		"submitted revision 1 of ": func(e *audittest.Example) { e.Sheets = append(e.Sheets, e.Sheets[0]) },
	} {
		e := audittest.PaperExample()
		spoil(&e)
		if _, err := e.Report(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want %q, got %v", says, err)
		}
	}
}

// An ID that could move a cursor is printed as visible characters.
func TestHostileNames(t *testing.T) {
	item := audit.Item{State: "s\x1b[2J\u202e"}
	g := agree(t, audit.Question{Name: "q\a", Level: audit.States, A: []audit.Rating{{Item: item, Category: "y"}}})
	for _, r := range strings.Join(g.Lines(), "\n") {
		if r != '\n' && (r < ' ' || r == '\u202e') {
			t.Errorf("printed %U", r)
		}
	}
}

// A stratified sample cannot be reported on: no function of this package that
// makes a report takes one, and it has no method that could give a Sample.
func TestStratifiedGivesNoRates(t *testing.T) {
	of := reflect.TypeFor[audit.Stratified]()
	for i := range of.NumMethod() {
		m := of.Method(i)
		for k := range m.Type.NumOut() {
			if out := m.Type.Out(k); out == reflect.TypeFor[audit.Sample]() || out == reflect.TypeFor[audit.SampleRecord]() ||
				out == reflect.TypeFor[audit.Figure]() || out.Kind() == reflect.Float64 {
				t.Errorf("Stratified.%s gives %v", m.Name, out)
			}
		}
	}
	if of.ConvertibleTo(reflect.TypeFor[audit.Sample]()) {
		t.Error("a stratified sample converts to a uniform one")
	}
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n         int
		lower, upper float64
	}{
		{12, 12, 0.75750, 1}, {0, 12, 0, 0.24250}, {81, 263, 0.25525, 0.36618}, {15, 148, 0.06240, 0.16053}, {1, 29, 0.00611, 0.17176},
	} { // the last three: Newcombe 1998, table I, method 3
		i := audit.Wilson(c.k, c.n)
		if math.Abs(i.Lower-c.lower) > 1e-4 || math.Abs(i.Upper-c.upper) > 1e-4 {
			t.Errorf("%d of %d: [%.5f, %.5f], want [%v, %v]", c.k, c.n, i.Lower, i.Upper, c.lower, c.upper)
		}
	}
}

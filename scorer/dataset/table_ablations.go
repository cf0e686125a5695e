package dataset

import (
	"fmt"
	"slices"

	"suffice/scorer"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

// ablation is a planned row: the runs that it is made of, and those that it is
// compared with.
type ablation struct {
	section, name string
	controller    string
	rows          []int
	reference     []int // nil: this is the reference
}

// plannedQueries are the methods that the query ablation is about.
func plannedQueries() []string {
	return []string{retrieval.MethodBM25, retrieval.MethodTFIDFWord, retrieval.MethodTFIDFChar, retrieval.MethodDense}
}

// Ablations changes one thing at a time: what a retriever asks with, what the
// interface of the method feeds back, how its set is packed, and the ceiling of
// source tokens. Each row is compared with the one that its section names.
func (s *Set) Ablations(o TableOptions) (scorer.Table, error) {
	metric, err := s.metric(o.Metric)
	if err != nil {
		return scorer.Table{}, err
	}
	heads := append(primaryHeads()[:3:3], head{"Returned complete", "returned_complete", scorer.Fraction, true},
		head{"Units", "returned_units", scorer.Items, false}, head{"Source tokens", "source_tokens", scorer.Tokens, false})
	with, said := resampling(o.Resampling)
	t := scorer.Table{Title: "Query, interface and packing ablations", Columns: append(titles(heads), "Difference in "+metric)}
	variants := s.variants(s.all())
	plan := slices.Concat(s.queryAblations(variants), s.designAblations(variants), s.ceilingAblations(variants))
	for _, a := range plan {
		if len(a.rows) == 0 {
			t.Rows = append(t.Rows, absent(a.section, a.name, len(t.Columns)))
			continue
		}
		row := s.row(variant{label: a.name, controller: a.controller, rows: a.rows}, heads)
		row.Section = a.section
		difference := scorer.Cell{Unit: scorer.Words, Text: "reference"}
		if a.reference != nil {
			difference, err = s.contrast([]term{{a.rows, 1}, {a.reference, -1}}, metric).cell(s.difference(metric), with)
			if err != nil {
				return t, err
			}
		}
		row.Cells = append(row.Cells, difference)
		t.Rows = append(t.Rows, row)
	}
	t.Tokenizer, t.Basis = s.tokenizer(), tokens.Basis
	t.Notes = append(s.notes(), said, "differences are paired: over the states that both sides rank; a row without runs is missing")
	t.Notes = append(t.Notes, exclusions(t)...)
	return t, nil
}

// queryAblations compare the two query forms of each single retriever.
func (s *Set) queryAblations(variants []variant) []ablation {
	var out []ablation
	for _, m := range plannedQueries() {
		byForm := map[string][]int{}
		for _, v := range variants {
			if v.method == m {
				form := s.text(v.rows[0], "query")
				byForm[form] = append(byForm[form], v.rows...)
			}
		}
		section := "query form of " + m + ", against state"
		for _, form := range []retrieval.QueryForm{retrieval.QueryState, retrieval.QueryIssue} {
			a := ablation{section: section, name: "query " + string(form), rows: byForm[string(form)]}
			if form != retrieval.QueryState {
				a.reference = known(byForm[string(retrieval.QueryState)])
			}
			out = append(out, a)
		}
	}
	return out
}

// known makes a list of rows one that is there, if empty: a difference to
// nothing is missing, which is not the same as being the reference.
func known(rows []int) []int {
	if rows == nil {
		return []int{}
	}
	return rows
}

// designAblations compare the designs of the method with the method itself:
// what is fed back from one call to the next, and how the final set is packed.
func (s *Set) designAblations(variants []variant) []ablation {
	const feedback = "interface, against " + complement.MethodComplement
	const packing = "packing, against " + complement.MethodComplement
	return slices.Concat(
		s.against(feedback, variants, complement.MethodComplement, complement.MethodNoFeedback, complement.MethodNoFeedback7, complement.MethodIndependent, complement.MethodSSR),
		s.against(packing, variants, complement.MethodComplement, complement.MethodFixedTop8, complement.MethodSingleStage),
	)
}

// against are the variants of some methods, each against the variant of the
// first method that asks the same controller, at its usual ceiling.
func (s *Set) against(section string, variants []variant, methods ...string) []ablation {
	reference := map[string]*variant{}
	for i, v := range variants {
		if v.method == methods[0] && (reference[v.controller] == nil || s.usual(v) && !s.usual(*reference[v.controller])) {
			reference[v.controller] = &variants[i]
		}
	}
	var out []ablation
	for i, m := range methods {
		n := len(out)
		for _, v := range variants {
			ref := reference[v.controller]
			switch {
			case v.method != m, i == 0 && v.config != ref.config:
			case i == 0:
				out = append(out, ablation{section, v.label, v.controller, v.rows, nil})
			case ref == nil:
				out = append(out, ablation{section, v.label, v.controller, v.rows, []int{}})
			default:
				out = append(out, ablation{section, v.label, v.controller, v.rows, ref.rows})
			}
		}
		if len(out) == n {
			out = append(out, ablation{section: section, name: m})
		}
	}
	return out
}

// usual reports whether a variant is cut at the paper's ceiling and no other.
func (s *Set) usual(v variant) bool {
	return s.text(v.rows[0], "ceiling") == fmt.Sprint(DefaultBudget) && s.text(v.rows[0], "context_budget") == ""
}

// ceilingAblations compare the ceilings that the method was run at. Both the
// method's own ceiling and a bound on the run cut its set; the lesser counts.
func (s *Set) ceilingAblations(variants []variant) []ablation {
	const section = "ceiling of source tokens, against 6,144"
	byCeiling := map[string]map[int][]int{}
	for _, v := range variants {
		if v.method != complement.MethodComplement {
			continue
		}
		if byCeiling[v.controller] == nil {
			byCeiling[v.controller] = map[int][]int{}
		}
		at := s.ceiling(v)
		byCeiling[v.controller][at] = append(byCeiling[v.controller][at], v.rows...)
	}
	if len(byCeiling) == 0 {
		byCeiling[""] = nil
	}
	var out []ablation
	for _, controller := range sorted(byCeiling) {
		runs := byCeiling[controller]
		ceilings := sorted(runs)
		for _, planned := range []int{4096, DefaultBudget} {
			if !slices.Contains(ceilings, planned) {
				ceilings = append(ceilings, planned)
			}
		}
		slices.Sort(ceilings)
		for _, c := range ceilings {
			a := ablation{section: section, name: ceilingName(c), controller: controller, rows: runs[c]}
			if c != DefaultBudget {
				a.reference = known(runs[DefaultBudget])
			}
			out = append(out, a)
		}
	}
	return out
}

// ceiling is the number of source tokens that a variant's sets are cut at; 0
// when it does not say.
func (s *Set) ceiling(v variant) int {
	least := 0
	for _, column := range []string{"ceiling", "context_budget"} {
		if x, ok := s.Runs.Value(v.rows[0], column).Number(); ok && (least == 0 || int(x) < least) {
			least = int(x)
		}
	}
	return least
}

func ceilingName(n int) string {
	if n == 0 {
		return "ceiling not told"
	}
	return fmt.Sprintf("%d tokens", n)
}

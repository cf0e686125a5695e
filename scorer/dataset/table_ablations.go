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
// what is fed back from one call to the next, how the final set is packed, and
// what else of its configuration was changed.
func (s *Set) designAblations(variants []variant) []ablation {
	const against = ", against " + complement.MethodComplement
	references := s.references(variants)
	out := s.against("interface"+against, variants, references, complement.MethodNoFeedback, complement.MethodNoFeedback7, complement.MethodIndependent, complement.MethodSSR)
	out = append(out, s.against("packing"+against, variants, references, complement.MethodFixedTop8, complement.MethodSingleStage)...)
	for _, v := range variants {
		ref := references[v.controller]
		if v.method == complement.MethodComplement && v.config != ref.config && s.ceiling(v) == s.ceiling(*ref) {
			out = append(out, ablation{"other configurations" + against, v.label, v.controller, v.rows, ref.rows})
		}
	}
	return out
}

// references are the runs of the method that others are compared with, by
// controller: those at the paper's ceiling before others, then those of which
// there are most, then by name.
func (s *Set) references(variants []variant) map[string]*variant {
	out := map[string]*variant{}
	better := func(v, was variant) bool {
		if s.usual(v) != s.usual(was) {
			return s.usual(v)
		}
		return len(v.rows) > len(was.rows)
	}
	for i, v := range variants {
		if v.method == complement.MethodComplement && (out[v.controller] == nil || better(v, *out[v.controller])) {
			out[v.controller] = &variants[i]
		}
	}
	return out
}

// against are the variants of some methods, each with the reference that asks
// the same controller.
func (s *Set) against(section string, variants []variant, references map[string]*variant, methods ...string) []ablation {
	var out []ablation
	for _, controller := range sorted(references) {
		v := references[controller]
		out = append(out, ablation{section, v.label, v.controller, v.rows, nil})
	}
	if len(out) == 0 {
		out = append(out, ablation{section: section, name: complement.MethodComplement})
	}
	for _, m := range methods {
		n := len(out)
		for _, v := range variants {
			if v.method != m {
				continue
			}
			a := ablation{section, v.label, v.controller, v.rows, []int{}}
			if ref := references[v.controller]; ref != nil {
				a.reference = ref.rows
			}
			out = append(out, a)
		}
		if len(out) == n {
			out = append(out, ablation{section: section, name: m})
		}
	}
	return out
}

// usual reports whether a variant is cut at the paper's ceiling.
func (s *Set) usual(v variant) bool { return s.ceiling(v) == DefaultBudget }

// ceilingAblations compare the ceilings that the method was run at with the
// paper's.
func (s *Set) ceilingAblations(variants []variant) []ablation {
	const section = "ceiling of source tokens, against 6,144"
	references := s.references(variants)
	var out []ablation
	for _, planned := range s.ceilings(variants) {
		n := len(out)
		for _, v := range variants {
			if v.method != complement.MethodComplement || s.ceiling(v) != planned {
				continue
			}
			ref := references[v.controller]
			a := ablation{section, v.label, v.controller, v.rows, []int{}}
			switch {
			case v.config == ref.config && s.usual(v):
				a.reference = nil
			case s.usual(v):
				continue // another configuration at the same ceiling
			case s.usual(*ref):
				a.reference = ref.rows
			}
			out = append(out, a)
		}
		if len(out) == n {
			out = append(out, ablation{section: section, name: fmt.Sprintf("%s, ceiling %d", complement.MethodComplement, planned)})
		}
	}
	return out
}

// ceilings are those that the table has in any case (4,096 and 6,144) and all
// that the method was run at, ascending.
func (s *Set) ceilings(variants []variant) []int {
	out := []int{4096, DefaultBudget}
	for _, v := range variants {
		if v.method == complement.MethodComplement && s.ceiling(v) > 0 {
			out = append(out, s.ceiling(v))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ceiling is the number of source tokens that a variant's sets are cut at: the
// method's own or that of its runs, whichever is less; 0 when neither is told.
func (s *Set) ceiling(v variant) int {
	least := 0
	for _, column := range []string{"ceiling", "context_budget"} {
		if x, ok := s.Runs.Value(v.rows[0], column).Number(); ok && (least == 0 || int(x) < least) {
			least = int(x)
		}
	}
	return least
}

package dataset

import (
	"suffice/scorer"
	"suffice/scorer/methods/retrieval/tokens"
)

// Efficiency is end-to-end correctness beside what it cost: tokens by kind,
// calls and time, as means over the runs that report them. What a server did
// not report is missing.
func (s *Set) Efficiency() scorer.Table {
	heads := []head{
		{"Complete@5", "mss_complete@5", scorer.Fraction, true},
		{"Returned complete", "returned_complete", scorer.Fraction, true},
		{"Resolved@1", "resolved_at_1", scorer.Fraction, true},
		{"Input tokens", "input_tokens", scorer.Tokens, false},
		{"Cached input", "cached_input_tokens", scorer.Tokens, false},
		{"Output tokens", "output_tokens", scorer.Tokens, false},
		{"Tool-result tokens", "tool_result_tokens", scorer.Tokens, false},
		{"Source tokens", "source_tokens", scorer.Tokens, false},
		{"Units", "returned_units", scorer.Items, false},
		{"Model calls", "model_calls", scorer.Items, false},
		{"Tool calls", "tool_calls", scorer.Items, false},
		{"Wall ms", "wall_ms", scorer.Items, false},
		{"Model ms", "model_ms", scorer.Items, false},
		{"Output tokens/s", "output_tokens_per_second", scorer.Items, false},
	}
	t := scorer.Table{Title: "End-to-end correctness and efficiency: means of a run", Columns: titles(heads)}
	for _, v := range s.variants(s.all()) {
		t.Rows = append(t.Rows, s.row(v, heads))
	}
	if len(t.Rows) == 0 {
		t.Rows = append(t.Rows, absent("", "no run", len(heads)))
	}
	t.Tokenizer, t.Basis = s.tokenizer(), tokens.Basis
	t.Notes = append(s.notes(), exclusions(t)...)
	t.Notes = append(t.Notes, "cached input is part of input; what servers did not report is missing and not zero; tool-result and source tokens are counted here, input and output by the servers")
	return t
}

// tokenizer is what the runs counted source tokens with.
func (s *Set) tokenizer() string {
	for r := range s.Runs.Rows {
		if name := s.text(r, "tokenizer"); name != "" {
			return name
		}
	}
	return ""
}

// Robustness is how every method fares by scenario and difficulty.
func (s *Set) Robustness() scorer.Table {
	heads := primaryHeads()
	t := scorer.Table{Title: "Robustness by scenario and difficulty, in percent", Columns: titles(heads)}
	variants := s.variants(s.all())
	for _, st := range append(s.scenarios(s.all()), stratum{"", "all states", s.all()}) {
		section := st.name
		if st.section != "" {
			section = st.section + ": " + st.name
		}
		if len(variants) == 0 {
			t.Rows = append(t.Rows, absent(section, "no run", len(heads)))
		}
		in := make(map[int]bool, len(st.rows))
		for _, r := range st.rows {
			in[r] = true
		}
		for _, v := range variants {
			part := v
			part.rows = nil
			for _, r := range v.rows {
				if in[r] {
					part.rows = append(part.rows, r)
				}
			}
			row := s.row(part, heads)
			row.Section = section
			t.Rows = append(t.Rows, row)
		}
	}
	t.Notes = append(s.notes(), exclusions(t)...)
	t.Notes = append(t.Notes, "strata of one kind part the runs; a run whose state does not say stands under "+unknown)
	return t
}

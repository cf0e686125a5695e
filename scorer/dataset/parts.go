package dataset

import (
	"strings"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// part is one row of a sheet that has several for each run.
type part[T any] struct {
	run *artifacts
	of  T
}

// parted makes a layout of a sheet that has several rows for each run.
func parted[T any](name string, fields []field[part[T]], of func(*artifacts) []T) layout {
	return lay(name, fields, func(a *artifacts) []part[T] {
		sources := of(a)
		out := make([]part[T], len(sources))
		for i, v := range sources {
			out[i] = part[T]{a, v}
		}
		return out
	})
}

// keyFields begin every row of such a sheet.
func keyFields[T any]() []field[part[T]] {
	return []field[part[T]]{
		{Column{Name: "run_id", Kind: Text, Group: groupIdentity, Doc: "the run"}, func(p part[T]) Value { return text(p.run.entry.RunID) }},
		{Column{Name: "experiment", Kind: Text, Group: groupIdentity, Doc: "its experiment"}, func(p part[T]) Value { return text(p.run.experiment) }},
		{Column{Name: "method", Kind: Text, Group: groupIdentity, Doc: "its method"}, func(p part[T]) Value { return text(p.run.entry.Method) }},
		{Column{Name: "state_id", Kind: Text, Group: groupIdentity, Doc: "its state"}, func(p part[T]) Value { return text(p.run.entry.State) }},
	}
}

// relevance are the columns that say what a unit is worth to the certificate.
func relevance[T any](id func(T) string) []field[part[T]] {
	return []field[part[T]]{
		{Column{Name: "relevant", Kind: Flag, Group: groupLabel, Needs: NeedsLabels, Doc: "whether a group accepts the unit"}, func(p part[T]) Value {
			if p.run.labels == nil {
				return Value{}
			}
			return boolean(p.run.labels.accepting[id(p.of)] != nil)
		}},
		{Column{Name: "groups", Kind: JSON, Group: groupLabel, Needs: NeedsLabels, Doc: "labels of the groups that accept it"}, func(p part[T]) Value {
			if p.run.labels == nil {
				return Value{}
			}
			return list(p.run.labels.accepting[id(p.of)])
		}},
	}
}

func plain[T any](name string, kind Kind, group, doc string, of func(T) Value) field[part[T]] {
	return field[part[T]]{Column{Name: name, Kind: kind, Group: group, Doc: doc}, func(p part[T]) Value { return of(p.of) }}
}

// line is a line number; 0 says that there is none.
func line(n int) Value {
	if n == 0 {
		return Value{}
	}
	return integer(n)
}

// candidateLayout has a row for every unit that retrieval put forward.
func candidateLayout() layout {
	type c = methods.Candidate
	fields := append(keyFields[c](),
		plain("source", Text, groupIdentity, "method or view whose ranking it is", func(c c) Value { return text(c.Source) }),
		plain("query_sha256", Text, groupIdentity, "hash of the query; missing when there is no one text", func(c c) Value { return text(c.Query) }),
		plain("evidence_id", Text, groupIdentity, "the unit", func(c c) Value { return text(c.ID) }),
		plain("path", Text, groupIdentity, "its file", func(c c) Value { return text(c.Path) }),
		plain("symbol", Text, groupIdentity, "its symbol", func(c c) Value { return text(c.Symbol) }),
		plain("line_start", Integer, groupIdentity, "its first line, from 1", func(c c) Value { return line(c.LineStart) }),
		plain("line_end", Integer, groupIdentity, "its last line", func(c c) Value { return line(c.LineEnd) }),
		plain("rank", Integer, string(run.Localization), "its rank in the source, from 1", func(c c) Value { return integer(c.Rank) }),
		plain("score", Number, string(run.Localization), "its score in the source; scores of different sources do not compare", func(c c) Value { return number(c.Score) }),
		plain("fusion", JSON, string(run.Localization), "its rank in every view that matched it; missing when the source is no fusion", func(c c) Value {
			if len(c.Routes) == 0 {
				return Value{}
			}
			return value(c.Routes)
		}),
	)
	fields = append(fields, relevance(func(c c) string { return c.ID })...)
	return parted(SheetCandidates, fields, func(a *artifacts) []c { return a.candidates })
}

// readingLayout has a row for every unit that a run read or returned.
func readingLayout() layout {
	fields := append(keyFields[read](),
		plain("seq", Integer, groupIdentity, "number of the event in the trajectory", func(r read) Value { return integer(r.seq) }),
		plain("evidence_id", Text, groupIdentity, "the unit", func(r read) Value { return text(r.ID) }),
		plain("path", Text, groupIdentity, "its file", func(r read) Value { return text(r.Path) }),
		plain("symbol", Text, groupIdentity, "its symbol", func(r read) Value { return text(r.Symbol) }),
		plain("line_start", Integer, groupIdentity, "its first line, from 1", func(r read) Value { return line(r.LineStart) }),
		plain("line_end", Integer, groupIdentity, "its last line", func(r read) Value { return line(r.LineEnd) }),
		plain("base_commit", Text, groupIdentity, "commit of the repository", func(r read) Value { return text(r.Commit) }),
		plain("content_sha256", Text, groupIdentity, "hash of the excerpt as supplied", func(r read) Value { return text(r.Hash) }),
		plain("tokens", Integer, string(run.Efficiency), "source tokens of the excerpt", func(r read) Value { return integer(r.Tokens) }),
		plain("observed", Flag, string(run.Navigation), "whether the state had observed the unit", func(r read) Value { return boolean(r.Observed) }),
		plain("origin", Text, groupIdentity, "stage that brought it: proposal, expansion or reserve", func(r read) Value { return text(r.Origin) }),
	)
	fields = append(fields, relevance(func(r read) string { return r.ID })...)
	return parted(SheetReadings, fields, func(a *artifacts) []read { return a.readings })
}

// queryLayout has a row for every route that a run asked.
func queryLayout() layout {
	fields := append(keyFields[asked](),
		plain("seq", Integer, groupIdentity, "number of the event in the trajectory", func(q asked) Value { return integer(q.seq) }),
		plain("tool", Text, groupIdentity, "the tool", func(q asked) Value { return text(q.Tool) }),
		plain("view", Text, groupIdentity, "view or single retriever", func(q asked) Value { return text(q.View) }),
		plain("query_form", Text, groupIdentity, "what of the state it asked with", func(q asked) Value { return text(q.QueryForm) }),
		plain("query_sha256", Text, groupIdentity, "hash of the query", func(q asked) Value { return text(q.QueryHash) }),
		plain("result_sha256", Text, groupIdentity, "hash of the ranked evidence IDs, one a line", func(q asked) Value { return text(q.ResultHash) }),
		plain("result_size", Integer, string(run.Efficiency), "units ranked", func(q asked) Value { return integer(q.Size) }),
		plain("matched", Integer, string(run.Localization), "units that the route has anything to say about", func(q asked) Value { return integer(q.Matched) }),
		plain("latency_ms", Number, string(run.Index), "time that it took; missing when it was not measured", func(q asked) Value { return measured(q.LatencyMS) }),
		plain("shared", Flag, string(run.Index), "whether the answer was worked out for another run on the state", func(q asked) Value { return boolean(q.Shared) }),
		field[part[asked]]{Column{Name: "candidates", Kind: Integer, Group: string(run.Localization), Doc: "candidates that the route matched, as far as the run recorded them; missing when it recorded none"}, func(p part[asked]) Value {
			return counted(route(p, false).n)
		}},
		field[part[asked]]{Column{Name: "relevant_candidates", Kind: Integer, Group: groupLabel, Needs: NeedsLabels, Doc: "those of them that a group accepts"}, func(p part[asked]) Value {
			return counted(route(p, true).n)
		}},
		field[part[asked]]{Column{Name: "first_relevant_rank", Kind: Integer, Group: groupLabel, Needs: NeedsLabels, Doc: "rank of the first of them in the route; missing when there is none"}, func(p part[asked]) Value {
			return line(route(p, true).first)
		}},
	)
	return parted(SheetQueries, fields, func(a *artifacts) []asked { return a.queries })
}

// yield is what a route brought, as far as candidates tell.
type yield struct {
	n     *int // nil when it is not known
	first int  // rank of the first; 0 when there is none
}

// route counts the recorded candidates of a query's ranking: those of its own,
// or those of a fusion that it is a view of.
func route(p part[asked], relevant bool) yield {
	if relevant && p.run.labels == nil {
		return yield{}
	}
	n, told := 0, false
	var y yield
	for _, c := range p.run.candidates {
		rank, tells := rankIn(c, p.of.ToolCall)
		told = told || tells
		if rank == 0 || relevant && p.run.labels.accepting[c.ID] == nil {
			continue
		}
		n++
		if y.first == 0 || rank < y.first {
			y.first = rank
		}
	}
	if told {
		y.n = &n
	}
	return y
}

// rankIn is the rank of a candidate in a route, 0 when it has none there; tells
// is whether a candidate of this source would say so.
func rankIn(c methods.Candidate, q methods.ToolCall) (rank int, tells bool) {
	if c.Source == q.View && (c.Query == "" || c.Query == q.QueryHash) {
		return c.Rank, true
	}
	for _, r := range c.Routes {
		if r.View == q.View {
			return r.Rank, true
		}
	}
	return 0, len(c.Routes) > 0
}

// stageLayout has a row for every stage that a run finished, with what its
// model calls came to.
func stageLayout() layout {
	type s = methods.Stage
	ids := func(ss []string) Value { return list(ss) }
	fields := append(keyFields[s](),
		plain("stage", Text, groupIdentity, "the stage", func(s s) Value { return text(s.Name) }),
		plain("cards", Integer, string(run.Efficiency), "source cards that were shown", func(s s) Value { return integer(s.Shown) }),
		plain("selected", JSON, string(run.Localization), "the selection after validation, in recorded order", func(s s) Value { return ids(s.Selected) }),
		plain("keep", Integer, string(run.Localization), "leading units that are kept; missing where the stage does not say", func(s s) Value { return line(s.Keep) }),
		plain("attempts", Integer, string(run.Reliability), "answers that were asked for", func(s s) Value { return integer(s.Attempts) }),
		plain("normalized", Flag, string(run.Reliability), "whether the answer was cut, filled, or rid of unknown and repeated IDs", func(s s) Value { return boolean(s.Normalized) }),
		plain("fallback", Flag, string(run.Reliability), "whether there was no valid answer, so that the fused order stands in", func(s s) Value { return boolean(s.Fallback) }),
		plain("unknown", Integer, string(run.Reliability), "IDs that were not shown", func(s s) Value { return integer(s.Unknown) }),
		plain("repeated", Integer, string(run.Reliability), "IDs named more than once", func(s s) Value { return integer(s.Repeated) }),
		plain("filled", Integer, string(run.Reliability), "IDs taken from the fused order", func(s s) Value { return integer(s.Filled) }),
		plain("cut", Integer, string(run.Reliability), "IDs beyond what was asked for", func(s s) Value { return integer(s.Cut) }),
	)
	for _, kind := range troubles() {
		fields = append(fields, field[part[s]]{
			Column{Name: "calls_" + strings.ReplaceAll(string(kind), "-", "_"), Kind: Integer, Group: string(run.Reliability), Doc: "attempts that ended so: " + kind.meaning()},
			func(p part[s]) Value { return integer(p.run.trouble(p.of.Name, kind)) },
		})
	}
	return parted(SheetStages, fields, func(a *artifacts) []s { return a.stages })
}

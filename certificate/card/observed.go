package card

import (
	"slices"
	"strconv"
	"strings"
)

// Observation says why a unit counts as observed by the state (spec 1.1a). A
// path that is only named in a plan is never a reason.
type Observation struct {
	Listed  bool     // its ID is in observed_evidence_ids
	Flagged bool     // its observed_by_state flag is true
	Aligned []string // labels of the steps whose file read or search result overlaps its lines, such as "step 3"
}

// Any reports whether any of the three sources says observed.
func (o Observation) Any() bool { return o.Listed || o.Flagged || len(o.Aligned) > 0 }

// Blocks reports whether the unit may not be accepted: alignment alone warns only.
func (o Observation) Blocks() bool { return o.Listed || o.Flagged }

// Observe tells for every unit of the pool that the agent has seen already how
// that is known (paper 4.1, C.1); units without a reason are not in the map.
func Observe(s State) map[string]Observation {
	shown := shownLines(s.Card.Steps)
	listed := make(map[string]bool, len(s.Card.Observed))
	for _, id := range s.Card.Observed {
		listed[id] = true
	}
	out := make(map[string]Observation)
	for _, u := range s.Pool.Units {
		o := Observation{Listed: listed[u.ID], Flagged: u.Observed, Aligned: aligned(u, shown)}
		if o.Any() {
			out[u.ID] = o
		}
	}
	return out
}

// sight is a run of lines that one step showed to the agent.
type sight struct {
	start, end int
	step       string
}

// shownLines collects by file what the steps showed: file reads and search
// results with known lines.
func shownLines(steps []Step) map[string][]sight {
	shown := make(map[string][]sight)
	see := func(path string, start, end int, step string) {
		if path != "" && start > 0 && end >= start {
			path = plainPath(path)
			shown[path] = append(shown[path], sight{start, end, step})
		}
	}
	for _, s := range steps {
		if s.Read != nil {
			see(s.Read.Path, s.Read.LineStart, s.Read.LineEnd, s.Label)
		}
		for _, h := range s.Results {
			see(h.Path, h.LineStart, h.LineEnd, s.Label)
		}
	}
	return shown
}

// aligned lists the steps, each once, that showed a line of the unit.
func aligned(u Unit, shown map[string][]sight) []string {
	if u.Path == "" || u.LineStart < 1 || u.LineEnd < u.LineStart {
		return nil
	}
	var steps []string
	for _, s := range shown[plainPath(u.Path)] {
		if s.start <= u.LineEnd && u.LineStart <= s.end && !slices.Contains(steps, s.step) {
			steps = append(steps, s.step)
		}
	}
	return steps
}

// fileRead finds which lines a file-reading step showed. The release says so
// in the first line of the output, "FILE path:12-131"; the path asked for in
// the input may be another one. A plan that begins like that has read nothing.
func fileRead(s Step) *Span {
	if s.Action != "read_file" {
		return nil
	}
	head, _, _ := strings.Cut(s.Output, "\n")
	head, found := strings.CutPrefix(strings.TrimSpace(head), "FILE ")
	colon := strings.LastIndexByte(head, ':') // the last one: C:\a.py has another
	if !found || colon <= 0 {
		return nil
	}
	from, to, _ := strings.Cut(head[colon+1:], "-")
	start, errStart := strconv.Atoi(from)
	end, errEnd := strconv.Atoi(to)
	if errStart != nil || errEnd != nil || start < 1 || end < start {
		return nil
	}
	return &Span{Path: head[:colon], LineStart: start, LineEnd: end}
}

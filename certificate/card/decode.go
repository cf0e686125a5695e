package card

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// DecodeState makes a state of one record of items.jsonl; it keeps nothing of
// v, which is trusted to be valid JSON as every record is. Required are
// state_id, candidate_evidence and each unit's evidence_id, which must be
// unique in its pool; null stands for missing. The error is a
// *records.FieldError or several joined.
func DecodeState(v jsontext.Value) (State, error) {
	f := records.FieldsOf(v)
	s := State{Card: decodeCard(f)}
	objects := f.Objects("candidate_evidence")
	units := make([]Unit, len(objects))
	first := make(map[string]int, len(objects))
	for i, o := range objects {
		units[i] = decodeUnit(o)
		id := units[i].ID
		if at, twice := first[id]; twice && id != "" {
			o.Fail("evidence_id", "%q is in the pool twice, first at candidate_evidence[%d]; each unit is expected once", id, at)
			continue
		}
		first[id] = i
	}
	s.Pool = NewPool(units)
	return s, f.Err()
}

func decodeCard(f *records.Fields) StateCard {
	c := StateCard{
		ID:          f.ID("state_id"),
		ItemID:      f.OptionalString("item_id"),
		InstanceID:  f.OptionalString("instance_id"),
		Repo:        f.OptionalString("repo"),
		BaseCommit:  f.OptionalString("base_commit"),
		Split:       f.OptionalString("split"),
		Boundary:    Boundary(f.OptionalString("state_type")),
		Issue:       f.OptionalString("issue"),
		Need:        f.OptionalString("information_need"),
		Observation: f.OptionalString("current_observation"),
		Hypothesis:  f.OptionalString("current_hypothesis"),
		Subgoal:     f.OptionalString("current_subgoal"),
		Diff:        f.OptionalString("current_diff"),
		TestOutput:  f.OptionalString("latest_test_output"),
		OpenedFiles: f.LooseStrings("opened_files"),
		Queries:     f.LooseStrings("search_queries"),
		Observed:    f.OptionalIDs("observed_evidence_ids"),
		Raw:         f.Kept("candidate_evidence"),
	}
	if cut := f.OptionalBool("candidate_pool_truncated"); cut != nil {
		c.Truncated = *cut
	}
	for i, o := range f.OptionalObjects("trajectory_prefix") {
		c.Steps = append(c.Steps, decodeStep(o, i))
	}
	return c
}

func decodeUnit(f *records.Fields) Unit {
	u := Unit{
		ID:         f.ID("evidence_id"),
		Path:       f.OptionalString("source_path"),
		Text:       f.OptionalString("content_excerpt"),
		SHA256:     f.OptionalString("content_sha256"),
		Symbol:     f.OptionalString("symbol"),
		Language:   f.OptionalString("language"),
		SourceType: f.OptionalString("source_type"),
	}
	u.LineStart, u.LineEnd = decodeLines(f)
	if seen := f.OptionalBool("observed_by_state"); seen != nil {
		u.Observed = *seen
	}
	if u.Text != "" {
		u.Extra = f.Kept("content_excerpt")
	} else {
		u.Extra = f.Kept() // "" and null and missing are told apart on export
	}
	return u
}

// decodeLines reads the span of a unit: 1-based, inclusive, either end may be missing.
func decodeLines(f *records.Fields) (start, end int) {
	from, to := f.OptionalInt("line_start"), f.OptionalInt("line_end")
	for _, n := range []struct {
		key   string
		given *int
	}{{"line_start", from}, {"line_end", to}} {
		if n.given != nil && *n.given < 1 {
			f.Fail(n.key, "is %d; lines count from 1", *n.given)
		}
	}
	start, end = orZero(from), orZero(to)
	if start > 0 && end > 0 && end < start {
		f.Fail("line_end", "is %d, before line_start %d", end, start)
	}
	return start, end
}

func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

func decodeStep(f *records.Fields, position int) Step {
	s := Step{
		ID:      anyText(f, "step_id"),
		Action:  f.OptionalString("action_type"),
		Input:   anyText(f, "action_input"),
		Tool:    f.OptionalString("tool_name"),
		Output:  anyText(f, "tool_output"),
		Status:  f.OptionalString("status"),
		Exit:    f.OptionalInt("exit_code"),
		Opened:  f.LooseStrings("opened_files"),
		Queries: f.LooseStrings("search_queries"),
	}
	for _, o := range f.OptionalObjects("search_results") {
		s.Results = append(s.Results, decodeHit(o))
	}
	if s.Tool != "" && s.Tool == planner(f) {
		s.Tool = ""
	}
	s.Label = stepLabel(s.ID, position)
	s.Read = fileRead(s)
	return s
}

// decodeHit reads a search result. Its lines may be anything: what makes no
// span lines up with no unit.
func decodeHit(f *records.Fields) Hit {
	return Hit{
		Path:      f.OptionalString("path"),
		LineStart: orZero(f.OptionalInt("line_start")),
		LineEnd:   orZero(f.OptionalInt("line_end")),
		Rank:      orZero(f.OptionalInt("rank")),
		Symbol:    f.OptionalString("symbol"),
		Kind:      f.OptionalString("chunk_type"),
		Content:   f.OptionalString("content"),
	}
}

// anyText reads a key whose type the format leaves open: a string as it is,
// anything else as its JSON text.
func anyText(f *records.Fields, key string) string {
	if !f.Has(key) {
		return ""
	}
	v, _ := f.Value(key)
	if s, ok := records.Text(v); ok {
		return s
	}
	return string(v)
}

// planner is the name under which the step's planner runs. It is looked up
// only to keep it away from the tool's name; metadata may hold anything.
func planner(f *records.Fields) string {
	v, _ := f.Value("metadata")
	if v.Kind() != jsontext.KindBeginObject {
		return ""
	}
	members, _ := records.Members(v)
	for _, m := range members {
		if m.Name == "planner" {
			name, _ := records.Text(m.Value)
			return name
		}
	}
	return ""
}

// stepLabel names a step for people by its own number, or by its place.
func stepLabel(id string, position int) string {
	switch {
	case id == "":
		return "step " + strconv.Itoa(position+1)
	case strings.HasPrefix(strings.ToLower(id), "step"):
		return id
	}
	return "step " + id
}

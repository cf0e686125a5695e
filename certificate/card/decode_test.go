package card

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

const fullState = `{"state_id":"s1","item_id":"i","instance_id":"owner__repo-1","repo":"owner/repo","base_commit":"c0","split":"dev",
"state_type":"after_search","issue":"It\r\nfails","information_need":"where","current_observation":"o","current_hypothesis":"h",
"current_subgoal":"g","current_diff":"d","latest_test_output":"t","opened_files":["a\\b.py",7,null,{"x":1}],"search_queries":["q"],
"trajectory_prefix":[{"step_id":4,"action_type":"repo_search","action_input":"q","tool_name":"search","tool_output":"out","status":"ok","exit_code":1,
"search_results":[{"path":"a\\b.py","line_start":3,"line_end":9,"rank":1,"symbol":"f","chunk_type":"FunctionDef","content":"def f"}],
"opened_files":["x"],"search_queries":["q"],"agent_name":"secret agent","model":"secret model","metadata":{"decision_raw":"{not json","planner":"secret planner"}}],
"observed_evidence_ids":["e9"],"candidate_pool_truncated":true,"candidate_count":2.0,
"candidate_evidence":[
{"evidence_id":"e1","source_path":"a/b.py","line_start":3,"line_end":4,"content_excerpt":"def f():\n    pass","content_sha256":"00","symbol":"f","language":"python","source_type":"repo_chunk","observed_by_state":true,"token_length":1e1},
{"evidence_id":"e2","content_excerpt":"","source_path":null}]}`

func TestDecodeState(t *testing.T) {
	s, err := DecodeState(jsontext.Value(fullState))
	if err != nil {
		t.Fatal(err)
	}
	c := s.Card
	got := strings.Join([]string{c.ID, c.ItemID, c.InstanceID, c.Repo, c.BaseCommit, c.Split, string(c.Boundary), c.Issue, c.Need, c.Observation, c.Hypothesis, c.Subgoal, c.Diff, c.TestOutput, strings.Join(c.OpenedFiles, ","), strings.Join(c.Queries, ","), strings.Join(c.Observed, ",")}, "|")
	if want := "s1|i|owner__repo-1|owner/repo|c0|dev|after_search|It\r\nfails|where|o|h|g|d|t|a\\b.py|q|e9"; got != want || !c.Truncated {
		t.Errorf("got %q, truncated %v", got, c.Truncated)
	}
	step := c.Steps[0]
	if step.ID != "4" || step.Label != "step 4" || step.Action != "repo_search" || step.Tool != "search" || *step.Exit != 1 || step.Results[0] != (Hit{`a\b.py`, 3, 9, 1, "f", "FunctionDef", "def f"}) {
		t.Errorf("got %+v", step)
	}
	u := s.Pool.Units[0]
	if u.ID != "e1" || u.Path != "a/b.py" || u.LineStart != 3 || u.LineEnd != 4 || u.Text != "def f():\n    pass" || u.SHA256 != "00" || u.Symbol != "f" || u.Language != "python" || u.SourceType != "repo_chunk" || !u.Observed {
		t.Errorf("got %+v", u)
	}
	if i, ok := s.Pool.Find("e2"); !ok || i != 1 || s.Pool.Len() != 2 {
		t.Errorf("e2 is at %d, %v", i, ok)
	}
	if out := EncodeState(s); !records.Equal(out, jsontext.Value(fullState)) {
		t.Errorf("it comes back with another %s", records.FirstDifference(jsontext.Value(fullState), out))
	}
	for _, text := range []string{`"candidate_count":2.0`, `"token_length":1e1`, `[{"step_id":4`, `["a\\b.py",7,null,{"x":1}]`} {
		if !strings.Contains(string(EncodeState(s)), text) {
			t.Errorf("%s does not come back as it was written", text)
		}
	}
}

// TestPlannerStaysUnknown: nothing typed tells who planned (paper B.1); the
// release also writes the planner's name as the tool of a plan.
func TestPlannerStaysUnknown(t *testing.T) {
	s, err := DecodeState(jsontext.Value(`{"state_id":"s","candidate_evidence":[],"trajectory_prefix":[
		{"action_type":"plan_update","tool_name":"ollama","model":"m","agent_name":"a","metadata":{"planner":"ollama"}},
		{"action_type":"repo_search","tool_name":"search","metadata":{"planner":"ollama"}},
		{"tool_name":"search","metadata":"no object"},{"tool_name":"search","metadata":null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var tools []string
	for _, step := range s.Card.Steps {
		tools = append(tools, step.Label+"="+step.Tool)
	}
	if got := strings.Join(tools, " "); got != "step 1= step 2=search step 3=search step 4=search" {
		t.Errorf("got %s", got)
	}
}

func TestDecodeStateNeedsLittle(t *testing.T) {
	for _, text := range []string{
		`{"state_id":"s","candidate_evidence":[]}`,
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e"}]}`,
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","line_start":null,"line_end":5,"content_excerpt":null,"observed_by_state":null}],"issue":null,"opened_files":null,"search_queries":null,"trajectory_prefix":null,"observed_evidence_ids":null,"candidate_pool_truncated":null}`,
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","content_excerpt":""}],"state_type":"another_boundary"}`,
		`{"state_id":"s","candidate_evidence":[],"trajectory_prefix":[{"step_id":"step-a","action_input":{"path":"x"},"tool_output":["y"],"exit_code":null,"search_results":[{"line_start":9,"line_end":3}]}]}`,
	} {
		s, err := DecodeState(jsontext.Value(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if out := EncodeState(s); !records.Equal(out, jsontext.Value(text)) {
			t.Errorf("%s\ncame back as\n%s", text, out)
		}
	}
}

func TestDecodeStateErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "candidate_evidence: is missing; a list of objects is expected|state_id: is missing; a string is expected",
		`{"state_id":"","candidate_evidence":[]}`:                                                        "state_id: must not be empty",
		`{"state_id":7,"candidate_evidence":[]}`:                                                         "state_id: a string is expected, found the number 7",
		`{"state_id":"s","candidate_evidence":{}}`:                                                       "candidate_evidence: a list of objects is expected, found an object",
		`{"state_id":"s","candidate_evidence":["e"]}`:                                                    `candidate_evidence[0]: an object is expected, found the string "e"|candidate_evidence[0].evidence_id: is missing; a string is expected`,
		`{"state_id":"s","candidate_evidence":[{}]}`:                                                     "candidate_evidence[0].evidence_id: is missing; a string is expected",
		`{"state_id":"s","candidate_evidence":[{"evidence_id":""}]}`:                                     "candidate_evidence[0].evidence_id: must not be empty",
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e"},{"evidence_id":"e"}]}`:                `candidate_evidence[1].evidence_id: "e" is in the pool twice, first at candidate_evidence[0]; each unit is expected once`,
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","line_start":1.5}]}`:                   "candidate_evidence[0].line_start: a whole number is expected, found the number 1.5",
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","line_start":0}]}`:                     "candidate_evidence[0].line_start: is 0; lines count from 1",
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","line_start":9,"line_end":8}]}`:        "candidate_evidence[0].line_end: is 8, before line_start 9",
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","observed_by_state":1}]}`:              "candidate_evidence[0].observed_by_state: true or false is expected, found the number 1",
		`{"state_id":"s","candidate_evidence":[{"evidence_id":"e","content_excerpt":["a"]}]}`:            "candidate_evidence[0].content_excerpt: a string is expected, found a list",
		`{"state_id":"s","candidate_evidence":[],"issue":["a"]}`:                                         "issue: a string is expected, found a list",
		`{"state_id":"s","candidate_evidence":[],"opened_files":"a"}`:                                    `opened_files: a list is expected, found the string "a"`,
		`{"state_id":"s","candidate_evidence":[],"observed_evidence_ids":["a",1]}`:                       "observed_evidence_ids[1]: a string is expected, found the number 1",
		`{"state_id":"s","candidate_evidence":[],"observed_evidence_ids":["a","a"]}`:                     `observed_evidence_ids[1]: "a" stands in the list twice, first at [0]`,
		`{"state_id":"s","candidate_evidence":[],"candidate_pool_truncated":"no"}`:                       `candidate_pool_truncated: true or false is expected, found the string "no"`,
		`{"state_id":"s","candidate_evidence":[],"trajectory_prefix":[{"exit_code":"1"}]}`:               `trajectory_prefix[0].exit_code: a whole number is expected, found the string "1"`,
		`{"state_id":"s","candidate_evidence":[],"trajectory_prefix":[{"search_results":[{"path":1}]}]}`: "trajectory_prefix[0].search_results[0].path: a string is expected, found the number 1",
	} {
		_, err := DecodeState(jsontext.Value(text))
		if err == nil {
			t.Errorf("%s is taken", text)
			continue
		}
		got := strings.Split(err.Error(), "\n")
		if !sameSet(got, strings.Split(want, "|")) {
			t.Errorf("%s:\ngot  %q\nwant %q", text, got, want)
		}
	}
}

func sameSet(a, b []string) bool {
	seen := map[string]int{}
	for _, s := range a {
		seen[s]++
	}
	for _, s := range b {
		seen[s]--
	}
	for _, n := range seen {
		if n != 0 {
			return false
		}
	}
	return true
}

// TestDecodedOutlivesTheRecord: the reader uses a record's bytes again.
func TestDecodedOutlivesTheRecord(t *testing.T) {
	raw := []byte(fullState)
	s, err := DecodeState(raw)
	if err != nil {
		t.Fatal(err)
	}
	before := Fingerprint(s)
	copy(raw, strings.Repeat("#", len(raw)))
	if Fingerprint(s) != before {
		t.Error("the state changed with the record it came from")
	}
}

func TestMadeHereComesBack(t *testing.T) {
	exit := 0
	made := State{
		Card: StateCard{ID: "s", Repo: "r", Boundary: BeforeEdit, Issue: "i", OpenedFiles: []string{`a\b`}, Observed: []string{"e"}, Truncated: true, Steps: []Step{
			{ID: "1", Action: "read_file", Input: "a", Tool: "reader", Output: "FILE a:1-2\n", Exit: &exit, Results: []Hit{{Path: "a", LineStart: 1, LineEnd: 2, Rank: 1}}},
		}},
		Pool: NewPool([]Unit{{ID: "e", Path: "a", LineStart: 1, LineEnd: 2, Text: "x\ny", SHA256: "00", Symbol: "f", Language: "go", SourceType: "repo_chunk", Observed: true}, {ID: "f"}}),
	}
	read, err := DecodeState(EncodeState(made))
	if err != nil {
		t.Fatal(err)
	}
	if !records.Equal(EncodeState(read), EncodeState(made)) || read.Card.Steps[0].Read == nil || read.Pool.Units[0].Text != "x\ny" {
		t.Errorf("got %s", EncodeState(read))
	}
	stored, err := DecodeCard(records.Object(read.Card.Raw))
	if err != nil || stored.Issue != "i" {
		t.Errorf("the card alone gives %+v, %v", stored, err)
	}
	unit, err := DecodeUnit(records.Object(read.Pool.Units[0].Extra), read.Pool.Units[0].Text)
	if err != nil || !records.Equal(AppendUnit(nil, unit), AppendUnit(nil, read.Pool.Units[0])) {
		t.Errorf("the unit alone gives %+v, %v", unit, err)
	}
}

package complement

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
)

const canary = "PLANNER-CANARY"

// planned is a state as a release writes it, with who planned it in every place
// where that may stand.
func planned(t *testing.T) card.State {
	t.Helper()
	who := fmt.Sprintf(`"model":%[1]q,"agent_name":%[1]q,"run_id":%[1]q,"metadata":{"planner":{"model":%[1]q}}`, canary)
	units := make([]string, 20)
	for i := range units {
		units[i] = fmt.Sprintf(`{"evidence_id":"e%02d","source_path":"a%d.py","content_excerpt":"def renew_%d(): lease","metadata":{"model":%q}}`, i, i, i, canary)
	}
	record := fmt.Sprintf(`{"state_id":"s1",%s,"information_need":"where renew_3 is","issue":"lease lost","trajectory_prefix":[
		{"step_id":1,"action_type":"plan","action_input":"look","tool_output":"renew",%s},
		{"step_id":2,"action_type":"repo_search","action_input":"renew","tool_name":"repo_search","tool_output":"a3.py",%s}
	],"candidate_evidence":[%s]}`, who, who, who, strings.Join(units, ","))
	s, err := card.DecodeState(jsontext.Value(record))
	if err != nil {
		t.Fatal(err)
	}
	raw := 0
	for _, m := range s.Card.Raw {
		raw += strings.Count(string(m.Value), canary)
	}
	if raw < 10 {
		t.Fatalf("the record as imported names the planner %d times", raw)
	}
	return s
}

// TestThePlannerStaysUnknown to every controller, prompt and reranker (spec 4).
func TestThePlannerStaysUnknown(t *testing.T) {
	s := planned(t)
	for _, name := range []string{MethodComplement, MethodIndependent, MethodNoFeedback7, MethodNoFeedback, MethodSSR} {
		with, c := withScript(lastFirst)
		_, tape := ran(t, made(t, name, with), s)
		if len(c.asked) == 0 {
			t.Fatalf("%s asks nothing", name)
		}
		for _, q := range c.asked {
			p := rendered(t, q)
			for what, v := range map[string]any{"question": q, "prompt": p} {
				b, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(b), canary) {
					t.Errorf("%s: the %s of stage %s names the planner", name, what, q.Stage)
				}
			}
			if !strings.Contains(p.User, "renew_3") || !strings.Contains(p.User, "repo_search") {
				t.Errorf("%s: the prompt of stage %s does not tell the state", name, q.Stage)
			}
		}
		for _, e := range tape.events {
			if strings.Contains(fmt.Sprintf("%+v", e.Body), canary) {
				t.Errorf("%s: a %s names the planner", name, e.Kind)
			}
		}
	}
	by := &ordering{say: backwards}
	with := Defaults()
	with.Reranker = by
	ran(t, made(t, MethodRerank, with), s)
	if strings.Contains(by.query+strings.Join(by.docs, "\n"), canary) {
		t.Error("the reranker is told who planned the state")
	}
}

// TestThePlannerChangesNothing: with another planner every method gives the same.
func TestThePlannerChangesNothing(t *testing.T) {
	s := planned(t)
	other := s
	other.Card.Raw = nil
	for _, name := range []string{MethodComplement, MethodIndependent, MethodNoFeedback, MethodSSR, "bm25", "fused", "dense", "random"} {
		with, c := withScript(lastFirst)
		a, _ := ran(t, made(t, name, with), s)
		hashes := c.hashes()
		c.asked = nil
		b, _ := ran(t, made(t, name, with), other)
		same(t, name, a.Ranked, b.Ranked)
		same(t, name+"'s questions", hashes, c.hashes())
	}
}

package card

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"suffice/certificate/records"
)

func TestPredictionsAreReadAlikeBothWays(t *testing.T) {
	for _, c := range []struct {
		line  string
		plain bool
		want  *Prediction // nil: refused
	}{
		{`{"state_id":"s","method":"m","ranked_evidence_ids":["a","b"]}`, true, &Prediction{State: "s", Method: "m", Ranked: []string{"a", "b"}}},
		{`{"ranked_evidence_ids":[ "a" , "b" ],"method" : "m", "state_id":"s" }`, true, &Prediction{State: "s", Method: "m", Ranked: []string{"a", "b"}}},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":[]}`, true, &Prediction{State: "s", Method: "m", Ranked: []string{}}},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a]","[,b","a]"]}`, true, &Prediction{State: "s", Method: "m", Ranked: []string{"a]", "[,b", "a]"}}},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["\u0061","é"]}`, false, &Prediction{State: "s", Method: "m", Ranked: []string{"a", "é"}}},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a"],"score":1}`, false, &Prediction{State: "s", Method: "m", Ranked: []string{"a"}, Raw: jsontext.Value(`{"method":"m","state_id":"s","ranked_evidence_ids":["a"],"score":1}`)}},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a"],"method":"n"}`, false, nil},
		{`{"method":"m","state_id":"s"}`, false, nil},
		{`{"method":"","state_id":"s","ranked_evidence_ids":["a"]}`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":null}`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a",1]}`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a",]}`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a"}`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a"]`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a"]}}`, false, nil},
		{`{"method":"m","state_id":"s","ranked_evidence_ids":["a"],}`, false, nil},
		{`{"method":"m" "state_id":"s","ranked_evidence_ids":["a"]}`, false, nil},
		{"{\"method\":\"m\",\"state_id\":\"s\x01\",\"ranked_evidence_ids\":[]}", false, nil},
		{"{\"method\":\"m\",\"state_id\":\"s\xff\",\"ranked_evidence_ids\":[]}", false, nil},
		{`{}`, false, nil}, {``, false, nil}, {`{`, false, nil}, {`[]`, false, nil},
	} {
		p, plain := PlainPrediction([]byte(c.line))
		if plain != c.plain {
			t.Errorf("%s: the plain reader says %v", c.line, plain)
		}
		slow, err := carefully(c.line)
		if (err == nil) != (c.want != nil) {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		if err == nil && !samePrediction(slow, *c.want) || plain && !samePrediction(p, *c.want) {
			t.Errorf("%s:\nplainly   %+v\ncarefully %+v\nwant      %+v", c.line, p, slow, c.want)
		}
	}
}

// carefully reads a line as the reader does without a plain path.
func carefully(line string) (Prediction, error) {
	if err := records.Check([]byte(line)); err != nil {
		return Prediction{}, err
	}
	return DecodePrediction(jsontext.Value(line))
}

func samePrediction(a, b Prediction) bool {
	return a.State == b.State && a.Method == b.Method && slices.Equal(a.Ranked, b.Ranked) && bytes.Equal(a.Raw, b.Raw) && (a.Ranked == nil) == (b.Ranked == nil)
}

func TestPlainText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.SampledFrom([]byte("a \x1f\x00\\\x5b\x5d\x7f\x80\xff~\"")), 0, 40).Draw(t, "bytes")
		if rapid.Bool().Draw(t, "ascii") {
			b = bytes.Map(func(r rune) rune { return max(' ', min(r, '~')) }, b)
		}
		want := !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c == '\\' || c >= 0x80 })
		if got := plainText(b); got != want {
			t.Fatalf("%q is plain: %v", b, got)
		}
	})
}

func TestEncodePredictionKeepsFurtherKeys(t *testing.T) {
	p, err := DecodePrediction(jsontext.Value(`{"score":1.50,"method":"m","state_id":"s","ranked_evidence_ids":["a"],"note":null}`))
	if err != nil {
		t.Fatal(err)
	}
	p.Ranked = []string{"b", "a"}
	if got := string(EncodePrediction(p)); got != `{"score":1.50,"method":"m","state_id":"s","ranked_evidence_ids":["b","a"],"note":null}` {
		t.Errorf("got %s", got)
	}
}

func TestReadPredictions(t *testing.T) {
	text := "\ufeff{\"state_id\":\"s\",\"method\":\"m\",\"ranked_evidence_ids\":[\"a\"]}\r\n\r\n{\"state_id\":\"t\",\"method\":\"m\",\"ranked_evidence_ids\":[\"\\u0061\"]}"
	rows, err := ReadPredictions(context.Background(), "p.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(rows); got != "[{{s m [a] null} p.jsonl 1} {{t m [a] null} p.jsonl 3}]" {
		t.Errorf("got %s", got)
	}
	_, err = ReadPredictions(context.Background(), "p.jsonl", strings.NewReader(text+"\n{\"state_id\":\"t\",\"ranked_evidence_ids\":{}}\n"))
	want := "p.jsonl:4: method: is missing; a string is expected\np.jsonl:4: ranked_evidence_ids: a list of strings is expected, found an object"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestCheckPredictions(t *testing.T) {
	pool := NewPool([]Unit{{ID: "a"}, {ID: "b"}, {ID: "c"}})
	known := Known{"s": &pool, "t": &pool}
	row := func(line int, state, method string, ids ...string) Row {
		return Row{Prediction{State: state, Method: method, Ranked: ids}, "p.jsonl", line}
	}
	good := []Row{row(1, "s", "m", "a", "b"), row(2, "t", "m"), row(3, "s", "n", "c"), row(4, "t", "n", "c", "b", "a")}
	for _, c := range []struct {
		name    string
		rows    []Row
		known   Known
		partial bool
		want    string
	}{
		{"all is well", good, known, false, ""},
		{"state and method twice", append(slices.Clone(good), row(9, "s", "m", "a")), known, false, `p.jsonl:9: method "m" has two rankings for state "s", the first on line 1`},
		{"twice over two files", append(slices.Clone(good), Row{Prediction{State: "s", Method: "m"}, "q.jsonl", 1}), known, false, `q.jsonl:1: method "m" has two rankings for state "s", the first on p.jsonl:1`},
		{"an ID twice", []Row{row(1, "s", "m", "a", "b", "a")}, known, true, `p.jsonl:1: ranked_evidence_ids[2]: the ranking of state "s" names "a" twice, at positions 1 and 3`},
		{"unknown state", []Row{row(1, "u", "m", "x")}, known, true, `p.jsonl:1: state_id: there is no state "u"`},
		{"outside the pool", []Row{row(1, "s", "m", "a", "x", "y")}, known, true, `p.jsonl:1: ranked_evidence_ids[1]: the ranking of state "s" names "x" at position 2, which is not in the pool`},
		{"empty ID", []Row{row(1, "s", "m", "")}, nil, true, `p.jsonl:1: ranked_evidence_ids[0]: the ranking of state "s" has an empty ID at position 1`},
		{"a state left out", good[:3], known, false, `p.jsonl: method "n" has no ranking for state "t"; every state is expected unless the set is said to be partial`},
		{"a state left out of a partial set", good[:3], known, true, ""},
		{"nothing at hand", []Row{row(1, "u", "m", "x")}, nil, false, ""},
		{"states at hand, pools not", []Row{row(1, "s", "m", "x"), row(2, "u", "m")}, Known{"s": nil}, false, `p.jsonl:2: state_id: there is no state "u"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if err := CheckPredictions(c.rows, c.known, c.partial).Err(); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestFirstRepeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.StringMatching(`(|evidence-)[ab]{0,2}0{0,8}[xy]{0,3}`), 0, 70).Draw(t, "ids")
		wantFirst, wantAgain, want := 0, 0, false
		for j := range ids {
			if i := slices.Index(ids[:j], ids[j]); i >= 0 && !want {
				wantFirst, wantAgain, want = i, j, true
			}
		}
		first, again, found := FirstRepeat(ids)
		if found != want || first != wantFirst || again != wantAgain {
			t.Fatalf("%q: got %d, %d, %v", ids, first, again, found)
		}
	})
}

func TestReadStatesRepeated(t *testing.T) {
	const one = `{"state_id":"s","issue":"i","candidate_evidence":[{"evidence_id":"a","line_start":1},{"evidence_id":"b"}],"n":1}`
	read := func(text string) (ids []string, seen *Seen, err error) {
		seen = NewSeen()
		err = ReadStates(context.Background(), "i.jsonl", strings.NewReader(text), seen, func(line int, s State, sum [32]byte) error {
			if sum != Fingerprint(s) {
				t.Errorf("line %d comes with another fingerprint", line)
			}
			ids = append(ids, fmt.Sprint(s.Card.ID, line))
			return nil
		})
		return ids, seen, err
	}
	t.Run("equal content is ignored and said", func(t *testing.T) {
		same := `{"n":1.0,"candidate_evidence":[{"line_start":1,"evidence_id":"\u0061"},{"evidence_id":"b"}],"issue":"i","state_id":"s"}`
		ids, seen, err := read(one + "\n{\"state_id\":\"t\",\"candidate_evidence\":[]}\n\n" + same + "\n")
		if err != nil || !slices.Equal(ids, []string{"s1", "t2"}) {
			t.Errorf("got %v, %v", ids, err)
		}
		if got := fmt.Sprint(seen.Repeats()); got != `[i.jsonl:4: state "s" is the same as on line 1; ignored]` {
			t.Errorf("got %s", got)
		}
	})
	for change, want := range map[string]string{
		`"issue":"i"|"issue":"j"`:                                     "issue",
		`"line_start":1|"line_start":2`:                               "candidate_evidence[0]",
		`{"evidence_id":"b"}|{"evidence_id":"b"},{"evidence_id":"c"}`: "candidate_evidence[2]",
		`,"n":1|`:                             "n",
		`,"n":1|,"n":2`:                       "n",
		`"issue":"i",|"issue":"i","extra":0,`: "extra",
	} {
		t.Run("another "+want, func(t *testing.T) {
			before, after, _ := strings.Cut(change, "|")
			_, _, err := read(one + "\n" + strings.Replace(one, before, after, 1) + "\n")
			sentence := `i.jsonl:2: state_id: state "s" was on line 1 already, with other content; they differ first in ` + want
			if err == nil || err.Error() != sentence {
				t.Errorf("got  %v\nwant %s", err, sentence)
			}
		})
	}
	t.Run("over two files", func(t *testing.T) {
		_, seen, err := read(one + "\n")
		if err != nil {
			t.Fatal(err)
		}
		err = ReadStates(context.Background(), "j.jsonl", strings.NewReader(strings.Replace(one, `"i"`, `"j"`, 1)), seen, nil)
		var e *records.Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), `j.jsonl:1: state_id: state "s" was on i.jsonl:1 already`) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("every repetition is told in one report", func(t *testing.T) {
		other := strings.Replace(one, `"i"`, `"j"`, 1)
		_, _, err := read(one + "\n" + other + "\n" + other + "\nx\n")
		var e *records.Error
		if !errors.As(err, &e) || len(e.Problems) != 3 {
			t.Errorf("got %v", err)
		}
	})
}

package complement

import (
	"slices"
	"strings"
	"testing"

	"suffice/scorer/methods"
)

func TestAnswersAreRead(t *testing.T) {
	const f, p = methods.StageFinalize, methods.StagePropose
	cases := []struct {
		name, stage, text string
		ids               []string
		keep              int
		wrong             string // part of the error; empty: it is read
	}{
		{"bare", p, `{"ids":["a","b"]}`, []string{"a", "b"}, 0, ""},
		{"with space", p, " \n{ \"ids\" : [ \"a\" ] }\n\t", []string{"a"}, 0, ""},
		{"with a byte order mark", p, "\ufeff{\"ids\":[]}", nil, 0, ""},
		{"in a code block", p, "```json\n{\"ids\":[\"a\"]}\n```", []string{"a"}, 0, ""},
		{"in a code block without a name", p, "```\n{\"ids\":[\"a\"]}```\n", []string{"a"}, 0, ""},
		{"in a block in capitals", p, "```JSON \r\n{\"ids\":[\"a\"]}\r\n```", []string{"a"}, 0, ""},
		{"escaped", p, `{"ids":["\u0061\n"]}`, []string{"a\n"}, 0, ""},
		{"empty ID", p, `{"ids":[""]}`, []string{""}, 0, ""},
		{"repeated", p, `{"ids":["a","a"]}`, []string{"a", "a"}, 0, ""},
		{"with more keys", p, `{"reason":{"x":[1]},"ids":["a"],"keep":"all"}`, []string{"a"}, 0, ""},
		{"final", f, `{"ranked_ids":["a"],"keep":6}`, []string{"a"}, 6, ""},
		{"final turned round", f, `{"keep":6.0,"ranked_ids":["a"]}`, []string{"a"}, 6, ""},
		{"final with an exponent", f, `{"keep":60e-1,"ranked_ids":[]}`, nil, 6, ""},
		{"final beyond every bound", f, `{"keep":1e300,"ranked_ids":[]}`, nil, 1<<31 - 1, ""},
		{"final below every bound", f, `{"keep":-1e300,"ranked_ids":[]}`, nil, -(1<<31 - 1), ""},

		{"nothing", p, "", nil, 0, "empty"},
		{"white space", p, " \n ", nil, 0, "empty"},
		{"empty block", p, "```json\n```", nil, 0, "empty"},
		{"words before", p, `Sure: {"ids":["a"]}`, nil, 0, "words stand before"},
		{"words after", p, `{"ids":["a"]} Done.`, nil, 0, "no JSON object"},
		{"words after the block", p, "```json\n{\"ids\":[]}\n```\nDone.", nil, 0, "code block does not end"},
		{"words before the block", p, "Sure:\n```json\n{\"ids\":[]}\n```", nil, 0, "words stand before"},
		{"two blocks", p, "```\n{\"ids\":[]}\n```\n```\n{\"ids\":[]}\n```", nil, 0, "no JSON object"},
		{"another language", p, "```python\n{\"ids\":[]}\n```", nil, 0, "other than JSON"},
		{"two objects", p, `{"ids":["a"]}{"ids":["b"]}`, nil, 0, "no JSON object"},
		{"a list", p, `["a"]`, nil, 0, "no JSON object"},
		{"null", p, `null`, nil, 0, "no JSON object"},
		{"cut off", p, `{"ids":["a","b`, nil, 0, "no JSON object"},
		{"a key twice", p, `{"ids":["a"],"ids":["b"]}`, nil, 0, "duplicate"},
		{"no key", p, `{}`, nil, 0, `no "ids"`},
		{"another stage's key", p, `{"ranked_ids":["a"],"keep":4}`, nil, 0, `no "ids"`},
		{"a key in capitals", p, `{"IDs":["a"]}`, nil, 0, `no "ids"`},
		{"no list", p, `{"ids":"a"}`, nil, 0, "a list of evidence IDs"},
		{"null for a list", p, `{"ids":null}`, nil, 0, "a list of evidence IDs"},
		{"numbers", p, `{"ids":["a",2]}`, nil, 0, "element 2 is no string"},
		{"null among IDs", p, `{"ids":[null]}`, nil, 0, "element 1 is no string"},
		{"comments", p, `{"ids":["a"] /* best */}`, nil, 0, "no JSON object"},
		{"trailing comma", p, `{"ids":["a",]}`, nil, 0, "no JSON object"},
		{"no UTF-8", p, "{\"ids\":[\"\xff\"]}", nil, 0, "no JSON object"},
		{"final without keep", f, `{"ranked_ids":["a"]}`, nil, 0, `no "keep"`},
		{"final with keep in quotes", f, `{"ranked_ids":["a"],"keep":"6"}`, nil, 0, "a whole number is expected"},
		{"final with half a unit", f, `{"ranked_ids":["a"],"keep":6.5}`, nil, 0, "6.5 is no whole number"},
		{"final with null", f, `{"ranked_ids":["a"],"keep":null}`, nil, 0, "a whole number is expected"},
		{"final with ids", f, `{"ids":["a"],"keep":6}`, nil, 0, `no "ranked_ids"`},
	}
	for _, c := range cases {
		got, err := ParseAnswer(c.stage, c.text)
		switch {
		case c.wrong != "":
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v, not %q", c.name, err, c.wrong)
			}
		case err != nil || !slices.Equal(got.IDs, c.ids) || got.Keep != c.keep:
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

func TestAnswersAreWritten(t *testing.T) {
	for stage, want := range map[string]string{
		methods.StagePropose: `{"ids":["a","\"\n"]}`, methods.StageExpand: `{"ids":["a","\"\n"]}`, methods.StageRerank: `{"ids":["a","\"\n"]}`,
		methods.StageFinalize: `{"ranked_ids":["a","\"\n"],"keep":5}`,
	} {
		if got := FormatAnswer(stage, Answer{IDs: []string{"a", "\"\n"}, Keep: 5}); got != want {
			t.Errorf("%s: %s", stage, got)
		}
	}
	if got := FormatAnswer(methods.StageSSR, Answer{}); got != `{"ids":[]}` {
		t.Errorf("no answer: %s", got)
	}
}

// FuzzParseAnswer: no text breaks the reader, and what it reads it would write
// and read again as the same.
func FuzzParseAnswer(f *testing.F) {
	for _, text := range []string{
		`{"ids":["a","b"]}`, `{"ranked_ids":["a"],"keep":6}`, "```json\n{\"ids\":[\"a\"]}\n```", `{"ids":[]}{`, "```", "{\"ids\":[\"\xff\"]}",
		`{"ranked_ids":[],"keep":-1e309}`, strings.Repeat("{", 200),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, stage := range []string{methods.StagePropose, methods.StageFinalize} {
			a, err := ParseAnswer(stage, text)
			if err != nil {
				if err.Error() == "" || a.IDs != nil || a.Keep != 0 {
					t.Errorf("%q: %+v with %v", text, a, err)
				}
				continue
			}
			again, err := ParseAnswer(stage, FormatAnswer(stage, a))
			if err != nil || !slices.Equal(again.IDs, a.IDs) || again.Keep != a.Keep {
				t.Errorf("%q: read %+v, then %+v, %v", text, a, again, err)
			}
		}
	})
}

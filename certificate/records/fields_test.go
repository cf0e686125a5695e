package records

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestFieldsOfAGoodRecord(t *testing.T) {
	f := FieldsOf(jsontext.Value(`{ "id" : "s1", "empty":"", "null":null, "n": 12, "w":2.5, "yes":true, "ids":["a","b"],
		"loose":["a",1,null,"b"], "sets":[["a"],[]], "units":[{"id":"u1","k":-1},{"id":"u\u0032"}], "meta":{"deep":{"x":1e2}} }`))
	expect(t, "String", f.String("empty"), "")
	expect(t, "ID", f.ID("id"), "s1")
	expect(t, "OptionalString of null", f.OptionalString("null"), "")
	expect(t, "OptionalString of nothing", f.OptionalString("none"), "")
	expect(t, "OptionalText of null", f.OptionalText("null") == nil, true)
	expect(t, "OptionalText of empty", *f.OptionalText("empty"), "")
	expect(t, "Int", f.Int("n"), 12)
	expect(t, "OptionalInt", f.OptionalInt("null") == nil, true)
	expect(t, "Number", f.Number("w"), 2.5)
	expect(t, "Number of a whole one", f.Number("n"), 12.0)
	expect(t, "OptionalNumber", f.OptionalNumber("none") == nil, true)
	expect(t, "Bool", f.Bool("yes"), true)
	expect(t, "OptionalBool", f.OptionalBool("null") == nil, true)
	expect(t, "Strings", strings.Join(f.Strings("ids"), " "), "a b")
	expect(t, "IDs", strings.Join(f.IDs("ids"), " "), "a b")
	expect(t, "OptionalIDs", f.OptionalIDs("null") == nil, true)
	expect(t, "LooseStrings", strings.Join(f.LooseStrings("loose"), " "), "a b")
	expect(t, "OptionalLists", len(f.OptionalLists("sets")), 2)
	expect(t, "Has null", f.Has("null"), false)
	units := f.Objects("units")
	expect(t, "Objects", units[0].ID("id")+units[1].ID("id"), "u1u2")
	expect(t, "nested Int", units[0].Int("k"), -1)
	expect(t, "Path", units[1].Path(), "units[1]")
	expect(t, "OptionalObjects", len(f.OptionalObjects("none")), 0)
	expect(t, "Object", f.Object("meta").Object("deep").Number("x"), 100.0)
	expect(t, "OptionalObject", f.OptionalObject("null") == nil, true)
	if err := f.Err(); err != nil {
		t.Error(err)
	}
}

func expect[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestFieldsOfABadRecord: each getter says what it found, with the whole key.
func TestFieldsOfABadRecord(t *testing.T) {
	for _, c := range []struct {
		json string
		read func(f *Fields)
		want []string
	}{
		{`[]`, func(f *Fields) { f.OptionalString("a") }, []string{"an object is expected, found a list"}},
		{`{}`, func(f *Fields) { f.String("a") }, []string{"a: is missing; a string is expected"}},
		{`{"a":null}`, func(f *Fields) { f.String("a") }, []string{"a: a string is expected, found null"}},
		{`{"a":1}`, func(f *Fields) { f.String("a") }, []string{"a: a string is expected, found the number 1"}},
		{`{"a":{}}`, func(f *Fields) { f.OptionalString("a") }, []string{"a: a string is expected, found an object"}},
		{`{"a":""}`, func(f *Fields) { f.ID("a") }, []string{"a: must not be empty"}},
		{`{"a":1.0}`, func(f *Fields) { f.Int("a") }, []string{"a: a whole number is expected, found the number 1.0"}},
		{`{"a":1e3}`, func(f *Fields) { f.OptionalInt("a") }, []string{"a: a whole number is expected, found the number 1e3"}},
		{`{"a":9223372036854775808}`, func(f *Fields) { f.Int("a") }, []string{"a: 9223372036854775808 is too large; a whole number of 64 bits is expected"}},
		{`{"a":"7"}`, func(f *Fields) { f.Number("a") }, []string{`a: a number is expected, found the string "7"`}},
		{`{"a":1e400}`, func(f *Fields) { f.Number("a") }, []string{"a: 1e400 does not fit a 64-bit floating-point number; a finite number is expected"}},
		{`{"a":0}`, func(f *Fields) { f.Bool("a") }, []string{"a: true or false is expected, found the number 0"}},
		{`{"a":"x"}`, func(f *Fields) { f.Strings("a") }, []string{`a: a list of strings is expected, found the string "x"`}},
		{`{"a":["x",2,null]}`, func(f *Fields) { f.IDs("a") }, []string{"a[1]: a string is expected, found the number 2", "a[2]: a string is expected, found null"}},
		{`{"a":["x","","x"]}`, func(f *Fields) { f.IDs("a") }, []string{"a[1]: must not be empty", `a[2]: "x" stands in the list twice, first at [0]`}},
		{`{"a":[["x"],"y",[3]]}`, func(f *Fields) { f.OptionalLists("a") }, []string{`a[1]: a list of strings is expected, found the string "y"`, "a[2][0]: a string is expected, found the number 3"}},
		{`{"a":{}}`, func(f *Fields) { f.LooseStrings("a") }, []string{"a: a list is expected, found an object"}},
		{`{"a":[{"b":[{}]},5]}`, func(f *Fields) {
			for _, o := range f.Objects("a") {
				for _, p := range o.OptionalObjects("b") {
					p.String("c")
				}
			}
		}, []string{"a[1]: an object is expected, found the number 5", "a[0].b[0].c: is missing; a string is expected"}},
		{`{"a":{"b":true}}`, func(f *Fields) { f.Object("a").Object("b").Int("c") }, []string{"a.b: an object is expected, found true", "a.b.c: is missing; a whole number is expected"}},
		{`{}`, func(f *Fields) { f.Object("a") }, []string{"a: is missing; an object is expected"}},
		{`{"x.y":{"":1}}`, func(f *Fields) { f.Object("x.y").String("") }, []string{`["x.y"][""]: a string is expected, found the number 1`}},
		{`{"a":1}`, func(f *Fields) { f.Fail("", "all of it is wrong") }, []string{"all of it is wrong"}},
		{`{"a":"` + strings.Repeat("é", 30) + `"}`, func(f *Fields) { f.Int("a") }, []string{`a: a whole number is expected, found the string "` + strings.Repeat("é", 20) + `"...`}},
	} {
		f := FieldsOf(jsontext.Value(c.json))
		c.read(f)
		var got []string
		for _, e := range fieldErrors(f.Err()) {
			got = append(got, e.Error())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.json, got, c.want)
		}
	}
}

func TestErrOfOneFaultIsThatFault(t *testing.T) {
	f := FieldsOf(jsontext.Value(`{}`))
	f.ID("a")
	var e *FieldError
	if !errors.As(f.Err(), &e) || e.Key != "a" {
		t.Errorf("got %v", f.Err())
	}
}

func TestRepeatsInALongList(t *testing.T) {
	var ids []string
	for i := range 40 {
		ids = append(ids, strings.Repeat("x", i+1))
	}
	ids = append(ids, "xxx")
	f := FieldsOf(Object([]Member{{"a", Strings(ids)}}))
	f.IDs("a")
	want := `a[40]: "xxx" stands in the list twice, first at [2]`
	if err := f.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestKeptOutlivesTheRecord(t *testing.T) {
	raw := []byte(`{"a":[1, 2],"b":"x","c":null}`)
	kept := FieldsOf(raw).Kept("b")
	copy(raw, strings.Repeat("#", len(raw)))
	if got := string(Object(kept)); got != `{"a":[1, 2],"c":null}` {
		t.Errorf("got %s", got)
	}
}

func TestMembersAndElements(t *testing.T) {
	ms, err := Members(jsontext.Value(` { "a" : [ 1 , {"b":"}"} ] , "\u0062" : "\\\"" , "c":-1.5e+3 } `))
	if err != nil || len(ms) != 3 {
		t.Fatalf("got %v, %v", ms, err)
	}
	for i, want := range []Member{{"a", jsontext.Value(`[ 1 , {"b":"}"} ]`)}, {"b", jsontext.Value(`"\\\""`)}, {"c", jsontext.Value("-1.5e+3")}} {
		if ms[i].Name != want.Name || string(ms[i].Value) != string(want.Value) {
			t.Errorf("member %d is %s %s", i, ms[i].Name, ms[i].Value)
		}
	}
	vs, err := Elements(jsontext.Value(` [ 1 , "]" , [ ] , {} , null ] `))
	if err != nil || len(vs) != 5 || string(vs[1]) != `"]"` {
		t.Errorf("got %s, %v", vs, err)
	}
	for _, none := range []string{"", " ", "[", "{", "[1", "[1 2]", "[1,]x", `{"a"}`, `{"a":1,2}`, `{"a":1}}`, "]", "null", `"`, "{]", "[}", `{"a":}`} {
		if _, err := Members(jsontext.Value(none)); err == nil {
			t.Errorf("Members takes %q", none)
		}
		if _, err := Elements(jsontext.Value(none)); err == nil {
			t.Errorf("Elements takes %q", none)
		}
	}
}

func TestKeyPathUnderAnother(t *testing.T) {
	for _, c := range [][3]string{{"role", "groups[1]", "groups[1].role"}, {"[2]", "ids", "ids[2]"}, {"", "ids", "ids"}} {
		if got := (&FieldError{Key: c[0]}).In(c[1]).Key; got != c[2] {
			t.Errorf("%q in %q is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

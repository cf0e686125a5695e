package records

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		` { "b" : 1 , "a" : [ true , null ] } `:         `{"a":[true,null],"b":1}`,
		`{"\u0061":"\u00e9\/\u000a\u001F\ud83d\ude00"}`: "{\"a\":\"é/\\n\\u001f😀\"}",
		`[1.0,1e0,10e-1,100,1E+2,-0,0.0,-0e5]`:          `[1,1,1,100,100,0,0,0]`,
		`[9007199254740993,0.1,1e21,123e19,1e-7]`:       `[9007199254740993,0.1,1e+21,1.23e+21,1e-7]`,
		`[0.000001,0.0000012,12.50,-1.5e-10]`:           `[0.000001,0.0000012,12.5,-1.5e-10]`,
		`{"😀":1,"\ufb33":2,"a":3}`:                      "{\"a\":3,\"😀\":1,\"\ufb33\":2}",
		`{"aa":1,"a":2,"":3}`:                           `{"":3,"a":2,"aa":1}`,
		`{}`:                                            `{}`, ` [ ] `: `[]`, ` "x" `: `"x"`, "true\n": "true",
	} {
		if got := string(Canonical(jsontext.Value(in))); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}

// TestCanonicalNumbers: as RFC 8785 writes it whenever the digits are those of
// the shortest form, and equal exactly when the rational value is.
func TestCanonicalNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		want := jsontext.Value(strconv.FormatFloat(x, 'g', -1, 64))
		got := Canonical(want)
		if err := want.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		if x != 0 && !bytes.Equal(got, want) {
			t.Fatalf("%v is %s, want %s", x, got, want)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.StringMatching(`-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,2})?`)
		a, b := num.Draw(t, "a"), num.Draw(t, "b")
		if rapid.Bool().Draw(t, "same") {
			r, _ := new(big.Rat).SetString(a)
			b = r.FloatString(200) // enough for every digit drawn above
		}
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got := Equal(jsontext.Value(a), jsontext.Value(b)); got != (x.Cmp(y) == 0) {
			t.Fatalf("Equal(%s, %s) is %v", a, b, got)
		}
	})
}

// anyValue draws a JSON value, written in a random one of its forms.
func anyValue(t *rapid.T, depth int) string {
	kinds := 4
	if depth > 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]string{"null", "true", "false"}).Draw(t, "word")
	case 1:
		return rapid.SampledFrom([]string{"0", "-0", "1", "1.0", "10e-1", "2.5", "1e3", "9007199254740993"}).Draw(t, "number")
	case 2, 3:
		return string(String(rapid.StringOf(rapid.RuneFrom([]rune("ab\"\\\n\t\u0001é😀\u2028"))).Draw(t, "text")))
	case 4:
		var parts []string
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			parts = append(parts, anyValue(t, depth-1))
		}
		return "[" + strings.Join(parts, " , ") + "]"
	}
	var parts []string
	for i := range rapid.IntRange(0, 3).Draw(t, "n") {
		parts = append(parts, fmt.Sprintf("%q : %s", fmt.Sprint("k", (i*7)%5, i), anyValue(t, depth-1)))
	}
	return "{" + strings.Join(parts, ",\n") + "}"
}

func TestCanonicalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := jsontext.Value(anyValue(t, 3))
		c := Canonical(v)
		if !c.IsValid() {
			t.Fatalf("%s became %s", v, c)
		}
		if again := Canonical(c); !bytes.Equal(again, c) {
			t.Fatalf("%s became %s, then %s", v, c, again)
		}
		spread := v.Clone()
		if err := spread.Indent(); err != nil {
			t.Fatal(err)
		}
		if !Equal(v, spread) || FirstDifference(v, spread) != "" {
			t.Fatalf("%s is not equal to itself with indentation", v)
		}
		w := jsontext.Value(anyValue(t, 3))
		if Equal(v, w) != Equal(w, v) {
			t.Fatalf("Equal is not symmetric on %s and %s", v, w)
		}
		if Equal(v, w) && FirstDifference(v, w) != "" {
			t.Fatalf("equal values differ in %s", FirstDifference(v, w))
		}
	})
}

func TestFirstDifference(t *testing.T) {
	for _, c := range [][3]string{
		{`{"a":1,"b":2}`, `{"b":2.0,"a":1e0}`, ""},
		{`{"a":1,"b":2}`, `{"b":3,"a":2}`, "a"},
		{`{"a":1}`, `{"a":1,"b":2}`, "b"},
		{`{"a":1,"b":2}`, `{"a":1}`, "b"},
		{`{"units":[{"id":"x"},{"id":"y","line":1}]}`, `{"units":[{"id":"x"},{"line":2,"id":"y"}]}`, "units[1].line"},
		{`{"units":[1]}`, `{"units":[1,2]}`, "units[1]"},
		{`{"units":[1]}`, `{"units":{}}`, "units"},
		{`{"a":null}`, `{}`, "a"},
		{`[[1],[2]]`, `[[1],[3]]`, "[1][0]"},
		{`1`, `2`, ""},
	} {
		if got := FirstDifference(jsontext.Value(c[0]), jsontext.Value(c[1])); got != c[2] {
			t.Errorf("%s and %s differ first in %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

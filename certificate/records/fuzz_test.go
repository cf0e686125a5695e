package records

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzRead: whatever the bytes are, reading neither panics nor hangs, says the
// same however they arrive, takes only valid objects, and refuses with a
// problem that has a line and a sentence.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/broken/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("\ufeff{\"a\":[1,{\"b\":\"\\u00e9\"}]}\r\n\r\n{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := readText(bytes.NewReader(b))
		slow, slowErr := readText(iotest.HalfReader(bytes.NewReader(b)))
		if fmt.Sprint(err) != fmt.Sprint(slowErr) || err == nil && strings.Join(got, "\n") != strings.Join(slow, "\n") {
			t.Fatalf("all at once: %q, %v\nby halves: %q, %v", got, err, slow, slowErr)
		}
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || len(e.Problems) == 0 {
				t.Fatalf("not a report: %v", err)
			}
			for _, p := range e.Problems {
				if p.Msg == "" || p.File != "f" {
					t.Fatalf("a problem that says nothing: %+v", p)
				}
			}
			return
		}
		for _, line := range got {
			_, text, _ := strings.Cut(line, ":")
			v := jsontext.Value(text)
			if !v.IsValid() || v.Kind() != jsontext.KindBeginObject {
				t.Fatalf("taken as a record: %q", text)
			}
			walkAll(t, v)
		}
	})
}

// walkAll compares the quick walk through a value with the library's.
func walkAll(t *testing.T, v jsontext.Value) {
	ms, err := Members(v)
	if err != nil {
		t.Fatalf("Members(%q): %v", v, err)
	}
	if same := Object(ms); !Equal(same, v) {
		t.Fatalf("%q came back as %q", v, same)
	}
	for _, m := range ms {
		if !m.Value.IsValid() {
			t.Fatalf("member %q of %q is %q", m.Name, v, m.Value)
		}
	}
	if c := Canonical(v); !c.IsValid() || !bytes.Equal(c, Canonical(c)) {
		t.Fatalf("%q has the canonical form %q", v, c)
	}
}

// FuzzCheck: what Check takes is what the JSON library takes, less what is
// infinite, too deep, or no object.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"\u00e9"}],"a\\":null}`))
	f.Add([]byte(`{"a":NaN}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		err := Check(b)
		valid := jsontext.Value(b).IsValid() && jsontext.Value(b).Kind() == jsontext.KindBeginObject
		if err == nil && !valid {
			t.Fatalf("taken, but not valid: %q", b)
		}
		if err != nil && valid && !strings.Contains(err.Error(), "nesting deeper") && !strings.Contains(err.Error(), "does not fit") {
			t.Fatalf("valid, but refused: %q: %v", b, err)
		}
		_ = pathAt(b, len(b)/2)
		_, _ = Members(b)
		_, _ = Elements(b)
		_ = Canonical(b)
		_ = FieldsOf(b).Err()
	})
}

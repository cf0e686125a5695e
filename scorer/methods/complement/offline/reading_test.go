package offline

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDefines(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"func Extend(l Lease) error {", "Extend"},
		{"func (l *Leases) Extend(job Job) {", "Extend"},
		{"type Lease struct {", "Lease"},
		{"var ErrGone = errors.New(\"gone\")", "ErrGone"},
		{"    def extend(self):", "extend"},
		{"async def extend():", "extend"},
		{"class Lease(Base):", "Lease"},
		{"export async function book(form) {", "book"},
		{"export const LIMIT = 3", "LIMIT"},
		{"public static class Lease {", "Lease"},
		{"pub fn extend()", "extend"},
		{"#define LEASE_SECONDS 30", "LEASE_SECONDS"},
		{"CREATE TABLE IF NOT EXISTS jobs (", "jobs"},
		{"LEASE_SECONDS: 30", "LEASE_SECONDS"},
		{"  - name: LEASE_SECONDS", "LEASE_SECONDS"},
		{"timeout = 30", "timeout"},
		{"    timeout = 30", ""},
		{"    LEASE_SECONDS = 30", "LEASE_SECONDS"},
		{"if a == b {", ""},
		{"    return extend(lease)", ""},
		{"The function extends a lease.", ""},
		{"func", ""},
		{"func (", ""},
		{"", ""},
		{"\x00\xff", ""},
	} {
		var got []string
		defines(c.text, func(name string) { got = append(got, name) })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q defines %q, want %q", c.text, got, c.want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, same := range [][]string{
		{"lease", "leases", "leased", "leasing"}, {"run", "runs", "running"}, {"retry", "retries", "retried"}, {"handl", "handle", "handles", "handled", "handling"},
		{"class", "classes"}, {"map", "mapped", "mapping"},
	} {
		for _, w := range same {
			if stem(w) != stem(same[0]) {
				t.Errorf("%s is %s, %s is %s", w, stem(w), same[0], stem(same[0]))
			}
		}
	}
	for _, apart := range [][2]string{{"status", "state"}, {"string", "str"}, {"thing", "th"}, {"red", "r"}, {"axis", "ax"}} {
		if stem(apart[0]) == stem(apart[1]) {
			t.Errorf("%s and %s are one", apart[0], apart[1])
		}
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		path string
		want kind
	}{
		{"arrow/arrow.py", codeKind}, {"tests/test_arrow.py", testKind}, {`t\unit\test_models.py`, testKind}, {"dispatch/worker_test.go", testKind}, {"web/src/money.spec.ts", testKind},
		{"deploy/worker.yaml", configKind}, {"requirements/requirements.txt", configKind}, {"setup.py", configKind}, {"package.json", configKind},
		{"docs/time.md", docsKind}, {"README.rst", docsKind}, {"docs/includes/introduction.txt", docsKind},
		{"db/migrations/0001_bookings.sql", schemaKind}, {"app/migrations/0002_jobs.py", schemaKind}, {"", codeKind}, {"testimony.go", codeKind},
	} {
		if got := kindOf(c.path); got != c.want {
			t.Errorf("%s is of kind %d, want %d", c.path, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	type said struct {
		word   string
		called bool
	}
	var got []said
	words("a.Extend(lease) naïve_ﬁt 日本 x"+strings.Repeat("y", 80)+" e\u0301", func(w string, called bool) { got = append(got, said{w, called}) })
	want := []said{{"a", false}, {"Extend", true}, {"lease", false}, {"naïve_ﬁt", false}, {"日本", false}, {"e", false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestUnnumbered(t *testing.T) {
	listing := "FILE a.go:9-11\n    9: func Extend() {\n   10: \treturn\n  11:}\nno number\n"
	if got, want := unnumbered(listing), "FILE a.go:9-11\nfunc Extend() {\n\treturn\n}\nno number\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzReading(f *testing.F) {
	for _, seed := range []string{"func (l *Leases) Extend(", "   12: x", "CREATE TABLE IF NOT EXISTS", "\xff\x00:=", "- name: A\n", "ﷺ.İ(", "e\u0301"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		whole := func(name string) {
			if name == "" || strings.IndexFunc(name, notWordRune) >= 0 {
				t.Errorf("%q of %q is no word", name, text)
			}
		}
		defines(text, whole)
		words(text, func(w string, _ bool) {
			whole(w)
			if s := stem(w); !strings.HasPrefix(w, s) || s == "" {
				t.Errorf("%q stems to %q", w, s)
			}
		})
		unnumbered(text)
		kindOf(text)
		for most := range 6 {
			if cut := leading(text, most); len(cut) > most && len(text) > most || utf8.ValidString(text) && !utf8.ValidString(cut) {
				t.Errorf("%q cut at %d is %q", text, most, cut)
			}
		}
	})
}

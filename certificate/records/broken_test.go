package records

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// broken names each file of testdata/broken with what is said about it.
func broken() map[string]string {
	return map[string]string{
		"nan-on-line-3.jsonl":            `f:3: scores[1]: NaN is not JSON; write null or leave the key out`,
		"infinity.jsonl":                 `f:2: weight: Infinity is not JSON; write a finite number`,
		"negative-infinity.jsonl":        `f:1: weight: -Infinity is not JSON; write a finite number`,
		"number-beyond-float64.jsonl":    `f:2: groups[1].weight: 1e999 does not fit a 64-bit floating-point number; a finite number is expected`,
		"raw-line-break-in-string.jsonl": `f:2: issue: the line ends inside a string: it is cut off, or the string holds a raw line break (\n is expected)`,
		"raw-tab-in-string.jsonl":        `f:1: issue: a raw control character (0x09) stands in a string; \u0009 is expected`,
		"nul-in-string.jsonl":            `f:1: issue: a raw control character (0x00) stands in a string; \u0000 is expected`,
		"byte-ff.jsonl":                  `f:2: issue: the byte 0xff at byte offset 29 of this line is not UTF-8`,
		"latin-1.jsonl":                  `f:1: issue: the byte 0xe9 at byte offset 29 of this line is not UTF-8`,
		"surrogate-in-utf8.jsonl":        `f:1: issue: the byte 0xed at byte offset 26 of this line is not UTF-8`,
		"half-surrogate-escape.jsonl":    `f:1: issue: \ud83d is half of a surrogate pair; both halves are expected`,
		"utf-16-le.jsonl":                `f: looks like UTF-16; JSON in UTF-8 is expected`,
		"utf-16-be.jsonl":                `f: looks like UTF-16; JSON in UTF-8 is expected`,
		"utf-16-no-mark.jsonl":           `f: looks like UTF-16; JSON in UTF-8 is expected`,
		"utf-32.jsonl":                   `f: looks like UTF-32; JSON in UTF-8 is expected`,
		"empty.jsonl":                    `f: no records; one JSON object a line is expected`,
		"only-blank-lines.jsonl":         `f: no records; one JSON object a line is expected`,
		"only-a-byte-order-mark.jsonl":   `f: no records; one JSON object a line is expected`,
		"byte-order-mark-inside.jsonl":   `f:2: a byte-order mark may stand at the beginning of the file only`,
		"cut-last-line.jsonl":            `f:2: units[0].id: the last line is cut off before its object ends; a whole object is expected`,
		"cut-last-line-in-string.jsonl":  `f:2: issue: the last line is cut off inside a string; a whole object is expected`,
		"repeated-key.jsonl":             `f:2: state_id: this key stands twice in one object`,
		"repeated-key-deep.jsonl":        `f:1: units[1].meta.line: this key stands twice in one object`,
		"list-for-object.jsonl":          `f:2: an object is expected, one a line; found a list`,
		"string-for-object.jsonl":        `f:2: an object is expected, one a line; found the string "s2"`,
		"null-for-object.jsonl":          `f:1: an object is expected, one a line; found null`,
		"number-for-object.jsonl":        `f:1: an object is expected, one a line; found the number 17`,
		"csv.csv":                        `f:1: an object is expected, one a line; found "state_id,method,rank"`,
		"two-objects-on-a-line.jsonl":    `f:1: the line goes on after the object with "{\"state_id\":\"s2\"}"; one object a line is expected`,
		"garbage-after-object.jsonl":     `f:1: the line goes on after the object with ","; one object a line is expected`,
		"old-mac-line-ends.jsonl":        `f:1: the line goes on after the object with "{\"state_id\":\"s2\"}"; one object a line is expected`,
		"pretty-object.json":             "f:1: this looks like one JSON object written over many lines; JSONL, one object a line, is expected (`jq -c . FILE` makes it)",
		"pretty-list.json":               "f:1: this looks like one JSON list written over many lines; JSONL, one object a line, is expected (`jq -c '.[]' FILE` makes it)",
		"list-of-records.json":           "f:1: this looks like one JSON list written over many lines; JSONL, one object a line, is expected (`jq -c '.[]' FILE` makes it)",
		"object-over-lines-later.jsonl":  `f:2: state_id: the line ends before its object does: it is cut off, or goes on in the next line; one whole object a line is expected`,
		"single-quotes.jsonl":            `f:1: a single quote stands here; JSON strings take double quotes`,
		"trailing-comma.jsonl":           `f:1: ids[1]: a comma stands before ']'; JSON has none there`,
		"python-words.jsonl":             `f:1: truncated: True is not JSON; write true`,
		"python-none.jsonl":              `f:1: issue: None is not JSON; write null`,
		"comment.jsonl":                  `f:1: an object is expected, one a line; found "// states"`,
		"bad-escape.jsonl":               "f:1: state_id: invalid escape sequence `\\w` in string, at byte offset 15 of this line",
		"leading-zero.jsonl":             `f:1: line_start: invalid character '0' after object value (expecting ',' or '}'), at byte offset 15 of this line`,
		"key-without-quotes.jsonl":       `f:1: invalid character 's' at start of string (expecting '"'), at byte offset 1 of this line`,
		"missing-colon.jsonl":            `f:1: state_id: invalid character '"' after object name (expecting ':'), at byte offset 12 of this line`,
		"hostile-key.jsonl":              `f:1: ["a.b[0]\x1b[31m"]: NaN is not JSON; write null or leave the key out`,
		"half-a-gzip.jsonl.gz":           `f: the gzip data ends early; the whole file is expected`,
		"gzip-without-its-end.jsonl.gz":  `f: the gzip data ends early; the whole file is expected`,
		"gzip-header-only.jsonl.gz":      `f: the gzip data ends early; the whole file is expected`,
		"gzip-bad-checksum.jsonl.gz":     `f: the gzip data is damaged: its checksum does not match its content`,
		"gzip-damaged.jsonl.gz":          `f: the gzip data is damaged near byte 6`,
		"gzip-then-text.jsonl.gz":        `f: the gzip data is damaged, or something that is not gzip follows it`,
		"gzip-of-nothing.jsonl.gz":       `f: no records; one JSON object a line is expected`,
		"zip.zip":                        `f: looks like a zip archive; plain JSONL or gzip is expected`,
		"zstd.jsonl.zst":                 `f: looks like zstd data; plain JSONL or gzip is expected`,
		"sqlite.db":                      `f: looks like an SQLite database; plain JSONL or gzip is expected`,
		"bad-lines-1-and-3.jsonl": "f:1: x: invalid character '}' in literal true (expecting 'e'), at byte offset 24 of this line\n" +
			"f:3: state_id: the line ends before its object does: it is cut off, or goes on in the next line; one whole object a line is expected",
	}
}

// TestBroken reads every file of testdata/broken: one clear sentence each, and
// no record of it reaches Each (cases C19, C20, C22).
func TestBroken(t *testing.T) {
	files, err := os.ReadDir("testdata/broken")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(broken()) {
		t.Errorf("testdata/broken has %d files, the table has %d", len(files), len(broken()))
	}
	for _, f := range files {
		t.Run(f.Name(), func(t *testing.T) {
			want, listed := broken()[f.Name()]
			if !listed {
				t.Fatal("the table does not say what is wrong with this file")
			}
			b, err := os.ReadFile(filepath.Join("testdata/broken", f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			lines, err := readAll(bytes.NewReader(b))
			expectProblems(t, err, want)
			if len(lines) > 0 {
				t.Errorf("lines %v reached Each", lines)
			}
			_, err = readAll(iotest.OneByteReader(bytes.NewReader(b)))
			expectProblems(t, err, want)
		})
	}
}

// readAll reads a file that is called f and returns the lines handed to Each.
func readAll(r io.Reader) (lines []int, err error) {
	err = Read(context.Background(), "f", r,
		func(Record) (int, error) { return 0, nil },
		func(line int, _ int) error { lines = append(lines, line); return nil })
	return lines, err
}

// expectProblems compares an *Error with its problems, one a line.
func expectProblems(t *testing.T, err error, want string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want an *Error", err)
	}
	if got := e.Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBrokenButTooBigForAFile(t *testing.T) {
	deep := strings.Repeat("[", 10_000)
	long := `{"a":"` + strings.Repeat("x", MaxLine) + `"}`
	for _, c := range []struct{ name, text, want string }{
		{"deep list", deep + "\n", "f:1: nesting deeper than 128"},
		{"deep value", `{"a":1}` + "\n" + `{"b":{"c":` + deep + strings.Repeat("]", 10_000) + "}}\n", "f:2: b: nesting deeper than 128"},
		{"deep objects", strings.Repeat(`{"a":`, MaxDepth) + "{}" + strings.Repeat("}", MaxDepth), "f:1: a: nesting deeper than 128"},
		{"one million digits and an exponent", `{"a":` + strings.Repeat("9", 1_000_000) + `}`, "f:1: a: " + strings.Repeat("9", 40) + "... does not fit a 64-bit floating-point number; a finite number is expected"},
		{"long line first", long + "\n{}\n", "f:1: the line is longer than 64 MiB; one record of at most that much is expected"},
		{"long line in the middle", "{}\n" + long + "\nx\n", "f:2: the line is longer than 64 MiB; one record of at most that much is expected\nf:3: an object is expected, one a line; found \"x\""},
		{"long last line", "{}\n" + long, "f:2: the line is longer than 64 MiB; one record of at most that much is expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines, err := readAll(strings.NewReader(c.text))
			expectProblems(t, err, c.want)
			if len(lines) > 0 && c.name != "long line in the middle" && c.name != "long last line" {
				t.Errorf("lines %v reached Each", lines)
			}
		})
	}
}

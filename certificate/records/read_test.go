package records

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// zip is text as gzip.
func zip(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// TestReadWhatPeopleHave: what the format does not forbid is read (C20, C22).
func TestReadWhatPeopleHave(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // line:record
	}{
		{"plain", "{\"a\":1}\n{\"a\":2}\n", []string{`1:{"a":1}`, `2:{"a":2}`}},
		{"missing last line break", "{\"a\":1}\n{\"a\":2}", []string{`1:{"a":1}`, `2:{"a":2}`}},
		{"mark, CRLF and U+2028", "\ufeff{\"state_id\":\"a\u2028b\"}\r\n{\"state_id\":\"c\"}\r\n", []string{"1:{\"state_id\":\"a\u2028b\"}", `2:{"state_id":"c"}`}},
		{"blank lines", "\n\r\n {\"a\":1} \n\t\n\n{\"a\":2}\n\n", []string{`3:{"a":1}`, `6:{"a":2}`}},
		{"gzip", zip("{\"a\":1}\n{\"a\":2}\n"), []string{`1:{"a":1}`, `2:{"a":2}`}},
		{"gzip with a mark", zip("\ufeff{\"a\":1}\n"), []string{`1:{"a":1}`}},
		{"two gzips one after the other", zip("{\"a\":1}\n") + zip("{\"a\":2}\n"), []string{`1:{"a":1}`, `2:{"a":2}`}},
		{"a gzip that splits a line", zip("{\"a\":") + zip("1}\n"), []string{`1:{"a":1}`}},
		{"a mark inside a string", "{\"a\":\"\ufeff\"}\n", []string{"1:{\"a\":\"\ufeff\"}"}},
		{"deepest nesting", strings.Repeat(`{"a":`, MaxDepth-1) + "{}" + strings.Repeat("}", MaxDepth-1), []string{"1:" + strings.Repeat(`{"a":`, MaxDepth-1) + "{}" + strings.Repeat("}", MaxDepth-1)}},
		{"brackets in a string", `{"a":"` + strings.Repeat("[", 10_000) + `"}`, []string{`1:{"a":"` + strings.Repeat("[", 10_000) + `"}`}},
		{"quotes and backslashes", `{"a\\":"\\\"\\","b":"[{\""}`, []string{`1:{"a\\":"\\\"\\","b":"[{\""}`}},
		{"words in a string", `{"a":"NaN, Infinity and 1e999"}`, []string{`1:{"a":"NaN, Infinity and 1e999"}`}},
		{"largest and smallest number", `{"a":[1.7976931348623157e308,5e-324,1e-999,-0]}`, []string{`1:{"a":[1.7976931348623157e308,5e-324,1e-999,-0]}`}},
		{"empty object", "{}", []string{"1:{}"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)), iotest.DataErrReader(strings.NewReader(c.text))} {
				got, err := readText(r)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("got %q\nwant %q", got, c.want)
				}
			}
		})
	}
}

func readText(r io.Reader) (got []string, err error) {
	err = Read(context.Background(), "f", r,
		func(rec Record) (string, error) { return fmt.Sprintf("%d:%s", rec.Line, rec.Raw), nil },
		func(_ int, s string) error { got = append(got, s); return nil })
	return got, err
}

func TestLineOf15MB(t *testing.T) {
	text := `{"a":"` + strings.Repeat("0123456789abcdef", 15<<16) + `"}`
	got, err := readText(strings.NewReader("{}\n" + text + "\n{}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[1] != "2:"+text || got[2] != "3:{}" {
		t.Errorf("got %d records", len(got))
	}
}

func TestLongestLine(t *testing.T) {
	text := `{"a":"` + strings.Repeat("x", MaxLine-len(`{"a":""}`)) + `"}`
	lines, err := readAll(strings.NewReader("{}\n" + text + "\n{}\n"))
	if err != nil || !slices.Equal(lines, []int{1, 2, 3}) {
		t.Errorf("got lines %v, error %v", lines, err)
	}
}

// TestOrder: however lines fall into blocks, records come in file order with
// their own line numbers and nothing is lost.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 10, 1000, 60_000, blockSize - 20, blockSize, 2*blockSize + 1}), 1, 40).Draw(t, "sizes")
		var text strings.Builder
		var want []string
		for i, n := range sizes {
			if n == 0 {
				text.WriteString("\r\n")
				continue
			}
			record := `{"a":"` + strings.Repeat("x", n) + `"}`
			want = append(want, fmt.Sprintf("%d:%s", i+1, record))
			text.WriteString(record + "\n")
		}
		if len(want) == 0 {
			return
		}
		got, err := readText(strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d records came, want %d, or in another order", len(got), len(want))
		}
	})
}

func TestManyBadLines(t *testing.T) {
	var text strings.Builder
	for i := range 50_000 {
		if i%1000 == 999 {
			fmt.Fprintf(&text, "{\"n\":%d,\"x\":NaN}\n", i)
			continue
		}
		fmt.Fprintf(&text, "{\"n\":%d}\n", i)
	}
	lines, err := readAll(strings.NewReader(text.String()))
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if len(e.Problems) != MaxTold || e.More != 30 {
		t.Errorf("told %d and %d more, want %d and 30", len(e.Problems), e.More, MaxTold)
	}
	for i, p := range e.Problems {
		if p.Line != (i+1)*1000 || p.Key != "x" || p.File != "f" {
			t.Errorf("problem %d is %+v", i, p)
		}
	}
	if !strings.HasSuffix(e.Error(), "\nand 30 more") {
		t.Errorf("the count is not told: %s", e.Error())
	}
	if n := len(lines); n >= 1000 {
		t.Errorf("%d lines reached Each, the first bad line is 1000", n)
	}
}

func TestFaultsOfDecodeAndCheckAndEach(t *testing.T) {
	plain := errors.New("no such thing")
	src := func(text string) Source[int] {
		return Source[int]{
			Name: "f", Reader: strings.NewReader(text),
			Decode: func(r Record) (int, error) {
				f := FieldsOf(r.Raw)
				n := f.Int("n")
				f.String("s")
				if n == 13 {
					return 0, plain
				}
				return n, f.Err()
			},
		}
	}
	t.Run("every field of a record is told", func(t *testing.T) {
		err := src("{\"n\":\"x\"}\n{\"n\":1,\"s\":\"\"}\n{\"n\":13,\"s\":\"\"}\n").Read(context.Background())
		expectProblems(t, err, "f:1: n: a whole number is expected, found the string \"x\"\nf:1: s: is missing; a string is expected\nf:3: no such thing")
	})
	t.Run("Check sees good records after a problem, Each does not", func(t *testing.T) {
		s := src("{\"n\":1,\"s\":\"\"}\n{\"n\":1,\"s\":\"\"}\nx\n{\"n\":1,\"s\":\"\"}\n")
		seen, each := 0, 0
		s.Check = func(line, n int) error {
			if seen++; seen > 1 {
				return &FieldError{Key: "n", Msg: "again"}
			}
			return nil
		}
		s.Each = func(int, int) error { each++; return nil }
		expectProblems(t, s.Read(context.Background()), "f:2: n: again\nf:3: an object is expected, one a line; found \"x\"\nf:4: n: again")
		if each != 0 {
			t.Errorf("%d records of a faulty block reached Each", each)
		}
	})
	t.Run("a field error of Each is a problem and the last call", func(t *testing.T) {
		s := src("{\"n\":1,\"s\":\"\"}\n{\"n\":2,\"s\":\"\"}\n{\"n\":3,\"s\":\"\"}\n")
		calls := 0
		s.Each = func(line, _ int) error {
			if calls++; line == 2 {
				return errors.Join(&FieldError{Key: "n", Msg: "two"}, &FieldError{Key: "s", Msg: "too"})
			}
			return nil
		}
		expectProblems(t, s.Read(context.Background()), "f:2: n: two\nf:2: s: too")
		if calls != 2 {
			t.Errorf("Each was called %d times", calls)
		}
	})
	t.Run("any other error of Each ends the reading and comes back", func(t *testing.T) {
		s := src(strings.Repeat("{\"n\":1,\"s\":\"\"}\n", 100_000))
		calls := 0
		s.Each = func(int, int) error { calls++; return plain }
		if err := s.Read(context.Background()); !errors.Is(err, plain) || calls != 1 {
			t.Errorf("got %v after %d calls", err, calls)
		}
	})
}

func TestFastIsUsedAndCheckedAgainst(t *testing.T) {
	s := Source[string]{
		Name: "f", Reader: strings.NewReader("{\"a\":1}\n{\"b\":NaN}\n{\"b\":2}\n"),
		Fast:   func(line []byte) (string, bool) { return "fast", bytes.HasPrefix(line, []byte(`{"a"`)) },
		Decode: func(Record) (string, error) { return "slow", nil },
	}
	var got []string
	s.Check = func(_ int, v string) error { got = append(got, v); return nil }
	expectProblems(t, s.Read(context.Background()), "f:2: b: NaN is not JSON; write null or leave the key out")
	if !slices.Equal(got, []string{"fast", "slow"}) {
		t.Errorf("got %q", got)
	}
}

func TestReaderFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := readAll(io.MultiReader(strings.NewReader("{}\n"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "read f: ") {
		t.Errorf("got %v", err)
	}
}

// TestHalfAGzipOfManyBlocks: records before the end may have been handed on,
// but the file is refused as a whole.
func TestHalfAGzipOfManyBlocks(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "{\"n\":%d,\"square\":%d}\n", i, i*i)
	}
	z := zip(text.String())
	_, err := readAll(strings.NewReader(z[:len(z)/2]))
	expectProblems(t, err, "f: the gzip data ends early; the whole file is expected")
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	endless, _ := io.Pipe() // never answers
	cancel()
	err := Read(ctx, "f", io.MultiReader(strings.NewReader("{}\n{}\n{}\n"+strings.Repeat(" ", 1<<20)), endless),
		func(Record) (int, error) { return 0, nil }, func(int, int) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCancelBeforeTheFirstByte(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	silent, _ := io.Pipe()
	cancel()
	err := Read(ctx, "f", silent, func(Record) (int, error) { return 0, nil }, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestMemoryInFlight: while Each is busy with the first record, no more than
// the budget is read ahead, however long the lines are.
func TestMemoryInFlight(t *testing.T) {
	line := `{"a":"` + strings.Repeat("x", 3<<20) + `"}` + "\n"
	r := &counted{Reader: strings.NewReader(strings.Repeat(line, 12))}
	consumed, worst := int64(0), int64(0)
	err := Read(context.Background(), "f", r,
		func(Record) (int, error) { return 0, nil },
		func(n int, _ int) error {
			for n == 1 && r.n.Load() < int64(2*len(line)) {
				runtime.Gosched()
			}
			for range 200 { // time to run ahead, if it can
				runtime.Gosched()
			}
			worst = max(worst, r.n.Load()-consumed)
			consumed += int64(len(line))
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	// One more line is cut and waits for its budget; its buffer and the tail behind it count too.
	if limit := int64(inFlight + 3*len(line)); worst > limit {
		t.Errorf("%d bytes were read ahead, at most %d are expected", worst, limit)
	}
}

type counted struct {
	io.Reader
	n atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func TestHashed(t *testing.T) {
	text := zip(strings.Repeat("{\"a\":1}\n", 50_000)) // the hash is of what lies on the disk
	h := NewHashed(strings.NewReader(text))
	if _, err := readAll(h); err != nil {
		t.Fatal(err)
	}
	if h.Sum() != sha256.Sum256([]byte(text)) || h.Size() != int64(len(text)) {
		t.Error("the hash or the size is not that of the file")
	}
}

func TestSeveralFilesInOneReport(t *testing.T) {
	var all Error
	for _, text := range []string{"x\n", "{}\n", "y\n"} {
		_, err := readAll(strings.NewReader(text))
		if err := all.Merge(err); err != nil {
			t.Fatal(err)
		}
	}
	if len(all.Problems) != 2 {
		t.Errorf("got %d problems", len(all.Problems))
	}
	if err := all.Merge(io.ErrClosedPipe); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("another error came back as %v", err)
	}
	if all.Merge(nil) != nil {
		t.Error("nil did not stay nil")
	}
}

package records

import (
	"bytes"
	"fmt"
)

// decode works off every line of the batch.
func (b *batch[T]) decode(s Source[T]) {
	if b.long {
		b.fail(line[T]{number: b.line, faults: []FieldError{tooLong()}})
		return
	}
	if n := bytes.Count(b.text, []byte{'\n'}) + 1; cap(b.lines) < n {
		b.lines = make([]line[T], 0, n)
	}
	number := b.line
	for rest := b.text; len(rest) > 0; number++ {
		text, after, ended := bytes.Cut(rest, []byte{'\n'})
		rest = after
		text = bytes.Trim(text, " \t\r")
		if len(text) == 0 {
			continue
		}
		l := line[T]{number: number}
		f := l.decode(s, text)
		if f != nil && f.open {
			if b.first && len(b.lines) == 0 && spread(f, text, rest) {
				b.stop = spreadProblem(number, text)
				return
			}
			if b.last && !ended {
				l.faults[0].Msg = f.cutOff()
			}
		}
		if l.faults != nil {
			b.fail(l)
			continue
		}
		b.lines = append(b.lines, l)
	}
}

func tooLong() FieldError {
	return FieldError{Msg: fmt.Sprintf("the line is longer than %d MiB; one record of at most that much is expected", MaxLine>>20)}
}

func (b *batch[T]) fail(l line[T]) {
	b.faulty = true
	b.lines = append(b.lines, l)
}

// decode sets the value or the faults; the fault returned is one of syntax.
func (l *line[T]) decode(s Source[T], text []byte) *fault {
	if s.Fast != nil {
		v, ok := s.Fast(text)
		if ok {
			l.value = v
			return nil
		}
	}
	l.inner = text[0] != '{'
	if len(text) > MaxLine {
		l.faults = []FieldError{tooLong()}
		return nil
	}
	if f := check(text); f != nil {
		l.faults = []FieldError{f.FieldError}
		l.open = f.open
		return f
	}
	v, err := s.Decode(Record{Line: l.number, Raw: text})
	if err != nil {
		l.faults = fieldErrors(err)
		if l.faults == nil {
			l.faults = []FieldError{{Msg: err.Error()}}
		}
		return nil
	}
	l.value = v
	return nil
}

// fieldErrors takes err apart when it is made of *FieldError only; else nil.
func fieldErrors(err error) []FieldError {
	switch e := err.(type) { //nolint:errorlint // a wrapped one would lose its wrapping
	case *FieldError:
		return []FieldError{*e}
	case interface{ Unwrap() []error }:
		var all []FieldError
		for _, part := range e.Unwrap() {
			fs := fieldErrors(part)
			if fs == nil {
				return nil
			}
			all = append(all, fs...)
		}
		return all
	}
	return nil
}

// spread reports whether the first line begins a value that goes on over the
// following lines: a list of records, or an object written with indentation.
func spread(f *fault, text, rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	if f.inString || len(rest) == 0 {
		return false
	}
	return text[0] == '[' || rest[0] != '{'
}

func spreadProblem(number int, text []byte) *Problem {
	what, jq := "one JSON object written over many lines", "jq -c . FILE"
	if text[0] == '[' {
		what, jq = "one JSON list written over many lines", "jq -c '.[]' FILE"
	}
	return &Problem{Line: number, Msg: fmt.Sprintf("this looks like %s; JSONL, one object a line, is expected (`%s` makes it)", what, jq)}
}

// collector takes the lines of a file in order.
type collector[T any] struct {
	source  Source[T]
	err     Error
	records int
	open    bool // the record before ended too early
}

func (c *collector[T]) add(number int, key, msg string) {
	c.err.Add(Problem{File: c.source.Name, Line: number, Key: key, Msg: msg})
}

// take hands on the good lines and tells the bad ones. A batch with a bad line
// hands on none.
func (c *collector[T]) take(b *batch[T]) error {
	each := c.source.Each
	for i := range b.lines {
		l := &b.lines[i]
		if l.faults != nil {
			c.fault(l)
			continue
		}
		c.records++
		c.open = false
		if err := c.call(c.source.Check, l); err != nil {
			return err
		}
		if b.faulty || len(c.err.Problems) > 0 {
			continue
		}
		if err := c.call(each, l); err != nil {
			return err
		}
	}
	return nil
}

// call runs Check or Each, turning field errors into problems.
func (c *collector[T]) call(f func(int, T) error, l *line[T]) error {
	if f == nil {
		return nil
	}
	err := f(l.number, l.value)
	if err == nil {
		return nil
	}
	faults := fieldErrors(err)
	if faults == nil {
		return err
	}
	for _, f := range faults {
		c.add(l.number, f.Key, f.Msg)
	}
	return nil
}

// fault tells what is wrong with a line, unless it is the rest of a record
// that was told already: a string with raw line breaks is one fault, not many.
func (c *collector[T]) fault(l *line[T]) {
	if c.open && l.inner {
		return
	}
	c.open = l.open
	for _, f := range l.faults {
		c.add(l.number, f.Key, f.Msg)
	}
}

// end is the verdict over the whole file.
func (c *collector[T]) end() error {
	if c.records == 0 && len(c.err.Problems) == 0 {
		c.add(0, "", "no records; one JSON object a line is expected")
	}
	return c.err.Err()
}

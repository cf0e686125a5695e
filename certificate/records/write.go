package records

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Writer writes JSONL: one object a line, each ended by LF.
type Writer struct {
	w    *bufio.Writer
	rows int
}

// NewWriter writes to w through a buffer; call Flush at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Write adds one record. A value written over several lines is put on one; its
// strings and numbers keep their text.
func (w *Writer) Write(v jsontext.Value) error {
	if bytes.ContainsAny(v, "\r\n") {
		v = v.Clone()
		if err := v.Compact(); err != nil {
			return fmt.Errorf("write record %d: %w", w.rows+1, err)
		}
	}
	_, _ = w.w.Write(v) // bufio keeps the error for the next call
	if err := w.w.WriteByte('\n'); err != nil {
		return fmt.Errorf("write record %d: %w", w.rows+1, err)
	}
	w.rows++
	return nil
}

// Rows is how many records were written.
func (w *Writer) Rows() int { return w.rows }

// Flush hands everything on to the underlying writer.
func (w *Writer) Flush() error {
	if err := w.w.Flush(); err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}

// Object puts members together to one JSON object, in their order, with their
// values as written.
func Object(members []Member) jsontext.Value {
	n := 2
	for _, m := range members {
		n += len(m.Name) + len(m.Value) + 4
	}
	return AppendObject(make([]byte, 0, n), members)
}

// AppendObject is Object, appended to dst.
func AppendObject(dst []byte, members []Member) []byte {
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, m.Name)
		dst = append(dst, ':')
		dst = append(dst, m.Value...)
	}
	return append(dst, '}')
}

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become
// U+FFFD, which cannot happen to text that was read here.
func AppendString[S ~[]byte | ~string](dst []byte, s S) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

// String is s as a JSON string.
func String(s string) jsontext.Value { return AppendString(nil, s) }

// Strings is a JSON list of strings; nil gives an empty list.
func Strings(ss []string) jsontext.Value {
	v := jsontext.Value{'['}
	for i, s := range ss {
		if i > 0 {
			v = append(v, ',')
		}
		v = AppendString(v, s)
	}
	return append(v, ']')
}

// Set returns members with the value of one of them replaced, or added at the
// end when there is none of that name. The given slice is left as it is.
func Set(members []Member, name string, value jsontext.Value) []Member {
	out := append(make([]Member, 0, len(members)+1), members...)
	for i, m := range out {
		if m.Name == name {
			out[i].Value = value
			return out
		}
	}
	return append(out, Member{Name: name, Value: value})
}

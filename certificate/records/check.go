package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// fault is what is wrong with one line before any decoder has seen it.
type fault struct {
	FieldError
	open     bool // the line ends before its value does, so the next lines may belong to it
	inString bool // it ends inside a string
}

// Check tells whether b is what a line of a JSONL file must hold: one JSON
// object in UTF-8, no key twice in one object, not nested deeper than
// MaxDepth, every number finite. The error is a *FieldError.
func Check(b []byte) error {
	if f := check(bytes.Trim(b, " \t\r\n")); f != nil {
		return &f.FieldError
	}
	return nil
}

// check is Check on a line without surrounding space.
func check(b []byte) *fault {
	if f := checkLimits(b); f != nil {
		return f
	}
	if len(b) > 0 && b[0] == '{' && jsontext.Value(b).IsValid() {
		return nil
	}
	return explain(b)
}

// checkLimits finds what the grammar allows and we do not: too deep nesting
// and numbers that become infinite. It comes first because it also keeps
// hostile nesting away from everything that recurses.
func checkLimits(b []byte) *fault {
	depth := 0
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			end, ok := skipString(b, i)
			if !ok {
				return nil
			}
			i = end
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return &fault{FieldError: FieldError{Key: outermost(b, i), Msg: fmt.Sprintf("nesting deeper than %d", MaxDepth)}}
			}
			i++
		case c == '}' || c == ']':
			depth--
			i++
		case c == '-' || '0' <= c && c <= '9':
			end := skipAtom(b, i)
			if num := b[i:end]; infinite(num) {
				return &fault{FieldError: FieldError{Key: pathAt(b, i), Msg: tooLarge(num)}}
			}
			i = end
		default:
			i++
		}
	}
	return nil
}

// infinite reports whether a number does not fit a float64.
func infinite(num []byte) bool {
	if len(num) < 300 && bytes.IndexByte(num, 'e') < 0 && bytes.IndexByte(num, 'E') < 0 {
		return false
	}
	_, err := strconv.ParseFloat(string(num), 64)
	return errors.Is(err, strconv.ErrRange)
}

// explain says why b is not one valid object. It runs on bad lines only.
func explain(b []byte) *fault {
	say := func(key, format string, args ...any) *fault {
		return &fault{FieldError: FieldError{Key: key, Msg: fmt.Sprintf(format, args...)}}
	}
	if at := invalidUTF8(b); at >= 0 {
		return say(pathAt(b, at), "the byte 0x%02x at byte offset %d of this line is not UTF-8", b[at], at)
	}
	if bytes.HasPrefix(b, []byte(byteOrderMark)) {
		return say("", "a byte-order mark may stand at the beginning of the file only")
	}
	d := jsontext.NewDecoder(bytes.NewReader(b))
	v, err := d.ReadValue()
	switch {
	case err == nil && v.Kind() != jsontext.KindBeginObject:
		return say("", "an object is expected, one a line; found %s", found(v))
	case err == nil:
		rest := b[skipSpace(b, int(d.InputOffset())):]
		return say("", "the line goes on after the object with %s; one object a line is expected", quote(string(rest)))
	case len(b) == 0 || b[0] != '{' && b[0] != '[':
		return say("", "an object is expected, one a line; found %s", quote(string(b)))
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return explainOpen(b)
	}
	var s *jsontext.SyntacticError
	if !errors.As(err, &s) {
		return say("", "%s", err.Error())
	}
	at := min(int(s.ByteOffset), len(b)-1)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return say(pathAt(b, at), "this key stands twice in one object")
	}
	return say(pathAt(b, at), "%s", explainByte(b, at, s))
}

// explainOpen says that a line ends too early.
func explainOpen(b []byte) *fault {
	f := &fault{open: true, inString: endsInString(b)}
	f.Key = pathAt(b, len(b))
	if f.inString {
		f.Msg = `the line ends inside a string: it is cut off, or the string holds a raw line break (\n is expected)`
	} else {
		f.Msg = "the line ends before its object does: it is cut off, or goes on in the next line; one whole object a line is expected"
	}
	return f
}

// cutOff is the message when nothing follows an open line, not even a line break.
func (f *fault) cutOff() string {
	if f.inString {
		return "the last line is cut off inside a string; a whole object is expected"
	}
	return "the last line is cut off before its object ends; a whole object is expected"
}

// wrongWords are what other languages write where JSON has another word.
func wrongWords() [][2]string {
	return [][2]string{
		{"NaN", "null or leave the key out"}, {"nan", "null or leave the key out"},
		{"-Infinity", "a finite number"}, {"Infinity", "a finite number"}, {"+Infinity", "a finite number"},
		{"-inf", "a finite number"}, {"inf", "a finite number"}, {"-NaN", "null or leave the key out"},
		{"True", "true"}, {"False", "false"}, {"None", "null"}, {"undefined", "null or leave the key out"},
	}
}

// explainByte says what is wrong at one byte of a line that is no valid JSON.
func explainByte(b []byte, at int, s *jsontext.SyntacticError) string {
	start := at
	for start > 0 && (b[start-1] == '-' || b[start-1] == '+' || 'a' <= b[start-1]|0x20 && b[start-1]|0x20 <= 'z') {
		start--
	}
	for _, w := range wrongWords() {
		if bytes.HasPrefix(b[start:], []byte(w[0])) {
			return fmt.Sprintf("%s is not JSON; write %s", w[0], w[1])
		}
	}
	switch c := b[at]; {
	case c < ' ' && endsInString(b[:at]):
		return fmt.Sprintf(`a raw control character (0x%02x) stands in a string; \u%04x is expected`, c, c)
	case (c == '}' || c == ']') && bytes.HasSuffix(bytes.TrimRight(b[:at], " \t"), []byte(",")):
		return fmt.Sprintf("a comma stands before %q; JSON has none there", c)
	case c == '\'':
		return "a single quote stands here; JSON strings take double quotes"
	case strings.Contains(s.Err.Error(), "surrogate"):
		return excerpt(b[at:min(at+6, len(b))]) + " is half of a surrogate pair; both halves are expected"
	}
	return fmt.Sprintf("%s, at byte offset %d of this line", s.Err.Error(), at)
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// endsInString reports whether b ends before a string that began in it does.
func endsInString(b []byte) bool {
	for i := 0; i < len(b); {
		if b[i] != '"' {
			i++
			continue
		}
		end, ok := skipString(b, i)
		if !ok {
			return true
		}
		i = end
	}
	return false
}

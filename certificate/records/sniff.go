package records

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

const byteOrderMark = "\xef\xbb\xbf"

// foreign are beginnings of files that people hand in by mistake.
func foreign() [][2]string {
	return [][2]string{
		{"\xff\xfe", "UTF-16; JSON in UTF-8 is expected"},
		{"\xfe\xff", "UTF-16; JSON in UTF-8 is expected"},
		{"\x00\x00\xfe\xff", "UTF-32; JSON in UTF-8 is expected"},
		{"PK\x03\x04", "a zip archive; plain JSONL or gzip is expected"},
		{"\x28\xb5\x2f\xfd", "zstd data; plain JSONL or gzip is expected"},
		{"\xfd7zXZ\x00", "xz data; plain JSONL or gzip is expected"},
		{"BZh", "bzip2 data; plain JSONL or gzip is expected"},
		{"SQLite format 3\x00", "an SQLite database; plain JSONL or gzip is expected"},
		{"PAR1", "a Parquet file; plain JSONL or gzip is expected"},
	}
}

// peeked is the room for looking ahead: enough for that, and so little that
// reading a block nearly always passes it by.
const peeked = 4 << 10

// unwrap returns the text of r without gzip and byte-order mark, both told by
// content. The Problem says that this cannot be JSONL at all.
func unwrap(r io.Reader) (io.Reader, *Problem) {
	in := bufio.NewReaderSize(r, peeked)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bufio.NewReaderSize(in, 64<<10))
		if err != nil {
			return nil, gzipProblem(err)
		}
		in = bufio.NewReaderSize(z, peeked)
	}
	head, _ := in.Peek(16)
	for _, f := range foreign() {
		if bytes.HasPrefix(head, []byte(f[0])) {
			return nil, &Problem{Msg: "looks like " + f[1]}
		}
	}
	if len(head) >= 4 && (head[0] == 0) != (head[1] == 0) && (head[2] == 0 || head[3] == 0) {
		return nil, &Problem{Msg: "looks like UTF-16; JSON in UTF-8 is expected"}
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		_, _ = in.Discard(len(byteOrderMark)) // peeked already, so it cannot fail
	}
	return in, nil
}

// gzipProblem says in plain words why gzip data cannot be read; nil for any
// other kind of error.
func gzipProblem(err error) *Problem {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Problem{Msg: "the gzip data ends early; the whole file is expected"}
	case errors.Is(err, gzip.ErrChecksum):
		return &Problem{Msg: "the gzip data is damaged: its checksum does not match its content"}
	case errors.Is(err, gzip.ErrHeader):
		return &Problem{Msg: "the gzip data is damaged, or something that is not gzip follows it"}
	case errors.As(err, &corrupt):
		return &Problem{Msg: fmt.Sprintf("the gzip data is damaged near byte %d", int64(corrupt))}
	}
	return nil
}

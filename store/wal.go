package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// The write-ahead log is documented at https://www.sqlite.org/fileformat.html#walformat.
const (
	walHeaderSize  = 32
	walFrameHeader = 24
	walMagic       = 0x377f0682 // the lowest bit says that checksums are big-endian
)

// firstPage returns the newest committed copy of page 1 in the write-ahead
// log at path, or nil when there is none there. It reads as SQLite's recovery
// does: frames count while their salt and running checksum hold, up to the
// last commit. Another process may be writing meanwhile; the checksums keep a
// half-written frame out.
func firstPage(path string, header []byte) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	head := make([]byte, walHeaderSize)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, ignoreEnd(err)
	}
	w, ok := newWAL(head)
	if !ok || w.pageSize < 512 || w.pageSize != headerPageSize(header) {
		return nil, nil
	}
	return w.scan(r)
}

// wal is the state of a walk over the frames.
type wal struct {
	order    binary.ByteOrder // of the words that are summed
	pageSize int
	salt     [8]byte
	s0, s1   uint32
}

func newWAL(head []byte) (wal, bool) {
	m := binary.BigEndian.Uint32(head)
	if m&^1 != walMagic {
		return wal{}, false
	}
	w := wal{order: binary.LittleEndian, pageSize: int(binary.BigEndian.Uint32(head[8:]))}
	if m&1 == 1 {
		w.order = binary.BigEndian
	}
	copy(w.salt[:], head[16:24])
	w.sum(head[:24])
	return w, w.matches(head[24:])
}

// sum goes on with the running checksum over b, whose length is a multiple of 8.
func (w *wal) sum(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		w.s0 += w.order.Uint32(b) + w.s1
		w.s1 += w.order.Uint32(b[4:]) + w.s0
	}
}

func (w *wal) matches(b []byte) bool {
	return w.s0 == binary.BigEndian.Uint32(b) && w.s1 == binary.BigEndian.Uint32(b[4:])
}

// scan walks the frames and returns page 1 as of the last commit.
func (w *wal) scan(r io.Reader) (page []byte, err error) {
	frame := make([]byte, walFrameHeader+w.pageSize)
	var pending []byte // page 1 of the transaction that has not committed yet
	for {
		if _, err := io.ReadFull(r, frame); err != nil {
			return page, ignoreEnd(err)
		}
		w.sum(frame[:8])
		w.sum(frame[walFrameHeader:])
		if [8]byte(frame[8:16]) != w.salt || !w.matches(frame[16:]) {
			return page, nil
		}
		if binary.BigEndian.Uint32(frame) == 1 {
			pending = append([]byte(nil), frame[walFrameHeader:]...)
		}
		if commits := binary.BigEndian.Uint32(frame[4:]) != 0; commits && pending != nil {
			page, pending = pending, nil
		}
	}
}

// headerPageSize reads the page size; 1 stands for 65,536.
func headerPageSize(header []byte) int {
	n := int(binary.BigEndian.Uint16(header[atPageSize:]))
	if n == 1 {
		return 1 << 16
	}
	return n
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

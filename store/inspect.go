package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// applicationID marks the file as a project of this program ("suff").
const applicationID = 0x73756666

// The database header is documented at https://www.sqlite.org/fileformat.html.
const (
	headerSize   = 100
	magic        = "SQLite format 3\x00"
	atPageSize   = 16
	atUserSchema = 60 // user_version: our schema version
	atAppID      = 68
)

// inspect decides whether the file at path may be opened, reading it as plain
// bytes: SQLite itself would leave a -wal and a -shm beside a file that is
// then refused. The header that counts may still be in the -wal.
func inspect(path string, known int) error {
	header, err := readHeader(path)
	if err != nil {
		return err
	}
	if page, err := firstPage(path+"-wal", header); err != nil {
		return fmt.Errorf("open project %s: read its write-ahead log: %w", path, err)
	} else if page != nil {
		header = page[:headerSize]
	}
	if app := binary.BigEndian.Uint32(header[atAppID:]); app != applicationID {
		return &NotProjectError{Path: path, Why: "is an SQLite database, but no suffice project"}
	}
	have := int(binary.BigEndian.Uint32(header[atUserSchema:]))
	if have > known {
		return &NewerSchemaError{Path: path, Have: have, Known: known}
	}
	return writable(path)
}

// IsProject reports whether the file at path is a project of this program, of
// any version; what cannot be read is none.
func IsProject(path string) bool {
	header, err := readHeader(path)
	if err != nil {
		return false
	}
	if page, err := firstPage(path+"-wal", header); err == nil && page != nil {
		header = page[:headerSize]
	}
	return binary.BigEndian.Uint32(header[atAppID:]) == applicationID
}

// readHeader returns the first 100 bytes of what must be a database file.
func readHeader(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &MissingError{Path: path}
	case err != nil:
		return nil, fmt.Errorf("open project %s: %w", path, err)
	case info.IsDir():
		return nil, &NotProjectError{Path: path, Why: "is a folder; name the project file in it, such as suffice.db"}
	case !info.Mode().IsRegular():
		return nil, &NotProjectError{Path: path, Why: "is no ordinary file"}
	case info.Size() == 0:
		return nil, &NotProjectError{Path: path, Why: "is empty: no project was ever made in it; remove it and run `suffice init`"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open project %s: %w", path, err)
	}
	defer f.Close()
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(f, header); err != nil || !bytes.HasPrefix(header, []byte(magic)) {
		return nil, &NotProjectError{Path: path, Why: "is not an SQLite database, so it is no suffice project"}
	}
	return header, nil
}

// writable checks the permissions of the file by opening it as a writer would.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return &ReadOnlyError{Path: path, Err: err}
	}
	return f.Close()
}

package dataset

import (
	"bufio"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
)

// sheetWriter writes one sheet in both forms as its rows come.
type sheetWriter struct {
	layout
	count int // rows written
	known []bool
	json  *hashedFile
	csv   *hashedFile
	table *csv.Writer
	line  []byte
	cells []string
}

// hashedFile is a file under way with the hash of what was written.
type hashedFile struct {
	name string
	file *os.File
	out  *bufio.Writer
	sum  hash.Hash
	size int64
}

func (h *hashedFile) Write(b []byte) (int, error) {
	h.sum.Write(b)
	h.size += int64(len(b))
	return h.out.Write(b)
}

func createHashed(dir, name string) (*hashedFile, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &hashedFile{name: name, file: f, out: bufio.NewWriterSize(f, 1<<16), sum: sha256.New()}, nil
}

func (h *hashedFile) end() (FileHash, error) {
	err := errors.Join(h.out.Flush(), h.file.Sync(), h.file.Close())
	h.file = nil
	if err != nil {
		return FileHash{}, fmt.Errorf("write %s: %w", h.name, err)
	}
	return FileHash{h.name, h.size, hex.EncodeToString(h.sum.Sum(nil))}, nil
}

func openSheets(dir string) ([]*sheetWriter, error) {
	var out []*sheetWriter
	for _, l := range layouts() {
		w := &sheetWriter{layout: l, known: make([]bool, len(l.columns))}
		out = append(out, w)
		var err error
		if w.json, err = createHashed(dir, l.name+".jsonl"); err != nil {
			return out, err
		}
		if w.csv, err = createHashed(dir, l.name+".csv"); err != nil {
			return out, err
		}
		w.table = csv.NewWriter(w.csv)
		for _, c := range l.columns {
			w.cells = append(w.cells, c.Name)
		}
		if err := w.table.Write(w.cells); err != nil {
			return out, err
		}
	}
	return out, nil
}

// add writes the rows that a run gives the sheet.
func (w *sheetWriter) add(a *artifacts) error {
	for _, row := range w.rows(a) {
		w.count++
		for i, v := range row {
			w.known[i] = w.known[i] || v.Known()
		}
		w.line = appendJSON(w.line[:0], w.columns, row)
		w.cells = csvRecord(w.cells, row)
		if _, err := w.json.Write(w.line); err != nil {
			return fmt.Errorf("write sheet %s: %w", w.name, err)
		}
		if err := w.table.Write(w.cells); err != nil {
			return fmt.Errorf("write sheet %s: %w", w.name, err)
		}
	}
	return nil
}

// end makes both files durable.
func (w *sheetWriter) end() ([]FileHash, error) {
	w.table.Flush()
	if err := w.table.Error(); err != nil {
		return nil, fmt.Errorf("write sheet %s: %w", w.name, err)
	}
	var out []FileHash
	for _, h := range []*hashedFile{w.json, w.csv} {
		f, err := h.end()
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// abandon closes what end has not.
func (w *sheetWriter) abandon() {
	for _, h := range []*hashedFile{w.json, w.csv} {
		if h != nil && h.file != nil {
			_ = h.file.Close() // it is removed with its folder
		}
	}
}

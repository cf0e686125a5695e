package scorer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"suffice/certificate/records"
)

// Save writes the two score files into dir, which is made if need be, and
// returns their paths. Without overwrite, a file that is there already is a
// *records.ExistsError and neither is written. No half-written file is ever
// seen under its name.
func (r Result) Save(dir string, overwrite bool) (paths []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("write scores: %w", err)
	}
	writers := []struct {
		name  string
		write func(io.Writer) error
	}{{PerStateFile, r.WriteRows}, {SummaryFile, r.WriteSummary}}
	var files []*records.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
	}()
	for _, w := range writers {
		f, err := records.Create(filepath.Join(dir, w.name), overwrite)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		if err := w.write(f); err != nil {
			return nil, err
		}
	}
	for i, f := range files {
		if err := f.Commit(); err != nil {
			return nil, err
		}
		paths = append(paths, filepath.Join(dir, writers[i].name))
	}
	return paths, nil
}

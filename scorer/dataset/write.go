package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// DescriptionFile describes a data set: dataset.json.
const DescriptionFile = "dataset.json"

// Target is where a data set is written, and when.
type Target struct {
	Dir       string    // made by Build; without Overwrite it must not be there
	Overwrite bool      // replace a data set that is there; nothing else is ever replaced
	Now       time.Time // recorded as the creation time, to the second
}

// Description is dataset.json.
type Description struct {
	Schema  string          `json:"schema_version"`
	Created string          `json:"created_at"` // RFC 3339, UTC
	Lineage Lineage         `json:"lineage"`
	Sheets  []Written       `json:"sheets"`
	Missing []MissingColumn `json:"missing_columns"` // those without any value, and why
}

// Written is a sheet as it was written.
type Written struct {
	Name    string     `json:"sheet"`
	Rows    int        `json:"rows"`
	Files   []FileHash `json:"files"`
	Columns []Column   `json:"columns"`
}

// FileHash is a file of the data set.
type FileHash struct {
	Name   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// MissingColumn is a column that no row has a value in.
type MissingColumn struct {
	Sheet  string `json:"sheet"`
	Column string `json:"column"`
	Why    string `json:"why"`
}

// Build makes a data set and writes it: for every sheet a JSONL and a CSV file,
// and dataset.json. The folder appears whole or not at all. The tables depend
// on the sources alone, and dataset.json on the time too: two builds of the
// same sources at the same time are the same bytes. A folder that is there
// already is a *records.ExistsError.
func Build(ctx context.Context, s Sources, to Target) (Set, Description, error) {
	set, d, err := build(ctx, s, to)
	if err != nil {
		return Set{}, Description{}, fmt.Errorf("build the data set: %w", err)
	}
	return set, d, nil
}

func build(ctx context.Context, s Sources, to Target) (set Set, d Description, err error) {
	if err := vacant(to); err != nil {
		return set, d, err
	}
	target := filepath.Clean(to.Dir)
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return set, d, err
	}
	work, err := makeBeside(target)
	if err != nil {
		return set, d, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	writers, err := openSheets(work)
	defer func() {
		for _, w := range writers {
			w.abandon()
		}
	}()
	if err != nil {
		return set, d, err
	}
	set, err = derive(ctx, s, func(a *artifacts) error {
		for _, w := range writers {
			if err := w.add(a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return set, d, err
	}
	if d, err = describe(set, writers, to.Now); err != nil {
		return set, d, err
	}
	if err := writeDescription(filepath.Join(work, DescriptionFile), d); err != nil {
		return set, d, err
	}
	return set, d, settle(work, target, to.Overwrite)
}

// makeBeside makes a hidden folder beside the target, since a rename is atomic
// only within one file system.
func makeBeside(target string) (string, error) {
	for try := 0; ; try++ {
		name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(target), os.Getpid(), try))
		err := os.Mkdir(name, 0o777)
		if about := new(fs.PathError); errors.As(err, &about) && !errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("make a folder in %s: %w", filepath.Dir(target), about.Err) // the hidden one is nobody's business
		}
		if err == nil || !errors.Is(err, fs.ErrExist) || try == 1000 {
			return name, err
		}
	}
}

// describe ends the sheets and says what the data set is.
func describe(set Set, writers []*sheetWriter, now time.Time) (Description, error) {
	d := Description{Schema: SchemaVersion, Created: now.UTC().Format(time.RFC3339), Lineage: set.Lineage, Missing: []MissingColumn{}}
	for _, w := range writers {
		files, err := w.end()
		if err != nil {
			return d, err
		}
		d.Sheets = append(d.Sheets, Written{w.name, w.count, files, w.columns})
		for i, c := range w.columns {
			if !w.known[i] {
				d.Missing = append(d.Missing, MissingColumn{w.name, c.Name, set.Lineage.why(c, w.count)})
			}
		}
	}
	return d, nil
}

// why says why a column has no value at all.
func (l Lineage) why(c Column, rows int) string {
	switch {
	case c.Needs == NeedsLabels && l.Labels == nil:
		return "the data set was made without labels"
	case c.Needs == NeedsLabels && !slices.ContainsFunc(l.Joins, func(j JoinCount) bool { return j.Join == Joined }):
		return "no label could be joined to any run"
	case c.Needs == NeedsStates && l.States == nil:
		return "the data set was made without the states"
	case rows == 0:
		return "the sheet has no row"
	}
	return "no run tells"
}

// vacant refuses a target that is taken. Only a data set is ever replaced.
func vacant(to Target) error {
	info, err := os.Lstat(to.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !to.Overwrite:
		return &records.ExistsError{Path: to.Dir}
	case !info.IsDir():
		return fmt.Errorf("%s is no folder and is not replaced", to.Dir)
	}
	if _, err := os.Stat(filepath.Join(to.Dir, DescriptionFile)); err != nil {
		return fmt.Errorf("%s has no %s: it is no data set and is not replaced", to.Dir, DescriptionFile)
	}
	return nil
}

// settle gives the finished folder its name. A data set that is replaced stands
// aside until the new one has its name.
func settle(work, target string, overwrite bool) error {
	aside := work + ".old"
	replaced := false
	if overwrite {
		switch err := os.Rename(target, aside); {
		case err == nil:
			replaced = true
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("replace %s: %w", target, err)
		}
	} else if _, err := os.Lstat(target); err == nil {
		return &records.ExistsError{Path: target} // it came meanwhile; a rename would take an empty folder's place
	}
	if err := os.Rename(work, target); err != nil {
		err = fmt.Errorf("name the data set %s: %w", target, err)
		if replaced {
			err = errors.Join(err, os.Rename(aside, target))
		}
		return err
	}
	if folder, err := os.Open(filepath.Dir(target)); err == nil {
		_ = folder.Sync() // some systems cannot sync a folder; the files are safe
		_ = folder.Close()
	}
	if replaced {
		return os.RemoveAll(aside)
	}
	return nil
}

func writeDescription(path string, d Description) error {
	b, err := json.Marshal(d, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	v := jsontext.Value(b)
	if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
		return err
	}
	f, err := records.Create(path, false)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(v, '\n')); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Commit()
}

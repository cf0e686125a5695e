package records

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file under way: nobody sees it under its name until Commit, and
// whoever stops before then leaves no half file behind.
type File struct {
	*os.File
	path  string
	over  bool
	ended bool
}

// ExistsError says that a file would have been overwritten.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string {
	return e.Path + " is there already and was left as it is"
}

// Create begins to write a file. Without overwrite, one that is there already
// is an *ExistsError, now or, when it appears meanwhile, at Commit.
func Create(path string, overwrite bool) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("write %s: %w", path, ofFolder(filepath.Dir(path), err))
	case info.IsDir():
		return nil, fmt.Errorf("write %s: this is a folder; the name of a file is expected", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("write %s: this is not an ordinary file", path)
	case !overwrite:
		return nil, &ExistsError{Path: path}
	}
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil && overwrite {
		target = real // replace what the link points to, not the link
	}
	f, err := createBeside(target)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", path, ofFolder(filepath.Dir(target), err))
	}
	if info != nil {
		_ = f.Chmod(info.Mode().Perm()) // as it was; a file system without modes is fine too
	}
	return &File{File: f, path: target, over: overwrite}, nil
}

// createBeside makes a new hidden file in the folder of target, since a rename
// is atomic only within one file system.
func createBeside(target string) (*os.File, error) {
	folder, base := filepath.Split(target)
	for try := 0; ; try++ {
		name := filepath.Join(folder, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), try))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || try == 1000 {
			return f, err
		}
	}
}

// ofFolder says why no file can be made in a folder: the hidden file is nobody's
// business.
func ofFolder(folder string, err error) error {
	_, gone := os.Stat(folder)
	switch {
	case errors.Is(gone, fs.ErrNotExist):
		return &openError{fmt.Sprintf("there is no folder %s; make it, or choose another name", folder), fs.ErrNotExist}
	case errors.Is(err, fs.ErrPermission):
		return &openError{fmt.Sprintf("you may not write into the folder %s", folder), fs.ErrPermission}
	}
	if about := new(fs.PathError); errors.As(err, &about) {
		return fmt.Errorf("make a file in %s: %w", folder, about.Err)
	}
	return err
}

// Commit makes the file durable and gives it its name. Afterwards Close does nothing.
func (f *File) Commit() error {
	if f.ended {
		return fmt.Errorf("write %s: %w", f.path, fs.ErrClosed)
	}
	f.ended = true
	defer os.Remove(f.Name()) //nolint:errcheck // gone after a rename, which is fine
	if err := errors.Join(f.Sync(), f.File.Close()); err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	if err := f.rename(); err != nil {
		return err
	}
	if folder, err := os.Open(filepath.Dir(f.path)); err == nil {
		_ = folder.Sync() // some systems cannot sync a folder; the file itself is safe
		_ = folder.Close()
	}
	return nil
}

func (f *File) rename() error {
	if !f.over {
		// A link, unlike a rename, refuses a name that was taken meanwhile.
		err := os.Link(f.Name(), f.path)
		if err == nil {
			return nil
		}
		if _, statErr := os.Lstat(f.path); errors.Is(err, fs.ErrExist) || statErr == nil {
			return &ExistsError{Path: f.path}
		}
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	return nil
}

// Close gives the file up unless it was committed.
func (f *File) Close() error {
	if f.ended {
		return nil
	}
	f.ended = true
	return errors.Join(f.File.Close(), os.Remove(f.Name()))
}

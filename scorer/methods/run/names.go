package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Names lists the experiments under a results folder by name. Nothing in them
// is read. A folder that is not there holds none.
func Names(ctx context.Context, root string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found, err := os.ReadDir(filepath.Join(root, "raw"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the experiments: %w", err)
	}
	var names []string
	for _, e := range found {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

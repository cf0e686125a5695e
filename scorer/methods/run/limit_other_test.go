//go:build windows

package run

import "errors"

func limitFiles(uint64) error { return errors.ErrUnsupported }

package store

import "context"

// Copy writes the whole project to a new file at path and checks that the copy
// is whole. Everything in it comes along: a copy is as private as the original.
func (s *Store) Copy(ctx context.Context, path string) error {
	version, err := schemaVersion(ctx, s.write)
	if err != nil {
		return wrap(err, "copy the project")
	}
	return wrap(s.copyTo(ctx, path, version), "copy the project to %s", path)
}

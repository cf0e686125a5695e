package part

// Session is what screens remember of where a person was, as long as the
// program runs; nothing of it is saved. It is used from Update alone. A nil
// Session remembers nothing.
type Session struct{ kept map[any]any }

// Keep remembers a value in place of an older one. A key is of a type that only
// the screen knows which keeps it.
func (s *Session) Keep(key, value any) {
	if s == nil {
		return
	}
	if s.kept == nil {
		s.kept = map[any]any{}
	}
	s.kept[key] = value
}

// Kept is what was remembered last under a key, nil when nothing was.
func (s *Session) Kept(key any) any {
	if s == nil {
		return nil
	}
	return s.kept[key]
}
